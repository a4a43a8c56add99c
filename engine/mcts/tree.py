"""Monte Carlo tree search: the tree grows where playouts do best (Coulom 2006), with RAVE (Gelly and Silver 2007).

A node counts its visits, and its wins for the side that moved there.  It also counts all playouts in which that side made the move later
(RAVE); their weight fades as visits come in.  A new node begins with visits that reflect the move's probability.  Only the root has an
exploration bonus.

Threads grow one tree without locks (Enzenberger and Mueller 2009); ``engine.mcts.nodes`` says which numbers become inexact.  Each thread
hands out its own share of the nodes, and a single number says where a node's children are, so no thread sees half of it.  Visits are
counted on the way down, results after the playout: this virtual loss keeps threads apart (Chaslot et al. 2008).
"""
import math

from numba import float64, int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.dilation import BOUZY
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.points import BLACK, EMPTY, PASS
from owlgo.engine.mcts.fastboard import FAST, copy_board, is_playable, put, take_over
from owlgo.engine.mcts.in_tree_reading import read_at_node
from owlgo.engine.mcts.move_features import choices
from owlgo.engine.mcts.network import NETWORK, judge
from owlgo.engine.mcts.nodes import COUNT_BITS, COUNT_MASK, TREE, made, new_node
from owlgo.engine.mcts.planes import VIEW
from owlgo.engine.mcts.playout import PLAYOUT, playout, remember, won_by
from owlgo.engine.mcts.shape import SHAPE_WEIGHTS
from owlgo.engine.read.record import READ


@kernel(void(TREE, int64, int64))
def py_share_out(t, used, threads):
    """Divide the unused nodes among ``threads``."""
    t.next[:] = 0
    t.end[:] = 0
    each = (t.most - used) // threads
    for k in range(threads):
        t.next[k] = used + k * each
        t.end[k] = used + (k + 1) * each


@unit(int64(FAST, TREE, PLAYOUT, SHAPE_WEIGHTS, NETWORK, VIEW, BOUZY, int64, int64))
def expand(f, t, p, s, w, v, z, node, color):
    """Give a node its children, at the root only the allowed moves.  Return how many, or 0 if there is no room."""
    start = n = int64(t.next[p.thread])
    if n + f.nempty + 1 > t.end[p.thread]:
        return 0
    count = int64(choices(f, p, s, color, int64(node == 0)))
    if t.weight.network > 0.0:
        v.played_out = int64(node == 0 and t.weight.played_out > 0.0)
        t.leaf[node] = judge(f, p, w, v, z, color, count)
    for k in range(count):
        pos = int64(p.choice[k])
        if node == 0 and not t.allowed[pos]:
            continue
        chance = p.chance[k]
        good = t.weight.likely * math.sqrt(chance) - t.weight.unlikely * max(1.0 - chance / t.weight.usual, 0.0)
        if node == 0:
            good += t.prior[pos]
        new_node(t, n, pos, t.weight.even + abs(good), t.weight.even / 2 + max(good, 0.0))
        n += 1
    if node != 0 or t.allowed[PASS]:
        new_node(t, n, int64(PASS), t.weight.even, t.weight.even / (2 if n == start or f.last == PASS else 5))
        n += 1
    if n == start:
        return 0
    t.next[p.thread] = n
    t.kids[node] = start << COUNT_BITS | (n - start)
    return n - start


@kernel(int64(TREE, int64, int64))
def _best_child(t, node, kids):
    """Return the child with the best win rate, RAVE included.  At the root a prior bonus is added that fades with visits (PUCT, Rosin
    2011)."""
    first = kids >> COUNT_BITS
    best = first
    highest = -1.0
    bias = t.weight.bias * math.sqrt(max(float64(t.visits[0]), 0.0)) if node == 0 else 0.0
    for child in range(first, first + (kids & COUNT_MASK)):
        visits, others = float64(t.visits[child]), float64(t.rave_visits[child])
        value = t.wins[child] / visits
        if others > 0.0:
            share = others / (others + visits + others * visits / t.weight.rave_fades)
            value += share * (t.rave_wins[child] / others - value)
        if bias > 0.0:
            value += bias * t.bias[t.move[child]] / (1.0 + made(t, child))
        if value > highest:
            highest = value
            best = child
    return best


@kernel(void(TREE, int64))
def _forbid(t, node):
    """Keep the search away from a node for good, by a million lost visits, since only an earlier search, with other zones, allowed its
    move.
    """
    new_node(t, node, int64(t.move[node]), 1e6, 0.0)


@unit(void(TREE, PLAYOUT, int64, float64, float64, int64))
def update(t, p, depth, result, score, color):
    """Add a playout's result (for Black, 0 to 1) and score to the nodes on its path, and to their children by RAVE.

    Visits are counted already.  ``color`` moved first at the root.  The moves are in ``p.moves``.
    """
    p.stamp_now += 1
    stamp = p.stamp_now
    at = int64(p.nmoves)
    for d in range(depth, -1, -1):
        # Step 1. What was played from the position of this node on, and by whom first.
        while at > d:
            at -= 1
            pos = p.moves[at]
            if pos != PASS:
                p.stamp[pos] = stamp
                p.first_by[pos] = color if at % 2 == 0 else 3 - color
                p.first_at[pos] = at
        node = p.path[d]
        # Step 2. The node itself, for the side that moved there.
        mover = color if d % 2 else 3 - color
        t.score[node] += score
        t.wins[node] += result if mover == BLACK else 1.0 - result
        # Step 3. Its children, for the side that moves next.
        side = 3 - mover
        gain = result if side == BLACK else 1.0 - result
        fading = t.weight.rave_late / max(p.nmoves - d, 1)
        kids = t.kids[node]
        first = kids >> COUNT_BITS
        for child in range(first, first + (kids & COUNT_MASK)):
            pos = t.move[child]
            if pos != PASS and p.stamp[pos] == stamp and p.first_by[pos] == side:
                counts = 1.0 - fading * (p.first_at[pos] - d)
                t.rave_visits[child] += counts
                t.rave_wins[child] += counts * gain


@kernel(int64(FAST, TREE))
def lives(f, t):
    """Whether most stones of the search's goal are on the board."""
    left = int64(0)
    for k in range(t.ngoal):
        left += f.color[t.goal[k]] == t.owner
    return int64(2 * left > t.ngoal)


@unit(void(BOARD, READ, FAST, FAST, TREE, PLAYOUT, SHAPE_WEIGHTS, NETWORK, VIEW, BOUZY, int64, int64, int64))
def grow(b, r, root, f, t, p, s, w, v, z, color, times, twice_komi):
    """Run playouts from the root, this colour to move.  The board ``b``, with the root's position, serves for tactical reading."""
    for _ in range(times):
        copy_board(f, root)
        node = depth = int64(0)
        side = color
        passes = 0
        leaf = 0.0
        p.path[0] = 0
        p.nmoves = 0
        t.visits[0] += 1.0
        # Step 1. Down the tree.
        while passes < 2 and depth < len(p.path) - 1:
            kids = int64(t.kids[node])
            # Visits before this one; taking off one half is safe against the fractions of priors.
            before = made(t, node) - 0.5
            if kids == 0:
                if before < t.weight.expanded_at and depth > 0:
                    break
                if expand(f, t, p, s, w, v, z, node, side) == 0:
                    break
                kids = int64(t.kids[node])
            leaf = float64(t.leaf[node])
            if t.was_read[node] == 0 and t.weight.read_at > 0 and before >= t.weight.read_at:
                read_at_node(b, r, t, p, node, color, depth)
            child = int64(_best_child(t, node, kids))
            move = int64(t.move[child])
            if move != PASS and (f.color[move] != EMPTY or not is_playable(f, move, side)):
                _forbid(t, child)
                continue
            node = child
            t.visits[node] += 1.0
            put(f, move, side)
            passes = passes + 1 if move == PASS else 0
            p.moves[p.nmoves] = move
            p.nmoves += 1
            depth += 1
            p.path[depth] = node
            side = 3 - side
        # Step 2. To the end of the game, after two passes too: dead stones must fall.
        score = float64(playout(f, p, side))
        if t.weight.leaf_share > 0.0:
            score += t.weight.leaf_share * (leaf - score)
        margin = score - twice_komi / 2.0
        share = t.weight.score_share
        if t.owner != EMPTY:
            # Only the goal matters, not points.
            margin = 0.5 if lives(f, t) == (t.owner == BLACK) else -0.5
            share = 0.0
        won = won_by(margin)
        p.playouts += 1
        p.black_wins += won
        p.score += score
        if p.recalls and margin != 0.0:
            remember(p, color, int64(BLACK) if margin > 0.0 else int64(3 - BLACK))
        beyond = (margin - t.weight.score_center) / t.weight.score_range
        result = (1.0 - share) * won + share * (0.5 + 0.5 * beyond / (1.0 + abs(beyond)))
        update(t, p, depth, result, score, color)


@kernel(void(BOARD, FAST, TREE, int64, int64))
def py_begin(b, root, t, last, threads):
    """Set up the root after this last move, and divide the nodes among ``threads``."""
    take_over(root, b, last)
    new_node(t, int64(0), int64(PASS), 1.0, 0.5)
    py_share_out(t, int64(1), threads)


py_grow = for_python(grow)


@kernel(int64(TREE, int64))
def py_best_child(t, node):
    """``_best_child`` of a node with children, for Python."""
    return _best_child(t, node, t.kids[node])
