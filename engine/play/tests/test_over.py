"""When a game is over, and that a pass then wins it."""
import math

import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, other, point, transform
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.tests.pictures import FINISHED, drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.play import ending, final, genmove, over
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.over import Win
from owlgo.engine.play.reasons import Motive, Reason
from owlgo.engine.play.tests.test_final import looks_briefly
from owlgo.engine.play.tests.test_value import game_of
from owlgo.engine.play.weights import GAIN
from owlgo.engine.score.estimate import Count

SPLITS = [(size, col) for size in (5, 6, 7) for col in range(1, size - 2)]
"""Boards, and the column of the first of two walls side by side, with territory on both sides."""


def walls(size: int, col: int, left: int, symmetry: int = 0) -> Game:
    """A wall of each side, ``left`` the colour of the left one, the whole board turned."""
    game = Game(size)
    stones = {color: [transform(point(row, where), size, symmetry) for row in range(size)]
              for color, where in ((left, col), (other(left), col + 1))}
    game.setup(stones[BLACK], stones[WHITE])
    return game


def half_a_point_ahead(game: Game, color: int, area_scoring: bool) -> None:
    """Set komi so that a side wins by half a point as the board stands."""
    game.komi = 0.0
    score = final.judge(genmove.examine(game, 10, Workspace()), Count.of(game, area_scoring)).score
    game.komi = (0.5 if color == WHITE else -0.5) - score


@pytest.mark.parametrize('swapped', [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize('left', [BLACK, WHITE])
@pytest.mark.parametrize(('size', 'col'), few(SPLITS, 5))
def test_a_pass_is_answered_with_the_pass_that_wins(size, col, left, swapped, monkeypatch):
    """On every split of a small board, whoever leads by half a point; all symmetries take their turn.

    Each colour leads by each rule and on each side of the board; with ``swapped`` the rules are those that were left out.  One board is
    looked at in full.
    """
    if (size, col, left) != (6, 3, BLACK):
        looks_briefly(monkeypatch)
    workspace, number = Workspace(), SPLITS.index((size, col))
    for color in (BLACK, WHITE):
        area_scoring = ((number + left + color) % 2 == 0) != swapped
        game = walls(size, col, left, (2 * number + color) % 8)
        half_a_point_ahead(game, color, area_scoring)
        game.play(other(color), PASS)
        assert genmove.genmove(game, color, MoveSettings(0, area_scoring=area_scoring), workspace=workspace) == PASS
        game.play(color, PASS)
        score = ending.finish(game, workspace, area_scoring).score
        assert score == (0.5 if color == WHITE else -0.5), 'the final score says so too'


@pytest.mark.parametrize('area_scoring', [False, True])
def test_a_pass_that_loses_or_draws_is_not_called_a_win(area_scoring):
    game = walls(7, 3, BLACK)
    known = genmove.examine(game, 0, Workspace())
    for behind in (0.5, 0.0):
        half_a_point_ahead(game, BLACK, area_scoring)
        game.komi += 0.5 + behind
        game.play(WHITE, PASS)
        assert over.wins(game, known, BLACK, area_scoring) == Win.NO
    game.komi -= 1
    assert over.wins(game, known, BLACK, area_scoring) == Win.CERTAIN
    game.play(BLACK, PASS)
    assert over.wins(game, known, BLACK, area_scoring) == Win.NO, 'the last pass is its own'


OPEN = """
    . . . X O . .
    . . . X O . .
    . . . X . . .
    . . . . . . .
    . . . X . . .
    . . . X O . .
    . . . X O . .
"""
HANGS = """
    . . . O X . .
    O O O O X . .
    X X X X X . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""
"""White lives by B7, and Black kills there."""


@pytest.mark.parametrize('komi', [6.5, 0.0])
def test_a_board_that_is_nobodys_is_played_on_after_a_pass_that_does_not_win(komi):
    """A stone alone on the board owns nothing by the final score: none of the board is its ground."""
    game = Game(9, komi)
    game.play(BLACK, point(4, 4))
    game.play(WHITE, PASS)
    assert genmove.genmove(game, BLACK, MoveSettings(0)) != PASS


@pytest.mark.parametrize('text', [OPEN, HANGS])
def test_a_pass_wins_nothing_while_a_region_is_open_or_a_dragon_hangs_on_the_next_move(text):
    game = game_of(text)
    game.komi = 100.0
    game.play(BLACK, PASS)
    assert over.wins(game, genmove.examine(game, 10, Workspace()), WHITE, False) == Win.NO


@pytest.mark.parametrize(('extra', 'between'), [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2), (1, 2)])
def test_playouts_count_area_with_the_komi_that_gives_the_score_by_territory(extra, between):
    """After stones that one side has played more than the other, and before neutral points that both fill in turn."""
    for color in (BLACK, WHITE):
        game = Game(6, 0.5)
        rows = range(between, 6)
        game.setup([point(row, 2) for row in range(6)], [*(point(row, 3) for row in rows), *(point(row, 4) for row in range(between + 1))])
        for row in range(extra):
            game.play(color, point(row, 0 if color == BLACK else 5))
            game.play(other(color), PASS)
        known = genmove.examine(game, 10, Workspace())
        count = {area: Count.of(game, area) for area in (False, True)}
        komi = over.counted_komi(game, known, color, False)
        territory = final.judge(known, count[False]).score
        mover = color
        for row in range(between):
            game.play(mover, point(row, 3))
            mover = other(mover)
        after = genmove.examine(game, 10, Workspace())
        assert final.judge(after, count[False]._replace(komi=0.5)).score == territory, 'neutral points are no territory'
        assert final.judge(after, count[True]).score - game.area_komi + komi == territory
        assert over.counted_komi(game, known, color, True) == game.area_komi


def points_after(game: Game, color: int, workspace: Workspace) -> float:
    """How many points more a side has by territory when it has moved until it passes, and the opponent has passed each time."""
    before = over.lead(game, genmove.examine(game, 10, workspace), color, False)
    for _ in range(10):
        # Level 0, of 600 playouts, wastes a point on some boards of 5x5.
        move = genmove.genmove(game, color, MoveSettings(2), workspace=workspace)
        game.play(color, move)
        if move == PASS:
            break
        game.play(other(color), PASS)
    return over.lead(game, genmove.examine(game, 10, workspace), color, False) - before


@pytest.mark.parametrize('swapped', [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize(('size', 'col', 'passed', 'left'), [
    (5, 1, False, BLACK), (5, 2, False, BLACK), (6, 2, False, WHITE), (5, 1, True, WHITE), (6, 2, True, BLACK), (7, 1, True, WHITE),
    (7, 3, True, BLACK)])
def test_no_move_costs_a_point_of_territory(size, col, left, passed, swapped):
    """Ahead or behind, but that who is behind may enter large ground of the opponent's, and that such ground is made safe before the
    opponent has passed.
    """
    workspace, left = Workspace(), other(left) if swapped else left
    for color in (BLACK, WHITE):
        theirs = (size - col - 2 if color == left else col) * size
        for ahead in (0.5, -0.5) if theirs <= GAIN.home_points else (0.5,):
            game = walls(size, col, left, col)
            half_a_point_ahead(game, color, False)
            game.komi += (ahead - 0.5) * (1 if color == WHITE else -1)
            if passed:
                game.play(other(color), PASS)
            assert points_after(game, color, workspace) == 0


@pytest.mark.parametrize('color', [BLACK, WHITE])
def test_dead_stones_are_left_where_they_are_if_territory_counts(color, monkeypatch):
    looks_briefly(monkeypatch)
    game = Game(9)
    board = drawn(FINISHED)
    black, white = ([pos for pos in all_points(9) if board['color'][pos] == who] for who in (BLACK, WHITE))
    game.setup(black, white)
    half_a_point_ahead(game, color, False)
    assert points_after(game, color, Workspace()) == 0


CUT_AT_HOME = '''
    . . O X X . .
    . . O O X . .
    . . O X X X X
    O O O O O O X
    O X X X O O O
    X . . X X O .
    . . X X X O .
'''
"""White takes the stone in Black's corner, unless Black connects it at B2."""


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('symmetry', [0, 3, 6])
def test_ground_holds_unless_a_string_round_it_can_be_taken(swap, symmetry):
    game, color = game_of(CUT_AT_HOME, swap, symmetry), WHITE if swap else BLACK
    inside, connects = (transform(point(row, col), 7, symmetry) for row, col in ((6, 0), (5, 1)))
    known = genmove.examine(game, 4, Workspace())
    assert over.ground_at(known, other(color), inside) is None, 'it is not the ground of the other side'
    ground = over.ground_at(known, color, inside)
    assert ground is not None and over.can_be_taken(known, color, ground, lambda: True)
    assert not over.can_be_taken(known, color, ground, lambda: False), 'without time nothing is read'
    game.play(color, connects)
    after = genmove.examine(game, 4, Workspace())
    ground = over.ground_at(after, color, inside)
    assert ground is not None and not over.can_be_taken(after, color, ground, lambda: True)


def test_a_move_at_home_needs_a_reason_if_territory_counts():
    """All ground of one's own, and the opponent's if one is ahead, but for moves that take or save what is neither dead nor safe."""
    game = walls(7, 1, BLACK)
    left, right = ({point(row, col) for row in range(7) for col in cols} for cols in ((0,), (3, 4, 5, 6)))
    known, saves = genmove.examine(game, 10, Workspace()), point(0, 3)
    why = {saves: [Reason(Motive.DEFENDS, saves, (point(0, 2),), 2.0)], point(1, 3): [Reason(Motive.SHAPE, point(1, 3))]}
    for color, komi, ground in ((WHITE, 100.0, left | right), (WHITE, -100.0, left | right), (BLACK, -100.0, left | right),
                                (BLACK, 100.0, left)):
        game.komi = komi
        assert over.home(game, known, color, False, why) == dict.fromkeys(ground - {saves}, GAIN.on_ground)
        assert over.home(game, known, color, True, why) == dict.fromkeys(left, GAIN.at_home)
    game.play(WHITE, PASS)
    assert set(over.home(game, known, BLACK, False, why).values()) == {math.inf}, 'nothing needs a defence any more'
    open_now = genmove.examine(game_of(OPEN), 10, Workspace())
    assert over.home(game_of(OPEN), open_now, BLACK, False, {}) == {}
