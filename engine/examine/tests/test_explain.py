import re
from pathlib import Path

import pytest

from owlgo.engine.core import sgf
from owlgo.engine.core.board import py_popgo, py_trymove
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, all_points, other, parse_vertex
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import partition
from owlgo.engine.examine import explain
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.status import Judge
from owlgo.engine.life import variations, verdict
from owlgo.engine.solver.region import ATTACKER, DEFENDER

RECORD = str(Path(__file__).parents[3] / 'regress' / 'games' / 'alphago-lee-sedol-4.sgf')
CRITICAL = '''
    . . . X O . . . .
    X X X X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
GAP = '''
    . . X . . . . . .
    X X X O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
PICTURES = [CRITICAL, GAP, CRITICAL.replace('. . . X O', '. X . X O'), CRITICAL.replace('. . . X O', '. O . X O')]


def explained(text, swap=False, symmetry=0):
    board = drawn(text, swap, symmetry)
    found = partition.find(board, Workspace())
    color = 2 if swap else 1
    one = next(dragon for dragon in found.every if dragon.color == color)
    judge = Judge(board)
    return board, one, judge, explain.dragon(found, one, judge)


def test_an_interrupt_leaves_no_trial_move_on_the_board(monkeypatch):
    """Failed: what was asked next was asked about the position after those moves."""
    board = drawn(CRITICAL)
    found, judge, read = partition.find(board, Workspace()), Judge(board), Judge.ask

    def interrupt(self, *question):
        if int(board['stackp']):
            raise KeyboardInterrupt
        return read(self, *question)

    monkeypatch.setattr(Judge, 'ask', interrupt)
    monkeypatch.setattr(Judge, '_confirms', lambda *_: True)
    with pytest.raises(KeyboardInterrupt):
        explain.dragon(found, next(dragon for dragon in found.every if dragon.color == BLACK), judge)
    assert int(board['stackp']) == 0


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('text', PICTURES)
def test_every_move_that_is_named_does_what_is_said(text, swap):
    board, one, judge, lines = explained(text, swap)
    killer = other(one.color)
    said = '\n'.join(lines)
    status = judge.judge(one.origin).status.status
    assert {ALIVE: 'is alive', DEAD: 'is dead'}.get(status, 'is critical') in lines[0]
    kill = re.search(r'kills it at (\w+)', said)
    if status == ALIVE:
        assert kill is None and 'finds no way to kill it' in said
    if kill:
        assert py_trymove(board, parse_vertex(kill[1], 9), killer)
        assert verdict.owl_defend(board, one.origin).result == LOSE
        answer = re.search(r'If \w+ answers \w+ at (\w+), \w+ (\w+) (takes|kills) it', said)
        if answer:
            assert py_trymove(board, parse_vertex(answer[1], 9), one.color)
            assert py_trymove(board, parse_vertex(answer[2], 9), killer)
            assert bool(board['color'][one.origin]) == (answer[3] == 'kills')
            assert not board['color'][one.origin] or verdict.owl_defend(board, one.origin).result == LOSE
    while int(board['stackp']):
        py_popgo(board)
    save = re.search(r'saves it at (\w+)', said)
    assert bool(save) == (status not in (ALIVE, DEAD))
    if save:
        assert py_trymove(board, parse_vertex(save[1], 9), one.color)
        assert verdict.owl_attack(board, one.origin).result == LOSE
        py_popgo(board)


def test_the_refutation_of_the_natural_answer_is_shown():
    lines = explained(CRITICAL)[3]
    assert 'White kills it at B9.' in lines and 'Black saves it at B9.' in lines
    assert 'Its eye space A9 B9 C9 yields 2 eyes if Black plays B9 first, 1 if White does.' in lines
    assert lines[0] == 'Black D9, a dragon of 5 stones, is critical (proved): who moves first decides.'


def test_an_examination_shows_the_refutation_too():
    """It holds a copy of the board that it was asked about: moves are tried on the board that is read."""
    game = Game()
    game.load(sgf.load(RECORD, '170'))
    known = Examination(game.board, Workspace())
    pos = parse_vertex('T14', 19)
    said = '\n'.join(explain.dragon(known.dragons, known.dragons.of(pos), known.judge))
    line = re.search(r'If White answers (\w+) at (\w+), Black (\w+) (?:takes|kills) it', said)
    assert line and int(known.board['stackp']) == 0 and (known.board['color'] == game.board['color']).all()
    for color, move in zip((1, 2, 1), line.groups(), strict=True):
        assert game.trymove(color, parse_vertex(move, 19))
    assert not game.color_at(pos) or verdict.owl_defend(game.board, pos).result == LOSE


@pytest.mark.parametrize('symmetry', few(range(8), 2))
def test_words_do_not_depend_on_how_the_board_lies(symmetry):
    plain, turned = explained(GAP)[3], explained(GAP, True, symmetry)[3]
    assert [re.sub(r'\b[A-J]\d\b', '', line) for line in plain[1:]] == \
        [re.sub(r'\b[A-J]\d\b', '', line).replace('White', '#').replace('Black', 'White').replace('#', 'Black')
         for line in turned[1:]]


@pytest.mark.parametrize('text, how', [(CRITICAL, Grade.PROVED), (GAP, Grade.PROVED)])
def test_trees_hold_what_they_say(text, how):
    """Every move of a tree is legal, sides take turns, and one good answer refutes each try."""
    board = drawn(text)
    pos = min(p for p in all_points(9) if board['color'][p] == 1)
    for side, wanted in ((ATTACKER, variations.DIES), (DEFENDER, variations.LIVES)):
        answer = verdict.ask(board, pos, side)
        assert answer.grade == how or (text == GAP and answer.grade in (Grade.READ, Grade.PROVED_IF))
        roots = variations.variations(board, pos, answer)
        if answer.reading.result == WIN and answer.reading.move:
            assert roots[0].move == answer.reading.move and roots[0].outcome.startswith(wanted)

        def walk(variations, color):
            for variation in variations:
                assert variation.color == color
                assert py_trymove(board, variation.move, color)
                below = variation.children
                outcomes = {v.outcome.split(',')[0] for v in below}
                assert not below or variation.outcome.split(',')[0] in outcomes
                walk(below, other(color))
                py_popgo(board)
        walk(roots, 2 if side == ATTACKER else 1)
        assert int(board['stackp']) == 0
