"""The interpreter of constraints and its helpers against plain twins."""
import inspect
import random
import re

import pytest

from owlgo.engine.constraints import helpers, interpreter
from owlgo.engine.core.board import py_popgo, py_trymove
from owlgo.engine.core.facts import ALIVE, Kind, new_facts
from owlgo.engine.core.points import EMPTY, NEIGHBOURS, PASS, all_points, other, parse_vertex
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.read import answer, capture, inner, query
from owlgo.engine.read.reader import as_reader
from owlgo.engine.read.record import Aim
from owlgo.patterns.compile import compile_database
from owlgo.patterns.expr import bytecode, cheapest_first, evaluate
from owlgo.patterns.lang import read_text
from owlgo.patterns.match import new_matches, py_find_matches
from owlgo.patterns.tests import twin
from owlgo.patterns.vocabulary import HELPERS

R, F, W = inner.new_inner_record(), new_facts(), helpers.new_run()


def ask(board, name, *points, color=1, facts=F):
    """The kernel's answer."""
    W['color'] = color
    W['n'] = len(points)
    W['arg'][:len(points)] = points
    before = board['hash'], board['ko'], board['stackp']
    value = int(helpers.py_ask_helper(board, R, facts, W, HELPERS[name].opcode))
    assert before == (board['hash'], board['ko'], board['stackp'])
    return value


# --- the plain way

def libs(board, stones):
    return {stone + step for stone in stones for step in NEIGHBOURS if board['color'][stone + step] == EMPTY}


def plain(board, name, points, color):
    """What a helper that looks at the board alone should say."""
    c, pos = board['color'], points[0]
    mine = {'o': color, 'x': other(color)}.get(name[0], color)
    stone = c[pos] in (1, 2)
    if name == 'lib':
        return len(libs(board, string(board, pos))) if stone else 0
    if name == 'lib2':
        first = libs(board, string(board, pos)) if stone else set()
        return len({q + step for q in first for step in NEIGHBOURS if c[q + step] == EMPTY} - first)
    if name in ('olib', 'xlib'):
        if c[pos] != EMPTY or not py_trymove(board, pos, mine):
            return 0
        count = len(libs(board, string(board, pos)))
        py_popgo(board)
        return count
    if name in ('o_somewhere', 'x_somewhere'):
        return int(any(c[q] == mine for q in points))
    if name == 'wormsize':
        return len(string(board, pos)) if stone else 0
    if name == 'same_string':
        return int(stone and points[1] in string(board, pos))
    if name in ('legal_omove', 'legal_xmove', 'o_suicide', 'x_suicide'):
        mine = color if 'o' in (name[0], name[6:7]) else other(color)
        legal = c[pos] == EMPTY and bool(py_trymove(board, pos, mine))
        if legal:
            py_popgo(board)
        return int(legal if name.startswith('legal') else c[pos] == EMPTY and not legal and board['ko'] != pos)
    if name == 'ko':
        if c[pos] == EMPTY:
            return int(takes_ko(board, pos, 1) or takes_ko(board, pos, 2))
        around = libs(board, string(board, pos)) if stone else ()
        return int(len(around) == 1 and len(string(board, pos)) == 1 and takes_ko(board, min(around), other(int(c[pos]))))
    raise AssertionError(name)


def takes_ko(board, pos, color):
    if not py_trymove(board, pos, color):
        return False
    ko = board['ko'] != 0
    py_popgo(board)
    return ko


def random_board(seed):
    rng = random.Random(seed)
    return rng, twin.random_board(rng, rng.choice([3, 5, 7, 9]), rng.choice([0.3, 0.5, 0.7, 0.85]))


@pytest.mark.parametrize('name', ['lib', 'lib2', 'olib', 'xlib', 'o_somewhere', 'x_somewhere', 'wormsize', 'same_string', 'legal_omove',
                                  'legal_xmove', 'o_suicide', 'x_suicide', 'ko'])
def test_helpers_about_the_board(name):
    answers = set()
    for seed in range(60):
        rng, board = random_board(seed)
        helper = HELPERS[name]
        for _ in range(30):
            points = [rng.choice(all_points(int(board['size']))) for _ in range(rng.randint(helper.least, min(helper.most, 3)))]
            color = rng.choice((1, 2))
            value = ask(board, name, *points, color=color)
            assert value == plain(board, name, points, color), (seed, points, color)
            answers.add(value)
    assert len(answers) > 1


def quick(board, pos, attacking):
    """The depth-first reading with the same limits, asked from Python."""
    roots = [min(string(board, pos))]
    color = int(board['color'][pos])
    if int(board['libs'][board['origin'][pos]]) >= capture.SAFE_LIBERTIES:
        return LOSE if attacking else WIN
    record = query.pose(Aim.CAPTURE, roots, other(color), PLAIN)
    result = int(answer.py_quickly_again(board, record, attacking, 0))
    if record['nodes'] >= inner.INNER.nodes and result == LOSE and not attacking:
        result = WIN
    return result


PLAIN = as_reader(inner.INNER)


def saved(board, pos):
    return WIN if quick(board, pos, True) == LOSE else quick(board, pos, False)


def played(board, moves, color):
    """Play moves in turn, leaving out what is illegal; ko bans do not count."""
    count = 0
    for move in moves:
        if move != PASS and board['color'][move] == EMPTY:
            ko, board['ko'] = int(board['ko']), 0
            if py_trymove(board, move, color):
                count += 1
                board['frame_ko'][board['stackp'] - 1] = ko
            else:
                board['ko'] = ko
        color = other(color)
    return count


@pytest.mark.parametrize('seed', range(25))
def test_helpers_that_read_one_string(seed):
    rng, board = random_board(seed + 100)
    points = all_points(int(board['size']))
    stones = [pos for pos in points if board['color'][pos] in (1, 2)]
    empty = [pos for pos in points if board['color'][pos] == EMPTY]
    for pos in rng.sample(stones, min(6, len(stones))):
        color = rng.choice((1, 2))
        assert ask(board, 'attack', pos) == quick(board, pos, True)
        assert ask(board, 'defend', pos) == saved(board, pos)
        moves = [rng.choice([*empty, PASS]) for _ in range(rng.randint(0, 3))]
        for side, first in (('o', color), ('x', other(color))):
            count = played(board, moves, first)
            gone = board['color'][pos] == EMPTY
            wanted = (WIN if gone else quick(board, pos, True), LOSE if gone else saved(board, pos),
                      0 if gone else len(libs(board, string(board, pos))))
            for _ in range(count):
                py_popgo(board)
            got = tuple(ask(board, f'{side}play_{name}', *moves, pos, color=color) for name in ('attack', 'defend', 'lib'))
            assert got == wanted


def test_helpers_that_read_two_strings():
    """Two white strings with a gap between; Black also has stones that one move puts in double atari."""
    board = drawn("""
        . . . . . . .
        . O X . . . .
        . O . X O . .
        . . O O . . .
        . . . . . . .
        . O . O . . .
        . . . . . . .""")
    at = {name: parse_vertex(name, 7) for name in ('C2', 'B2', 'D2', 'C5', 'C6', 'D5')}
    assert ask(board, 'oplay_connect', at['B2'], at['D2'], color=2) == WIN
    assert ask(board, 'oplay_connect', at['C2'], at['B2'], at['D2'], color=2) == WIN, 'joined by the move itself'
    assert ask(board, 'oplay_disconnect', at['C2'], at['B2'], at['D2'], color=2) == LOSE
    assert ask(board, 'oplay_disconnect', at['C2'], at['B2'], at['D2'], color=1) == LOSE, 'above or below'
    assert ask(board, 'oplay_disconnect', at['B2'], at['D2'], color=2) == ask(board, 'disconnect_helper', at['B2'], at['D2'], color=2)
    assert ask(board, 'oplay_attack_either', at['C5'], at['C6'], at['D5'], color=2) == WIN, 'both in atari, one falls'
    assert ask(board, 'xplay_attack_either', at['C5'], at['C6'], at['D5'], color=1) == WIN
    assert ask(board, 'oplay_defend_both', at['C5'], at['C6'], at['D5'], color=2) == LOSE
    assert ask(board, 'oplay_defend_both', at['C5'], at['C6'], at['D5'], color=1) == WIN, 'they are one string now'
    wall = drawn("""
        . . . X . . .
        . O . X . O .
        . O . X . O .
        . O . . . O .
        . O . X . O .
        . O . X . O .
        . . . X . . .""")
    gap, left, right = (parse_vertex(name, 7) for name in ('D4', 'B4', 'F4'))
    assert ask(wall, 'oplay_disconnect', gap, left, right, color=1) == WIN
    assert ask(wall, 'oplay_break_through', gap, left, left, right, color=1) == 2
    assert ask(board, 'oplay_break_through', at['C5'], at['C6'], at['D5'], at['D5'], color=2) == 1


def test_moves_that_attack_defend_and_are_safe():
    board = drawn("""
        . . . . . . .
        . X X . . . .
        X O O . . . .
        . X X . . . .
        . . . . . . .
        O X . . . . .
        . O X . . . .""")
    d5, g1, a1, stone, corner = (parse_vertex(name, 7) for name in ('D5', 'G1', 'A1', 'B5', 'A2'))
    assert ask(board, 'does_attack', d5, stone) == WIN
    assert ask(board, 'does_attack', g1, stone) == LOSE
    assert ask(board, 'does_defend', d5, stone, color=2) == ask(board, 'defend', stone) == WIN
    assert ask(board, 'does_defend', g1, stone, color=2) == LOSE
    assert ask(board, 'safe_omove', d5, color=1) == WIN
    assert ask(board, 'attack', corner) == WIN and ask(board, 'does_defend', a1, corner, color=2) == LOSE
    assert ask(board, 'odefend_against', d5, parse_vertex('F4', 7), color=1) == WIN, 'White at D5, Black beside him'
    assert ask(board, 'odefend_against', stone, g1, color=1) == LOSE, 'no move where a stone is'


def test_false_eyes_for_certain():
    board = drawn("""
        . X . . .
        X O . . .
        . . . . .
        . . . X .
        . . X . X""")
    assert ask(board, 'obvious_false_oeye', parse_vertex('A5', 5), color=1) == int(quick(board, parse_vertex('B4', 5), True) == LOSE)
    assert ask(board, 'obvious_false_oeye', parse_vertex('D1', 5), color=1) == 0
    assert ask(board, 'obvious_false_xeye', parse_vertex('D1', 5), color=1) == 1, 'enemies beside it'


def test_helpers_about_kos_and_the_corner():
    """The ko at C4: Black may take it; White's three stones beside it have room, then hardly any."""
    board = drawn("""
        . X O O .
        X O . O .
        . X O . .
        . X O . .
        . . X . .""")
    ko = parse_vertex('C4', 5)
    assert ask(board, 'ko', ko) == 1 and ask(board, 'ko', parse_vertex('B4', 5)) == 1
    assert ask(board, 'finish_ko_helper', ko) == 0, 'nothing is at stake'
    assert ask(board, 'squeeze_ko_helper', ko, color=1) == 0, 'White has more liberties than that'
    assert ask(board, 'squeeze_ko_helper', ko, color=2) == 0, 'it is not White who takes'
    tight = drawn("""
        . X O O .
        X O . O X
        . X O X .
        . X O . .
        . . X . .""")
    assert ask(tight, 'squeeze_ko_helper', ko, color=1) == ask(tight, 'finish_ko_helper', ko) == 1
    in_trouble, elsewhere = parse_vertex('C3', 5), parse_vertex('D3', 5)
    assert ask(tight, 'squeeze_ko_helper', in_trouble, color=1) == ask(tight, 'finish_ko_helper', in_trouble) == 1
    assert ask(tight, 'squeeze_ko_helper', in_trouble, color=2) == 0, 'it is not White who takes'
    assert ask(tight, 'squeeze_ko_helper', elsewhere, color=1) == ask(tight, 'finish_ko_helper', elsewhere) == 0, 'a stone alone'
    assert ask(board, 'finish_ko_helper', in_trouble) == ask(board, 'squeeze_ko_helper', in_trouble, color=1) == 0, 'in no trouble'
    single = drawn("""
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . .""")
    assert ask(single, 'ko', ko) == 1 and ask(single, 'finish_ko_helper', ko) == 0, 'single stones only'
    assert ask(single, 'finish_ko_helper', parse_vertex('E1', 5)) == 0, 'no ko there'
    corner = drawn("""
        X X O . .
        X . . . .
        . . . . .
        . . . . .
        . . . X X""")
    assert ask(corner, 'bent_four_helper', parse_vertex('A5', 5), ko) == 1
    assert ask(corner, 'bent_four_helper', parse_vertex('E1', 5), ko) == 0


def test_facts_are_read_where_they_are_known():
    board = drawn('. . .\n. X .\n. . .')
    middle, side, corner = (parse_vertex(name, 3) for name in ('B2', 'A2', 'A1'))
    f = new_facts()
    answer = lambda name, *points: ask(board, name, *points, facts=f)  # noqa: E731
    f['goal'][middle] = 1
    f['escape'][[side, corner]] = 7
    f['owl_eye'][corner], f['eye_min'][3], f['eye_max'][3], f['eye_size'][3] = 3, 1, 2, 4
    f['half_eye'][corner] = 2.5
    f['status'][middle], f['dragon'][middle] = ALIVE, 5
    f['moyo'][side] = 1
    answers = {('owl_goal_dragon', middle): 1, ('owl_goal_dragon', side): 0, ('owl_escape_value', side): -3,
               ('owl_escape_value', corner): 7, ('owl_eyespace', corner): 1, ('owl_big_eyespace', corner): 1, ('owl_mineye', corner): 1,
               ('owl_maxeye', corner): 2, ('owl_eye_size', corner): 4, ('owl_proper_eye', corner): 1, ('owl_eyespace', side): 0,
               ('alive', middle): 1, ('dead', middle): 0, ('omoyo', side): 1, ('xmoyo', side): 0, ('o_alive_somewhere', middle): 1,
               ('x_alive_somewhere', middle): 0}
    assert {key: answer(*key) for key in answers} == answers
    assert answer('owl_topological_eye', corner, middle) == 3
    assert answer('same_dragon', middle, middle) == 1 and answer('same_dragon', side, middle) == 0


CHEAP = ('lib', 'olib', 'xlib', 'wormsize', 'o_somewhere', 'x_somewhere', 'ko', 'legal_omove', 'same_string')


def random_expression(rng, depth=0):
    roll = rng.random()
    if depth > 3 or roll < 0.35:
        helper = HELPERS[rng.choice(CHEAP)]
        count = helper.least if helper.least == helper.most else rng.randint(1, 3)
        return f'{helper.name}({",".join(rng.choice("abc*") for _ in range(count))})' if rng.random() < 0.8 else str(rng.randint(0, 5))
    if roll < 0.45:
        return rng.choice('!-') + '(' + random_expression(rng, depth + 1) + ')'
    if roll < 0.55:
        test, yes, no = (random_expression(rng, depth + 1) for _ in range(3))
        return f'({test} ? {yes} : {no})'
    op = rng.choice(['&&', '||', '&&', '||', '+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>='])
    return f'({random_expression(rng, depth + 1)} {op} {random_expression(rng, depth + 1)})'


@pytest.mark.parametrize('seed', range(40))
def test_programs_mean_what_their_expressions_mean(seed):
    rng = random.Random(seed)
    text = 'attribute_map value_only\n' + '\n'.join(
        f'Pattern E{k}\n\n?*?\n??Y\n\n:8,-,value(1)\n\na*?\nb?c\n\n; {random_expression(rng)}\n' for k in range(12))
    database = read_text(text, 'e.db')
    t, m = compile_database(database), new_matches()
    board = twin.random_board(rng, 7, 0.5)
    py_find_matches(board, t, m, 1)
    values = set()
    for k in range(0, int(m['n']), 7):
        i, at = int(m['instance'][k]), int(m['anchor'][k])
        pattern = database.patterns[int(t['pattern'][i])]
        start = int(t['label'][i])

        def answer(helper, arguments, start=start, at=at, k=k):
            points = [int(m['move'][k]) if a < 0 else at + int(t['label_offset'][start + a]) for a in arguments]
            return plain(board, helper.name, points, 1)
        value = int(interpreter.py_holds(board, R, F, t, W, i, at, 1))
        assert pattern.constraint
        assert value == evaluate(pattern.constraint, answer)
        values.add(value)
    assert len(values) > 1


def test_costly_parts_are_called_last_and_only_if_needed():
    text = """attribute_map value_only

Pattern A

?Y*

:8,-,value(1)

?a*

; oplay_attack(*,a) && lib(a) > 9
"""
    database = read_text(text, 'a.db')
    constraint = database.patterns[0].constraint
    assert constraint and bytecode(cheapest_first(constraint)) != bytecode(constraint)
    t, m, w = compile_database(database), new_matches(), helpers.new_run()
    board = drawn('. . . . .\n. . X . .\n. . O . .\n. . . . .\n. . . . .')
    py_find_matches(board, t, m, 1)
    assert m['n'] > 0
    for k in range(int(m['n'])):
        assert not interpreter.py_holds(board, R, F, t, w, int(m['instance'][k]), int(m['anchor'][k]), 1)
    assert w['calls'] == m['n'] and w['readings'] == 0


def test_every_helper_of_constraints_has_an_answer_or_a_home():
    answered = set(re.findall(r'Op\.(\w+)', inspect.getsource(helpers))) | {name for name in HELPERS if 'play_' in name}
    unanswered = {name for name, helper in HELPERS.items() if not helper.action and name not in answered}
    assert all(HELPERS[name].needs == Kind.MOVES for name in unanswered), 'else patterns that ask them would seem answered'
    assert len(answered) >= 48 and answered <= set(HELPERS)
    kinds = 'attack defend lib attack_either defend_both break_through connect disconnect'.split()
    first = HELPERS['oplay_attack'].opcode
    assert [HELPERS[f'{side}play_{kind}'].opcode - first for kind in kinds for side in 'ox'] == list(range(16))


def test_answers_do_not_depend_on_the_memory():
    for seed in range(6):
        rng, board = random_board(seed + 500)
        stones = [pos for pos in all_points(int(board['size'])) if board['color'][pos] in (1, 2)]
        first = [ask(board, name, pos) for pos in stones for name in ('attack', 'defend')]
        assert first == [ask(board, name, pos) for pos in stones for name in ('attack', 'defend')]
        fresh = inner.new_inner_record()
        W['n'], W['color'] = 1, 1
        again = []
        for pos in reversed(stones):
            W['arg'][0] = pos
            again += [int(helpers.py_ask_helper(board, fresh, F, W, HELPERS[name].opcode)) for name in ('defend', 'attack')]
        assert first == again[::-1]
