"""The nodes of the search tree, and the weights of the search.

Threads add to a node without locks.  So an addition to visits or wins is lost now and then, and the ratio of the raw numbers may exceed 1.
The tree's own choices tolerate that; ``made``, ``won`` and ``mean_score`` return consistent results.
"""
from numba import float64, int64, void

from owlgo.engine.core.jit import for_python, kernel
from owlgo.engine.core.layout import record_type
from owlgo.engine.core.points import NPOINTS
from owlgo.engine.core.threads import MOST_THREADS

MAX_NODES = 1 << 22
"""Nodes of the largest tree."""
NODE_BYTES = 65
"""Bytes of memory for each node in use."""
COUNT_BITS, COUNT_MASK = 10, 1023
"""The low bits of ``kids``, which hold the number of children; the bits above them hold the first child."""
WEIGHTS = {
    'expanded_at': 4.0,     # visits after which a node gets children
    'even': 10.0,           # visits, half of them won, that every node begins with
    'rave_fades': 2000.0,   # visits over which RAVE loses its weight
    'rave_late': 1.0,       # part of its RAVE weight that a playout's last move loses
    'likely': 60.0,         # visits won by a move of probability 1; others by its square root
    'unlikely': 10.0,       # visits lost by a move of probability 0,
    'usual': 0.002,         # falling to none at this probability
    'score_share': 0.06,    # part of a playout's result that is its margin
    'score_range': 30.0,    # points of margin that make this part three quarters
    'score_center': 0.0,    # Black's points beyond the komi that count as an even margin
    'read_at': 15.0,        # visits after which strings are read at a node (``engine.mcts.in_tree_reading``); 0: never
    'read_won': 10.0,       # visits won by a move that captures or saves a string,
    'read_stone': 5.0,      # and more for each of its stones, ten at most
    'read_lost': 15.0,      # visits lost by a move that cannot save its string
    'network': 1.0,         # 1 if the network gives the probabilities of moves, 0 if their features do
    'played_out': 0.0,      # 1 if the network sees at the root who owns points in playouts
    'leaf_share': 0.0,      # part of a score that is the network's, not the playout's
    'bias': 0.3,            # weight of a root move's probability (``TREE.bias``) while it was visited little
}
"""The search's weights, ``TREE.weight``: they can change without compiling anything."""
TREE = record_type([
    ('next', 'i4', (MOST_THREADS,)),        # of each thread: the next node that it may give away
    ('end', 'i4', (MOST_THREADS,)),         # and where these end
    ('move', 'i4', (MAX_NODES,)),
    ('kids', 'i8', (MAX_NODES,)),           # its children stand together: the first, and how many
    ('visits', 'f8', (MAX_NODES,)),         # with those it began with; four bytes would stand still at 2 ** 24
    ('wins', 'f8', (MAX_NODES,)),           # for the side that moved there
    ('score', 'f8', (MAX_NODES,)),          # Black's points less White's, added up over the visits that were made
    ('rave_visits', 'f4', (MAX_NODES,)),
    ('rave_wins', 'f4', (MAX_NODES,)),
    ('began', 'f4', (MAX_NODES,)),          # the visits it began with,
    ('began_wins', 'f4', (MAX_NODES,)),     # and how many of them were won
    ('kept', 'i4', (MAX_NODES,)),           # when a part of the tree is kept: how many children that stand here move,
    ('moved', 'i4', (MAX_NODES,)),          # and where to (``engine.mcts.tree_reuse``)
    ('leaf', 'f4', (MAX_NODES,)),           # Black's points less White's by the network, once it has children
    ('was_read', 'u1', (MAX_NODES,)),       # whether strings have been read here
    ('most', 'i4'),                         # set by the caller: nodes that may be used
    ('prior', 'f4', (NPOINTS,)),            # set by the caller: visits won, lost if negative, that a root move begins with
    ('allowed', 'u1', (NPOINTS,)),          # set by the caller: moves at the root
    ('bias', 'f4', (NPOINTS,)),             # set by the caller: a root move's probability (PUCT)
    ('weight', [(name, 'f8') for name in WEIGHTS]),
    ('owner', 'i4'),                        # the colour of the goal's stones; EMPTY: the search is about points,
    ('ngoal', 'i4'),
    ('goal', 'i4', (NPOINTS,)),             # the stones of the goal
])
"""A search tree."""


@kernel(float64(TREE, int64))
def made(t, node):
    """Return how many visits were made to a node, at least 0.  The visits that the node began with do not count."""
    return max(float64(t.visits[node]) - t.began[node], 0.0)


@kernel(float64(TREE, int64))
def won(t, node):
    """Return how many visits to a node were won.  The visits that the node began with do not count."""
    return min(max(float64(t.wins[node]) - t.began_wins[node], 0.0), made(t, node))


@kernel(float64(TREE, int64, int64))
def mean_score(t, node, area):
    """Return Black's points less White's, averaged over the visits made to a node, but at most the board's ``area`` either way."""
    visits = made(t, node)
    return min(max(t.score[node] / visits, -float64(area)), float64(area)) if visits > 0.0 else 0.0


@kernel(void(TREE, int64, float64[::1]))
def py_made(t, first, visits):
    """Fill ``visits`` with the numbers of visits made (``made``) to the nodes from ``first`` on."""
    for k in range(len(visits)):
        visits[k] = made(t, first + k)


@kernel(float64(TREE, int64))
def py_winning(t, node):
    """Return the share of the visits made to a node that were won, or one half without visits."""
    visits = made(t, node)
    return won(t, node) / visits if visits > 0.0 else 0.5


py_mean_score = for_python(mean_score)


@kernel(void(TREE, int64, int64, float64, float64))
def new_node(t, node, move, visits, wins):
    """Set up a node that begins with so many ``visits``, of which ``wins`` are won."""
    t.move[node] = move
    t.kids[node] = 0
    t.began[node] = visits
    t.began_wins[node] = wins
    # Copied, so that rounding leaves no difference before the first visit.
    t.visits[node] = t.began[node]
    t.wins[node] = t.began_wins[node]
    t.score[node] = 0.0
    t.leaf[node] = 0.0
    t.rave_visits[node] = 0.0
    t.rave_wins[node] = 0.0
    t.was_read[node] = 0
