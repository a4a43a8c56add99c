"""Openings on large boards: how long they last, and that what is known of them decides there, not playouts."""
import random

import pytest

from engine.core.game import Game
from engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, other, parse_vertex
from engine.core.workspace import Workspace
from engine.play import genmove, opening, value
from engine.play.genmove import Manner
from engine.play.weights import OPENING, Weights

QUIET = ((BLACK, 'Q16'), (WHITE, 'D4'), (BLACK, 'Q4'), (WHITE, 'D16'), (BLACK, 'F17'), (WHITE, 'C14'))


def played(moves, size: int = 19) -> Game:
    """A game with these moves."""
    game = Game(size)
    for color, vertex in moves:
        game.play(color, parse_vertex(vertex, size))
    return game


def with_stones(size: int, count: int, seed: int) -> Game:
    """So many stones anywhere on a board."""
    game, rng = Game(size), random.Random(seed)
    places = [pos for pos in all_points(size) if not (pos + size) % 3]
    stones = rng.sample(places, count)
    game.setup(stones[::2], stones[1::2])
    return game


def naive_stage(game: Game) -> float:
    """The same, said otherwise."""
    taken = 100 * sum(game.color_at(pos) != EMPTY for pos in all_points(game.size)) / game.size ** 2
    if game.size < 17 or taken >= 20:
        return 0.0
    return 1.0 if taken <= 10 else (20 - taken) / 10


@pytest.mark.parametrize(('size', 'count'), [(19, 0), (19, 36), (19, 37), (19, 54), (19, 72), (19, 73), (19, 100), (17, 20), (17, 40),
                                             (16, 0), (13, 10), (9, 0), (25, 62), (25, 100), (1, 0)])
def test_an_opening_ends_as_the_board_fills(size, count):
    """From a tenth of the board to a fifth it fades, on large boards alone."""
    game = with_stones(size, count, count)
    assert opening.stage(game.board) == pytest.approx(naive_stage(game))


@pytest.mark.parametrize('playouts', [100, 3000, 100_000])
def test_playouts_weigh_nothing_in_an_opening_and_all_of_theirs_after_it(playouts):
    """In between each weight lies between, in proportion."""
    later = Weights.of_playouts(playouts, 19)
    assert Weights.of_playouts(playouts, 19, 1.0) == OPENING and OPENING.playouts == 0 and Weights.of_playouts(playouts, 19, 0.0) == later
    between = Weights.of_playouts(playouts, 19, 0.25)
    for name in ('territory', 'reasons', 'playouts', 'read', 'looks'):
        assert getattr(between, name) == pytest.approx(0.75 * getattr(later, name) + 0.25 * getattr(OPENING, name))


@pytest.mark.parametrize('moves', [QUIET[:2], QUIET[:5], QUIET])
def test_the_move_of_an_opening_is_the_same_however_long_the_search_is(moves):
    """As the values are, but for what they are compared with.  After a pass there is no move to answer."""
    game = played(moves)
    game.play(game.to_move, PASS)
    few, many = (genmove.think(game, game.to_move, Manner(per_level=each)) for each in (10, 50))
    worth, again = ({one.move: one.value - thought.candidates[0].value for one in thought.candidates} for thought in (few, many))
    assert worth == pytest.approx(again) and min(worth.values()) < -3


def test_territory_is_counted_for_the_likeliest_moves_alone_in_an_opening():
    """It takes two milliseconds a move."""
    game = played(QUIET)
    found = genmove.think(game, game.to_move, Manner(per_level=10))
    assert 0 < sum(one.territory != 0 for one in found.candidates) <= value.SEEN_EARLY < len(found.candidates)


def test_where_the_last_move_has_to_be_answered_playouts_count():
    """A contact play: what looks say of moves near it is not the opening's."""
    game = played([*QUIET, (BLACK, 'C16')])
    thinking = value.Thinking(game, genmove.examine(game, 10, Workspace()), WHITE, Manner(per_level=10).plan(19), 0)
    near = [one for one in thinking.candidates if value._answers(one.move, parse_vertex('C16', 19))]
    assert len(near) == 6 * 7 - 4 and 0.5 < sum(one.chance for one in near) < 1
    assert thinking._stage == pytest.approx(1 - sum(one.chance for one in near))


@pytest.mark.parametrize('color', [BLACK, WHITE])
def test_a_string_in_atari_comes_before_an_open_corner(color):
    """Eight stones are taken at D14 or saved, and two corners are empty: what is read counts in an opening too."""
    theirs = other(color)
    game = played([*((theirs, f'D{row}') for row in range(6, 14)), *((color, f'{line}{row}') for line in 'CE' for row in range(6, 14)),
                   (color, 'D5'), (theirs, 'Q4'), (theirs, 'D15'), (theirs, 'D16')])
    found = genmove.think(game, color)
    assert game.vertex(found.candidates[0].move) == 'D14'
