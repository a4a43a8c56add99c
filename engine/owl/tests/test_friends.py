"""Friends of a dragon that live."""
import numpy as np

from owlgo.engine.core.facts import Kind, bits
from owlgo.engine.core.points import parse_vertex
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.owl import selective
from owlgo.engine.owl.limits import FULL, Means
from owlgo.patterns.library import Loaded

FRIENDS = '''
    . X . X . X O . .
    X X X X X X O . .
    O O O O O O O . .
    . . . . . . . . .
    . X X . . . . . .
    . . . . . . . . .
    O O O O O . . . .
    X X X X O . . . .
    . . . X O . . . .
'''
"""Above X has two eyes and the half of a third, below one eye, since O plays first."""


def test_friends_do_not_depend_on_the_question_before(monkeypatch):
    """Failed: whether a friend gets out over a lunch was judged by the escape values of the dragon that was asked about before."""
    monkeypatch.setattr(Loaded, 'needs', property(lambda loaded: bits(Kind.FRIENDS)))
    monkeypatch.setattr(selective, 'living_friends', lambda *records: set() if records[-1]['escape'].any() else {parse_vertex('A8', 9)})
    board, means = drawn(FRIENDS), Means(Workspace(), FULL)
    for _ in range(2):
        assert selective.prepare(Goal.of(board, string(board, parse_vertex('B5', 9)), means.workspace), means).facts['strong'].any()


def test_an_escape_to_friends_counts():
    """Every stone of a dragon's side that is not its own is a way out."""
    board, means = drawn(FRIENDS), Means(Workspace(), FULL)
    kept = selective.prepare(Goal.of(board, string(board, parse_vertex('B5', 9)), means.workspace), means)
    friends = (board['color'] == board['color'][parse_vertex('B5', 9)]) & (kept.owl['goal'][0] == 0)
    assert friends.any() and (kept.owl['escape'][friends] >= selective.TO_FRIENDS).all()


def test_friends_that_live_are_known_where_a_pattern_asks(monkeypatch):
    """Friends with two eyes whoever plays first; nobody looks for them where no pattern asks."""
    board, means = drawn(FRIENDS), Means(Workspace(), FULL)
    dragon = string(board, parse_vertex('B5', 9))
    monkeypatch.setattr(Loaded, 'needs', property(lambda loaded: 0))
    assert not selective.prepare(Goal.of(board, dragon, means.workspace), means).facts['strong'].any()
    monkeypatch.setattr(Loaded, 'needs', property(lambda loaded: bits(Kind.FRIENDS)))
    kept = selective.prepare(Goal.of(board, dragon, means.workspace), means)
    assert set(np.flatnonzero(kept.facts['strong']).tolist()) == set(string(board, parse_vertex('A8', 9)))
    assert kept.facts['known'] & bits(Kind.FRIENDS) and set(np.flatnonzero(kept.owl['goal'][0]).tolist()) == set(dragon)
