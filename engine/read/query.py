"""Asking a question: the passes of a search, ko by a second reading, and the cache of answers.

The cache may live as long as a game.  An answer is used again only if every point that the reading could have looked at, and the ko,
are as they were; the search itself starts from an empty table each time, numbers points by their surroundings and has its budget in nodes.
So the same question gives the same answer and move in a fresh process.
"""
from dataclasses import dataclass, field

import numpy as np
from numba import int64

from engine.core.board import BOARD
from engine.core.jit import kernel
from engine.core.points import BLACK, BORDER, EMPTY, NEIGHBOURS, PASS, WHITE, all_points
from engine.core.strings import string
from engine.read.depths import Depths
from engine.read.paths import LONGEST, measure
from engine.read.record import ATTACKER, CAPTURE, DEFENDER, MAX_GOALS, NOBODY, READ, UNKNOWN, WINDOW, new_record, orient, set_memory
from engine.read.result import KO_A, KO_B, LOSE, WIN, Reading
from engine.read.search import ANY, generate, search

USUAL = 20
"""Candidates with a lower prior make up the first pass."""
SLACK = 2
"""A reading of connections follows ways so much longer than the shortest at its start."""
ENTRIES = 4
"""Answers kept for one question, for as many surroundings."""
MAX_QUESTIONS = 4096
LADDER = 3
"""A kind of question: CAPTURE by ladder moves alone."""
LADDER_NODES = 20000


@kernel(int64(BOARD, READ, int64, int64))
def py_search(b, r, side, nodes):
    """Both passes: success with the usual moves is read again with every reply that might matter.  ATTACKER, DEFENDER or UNKNOWN."""
    orient(b, r, r.attacker)
    r.generation += 1
    if r.goal != CAPTURE:
        r.reach = LONGEST
        length = measure(b, r)
        if length > LONGEST:
            r.move = PASS
            return ATTACKER
        r.reach = min(length + SLACK, LONGEST)
    r.number = 0
    r.verifying = 0
    r.cutoff_attack = USUAL
    r.cutoff_defence = USUAL
    r.budget = nodes
    verdict = search(b, r, side)
    if verdict != ATTACKER or r.goal != CAPTURE or r.ladder:
        return verdict
    r.number = 1
    r.verifying = 1
    r.cutoff_defence = ANY
    r.budget = nodes * 2
    return search(b, r, side)


@kernel(int64(BOARD, READ, int64))
def py_generate(b, r, side):
    """The candidates of the question at hand, into ``r.moves[0, :r.n[0]]``; the generator's own list, nothing tried."""
    r.side[0] = side
    generate(b, r, 0)
    return r.n[0]


@dataclass
class Memory:
    """The record that readings work in, the counters, and the answers known."""
    record: np.void = field(default_factory=new_record)
    answers: dict[tuple, list[tuple[np.ndarray, bytes, int, Reading]]] = field(default_factory=dict)
    hits: int = 0
    connection_nodes: int = 0
    caching: bool = True


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
        points = _surroundings(board, kind)
        if len(MEMORY.answers) >= MAX_QUESTIONS:
            MEMORY.answers.clear()
        MEMORY.answers.setdefault(question, []).insert(0, (points, board['color'][points].tobytes(), ko, reading))
        del MEMORY.answers[question][ENTRIES:]
    return reading


def read_afresh(board: np.void, kind: int, goals: list[int], attacking: bool, depths: Depths, area: tuple[int, ...] = ()) -> Reading:
    """``ask`` without the cache: afterwards the record's table holds what the reading found."""
    roots, defender = _strings(board, goals)
    return _read(board, kind, roots, 3 - defender, attacking, depths, area)


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
    """Put a question and its limits into the record; returns the record."""
    r = MEMORY.record
    depths.fill(r)
    r['goal'] = CAPTURE if kind == LADDER else kind
    r['ladder'] = kind == LADDER
    r['ngoals'], r['target'], r['attacker'] = len(roots), roots[0], attacker
    r['goals'][:len(roots)] = roots
    r['narea'] = len(area)
    r['area'][:len(area)] = area
    return r


def _read(board: np.void, kind: int, roots: list[int], attacker: int, attacking: bool, depths: Depths, area: tuple[int, ...]) -> Reading:
    r = pose(kind, roots, attacker, depths, area)
    mover, opponent = (attacker, 3 - attacker) if attacking else (3 - attacker, attacker)
    mine = ATTACKER if attacking else DEFENDER
    r['nodes'] = r['refused'] = r['limited'] = 0
    r['visit'] += 1
    r['master'] = NOBODY
    nodes = LADDER_NODES if kind == LADDER else depths.nodes if kind == CAPTURE else depths.connect_nodes
    verdict = py_search(board, r, mover, nodes)
    move = int(r['move'])
    unknown = verdict == UNKNOWN
    # Out of budget, the defender is taken to succeed.
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
    if r['goal'] == CAPTURE:
        r['total_nodes'] += r['nodes']
    else:
        MEMORY.connection_nodes += int(r['nodes'])
    return Reading(result, move if result != LOSE else PASS, int(r['nodes']), unknown, bool(r['limited']))


def _surroundings(board: np.void, kind: int) -> np.ndarray:
    """Every point that the reading just done may have looked at: what it tried, and the strings round that, three rings of them."""
    size = int(board['size'])
    r = MEMORY.record
    if kind not in (CAPTURE, LADDER) or r['whole_board']:
        return np.array(all_points(size))
    on = board['color'] != BORDER
    inside = (r['visited'] == r['visit']) & on
    goals = [pos for root in r['goals'][:r['ngoals']].tolist() for pos in string(board, root)]
    inside[goals] = True
    rows, cols = zip(*(divmod(pos, NEIGHBOURS[-1]) for pos in goals), strict=True)
    # The window that decides how the points are numbered.
    for row in range(max(1, min(rows) - WINDOW), min(size, max(rows) + WINDOW) + 1):
        inside[row * NEIGHBOURS[-1] + max(1, min(cols) - WINDOW):row * NEIGHBOURS[-1] + min(size, max(cols) + WINDOW) + 1] = True
    stones = (board['color'] != EMPTY) & on
    for _ in range(3):
        inside = _grown(inside, on)
        touched = np.unique(board['origin'][inside & stones])
        inside |= stones & np.isin(board['origin'], touched)
        inside = _grown(inside, on)
    return np.flatnonzero(inside)


def _grown(inside: np.ndarray, on: np.ndarray) -> np.ndarray:
    """The points and their neighbours."""
    grown = inside.copy()
    for step in NEIGHBOURS:
        grown |= np.roll(inside, step)
    return grown & on


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
