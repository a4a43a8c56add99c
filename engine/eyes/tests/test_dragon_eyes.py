"""The eye kernels against the Python functions that they follow, on positions of random games; turned, and with the colours swapped."""
import random
from dataclasses import replace

import numpy as np
import pytest
from numba import int64

from owlgo.engine.core.board import BOARD, new_board, py_is_legal, py_place
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import BLACK, EMPTY, NEIGHBOURS, PASS, WHITE, all_points, other, point, transform
from owlgo.engine.core.result import LOSE, Reading
from owlgo.engine.core.strings import first_stones, string
from owlgo.engine.eyes import dragon_eyes, topology
from owlgo.engine.eyes.dragon_eyes import new_eyesight, py_dragon_eyes, py_sum_of, solve_unknown
from owlgo.engine.eyes.eyesight import EYESIGHT, GRAPH_PROBES, py_enter_graph, py_find_graph
from owlgo.engine.eyes.tests.naive_spaces import find_half_and_false_eyes, make_domains
from owlgo.engine.eyes.tests.naive_values import compute_eyes_pessimistic
from owlgo.engine.eyes.topology import is_halfeye
from owlgo.engine.eyes.value import CASES, parse, total
from owlgo.engine.read import tactics
from owlgo.engine.read.inner import INNER, inner_attack, inner_defend, new_inner_record
from owlgo.engine.read.record import READ

RECORD = new_inner_record()
EYES = new_eyesight()


@kernel(int64(BOARD, READ, int64))
def py_attack(b, r, pos):
    return inner_attack(b, r, pos)


@kernel(int64(BOARD, READ, int64))
def py_defend(b, r, pos):
    return inner_defend(b, r, pos)


def attack(board, pos, level=10):
    return Reading(py_attack(board, RECORD, pos), int(RECORD['move']), 0)


def attack_and_defend(board, pos, level=10):
    threat = attack(board, pos)
    return threat, Reading(py_defend(board, RECORD, pos), int(RECORD['move']), 0)


@pytest.fixture
def inner_reading(monkeypatch):
    """The Python functions ask the reader that the kernels ask."""
    monkeypatch.setattr(tactics, 'attack', attack)
    monkeypatch.setattr(tactics, 'attack_and_defend', attack_and_defend)


def positions(seed, count, sizes=(7, 9, 9, 13)):
    """Boards of random games, in which moves next to stones are likelier and single eyes are not filled."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        size = rng.choice(sizes)
        board = new_board(size)
        board['suicide'] = rng.choice((0, 0, 1, 2))
        points = all_points(size)
        length, color = rng.randint(size * size // 3, size * size * 5 // 4), BLACK
        clumsy = rng.random() * 0.5
        for number in range(length):
            for _ in range(20):
                pos = rng.choice(points)
                near = [int(board['color'][pos + step]) for step in NEIGHBOURS]
                filled = all(c in (color, 3) for c in near)
                own_hole = sum(c in (color, 3) for c in near) >= 3
                if py_is_legal(board, pos, color) and not filled and not (own_hole and rng.random() > clumsy) and \
                        (any(c in (1, 2) for c in near) or rng.random() < 0.3):
                    py_place(board, pos, color)
                    break
            color = other(color)
            if number > length // 2 and rng.random() < 4 / length:
                yield board, rng
                made += 1


def lively_of(board, rng):
    """The stones of strings that can be saved, some left out; and stones that can be captured."""
    lively, weak = set(), set()
    for first in set(first_stones(board).values()):
        threat, saving = attack_and_defend(board, first)
        stones = string(board, first)
        if (threat.result == LOSE or saving.result != LOSE) and rng.random() < 0.95:
            lively |= set(stones)
        if threat.result != LOSE:
            weak |= set(stones)
    return lively, weak


def ask(board, color, lively, weak, goal=(), captures=()):
    """Fill the record and ask until nothing is unknown."""
    for name, points in (('lively', lively), ('weak', weak), ('goal', goal), ('captures', captures)):
        EYES[name][:] = 0
        EYES[name][list(points)] = 1
    for _ in range(20):
        if not py_dragon_eyes(board, RECORD, EYES, color):
            return
        solve_unknown(EYES)
    raise AssertionError('what is supplied stays unknown')


def described(number):
    """What the record says of a space, without its number."""
    e, at = EYES, int(number)
    return {
        'points': {pos: (int(e['marginal'][pos]) != 0, float(e['corner'][pos])) for pos in np.flatnonzero(e['space'] == at).tolist()},
        'size': int(e['size'][at]), 'margins': int(e['margins'][at]), 'halves': int(e['halves'][at]),
        'value': ''.join(map(str, e['value'][at].tolist())), 'exact': bool(e['exact'][at]), 'least': int(e['least'][at]),
        'attack': int(e['attack'][at]), 'defence': int(e['defence'][at]),
        'attacks': e['attacks'][at, :e['nattacks'][at]].tolist(), 'defences': e['defences'][at, :e['ndefences'][at]].tolist()}


def twin(board, color, lively, weak, captures=()):
    """The same by the Python functions, by origin."""
    def invincible(pos):
        return attack(board, pos).result == LOSE

    eyes = make_domains(board, lively, invincible, lambda pos, side: topology.safety(board, pos, side) != LOSE)[color - 1]
    half_eyes = find_half_and_false_eyes(board, eyes, captures=captures)
    found = {}
    for origin in eyes.origins():
        verdict, least = compute_eyes_pessimistic(board, eyes, half_eyes, origin, bool(board['suicide']),
                                                  [pos for pos in weak if board['color'][pos] == color])
        space = eyes.space(origin)
        found[origin] = {
            'points': {pos: (eyes.points[pos].marginal, half_eyes[pos].value if pos in half_eyes else 4.0) for pos in space},
            'size': len(space), 'margins': len(eyes.margins(origin)),
            'halves': sum(is_halfeye(half_eyes, pos) and not eyes.points[pos].marginal for pos in space),
            'value': str(verdict.value), 'exact': verdict.exact, 'least': least, 'attack': verdict.attack, 'defence': verdict.defence,
            'attacks': list(verdict.attacks), 'defences': list(verdict.defences)}
    return found


def compare(seed, count, sizes=(7, 9, 9, 13, 19)):
    """Compare so many positions; returns how many spaces there were, and how many of them were solved, with half eyes, or touched."""
    spaces = exact = halves = parts = 0
    for board, rng in positions(seed, count, sizes):
        lively, weak = lively_of(board, rng)
        captures = {pos for pos in all_points(int(board['size'])) if board['color'][pos] == EMPTY and rng.random() < 0.02}
        for color in (BLACK, WHITE):
            own = [pos for pos in weak if board['color'][pos] == color]
            expected = twin(board, color, lively, weak, captures)
            ask(board, color, lively, own, captures=captures)
            assert int(EYES['n']) == len(expected)
            for number, (_, wanted) in enumerate(sorted(expected.items()), 1):
                assert described(number) == wanted
                spaces += 1
                exact += wanted['exact']
                halves += wanted['halves'] > 0
            parts += compare_one_dragon(board, color, lively, own, captures, expected, rng)
        assert board['stackp'] == 0
    return spaces, exact, halves, parts


def compare_one_dragon(board, color, lively, weak, captures, expected, rng):
    """Compare the spaces round some strings; returns how many there were."""
    strings = [string(board, first) for first in set(first_stones(board).values()) if board['color'][first] == color]
    goal = {stone for stones in rng.sample(strings, min(2, len(strings))) for stone in stones}
    if not goal:
        return 0

    def touching(origin, stones):
        return sum(pos + step in stones for pos in expected[origin]['points'] for step in NEIGHBOURS)

    ask(board, color, lively, weak, goal, captures)
    wanted = [origin for origin in sorted(expected) if touching(origin, goal)]
    assert int(EYES['n']) == len(wanted)
    friends = {pos for pos in lively if board['color'][pos] == color} - goal
    for number, origin in enumerate(wanted, 1):
        assert described(number) == expected[origin]
        assert EYES['touch_goal'][number] == touching(origin, goal)
        assert EYES['touch_friends'][number] == touching(origin, friends)
    assert set(np.flatnonzero(EYES['space']).tolist()) == {pos for origin in wanted for pos in expected[origin]['points']}
    return len(wanted)


def test_as_the_python_functions_say(inner_reading):
    spaces, exact, halves, parts = compare(1, 110, (3, 5, 7, 9, 9, 11))
    assert spaces > 1000 and exact > 1000 and halves > 50 and parts > 100


@pytest.mark.slow
@pytest.mark.parametrize('seed,sizes', [(2, (9, 13, 19)), (3, (9, 13, 19)), (4, (2, 3, 4, 5, 6, 25))])
def test_as_the_python_functions_say_at_length(seed, sizes, inner_reading):
    compare(seed, 60, sizes)


def test_haste_changes_no_eye(inner_reading):
    """Without readings that decide nothing, all but sums of corners up to 2 and from 4 is the same."""
    saved = 0
    for board, rng in positions(21, 60):
        lively, weak = lively_of(board, rng)
        for color in (BLACK, WHITE):
            found = []
            for hasty in (0, 1):
                EYES['hasty'] = hasty
                ask(board, color, lively, weak)
                found.append([described(number) for number in range(1, int(EYES['n']) + 1)])
            EYES['hasty'] = 0
            careful, quick = found
            for wanted, got in zip(careful, quick, strict=True):
                for pos, (_, total_sum) in wanted['points'].items():
                    hasty_sum = got['points'][pos][1]
                    saved += hasty_sum != total_sum
                    assert hasty_sum == total_sum or hasty_sum <= total_sum <= 2 or total_sum >= hasty_sum >= 4
                wanted, got = ({**one, 'points': {pos: margin for pos, (margin, _) in one['points'].items()}} for one in (wanted, got))
                assert got == wanted
    assert saved > 20


def test_a_string_that_is_saved_for_want_of_nodes_is_saved_by_a_move():
    """Where it could be taken: a pass is no vital point of a half eye."""
    few, saved = new_inner_record(replace(INNER, nodes=5)), 0
    for board, _ in positions(19, 120):
        for pos in set(first_stones(board).values()):
            if py_attack(board, few, pos) != LOSE != py_defend(board, few, pos):
                assert few['move'] != PASS
                saved += 1
    assert saved > 100


def test_large_graphs_need_not_be_solved():
    board, e = new_board(9), new_eyesight()
    for row in range(3):
        py_place(board, point(row, 3), BLACK)
    for col in range(4):
        py_place(board, point(3, col), BLACK)
    stones = [pos for pos in all_points(9) if board['color'][pos] == BLACK]
    py_place(board, point(8, 8), WHITE)
    e['lively'][[*stones, point(8, 8)]] = e['goal'][stones] = 1
    assert py_dragon_eyes(board, RECORD, e, BLACK) > 0
    e['most_vertices'] = 8
    assert py_dragon_eyes(board, RECORD, e, BLACK) == 0 and not e['exact'][1] and e['value'][1].tolist() == [2, 2, 2, 2]


def turned(board, symmetry, swap):
    """The board turned, the colours swapped if wanted."""
    size = int(board['size'])
    again = new_board(size)
    again['suicide'] = board['suicide']
    for pos in all_points(size):
        color = int(board['color'][pos])
        if color != EMPTY:
            py_place(again, transform(pos, size, symmetry), other(color) if swap else color)
    again['ko'] = transform(int(board['ko']), size, symmetry)
    return again


def test_turning_and_swapping_colours_change_nothing():
    seen = 0
    for board, rng in positions(11, 25):
        size = int(board['size'])
        lively, weak = lively_of(board, rng)
        stones = [pos for pos in lively if board['color'][pos] == BLACK]
        goal = set(string(board, rng.choice(stones))) if stones else set()
        ask(board, BLACK, lively, weak, goal)
        wanted = sorted(shape(size, number) for number in range(1, int(EYES['n']) + 1))
        seen += len(wanted)
        for symmetry in range(8):
            for swap in (False, True):
                again = turned(board, symmetry, swap)
                ask(again, WHITE if swap else BLACK, *([transform(pos, size, symmetry) for pos in p] for p in (lively, weak, goal)))
                back = [s for s in range(8) if all(transform(transform(p, size, symmetry), size, s) == p for p in all_points(size))][0]
                assert sorted(shape(size, number, back) for number in range(1, int(EYES['n']) + 1)) == wanted
    assert seen > 25


def shape(size, number, symmetry=0):
    """A space with what does not depend on the order of points, turned."""
    found = described(number)
    points, attacks, defences = ([transform(pos, size, symmetry) for pos in found[name]] for name in ('points', 'attacks', 'defences'))
    return (sorted(zip(points, found['points'].values(), strict=True)), found['value'], found['least'], found['exact'],
            sorted(attacks), sorted(defences))


def test_sums():
    rng = random.Random(5)
    for _ in range(300):
        cases = [rng.randrange(15) for _ in range(rng.randint(0, 6))]
        given = np.array(cases + [0], np.int32)
        if py_sum_of(EYES, given, len(cases)) < 0:
            solve_unknown(EYES)
        digits = py_sum_of(EYES, given, len(cases))
        settled = [k for k in cases if len(set(CASES[k])) == 1]
        open_ones = sorted((k for k in cases if k not in settled), key=lambda k: (sum(map(int, CASES[k])), k))[-4:]
        wanted = total(parse(CASES[k]) for k in settled + open_ones)
        assert [digits >> shift & 3 for shift in (0, 2, 4, 6)] == list(wanted)
        if len(cases) - len(settled) <= 4:
            assert wanted == total(parse(CASES[k]) for k in cases)


def test_the_tables_last_and_do_not_overflow(monkeypatch):
    """Graphs that crowd into one part of the table push each other out; the one entered last is there."""
    e = new_record(EYESIGHT)
    crowd = [(5 << 49) + 2 * k + 1 for k in range(GRAPH_PROBES + 3)]
    for k, key in enumerate(crowd):
        py_enter_graph(e, np.uint64(key), k)
        assert py_find_graph(e, np.uint64(key)) == k
    known = [py_find_graph(e, np.uint64(key)) for key in crowd]
    assert known.count(-1) == 3 and e['table_key'].astype(bool).sum() == GRAPH_PROBES
    monkeypatch.setattr(dragon_eyes, 'canonical', None)      # what is known is not asked for again
    assert not py_dragon_eyes(new_board(9), RECORD, EYES, BLACK)
