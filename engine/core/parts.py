"""Divide sets into parts: connected sets of points, and groups that are joined step by step (union-find)."""
from collections.abc import Collection, Iterable, Iterator, Set

from owlgo.engine.core.points import neighbours


def connected(points: Set[int], size: int, start: int) -> set[int]:
    """Return the part of the points that is connected to ``start``."""
    found, queue = {start}, [start]
    while queue:
        new = [q for q in neighbours(queue.pop(), size) if q in points and q not in found]
        found.update(new)
        queue += new
    return found


def parts(points: Collection[int], size: int) -> Iterator[set[int]]:
    """Yield the connected parts of a set of points, in board order of their first points."""
    left = set(points)
    while left:
        part = connected(left, size, min(left))
        left -= part
        yield part


class Leaders:
    """Disjoint groups that can be joined, each with a leader (union-find)."""

    def __init__(self, members: Iterable[int]) -> None:
        self._leader = {member: member for member in members}
        self._group = {member: [member] for member in self._leader}

    def leader(self, member: int) -> int:
        """Return the leader of a member's group."""
        while self._leader[member] != member:
            member = self._leader[member]
        return member

    def join_all(self, members: Collection[int]) -> None:
        """Join the groups of all these members into one."""
        leaders = sorted({self.leader(member) for member in members})
        for leader in leaders[1:]:
            self._leader[leader] = leaders[0]
            self._group[leaders[0]] += self._group.pop(leader)

    def group(self, member: int) -> list[int]:
        """Return all members of a member's group, in order."""
        return sorted(self._group[self.leader(member)])

    def groups(self) -> list[list[int]]:
        """Return every group as a list of its members in order.  Groups are ordered by their first members."""
        return sorted(sorted(group) for group in self._group.values())
