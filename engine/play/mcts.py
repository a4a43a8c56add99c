"""Tree search by playouts: setting it up, running it in threads, and what it found (the tree: ``engine.play.tree``)."""
import math
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from engine.core.points import PASS
from engine.play.fastboard import new_board
from engine.play.playout import new_playout
from engine.play.tree import COUNT_BITS, MOST_THREADS, TREE_DTYPE, WEIGHTS, py_begin, py_grow

CHUNK = 250
"""Playouts between two looks at whether to go on."""

_root = new_board()
_scratch = [new_board() for _ in range(MOST_THREADS)]
_tree = np.zeros(1, TREE_DTYPE)[0]
_tree['weight'][list(WEIGHTS)] = list(WEIGHTS.values())


@dataclass
class Line:
    """A move at the root and what the search found of it."""
    move: int
    visits: int
    winning: float
    """Part of the results that the side to move has after it, from 0 to 1: nearly all of it by winning, a little by how much."""
    score: float
    """Black's points less White's, on the average."""
    variation: list[int] = field(default_factory=list)
    """The moves expected, this one first."""

    @property
    def at_least(self) -> float:
        """What its winning hardly falls below, by how often it was visited."""
        visits = max(self.visits, 1)
        return max(self.winning - 1.5 * math.sqrt(self.winning * (1 - self.winning) / visits + 0.25 / visits ** 2), 0.0)


@dataclass
class Found:
    """What a search found."""
    lines: list[Line]
    """The most visited first."""
    stats: np.void
    """The record of the playouts (``engine.play.playout``)."""


class Plan(NamedTuple):
    """How long to search."""
    playouts: int
    threads: int = 1
    """1 to MOST_THREADS; with one the same search finds the same."""
    enough: Callable[[], bool] = lambda: False
    """Asked now and then; what was found until it says yes is the result."""
    goes_on: Callable[[], bool] = lambda: True
    """Asked likewise; when it says no, nobody waits for the result any more."""
    early: bool = False
    """Stop when no other move can catch up with the most visited one."""


def search(board: np.void, color: int, komi: float, plan: Plan, seed: int, allowed: Mapping[int, float], last: int = PASS) -> Found:
    """Search as long as the plan says.  ``allowed`` are the moves at the root, PASS among them, with visits won (lost if negative) that
    each begins with.
    """
    _tree['allowed'][:] = 0
    _tree['prior'][:] = 0
    for move, good in allowed.items():
        _tree['allowed'][move], _tree['prior'][move] = 1, good
    py_begin(board, _root, _tree, last, plan.threads)
    records = [new_playout(seed + (k << 40)) for k in range(plan.threads)]
    for k, p in enumerate(records):
        p['thread'] = k
    _run(plan, records, color, round(2 * komi))
    for p in records[1:]:
        for count in ('playouts', 'black_wins', 'score', 'owned'):
            records[0][count] += p[count]
    return Found(_lines(), records[0])


def _run(plan: Plan, records: list[np.void], color: int, twice_komi: int) -> None:
    """Grow the tree in all threads; this one looks whether to go on."""
    left = plan.playouts
    lock = threading.Lock()
    stopped = False

    def take() -> int:
        nonlocal left
        with lock:
            times = 0 if stopped else min(CHUNK, left)
            left -= times
        return times

    def help_out(k: int) -> None:
        while times := take():
            py_grow(_root, _scratch[k], _tree, records[k], color, times, twice_komi)

    with ThreadPoolExecutor(max(plan.threads - 1, 1)) as pool:
        helpers = [pool.submit(help_out, k) for k in range(1, plan.threads)]
        # A little is always done: there must be something to choose from.
        while plan.goes_on() and (times := take()):
            py_grow(_root, _scratch[0], _tree, records[0], color, times, twice_komi)
            if plan.enough() or (plan.early and _is_decided(left)):
                break
        stopped = True
        for helper in helpers:
            helper.result()


def _is_decided(left: int) -> bool:
    """Whether so many playouts more cannot change which move is visited most."""
    made = sorted(float(_tree['visits'][k]) - float(_tree['began'][k]) for k in _children(0))
    return len(made) > 1 and made[-1] - made[-2] > left


def _children(node: int) -> range:
    first, count = divmod(int(_tree['kids'][node]), 1 << COUNT_BITS)
    return range(first, first + count)


def _lines() -> list[Line]:
    lines = []
    for child in _children(0):
        made = round(float(_tree['visits'][child]) - float(_tree['began'][child]))
        won = float(_tree['wins'][child]) - float(_tree['began_wins'][child])
        line = Line(int(_tree['move'][child]), made, won / made if made else 0.5, float(_tree['score'][child]) / max(made, 1))
        node = child
        while True:
            line.variation.append(int(_tree['move'][node]))
            if not _children(node):
                break
            node = max(_children(node), key=lambda k: (float(_tree['visits'][k]) - float(_tree['began'][k]), -k))
            if _tree['visits'][node] == _tree['began'][node]:
                break
        lines.append(line)
    return sorted(lines, key=lambda line: (-line.visits, line.move))
