"""Questions about strings: their liberties, neighbours and stones, and the liberties that a move would have.

Functions named ``collect_...`` leave their points in ``b.found[:b.nfound]`` until the next such function is called.
"""
import numpy as np
from numba import int64

from owlgo.engine.core.board import BOARD, touches
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import EMPTY, NEIGHBOURS, NPOINTS, all_points


@unit(int64(BOARD, int64, int64))
def collect_liberties(b, pos, most):
    """Collect in ``b.found`` up to ``most`` liberties of the string at pos, in no particular order.  Return how many."""
    root = b.origin[pos]
    wanted = min(b.libs[root], most)
    n = 0
    stone = root
    b.stamp += 1
    while n < wanted:
        for step in NEIGHBOURS:
            q = stone + step
            if b.color[q] == EMPTY and b.mark[q] != b.stamp:
                b.mark[q] = b.stamp
                if n < wanted:
                    b.found[n] = q
                    n += 1
        stone = b.next[stone]
    b.nfound = n
    return n


@unit(int64(BOARD, int64, int64))
def collect_neighbours(b, pos, most_liberties):
    """Collect in ``b.found`` the origins of adjacent enemy strings with at most ``most_liberties``.  Return how many."""
    root = b.origin[pos]
    opponent = 3 - b.color[root]
    n = 0
    stone = root
    b.stamp += 1
    while True:
        for step in NEIGHBOURS:
            q = stone + step
            if b.color[q] == opponent:
                r = b.origin[q]
                if b.mark[r] != b.stamp:
                    b.mark[r] = b.stamp
                    if b.libs[r] <= most_liberties:
                        b.found[n] = r
                        n += 1
        stone = b.next[stone]
        if stone == root:
            break
    b.nfound = n
    return n


@unit(int64(BOARD, int64, int64, int64))
def collect_liberties_after(b, pos, color, most):
    """Collect in ``b.found`` up to ``most`` liberties of the string that a stone played at pos would belong to.  Return how many.

    The point must be empty.  0 means suicide.  Stones that the move captures leave liberties.
    """
    b.stamp += 1
    n = 0
    b.mark[pos] = b.stamp
    for step in NEIGHBOURS:
        q = pos + step
        c = b.color[q]
        # A captured stone next to the point is a liberty of the stone that takes it.
        if (c == EMPTY or (c == 3 - color and b.libs[b.origin[q]] == 1)) and b.mark[q] != b.stamp and n < most:
            b.mark[q] = b.stamp
            b.found[n] = q
            n += 1
    for step in NEIGHBOURS:
        q = pos + step
        if b.color[q] == color and n < most:
            root = b.origin[q]
            if b.mark[root] == b.stamp:
                continue
            b.mark[root] = b.stamp
            stone = root
            while n < most:
                for step2 in NEIGHBOURS:
                    l = stone + step2
                    c = b.color[l]
                    if b.mark[l] == b.stamp or n >= most:
                        continue
                    if c == EMPTY or (c == 3 - color and b.libs[b.origin[l]] == 1 and touches(b, pos, b.origin[l])):
                        b.mark[l] = b.stamp
                        b.found[n] = l
                        n += 1
                stone = b.next[stone]
                if stone == root:
                    break
    b.nfound = n
    return n


@unit(int64(BOARD, int64, int64, int64))
def liberties_after(b, pos, color, most):
    """Return the number of liberties after a move, at most ``most`` (``collect_liberties_after``).  ``b.found`` becomes undefined.

    The largest string that the stone would join is not walked over: the board knows its liberties, and the move takes one of them.
    """
    largest = -1
    for step in NEIGHBOURS:
        q = pos + step
        c = b.color[q]
        if c == color:
            if largest < 0 or b.count[b.origin[q]] > b.count[largest]:
                largest = b.origin[q]
        elif c == 3 - color and b.libs[b.origin[q]] == 1:
            return collect_liberties_after(b, pos, color, most)
    n = 0
    if largest >= 0:
        n = b.libs[largest] - 1
        if n >= most:
            return most
    b.stamp += 1
    b.mark[pos] = b.stamp
    for step in NEIGHBOURS:
        q = pos + step
        c = b.color[q]
        if c == EMPTY and b.mark[q] != b.stamp:
            b.mark[q] = b.stamp
            n += largest < 0 or not touches(b, q, largest)
        elif c == color:
            root = b.origin[q]
            if root == largest or b.mark[root] == b.stamp:
                continue
            b.mark[root] = b.stamp
            stone = root
            while n < most:
                for step2 in NEIGHBOURS:
                    l = stone + step2
                    if b.color[l] == EMPTY and b.mark[l] != b.stamp:
                        b.mark[l] = b.stamp
                        n += not touches(b, l, largest)
                stone = b.next[stone]
                if stone == root:
                    break
    return min(n, most)


# --- what Python calls

@kernel(int64(BOARD, int64, int64))
def py_liberties_after(b, pos, color):
    """Collect in ``b.found`` all liberties of the string that a stone played at pos would belong to; return how many.  For Python."""
    return collect_liberties_after(b, pos, color, NPOINTS)


@kernel(int64(BOARD, int64, int64, int64))
def py_count_liberties_after(b, pos, color, most):
    """Return the number of liberties after a move, at most ``most``.  For Python."""
    return liberties_after(b, pos, color, most)


@kernel(int64(BOARD, int64))
def py_liberties(b, pos):
    """Collect in ``b.found`` all liberties of the string at pos; return how many.  For Python."""
    return collect_liberties(b, pos, NPOINTS)


@kernel(int64(BOARD, int64))
def py_neighbours(b, pos):
    """Collect in ``b.found`` the origins of all adjacent enemy strings; return how many.  For Python."""
    return collect_neighbours(b, pos, NPOINTS)


def found(b: np.void) -> list[int]:
    """Return the points that the last ``collect_...`` function left, in board order."""
    return sorted(b['found'][:b['nfound']].tolist())


def string(b: np.void, pos: int) -> list[int]:
    """The stones of the string at pos, in board order."""
    following = b['next']
    stones, stone = [pos], int(following[pos])
    while stone != pos:
        stones.append(stone)
        stone = int(following[stone])
    return sorted(stones)


def first_stones(b: np.void) -> dict[int, int]:
    """Return, for every stone on the board, the first stone of its string in board order."""
    colors, following = b['color'].tolist(), b['next'].tolist()
    first: dict[int, int] = {}
    for pos in all_points(int(b['size'])):
        if colors[pos] != EMPTY and pos not in first:
            first[pos] = pos
            stone = following[pos]
            while stone != pos:
                first[stone] = pos
                stone = following[stone]
    return first
