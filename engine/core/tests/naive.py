"""A board that is slow and obviously right: a dictionary of stones, everything found by flood fill, undo by copies."""
from owlgo.engine.core.points import BLACK, EMPTY, NEIGHBOURS, PASS, WHITE, all_points, other


class NaiveBoard:
    """The twin of the board record."""

    def __init__(self, size: int, suicide: int = 0):
        self.points = set(all_points(size))
        self.stones: dict[int, int] = {}
        self.suicide = suicide
        self.ko = 0
        self.captured = {BLACK: 0, WHITE: 0}
        self.history: list[tuple] = []

    def neighbours(self, pos: int) -> list[int]:
        return [pos + step for step in NEIGHBOURS if pos + step in self.points]

    def color(self, pos: int) -> int:
        return self.stones.get(pos, EMPTY)

    def string(self, pos: int) -> tuple[set[int], set[int]]:
        """Stones and liberties."""
        stones, liberties, queue = {pos}, set(), [pos]
        while queue:
            for q in self.neighbours(queue.pop()):
                if self.color(q) == EMPTY:
                    liberties.add(q)
                elif self.color(q) == self.color(pos) and q not in stones:
                    stones.add(q)
                    queue.append(q)
        return stones, liberties

    def play(self, pos: int, color: int) -> bool:
        """Play if legal; returns whether it was."""
        before = dict(self.stones), self.ko, dict(self.captured)
        if pos != PASS:
            if pos not in self.points or pos in self.stones:
                return False
            if pos == self.ko and any(self.color(q) == other(color) for q in self.neighbours(pos)):
                return False
            self.stones[pos] = color
            taken: set[int] = set()
            for q in self.neighbours(pos):
                if self.color(q) == other(color) and not self.string(q)[1]:
                    taken |= self.string(q)[0]
            for q in taken:
                del self.stones[q]
            self.captured[color] += len(taken)
            stones, liberties = self.string(pos)
            self.ko = taken.pop() if len(taken) == 1 and len(stones) == 1 and len(liberties) == 1 else 0
            if not liberties:
                if self.suicide == 0 or (self.suicide == 1 and len(stones) == 1):
                    self.stones, self.ko, self.captured = before
                    return False
                for q in stones:
                    del self.stones[q]
                self.captured[other(color)] += len(stones)
        else:
            self.ko = 0
        self.history.append(before)
        return True

    def undo(self) -> None:
        self.stones, self.ko, self.captured = self.history.pop()

    def perft(self, depth: int, color: int = BLACK) -> int:
        if depth == 0:
            return 1
        count = 0
        for pos in [PASS, *sorted(self.points)]:
            if self.play(pos, color):
                count += self.perft(depth - 1, other(color))
                self.undo()
        return count
