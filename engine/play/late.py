"""The largest endgame move, by the temperatures of local play (``engine.score.local_play``)."""
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import numpy as np

from owlgo.engine.core.board import py_is_legal
from owlgo.engine.core.cleared import cleared
from owlgo.engine.core.facts import ALIVE
from owlgo.engine.core.points import neighbours
from owlgo.engine.examine.examination import Examination
from owlgo.engine.play.weights import ENDGAME, PHASE
from owlgo.engine.score import local_play
from owlgo.engine.score.local_play import UNIT, new_local, py_temperature


def is_late(known: Examination, in_doubt: int) -> bool:
    """Whether few enough empty points are in doubt for an endgame."""
    return in_doubt <= PHASE.endgame * int(known.board['size']) ** 2


class Endgame:
    """Computes the temperatures of one side's moves on the board without dead stones, and remembers them."""

    def __init__(self, known: Examination, color: int) -> None:
        self._known, self._color = known, color
        self._board = cleared(known.board, known.dead)
        self._board['ko'] = known.board['ko']
        self._record: np.void = known.reader.workspace.get(new_local)
        self._found: dict[int, tuple[int, int]] = {}
        self._in_danger = {k for k, guess in enumerate(known.guesses) if guess.seki or (guess.status != ALIVE and not guess.surely_dead)}

    def temperature(self, move: int, least: int = UNIT // 4) -> int:
        """Return a move's temperature in eighths of a point, or -1 if it is below ``least``."""
        asked, found = self._found.get(move, (local_play.TEMPERATURES[-1] + 1, -1))
        if found < 0 and least < asked:
            legal = py_is_legal(self._board, move, self._color)
            asked, found = least, py_temperature(self._board, self._record, move, self._color, least) if legal else -1
            self._found[move] = asked, found
        return found if found >= least else -1

    def hottest(self, first: int, others: Iterable[int], read: Mapping[int, float] = MappingProxyType({})) -> tuple[int, float]:
        """Return the hottest move and its temperature in points: the ``first`` move, unless another is clearly hotter.

        Temperatures too low to be considered are given as 0.  ``read`` holds known temperatures, exact ones or lower bounds.
        """
        least = round(ENDGAME.temperature * UNIT)
        chosen, most = first, max(round(UNIT * read.get(first, -1.0)), self.temperature(first, least))
        bar = max(most + round(ENDGAME.hotter * UNIT), least)
        for move in others:
            known = round(UNIT * read.get(move, -1.0))
            if known < bar and self._may_race(move):
                continue
            found = known if known >= bar else self.temperature(move, bar)
            if found >= bar > known:
                # A move that is playable at a high temperature and not at a lower one is an accident of short lines.
                found = min(found, int(py_temperature(self._board, self._record, move, self._color, least)))
            if found >= bar:
                chosen, most, bar = move, found, found + 1
        return chosen, max(most, 0) / UNIT

    def _may_race(self, move: int) -> bool:
        """Whether a race or seki may depend on a move: it touches an unsettled dragon, or a short string next to such a dragon."""
        size, dragons = int(self._board['size']), self._known.dragons
        for q in neighbours(move, size):
            if q in dragons.at:
                worm = self._known.worm_at[q]
                beside = {p for stone in worm.stones for p in neighbours(stone, size)} if worm.liberties <= ENDGAME.short else ()
                if any(k in self._in_danger for k in {dragons.at[p] for p in (q, *beside) if p in dragons.at}):
                    return True
        return False
