"""Trees of readings, collected and read, and what is seen of their moves."""
import json
import random
from pathlib import Path

import numpy as np
import pytest

from owlgo.engine.constraints.helpers import py_ask_helper
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import BLACK, EMPTY, all_points, parse_vertex, point, row_col
from owlgo.engine.core.result import WIN
from owlgo.gtp.client import Client, Reply
from owlgo.patterns.compile import turn
from owlgo.patterns.vocabulary import HELPERS
from owlgo.regress.train import literals, moves_seen, trees
from owlgo.regress.train.literals import Literal
from owlgo.regress.train.moves_seen import ABOUT_BOTH, ABOUT_EMPTY, ABOUT_MOVE, ABOUT_STONE, CELLS, CENTER, LIBERTIES, SECOND, SIZE
from owlgo.regress.train.trees import board_of

TRACE = b'''(;GM[1]FF[4]SZ[7]C[owl_attack C1: WIN A2 (attack effective)
  (2 variations)]AW[ad][bd][cd][de][df][dg]AB[ae][be][ce][cf][cg]
(;W[af]C[vital move at A2 (variation 1, hash d2621647bd15502d)
owl_defend A3: 0 (defense failed - genus 0)
  (1 variations)
(next variation: 2)]MA[ae][be][ce]
[cf][cg];B[bf]C[D12a at B2 (variation 3, hash d2621647bd15502e)
owl_attack A3: WIN A1 (attack effective)]MA[ae][be][ce][cf][cg][bf])
(;W[]C[A1 at PASS (variation 2, hash d2621647bd15502d)
owl_defend A3: KO_A B2 (ko)]))'''
SIZE_OF_BOARD = 9


def question(**change):
    return trees.ReadingTree(**{'size': 7, 'black': ['A3', 'B3', 'C3', 'C2', 'C1'], 'white': ['A4', 'B4', 'C4', 'D3', 'D2', 'D1'],
                             'what': 'attack', 'target': 'C1', 'answer': '1 A2', 'tree': trees.parse(TRACE), **change})


def position(rng, size=SIZE_OF_BOARD):
    """Stones at random."""
    board = new_board(size)
    for pos in all_points(size):
        if rng.random() < 0.5:
            py_place_if_legal(board, pos, rng.choice((1, 2)))
    board['ko'] = 0
    return board


def seen_at(board, color, attacking, whole=False):
    """The moves near a string, or near all stones of the side that is attacked or defended, with who sees them."""
    size, owner = int(board['size']), 3 - color if attacking else color
    stones = [pos for pos in all_points(size) if board['color'][pos] == owner]
    stones = [pos for pos in stones if whole or board['origin'][pos] == board['origin'][stones[0]]]
    observer = moves_seen.Observer()
    observer.begin(board, stones)
    return observer, observer.see(stones, color), set(stones)


def test_a_trace_is_parsed():
    """Moves, proposers, results and goals of a trace with two branches, one of which goes on."""
    first, second = trees.parse(TRACE)
    assert (first.move, first.color, first.proposer, first.outcome, first.reason) == \
        ('af', 'W', 'vital move', 'lose', 'defense failed - genus 0')
    assert first.goal == ['ae', 'be', 'ce', 'cf', 'cg'] and not first.by_pattern and first.place == parse_vertex('A2', 7)
    reply, = first.replies
    assert (reply.move, reply.proposer, reply.outcome, reply.by_pattern) == ('bf', 'D12a', 'win', True) and reply.replies == []
    assert (second.place, second.outcome, second.by_pattern, second.goal) == (0, 'other', True, [])


class Answers(Client):
    """Stands for GNU Go: every attack works, every defence fails, and all readings have one trace."""

    def __init__(self):
        self.said: list[str] = []

    def alive(self):
        return True

    def send(self, command, timeout=60.0):
        self.said.append(command)
        word, *rest = command.split()
        if word == 'finish_sgftrace':
            Path(rest[0]).write_bytes(TRACE)
        return Reply('=', {'owl_attack': '1 A2', 'owl_defend': '0'}.get(word, ''))


def test_a_teacher_is_asked_about_each_dragon_once(tmp_path):
    """Attack and defence of the stones that the trace calls the dragon's; other strings are asked about too."""
    client = Answers()
    asked = list(trees.Teacher(client, tmp_path, random.Random(1)).questions(question().board(), None))
    assert client.said[:2] == ['boardsize 7', 'clear_board'] and 'play b C1' in client.said and 'play w A4' in client.said
    assert len(asked) == 2 * trees.DRAGONS and [one.what for one in asked[:2]] == ['attack', 'defend']
    assert [one.outcome for one in asked[:2]] == ['win', 'lose'] and asked[0].tree == trees.parse(TRACE)
    assert sum(one.target in ('A3', 'B3', 'C3', 'C2', 'C1') for one in asked) <= 2
    assert sorted(asked[0].black) == sorted(question().black) and sorted(asked[0].white) == sorted(question().white)
    corners = board_of(19, ['A1', 'T19'], [])
    assert corners is not None
    near = trees.Teacher(client, tmp_path, random.Random(1)).questions(corners, parse_vertex('T18', 19))
    assert {one.target for one in near} == {'T19'}


def test_positions_of_a_record_and_their_variations():
    """One position of the record, and others that differ from it near the stone they name."""
    record = Path(__file__).parents[2] / 'games' / 'alphago-lee-sedol-4.sgf'
    (board, nowhere), *others = trees.positions(record, random.Random(3))
    assert nowhere is None and len(others) == trees.VARIED and np.count_nonzero(board['color'][list(all_points(19))]) >= trees.EARLIEST - 5
    for changed, near in others:
        assert near is not None
        added = [pos for pos in all_points(19) if changed['color'][pos] and not board['color'][pos]]
        assert len(added) <= trees.MOST_STONES
        assert all(max(abs(a - b) for a, b in zip(row_col(pos), row_col(near), strict=True)) <= trees.SPREAD for pos in added)


def test_questions_survive_a_file_and_damage_is_named(tmp_path):
    path = tmp_path / 'trees'
    path.write_text(json.dumps(vars(question())) + '\n')
    assert list(trees.load(path)) == [question()]
    for damaged in ('{}', '[1]', json.dumps(vars(question(target='Z99'))), json.dumps(vars(question(tree=[['af', 'W']])))):
        path.write_text(json.dumps(vars(question())) + '\n' + damaged + '\n')
        with pytest.raises(ValueError, match='trees:2: no tree of a reading'):
            list(trees.load(path))


def test_nodes_are_seen_with_what_was_tried_there():
    """The root, which A2 wins, and the defender's answer, which loses; the move into a ko is neither."""
    root, reply = moves_seen.nodes(question(), moves_seen.Observer(), 10)
    a2 = parse_vertex('A2', 7)
    assert (root.attacking, root.outcome, root.winner) == (True, 'win', a2) and root.moves.points.tolist().count(a2) == 1
    assert (reply.attacking, reply.outcome, reply.winner, [*reply.tried]) == (False, 'lose', None, [parse_vertex('B2', 7)])
    assert reply.position == root.position
    assert list(moves_seen.nodes(question(target='G7'), moves_seen.Observer(), 10)) == [], 'an empty point has no dragon'


def observer_says(observer, board, name, *points):
    """The answer of a helper, Black to move."""
    run = observer.kept.run
    run['color'], run['n'] = BLACK, len(points)
    run['arg'][:len(points)] = points
    return int(py_ask_helper(board, observer.inner, observer.kept.facts, run, HELPERS[name].opcode))


def slow(literal, observer, goal, board, move, orientation, color=BLACK):
    """Whether a literal holds, from the board and the helpers alone."""
    size, kind = int(board['size']), literal.kind

    def ask(name, *points):
        return observer_says(observer, board, name, *points)

    def there(cell):
        (down, right), (row, col) = turn(*literals.steps(cell), orientation), row_col(move)
        inside = 0 <= row + down < size and 0 <= col + right < size
        return point(row + down, col + right) if inside else None
    if kind in (literals.MOVE_FROM, literals.MOVE_BELOW):
        return (ask(ABOUT_MOVE[literal.what], move) >= literal.bound) == (kind == literals.MOVE_FROM)
    pos = there(literal.cell)
    if kind == literals.EDGE:
        return pos is None and there(literal.bound) is not None
    if pos is None:
        return kind == literals.NOT_DRAGON or kind == literals.NO
    stone = int(board['color'][pos])
    if kind == literals.POINT:
        return bool(literal.what >> (1 if stone == EMPTY else 2 if stone == color else 3) & 1)
    if kind in (literals.OF_DRAGON, literals.NOT_DRAGON):
        return (pos in goal) == (kind == literals.OF_DRAGON)
    if kind in (literals.FROM, literals.BELOW):
        origin = board['origin'][pos]
        values = {LIBERTIES: lambda: board['libs'][origin], SIZE: lambda: board['count'][origin], SECOND: lambda: ask('lib2', pos)}
        return stone != EMPTY and (values[literal.what]() >= literal.bound) == (kind == literals.FROM)
    if stone == EMPTY:
        says = literal.what < len(ABOUT_EMPTY) and ask(ABOUT_EMPTY[literal.what], pos) > 0
    elif literal.what < len(ABOUT_STONE):
        says = ask(ABOUT_STONE[literal.what], pos) != 0
    else:
        name = ABOUT_BOTH[literal.what - len(ABOUT_STONE)]
        near = max(map(abs, literals.steps(literal.cell))) <= moves_seen.READ_RADIUS
        says = near and name not in (moves_seen.NOT_MINE if stone == color else moves_seen.NOT_YOURS) and ask(name, move, pos) != 0
    return bool(says) == (kind == literals.YES)


@pytest.mark.parametrize('attacking', [True, False])
def test_literals_hold_as_the_board_says_in_all_orientations(attacking):
    """Kernels over windows against a slow twin that asks the board; and a move has the literals that are made from it."""
    rng, compared = random.Random(5 + attacking), 0
    for _ in range(3):
        board = position(rng)
        observer, moves, goal = seen_at(board, 1, attacking)
        dragon = moves_seen.YOURS if attacking else moves_seen.MINE
        for i in rng.sample(range(len(moves.points)), min(3, len(moves.points))):
            move = int(moves.points[i])
            cells = [cell for cell in range(CELLS) if cell != CENTER]
            own = literals.of_move(moves, i) + literals.of_points(moves, i, cells, dragon)
            assert {literal.kind for literal in own} >= {literals.POINT, literals.FROM, literals.NO, literals.MOVE_FROM}
            for literal in own:
                assert len(literals.narrow(moves, (literal,), literals.every_pair(np.array([i]))[:1])) == 1, literal
            for literal in rng.sample(own, 40):
                held = literals.narrow(moves, (literal,), literals.every_pair(np.array([i]))) % literals.ORIENTATIONS
                for orientation in range(literals.ORIENTATIONS):
                    assert slow(literal, observer, goal, board, move, orientation) == (orientation in held), (literal, orientation)
                    compared += 1
            assert bool(moves.safe[i]) == (observer_says(observer, board, 'safe_omove', move) == WIN)
    assert compared > 2000


def test_gains_count_a_move_once():
    """A literal that holds for a move in several orientations gains its weight once."""
    board = position(random.Random(2))
    _, moves, _ = seen_at(board, 1, True)
    n = len(moves.points)
    always = Literal(literals.MOVE_FROM, CENTER, 0, -100)
    found = literals.gains(moves, [always], literals.every_pair(np.arange(n)), np.full(n, 0.5), np.ones(n))
    assert n > 2 and found.tolist() == [[n / 2, n]]
