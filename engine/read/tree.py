"""Show people the variations of a reading as a tree, taken from the search's table.

The tree is the proof in outline.  Where the side to move succeeds, only its best move is shown.  Where it fails, every reply is shown with
its refutation.  Lines end at positions that were settled at first sight or are not in the table.  If nothing was proved, the tree shows the
depth-first reading.
"""
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numba import int64

from owlgo.engine.core.board import BOARD, popgo, py_popgo
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import EMPTY
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.variation import Variation
from owlgo.engine.read import query
from owlgo.engine.read.answer import py_quickly_again
from owlgo.engine.read.komaster import Way
from owlgo.engine.read.quick import NO_RESULT, enter, frame_key, list_all, play, py_play, taken
from owlgo.engine.read.reader import Level, as_reader
from owlgo.engine.read.record import INFINITE_PN, READ, Aim, Winner, known
from owlgo.engine.read.search import expand, push, py_push


@kernel(int64(BOARD, READ, int64))
def py_children(b, r, depth):
    """List a frame's moves, for Python.  ``r.list[0]`` holds the nodes spent on each move, from the transposition table."""
    expand(b, r, depth)
    for k in range(r.n[depth]):
        push(b, r, depth, r.moves[depth, k])
        slot = known(r, r.key[depth + 1])
        r.list[0, k] = r.table_work[slot] if slot >= 0 else 0
        popgo(b)
    return r.n[depth]


@kernel(int64(BOARD, READ, int64))
def py_tried(b, r, depth):
    """List the moves of depth-first reading in a frame, for Python, and return their number.

    ``r.cpn`` holds the moves' results, NO_RESULT if untried.  ``r.cdn`` holds whether further moves are known after them.
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


class _Move(NamedTuple):
    """A move to show.  ``more``: whether the tree goes on after this move."""
    move: int
    outcome: str
    more: bool


def variations(board: np.void, aim: Aim, goals: list[int], attacking: bool, level: Level, area: tuple[int, ...] = ()) -> list[Variation]:
    """Return the moves tried in a reading, at most 400 nodes and 60 moves deep.  Raises ValueError like ``query.ask``."""
    reader = as_reader(level)
    reading, memory = query.read_afresh(board, aim, goals, attacking, reader, area), reader.memory
    if aim == Aim.CAPTURE and reader.depths.last_nodes and memory.decided_by == reader.depths:
        # The record may hold a last look that changed nothing.
        query.read_afresh(board, aim, goals, attacking, reader.within(replace(reader.depths, last_nodes=0)), area)
    if memory.proved and not reading.nodes:
        return []           # two strings too far apart to be searched
    r = memory.record
    left = 400

    def follow(depth: int) -> list[Variation]:
        nonlocal left
        found = []
        for move, outcome, more in _proved(board, r, depth, words) if memory.proved else _tried(board, r, depth):
            if left == 0:
                break
            left -= 1
            variation = Variation(int(r['side'][depth]), move, outcome)
            found.append(variation)
            if more and depth < 60:
                (py_push if memory.proved else py_play)(board, r, depth, move)
                variation.children = follow(depth + 1)
                py_popgo(board)
        return found

    good, bad = ('cut', 'connected') if aim in (Aim.CUT, Aim.SHUT_OUT) else ('captured', 'safe')
    words = {Winner.ATTACKER: good, Winner.DEFENDER: bad, Winner.UNSETTLED: 'undecided'}
    if not memory.proved:
        memory.limit(memory.decided_by)
        py_quickly_again(board, r, attacking, 0)
        # With nodes left, positions that the reading did not reach do not count as the defender's.
        r['budget'] = INFINITE_PN
    return follow(0)


def _proved(board: np.void, r: np.void, depth: int, words: dict[Winner, str]) -> list[_Move]:
    """List the moves of a proof-number search at one position."""
    n = py_children(board, r, depth)
    goal = Winner.ATTACKER if r['side'][depth] == r['attacker'] else Winner.DEFENDER
    tried = []
    for k in range(n):
        outcome = Winner.ATTACKER if r['cpn'][depth, k] == 0 else Winner.DEFENDER if r['cdn'][depth, k] == 0 else Winner.UNSETTLED
        tried.append((outcome != goal, -int(r['list'][0][k]), int(r['moves'][depth, k]), outcome))
    tried.sort()
    if tried and tried[0][3] == goal:
        tried = tried[:1]
    return [_Move(move, words[outcome], work != 0) for _, work, move, outcome in tried]


def _tried(board: np.void, r: np.void, depth: int) -> list[_Move]:
    """List the moves of a depth-first reading at one position."""
    n = py_tried(board, r, depth)
    attacking = r['side'][depth] == r['attacker']
    tried = [(int(r['cpn'][depth, k]), int(r['moves'][depth, k]), bool(r['cdn'][depth, k])) for k in range(n)]
    tried = [item for item in tried if item[0] != NO_RESULT]
    best = max((result for result, _, _ in tried), default=LOSE)
    if best != LOSE:
        tried = [next(item for item in tried if item[0] == best)]
    return [_Move(move, 'ko' if result in (KO_A, KO_B) else 'captured' if (result == WIN) == attacking else 'safe', more)
            for result, move, more in tried]
