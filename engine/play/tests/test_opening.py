"""Openings on large boards: how long the outlook counts there, and that a search goes by it."""
import random

import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, other, parse_vertex, point, row_col
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.mcts import mcts
from owlgo.engine.mcts.ablation import LEAF_EVALUATION
from owlgo.engine.play import genmove, move_search, opening
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.value import ownership
from owlgo.engine.score.outlook import outlook

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
    places = [pos for pos in all_points(size) if sum(row_col(pos)) % 3]     # every one beside a point that stays empty
    stones = rng.sample(places, count)
    game.setup(stones[::2], stones[1::2])
    return game


def naive_leaf_share(game: Game) -> float:
    """The same, said otherwise."""
    taken = 100 * sum(game.color_at(pos) != EMPTY for pos in all_points(game.size)) / game.size ** 2
    if game.size < 17 or taken >= 55:
        return 0.0
    return 0.6 if taken <= 30 else 0.6 * (55 - taken) / 25


@pytest.mark.parametrize(('size', 'count'), [(19, 0), (19, 108), (19, 109), (19, 150), (19, 198), (19, 199), (19, 230), (17, 40), (17, 120),
                                             (16, 0), (13, 10), (9, 0), (25, 187), (25, 300), (1, 0)])
def test_the_outlook_counts_less_as_the_board_fills(size, count):
    """From three tenths of the board to more than half of it, on large boards alone."""
    game = with_stones(size, count, count)
    assert opening.leaf_share(game.board) == pytest.approx(naive_leaf_share(game))


def search_of(game: Game, without: frozenset[str] = frozenset(), every_point: bool = False) -> move_search.MoveSearch:
    plan = MoveSettings(per_level=10, without=without).plan(game.size)
    return move_search.MoveSearch(game, genmove.examine(game, 10, Workspace()), game.to_move, plan, 0,
                                  move_search.SearchTask(every_point=every_point))


def part(search: move_search.MoveSearch) -> float:
    """How much of a score is the outlook's in a search that was set up."""
    return float(search.known.reader.workspace.get(mcts.main_tree).record['weight']['leaf_share'])


def test_a_search_goes_by_it():
    """By so much as the board is open, with the stones that were found dead; the search of a pass as well, as both are compared."""
    game = played(QUIET)
    search = search_of(game)
    for tree in (search.known.reader.workspace.get(which) for which in (mcts.main_tree, mcts.side_tree)):
        assert float(tree.record['weight']['leaf_share']) == opening.leaf_share(game.board) == 0.6
        assert {pos for pos in all_points(19) if tree._views[0]['gone'][pos]} == search.known.dead
    assert part(search_of(game, frozenset({LEAF_EVALUATION}))) == 0.0


def test_nobody_looks_out_where_little_is_in_doubt():
    """Six walls from edge to edge are less than a third of the board, and playouts agree on most of the rest."""
    game = Game(19)
    black, white = ([point(row, col) for row in range(19) for col in cols] for cols in ((1, 4, 7), (11, 14, 17)))
    game.setup(black, white)
    assert opening.leaf_share(game.board) > 0.5
    assert part(search_of(game)) == 0.0


def test_where_every_point_counts_the_game_is_even_by_the_outlook_too():
    game = Game(19)
    game.setup([point(row, col) for row in (3, 15) for col in (3, 9)], [point(row, 16) for row in (3, 15)])
    alone, both = (search_of(game, without, every_point=True) for without in (frozenset({LEAF_EVALUATION}), frozenset()))
    seen = outlook(game, game.to_move, ownership(both._first)).points
    assert abs(seen - alone.komi) > 5 and abs(both.komi - 0.4 * alone.komi - 0.6 * seen) <= 1


@pytest.mark.parametrize('color', [BLACK, WHITE])
def test_a_string_in_atari_comes_before_an_open_corner(color):
    """Thirteen stones are taken at D17 or saved, and two corners are empty: what is read counts in an opening too."""
    theirs = other(color)
    game = played([*((theirs, f'D{row}') for row in range(4, 17)), *((color, f'{line}{row}') for line in 'CE' for row in range(4, 17)),
                   (color, 'D3'), *((theirs, vertex) for vertex in ('Q4', 'C18', 'D18', 'E18'))])
    found = genmove.think(game, color)
    assert game.vertex(found.candidates[0].move) == 'D17'
