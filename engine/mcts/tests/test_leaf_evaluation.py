"""What playouts begin from, as territory and moyo: against Bouzy's algorithm on its own board, and what it adds to a search."""
import random
from collections.abc import Collection

import numpy as np
import pytest

from owlgo.engine.core.dilation import BOUZY
from owlgo.engine.core.game import Game
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, neighbours, transform
from owlgo.engine.core.strings import string
from owlgo.engine.mcts import mcts
from owlgo.engine.mcts.fastboard import new_board, py_take_over
from owlgo.engine.mcts.leaf_evaluation import DILATIONS, EROSIONS, evaluate_leaf, note_leaf
from owlgo.engine.mcts.nodes import TREE
from owlgo.engine.mcts.tests.test_fastboard import random_game
from owlgo.engine.score.bouzy import Operator, balance

py_evaluate_leaf = for_python(evaluate_leaf)
py_note_leaf = for_python(note_leaf)

OPERATOR = Operator(DILATIONS, EROSIONS)


def seen(board: np.void, gone: Collection[int] = (), later: np.void | None = None) -> int:
    """The outlook of a board, as stones live on another."""
    fast, after, tree, numbers = new_board(), new_board(), new_record(TREE), new_record(BOUZY)
    py_take_over(fast, board, PASS)
    py_take_over(after, board if later is None else later, PASS)
    tree['gone'][list(gone)] = board['color'][list(gone)]
    # What was there before makes no difference.
    numbers['value'] = numbers['color'] = 7
    py_note_leaf(fast, tree, numbers)
    return int(py_evaluate_leaf(after, numbers))


def some_dead(game: Game, rng: random.Random) -> set[int]:
    """The stones of up to three strings."""
    stones = [pos for pos in all_points(game.size) if game.color_at(pos) != EMPTY]
    return {stone for pos in rng.sample(stones, min(3, len(stones))) for stone in string(game.board, pos)}


@pytest.mark.parametrize('size', [5, 9, 13, 19])
def test_it_is_bouzy_s_algorithm_without_dead_stones(size):
    rng = random.Random(size)
    found = set()
    for seed in range(8):
        game = random_game(seed, size, rng.randrange(size, size * size))
        dead = some_dead(game, rng)
        for gone in (set(), dead):
            found.add(seen(game.board, gone))
            assert seen(game.board, gone) == balance(game.board, OPERATOR, gone)
    assert len(found) > 4


def test_neither_how_the_board_lies_nor_who_is_black_matters():
    game = random_game(3, 9, 30)
    black, white = ([pos for pos in all_points(9) if game.color_at(pos) == color] for color in (BLACK, WHITE))
    for turn in range(8):
        one, two = ([transform(pos, 9, turn) for pos in some] for some in (black, white))
        same, swapped = Game(9), Game(9)
        same.setup(one, two)
        swapped.setup(two, one)
        assert seen(same.board) == -seen(swapped.board) == seen(game.board) != 0


def lives(board: np.void, pos: int, color: int) -> bool:
    """Whether a point is a side's: its stone is there, or none is, and of the stones next to it all are that side's, and there are some."""
    if board['color'][pos] != EMPTY:
        return bool(board['color'][pos] == color)
    return {int(board['color'][q]) for q in neighbours(pos, int(board['size']))} - {EMPTY} == {color}


@pytest.mark.parametrize('size', [5, 9, 19])
def test_stones_that_a_playout_does_not_let_live_are_none(size):
    found = set()
    for seed in range(8):
        game = random_game(seed, size, size * size // 3)
        later = random_game(seed + 100, size, size * size)
        stones = [pos for pos in all_points(size) if game.color_at(pos) != EMPTY]
        fallen = {pos for pos in stones if not lives(later.board, pos, game.color_at(pos))}
        assert seen(game.board, (), later.board) == balance(game.board, OPERATOR, fallen)
        found.add(len(fallen))
    assert len(found) > 2 and max(found) > 2


@pytest.mark.parametrize('color', [BLACK, WHITE])
def test_a_search_counts_it_where_its_playouts_begin(color):
    """One playout begins after one move: its score is for one part that of the same playout without, and for the other what is seen."""
    fell = 0
    for seed in range(6):
        game = random_game(seed, 9, 30)
        dead = some_dead(game, random.Random(seed))
        scores, moves = [], []
        for part in (0.0, 0.75):
            tree = mcts.Tree(1 << 12)
            tree.begin(mcts.Root(game.board, color, 7.5, 5, dict.fromkeys(all_points(9), 0.0), leaf_share=part, leaf_dead=dead))
            tree.grow(mcts.Plan(1))
            found = tree.found()
            line, = (line for line in found.lines if line.visits)
            scores.append(float(found.stats['score']))
            moves.append(line.move)
            assert line.score == scores[-1] and float(found.stats['black_wins']) == (scores[-1] > 7.5)
        assert moves[0] == moves[1]
        game.play(color, moves[0])
        end = tree._scratch[0]
        fallen = {pos for pos in all_points(9) if game.color_at(pos) != EMPTY and not lives(end, pos, game.color_at(pos))}
        assert scores[1] == 0.25 * scores[0] + 0.75 * balance(game.board, OPERATOR, dead | fallen)
        fell += len(fallen - dead)
    assert fell > 2
