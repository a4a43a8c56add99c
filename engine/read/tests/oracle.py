"""The slow, obviously right twin of capturing readings: every position that can arise, and backward induction over them.

The attacker wins what he can force in finitely many moves; what only repeats is the defender's.  ``threats`` names the colour that has ko
threats: it may retake a ko at once, ``THREATS`` times in a line.
"""
from collections import deque

from owlgo.engine.core.points import other
from owlgo.engine.read.record import FEW_THREATS

State = tuple[tuple[int, int], int, int]
"""Both colours' stones as bits, the colour to move, and the ko point's bit or 0."""


class TooLarge(Exception):
    """More positions than the limit."""


class Oracle:
    """The rules on a small square board whose points are bits, row by row with an empty column between."""

    def __init__(self, size: int) -> None:
        self.width = size + 1
        self.points = [1 << (row * self.width + col) for row in range(size) for col in range(size)]
        self.board = sum(self.points)

    def beside(self, bits: int) -> int:
        """The neighbours of these points."""
        return (bits << 1 | bits >> 1 | bits << self.width | bits >> self.width) & self.board

    def string(self, bits: int, start: int) -> int:
        """The points of ``bits`` that hang together with the start."""
        while True:
            grown = (start | self.beside(start)) & bits
            if grown == start:
                return start
            start = grown

    def play(self, stones: tuple[int, int], pos: int, color: int) -> tuple[tuple[int, int], int, int] | None:
        """The stones after a move, the ko point or 0, and what was taken; None for suicide."""
        mine, theirs = stones[color - 1] | pos, stones[2 - color]
        taken, left = 0, self.beside(pos) & theirs
        while left:
            string = self.string(theirs, left & -left)
            left &= ~string
            if not self.beside(string) & ~(mine | theirs):
                taken |= string
        theirs &= ~taken
        string = self.string(mine, pos)
        liberties = self.beside(string) & ~(mine | theirs)
        if not liberties:
            return None
        ko = taken if taken & (taken - 1) == 0 and string == pos and liberties & (liberties - 1) == 0 else 0
        return ((mine, theirs) if color == 1 else (theirs, mine)), ko, taken

    def verdicts(self, stones: tuple[int, int], ko: int, target: int, limit: int = 4000) -> dict[tuple[int, int], bool]:
        """Whether the attacker can force the string of target off the board: by colour to move and by the colour with threats, 0 nobody.

        Raises TooLarge.
        """
        owner = 1 if stones[0] & target else 2
        attacker = other(owner)
        roots = [(stones, color, ko) for color in (1, 2)]
        # Every option says whether it retakes a ko at once.
        options: dict[State, list[tuple[State, bool]]] = {root: [] for root in roots}
        taken: set[State] = set()
        queue = list(options)
        while queue:
            state = queue.pop()
            position, color, banned = state
            free = self.board & ~(position[0] | position[1])
            if not position[owner - 1] & target:
                # Just taken.  Its owner may take back at once: in ko with threats, or a bait that cost the attacker more than it.
                found = []
                back = self.play(position, target, owner) if free & target else None
                if back is not None and banned == target:
                    found = [((back[0], attacker, back[1]), True)]
                if not (back is not None and banned == 0 and back[2] & (back[2] - 1) and self.roomy(back[0][owner - 1], back[0], target)):
                    taken.add(state)    # else a snapback: the bait was not the string's capture
            else:
                found = [((position, attacker, 0), False)] if color == owner else []
                for pos in self.points:
                    if free & pos:
                        after = self.play(position, pos, color)
                        if after is not None:
                            found.append(((after[0], other(color), after[1]), pos == banned))
            options[state] = found
            for option, _ in found:
                if option not in options:
                    options[option] = []
                    queue.append(option)
            if len(options) > limit:
                raise TooLarge
        result = {}
        for threats in (0, 1, 2):
            won = self._induce(options, taken, attacker, threats)
            result.update({(root[1], threats): root in won for root in roots})
        return result

    def roomy(self, mine: int, stones: tuple[int, int], pos: int) -> bool:
        """Whether the string at pos has more than one liberty."""
        liberties = self.beside(self.string(mine, pos)) & ~(stones[0] | stones[1])
        return liberties & (liberties - 1) != 0

    @staticmethod
    def _induce(options: dict[State, list[tuple[State, bool]]], taken: set[State], attacker: int, threats: int) -> set[State]:
        """The states that the attacker wins, backwards from those where the string is taken for good; with all threats still unused."""
        before: dict[tuple[State, int], list[tuple[State, int]]] = {}
        left = {}
        ready: deque[tuple[State, int]] = deque()
        unused = FEW_THREATS if threats else 0
        for state, found in options.items():
            for threat in range(unused + 1):
                legal = [(option, threat - retake) for option, retake in found if not retake or (threat and threats == state[1])]
                left[state, threat] = len(legal)
                for option in legal:
                    before.setdefault(option, []).append((state, threat))
                if state in taken and not legal:
                    ready.append((state, threat))
        done = set(ready)
        while ready:
            for node in before.get(ready.popleft(), []):
                if node in done:
                    continue
                left[node] -= 1
                if node[0][1] == attacker or left[node] == 0:
                    done.add(node)
                    ready.append(node)
        return {state for state, threat in done if threat == unused}
