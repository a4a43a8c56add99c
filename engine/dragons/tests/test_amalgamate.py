import random

import pytest

from owlgo.engine.constraints.mismatch import Explainer
from owlgo.engine.core.facts import new_facts
from owlgo.engine.core.game import Game
from owlgo.engine.core.parts import Leaders
from owlgo.engine.core.points import STRIDE, all_points, other, row_col, transform
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.patterns.compile import instances
from owlgo.patterns.library import LIBRARY


def naive_groups(board):
    """Every pattern of class C laid on every point by hand."""
    size = int(board['size'])
    loaded = LIBRARY.get('conn')
    database = loaded.source()
    elements = '' if database.goal_elements == 'none' else database.goal_elements
    stones = [pos for pos in all_points(size) if board['color'][pos] in (1, 2)]
    leaders = Leaders(min(string(board, pos)) for pos in stones)
    explainer = Explainer(new_facts())
    for pattern in database.patterns:
        if 'C' not in pattern.classes:
            continue
        for pos in all_points(size):
            for color in (1, 2):
                for instance in instances(pattern, 0):
                    row, col = instance.move or (0, 0)
                    found = explainer._one(board, pattern, instance, elements, pos - row * STRIDE - col, color, None)
                    if found.matches:
                        here = [pos + (r - row) * STRIDE + c - col for r, c, symbol in instance.points if symbol == 'O']
                        leaders.join_all({min(string(board, q)) for q in here})
    groups: dict[int, list[int]] = {}
    for pos in stones:
        groups.setdefault(leaders.leader(min(string(board, pos))), []).append(pos)
    return sorted(groups.values())


@pytest.mark.parametrize('seed', [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 6))])
def test_groups_are_those_of_the_patterns(seed):
    rng = random.Random(seed)
    game = Game(9)
    color = 1
    for _ in range(26):
        moves = [pos for pos in all_points(9) if game.is_legal(color, pos)]
        game.play(color, rng.choice(moves))
        color = other(color)
    found = amalgamate.groups(game.board, Workspace())
    assert sorted(found) == naive_groups(game.board)
    for stones in found:
        assert amalgamate.group(game.board, stones[-1], Workspace()) == stones


JOINED = '''
    . . . . . . . . .
    . X . X . . . O .
    . X . X . . . . .
    . . . . . . . O .
    . . . . . . . . .
    . X . . . . . . .
    . . O . . . X . .
    . . . X . . O X .
    . . . . . . . . .
'''


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('symmetry', range(8))
def test_who_belongs_together_does_not_depend_on_how_the_board_lies(symmetry, swap):
    plain = amalgamate.groups(drawn(JOINED), Workspace())
    turned = amalgamate.groups(drawn(JOINED, swap, symmetry), Workspace())
    assert sorted(sorted(transform(pos, 9, symmetry) for pos in group) for group in plain) == sorted(turned)
    bamboo = next(group for group in plain if row_col(group[0]) == (1, 1))
    assert len(bamboo) == 4


def test_an_empty_point_has_no_group():
    with pytest.raises(ValueError):
        amalgamate.group(drawn(JOINED), list(all_points(9))[0], Workspace())
