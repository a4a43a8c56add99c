"""Success rates of classes of moves in depth-first reading.  They order the moves, and decide which are left out deep in the tree.

Counted over readings of positions from game records that are no part of the test suites' reading problems.
``python -m owlgo.regress.train.merit GAME.sgf...`` counts anew.

A class is the side (A attacker, D defender), the string's liberties, the kind of the move, and what it does at once.  The numbers of a row
are single characters (``RANK_DIGITS``).  They are ordered by the liberties of the move's string (A 0 to 4, D 0 to 5), then by those that
the other side would have by playing there (A 0 to 5, D 0 to 3), then by what else the move does (A: nothing, takes, saves a string; D:
nothing, gives atari, takes).  First row: chance of success where a move was found, in steps of half a bit of odds.  Second row: chance in
all positions, in half bits.
"""
import math
from functools import cache
from pathlib import Path

import numpy as np

MOVE_KINDS = ('LIBERTY', 'TAKE', 'SAVE', 'APPROACH', 'OFF_EDGE', 'NET', 'BESIDE', 'DISTANT')
"""Names of the kinds of moves."""
LIBERTY, TAKE, SAVE, APPROACH, OFF_EDGE, NET, BESIDE, DISTANT = range(8)
"""Kinds of moves.  LIBERTY: the target's liberties.  TAKE: captures beside the target or a boundary string.  SAVE: liberties of boundary
strings in danger.  APPROACH: moves that prepare a self-atari.  OFF_EDGE: moves off the first line.  NET: next to two liberties.
BESIDE: next to one liberty.  DISTANT: about friends and strings beyond the boundary."""
PRESS, PRESS_MORE, FRIEND = SAVE, OFF_EDGE, NET
"""The defender's kinds: liberties of boundary strings with two, and with three or four; liberties of friends."""

CLASS_SHAPES = {'A': (4, 8, 5, 6, 3), 'D': (4, 8, 6, 4, 3)}
"""Number of values of each part of a class, by side: the string's liberties, the move's kind, own liberties, the other side's liberties,
extras."""
CLASSES = 8192
"""Number of classes; the attacker's are in the lower half."""
RANK_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
"""Digits of RANKS: odds of a move, as twice their logarithm to base 2 above MIDDLE."""
MIDDLE = len(RANK_DIGITS) // 2
"""The index of the digit that stands for even odds."""
RARE_CHANCE = 0.005
"""Chance of success below which a class is left out deep in the tree."""


def attack_class(libs: int, kind: int, own: int, deny: int, extra: int) -> int:
    """Return the number of the class of an attacker's move, as the kernel in ``engine.read.batches`` does."""
    return ((((libs - 1) * 8 + kind) * 5 + own) * 6 + deny) * 3 + extra


def defence_class(libs: int, kind: int, own: int, other: int, extra: int) -> int:
    """Return the number of the class of a defender's move."""
    return CLASSES // 2 + ((((libs - 1) * 8 + kind) * 6 + own) * 4 + other) * 3 + extra


@cache
def tables(text: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the merit of every class (half bits of odds) and whether it is rare: int32, shape (CLASSES,).  Raises ValueError on a bad
    row."""
    merit = np.zeros(CLASSES, np.int32)
    rare = np.zeros(CLASSES, np.int32)
    limit = -2 * math.log2(RARE_CHANCE)
    rows = [line.split() for line in text.strip().splitlines()]
    if len(rows) != 2 * 2 * 4 * len(MOVE_KINDS):
        raise ValueError(f'{len(rows)} rows of move classes')
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        side, libs, kind, odds = first
        own, other, extra = CLASS_SHAPES[side][2:]
        start = (attack_class if side == 'A' else defence_class)(int(libs), MOVE_KINDS.index(kind), 0, 0, 0)
        if second[:3] != first[:3] or len(odds) != own * other * extra or len(second[3]) != len(odds):
            raise ValueError(f'bad row of move classes: {" ".join(first[:3])}')
        merit[start:start + len(odds)] = [RANK_DIGITS.index(digit) - MIDDLE for digit in odds]
        rare[start:start + len(odds)] = [RANK_DIGITS.index(digit) > limit for digit in second[3]]
    return merit, rare


RANKS = Path(__file__).with_name('merit.txt').read_text('utf-8')
