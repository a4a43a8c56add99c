"""The clock of a game, and the time for a move (GTP's time_settings and time_left, KGS's kgs-time_settings).

Main time comes first, then periods: for one stone each, or for several (after 5 minutes, for example, 25 stones in 10 minutes).
"""
import re
from dataclasses import dataclass, field

from owlgo.engine.play.weights import CLOCK

MAX_TIME = (1 << 31) - 1
"""Most seconds or stones accepted: controllers send such numbers for "no limit"."""
UNLIMITED = 10_000_000
"""Seconds of main time that mean no limit: four months."""


@dataclass
class Clock:
    """The clocks of both sides.  A negative main time has run out.  Raises ValueError for other negative numbers, and for numbers beyond
    MAX_TIME or not finite.
    """
    main: float
    period: float = 0.0
    """Seconds of a period after the main time; 0 if there is none."""
    stones: int = 1
    """Stones to be played in each period."""
    byoyomi: bool = False
    """Whether periods are Japanese: each is for one stone, and controllers count periods."""
    _left: dict[int, tuple[float, int]] = field(default_factory=dict)
    """By colour: seconds left, and the stones still to be played in this time (0 in the main time)."""

    def __post_init__(self) -> None:
        self.main = max(self.main, 0)
        if not (0 <= self.main <= MAX_TIME and 0 <= self.period <= MAX_TIME and 1 <= self.stones <= MAX_TIME):
            raise ValueError('invalid time settings')

    def left(self, color: int) -> tuple[float, int]:
        """Return the seconds left, and the stones to be played in this time (0 in the main time)."""
        return self._left.get(color, (self.main, 0) if self.main > 0 or not self.period else (self.period, self.stones))

    def set(self, color: int, seconds: float, stones: int) -> None:
        """Set a side's clock as the controller shows it: the seconds, and the stones or Japanese periods, that are left.

        Seconds beyond the length of a period are dropped.  Raises ValueError for stones below zero, and for numbers beyond MAX_TIME or NaN.
        """
        if not (seconds <= MAX_TIME and 0 <= stones <= MAX_TIME):
            raise ValueError('invalid time')
        seconds = max(seconds, 0)
        if stones and self.period:
            seconds = min(seconds, self.period)
        self._left[color] = seconds, min(stones, 1) if self.byoyomi else stones

    def begin(self) -> None:
        """Give both sides their full time, for another game."""
        self._left.clear()

    def spend(self, color: int, seconds: float) -> None:
        """Take a move's time off a colour's clock."""
        left, stones = self.left(color)
        left -= seconds
        if stones == 0 and left <= 0 and self.period:
            # The rest came out of the first period.
            left, stones = left + self.period, self.stones
        if stones:
            stones -= 1
            if stones == 0:
                left, stones = self.period, self.stones
        self._left[color] = max(left, 0.0), stones

    def for_move(self, color: int, moves: int, size: int) -> float:
        """Return the seconds for the next move, when ``moves`` have been played on a board of this size."""
        left, stones = self.left(color)
        if stones:
            return max(CLOCK.period * left / stones - CLOCK.lag, CLOCK.least)
        area = size * size
        ahead = max(CLOCK.moves * area - moves / 2, CLOCK.moves_left * area, CLOCK.last_moves)
        # Once the main time is gone, every move has its share of a period.
        if self.period:
            return max(left / ahead + CLOCK.period * self.period / self.stones - CLOCK.lag, CLOCK.least)
        return max(min(left / ahead, left / 2) - CLOCK.lag, CLOCK.least)


def kgs(words: list[str]) -> Clock | None:
    """Parse the arguments of kgs-time_settings; return None for no limit.  Raises ValueError."""
    system, numbers = words[0] if words else '', words[1:]
    wanted = {'none': 0, 'absolute': 1, 'byoyomi': 3, 'canadian': 3}.get(system)
    if wanted is None or len(numbers) != wanted or not all(re.fullmatch('[-+]?[0-9]{1,19}', number) for number in numbers) or \
            any(int(number) < 0 for number in numbers[1:]):
        raise ValueError('invalid time settings')
    if system == 'none':
        return None
    main, period, count = [*(int(number) for number in numbers), 0, 0][:3]
    if system == 'byoyomi':
        return Clock(main, period if count else 0, byoyomi=True)
    return Clock(main, period, count if system == 'canadian' else 1)
