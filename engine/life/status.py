"""The status of dragons: alive, dead or critical, by OWL's answers (GNU Go manual, "Dragons")."""
from typing import NamedTuple

import numpy as np

from engine.core.facts import ALIVE, CRITICAL, DEAD
from engine.core.points import PASS, all_points
from engine.life import answers, owl
from engine.life.solve import Watch
from engine.read.result import LOSE


class Status(NamedTuple):
    """What becomes of a dragon."""
    status: int
    """ALIVE, DEAD or CRITICAL, of ``engine.core.facts``."""
    attack: int = PASS
    """The move that kills a critical dragon."""
    defence: int = PASS
    """The move that saves it."""
    uncertain: bool = False


def dragon_status(board: np.void, pos: int, level: int = 10, limit: int | None = None, watch: Watch | None = None) -> Status:
    """The status of the dragon at pos: alive if the opponent, moving first, cannot kill it; dead if it cannot be saved; else critical.

    Raises ValueError on an empty point.
    """
    attack = answers.owl_attack(board, pos, level, limit, watch)
    if attack.result == LOSE:
        return Status(ALIVE, uncertain=attack.uncertain)
    defence = answers.owl_defend(board, pos, level, limit, watch)
    uncertain = attack.uncertain or defence.uncertain
    if defence.result == LOSE:
        return Status(DEAD, uncertain=uncertain)
    return Status(CRITICAL, attack.move, defence.move, uncertain)


def dragons(board: np.void) -> list[list[int]]:
    """The stones of every dragon, in board order."""
    found: list[list[int]] = []
    seen: set[int] = set()
    for pos in all_points(int(board['size'])):
        if board['color'][pos] in (1, 2) and pos not in seen:
            found.append(owl.dragon(board, pos))
            seen.update(found[-1])
    return found
