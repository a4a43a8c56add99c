"""Regions that are read to their end, in playouts and in the choice of a move; the endgame."""
import numpy as np
import pytest

from engine.core.facts import ALIVE
from engine.core.game import Game
from engine.core.points import BLACK, NPOINTS, PASS, STRIDE, WHITE, all_points, parse_vertex
from engine.core.workspace import Workspace
from engine.mcts import fastboard
from engine.mcts.fastboard import Zone
from engine.mcts.playout import new_playout, py_count
from engine.mcts.swing import LEAST_COUNT, RADIUS, SOON, SWING_DTYPE, py_swing, swings
from engine.play import genmove, late, local
from engine.play.genmove import Manner

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
    found = local.find(genmove.examine(game_of(CORNER, swap), 3, Workspace()))
    corner = next(one for one in found if at('A1') in one.points)
    black, white = (BLACK, WHITE) if not swap else (WHITE, BLACK)
    sign = -1 if swap else 1
    assert sign * (corner.first[black] - corner.first[white]) == abs(corner.swing) == 8
    assert sign * corner.threat[white] < sign * corner.first[white]
    assert set(corner.moves[white]) <= {at(name) for name in ('A1', 'B1', 'C1', 'D1', 'A2', 'B2', 'C2', 'D2')}


@pytest.mark.parametrize('swap', [False, True])
def test_what_was_read_to_its_end_is_played(swap):
    game = game_of(CORNER, swap)
    color = BLACK if swap else WHITE
    known = genmove.examine(game, 3, Workspace())
    corner = next(one for one in local.find(known) if at('A1') in one.points)
    assert genmove.choose(game, known, genmove.think(game, color, Manner(3), (), known)) in corner.moves[color]


def zone_score(moves: list[tuple[int, str]]) -> int:
    """What playouts count on an empty board with a zone of two points, after these moves: the rest of the board is nobody's."""
    f = fastboard.new_board()
    fastboard.py_take_over(f, Game(9).board, PASS)
    zone = Zone(frozenset({at('A1'), at('B1')}), frozenset(), score=(7, -3), twice=(20, -3))
    fastboard.set_zones(f, [zone])
    for color, name in moves:
        fastboard.py_put(f, at(name), color)
    return int(py_count(f, new_playout(0)))


def test_a_zone_that_was_read_counts_as_what_was_read():
    # Outside a stone and the points next to it count.
    assert zone_score([(BLACK, 'E5')]) == (7 - 3) // 2 + 5
    # Whatever the first move is, it counts as the best one; a threat that is answered has brought that,
    assert zone_score([(BLACK, 'E5'), (WHITE, 'B1')]) == -3 + 5 - 2
    assert zone_score([(BLACK, 'A1')]) == 7 + 1
    assert zone_score([(BLACK, 'A1'), (WHITE, 'B1')]) == 7 + 1 - 2
    # ... and more if it is carried out.
    assert zone_score([(BLACK, 'A1'), (BLACK, 'B1')]) == 20 + 3


def test_swings_are_the_sums_that_they_say():
    game = game_of(CORNER)
    board, size = game.board, 9
    w, expected = np.zeros(1, SWING_DTYPE)[0], np.zeros((2, 3, NPOINTS))
    w['fixed'][at('D7')] = 1
    root, scratch, p = fastboard.new_board(), fastboard.new_board(), new_playout(5)
    fastboard.py_take_over(root, board, PASS)
    for _ in range(20):
        py_swing(root, scratch, p, w, BLACK, 1)
        owner = {}
        for pos in all_points(size):
            beside = {int(scratch['color'][pos + step]) for step in (1, -1, STRIDE, -STRIDE)} & {BLACK, WHITE} \
                if not scratch['color'][pos] else {int(scratch['color'][pos])}
            owner[pos] = {BLACK: 1, WHITE: -1}[min(beside)] if len(beside) == 1 else 0
        seen = set()
        for k, pos in enumerate(p['moves'][:int(p['nmoves'])].tolist()):
            if pos == PASS or pos in seen:
                continue
            seen.add(pos)
            near = [q for q in all_points(size) if abs(q // STRIDE - pos // STRIDE) + abs(q % STRIDE - pos % STRIDE) <= RADIUS]
            if at('D7') not in near or owner[at('D7')] == 1:
                side = BLACK if k % 2 == 0 else WHITE
                expected[0, side, pos] += 1 / (1 + k / SOON)
                expected[1, side, pos] += sum(owner[q] for q in near) / (1 + k / SOON)
    for pos in all_points(size):
        assert np.allclose(w['count'][:, pos], expected[0, :, pos]) and np.allclose(w['near'][:, pos], expected[1, :, pos])


# At E9 Black takes three stones, or White saves them.
LAST = ['X O O O . O . . .',
        'X X X X X O . . .',
        *['. . . . X O . . .'] * 7]


def test_most_hangs_on_the_last_stones():
    game = game_of(LAST)
    taken = {at(name) for name in ('B9', 'C9', 'D9')}
    fixed = {pos: 1 if game.color_at(pos) == BLACK else -1 for pos in all_points(9) if game.color_at(pos) and pos not in taken}
    found = swings(game.board, BLACK, PASS, fixed, 600, 1)
    assert found.argmax() == at('E9') and found.max() > 4
    assert LEAST_COUNT > 0 and not found[at('E8')]


def test_dame_hold_nothing():
    rows = ['. X . O . . . . .', *['X X . O O O O O O'] * 2, *['. X X O . . . . .'] * 6]
    game = game_of(rows)
    assert late.dame(game.board, ()) == {at('C9'), at('C8'), at('C7')}
    known = genmove.examine(game, 3, Workspace())
    assert all(guess.status == ALIVE for guess in known.guesses) and late.is_late(known, 3) and not late.is_late(known, 60)
    assert not late.worth(known, BLACK, PASS, (), 300, 1)[[at('C9'), at('C8'), at('C7')]].any()
