"""Perft: count move sequences and legal positions.  Any two implementations of the rules must agree on the counts."""
from numba import int64

from owlgo.engine.core.board import BOARD, new_board, popgo, py_set_up, trymove, trymove_assume_legal
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import EMPTY, NPOINTS, PASS, all_points


@kernel(int64(BOARD, int64))
def py_perft(b, depth):
    """Count sequences of legal moves without recursion: the board's stack holds the moves so far."""
    n = 0
    base = b.stackp
    pos = -1
    while True:
        # Step 1. The next legal move after pos for the side to move at this depth.
        color = 1 + (b.stackp - base) % 2
        pos += 1
        while pos < NPOINTS and not (pos == PASS or (b.color[pos] == EMPTY and trymove(b, pos, color))):
            pos += 1
        if pos < NPOINTS:
            if pos == PASS:
                trymove_assume_legal(b, pos, color)
            if b.stackp - base == depth:
                n += 1
                popgo(b)
            else:
                pos = -1
            continue
        if b.stackp == base:
            return n
        pos = b.frame_move[b.stackp - 1]
        popgo(b)


def perft(size: int, depth: int) -> int:
    """Return the number of sequences of ``depth`` legal moves, sides alternating, passes included, with simple ko."""
    return int(py_perft(new_board(size), depth))


def legal_positions(size: int) -> int:
    """Return how many placements of stones leave every string a liberty (Tromp and Farnebäck 2007: 1, 57, 12675)."""
    points = all_points(size)
    count = 0
    for number in range(3 ** len(points)):
        board = new_board(size)
        wanted = board['color'].copy()
        wanted[list(points)] = [number // 3 ** k % 3 for k in range(len(points))]
        count += py_set_up(board, wanted)
    return count
