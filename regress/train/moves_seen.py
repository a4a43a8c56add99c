"""What can be seen of the moves near a dragon at the nodes of GNU Go's readings, as numbers for learning.

Every legal move within two points of the dragon is seen as a window of 7x7 points around it (what lies there, liberties, size, the
dragon's own stones) together with the answers of helpers of constraints, about the move and about the stones near it.  The position is
judged first as at a node of the selective search, so that helpers answer here as they do for patterns there.
"""
import hashlib
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numba import int16, int64, uint16

from owlgo.engine.constraints.helpers import RUN, ask_helper
from owlgo.engine.core.board import BOARD, is_legal, py_popgo, py_trymove
from owlgo.engine.core.facts import FACTS
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import EMPTY, NPOINTS, STRIDE, parse_vertex
from owlgo.engine.core.result import WIN
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.owl import selective
from owlgo.engine.owl.judge import judge_root, py_tell_facts
from owlgo.engine.owl.limits import Means, of_level
from owlgo.engine.read.inner import new_inner_record
from owlgo.engine.read.record import READ
from owlgo.patterns.vocabulary import HELPERS
from owlgo.regress.train.trees import ReadingTree, Tried, load, point_of

RADIUS = 3
WIDTH = 2 * RADIUS + 1
CELLS = WIDTH * WIDTH
CENTER = CELLS // 2
READ_RADIUS = 2
"""Stones this near, in rows and columns, are read with the move played."""
MOST = 40
"""Moves sampled from one position."""
DEEPEST = 14
"""Depth of a sampled node, in moves."""
OUTSIDE, FREE, MINE, YOURS = range(4)
"""States of a point of the window, seen from the side to move."""
OF_GOAL = 4
"""Bit of stones of the dragon, beside the above."""
WHAT, LIBERTIES, SECOND, SIZE, ANSWERS = range(5)
"""What is kept of a point of the window: second-order liberties in SECOND, bits of helpers' answers in ANSWERS."""
ABOUT_MOVE = ('olib', 'xlib', 'owl_eyespace', 'owl_big_eyespace', 'owl_proper_eye', 'owl_escape_value', 'owl_mineye', 'owl_maxeye',
              'owl_eye_size', 'safe_xmove', 'ko')
"""Helpers asked about the move."""
ABOUT_STONE = ('attack', 'defend', 'vital_chain')
"""Helpers asked about a stone: the first bits of its answers."""
ABOUT_BOTH = ('oplay_attack', 'xplay_attack', 'oplay_defend', 'xplay_defend', 'does_attack', 'does_defend')
"""Helpers asked about the move and a stone near it: the bits after these."""
ABOUT_EMPTY = ('owl_eyespace', 'owl_big_eyespace', 'owl_escape_value')
"""Helpers asked about an empty point: the bits of its answers."""
NOT_MINE, NOT_YOURS = ('oplay_defend', 'does_attack'), ('xplay_attack', 'does_defend')
"""Helpers that are not asked about stones of the side to move, and of the other."""
NMOVE, NSTONE, NBOTH, NEMPTY = map(len, (ABOUT_MOVE, ABOUT_STONE, ABOUT_BOTH, ABOUT_EMPTY))
_CODES = np.array([HELPERS[name].opcode for name in (*ABOUT_MOVE, *ABOUT_STONE, *ABOUT_BOTH, *ABOUT_EMPTY, 'lib2', 'safe_omove')], np.int64)
_ASKED = np.array([[name not in others for name in ABOUT_BOTH] for others in (NOT_MINE, NOT_YOURS)], np.int64)


@kernel(int64(BOARD, READ, FACTS, RUN, int64, int64, int64))
def _ask(b, r, f, w, code, first, second):
    """The answer of a helper to one point, or to two unless the second is 0."""
    w.arg[0], w.arg[1] = first, second
    w.n = 2 if second else 1
    return ask_helper(b, r, f, w, code)


@kernel(int64(BOARD, READ, FACTS, RUN, int64[::1], int64[:, ::1], int64))
def _of_string(b, r, f, w, codes, strings, pos):
    """The string of a stone, with its second-order liberties and helpers' bits in ``strings``, which holds -1 until they are asked."""
    origin = b.origin[pos]
    if strings[origin, 0] < 0:
        strings[origin, 0] = _ask(b, r, f, w, codes[NMOVE + NSTONE + NBOTH + NEMPTY], pos, 0)
        bits = 0
        for k in range(NSTONE):
            if _ask(b, r, f, w, codes[NMOVE + k], pos, 0):
                bits |= 1 << k
        strings[origin, 1] = bits
    return origin


@kernel(int64(BOARD, READ, FACTS, RUN, int64[::1], int64[:, ::1], int64[:, ::1], int64, int64))
def _after(b, r, f, w, codes, asked, strings, move, pos):
    """The bits of helpers about a move and a stone near it; ``strings`` keeps them for one move."""
    origin = b.origin[pos]
    if strings[origin, 2] < 0:
        bits = 0
        for k in range(NBOTH):
            if asked[0 if b.color[pos] == w.color else 1, k] and _ask(b, r, f, w, codes[NMOVE + NSTONE + k], move, pos):
                bits |= 1 << k
        strings[origin, 2] = bits
    return strings[origin, 2]


@kernel(int64(BOARD, READ, FACTS, RUN, int64[::1], int64[:, ::1], int64[:, ::1], int64, uint16[:, ::1]))
def _window(b, r, f, w, codes, asked, strings, move, cells):
    """Fill the window around a move."""
    for k in range(CELLS):
        down, right = k // WIDTH - RADIUS, k % WIDTH - RADIUS
        row, col = move // STRIDE - 1 + down, move % STRIDE - 1 + right
        cells[k, :] = 0
        if row < 0 or col < 0 or row >= b.size or col >= b.size:
            continue
        pos = (row + 1) * STRIDE + col + 1
        bits = 0
        if b.color[pos] == EMPTY:
            cells[k, WHAT] = FREE
            for i in range(NEMPTY):
                if _ask(b, r, f, w, codes[NMOVE + NSTONE + NBOTH + i], pos, 0) > 0:
                    bits |= 1 << i
        else:
            origin = _of_string(b, r, f, w, codes, strings, pos)
            cells[k, WHAT] = (MINE if b.color[pos] == w.color else YOURS) | (OF_GOAL if f.goal[pos] else 0)
            cells[k, LIBERTIES], cells[k, SIZE], cells[k, SECOND] = b.libs[origin], b.count[origin], strings[origin, 0]
            bits = strings[origin, 1]
            if abs(down) <= READ_RADIUS and abs(right) <= READ_RADIUS:
                bits |= _after(b, r, f, w, codes, asked, strings, move, pos) << NSTONE
        cells[k, ANSWERS] = bits
    return 0


@kernel(int64(BOARD, FACTS, int64))
def _is_near(b, f, pos):
    """Whether a stone of the dragon lies within two points, corners of that square left out."""
    for down in range(-2, 3):
        for right in range(-2, 3):
            row, col = pos // STRIDE - 1 + down, pos % STRIDE - 1 + right
            if abs(down) + abs(right) < 4 and 0 <= row < b.size and 0 <= col < b.size and f.goal[(row + 1) * STRIDE + col + 1]:
                return 1
    return 0


@kernel(int64(BOARD, READ, FACTS, RUN, int64, int64[::1], int64[:, ::1], int64[::1], int64[::1], int16[:, ::1], uint16[:, :, ::1]))
def py_see(b, r, f, w, color, codes, asked, points, safe, answers, cells):
    """See the moves of a colour near the goal; returns how many there are."""
    strings = np.full((NPOINTS, 3), -1, np.int64)
    w.color = color
    n = 0
    for row in range(b.size):
        for col in range(b.size):
            pos = (row + 1) * STRIDE + col + 1
            if n == len(points) or b.color[pos] != EMPTY or not _is_near(b, f, pos) or not is_legal(b, pos, color):
                continue
            points[n] = pos
            for k in range(NMOVE):
                answers[n, k] = _ask(b, r, f, w, codes[k], pos, 0)
            safe[n] = _ask(b, r, f, w, codes[NMOVE + NSTONE + NBOTH + NEMPTY + 1], pos, 0) == WIN
            strings[:, 2] = -1
            _window(b, r, f, w, codes, asked, strings, pos, cells[n])
            n += 1
    return n


@dataclass
class Moves:
    """The moves near a dragon in one position; arrays have a row for each."""
    points: np.ndarray
    safe: np.ndarray
    answers: np.ndarray
    """Of the helpers ``ABOUT_MOVE``."""
    cells: np.ndarray
    """The window, and WHAT, LIBERTIES, SECOND, SIZE and ANSWERS of each of its points."""


@dataclass
class SeenNode:
    """A node of a reading and its moves."""
    position: str
    """Names the question's board."""
    attacking: bool
    outcome: str
    """For the side to move: win or lose."""
    tried: dict[int, Tried]
    winner: int | None
    """The move that won."""
    moves: Moves


class Observer:
    """Sees moves as the selective search would."""

    def __init__(self) -> None:
        self.means = Means(Workspace(), of_level(10))
        self.inner = new_inner_record(selective.INSIDE)
        self.board: np.void
        self.kept: selective.Selective

    def begin(self, board: np.void, stones: list[int]) -> None:
        """Set up a question about a dragon."""
        self.board, self.kept = board, selective.prepare(board, stones, self.means)
        self.owner, self.first = int(board['color'][stones[0]]), frozenset(stones)

    def see(self, goal: list[int], color: int) -> Moves | None:
        """The moves of a colour in the position that the board has come to; None if nothing of the goal is left."""
        o, facts, run = self.kept.owl, self.kept.facts, self.kept.run
        o['goal'][0] = 0
        for pos in goal:
            if self.board['color'][pos] == self.owner:
                o['goal'][0][pos] = 1 if pos in self.first else 2
        if not o['goal'][0].any():
            return None
        judge_root(self.board, self.inner, self.kept.eyes, o)
        py_tell_facts(self.board, facts, self.kept.eyes, o, 0)
        points, safe = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
        answers, cells = np.zeros((MOST, NMOVE), np.int16), np.zeros((MOST, CELLS, 5), np.uint16)
        n = py_see(self.board, self.inner, facts, run, color, _CODES, _ASKED, points, safe, answers, cells)
        return Moves(points[:n].copy(), safe[:n] > 0, answers[:n].copy(), cells[:n].copy())


def nodes(question: ReadingTree, observer: Observer, most: int) -> Iterator[SeenNode]:
    """The nodes of one question that somebody won, broad first; at most so many."""
    board = question.board()
    if board is None or not question.tree:
        return
    target = parse_vertex(question.target, question.size)
    owner = int(board['color'][target])
    goal = [pos for pos in map(point_of, question.tree[0].goal) if board['color'][pos] == owner]
    if owner == EMPTY or target not in goal:
        return
    observer.begin(board, goal)
    name = hashlib.md5(' '.join([*sorted(question.black), '|', *sorted(question.white)]).encode()).hexdigest()[:8]
    seen: set[tuple[int, bool]] = set()
    waiting: deque[list[Tried]] = deque([[]])
    while waiting and len(seen) < most:
        path = waiting.popleft()
        attacking = (question.what == 'attack') == (len(path) % 2 == 0)
        replies, outcome, reason = (path[-1].replies, path[-1].outcome, path[-1].reason) if path else (question.tree, question.outcome, '')
        # A defender without any move at all is worth a look: all that a pattern proposes there is idle.
        looked = bool(replies) and 'cached' not in reason or not replies and outcome == 'lose' and 'genus' in reason and not attacking
        if outcome == 'other' or not looked:
            continue
        played = 0
        for tried in path:
            if not py_trymove(board, tried.place, 'BW'.index(tried.color) + 1):
                break
            played += 1
        if played == len(path) and (int(board['hash']), attacking) not in seen:
            seen.add((int(board['hash']), attacking))
            moves = observer.see([*map(point_of, path[-1].goal)] if path else goal, 3 - owner if attacking else owner)
            if moves is not None:
                tries = {tried.place: tried for tried in replies if tried.place}
                winners = [pos for pos, tried in tries.items() if tried.outcome == 'lose'] if outcome == 'win' else []
                yield SeenNode(name, attacking, outcome, tries, winners[-1] if winners else None, moves)
        if played == len(path) < DEEPEST:
            waiting.extend([*path, tried] for tried in replies if tried.place)
        for _ in range(played):
            py_popgo(board)


def of_files(paths: list[Path], most: int) -> Iterator[SeenNode]:
    """The nodes of all questions of files, so many of each question.  Raises OSError and ValueError."""
    observer = Observer()
    for path in paths:
        for question in load(path):
            yield from nodes(question, observer, most)
