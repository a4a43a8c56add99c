"""Variations of a reading as a tree for people, taken from the search's table.

At a node where the side to move succeeds, only its best move is followed; at a node where it fails, every reply is, with its refutation:
that is the proof in outline.  Lines end where a position was settled at sight or where the table knows no more.  Where nothing was proved
the tree is that of the depth-first reading.
"""
import numpy as np
from numba import int64

from owlgo.engine.core.board import BOARD, popgo, py_popgo
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import EMPTY
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.variation import Variation
from owlgo.engine.read import query
from owlgo.engine.read.komaster import Way
from owlgo.engine.read.quick import NO_RESULT, enter, frame_key, list_all, play, py_play, taken
from owlgo.engine.read.reader import Level, as_reader
from owlgo.engine.read.record import INFINITE_PN, READ, Aim, Winner, known
from owlgo.engine.read.search import expand, push, py_push


@kernel(int64(BOARD, READ, int64))
def py_children(b, r, depth):
    """List a frame's moves for Python; ``r.list[0]`` holds the nodes spent on each, from the transposition table."""
    expand(b, r, depth)
    for k in range(r.n[depth]):
        push(b, r, depth, r.moves[depth, k])
        slot = known(r, r.key[depth + 1])
        r.list[0, k] = r.table_work[slot] if slot >= 0 else 0
        popgo(b)
    return r.n[depth]


@kernel(int64(BOARD, READ, int64))
def py_tried(b, r, depth):
    """List a frame's moves of depth-first reading for Python; return their number.

    ``r.cpn`` holds their results, NO_RESULT if untried; ``r.cdn`` whether moves after them are known.
    """
    list_all(b, r, depth)
    r.threatened[depth] = 0
    r.result[depth] = LOSE
    n = 0
    for k in range(r.n[depth]):
        pos = r.moves[depth, k]
        way = play(b, r, depth, pos)
        if way == Way.REFUSED:
            continue
        more = 0
        if b.color[r.target] == EMPTY:
            result = taken(b, r, depth + 1)
        else:
            slot = known(r, frame_key(b, r, depth + 1))
            more = slot >= 0
            theirs = r.table_pn[slot] if slot >= 0 else enter(b, r, depth + 1)
            result = WIN - theirs if theirs != NO_RESULT else NO_RESULT
        if way == Way.CONDITIONAL and result > LOSE:
            result = KO_B
        popgo(b)
        r.moves[depth, n] = pos
        r.cpn[depth, n] = result
        r.cdn[depth, n] = more
        n += 1
    return n


def variations(board: np.void, aim: Aim, goals: list[int], attacking: bool, level: Level, most: int = 400,
               deepest: int = 60, area: tuple[int, ...] = ()) -> list[Variation]:
    """Return the moves tried in a reading, at most ``most`` nodes and ``deepest`` moves deep.  Raises ValueError like ``query.ask``."""
    reader = as_reader(level)
    query.read_afresh(board, aim, goals, attacking, reader, area)
    r = reader.memory.record
    if not reader.memory.proved:
        query.read_quickly_again(board, attacking, reader.within(reader.memory.decided_by))
        # With nodes left, positions that the reading did not reach do not count as the defender's.
        r['budget'] = INFINITE_PN
        return _tried(board, r, 0, [most], deepest)
    good, bad = ('cut', 'connected') if aim in (Aim.CUT, Aim.SHUT_OUT) else ('captured', 'safe')
    words = {Winner.ATTACKER: good, Winner.DEFENDER: bad, Winner.UNSETTLED: 'undecided'}
    return _children(board, r, 0, [most], deepest, words)


def _children(board: np.void, r: np.void, depth: int, left: list[int], deepest: int, words: dict[Winner, str]) -> list[Variation]:
    """Return the tried moves of a position; ``deepest`` bounds the recursion."""
    n = py_children(board, r, depth)
    side = int(r['side'][depth])
    goal = Winner.ATTACKER if side == int(r['attacker']) else Winner.DEFENDER
    tried = []
    for k in range(n):
        outcome = Winner.ATTACKER if r['cpn'][depth, k] == 0 else Winner.DEFENDER if r['cdn'][depth, k] == 0 else Winner.UNSETTLED
        tried.append((outcome != goal, -int(r['list'][0][k]), int(r['moves'][depth, k]), outcome))
    tried.sort()
    if tried and tried[0][3] == goal:
        tried = tried[:1]
    result = []
    for _, work, move, outcome in tried:
        if left[0] <= 0:
            break
        left[0] -= 1
        variation = Variation(side, move, words[outcome])
        result.append(variation)
        if work and depth < deepest:
            py_push(board, r, depth, move)
            variation.children = _children(board, r, depth + 1, left, deepest, words)
            py_popgo(board)
    return result


def _tried(board: np.void, r: np.void, depth: int, left: list[int], deepest: int) -> list[Variation]:
    """Return the moves of a depth-first reading at one position."""
    n = py_tried(board, r, depth)
    side = int(r['side'][depth])
    attacking = side == int(r['attacker'])
    tried = [(int(r['cpn'][depth, k]), int(r['moves'][depth, k]), int(r['cdn'][depth, k])) for k in range(n)]
    tried = [item for item in tried if item[0] != NO_RESULT]
    best = max((result for result, _, _ in tried), default=LOSE)
    if best != LOSE:
        tried = [next(item for item in tried if item[0] == best)]
    children = []
    for result, move, more in tried:
        if left[0] <= 0:
            break
        left[0] -= 1
        word = 'ko' if result in (KO_A, KO_B) else 'captured' if (result == WIN) == attacking else 'safe'
        variation = Variation(side, move, word)
        children.append(variation)
        if more and depth < deepest:
            py_play(board, r, depth, move)
            variation.children = _tried(board, r, depth + 1, left, deepest)
            py_popgo(board)
    return children
