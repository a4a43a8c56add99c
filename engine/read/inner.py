"""Readings inside other kernels: for constraints of patterns and for searches about dragons.

The questions are those of ``engine.read.tactics`` and ``engine.read.connect``.  One string is read depth-first only, without a proof.  Two
strings are read by proof numbers.  ``prepare`` puts the limits into the record.  Answers are remembered by a hash of the whole board.
Inner readings have a record of their own: a question in the middle of a tactical reading would overwrite that reading's record.

Answers are results for the side that would move first: ``inner_attack`` returns WIN if the string falls.
"""
import numpy as np
from numba import int64, uint64, void

from owlgo.engine.core.board import BOARD, is_legal, popgo, trymove
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BORDER, EMPTY, PASS
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.core.zobrist import mix, state_key
from owlgo.engine.read.answer import py_quick, py_search
from owlgo.engine.read.capture import SAFE_LIBERTIES
from owlgo.engine.read.depths import Depths
from owlgo.engine.read.record import NOBODY, READ, Aim, Winner, new_record, set_memory

INNER = Depths(depth=12, fourlib_depth=5, branch_depth=8, backfill_depth=6, backfill2_depth=8, break_chain_depth=5, superstring_depth=4,
               way_depth=-1, wide_depth=-1, nodes=500, proof_nodes=300, connect_nodes=150)
"""Limits of inner readings at level 10."""


@kernel(uint64(BOARD, READ, int64, int64, int64))
def _memo_key(b, r, question, first, second):
    """Return the key of a question on this board: stones, ko, question, limits, size and rules."""
    game = uint64(b.size) | uint64(b.suicide) << uint64(5) | uint64(b.ko_rule) << uint64(7)
    return b.hash ^ state_key(1, b.ko) ^ mix(uint64(question) | uint64(first) << uint64(8) | uint64(second) << uint64(20)
                                              | uint64(r.memo_stamp & 0xFFFFFF) << uint64(32) | game << uint64(56))


@kernel(int64(READ, uint64, int64, int64))
def _remember(r, key, result, move):
    """Remember a key's result and move; return the result."""
    slot = int64(key & uint64(len(r.memo_key) - 1))
    r.memo_key[slot] = key
    r.memo[slot] = result | move << 3
    r.move = move
    return result


@kernel(int64(READ, uint64))
def _remembered(r, key):
    """Return the known result of this key, with its move in ``r.move``, or -1 if none is known."""
    slot = int64(key & uint64(len(r.memo_key) - 1))
    if r.memo_key[slot] != key:
        return -1
    r.move = r.memo[slot] >> 3
    return r.memo[slot] & 7


@kernel(int64(BOARD, int64))
def _first_stone(b, pos):
    """Return a string's stone with the lowest number.  It names the string, however the string grew."""
    best = stone = pos
    while True:
        stone = b.next[stone]
        if stone < best:
            best = stone
        if stone == pos:
            return best


@kernel(void(READ, int64, int64, int64, int64))
def _pose(r, goal, first, second, attacker):
    """Write a question about one or two strings into the record for inner readings."""
    r.goal = goal
    r.ladder = r.forcing = r.careful = r.narea = r.nodes = 0
    r.ngoals = 1 + (second != first)
    r.target = r.goals[0] = first
    r.goals[1] = second
    r.attacker = attacker
    r.master = NOBODY
    r.refused = r.limited = 0
    r.visit += 1


@unit(int64(BOARD, READ, int64, int64))
def _one_string(b, r, pos, side):
    """Read one string depth-first with this side to move.  Return the result, and leave this side's move in ``r.move``."""
    first = _first_stone(b, pos)
    key = _memo_key(b, r, side, first, 0)
    known = _remembered(r, key)
    if known >= 0:
        return known
    attacker = 3 - b.color[pos]
    _pose(r, Aim.CAPTURE, first, first, attacker)
    result = py_quick(b, r, side, r.quick_nodes)
    r.total_nodes += r.nodes
    return _remember(r, key, result, r.move)


@unit(int64(BOARD, READ, int64))
def inner_attack(b, r, pos):
    """Whether the string at pos can be captured if its opponent moves first."""
    r.move = PASS
    if b.libs[b.origin[pos]] >= SAFE_LIBERTIES:
        return LOSE
    return _one_string(b, r, pos, 3 - b.color[pos])


@unit(int64(BOARD, READ, int64))
def inner_defend(b, r, pos):
    """Whether the string at pos can be saved if its owner moves first.  The answer is WIN, without a move, if nothing threatens the
    string."""
    if inner_attack(b, r, pos) == LOSE:
        r.move = PASS
        return WIN
    return _one_string(b, r, pos, b.color[pos])


@unit(int64(BOARD, READ, int64, int64, int64, int64))
def _two_strings(b, r, goal, first, second, side):
    """Search two strings by proof numbers with this side to move, and return the ``Winner``."""
    one, two = _first_stone(b, first), _first_stone(b, second)
    low, high = min(one, two), max(one, two)
    key = _memo_key(b, r, 8 + goal * 4 + side, low, high)
    known = _remembered(r, key)
    if known >= 0:
        return known
    _pose(r, goal, low, high, 3 - b.color[first])
    verdict = py_search(b, r, side, r.pair_nodes if goal == Aim.CAPTURE else r.connect_nodes)
    r.total_nodes += r.nodes
    return _remember(r, key, verdict, r.move)


@unit(int64(BOARD, READ, int64, int64))
def inner_attack_either(b, r, first, second):
    """Whether one of two strings of a colour can be captured if their opponent moves first."""
    one = inner_attack(b, r, first)
    if one == WIN or b.origin[first] == b.origin[second]:
        return one
    two = inner_attack(b, r, second)
    best = max(one, two)
    if best != LOSE or b.libs[b.origin[first]] >= SAFE_LIBERTIES or b.libs[b.origin[second]] >= SAFE_LIBERTIES:
        return best
    return WIN if _two_strings(b, r, Aim.CAPTURE, first, second, 3 - b.color[first]) == Winner.ATTACKER else LOSE


@unit(int64(BOARD, READ, int64, int64))
def inner_defend_both(b, r, first, second):
    """Whether both strings can be saved if their owner moves first."""
    if b.origin[first] == b.origin[second]:
        return inner_defend(b, r, first)
    if inner_attack(b, r, first) == LOSE:
        return inner_defend(b, r, second)
    if inner_attack(b, r, second) == LOSE:
        return inner_defend(b, r, first)
    least = min(inner_defend(b, r, first), inner_defend(b, r, second))
    if least == LOSE:
        return LOSE
    return LOSE if _two_strings(b, r, Aim.CAPTURE, first, second, b.color[first]) == Winner.ATTACKER else least


@unit(int64(BOARD, READ, int64, int64))
def inner_connect(b, r, first, second):
    """Whether two strings of a colour can be joined if their owner moves first."""
    if b.origin[first] == b.origin[second]:
        return WIN
    return WIN if _two_strings(b, r, Aim.CUT, first, second, b.color[first]) == Winner.DEFENDER else LOSE


@unit(int64(BOARD, READ, int64, int64))
def inner_disconnect(b, r, first, second):
    """Whether two strings of a colour can be kept apart if their opponent moves first."""
    if b.origin[first] == b.origin[second]:
        return LOSE
    return WIN if _two_strings(b, r, Aim.CUT, first, second, 3 - b.color[first]) == Winner.ATTACKER else LOSE


@unit(int64(BOARD, READ, int64, int64, int64))
def inner_break_through(b, r, first, middle, last):
    """Return 1 if the opponent captures a string of a chain of three, 2 if he only separates the first string from the last, else 0."""
    if inner_attack_either(b, r, first, middle) == WIN or inner_attack_either(b, r, middle, last) == WIN:
        return 1
    return 2 if inner_disconnect(b, r, first, last) == WIN else 0


@unit(int64(BOARD, READ, int64, int64))
def inner_safe_move(b, r, pos, color):
    """Whether a move is legal and its stone not captured: WIN, or a ko result, or LOSE."""
    if pos == PASS or b.color[pos] == BORDER or not trymove(b, pos, color):
        return LOSE
    result = WIN - inner_attack(b, r, pos) if b.color[pos] != EMPTY else LOSE
    popgo(b)
    return result


@unit(int64(BOARD, READ, int64, int64))
def inner_does_attack(b, r, move, pos):
    """Return what the opponent gains against a string by this move: WIN if the string is then captured, and could have been saved
    before."""
    color = b.color[pos]
    if not is_legal(b, move, 3 - color) or inner_defend(b, r, pos) == LOSE:
        return LOSE
    if not trymove(b, move, 3 - color):
        return LOSE             # no room on the stack
    result = WIN - inner_defend(b, r, pos) if b.color[pos] == color else WIN
    popgo(b)
    return result


@unit(int64(BOARD, READ, int64, int64))
def inner_does_defend(b, r, move, pos):
    """Whether this move of the owner saves a string that can be captured otherwise."""
    color = b.color[pos]
    if not is_legal(b, move, color) or inner_attack(b, r, pos) == LOSE:
        return LOSE
    if not trymove(b, move, color):
        return LOSE
    result = WIN - inner_attack(b, r, pos) if b.color[pos] == color else LOSE
    popgo(b)
    return result


def prepare(r: np.void, depths: Depths = INNER) -> None:
    """Set the limits of inner readings in a record.  Answers found with other limits are dropped."""
    depths.preset(r)
    r['memo_stamp'] += 1


def new_inner_record(depths: Depths = INNER) -> np.void:
    """Return a record for inner readings.  Its table of 128 KB fits into the processor's cache."""
    r = new_record()
    set_memory(r, 0.125)
    prepare(r, depths)
    return r
