"""Zones: regions where nobody plays, whose they are, and when they no longer hold."""
import numpy as np
import pytest

from owlgo.engine.core.facts import CRITICAL
from owlgo.engine.core.game import Game
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine.judgement import Judgement
from owlgo.engine.examine.status import Judge
from owlgo.engine.mcts import fastboard, mcts
from owlgo.engine.mcts.fastboard import Zone
from owlgo.engine.mcts.playout import count, new_playout
from owlgo.engine.play import genmove, settled

py_count = for_python(count)

# The bottom left is White's with a dead stone in it, the top left hangs on B9, the right is open.
ROWS = ['. . . X O . . . .',
        'X X X X O . . . .',
        'O O O O O . . . .',
        *['. . . . . . . . .'] * 2,
        'O O O O . . . . .',
        'O . X O . . X . .',
        'O O . O . . . . .',
        '. O O O . . . . .']


def game_of(rows: list[str], swap: bool) -> Game:
    game, signs = Game(9, 7.5), ' '.join(rows).split()
    stones = {sign: [pos for pos, s in zip(all_points(9), signs, strict=True) if s == sign] for sign in 'XO'}
    game.setup(stones['O' if swap else 'X'], stones['X' if swap else 'O'])
    return game


def points(names: str) -> set[int]:
    return {parse_vertex(name, 9) for name in names.split()}


@pytest.mark.parametrize('swap', [False, True])
def test_what_is_settled_and_what_one_move_settles(swap):
    game = game_of(ROWS, swap)
    us, them = (WHITE, BLACK) if not swap else (BLACK, WHITE)
    zones = settled.zones(genmove.examine(game, 3, Workspace()))
    mine = [zone for zone in zones if zone.owner == us]
    assert {parse_vertex('A1', 9), *points('B3 C3 C2')} <= set().union(*(zone.points for zone in mine))
    opened = [zone for zone in zones if not zone.owner]
    assert len(opened) == 1 and opened[0].points >= points('A9 B9 C9 A8 B8 C8 D8 D9')
    assert opened[0].vital == (parse_vertex('B9', 9),) * 2
    assert not [zone for zone in zones if zone.owner == them]


def test_an_open_zone_goes_by_the_largest_group_of_its_dragon(monkeypatch):
    """As guesses do.  What is read is made up: a group lives unless the largest one was asked for."""
    known = genmove.examine(game_of(ROWS, False), 3, Workspace())
    dragon = known.dragons.of(parse_vertex('A8', 9))
    judge, main_group, asked = Judge.judge, Judge.main_group, list[int]()

    def largest(self, stones):
        asked.append(min(stones))
        return main_group(self, stones)

    assert known.guesses[known.dragons.at[dragon.origin]].status == CRITICAL
    monkeypatch.setattr(Judge, 'main_group', largest)
    monkeypatch.setattr(Judge, 'judge', lambda self, pos: judge(self, pos) if dragon.origin in asked else Judgement())
    assert [zone.vital for zone in settled.zones(known) if not zone.owner] == [(parse_vertex('B9', 9),) * 2]


# White's stones at the top are dead, but A8 threatens to save them: B7 lives by taking them.  And A7 may yet be taken at A6.
LEANING = ['. X . . . . . . .',
           '. X O . . O X . .',
           'O X O X O X . . .',
           '. O X X X . X . X',
           'O . O X . X . X O',
           '. O . . X X X O .',
           '. . O X . O O O .',
           '. . . . O . . . .',
           '. . . . . . . . .']


@pytest.mark.parametrize('swap', [False, True])
def test_a_region_whose_wall_needs_the_dead_stones_is_not_settled(swap):
    known = genmove.examine(game_of(LEANING, swap), 10, Workspace())
    assert points('C7 C8') <= known.dead
    assert not [zone for zone in settled.zones(known) if zone.points & points('C8 A6')]


@pytest.mark.parametrize('killer', [BLACK, WHITE])
def test_the_vital_move_settles_an_open_zone(killer):
    game = game_of(ROWS, killer == BLACK)
    f, inside, vital = fastboard.new_board(), points('A9 B9 C9 A8 B8 C8 D8 D9'), parse_vertex('B9', 9)
    wall = points('A7 B7 C7 D7 E7 E8 E9 A8 B8 C8 D8 D9')
    zone = Zone(frozenset(inside), frozenset(wall), vital=(vital, vital))
    for color in (killer, 3 - killer):
        fastboard.py_take_over(f, game.board, PASS)
        fastboard.set_zones(f, [zone])
        assert int(f['open']) == 2 and not f['settled']
        fastboard.py_put(f, vital, color)
        assert int(f['settled']) == 2 and int(f['blacks']) == 2 * (color == BLACK) and not f['open']
        left = {pos for pos in inside if f['color'][pos] == 3 - color}
        assert not left
        assert bool(f['color'][parse_vertex('A8', 9)]) == (color != killer)
    fastboard.py_take_over(f, game.board, PASS)
    fastboard.set_zones(f, [zone])
    fastboard.py_put(f, parse_vertex('A9', 9), killer)
    assert not f['open'] and not f['settled']


def test_a_zone_ends_with_its_wall():
    game = Game(9)
    game.setup([parse_vertex('A9', 9)], sorted(points('B9 C3')))
    f = fastboard.new_board()
    fastboard.py_take_over(f, game.board, PASS)
    fastboard.set_zones(f, [Zone(frozenset(points('J1 H1')), frozenset(points('A9')), BLACK)])
    assert int(f['settled']) == 2
    fastboard.py_put(f, parse_vertex('A8', 9), WHITE)
    assert not f['settled']


@pytest.mark.parametrize('begun', [False, True])
@pytest.mark.parametrize('zone', [Zone(frozenset(), frozenset(), vital=(parse_vertex('J1', 9),) * 2),
                                  Zone(frozenset(), frozenset(), score=(9, -9), twice=(20, -20))])
def test_an_open_zone_ends_with_its_wall(zone, begun):
    """Also where one side has moved there and threatens to move again: no later move settles it, and stones count as they stand."""
    game = Game(9)
    game.setup([parse_vertex('A9', 9)], sorted(points('B9 C3')))
    with_zone, without = fastboard.new_board(), fastboard.new_board()
    for f in (with_zone, without):
        fastboard.py_take_over(f, game.board, PASS)
    fastboard.set_zones(with_zone, [zone._replace(points=frozenset(points('J1 H1')), wall=frozenset(points('A9')))])
    assert int(with_zone['open']) == 2
    for name, color in (('H1', BLACK), ('A8', WHITE), ('J1', BLACK))[not begun:]:
        for f in (with_zone, without):
            fastboard.py_put(f, parse_vertex(name, 9), color)
    assert not with_zone['open'] and not with_zone['pending'] and not with_zone['settled']
    assert py_count(with_zone, new_playout(1)) == py_count(without, new_playout(1))


@pytest.mark.parametrize('color', [BLACK, WHITE])
def test_a_vital_move_that_takes_the_dragon_settles_its_zone(color):
    """The dragon's stones are part of the zone's wall."""
    game = game_of(['X O . . . . . . .', '. O . . . . . . .', 'O O . . . . . . .', *['. . . . . . . . .'] * 6], color == BLACK)
    f, vital = fastboard.new_board(), parse_vertex('A8', 9)
    fastboard.py_take_over(f, game.board, PASS)
    fastboard.set_zones(f, [Zone(frozenset(points('A9 A8')), frozenset(points('A9 B9 B8 B7 A7')), vital=(vital, vital))])
    fastboard.py_put(f, vital, color)
    assert int(f['settled']) == 2 and int(f['blacks']) == 2 * (color == BLACK) and f['color'][parse_vertex('A9', 9)] == 0


def test_a_search_leaves_settled_zones_alone_and_counts_them():
    game = game_of(ROWS, False)
    legal = [pos for pos in all_points(9) if game.is_legal(BLACK, pos)]
    inside = points('B3 C3 C2')
    tree = mcts.Tree()
    zone = Zone(frozenset(inside), frozenset(points('A4 B4 C4 D4 A3 D3 A2 B2 D2 B1 C1 D1')), WHITE)
    tree.begin(mcts.Root(game.board, BLACK, 7.5, 1, {PASS: 0.0} | dict.fromkeys(legal, 0.0), zones=[zone]))
    tree.grow(mcts.Plan(2000))
    found = tree.found()
    owned = np.array(found.stats['owned']) / int(found.stats['playouts'])
    assert all(owned[pos] < -0.9 for pos in inside)
    for child in tree.children(0):
        moves = {int(tree.record['move'][k]) for k in tree.children(child)}
        assert not moves & inside


def test_what_was_taken_off_in_a_zone_is_there_again_when_the_zone_is_not():
    """The zone at E1 ends when A5 is taken; then the tree has moves where White's dead stones had been taken off.

    The next search knows no zones, and the stones stand there.
    """
    game = Game(5, 7.5)

    def at(names: str) -> list[int]:
        return [parse_vertex(name, 5) for name in names.split()]
    game.setup(at('A5 C1 C2 C3 D3 E3'), at('B5 D1 E1'))
    zone, taking = Zone(frozenset(at('D1 E1 D2 E2')), frozenset(at('A5')), BLACK), parse_vertex('A4', 5)
    tree = mcts.Tree(1 << 18)
    tree.begin(mcts.Root(game.board, WHITE, 7.5, 1, {taking: 0.0}, trail=game.trail, zones=[zone]))
    tree.grow(mcts.Plan(3000))
    game.play(WHITE, taking)
    tree.begin(mcts.Root(game.board, BLACK, 7.5, 2, mcts.every_move(game, BLACK), taking, trail=game.trail))
    assert any(tree.children(child) for child in tree.children(0))
    tree.grow(mcts.Plan(3000))
    forbidden = np.flatnonzero(tree.record['began'] >= 1e6)
    assert {int(move) for move in tree.record['move'][forbidden]} >= set(at('D1 E1'))
    for line in tree.found().lines:
        color = BLACK
        for move in line.variation:
            assert move == PASS or game.is_legal(color, move)
            game.trymove(color, move)
            color = WHITE if color == BLACK else BLACK
        for _ in line.variation:
            game.popgo()


def test_a_large_dead_dragon_with_few_empty_points_is_settled():
    """All of the left is the catcher's: more than twenty points, but only the eye is empty."""
    rows = ['O O O O O X . X .', 'O O O O O X X X X', 'O . O O O X . X .', 'O O O O O X X X X', 'O O O O O X . . .',
            'X X X X X X . . .', *['. . . . . . . . .'] * 3]
    for swap in (False, True):
        game = game_of(rows, swap)
        zones = settled.zones(genmove.examine(game, 5, Workspace()))
        owner = WHITE if swap else BLACK
        assert any(zone.owner == owner and zone.points >= points('A9 E9 B7 A5') for zone in zones)
