"""Lines close by: twins of the count and of the search, what is known of small endgames, and turned boards."""
import random

import numpy as np
import pytest

from owlgo.engine.core.board import new_board, py_place_if_legal, py_popgo, py_trymove
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, neighbours, other, parse_vertex, transform
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.score.local_play import (
    TEMPERATURES,
    UNBOUNDED,
    UNIT,
    _begin,
    moves_near,
    new_local,
    play_locally,
    py_temperature,
    territory,
)

py_play_locally = for_python(play_locally)
py_territory = for_python(territory)
py_moves_near = for_python(moves_near)

# White's hane at A3 and Black's at A4 bring a point each way; who plays first keeps the other out.
HANE = '''
    . . . . . . .
    . X X X X X X
    . X . . . . .
    . X X X X X X
    . O O O O O O
    . O . . . . .
    . O . . . . .
'''


def strings(board: np.void) -> list[tuple[int, set[int], set[int]]]:
    """Colour, stones and liberties of every string."""
    size, colors, found, seen = int(board['size']), board['color'], [], set()
    for pos in all_points(size):
        if colors[pos] == EMPTY or pos in seen:
            continue
        stones, free, left = set(), set(), [pos]
        while left:
            p = left.pop()
            stones.add(p)
            for q in neighbours(p, size):
                if colors[q] == EMPTY:
                    free.add(q)
                elif colors[q] == colors[pos] and q not in stones:
                    left.append(q)
        seen |= stones
        found.append((int(colors[pos]), stones, free))
    return found


def naive_territory(board: np.void, old: dict[int, int], side: int, t: int) -> float:
    """What ``territory`` counts on a board that is counted whole."""
    size = int(board['size'])
    every = strings(board)
    living = [one for one in every if any(old[p] == one[0] for p in one[1])]
    while more := [one for one in every if one not in living and any(one[0] == ally[0] and one[2] & ally[2] for ally in living)]:
        living += more
    total, gain = 0, 0
    for color, stones, free in living:
        if len(free) == 1:
            total += len(stones) * (1 if color == WHITE else -1)
            gain = max(gain, len(stones))
    stands = {p for one in living for p in one[1]}

    def steps(color: int) -> dict[int, int]:
        far = {p: 0 for one in living if one[0] == color for p in one[1]}
        rim = list(far)
        while rim:
            rim = [q for p in rim for q in neighbours(p, size) if q not in stands and far.setdefault(q, far[p] + 1) == far[p] + 1]
            rim = list(dict.fromkeys(rim))
        return far
    black, white = steps(BLACK), steps(WHITE)
    for p in all_points(size):
        one, two = black.get(p, 1000), white.get(p, 1000)
        if p not in stands and one != two:
            owner = BLACK if one < two else WHITE
            total += (2 if board['color'][p] == other(owner) else 1) * (1 if owner == BLACK else -1)
    total += int(board['captures'][BLACK]) - int(board['captures'][WHITE])
    half = t // 2
    return (total if side == BLACK else -total) * UNIT + max(half, gain * UNIT - half)


def played(seed: int, size: int = 6, count: int = 14) -> np.void:
    """A board after random moves."""
    rng, board = random.Random(seed), new_board(size)
    for k in range(count):
        py_place_if_legal(board, rng.choice([p for p in all_points(size) if board['color'][p] == EMPTY]), 1 + k % 2)
    board['ko'] = 0
    return board


def naive_value(board: np.void, e: np.void, old: dict[int, int], depth: int, passes: int, side: int, local: bool) -> float:
    """The same lines without bounds."""
    t = int(e['t'])
    if passes == 2 or depth == int(e['limit']):
        return naive_territory(board, old, side, t)
    py_moves_near(board, e, depth, side)
    moves, best = e['moves'][depth][:int(e['count'][depth])].tolist(), -float(UNBOUNDED)
    for move in moves:
        if move == PASS and local:
            continue
        e['line'][depth + 2] = move
        if move == PASS:
            value = t - naive_value(board, e, old, depth + 1, passes + 1, other(side), False)
        else:
            assert py_trymove(board, move, side)
            value = -naive_value(board, e, old, depth + 1, 0, other(side), False)
            py_popgo(board)
        best = max(best, value)
    return best


def value_round(board: np.void, e: np.void, middle: int, side: int, local: int, t: int) -> int:
    """The value of play round a point for the side that begins, without bounds."""
    _begin(board, e, middle)
    e['t'], e['line'][:2] = t, (PASS, middle)
    return int(py_play_locally(board, e, side, local, -UNBOUNDED, UNBOUNDED))


@pytest.mark.parametrize('seed', range(12))
def test_the_count_and_the_search_are_what_their_twins_say(seed):
    rng, board, e = random.Random(seed), played(seed), new_local()
    old = {p: int(board['color'][p]) for p in all_points(6)}
    e['limit'], e['wide'] = 3, 3
    middle, t, side = rng.choice([p for p in all_points(6) if board['color'][p] == EMPTY]), rng.choice([0, 4, 16, 60]), 1 + seed % 2
    for local in (0, 1):
        found = value_round(board, e, middle, side, local, t)
        assert found == naive_value(board, e, old, 0, 0, side, bool(local))
    for k in range(8):
        py_place_if_legal(board, rng.choice([p for p in all_points(6) if board['color'][p] == EMPTY]), 1 + (seed + k) % 2)
        assert py_territory(board, e, side) == naive_territory(board, old, side, t)


def test_which_stone_of_a_string_came_first_changes_nothing():
    """Of three black stones in atari the last lies beyond what is counted round K10."""
    found = set()
    for black in ('P10 Q10 R10', 'R10 Q10 P10'):
        board, e = new_board(19), new_local()
        for color, names in ((BLACK, black), (WHITE, 'P11 Q11 R11 Q9 R9 S10 O10')):
            for name in names.split():
                assert py_place_if_legal(board, parse_vertex(name, 19), color)
        found.add((value_round(board, e, parse_vertex('K10', 19), BLACK, 0, 40), py_territory(board, e, BLACK)))
    assert len(found) == 1


@pytest.mark.parametrize('symmetry', range(8))
@pytest.mark.parametrize('swap', [False, True])
def test_a_hane_on_the_first_line_is_worth_a_point_and_a_dame_nothing(swap, symmetry):
    board, e = drawn(HANE, swap, symmetry), new_local()
    black = WHITE if swap else BLACK

    def at(name: str) -> int:
        return transform(parse_vertex(name, 7), 7, symmetry)
    assert py_temperature(board, e, at('A3'), black, 2) == py_temperature(board, e, at('A4'), other(black), 2) == UNIT
    # Elsewhere there is nothing but the own territory.
    assert py_temperature(board, e, at('G7'), black, 2) == -1
    # If more is wanted nothing is found, nor if it is more than is ever looked for.
    assert py_temperature(board, e, at('A3'), black, UNIT + 1) == -1
    assert py_temperature(board, e, at('A3'), black, TEMPERATURES[-1] + 1) == -1

