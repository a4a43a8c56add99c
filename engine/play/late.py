"""The endgame: when nearly all is settled, the move where most is to be had is played (``engine.score.local_play``)."""
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import numpy as np
from owlgo.engine.core.board import py_is_legal
from owlgo.engine.core.cleared import cleared
from owlgo.engine.core.facts import ALIVE
from owlgo.engine.core.points import neighbours
from owlgo.engine.examine.examination import Examination
from owlgo.engine.score import local_play
from owlgo.engine.score.local_play import UNIT, new_local, py_temperature

IN_DOUBT = 0.2
"""The part of the board's points that may be in doubt in an endgame."""
LEAST = 0.25
"""The lowest temperature that is looked for, in points: half of what hangs on a move in gote, all of it on the opponent's sente."""
SHORT = 4
"""Liberties of a string that may be short of them."""
HOTTER = 0.3
"""How much hotter a move must be to be preferred."""


def is_late(known: Examination, in_doubt: int) -> bool:
    """Whether a game is in its endgame, with so many empty points in doubt."""
    return in_doubt <= IN_DOUBT * int(known.board['size']) ** 2


class Endgame:
    """What moves of one side bring, dead stones being off the board; what was found is kept."""

    def __init__(self, known: Examination, color: int) -> None:
        self._known, self._color = known, color
        self._board = cleared(known.board, known.dead)
        self._board['ko'] = known.board['ko']
        self._record: np.void = known.reader.workspace.get(new_local)
        self._found: dict[int, tuple[int, int]] = {}
        self._in_danger = {k for k, guess in enumerate(known.guesses) if guess.seki or (guess.status != ALIVE and not guess.surely_dead)}

    def temperature(self, move: int, least: int = UNIT // 4) -> int:
        """At how large moves elsewhere this one is still as good, in eighths of a point; -1 if it is below the ``least``."""
        asked, found = self._found.get(move, (local_play.TEMPERATURES[-1] + 1, -1))
        if found < 0 and least < asked:
            legal = py_is_legal(self._board, move, self._color)
            asked, found = least, py_temperature(self._board, self._record, move, self._color, least) if legal else -1
            self._found[move] = asked, found
        return found if found >= least else -1

    def _from_below(self, move: int, least: int) -> int:
        """The temperature up to which a move is as good as others, from the least on."""
        return int(py_temperature(self._board, self._record, move, self._color, least))

    def hottest(self, first: int, others: Iterable[int], read: Mapping[int, float] = MappingProxyType({})) -> tuple[int, float]:
        """The move where most is to be had, and its temperature in points: the first one unless another is clearly hotter; below LEAST
        the temperature is 0.  ``read`` are temperatures that were read: those of exact regions, and the least of others.
        """
        least = round(LEAST * UNIT)
        chosen, most = first, max(round(UNIT * read.get(first, -1.0)), self.temperature(first, least))
        bar = max(most + round(HOTTER * UNIT), least)
        for move in others:
            known = round(UNIT * read.get(move, -1.0))
            if known < bar and self._may_race(move):
                continue
            found = known if known >= bar else self.temperature(move, bar)
            if found >= bar > known:
                # What is as good as a large move elsewhere, but not as a smaller one, is an accident of short lines.
                found = min(found, self._from_below(move, least))
            if found >= bar:
                chosen, most, bar = move, found, found + 1
        return chosen, max(most, 0) / UNIT

    def _may_race(self, move: int) -> bool:
        """Whether a move takes a liberty of stones that may live or die, or of a short string next to such: a race or a seki may hang on
        it.
        """
        size, dragons = int(self._board['size']), self._known.dragons
        for q in neighbours(move, size):
            if q in dragons.at:
                worm = self._known.worm_at[q]
                beside = {p for stone in worm.stones for p in neighbours(stone, size)} if worm.liberties <= SHORT else ()
                if any(k in self._in_danger for k in {dragons.at[p] for p in (q, *beside) if p in dragons.at}):
                    return True
        return False
