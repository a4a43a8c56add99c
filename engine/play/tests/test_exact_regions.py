"""Regions that are read to their end, in playouts and in the choice of a move; the endgame."""
import pytest

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.mcts import fastboard
from owlgo.engine.mcts.fastboard import Zone
from owlgo.engine.mcts.playout import count, new_playout
from owlgo.engine.play import exact_regions, genmove, late
from owlgo.engine.play.exact_regions import ExactRegion
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.score.local_play import UNIT

py_count = for_python(count)

# Black's corner lives with all of it, or in seki if White moves there first; on the right all is settled but dame.
CORNER = ['. X . X O . O . .',
          'X X X X O O O O O',
          'O O O X X X X X O',
          '. O O O O O O X X',
          'O . O . . O . O X',
          'O O O O O O O O O',
          'X X X X X O . . .',
          '. . . . X O . O .',
          '. . . . X O . . .']


def game_of(rows: list[str], swap: bool = False) -> Game:
    game, signs = Game(9, 0.5), ' '.join(rows).split()
    stones = {sign: [pos for pos, s in zip(all_points(9), signs, strict=True) if s == sign] for sign in 'XO'}
    game.setup(stones['O' if swap else 'X'], stones['X' if swap else 'O'])
    return game


def at(name: str) -> int:
    return parse_vertex(name, 9)


@pytest.mark.parametrize('swap', [False, True])
def test_a_region_is_worth_what_its_first_move_brings(swap):
    found = exact_regions.find(genmove.examine(game_of(CORNER, swap), 3, Workspace()))
    corner = next(one for one in found if at('A1') in one.points)
    black, white = (BLACK, WHITE) if not swap else (WHITE, BLACK)
    sign = -1 if swap else 1
    assert sign * (corner.first[black] - corner.first[white]) == 8
    assert sign * corner.threat[white] < sign * corner.first[white]
    assert set(corner.moves[white]) <= {at(name) for name in ('A1', 'B1', 'C1', 'D1', 'A2', 'B2', 'C2', 'D2')}


@pytest.mark.parametrize('swap', [False, True])
def test_what_was_read_to_its_end_is_played(swap):
    game = game_of(CORNER, swap)
    color = BLACK if swap else WHITE
    known = genmove.examine(game, 3, Workspace())
    corner = next(one for one in exact_regions.find(known) if at('A1') in one.points)
    assert genmove.choose(game, known, genmove.think(game, color, MoveSettings(3), (), known)) in corner.moves[color]


def zone_score(moves: list[tuple[int, str]]) -> int:
    """What playouts count on an empty board with a zone of two points, after these moves: the rest of the board is nobody's."""
    f = fastboard.new_board()
    fastboard.py_take_over(f, Game(9).board, PASS)
    zone = Zone(frozenset({at('A1'), at('B1')}), frozenset(), score=(7, -3), twice=(20, -3))
    fastboard.set_zones(f, [zone])
    for color, name in moves:
        fastboard.py_put(f, at(name), color)
    return int(py_count(f, new_playout(0)))


def test_what_lies_round_the_empty_points_of_a_zone_owns_them():
    """The zone counts as it was read, and yet nobody is in doubt about its points."""
    f, p = fastboard.new_board(), new_playout(0)
    fastboard.py_take_over(f, Game(9).board, PASS)
    fastboard.set_zones(f, [Zone(frozenset({at('A1'), at('B1'), at('C1')}), frozenset(), score=(7, -3), twice=(20, -3))])
    for name in ('A2', 'B2'):
        fastboard.py_put(f, at(name), BLACK)
    py_count(f, p)
    assert [int(p['owned'][at(name)]) for name in ('A1', 'B1', 'C1')] == [1, 1, 0]


def test_a_zone_that_was_read_counts_as_what_was_read():
    # Outside a stone and the points next to it count.
    assert zone_score([(BLACK, 'E5')]) == (7 - 3) // 2 + 5
    # Whatever the first move is, it counts as the best one; a threat that is answered has brought that,
    assert zone_score([(BLACK, 'E5'), (WHITE, 'B1')]) == -3 + 5 - 2
    assert zone_score([(BLACK, 'A1')]) == 7 + 1
    assert zone_score([(BLACK, 'A1'), (WHITE, 'B1')]) == 7 + 1 - 2
    # ... and more if it is carried out.
    assert zone_score([(BLACK, 'A1'), (BLACK, 'B1')]) == 20 + 3


# What is left is a hane on the first line.
HANE = [*['. . . . X O . . .'] * 8, '. . . . . . . . .']


@pytest.mark.parametrize('swap', [False, True])
def test_the_largest_point_left_is_found(swap):
    game, names = game_of(HANE, swap), ('F1', 'E1')
    for color, name in zip((WHITE, BLACK) if swap else (BLACK, WHITE), names, strict=True):
        known = genmove.examine(game, 3, Workspace())
        endgame = late.Endgame(known, color)
        move, temperature = endgame.hottest(at('A9'), [at('B9'), at(name), at('J9')])
        assert move == at(name) and temperature >= 1
        # What was found to be too little is asked again when less is wanted.
        again = late.Endgame(known, color)
        assert again.temperature(at(name), 15 * UNIT) == -1 and again.temperature(at(name)) == temperature * UNIT


@pytest.mark.parametrize(('status', 'uncertain', 'seki', 'races'), [
    (ALIVE, False, False, False), (ALIVE, False, True, True), (CRITICAL, False, False, True), (DEAD, True, False, True),
    (DEAD, False, False, False)])
def test_a_race_may_hang_on_liberties_of_what_may_live_or_die(status, uncertain, seki, races):
    known = genmove.examine(game_of(HANE), 3, Workspace())
    number = known.dragons.at[at('F2')]
    known.guesses[number] = known.guesses[number]._replace(status=status, grade=Grade.of_reading(not uncertain), seki=seki)
    assert late.Endgame(known, BLACK)._may_race(at('F1')) == races


def test_dame_hold_nothing():
    rows = ['. X . O . . . . .', *['X X . O O O O O O'] * 2, *['. X X O . . . . .'] * 6]
    game = game_of(rows)
    known = genmove.examine(game, 3, Workspace())
    assert late.is_late(known, 3) and not late.is_late(known, 60)
    endgame = late.Endgame(known, BLACK)
    assert all(endgame.temperature(at(name)) < 0 for name in ('C9', 'C8', 'C7'))
    assert endgame.hottest(at('C9'), [at('C8'), at('C7')]) == (at('C9'), 0.0)


def exact_region(black: float, white: float, twice: float, again: float) -> ExactRegion:
    """A region worth so much by who moves first, and by who moves twice."""
    return ExactRegion(frozenset(), frozenset(), {BLACK: black, WHITE: white}, {BLACK: (), WHITE: ()}, {BLACK: twice, WHITE: again})


@pytest.mark.parametrize(('values', 'temperature'), [
    ((8, 2, 8, 2), 3.0),            # gote: half of what hangs on it
    ((14, 8, 14, 6), 3.5),          # gote, after which White has two points more in gote
    ((15, 8, 15, -6), 7.0),         # White's move must be answered: Black's keeps all of it
    ((15, 13, 15, 3), 2.0),
    ((8, 7, 16, -16), 5.0),         # double sente: larger than the smaller of the threats
    ((8, 8, 8, 8), 0.0),
])
def test_how_large_a_move_is_tells_the_thermograph(values, temperature):
    assert exact_region(*values).temperature == temperature
    black, white, twice, again = values
    assert exact_region(-white, -black, -again, -twice).temperature == temperature


@pytest.mark.parametrize('swap', [False, True])
def test_what_was_read_is_as_large_as_it_was_read_to_be(swap):
    color, name = (WHITE, 'F1') if swap else (BLACK, 'F1')
    endgame = late.Endgame(genmove.examine(game_of(HANE, swap), 3, Workspace()), color)
    others = [at('B9'), at(name), at('J9')]
    _, temperature = endgame.hottest(at('A9'), others)
    assert endgame.hottest(at('A9'), others, {at('B9'): temperature + 1}) == (at('B9'), temperature + 1)
    assert endgame.hottest(at('A9'), others, {at('A9'): temperature + 1}) == (at('A9'), temperature + 1)
    assert endgame.hottest(at('A9'), others, {at('B9'): temperature - 1})[0] == at(name)
