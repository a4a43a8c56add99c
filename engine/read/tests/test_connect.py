"""Connections on drawn positions; consistency and symmetry on random ones."""
import pytest
from numba import int64

from owlgo.engine.core import variation
from owlgo.engine.core.board import BOARD
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, neighbours, other, parse_vertex, transform
from owlgo.engine.core.result import LOSE, WIN, Reading
from owlgo.engine.core.strings import string
from owlgo.engine.read import connect, query, tree
from owlgo.engine.read.depths import Depths
from owlgo.engine.read.paths import LONGEST_WAY, find_ways, shortest_length
from owlgo.engine.read.reader import as_reader
from owlgo.engine.read.record import READ, Aim
from owlgo.engine.read.tests.test_tactics import board, image, random_game

BAMBOO = '''
. . . . . . .
. . . . . . .
. . X X . . .
. O . . O . .
. . X X . . .
. . . . . . .
. . . . . . .
'''

GAP = '''
. . . . . . .
. . O O O . .
. X . . . X .
. . O O O . .
. . . . . . .
. . . . . . .
. . . . . . .
'''

EDGE = '''
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. O O O O . .
. O X X . . .
. . . . . . .
'''


OPEN = '''
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . O . . . O . .
. . . X . . . X .
. . . . . . . . .
. . . . O . . . .
. . . . . . . . .
. . . . . . . . .
'''


def points(text: str, size: int = 7) -> list[int]:
    return [parse_vertex(name, size) for name in text.split()]


def test_a_bamboo_joint_cannot_be_cut():
    game = board(BAMBOO)
    first, second = points('C5 C3')
    assert connect.disconnect(game.board, first, second).result == LOSE
    assert connect.connect(game.board, first, second).result == WIN
    assert game.board['stackp'] == 0


def test_a_wide_gap_between_walls_is_cut():
    game = board(GAP)
    first, second = points('B5 F5')
    cut = connect.disconnect(game.board, first, second)
    assert cut.result == WIN and cut.move
    assert connect.connect(game.board, first, second)[:2] == (LOSE, 0)


def test_breaking_in_and_blocking_off():
    game = board(EDGE)
    inside = tuple(points('F1 G1 G2'))
    string = parse_vertex('C2', 7)
    assert connect.break_in(game.board, string, inside).result == WIN
    block = connect.block_off(game.board, string, inside)
    assert block.result == WIN
    for color, move, way_in in ((WHITE, block.move, LOSE), (BLACK, parse_vertex('A7', 7), WIN)):
        game.play(color, move)
        assert connect.break_in(game.board, string, inside).result == way_in
        game.undo()
    with pytest.raises(ValueError, match='empty area'):
        connect.break_in(game.board, string, ())
    with pytest.raises(ValueError, match='one string'):
        connect.connect(game.board, string, parse_vertex('D2', 7))


@kernel(int64(BOARD, READ))
def py_measure(b, r):
    """Measure paths up to one move longer than the shortest, and return its length."""
    r.reach = LONGEST_WAY
    length = shortest_length(b, r, 1)
    find_ways(b, r, length, 1)
    return length


def slow_costs(game, color):
    """Return the moves that a colour needs to stand on each point where it can."""
    colors, costs = game.board['color'], {}
    for pos in all_points(game.size):
        libs = game.board['libs'][game.board['origin'][pos]]
        if colors[pos] == EMPTY:
            near = neighbours(pos, game.size)
            room = sum(colors[q] == EMPTY or colors[q] == other(color) and game.board['libs'][game.board['origin'][q]] == 1 for q in near)
            costs[pos] = 1 if room + 2 * sum(colors[q] == color for q in near) > 1 else 2
        elif colors[pos] == color or libs <= 2:
            costs[pos] = 0 if colors[pos] == color else int(libs)
    return costs


def slow_distances(game, costs, reached):
    """Return distances in moves from some points, given theirs: repeat single steps until nothing gets nearer."""
    while True:
        before = dict(reached)
        for pos in before:
            for q in neighbours(pos, game.size):
                if q not in costs or EMPTY != game.board['color'][pos] == game.board['color'][q] and costs[pos]:
                    continue
                for stone in string(game.board, q) if game.board['color'][q] != EMPTY else [q]:
                    reached[stone] = min(reached.get(stone, 99), reached[pos] + costs[q])
        if reached == before:
            return reached


@pytest.mark.parametrize('aim', [Aim.CUT, Aim.SHUT_OUT])
def test_shortest_paths_are_those_of_a_slow_search(aim):
    compared = 0
    for seed in range(40):
        game = random_game(seed, 9, 30 + seed % 20)
        strings = sorted({min(string(game.board, pos)) for pos in game.stones(BLACK)})
        if len(strings) < 2:
            continue
        first, second = strings[0], strings[-1]
        area = tuple(sorted(pos for pos in all_points(9) if game.board['color'][pos] == EMPTY)[-3:])
        record = query.pose(aim, [first, second] if aim == Aim.CUT else [first], WHITE, as_reader(Depths()), area)
        length = py_measure(game.board, record)
        costs = slow_costs(game, BLACK)
        here = slow_distances(game, costs, dict.fromkeys(string(game.board, first), 0))
        ends = dict.fromkeys(string(game.board, second), 0) if aim == Aim.CUT else {pos: costs[pos] for pos in area}
        there = slow_distances(game, costs, ends)
        ways = {pos: here[pos] + there[pos] - costs[pos] for pos in here.keys() & there.keys()}
        shortest = min(ways.values(), default=99)
        if shortest > LONGEST_WAY:
            assert length > LONGEST_WAY
            continue
        assert length == shortest, game.show()
        assert record['ways'] == max(1, sum(way == shortest and game.board['color'][pos] == EMPTY for pos, way in ways.items()))
        for pos, way in ways.items():
            if way <= min(shortest + 1, LONGEST_WAY):
                assert record['dist'][0][pos] + record['dist'][1][pos] - record['cost'][pos] == way, game.show()
                compared += 1
    assert compared > 300


def test_a_stone_that_an_area_names_is_as_near_as_its_string_can_be_taken():
    """Two moves take the white string; from the other point of the area it would be three."""
    game = board("""
        . . . . . . .
        . X X X X . .
        . X O O O . .
        . X X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """)
    record = query.pose(Aim.SHUT_OUT, [parse_vertex('B4', 7)], WHITE, as_reader(Depths()), tuple(points('C5 F5')))
    py_measure(game.board, record)
    assert [int(record['dist'][1][pos]) for pos in points('C5 F5')] == [2, 1]


def test_who_cannot_be_cut_can_connect_and_symmetry_changes_nothing():
    asked = 0
    reader = as_reader(Depths(connect_nodes=300))
    reader.memory.caching = False
    for seed in range(8):
        game = image(random_game(seed, 7, 24), 0, False)
        strings = game.strings(BLACK)[:2], game.strings(WHITE)[:2]
        for first, second in (pair for pair in strings if len(pair) == 2):
            cut = connect.disconnect(game.board, first, second, reader)
            join = connect.connect(game.board, first, second, reader)
            if cut.certain and join.certain:
                assert not (cut.result == LOSE and join.result == LOSE), game.show()
            for symmetry in (3, 6):
                there = image(game, symmetry, True)
                here, other_one = transform(first, 7, symmetry), transform(second, 7, symmetry)
                assert connect.disconnect(there.board, here, other_one, reader).result == cut.result
            asked += 1
    assert asked > 10


def test_the_other_sides_certain_failure_settles_a_single_question(monkeypatch):
    """Asked of readings that fail by decree: hardly one pair in three hundred gives such an answer."""
    game, (first, second) = board(OPEN), points('D5 H5', 9)
    unfinished, failed = Reading(LOSE, PASS, 7, Grade.UNCERTAIN), Reading(LOSE, PASS, 5)
    monkeypatch.setattr(query, 'ask', lambda board, aim, goals, cutting, *rest: failed if cutting else unfinished)
    assert connect.connect(game.board, first, second, Depths().closely()) == Reading(WIN, PASS, 12)
    assert connect.connect(game.board, first, second, Depths()) == unfinished
    assert connect.disconnect(game.board, first, second, Depths().closely()) == failed


def test_a_cut_not_read_to_its_end_is_guessed_by_what_is_left_to_prove():
    # In the open the opponent parts two stones four lines apart; 10 nodes do not show it.
    game = board(OPEN)
    first, second = points('D5 H5', 9)
    cut = connect.disconnect(game.board, first, second, Depths(connect_nodes=10))
    assert (cut.result, cut.certain) == (WIN, False)
    assert connect.disconnect(game.board, first, second, Depths()).result == WIN


def test_a_cut_is_verified_unless_the_limits_say_no():
    game = board(OPEN)
    first, second = points('D5 H5', 9)
    once = connect.disconnect(game.board, first, second, Depths(connect_nodes=20000, wide_depth=1))
    twice = connect.disconnect(game.board, first, second, Depths(connect_nodes=20000))
    assert once.result == twice.result == WIN
    assert once.nodes < twice.nodes


def test_trees_of_readings_say_who_succeeds():
    game = board(BAMBOO)
    variations = tree.variations(game.board, Aim.CUT, points('C5 C3'), True, Depths())
    assert variations and all(v.outcome in ('connected', 'cut', 'undecided') for v in variations)
    # A string that is safe at sight has no line to show.
    assert tree.variations(game.board, Aim.CAPTURE, points('C5'), True, Depths()) == []
    game = board(EDGE)
    lines = variation.lines(tree.variations(game.board, Aim.CAPTURE, points('C2'), True, Depths()), 7)
    assert lines[0] == 'White E2: captured' and lines[1].startswith('  Black')
    assert game.board['stackp'] == 0


def test_strings_too_far_apart_have_no_variations():
    """They are cut apart at sight; no move was tried."""
    game = board('. . . . . . . . . . . . .\n' * 12 + 'X . . . . . . . . . . . X')
    first, second = points('A1 N1', 13)
    assert connect.disconnect(game.board, first, second, Depths()).result == WIN
    assert tree.variations(game.board, Aim.CUT, points('A1 N1', 13), True, Depths()) == []
