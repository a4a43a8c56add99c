"""The board: stones, strings with exact liberty counts, play, undo and ko, kept incrementally in one record.

Every string has an origin, the point at which its liberty and stone counts are stored, and its stones form a ring:

    . X X .      origin[a] = origin[b] = a     next[a] = b, next[b] = a
      a b        libs[a] = 6                   count[a] = 2

``trymove`` writes every word that it changes to a log, and ``popgo`` plays the log back.  ``place`` without logging is for moves that are
never taken back.  The origin is whichever point a string grew from.  It depends on the order of moves, so no answer may depend on the
origin.

``place`` and ``trymove_assume_legal`` must be given a legal move.  ``trymove`` checks its move.  Colours and points are those of
``engine.core.points``.  Suicide and simple ko are the board's own rules (fields ``suicide`` and ``ko_rule``).  Superko needs the game's
history: see ``engine.core.game``.
"""
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba import boolean, int32, int64, types, void
from numba.extending import intrinsic

from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import BLACK, BORDER, EMPTY, MAX_SIZE, NEIGHBOURS, NPOINTS, PASS, WHITE, all_points
from owlgo.engine.core.zobrist import py_stone_key

MAX_STACK = 2048
"""Largest number of trial moves on the stack."""
LOG_LENGTH = 1 << 16
"""Length of the undo log, in words."""
LOG_RESERVE = 4096
"""Words that must be free in the undo log before a trial move: more than a move needs on a 25x25 board."""


class Suicide(IntEnum):
    """Which suicide is legal."""
    FORBIDDEN = 0
    ALLOWED = 1
    """Suicide of two or more stones."""
    ALL = 2


class KoRule(IntEnum):
    """Ko rules."""
    SIMPLE = 0
    NONE = 1
    SUPER = 2
    """Superko.  The board itself forbids the same moves as with simple ko."""


BOARD = record_type([
    ('size', 'i4'),
    ('ko', 'i4'),               # where a single stone was just taken: retaking at once is illegal; or 0
    ('stackp', 'i4'),           # trial moves on the stack
    ('logging', 'i4'),
    ('nlog', 'i4'),
    ('suicide', 'i4'),          # Suicide
    ('ko_rule', 'i4'),          # KoRule
    ('nremoved', 'i4'),         # stones taken off by the last move, listed in removed
    ('nfound', 'i4'),
    ('stamp', 'i4'),            # a point is marked if its mark equals this
    ('captures', 'i4', (4,)),   # stones that each colour has captured
    ('color', 'i4', (NPOINTS,)),
    ('origin', 'i4', (NPOINTS,)),
    ('next', 'i4', (NPOINTS,)),
    ('libs', 'i4', (NPOINTS,)),
    ('count', 'i4', (NPOINTS,)),
    ('mark', 'i4', (NPOINTS,)),
    ('removed', 'i4', (NPOINTS,)),
    ('found', 'i4', (NPOINTS,)),        # what the last collect_* function found
    ('trymoves', 'i8'),         # trial moves since GTP's counter was reset
    ('hash', 'u8'),
    ('frame_hash', 'u8', (MAX_STACK,)),
    ('frame_move', 'i4', (MAX_STACK,)),
    ('frame_color', 'i4', (MAX_STACK,)),
    ('frame_ko', 'i4', (MAX_STACK,)),
    ('frame_log', 'i4', (MAX_STACK,)),
    ('frame_captures', 'i4', (MAX_STACK, 2)),
    ('log_at', 'i4', (LOG_LENGTH,)),
    ('log_old', 'i4', (LOG_LENGTH,)),
])
"""A board, made by ``new_board``."""


class _Places(NamedTuple):
    """Offsets of the logged fields in the record, in words of 32 bits."""
    color: int
    origin: int
    next: int
    libs: int
    stones: int


AT = _Places(*(BOARD.offset(field) // 4 for field in ('color', 'origin', 'next', 'libs', 'count')))
"""The offsets of the logged fields in a board's record."""


@intrinsic
def _poke(typingctx, record, word, value):
    """Store a 32-bit value in a record, at an offset in words."""
    def codegen(context, builder, signature, args):
        words = builder.bitcast(args[0], ir.IntType(32).as_pointer())
        low = builder.trunc(args[2], ir.IntType(32))
        builder.store(low, builder.gep(words, [args[1]]))
        return context.get_dummy_value()
    return types.void(record, int64, int64), codegen


@kernel(void(BOARD, int64, int64))
def _log(b, word, old):
    if b.logging:
        n = b.nlog
        b.log_at[n] = word
        b.log_old[n] = old
        b.nlog = n + 1


@kernel(void(BOARD, int64))
def _remove_string(b, root):
    """Remove a string, and add the liberties that adjacent enemy strings gain."""
    opponent = 3 - b.color[root]
    pos = root
    while True:
        _log(b, AT.color + pos, b.color[pos])
        b.hash ^= py_stone_key(b.color[pos], pos)
        b.color[pos] = EMPTY
        b.removed[b.nremoved] = pos
        b.nremoved += 1
        s0 = s1 = s2 = -1
        for step in NEIGHBOURS:
            q = pos + step
            if b.color[q] == opponent:
                r = b.origin[q]
                if r != s0 and r != s1 and r != s2:
                    s2, s1, s0 = s1, s0, r
                    _log(b, AT.libs + r, b.libs[r])
                    b.libs[r] += 1
        pos = b.next[pos]
        if pos == root:
            break


@kernel(boolean(BOARD, int64, int64))
def touches(b, pos, root):
    """Whether a point is next to a stone of this string."""
    for step in NEIGHBOURS:
        q = pos + step
        if b.color[q] != EMPTY and b.origin[q] == root:
            return True
    return False


@kernel(void(BOARD, int64, int64))
def _absorb(b, main, other):
    """Merge the string ``other`` into ``main``, a string of the same colour."""
    gained = 0
    pos = other
    while True:
        for step in NEIGHBOURS:
            q = pos + step
            if b.color[q] == EMPTY and not touches(b, q, main):
                gained += 1
                # Counted once: the stone that brings it is relabelled below, but a second empty neighbour of this stone
                # is another point, so relabelling after the loop is soon enough.
        _log(b, AT.origin + pos, b.origin[pos])
        b.origin[pos] = main
        pos = b.next[pos]
        if pos == other:
            break
    _log(b, AT.libs + main, b.libs[main])
    b.libs[main] += gained
    _log(b, AT.stones + main, b.count[main])
    b.count[main] += b.count[other]
    _log(b, AT.next + main, b.next[main])
    _log(b, AT.next + other, b.next[other])
    b.next[main], b.next[other] = b.next[other], b.next[main]


@unit(void(BOARD, int64, int64))
def place(b, pos, color):
    """Play a legal move, or pass.  Captured stones are listed in ``b.removed[:b.nremoved]``.  With ``b.logging`` the move can be undone."""
    b.nremoved = 0
    b.ko = 0
    if pos == PASS:
        return
    opponent = 3 - color
    # Step 1. The stone; until it joins a string its origin is its own point, which no neighbour has.
    b.hash ^= py_stone_key(color, pos)
    _log(b, AT.color + pos, EMPTY)
    _log(b, AT.origin + pos, b.origin[pos])
    _log(b, AT.next + pos, b.next[pos])
    _log(b, AT.libs + pos, b.libs[pos])
    b.color[pos] = color
    b.origin[pos] = pos
    b.next[pos] = pos
    # Step 2. Every neighbouring string loses a liberty; enemies without any come off.
    s0 = s1 = s2 = s3 = -1
    main = -1
    most = 0
    for step in NEIGHBOURS:
        q = pos + step
        c = b.color[q]
        if c == opponent or c == color:
            r = b.origin[q]
            if r != s0 and r != s1 and r != s2:
                s3, s2, s1, s0 = s2, s1, s0, r
                _log(b, AT.libs + r, b.libs[r])
                b.libs[r] -= 1
                if c == color and b.count[r] > most:
                    main = r
                    most = b.count[r]
    for r in (s0, s1, s2, s3):
        if r >= 0 and b.color[r] == opponent and b.libs[r] == 0:
            _remove_string(b, r)
    b.captures[color] += b.nremoved
    # Step 3. The stone's own liberties, then one string out of it and its friends.
    if main < 0:
        own = 0
        for step in NEIGHBOURS:
            if b.color[pos + step] == EMPTY:
                own += 1
        b.libs[pos] = own
        _log(b, AT.stones + pos, b.count[pos])
        b.count[pos] = 1
        main = pos
        if own == 1 and b.nremoved == 1:
            b.ko = b.removed[0]
    else:
        gained = 0
        for step in NEIGHBOURS:
            q = pos + step
            if b.color[q] == EMPTY and not touches(b, q, main):
                gained += 1
        _log(b, AT.libs + main, b.libs[main])
        b.libs[main] += gained
        _log(b, AT.stones + main, b.count[main])
        b.count[main] += 1
        _log(b, AT.next + main, b.next[main])
        b.next[pos] = b.next[main]
        b.next[main] = pos
        b.origin[pos] = main
        for r in (s0, s1, s2, s3):
            if r >= 0 and r != main and b.color[r] == color:
                _absorb(b, main, r)
    # Step 4. Suicide, where the rules allow it.
    if b.libs[main] == 0:
        _remove_string(b, main)
        b.captures[opponent] += b.nremoved


@unit(int64(BOARD, int64, int64))
def is_suicide(b, pos, color):
    """Whether a stone on this empty point would have no liberty and capture nothing."""
    for step in NEIGHBOURS:
        q = pos + step
        c = b.color[q]
        if c == EMPTY:
            return 0
        if c != BORDER and (c == color) == (b.libs[b.origin[q]] > 1):
            return 0
    return 1


@unit(int64(BOARD, int64, int64))
def is_ko_ban(b, pos, color):
    """Whether simple ko forbids a move, since it would retake the stone that has just captured one."""
    if b.ko == 0 or pos != b.ko or b.ko_rule == KoRule.NONE:
        return 0
    for step in NEIGHBOURS:
        if b.color[pos + step] == 3 - color:
            return 1
    return 0


@unit(int64(BOARD, int64, int64))
def is_legal(b, pos, color):
    """Whether a move, or a pass, is legal by the board's own rules."""
    if pos == PASS:
        return 1
    if pos < 0 or pos >= NPOINTS or b.color[pos] != EMPTY or is_ko_ban(b, pos, color):
        return 0
    if b.suicide == Suicide.ALL or not is_suicide(b, pos, color):
        return 1
    if b.suicide == Suicide.ALLOWED:
        for step in NEIGHBOURS:
            if b.color[pos + step] == color:
                return 1
    return 0


@kernel(int64(BOARD, int64, int64))
def _is_legal_but_for_ko(b, pos, color):
    """Whether a move, or a pass, is legal apart from a ko ban."""
    ko = b.ko
    b.ko = 0
    legal = is_legal(b, pos, color)
    b.ko = ko
    return legal


@unit(int64(BOARD, int64, int64))
def trymove_assume_legal(b, pos, color):
    """Push a legal trial move on the stack.  If the stack is full, do nothing and return 0."""
    n = b.stackp
    if n >= MAX_STACK or b.nlog > LOG_LENGTH - LOG_RESERVE:
        return 0
    b.frame_hash[n] = b.hash
    b.frame_move[n] = pos
    b.frame_color[n] = color
    b.frame_ko[n] = b.ko
    b.frame_log[n] = b.nlog
    b.frame_captures[n, 0] = b.captures[1]
    b.frame_captures[n, 1] = b.captures[2]
    b.stackp = n + 1
    b.trymoves += 1
    b.logging = 1
    place(b, pos, color)
    b.logging = 0
    return 1


@unit(int64(BOARD, int64, int64))
def trymove(b, pos, color):
    """Push a trial move if it is legal.  Return whether it was pushed."""
    if is_legal(b, pos, color):
        return trymove_assume_legal(b, pos, color)
    return 0


@unit(int64(BOARD, int64, int64, int64))
def trymove_in_ko_reading(b, pos, color, master):
    """Push a trial move if it is legal.  The colour ``master`` may retake a ko at once.  Return 1 if the move was pushed, -1 if a ko ban
    forbids it, else 0."""
    if pos == PASS or not is_ko_ban(b, pos, color):
        return trymove(b, pos, color)
    if color != master:
        return -1
    return trymove_assume_legal(b, pos, color) if _is_legal_but_for_ko(b, pos, color) else 0


@unit(int64(BOARD))
def popgo(b):
    """Take back the last trial move.  Return 0 if there is none."""
    if b.stackp == 0:
        return 0
    n = b.stackp - 1
    b.stackp = n
    start = b.frame_log[n]
    for i in range(b.nlog - 1, start - 1, -1):
        _poke(b, b.log_at[i], b.log_old[i])     # type: ignore[call-arg]  # numba adds the first argument
    b.nlog = start
    b.hash = b.frame_hash[n]
    b.ko = b.frame_ko[n]
    b.captures[1] = b.frame_captures[n, 0]
    b.captures[2] = b.frame_captures[n, 1]
    return 1


# --- what Python calls -------------------------------------------------------------------------------------------------


py_place = for_python(place)


@kernel(boolean(BOARD, int64, int64))
def py_place_if_legal(b, pos, color):
    """Play a stone, ignoring ko bans, unless the point is taken or the move is forbidden suicide.  Return whether the stone was played."""
    legal = _is_legal_but_for_ko(b, pos, color)
    if legal:
        place(b, pos, color)
    return legal != 0


py_is_legal = for_python(is_legal)
py_is_ko_ban = for_python(is_ko_ban)
py_trymove = for_python(trymove)
py_popgo = for_python(popgo)


@kernel(int64(BOARD, int32[:]))
def py_set_up(b, wanted):
    """Put stones on an empty board, given the wanted colour of every point.  Return whether every string has a liberty.

    The order of the points does not matter: no string of a legal position loses its last liberty on the way.
    """
    for pos in range(NPOINTS):
        if (wanted[pos] == BLACK or wanted[pos] == WHITE) and b.color[pos] == EMPTY:
            place(b, pos, wanted[pos])
    for pos in range(NPOINTS):
        if b.color[pos] != wanted[pos]:
            return 0
    return 1


def position_key(board: np.void) -> tuple[int, ...]:
    """Return numbers that tell a position from others: its size, stones and ko, and the rules that readings depend on."""
    return tuple(int(board[name]) for name in ('size', 'hash', 'ko', 'ko_rule', 'suicide'))


@contextmanager
def played(board: np.void, *moves: tuple[int, int]) -> Iterator[bool]:
    """Play trial moves (pairs of move and colour) for the length of a ``with`` block, and yield whether all are legal.  Passes are skipped,
    and so are all moves after an illegal move.

    The moves, and any further trial moves inside the block, are taken back however the block ends.
    """
    depth = int(board['stackp'])
    try:
        yield all(py_trymove(board, move, color) for move, color in moves if move != PASS)
    finally:
        while int(board['stackp']) > depth:
            py_popgo(board)


def new_board(size: int) -> np.void:
    """Return an empty board.  Raises ValueError for sizes outside 1 to MAX_SIZE."""
    if not 1 <= size <= MAX_SIZE:
        raise ValueError(f'no boards of size {size}')
    b = new_record(BOARD)
    clear(b, size)
    return b


def clear(b: np.void, size: int) -> None:
    """Empty the board and its stack.  Rules and counters stay."""
    b['size'] = size
    for field in ('ko', 'stackp', 'logging', 'nlog', 'nremoved', 'hash'):
        b[field] = 0
    b['captures'][:] = 0
    b['color'][:] = BORDER
    b['color'][list(all_points(size))] = EMPTY
    for field in ('origin', 'next', 'libs', 'count'):
        b[field][:] = 0
