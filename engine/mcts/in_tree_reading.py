"""Tactical reading in the tree: captures and rescues near the last move, which playouts often get wrong.

At a much visited node the strings around the last move are read, ladders and nets included (``engine.read.inner``).  A move that captures
or saves a string is credited with won visits.  If a string is lost, its owner's moves on its liberties are charged with lost visits.
"""
from numba import float64, int64, void

from owlgo.engine.core.board import BOARD, popgo, trymove
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BORDER, EMPTY, NEIGHBOURS, PASS
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.mcts.around import AROUND
from owlgo.engine.mcts.nodes import COUNT_BITS, COUNT_MASK, TREE
from owlgo.engine.mcts.playout import PLAYOUT
from owlgo.engine.read.capture import SAFE_LIBERTIES
from owlgo.engine.read.inner import inner_attack, inner_defend
from owlgo.engine.read.record import READ


@kernel(void(TREE, int64, int64, float64, float64))
def _add(t, node, move, won, lost):
    """Add won and lost visits to the node's child with this move, if it has such a child."""
    kids = int64(t.kids[node])
    first = kids >> COUNT_BITS
    for child in range(first, first + (kids & COUNT_MASK)):
        if t.move[child] == move:
            t.visits[child] += won + lost
            t.wins[child] += won
            t.began[child] += won + lost
            t.began_wins[child] += won
            return


@kernel(void(BOARD, TREE, int64, int64, float64))
def _add_liberties(b, t, node, pos, lost):
    """Add lost visits to the moves on all liberties of a string."""
    b.stamp += 1
    stone = int64(pos)
    while True:
        for step in NEIGHBOURS:
            q = stone + step
            if b.color[q] == EMPTY and b.mark[q] != b.stamp:
                b.mark[q] = b.stamp
                _add(t, node, q, 0.0, lost)
        stone = int64(b.next[stone])
        if stone == pos:
            return


@unit(void(BOARD, READ, TREE, PLAYOUT, int64, int64))
def _read_round(b, r, t, p, node, color):
    """Read up to eight strings around the last move, this colour to move."""
    last = int64(p.moves[p.nmoves - 1])
    n = int64(0)
    for k in range(9):
        pos = last + AROUND[k] if k < 8 else last
        c = b.color[pos]
        if c == EMPTY or c == BORDER or b.libs[b.origin[pos]] >= SAFE_LIBERTIES:
            continue
        known = False
        for j in range(n):
            known |= b.origin[p.answers[j]] == b.origin[pos]
        if not known and n < 8:
            p.answers[n] = pos
            n += 1
    for k in range(n):
        pos = int64(p.answers[k])
        own = b.color[pos] == color
        if inner_attack(b, r, pos) != WIN:
            continue
        attack = int64(r.move)
        saved = inner_defend(b, r, pos)
        defence = int64(r.move)
        won = t.weight.read_won + t.weight.read_stone * min(b.count[b.origin[pos]], 10)
        if saved != LOSE:
            _add(t, node, defence if own else attack, won, 0.0)
        elif own:
            _add_liberties(b, t, node, pos, t.weight.read_lost)


@unit(void(BOARD, READ, TREE, PLAYOUT, int64, int64, int64))
def read_at_node(b, r, t, p, node, color, depth):
    """Read strings at the node reached by ``p.moves``, at most 40 moves from the root; the board shows the root, ``color`` to move."""
    t.was_read[node] = 1
    if depth == 0 or depth > 40 or p.moves[depth - 1] == PASS:
        return
    made = 0
    while made < depth and trymove(b, p.moves[made], color if made % 2 == 0 else 3 - color):
        made += 1
    if made == depth:
        _read_round(b, r, t, p, node, color if depth % 2 == 0 else 3 - color)
    for _ in range(made):
        popgo(b)
