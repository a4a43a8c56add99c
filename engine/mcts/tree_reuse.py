"""Tree reuse: keep the subtree of the move that was played, or the most visited nodes when memory is full.

Kept nodes move to the front of the arrays in blocks of siblings, the foremost block first.  No block is overwritten before it has moved.
"""
from numba import int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.dilation import BOUZY
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import NPOINTS
from owlgo.engine.core.threads import MOST_THREADS
from owlgo.engine.mcts.fastboard import FAST, take_over
from owlgo.engine.mcts.network import NETWORK
from owlgo.engine.mcts.nodes import COUNT_BITS, COUNT_MASK, TREE, made, won
from owlgo.engine.mcts.planes import VIEW
from owlgo.engine.mcts.playout import PLAYOUT
from owlgo.engine.mcts.shape import SHAPE_WEIGHTS
from owlgo.engine.mcts.tree import expand, py_share_out


@kernel(int64(TREE, int64, int64))
def _mark(t, root, least):
    """Mark the blocks of siblings to keep below a node.  Return where the last block ends.  Nodes with fewer visits than ``least`` lose
    their children.
    """
    end = waiting = int64(1)
    t.moved[0] = root
    while waiting:
        waiting -= 1
        node = t.moved[waiting]
        kids = int64(t.kids[node])
        if kids == 0:
            continue
        if node != root and made(t, node) < least:
            # Its new children have not been read.
            t.kids[node] = t.was_read[node] = 0
            continue
        first, count = kids >> COUNT_BITS, kids & COUNT_MASK
        t.kept[first] = count
        end = max(end, first + count)
        for child in range(first, first + count):
            if t.kids[child]:
                t.moved[waiting] = child
                waiting += 1
    return end


@kernel(int64(TREE, int64))
def _following(t, block):
    """Return the next index where a block may begin: past the block at ``block``, or past a thread's unused nodes."""
    if t.kept[block]:
        return block + t.kept[block]
    for k in range(MOST_THREADS):
        if t.next[k] <= block < t.end[k]:
            return int64(t.end[k])
    return block + 1


@kernel(void(TREE, int64, int64))
def _copy_node(t, source, to):
    """Copy a node, with the new index of its children."""
    kids = int64(t.kids[source])
    t.kids[to] = int64(t.moved[kids >> COUNT_BITS]) << COUNT_BITS | kids & COUNT_MASK if kids else int64(0)
    t.move[to] = t.move[source]
    t.visits[to] = t.visits[source]
    t.wins[to] = t.wins[source]
    t.score[to] = t.score[source]
    t.leaf[to] = t.leaf[source]
    t.rave_visits[to] = t.rave_visits[source]
    t.rave_wins[to] = t.rave_wins[source]
    t.began[to] = t.began[source]
    t.began_wins[to] = t.began_wins[source]
    t.was_read[to] = t.was_read[source]


@kernel(int64(TREE, int64, int64))
def py_keep(t, root, least):
    """Make this node the root, prune children of nodes with fewer visits than ``least``, and return the number of nodes in use."""
    end = _mark(t, root, least)
    place = block = int64(1)
    while block < end:
        t.moved[block] = place
        place += t.kept[block]
        block = _following(t, block)
    _copy_node(t, root, int64(0))
    block = int64(1)
    while block < end:
        following = _following(t, block)
        count = int64(t.kept[block])
        t.kept[block] = 0
        for k in range(count):
            _copy_node(t, block + k, int64(t.moved[block]) + k)
        block = following
    # The threads have no nodes of their own now: ``py_share_out`` comes next.
    t.next[:] = 0
    t.end[:] = 0
    return place


@kernel(int64(BOARD, FAST, TREE, PLAYOUT, SHAPE_WEIGHTS, NETWORK, VIEW, BOUZY, int64, int64, int64, int64))
def py_resume(b, root, t, p, s, w, v, z, last, color, used, threads):
    """Expand a kept root anew with the current priors, keeping playout results.  Return the number of moves, or 0 if memory is full."""
    take_over(root, b, last)
    kids = int64(t.kids[0])
    first, count = kids >> COUNT_BITS, kids & COUNT_MASK
    for pos in range(NPOINTS):
        t.moved[pos] = 0
    for child in range(first, first + count):
        t.moved[t.move[child]] = child
    py_share_out(t, used, threads)
    n = expand(root, t, p, s, w, v, z, int64(0), color)
    start = int64(t.kids[0]) >> COUNT_BITS
    for child in range(start, start + n):
        old = int64(t.moved[t.move[child]])
        if old == 0:
            continue
        t.kids[child] = t.kids[old]
        t.was_read[child] = t.was_read[old]
        t.visits[child] += made(t, old)
        t.wins[child] += won(t, old)
        t.score[child] = t.score[old]
        t.leaf[child] = t.leaf[old]
        t.rave_visits[child] = t.rave_visits[old]
        t.rave_wins[child] = t.rave_wins[old]
    return n
