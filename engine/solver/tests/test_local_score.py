"""What small closed regions are worth: against a plain search of every line, drawn cases, and the solver's verdicts."""
import random
from functools import cache

import numpy as np
import pytest

from owlgo.engine.core.board import new_board, py_place
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import BLACK, WHITE, all_points, parse_vertex, point, transform, vertex
from owlgo.engine.solver.local_score import MOST_PLIES, NO_MASTER, POINT_UNITS, LocalScore, Worth, area, new_score
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO, NotEnclosed, Region, enclose, py_play

py_area = for_python(area)

RECORD = new_score()

def region_of(rows: list[str], pos: str, size: int = 7, swap: bool = False) -> Region:
    """The region of the dragon at pos, the rows being the board's lowest."""
    board = new_board(size)
    for up, row in enumerate(reversed(rows)):
        for col, sign in enumerate(row.split()):
            if sign in 'XO':
                py_place(board, point(size - 1 - up, col), BLACK if (sign == 'X') != swap else WHITE)
    return enclose(board, parse_vertex(pos, size))


def worth(region: Region, side: int, nodes: int = 1_000_000) -> Worth:
    found = LocalScore(region, RECORD, nodes).worth(side)
    assert found is not None
    return found


class TooLong(Exception):
    """The plain search has more to look at than a test may."""


def plain(region: Region, attackers: int, defenders: int, ko: int, side: int, passes: int, path: tuple[tuple[int, int], ...],
          left: list[int], master: int = NO_MASTER, temperature: int = 0) -> int:
    """The defender's value, in eighths of a point, by trying every move, own eyes and all, with nothing kept: a position of the line may
    not come back with the same side to move, unless the side with the ko threats retakes.
    """
    sign = 1 if side == DEFENDER else -1
    left[0] -= 1
    if left[0] < 0 or len(path) >= 24:
        raise TooLong
    if passes == 2:
        return POINT_UNITS * int(py_area(region.record, np.uint64(attackers), np.uint64(defenders))) + sign * temperature // 2
    if not defenders:
        return -POINT_UNITS * len(region.points) + sign * temperature // 2
    best = [plain(region, attackers, defenders, NO_KO, 1 - side, passes + 1, (*path, (attackers, defenders)), left, master, temperature) +
            sign * temperature]
    for v in range(len(region.points)):
        if (attackers | defenders) >> v & 1 or (v == ko and side != master):
            continue
        if not py_play(region.record, np.uint64(attackers), np.uint64(defenders), v, side):
            continue
        a, d, ban = int(region.record['stones'][ATTACKER]), int(region.record['stones'][DEFENDER]), int(region.record['ko'])
        if v != ko and (a, d) in path[len(path) - 1::-2]:
            continue
        best.append(plain(region, a, d, ban, 1 - side, 0, (*path, (attackers, defenders)), left, master, temperature))
    return max(best) if side == DEFENDER else min(best)


def small_regions(seed: int, most_empty: int) -> Region | None:
    """A closed region of a random position on a small board."""
    rng = random.Random(seed)
    size = rng.choice((4, 5))
    board = new_board(size)
    for pos in all_points(size):
        if rng.random() < 0.85:
            py_place(board, pos, rng.choice((BLACK, WHITE)))
    if any(board['color'][pos] and not board['libs'][board['origin'][pos]] for pos in all_points(size)):
        return None
    stones = [pos for pos in all_points(size) if board['color'][pos]]
    try:
        region = enclose(board, rng.choice(stones))
    except NotEnclosed:
        return None
    empty = region.empty
    return region if 1 <= empty <= most_empty else None


@cache
def small_ones() -> list[tuple[int, Region]]:
    """Such regions, with their seeds."""
    found = [(seed, small_regions(seed, 3)) for seed in range(6000)]
    return [(seed, region) for seed, region in found if region is not None]


@pytest.mark.parametrize(('master', 'temperature', 'least'), [(NO_MASTER, 0, 100), (ATTACKER, 0, 80), (DEFENDER, 0, 80),
                                                              (NO_MASTER, POINT_UNITS, 100)])
def test_values_are_those_of_a_search_of_every_line(master, temperature, least):
    compared = 0
    for seed, region in small_ones():
        for side in (ATTACKER, DEFENDER):
            start = region.attackers, region.defenders, region.ko_for(side)
            try:
                expected = plain(region, *start, side, 0, (), [3000], master, temperature)
            except TooLong:
                continue
            found = LocalScore(region, RECORD, 1_000_000).search(start, side, master, temperature=temperature)
            assert found * (1 if side == DEFENDER else -1) == expected, seed
            compared += 1
    assert compared >= least


@pytest.mark.parametrize('swap', [False, True])
def test_what_was_counted_as_it_stood_is_not_kept_where_more_moves_are_left(swap):
    region = region_of(['O O O O O . .', 'X . X . O . .', 'X X X . O . .', 'O O . X O . .'], 'B2', swap=swap)
    start, score = (region.attackers, region.defenders, NO_KO), LocalScore(region, RECORD, 1_000_000)
    RECORD['deepest'] = 12
    # Frames before this one are not kept.
    assert score.search(start, ATTACKER, prescribed=MOST_PLIES) == score.search(start, ATTACKER)


@pytest.mark.parametrize('swap', [False, True])
def test_stones_in_the_eyes_of_what_lives_are_lost(swap):
    """Whoever moves first at the end of the lowest line, one point more or less."""
    region = region_of(['O O O O O O O O .', 'X X X X X X X O .', '. X . O . X . O .'], 'A2', 9, swap)
    start, points = (region.attackers, region.defenders, NO_KO), len(region.points)
    for side, value in ((DEFENDER, points), (ATTACKER, points - 2)):
        assert worth(region, side).value == value == plain(region, *start, side, 0, (), [20_000]) / POINT_UNITS


@pytest.mark.parametrize(('rows', 'side'), [
    (['. O X X O . .', 'O . O X O . .'], DEFENDER),
    (['. . . X O . .', 'X O . X O . .'], DEFENDER),
    (['O X X X O . .', '. . . X O . .'], ATTACKER),
])
@pytest.mark.parametrize('swap', [False, True])
def test_what_hangs_on_a_ko_is_the_mean_of_two_cases(rows, side, swap):
    region = region_of(['O O O O O . .', 'X X X X O . .', *rows], 'A3', swap=swap)
    start = region.attackers, region.defenders, NO_KO
    without, attacker_has = (LocalScore(region, RECORD, 100_000).search(start, side, master) for master in (NO_MASTER, ATTACKER))
    assert without < attacker_has if side == ATTACKER else without > attacker_has
    assert worth(region, side).value == (1 if side == DEFENDER else -1) * (without + attacker_has) / 2 / POINT_UNITS


def test_of_moves_that_bring_as_much_the_first_leaves_least():
    rows = ['O O O O O O .', 'X X X X X O .', '. . . . X O .', '. . . . X O .']
    region = region_of(rows, 'A3')
    found = worth(region, DEFENDER)
    assert len(found.moves) > 1
    score, left = LocalScore(region, RECORD, 100_000), []
    for move in found.moves:
        py_play(region.record, np.uint64(region.attackers), np.uint64(region.defenders), region.points.index(move), DEFENDER)
        after = int(region.record['stones'][ATTACKER]), int(region.record['stones'][DEFENDER]), int(region.record['ko'])
        left.append(score.search(after, ATTACKER, ATTACKER, temperature=POINT_UNITS))
    assert left == sorted(left) and left[0] < left[-1]


@pytest.mark.parametrize('swap', [False, True])
def test_a_corner_that_one_move_kills_or_saves(swap):
    # A straight three: the middle is worth the whole corner.
    region = region_of(['O O O O O . .', 'X X X X O . .', '. . . X O . .'], 'A2', swap=swap)
    mine, theirs = worth(region, DEFENDER), worth(region, ATTACKER)
    assert (mine.value, theirs.value) == (8, -8)
    assert [vertex(pos, 7) for pos in mine.moves] == ['B1'] == [vertex(pos, 7) for pos in theirs.moves]


def test_two_eyes_leave_nothing_to_play_for():
    region = region_of(['O O O O O . .', 'X X X X O . .', '. X . X O . .'], 'A2')
    assert worth(region, DEFENDER) == worth(region, ATTACKER) == Worth(8, (), 8)


def test_territory_that_may_become_seki():
    # Black lives with all of the corner, or in seki: White's move there is worth points, and threatens to kill.
    rows = ['O O O O O O .', 'X X X X X O .', '. . . . X O .', '. . . . X O .']
    region = region_of(rows, 'A3')
    mine, theirs = worth(region, DEFENDER), worth(region, ATTACKER)
    assert mine.value > theirs.value > -len(region.points)
    assert theirs.threat < theirs.value


def test_however_the_board_is_turned():
    rows = ['O O O O O . .', 'X X X X O . .', '. . . X O . .', '. . O X O . .']
    base = region_of(rows, 'A3')
    expected = [worth(base, side).value for side in (ATTACKER, DEFENDER)]
    board = new_board(7)
    for up, row in enumerate(reversed(rows)):
        for col, sign in enumerate(row.split()):
            if sign in 'XO':
                py_place(board, point(6 - up, col), BLACK if sign == 'X' else WHITE)
    for k in range(8):
        turned = new_board(7)
        for pos in all_points(7):
            if board['color'][pos]:
                py_place(turned, transform(pos, 7, k), int(board['color'][pos]))
        region = enclose(turned, transform(parse_vertex('A3', 7), 7, k))
        assert [worth(region, side).value for side in (ATTACKER, DEFENDER)] == expected


def test_who_runs_out_of_nodes_says_so():
    region = region_of(['O O O O O . .', 'X X X X O . .', '. . . X O . .', '. . . X O . .'], 'A3')
    assert LocalScore(region, RECORD, 5).worth(ATTACKER) is None
    assert MOST_PLIES < 64
