"""Counting by hand against counting by code, and the bounds of estimates."""
import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, WHITE, point
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine import seki
from owlgo.engine.examine.examination import Examination
from owlgo.engine.play import final
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count, by_bouzy, by_influence, by_regions

DIVIDED = '''
    . . X . O . .
    . . X . O . .
    . O X . O . .
    . . X . O X .
    . . X . O . .
    . . X . O . .
    . . X . O . .
'''
"""Black has the left with a dead white stone in it, White the right with a dead black one; the column between is nobody's."""
DEAD = {point(2, 1), point(3, 5)}


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('symmetry', [0, 3, 4])
def test_territory_and_prisoners(swap, symmetry):
    from owlgo.engine.core.points import transform
    board = drawn(DIVIDED, swap, symmetry)
    dead = {transform(pos, 7, symmetry) for pos in DEAD}
    sign = -1 if swap else 1
    # On the board both have 13 empty points, and one prisoner's point twice.
    even = estimate.estimate(board, dead, (), Count(), by_regions)
    assert even.value == even.upper == even.lower == 0
    assert estimate.estimate(board, dead, (), Count(6.5, 3, 1), by_regions).value == 6.5 + 1 - 3
    # As the stones stand nobody's: White's stone lives, and Black's is dead.
    living = dead - {transform(point(2, 1), 7, symmetry)}
    less = estimate.estimate(board, living, (), Count(), by_regions)
    assert sign * less.value > 0


def test_chinese_counting():
    board = drawn(DIVIDED)
    by = Count(0.5, 9, 0, 2, area_scoring=True)
    # 21 stones and points each, no prisoners; two points for the handicap.
    assert estimate.estimate(board, DEAD, (), by, by_regions).value == 0.5 + 2


def test_dragons_in_doubt_make_bounds():
    board = drawn(DIVIDED)
    doubtful = estimate.estimate(board, {point(3, 5)}, {point(2, 1)}, Count(), by_regions)
    assert doubtful.lower < doubtful.value < doubtful.upper and doubtful.lower == 0
    assert str(doubtful).startswith('W+') and 'lower: 0.0' in str(doubtful)
    assert doubtful.value == (doubtful.lower + doubtful.upper) / 2


@pytest.mark.parametrize('owners', [by_bouzy, by_influence, by_regions])
def test_all_kinds_of_owners_see_a_divided_board(owners):
    board = drawn(DIVIDED)
    found = owners(board, DEAD)
    assert found[point(0, 0)] < -0.9 and found[point(0, 6)] > 0.9 and abs(found[point(3, 3)]) < 0.2


def test_nobody_owns_a_board_with_one_stone_for_certain():
    board = drawn('''
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    ''')
    assert by_regions(board, ()).sum() == by_bouzy(board, ()).sum()


def test_results_are_written_as_gnu_go_writes_them():
    assert (estimate.result(3.5), estimate.result(-2.0), estimate.result(0.0)) == ('W+3.5', 'B+2.0', 'W+0.0')


def test_a_board_whose_only_black_stones_are_dead_is_all_white():
    """Less than that was White's once, since dead stones did not count among those there are: the bounds were upside down."""
    game = Game(7)
    game.play(WHITE, point(3, 3))
    game.play(BLACK, point(0, 6))
    score = estimate.estimate(game.board, set(), {point(0, 6)}, Count(), by_regions)
    assert score.upper == 49 and score.lower <= score.upper


@pytest.mark.parametrize('owners', [by_bouzy, by_regions])
@pytest.mark.parametrize('left', [BLACK, WHITE])
def test_ground_too_wide_to_hold_is_in_doubt(owners, left):
    """Behind a straight wall the far half is nobody's yet by Bouzy, and its owner's in the final score: the bounds take in both."""
    game = Game(13)
    for row in range(13):
        game.play(left, point(row, 3))
        game.play(BLACK + WHITE - left, point(row, 4))
    score = estimate.of(Examination(game.board, Workspace()), Count(), owners)
    final = (13 * 8 - 13 * 3) * (1 if left == BLACK else -1)
    assert score.lower <= min(final, score.value) and max(final, score.value) <= score.upper and score.upper - score.lower > 20


def test_ground_round_a_single_stone_is_in_doubt():
    game = Game(9)
    game.play(BLACK, point(4, 4))
    score = estimate.of(Examination(game.board, Workspace()), Count())
    assert score.lower < score.value <= score.upper


def test_territory_that_is_held_is_in_no_doubt():
    """The game is finished, dead stones and all."""
    score = estimate.of(Examination(drawn(DIVIDED), Workspace()), Count())
    assert score.lower == score.value == score.upper == 0


EYES_IN_SEKI = """
    . X . O . O X
    X X O O O O X
    O O X X X X X
    . O O X X . X
    O . O X . X X
    O O O X X X X
    . O O X X X .
"""
"""Black's corner and White's group beside it have an eye each; whoever fills the point between them dies.  Outside each has three points,
and Black has six points more by area."""


@pytest.mark.parametrize('swap', [False, True])
def test_eyes_of_a_seki_count_by_area_alone(swap):
    """The estimate is the final score here."""
    known = Examination(drawn(EYES_IN_SEKI, swap), Workspace())
    sign = -1 if swap else 1
    for area_scoring, points in ((False, 0), (True, -6 * sign)):
        by = Count(0.0, area_scoring=area_scoring)
        score = estimate.of(known, by)
        assert score.lower == score.value == score.upper == final.judge(known, by).score == points


TWO_SEKIS = """
    . X . O . X . X X
    X X O O O X X X X
    O O X X X O O O O
    . O O X O O . O .
    O . O X X O O O O
    O O O X . X X X X
    O O X X X X . X X
    X X O O O O X X X
    . X . O . O X X .
"""
"""Above, Black's two groups have an eye each, and White between them has none; below, each side has one.  White has four points outside
of the sekis, Black three."""


@pytest.mark.parametrize('swap', [False, True])
def test_a_seki_in_doubt_leaves_the_other_as_it_is(swap):
    """If Black's corner below is taken after all, its stones and both eyes count there, and no eye above."""
    board, sign = drawn(TWO_SEKIS, swap), -1 if swap else 1
    in_seki = {pos for row, columns in ((0, (1, 3, 5)), (8, (1, 3))) for column in columns for pos in string(board, point(row, column))}
    # All of Black is one dragon, by the spaces in which White lives.
    known = Examination(board, Workspace())
    assert in_seki == known.in_seki(known.guesses)
    settled = estimate.estimate(board, (), (), Count(), by_regions, in_seki)
    assert settled.lower == settled.upper == sign
    doubtful = set(string(board, point(8, 1)))
    score = estimate.estimate(board, (), doubtful, Count(), by_regions, in_seki)
    assert sorted((score.lower, score.upper)) == sorted((sign, sign * (1 + 2 * len(doubtful) + 3)))


def test_open_ground_joins_no_sekis():
    """Neither as it lies, nor when Black's left side, which is in a seki, is dead; an eye of a seki belongs to it."""
    board = drawn('''
        X . . O X
        X . . O X
        X . . O .
        X . . O X
        X . . O X
    ''')
    left = {point(row, 0) for row in range(5)}
    right = {pos for row in range(5) for column in (3, 4) if board['color'][pos := point(row, column)]}
    for dead in (set[int](), left):
        assert sorted(estimate.sekis(board, dead, left | right), key=min) == [left, right | {point(2, 4)}]


def test_area_asks_for_no_sekis(monkeypatch):
    monkeypatch.setattr(seki, 'stones', lambda *_: pytest.fail('asked'))
    assert estimate.of(Examination(drawn(EYES_IN_SEKI), Workspace()), Count(area_scoring=True)).value == -6
