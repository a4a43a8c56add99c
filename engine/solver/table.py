"""The transposition table, which several searches of one region may use at the same time.

A position is stored in one of ``WAYS`` entries in a row.  A search locks the first of these entries to read or write any of them.  A search
without helper threads takes no lock.  An entry also names the searches that are in its position now, so that others go elsewhere (virtual
numbers: Kaneko 2010).
"""
from llvmlite import ir
from numba import int64, uint64
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from owlgo.engine.core.jit import kernel
from owlgo.engine.core.layout import record_type
from owlgo.engine.solver.record import EVERYWHERE, INFINITE_NUMBER, SEARCH
from owlgo.engine.solver.region import ATTACKER, CLOSED, DEFENDER

WAYS = 4
"""Number of consecutive entries that may hold a position."""
NEVER = 100
"""A number of threats above all real numbers, for an unknown result."""

ENTRY = record_type([
    ('attackers', 'u8'),
    ('defenders', 'u8'),
    ('zone', 'u8'),
    ('rest', 'i4'),         # ko and side, never 0
    ('pn', 'i4'),           # 0 if unknown
    ('dn', 'i4'),
    ('work', 'i4'),
    ('lock', 'i4'),
    ('threats', 'i1'),      # of ``pn`` and ``dn``
    ('won', 'i1'),          # the attacker wins against up to so many net threats of the defender,
    ('lost', 'i1'),         # and the defender with at least so many
    ('users', 'u1'),        # bits of the searches in this position now
])
"""A position and its results."""


@kernel(int64(uint64, uint64, int64, int64))
def slot_of(attackers, defenders, rest, size):
    """Return the index of the first table entry that may hold a position, by its hash."""
    h = attackers * uint64(0x9E3779B97F4A7C15) ^ (defenders * uint64(0xC2B2AE3D27D4EB4F) + uint64(rest) * uint64(0x165667B19E3779F9))
    h ^= h >> uint64(29)
    h *= uint64(0xBF58476D1CE4E5B9)
    h ^= h >> uint64(32)
    return int64(h & uint64(size - WAYS))


@kernel(int64(ENTRY[::1], int64, uint64, uint64, int64))
def _find_at(table, slot, attackers, defenders, rest):
    """Return the index of a position's entry, or -1 if it has none.  ``slot`` is the first entry that may hold the position."""
    for k in range(slot, slot + WAYS):
        if table[k].rest == rest and table[k].attackers == attackers and table[k].defenders == defenders:
            return k
        if table[k].rest == 0:      # places fill up in order, and never become empty again
            return -1
    return -1


@kernel(int64(ENTRY[::1], uint64, uint64, int64))
def py_find(table, attackers, defenders, rest):
    """Return the index of a position's entry in the table, or -1 if it has none."""
    return _find_at(table, slot_of(attackers, defenders, rest, len(table)), attackers, defenders, rest)


@intrinsic
def _exchange(typing_context, table, place, value):
    """Set the lock of an entry and return its old value, atomically (sequentially consistent)."""
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
    """Lock the ``WAYS`` entries from this index on, which may hold one position, if threads share the table."""
    if s.mark:
        while _exchange(table, slot, 1):    # type: ignore[call-arg]
            pass
    return 0


@kernel(int64(SEARCH, ENTRY[::1], int64))
def let_go(s, table, slot):
    """Unlock the entries that ``hold`` has locked."""
    if s.mark:
        _exchange(table, slot, 0)           # type: ignore[call-arg]
    return 0


@kernel(int64(SEARCH, ENTRY[::1], int64, int64))
def _place(s, table, depth, slot):
    """Return the index of the entry for the position at this depth: its own entry, a free entry, or the entry whose loss costs least
    work."""
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
    """Copy what a locked entry says about child k into the record.  Return 1 if the child is settled."""
    s.child_work[depth, k] = 0
    if place < 0:
        return 0
    s.child_work[depth, k] = table[place].work
    threats = s.child_threats[depth, k]
    if threats <= table[place].won:
        s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = 0, INFINITE_NUMBER, table[place].won
        s.child_zone[depth, k] = EVERYWHERE if c.relevance == DEFENDER + 1 and table[place].lost < NEVER else table[place].zone
        return 1
    if threats >= table[place].lost:
        s.child_pn[depth, k], s.child_dn[depth, k], s.child_until[depth, k] = INFINITE_NUMBER, 0, table[place].lost
        s.child_zone[depth, k] = EVERYWHERE if c.relevance == ATTACKER + 1 and table[place].won > -NEVER else table[place].zone
        return 1
    if table[place].pn and table[place].dn:
        s.child_pn[depth, k], s.child_dn[depth, k] = table[place].pn, table[place].dn
    return 0


@kernel(int64(CLOSED, SEARCH, ENTRY[::1], int64, int64))
def recall(c, s, table, depth, k):
    """Copy what the table knows about child k into the record, and which other searches are in that child.  Return 1 if it is settled."""
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
    """Whether a settled position's zone replaces the one in the table.

    The zone of a success stays when a success against fewer threats is found, or a failure against more.
    """
    if c.relevance == ATTACKER + 1:
        return until >= table[place].won if attacker_won else table[place].won == -NEVER
    if c.relevance == DEFENDER + 1:
        return table[place].lost == NEVER if attacker_won else until <= table[place].lost
    return 1


@kernel(int64(CLOSED, SEARCH, ENTRY[::1], int64, int64, int64, int64, uint64))
def keep(c, s, table, depth, pn, dn, until, zone):
    """Store the results of the position at this depth, and note that the search has left it."""
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
    """Mark the position at this depth as being searched by this search."""
    slot = slot_of(s.attackers[depth], s.defenders[depth], s.rest[depth], len(table))
    hold(s, table, slot)
    table[_place(s, table, depth, slot)].users |= s.mark
    let_go(s, table, slot)
    return 0


@kernel(int64(SEARCH, ENTRY[::1], int64))
def settled_above(s, table, depth):
    """Return the first depth up to ``depth`` whose position is settled by now, or ``depth`` + 1 if none is.  For depth 0, ``s.found`` says
    who has won."""
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
