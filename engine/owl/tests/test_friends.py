"""Friends of a dragon that live."""
import numpy as np

from owlgo.engine.core.facts import Kind, bits
from owlgo.engine.core.points import parse_vertex
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
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


def test_friends_that_live_are_known_where_a_pattern_asks(monkeypatch):
    """Friends with two eyes whoever plays first; nobody looks for them where no pattern asks."""
    board, means = drawn(FRIENDS), Means(Workspace(), FULL)
    dragon = string(board, parse_vertex('B5', 9))
    monkeypatch.setattr(Loaded, 'needs', property(lambda loaded: 0))
    assert not selective.prepare(board, dragon, means).facts['strong'].any()
    monkeypatch.setattr(Loaded, 'needs', property(lambda loaded: bits(Kind.FRIENDS)))
    kept = selective.prepare(board, dragon, means)
    assert set(np.flatnonzero(kept.facts['strong']).tolist()) == set(string(board, parse_vertex('A8', 9)))
    assert kept.facts['known'] & bits(Kind.FRIENDS) and set(np.flatnonzero(kept.owl['goal'][0]).tolist()) == set(dragon)
