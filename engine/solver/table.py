"""What is known of positions: a table that several searches of one region may fill and read at the same time.

Every position has a few places.  Whoever reads or writes one of them first takes the lock of the first, so that nobody sees half of what
another thread is writing; a search that is alone takes none.  An entry also tells which searches are in its position now, so that another
one goes elsewhere (virtual numbers: Kaneko 2010).
"""
import numba
import numpy as np
from llvmlite import ir
from numba import int64, uint64
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from owlgo.engine.core.jit import kernel
from owlgo.engine.solver.record import EVERYWHERE, INFINITE, SEARCH
from owlgo.engine.solver.region import ATTACKER, CLOSED, DEFENDER

WAYS = 4
"""Places where a position may be kept."""
NEVER = 100
"""More threats than there can be: nothing is known."""

ENTRY_DTYPE = np.dtype([('attackers', 'u8'), ('defenders', 'u8'), ('zone', 'u8'), ('rest', 'i4'), ('pn', 'i4'), ('dn', 'i4'),
                        ('work', 'i4'), ('lock', 'i4'), ('threats', 'i1'), ('won', 'i1'), ('lost', 'i1'), ('users', 'u1')], align=True)
ENTRY = numba.from_dtype(ENTRY_DTYPE)
"""A position (``rest``: ko and side, never 0) and what is known of it: with up to ``won`` net threats of the defender it is the attacker's,
with ``lost`` or more the defender's; ``pn`` and ``dn``, 0 if they are not known, were found with ``threats``; ``users`` are searches that
are in it now."""


@kernel(int64(uint64, uint64, int64, int64))
def slot_of(attackers, defenders, rest, size):
    """Where a position is kept: the first of its places."""
    h = attackers * uint64(0x9E3779B97F4A7C15) ^ (defenders * uint64(0xC2B2AE3D27D4EB4F) + uint64(rest) * uint64(0x165667B19E3779F9))
    h ^= h >> uint64(29)
    h *= uint64(0xBF58476D1CE4E5B9)
    h ^= h >> uint64(32)
    return int64(h & uint64(size - WAYS))


@kernel(int64(ENTRY[::1], int64, uint64, uint64, int64))
def _find_at(table, slot, attackers, defenders, rest):
    """``find`` where the slot is known."""
    for k in range(slot, slot + WAYS):
        if table[k].rest == rest and table[k].attackers == attackers and table[k].defenders == defenders:
            return k
    return -1


@kernel(int64(ENTRY[::1], uint64, uint64, int64))
def py_find(table, attackers, defenders, rest):
    """The place of a position in the table, or -1."""
    return _find_at(table, slot_of(attackers, defenders, rest, len(table)), attackers, defenders, rest)


@intrinsic
def _exchange(typing_context, table, place, value):
    """Set the lock of a place and tell what it was, in one step; what comes before it, or after it, stays there."""
    dtype = table.dtype

    def generate(context, builder, signature, args):
        entries = make_array(signature.args[0])(context, builder, args[0])      # type: ignore[no-untyped-call]
        first = builder.bitcast(entries.data, ir.IntType(8).as_pointer())
        start = builder.add(builder.mul(args[1], ir.Constant(ir.IntType(64), dtype.size)),
                            ir.Constant(ir.IntType(64), dtype.offset('lock')))
        lock = builder.bitcast(builder.gep(first, [start]), ir.IntType(32).as_pointer())
        before = builder.atomic_rmw('xchg', lock, builder.trunc(args[2], ir.IntType(32)), 'seq_cst')
        return builder.sext(before, ir.IntType(64))
    return int64(table, int64, int64), generate


@kernel(int64(SEARCH, ENTRY[::1], int64))
def hold(s, table, slot):
    """Keep other searches from the places of a slot, once none of them has it."""
    if s.mark:
        while _exchange(table, slot, 1):    # type: ignore[call-arg]
            pass
    return 0


@kernel(int64(SEARCH, ENTRY[::1], int64))
def let_go(s, table, slot):
    """End ``hold``."""
    if s.mark:
        _exchange(table, slot, 0)           # type: ignore[call-arg]
    return 0


@kernel(int64(SEARCH, ENTRY[::1], int64, int64))
def _place(s, table, depth, slot):
    """The place to keep the position at this depth in: its own, else where least work is lost."""
    k = _find_at(table, slot, s.attackers[depth], s.defenders[depth], s.rest[depth])
    if k < 0:
        k = slot
        for other in range(slot, slot + WAYS):
            if table[other].rest == 0:
                k = other
                break
            if table[other].work < table[k].work:
                k = other
        table[k].attackers = s.attackers[depth]
        table[k].defenders = s.defenders[depth]
        table[k].rest = s.rest[depth]
        table[k].work = table[k].pn = table[k].dn = 0
        table[k].zone = EVERYWHERE
        table[k].won = -NEVER
        table[k].lost = NEVER
        table[k].users = 0
    return k


@kernel(int64(CLOSED, SEARCH, ENTRY[::1], int64, int64, int64))
def _read(c, s, table, place, depth, k):
    """``recall`` of a child that is at this place, which is held."""
    if place < 0:
        return 0
    threats = s.child_threats[depth, k]
    if threats <= table[place].won:
        s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = 0, INFINITE, table[place].won
        s.child_zone[depth, k] = EVERYWHERE if c.relevance == DEFENDER + 1 and table[place].lost < NEVER else table[place].zone
        return 1
    if threats >= table[place].lost:
        s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = INFINITE, 0, table[place].lost
        s.child_zone[depth, k] = EVERYWHERE if c.relevance == ATTACKER + 1 and table[place].won > -NEVER else table[place].zone
        return 1
    if table[place].pn and table[place].dn:
        s.child_pn[depth, k], s.child_dn[depth, k] = table[place].pn, table[place].dn
    return 0


@kernel(int64(CLOSED, SEARCH, ENTRY[::1], int64, int64))
def recall(c, s, table, depth, k):
    """Put what the table knows of a child, whose slot is known, into the record, and which other searches are in it: 1 if it
    is settled."""
    slot = s.child_slot[depth, k]
    hold(s, table, slot)
    place = _find_at(table, slot, s.child_attackers[depth, k], s.child_defenders[depth, k], s.child_rest[depth, k])
    if s.mark:
        s.child_busy[depth, k] = table[place].users & ~s.mark if place >= 0 else 0
    settled = _read(c, s, table, place, depth, k)
    let_go(s, table, slot)
    return settled


@kernel(int64(CLOSED, ENTRY[::1], int64, int64, int64))
def _is_kept(c, table, place, attacker_won, until):
    """Whether the table takes on what a settled position rests on: of a success whose relevance is kept that stays as it is when one
    against fewer threats is found, or that it fails against more."""
    if c.relevance == ATTACKER + 1:
        return until >= table[place].won if attacker_won else table[place].won == -NEVER
    if c.relevance == DEFENDER + 1:
        return table[place].lost == NEVER if attacker_won else until <= table[place].lost
    return 1


@kernel(int64(CLOSED, SEARCH, ENTRY[::1], int64, int64, int64, int64, uint64))
def keep(c, s, table, depth, pn, dn, until, zone):
    """Put what was found of the position at this depth into the table; the search leaves it.

    The numbers of its moves may be raised where others are at work; they are told of their own positions as they are.
    """
    slot = slot_of(s.attackers[depth], s.defenders[depth], s.rest[depth], len(table))
    hold(s, table, slot)
    place = _place(s, table, depth, slot)
    if (pn == 0 or dn == 0) and _is_kept(c, table, place, 1 if pn == 0 else 0, until):
        table[place].zone = zone
    if pn == 0:
        table[place].won = max(int64(table[place].won), until)
    elif dn == 0:
        table[place].lost = min(int64(table[place].lost), until)
    table[place].pn = pn
    table[place].dn = dn
    table[place].threats = s.threats[depth]
    table[place].work += s.nodes - s.begun[depth] + 1
    table[place].users &= ~s.mark
    let_go(s, table, slot)
    return 0


@kernel(int64(SEARCH, ENTRY[::1], int64))
def enter(s, table, depth):
    """Tell the other searches that this one is in the position at this depth now."""
    slot = slot_of(s.attackers[depth], s.defenders[depth], s.rest[depth], len(table))
    hold(s, table, slot)
    table[_place(s, table, depth, slot)].users |= s.mark
    let_go(s, table, slot)
    return 0


@kernel(int64(SEARCH, ENTRY[::1], int64))
def settled_above(s, table, depth):
    """The first depth down to this one whose position is settled by now, or the next one; of depth 0 ``s.found`` tells for whom."""
    for d in range(depth + 1):
        slot = slot_of(s.attackers[d], s.defenders[d], s.rest[d], len(table))
        hold(s, table, slot)
        place = _find_at(table, slot, s.attackers[d], s.defenders[d], s.rest[d])
        won = place >= 0 and s.threats[d] <= table[place].won
        settled = won or (place >= 0 and s.threats[d] >= table[place].lost)
        if settled and d == 0:
            s.found = 1 if won else 0
        let_go(s, table, slot)
        if settled:
            return d
    return depth + 1
