"""Asking a question: depth-first reading, its proof by proof numbers, ko by a second reading, and the cache of answers.

The cache may live as long as a game.  An answer is used again only if every point that the reading could have looked at, and the ko,
are as they were; the search itself starts from an empty table each time, numbers points by their surroundings and has its budget in nodes.
So the same question gives the same answer and move in a fresh process.
"""
from dataclasses import dataclass, field

import numpy as np
from numba import int64

from engine.core.board import BOARD
from engine.core.jit import kernel
from engine.core.points import BLACK, BORDER, EMPTY, NEIGHBOURS, PASS, STRIDE, WHITE, all_points
from engine.core.strings import string
from engine.read.depths import Depths
from engine.read.paths import LONGEST, measure
from engine.read.quick import list_all, read_quickly
from engine.read.record import (
    ATTACKER,
    CAPTURE,
    DEFENDER,
    MAX_GOALS,
    NOBODY,
    READ,
    UNKNOWN,
    WINDOW,
    new_record,
    orient,
    set_memory,
)
from engine.read.result import KO_A, KO_B, LOSE, WIN, Reading
from engine.read.search import ANY, search

USUAL = 20
"""Candidates with a lower prior make up the first pass."""
SLACK = 2
"""A reading of connections follows ways so much longer than the shortest at its start."""
ENTRIES = 4
"""Answers kept for one question, for as many surroundings."""
MAX_QUESTIONS = 4096
LADDER = 3
"""A kind of question: CAPTURE by ladder moves alone."""
COMBINATION = 4
"""Another: CAPTURE of one of several strings by moves that threaten."""
LADDER_NODES = 20000


@kernel(int64(BOARD, READ, int64, int64))
def py_quick(b, r, side, nodes):
    """The depth-first reading of one string: its result.  ``r.move``, and the table for ``py_verify``."""
    orient(b, r, r.attacker)
    r.generation += 1
    r.number = r.verifying = 0
    r.quick = 1
    r.budget = nodes
    return read_quickly(b, r, side)


@kernel(int64(BOARD, READ, int64, int64))
def py_verify(b, r, side, nodes):
    """Read a success of the attacker, just found, again with every reply that might matter.  ATTACKER, DEFENDER or UNKNOWN."""
    r.number = 1
    r.verifying = 1
    r.cutoff_attack = USUAL
    r.cutoff_defence = ANY
    r.budget = nodes
    return search(b, r, side)


@kernel(int64(BOARD, READ, int64, int64))
def py_search(b, r, side, nodes):
    """Both passes by proof numbers: with the usual moves, and where the attacker succeeds, verified.  ATTACKER, DEFENDER or UNKNOWN."""
    orient(b, r, r.attacker)
    r.generation += 1
    if r.goal != CAPTURE:
        r.reach = LONGEST
        length = measure(b, r, 0)
        if length > LONGEST:
            r.move = PASS
            return ATTACKER
        r.reach = min(length + SLACK, LONGEST)
    r.number = 0
    r.verifying = 0
    r.quick = 0
    r.cutoff_attack = USUAL
    r.cutoff_defence = USUAL
    r.budget = nodes
    verdict = search(b, r, side)
    if verdict != ATTACKER or r.goal != CAPTURE or r.ladder:
        return verdict
    return py_verify(b, r, side, nodes * 2)


@kernel(int64(BOARD, READ, int64, int64))
def py_candidates(b, r, side, depth):
    """Every move that depth-first reading would list for the question at hand, so deep, into ``r.moves[depth, :r.n[depth]]``."""
    if depth == 0:
        orient(b, r, r.attacker)
    r.side[depth] = side
    list_all(b, r, depth)
    return r.n[depth]


@kernel(int64(BOARD, READ))
def py_surroundings(b, r):
    """Every point that the reading just done may have looked at, into ``r.around``; returns how many.

    What it noted, the goals and the window that decides how points are numbered; the strings these belong to, the strings next to those,
    and the liberties of them all.
    """
    r.seen_stamp += 1
    stamp = r.seen_stamp
    size = b.size
    n = 0
    for row in range(size):
        for col in range(size):
            pos = (row + 1) * STRIDE + col + 1
            near = (r.box[0] - WINDOW <= row <= r.box[2] + WINDOW) and (r.box[1] - WINDOW <= col <= r.box[3] + WINDOW)
            if near or r.visited[pos] == r.visit:
                r.seen[pos] = stamp
                r.around[n] = pos
                n += 1
    for _ in range(2):
        for k in range(n):
            pos = r.around[k]
            if b.color[pos] == EMPTY:
                continue
            stone = b.next[pos]
            while stone != pos:
                if r.seen[stone] != stamp:
                    r.seen[stone] = stamp
                    r.around[n] = stone
                    n += 1
                stone = b.next[stone]
        for k in range(n):
            for step in NEIGHBOURS:
                q = r.around[k] + step
                if b.color[q] != BORDER and r.seen[q] != stamp:
                    r.seen[q] = stamp
                    r.around[n] = q
                    n += 1
    return n


@dataclass
class Memory:
    """The record that readings work in, the counters, and the answers known."""
    record: np.void = field(default_factory=new_record)
    answers: dict[tuple, list[tuple[np.ndarray, bytes, int, Reading]]] = field(default_factory=dict)
    hits: int = 0
    connection_nodes: int = 0
    caching: bool = True
    proved: bool = False
    """The last reading was settled by proof numbers, not by the depth-first reading."""


MEMORY = Memory()


def clear_cache() -> None:
    """Forget all answers; it changes none."""
    MEMORY.answers.clear()


def limit_memory(megabytes: float) -> None:
    """The size of the transposition table (``-M``).  Raises ValueError unless positive."""
    if not megabytes > 0:
        raise ValueError(f'no memory of {megabytes} MB')
    set_memory(MEMORY.record, megabytes)
    clear_cache()


def ask(board: np.void, kind: int, goals: list[int], attacking: bool, depths: Depths, area: tuple[int, ...] = ()) -> Reading:
    """Read one question out.

    ``goals`` are points of the strings in question, all of one colour; ``area`` the points that a string is to be kept out of.
    Raises ValueError if a goal is no stone, or if they differ in colour.
    """
    roots, defender = _strings(board, goals)
    question = (kind, tuple(roots), attacking, depths, area, int(board['size']), defender)
    ko = int(board['ko'])
    known = MEMORY.answers.get(question, [])
    for points, colours, old_ko, reading in known:
        if old_ko == ko and board['color'][points].tobytes() == colours:
            MEMORY.hits += 1
            return reading
    reading = _read(board, kind, roots, 3 - defender, attacking, depths, area)
    if MEMORY.caching:
        points = _surroundings(board)
        if len(MEMORY.answers) >= MAX_QUESTIONS:
            MEMORY.answers.clear()
        MEMORY.answers.setdefault(question, []).insert(0, (points, board['color'][points].tobytes(), ko, reading))
        del MEMORY.answers[question][ENTRIES:]
    return reading


def read_afresh(board: np.void, kind: int, goals: list[int], attacking: bool, depths: Depths, area: tuple[int, ...] = ()) -> Reading:
    """``ask`` without the cache: afterwards the record's table holds what the reading found."""
    roots, defender = _strings(board, goals)
    return _read(board, kind, roots, 3 - defender, attacking, depths, area)


def prove(board: np.void, kind: int, goals: list[int], attacking: bool, depths: Depths) -> Reading:
    """Proof numbers alone, with as many nodes as a depth-first reading has; afterwards the record's table holds what was found."""
    roots, defender = _strings(board, goals)
    r = pose(kind, roots, 3 - defender, depths)
    return _prove(board, r, attacking, depths, depths.nodes)


def _strings(board: np.void, goals: list[int]) -> tuple[list[int], int]:
    """The first stones of the goals' strings, and their colour."""
    if not 0 < len(goals) <= MAX_GOALS:
        raise ValueError(f'{len(goals)} strings, not 1 to {MAX_GOALS}')
    colors = {int(board['color'][pos]) for pos in goals}
    if not colors <= {BLACK, WHITE}:
        raise ValueError('no string there')
    if len(colors) > 1:
        raise ValueError('strings of both colours')
    return list(dict.fromkeys(min(string(board, pos)) for pos in goals)), colors.pop()


def pose(kind: int, roots: list[int], attacker: int, depths: Depths, area: tuple[int, ...] = ()) -> np.void:
    """Put a question into the record, with the limits of a depth-first reading; returns the record."""
    r = MEMORY.record
    depths.fill(r, False)
    r['goal'] = CAPTURE if kind in (LADDER, COMBINATION) else kind
    r['ladder'] = kind == LADDER
    r['forcing'] = kind == COMBINATION
    r['careful'] = False
    r['ngoals'], r['target'], r['attacker'] = len(roots), roots[0], attacker
    r['goals'][:len(roots)] = roots
    r['narea'] = len(area)
    r['area'][:len(area)] = area
    r['nodes'] = 0
    r['visit'] += 1
    return r


def _read(board: np.void, kind: int, roots: list[int], attacker: int, attacking: bool, depths: Depths, area: tuple[int, ...]) -> Reading:
    r = pose(kind, roots, attacker, depths, area)
    if kind == CAPTURE and len(roots) == 1:
        reading = _read_string(board, r, attacking, depths)
    else:
        nodes = LADDER_NODES if kind == LADDER else depths.proof_nodes if r['goal'] == CAPTURE else depths.connect_nodes
        reading = _prove(board, r, attacking, depths, nodes)
    if r['goal'] == CAPTURE:
        r['total_nodes'] += r['nodes']
    else:
        MEMORY.connection_nodes += int(r['nodes'])
    return reading


def read_quickly_again(board: np.void, attacking: bool, depths: Depths, careful: bool = False) -> int:
    """The depth-first reading alone, of the string that the record is about; the record's table then holds what it found."""
    r = MEMORY.record
    depths.fill(r, False)
    r['careful'] = careful
    r['master'] = NOBODY
    attacker = int(r['attacker'])
    return int(py_quick(board, r, attacker if attacking else 3 - attacker, int(r['nodes']) + depths.nodes))


def _read_string(board: np.void, r: np.void, attacking: bool, depths: Depths) -> Reading:
    """Depth-first; then a proof of what is not settled by a ko: of the attacker's success, or a short one against it."""
    attacker = int(r['attacker'])
    mover = attacker if attacking else 3 - attacker
    MEMORY.proved = False
    result = read_quickly_again(board, attacking, depths)
    move = int(r['move'])
    if r['nodes'] >= depths.nodes:
        if result == LOSE and not attacking:
            # Out of budget, the defender is taken to succeed.
            result, move = WIN, int(r['moves'][0, 0])
        return Reading(result, move, int(r['nodes']), True, True)
    if result != (WIN if attacking else LOSE):
        checked = _prove(board, r, attacking, depths, depths.check_nodes)
        MEMORY.proved = not checked.uncertain
        if checked.uncertain or checked.result == result:
            return Reading(result, move, checked.nodes, False, checked.uncertain or checked.limited)
        return checked
    depths.fill(r, True)
    r['refused'] = r['limited'] = 0
    verdict = py_verify(board, r, mover, int(r['nodes']) + depths.proof_nodes)
    if verdict == DEFENDER:
        return _prove(board, r, attacking, depths, depths.proof_nodes)
    if verdict == UNKNOWN:
        again = read_quickly_again(board, attacking, depths, careful=True)
        return Reading(again, int(r['move']), int(r['nodes']), True, True)
    move = int(r['move'])
    MEMORY.proved = True
    if r['refused']:
        # The attacker wins when nobody has ko threats.  Does he when the defender has?
        r['master'] = 3 - attacker
        again = py_search(board, r, mover, depths.proof_nodes)
        r['master'] = NOBODY
        if again == DEFENDER:
            result = KO_A if attacking else KO_B
        if again == UNKNOWN or attacking != (again == DEFENDER):
            move = int(r['move'])
        return Reading(result, move, int(r['nodes']), again == UNKNOWN, again == UNKNOWN or bool(r['limited']))
    return Reading(result, move, int(r['nodes']), False, bool(r['limited']))


def _prove(board: np.void, r: np.void, attacking: bool, depths: Depths, nodes: int) -> Reading:
    """Read by proof numbers; ko by a second reading."""
    depths.fill(r, True)
    attacker = int(r['attacker'])
    mover, opponent = (attacker, 3 - attacker) if attacking else (3 - attacker, attacker)
    mine = ATTACKER if attacking else DEFENDER
    r['refused'] = r['limited'] = 0
    r['master'] = NOBODY
    verdict = py_search(board, r, mover, nodes)
    move = int(r['move'])
    unknown = verdict == UNKNOWN
    MEMORY.proved = True
    result = WIN if verdict == mine or (unknown and not attacking) else LOSE
    if r['refused'] and not unknown:
        r['master'] = opponent if result == WIN else mover
        again = py_search(board, r, mover, nodes)
        if again == UNKNOWN:
            unknown = True
        elif result == WIN and again != mine:
            result = KO_A
        elif result == LOSE and again == mine:
            result, move = KO_B, int(r['move'])
        elif result == WIN:
            move = int(r['move'])
    return Reading(result, move if result != LOSE else PASS, int(r['nodes']), unknown, bool(r['limited']))


def _surroundings(board: np.void) -> np.ndarray:
    """The points that an answer just read depends on."""
    r = MEMORY.record
    if r['goal'] != CAPTURE or r['whole_board']:
        return np.array(all_points(int(board['size'])))
    return r['around'][:py_surroundings(board, r)].copy()


def counter() -> int:
    """Reading nodes since the counter was reset."""
    return int(MEMORY.record['total_nodes'])


def reset_counter() -> None:
    """Set the reading node counter to 0."""
    MEMORY.record['total_nodes'] = 0


def connection_counter() -> int:
    """Nodes of connection readings since the counter was reset."""
    return MEMORY.connection_nodes


def reset_connection_counter() -> None:
    """Set the connection node counter to 0."""
    MEMORY.connection_nodes = 0
