"""Asking a question: depth-first reading, its proof by proof numbers, ko by a second reading, and the cache of answers.

The cache may live as long as a game.  An answer is used again only if every point that the reading could have looked at, and the ko,
are as they were; the search itself starts from an empty table each time, numbers points by their surroundings and has its budget in nodes.
So the same question gives the same answer and move in a fresh process.
"""
from dataclasses import dataclass, field

import numpy as np

from engine.core.points import BLACK, WHITE, all_points
from engine.core.result import Reading
from engine.core.strings import string
from engine.read.answer import py_prove, py_quickly_again, py_read
from engine.read.depths import Depths
from engine.read.record import CAPTURE, CUT, MAX_GOALS, SHUT_OUT, new_record, set_memory

ENTRIES = 4
"""Answers kept for one question, for as many surroundings."""
MAX_QUESTIONS = 4096
LADDER = 3
"""A kind of question: CAPTURE by ladder moves alone."""
COMBINATION = 4
"""Another: CAPTURE of one of several strings by moves that threaten."""
LADDER_NODES = 20000


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
    _limits: tuple[np.void, Depths] | None = None

    def limit(self, depths: Depths) -> None:
        """Put depths into the record unless they are there."""
        if self._limits is None or self._limits[0] is not self.record or self._limits[1] is not depths:
            depths.preset(self.record)
            self._limits = self.record, depths


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
    reading, points = _read(board, kind, roots, 3 - defender, attacking, depths, area)
    if MEMORY.caching:
        if len(MEMORY.answers) >= MAX_QUESTIONS:
            MEMORY.answers.clear()
        MEMORY.answers.setdefault(question, []).insert(0, (points, board['color'][points].tobytes(), ko, reading))
        del MEMORY.answers[question][ENTRIES:]
    return reading


def read_afresh(board: np.void, kind: int, goals: list[int], attacking: bool, depths: Depths, area: tuple[int, ...] = ()) -> Reading:
    """``ask`` without the cache: afterwards the record's table holds what the reading found."""
    roots, defender = _strings(board, goals)
    return _read(board, kind, roots, 3 - defender, attacking, depths, area)[0]


def prove(board: np.void, kind: int, goals: list[int], attacking: bool, depths: Depths) -> Reading:
    """Proof numbers alone, with as many nodes as a depth-first reading has; afterwards the record's table holds what was found."""
    roots, defender = _strings(board, goals)
    r = pose(kind, roots, 3 - defender, depths)
    py_prove(board, r, attacking, depths.nodes)
    return _reading(r)


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
    MEMORY.limit(depths)
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


def _read(board: np.void, kind: int, roots: list[int], attacker: int, attacking: bool, depths: Depths,
          area: tuple[int, ...]) -> tuple[Reading, np.ndarray]:
    """Read, and the points that the answer depends on."""
    r = pose(kind, roots, attacker, depths, area)
    if kind == CAPTURE and len(roots) == 1:
        nodes = 0
    else:
        nodes = LADDER_NODES if kind == LADDER else depths.connect_nodes if kind in (CUT, SHUT_OUT) else depths.proof_nodes
    around = int(py_read(board, r, attacking, nodes))
    reading = _reading(r)
    if kind in (CUT, SHUT_OUT):
        MEMORY.connection_nodes += reading.nodes
    else:
        r['total_nodes'] += reading.nodes
    return reading, r['around'][:around].copy() if around else np.array(all_points(int(board['size'])))


def read_quickly_again(board: np.void, attacking: bool, depths: Depths, careful: bool = False) -> int:
    """The depth-first reading alone, of the string that the record is about; the record's table then holds what it found."""
    r = MEMORY.record
    MEMORY.limit(depths)
    return int(py_quickly_again(board, r, attacking, careful))


def _reading(r: np.void) -> Reading:
    """What a reading just done has found."""
    result, move, nodes, uncertain, limited, proved = r['answer'].tolist()
    MEMORY.proved = bool(proved)
    return Reading(result, move, nodes, bool(uncertain), bool(limited))


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
