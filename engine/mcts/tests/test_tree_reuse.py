"""Parts of a tree that are kept: nothing of them is lost, and the search goes on from there."""
import time

import pytest

from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, other
from owlgo.engine.mcts import mcts, nodes, tree_reuse
from owlgo.engine.mcts.tests.test_fastboard import random_game

FIELDS = ('move', 'visits', 'wins', 'score', 'rave_visits', 'rave_wins', 'began', 'began_wins')


def everywhere(game):
    return {PASS: 0.0} | {pos: 0.0 for pos in all_points(game.size) if game.is_legal(game.to_move, pos)}


def copied(tree: mcts.Tree, node: int, least: float = 0) -> tuple:
    """A node and all below it, by walking: children of nodes visited less often left out, but for the first node's."""
    own = tuple(float(tree.record[name][node]) for name in FIELDS)
    return own, [_below(tree, child, least) for child in tree.children(node)]


def _below(tree: mcts.Tree, node: int, least: float) -> tuple:
    if tree.made(range(node, node + 1))[0] < least:
        return tuple(float(tree.record[name][node]) for name in FIELDS), []
    return copied(tree, node, least)


@pytest.mark.parametrize('least', [0, 30])
def test_what_is_kept_is_as_it_was(least):
    game = random_game(4, 7, 12)
    tree = mcts.Tree()
    for depth in range(3):
        tree.begin(mcts.Root(game.board, BLACK, 7.5, 3, everywhere(game)))
        tree.grow(mcts.Plan(1000))
        node = 0
        for _ in range(depth):
            node = max(tree.children(node), key=lambda k: float(tree.record['visits'][k]))
        before, used = copied(tree, node, least), int(tree.record['next'][0])
        after = tree_reuse.py_keep(tree.record, node, least)
        assert copied(tree, 0) == before and after <= used
        assert not tree.record['kept'][:used].any()
        again = tree_reuse.py_keep(tree.record, 0, 0)
        assert copied(tree, 0) == before and again == after


def test_a_search_follows_the_game():
    """After a move and its answer the moves keep what playouts found of them; another game begins anew."""
    game = random_game(4, 9, 20)
    tree = mcts.Tree()
    color = game.to_move

    def begin(seed: int = 1) -> int:
        tree.begin(mcts.Root(game.board, game.to_move, 7.5, seed, everywhere(game), trail=game.trail))
        return sum(line.visits for line in tree.found().lines)
    assert begin() == 0
    tree.grow(mcts.Plan(4000))
    line = tree.found().lines[0]
    after = [k for child in tree.children(0) if tree.record['move'][child] == line.move for grandchild in tree.children(child)
             if tree.record['move'][grandchild] == line.variation[1] for k in tree.children(grandchild)]
    expected = {int(tree.record['move'][k]): float(tree.made(range(k, k + 1))[0]) for k in after}
    read = {int(tree.record['move'][k]) for k in after if tree.record['was_read'][k]}
    game.play(color, line.move)
    game.play(other(color), line.variation[1])
    assert begin() > 100
    for one in tree.found().lines:
        assert one.visits == round(expected.get(one.move, 0.0))
    # What was read is not read again.
    assert read and {int(tree.record['move'][k]) for k in tree.children(0) if tree.record['was_read'][k]} == read
    tree.grow(mcts.Plan(500))
    assert int(tree.found().stats['playouts']) == 500
    game.undo(2)
    assert begin() == 0
    tree.grow(mcts.Plan(500))
    assert begin() == 500
    game.play(WHITE if color == BLACK else BLACK, PASS)     # not who the tree has to move
    assert begin() == 0


def test_a_tree_grown_with_another_leaf_share_is_not_taken_on():
    """Its scores are of another kind; from move to move it changes by little."""
    game = random_game(4, 9, 20)
    for before, after, kept in ((0.6, 0.55, True), (0.6, 0.0, False), (0.0, 0.0, True), (0.0, 0.3, False)):
        tree = mcts.Tree()
        tree.begin(mcts.Root(game.board, BLACK, 7.5, 1, everywhere(game), trail=game.trail, leaf_share=before))
        tree.grow(mcts.Plan(200))
        tree.begin(mcts.Root(game.board, BLACK, 7.5, 1, everywhere(game), trail=game.trail, leaf_share=after))
        assert sum(line.visits for line in tree.found().lines) == (200 if kept else 0)


def test_a_full_tree_goes_on_with_what_was_visited_most():
    game = random_game(4, 9, 20)
    for threads in (1, 2):
        tree = mcts.Tree(4000)
        tree.begin(mcts.Root(game.board, BLACK, 7.5, 1, everywhere(game)), threads=threads)
        tree.grow(mcts.Plan(6000, threads))
        found = tree.found()
        assert int(found.stats['playouts']) == 6000
        assert sum(line.visits for line in found.lines) > 4800
        assert int(tree.record['end'][:threads].max()) <= 4000
        assert len(found.lines[0].variation) > 2


def test_memory_is_limited_within_reason():
    tree = mcts.main_tree()
    for wrong in (0.5, 1e6):
        with pytest.raises(ValueError, match='no tree of'):
            tree.limit(wrong)
    tree.limit(16)
    assert int(tree.record['most']) == 16 * (1 << 20) // nodes.NODE_BYTES


def test_it_stops_on_time():
    game = random_game(4, 9, 20)
    tree = mcts.Tree()
    tree.begin(mcts.Root(game.board, BLACK, 7.5, 1, everywhere(game)))
    begin = time.monotonic()
    tree.grow(mcts.Plan(1 << 30, until=begin + 0.1))
    assert int(tree.found().stats['playouts']) < 1 << 20
