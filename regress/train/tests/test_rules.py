"""Rules learned from moves, and written as patterns."""
import json
import random
from collections import Counter

import numpy as np
import pytest

from owlgo.engine.constraints.interpreter import py_holds
from owlgo.engine.core.points import PASS
from owlgo.patterns.compile import compile_database
from owlgo.patterns.lang import read_text
from owlgo.patterns.match import py_find_matches
from owlgo.regress.train import literals, moves_seen, rules, written
from owlgo.regress.train.literals import Literal, cell_at
from owlgo.regress.train.moves_seen import ABOUT_MOVE, CENTER, LIBERTIES, MINE, YOURS, SeenNode
from owlgo.regress.train.tests.test_trees import position, question, seen_at
from owlgo.regress.train.trees import Tried


def drawn(symbol, down, right):
    """The literal of a symbol so far from the move."""
    return Literal(literals.POINT, cell_at(down, right), literals.MASKS[symbol], 0)


def about(name, bound, kind=literals.MOVE_FROM):
    return Literal(kind, CENTER, ABOUT_MOVE.index(name), bound)


def edge(down, right):
    """The edge, as many steps from the move as one of them is long."""
    return Literal(literals.EDGE, cell_at(down, right), 0, cell_at(down - np.sign(down), right - np.sign(right)))


PLANTED = (drawn('X', 0, 1), drawn('.', 1, 0), about('olib', 3))
"""Beside a stone of the dragon, an empty point at right angles, and three liberties."""


def readings(count, attacking, seed):
    """Nodes at random at which the planted rule's moves win, or nothing does."""
    rng, dragon = random.Random(seed), YOURS if attacking else MINE
    for number in range(count):
        _, moves, _ = seen_at(position(rng, 7), 1, attacking)
        pairs = literals.every_pair(np.flatnonzero(moves.safe))
        hits = np.unique(literals.narrow(moves, PLANTED, pairs, dragon) // literals.ORIENTATIONS)
        points = moves.points[hits].tolist()
        winner = rng.choice(points) if points else None
        # The other moves that the rule proposes are not held against it.
        tried = {pos: Tried('aa', 'B', 'A1' if pos == winner else 'vital move', None, ['aa'], []) for pos in points}
        if len(moves.points):
            yield SeenNode(str(number), attacking, 'win' if points else 'lose', tried, winner, moves)


def test_a_planted_rule_is_found_again():
    """All winning moves of other positions are proposed, and hardly anything else."""
    data = rules.Data(readings(90, True, 1), True, 0.0)
    learned = list(rules.Learner(data, 1).learn(60))
    assert data.wins.sum() > 20 and not learned[0].classes
    others = rules.Data(readings(40, True, 2), True, 0.0)
    rules.rate(learned, others)
    hits = set(np.concatenate([each.hits for each in learned]).tolist())
    wins = set(np.flatnonzero(others.won).tolist())
    idle = {i for i in hits if others.weight[i] < 0}
    assert len(wins) > 10 and len(hits & wins) >= 0.9 * len(wins) and len(idle) <= 0.1 * len(hits)
    assert all(each.value > 60 for each in learned if len(each.hits))
    assert 'held out: 0 nodes' in rules.report(learned, others, True)


def test_held_out_positions_have_no_say():
    data = rules.Data(readings(60, True, 3), True, 0.5)
    assert 0 < data.held.sum() < len(data.held) and not data.weight[data.held].any() and not data.wins[data.held].any()
    with pytest.raises(ValueError, match='no readings of this side'):
        rules.Data(readings(5, True, 3), False, 0.0)


RULES = [
    (True, (drawn('X', 0, 1), drawn('o', 1, 1))),
    (True, PLANTED),
    (True, (drawn('X', -1, 0), edge(2, 0), about('owl_eyespace', 1, literals.MOVE_BELOW))),
    (True, (drawn('X', 1, 1), drawn('x', 0, 1), drawn('o', 0, 1), Literal(literals.YES, cell_at(1, 1), 0, 0), edge(0, -1))),
    (True, (drawn('X', 0, 1), drawn('X', 2, 0), Literal(literals.NOT_DRAGON, cell_at(2, 0), 0, 0),
            about('owl_escape_value', 1, literals.MOVE_BELOW))),
    (False, (drawn('O', 0, 1), drawn('X', 1, 0), Literal(literals.BELOW, cell_at(1, 0), LIBERTIES, 3),
             Literal(literals.YES, cell_at(1, 0), moves_seen.NSTONE, 0))),
    (False, (drawn('O', 1, 2), drawn('.', 0, 1), Literal(literals.NO, cell_at(0, 1), 1, 0), about('safe_xmove', 1))),
    (False, (drawn('O', 0, 2), drawn('O', 1, 0), Literal(literals.YES, cell_at(1, 0), moves_seen.NSTONE + 3, 0),
             about('ko', 1, literals.MOVE_BELOW))),
]


@pytest.mark.parametrize('attacking, rule', RULES)
def test_a_rule_holds_as_the_pattern_that_is_written(attacking, rule):
    """The text is read back, and proposes exactly the moves of the rule on random boards."""
    text = written.heading(attacking) + '\n' + written.pattern(rule, attacking, 's', 50, Counter())
    tables = compile_database(read_text(text, 'learned.db'))
    rng, count = random.Random(7), 0
    for number in range(30):
        board = position(rng)
        observer, moves, _ = seen_at(board, 1, attacking, number % 2 == 1)
        by_rule = {int(moves.points[pair // literals.ORIENTATIONS]) for pair in
                   literals.narrow(moves, rule, literals.every_pair(np.arange(len(moves.points))), YOURS if attacking else MINE)}
        kept = observer.kept
        kept.matches['by_goal'], kept.matches['goal'] = 1, kept.facts['goal']
        py_find_matches(board, tables, kept.matches, 1)
        found = [(int(kept.matches['instance'][k]), int(kept.matches['anchor'][k]), int(kept.matches['move'][k]))
                 for k in range(int(kept.matches['n']))]
        by_pattern = {move for instance, at, move in found if move != PASS and
                      py_holds(board, observer.inner, kept.facts, tables, kept.run, instance, at, 1)}
        assert by_pattern & set(moves.points.tolist()) == by_rule
        count += len(by_rule)
    assert count > 3


def test_a_pattern_says_what_its_move_is():
    names = Counter(hane_2nd=4)
    rule = (drawn('X', 1, 0), drawn('O', 1, 1), edge(2, 0), about('owl_eyespace', 1),
            Literal(literals.NO, cell_at(1, 1), moves_seen.NSTONE, 0))
    text = written.pattern(rule, True, 'b', 61, names)
    assert text == '''Pattern hane_2nd_5
# Hane on the second line: the stones beside it stay safe and the point is in the eye space.

*?
XO
--

:8,b,value(61)

*?
Xa
--

; owl_eyespace(*) && !oplay_attack(*,a)
'''


def test_the_command_writes_a_database(tmp_path, capsys):
    """It says how well the rules do; files of another kind or without readings of the side are one error."""
    trees, out = tmp_path / 'trees', tmp_path / 'learned.db'
    trees.write_text(json.dumps(vars(question())) + '\n')
    assert rules.main(['defend', str(trees), '-o', str(out)]) == 0
    assert 'learned: ' in capsys.readouterr().err and out.read_text().startswith('# Moves that save a dragon.')
    with pytest.raises(SystemExit):
        rules.main(['attack', str(trees), '-o', str(out)])
    assert 'no readings of this side' in capsys.readouterr().err
    trees.write_text('{}\n')
    with pytest.raises(SystemExit):
        rules.main(['attack', str(trees), '-o', str(out)])
    assert 'no tree of a reading' in capsys.readouterr().err
