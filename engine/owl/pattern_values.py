"""OWL, the first version: reading the life of a dragon out in the area round it.

An AND/OR search by proof numbers (df-pn, Nagai 2002, with the 1 + epsilon thresholds of Pawlewicz and Lew 2007).  Every empty point
of the area is a candidate for both sides, and the defender may pass; the pattern databases, matched once at the root, say which come
first.  Proof numbers count towards the attacker: pn = 0 means the
dragon dies, dn = 0 that it lives.  A node is settled by the static tests of ``engine.owl.area``; what repeats an earlier position
counts as life.

Ko is handled as in tactical reading: first nobody may retake at once; if a retake was refused, the outcome is read again with all ko
threats on the loser's side, and if that turns it, it is ko.  A search that runs out of nodes answers that the defender wins, marked
uncertain.
"""
from dataclasses import dataclass, field

import numpy as np
from numba import int64, uint64, void

from engine.constraints.helpers import new_run
from engine.core.board import BOARD, popgo, trymove_in_ko_reading
from engine.core.facts import Kind, new_facts
from engine.core.jit import kernel, unit
from engine.core.points import EMPTY, NPOINTS, PASS, other, vertex
from engine.core.result import KO_A, KO_B, LOSE, WIN, Reading
from engine.core.zobrist import state_key
from engine.dragons import amalgamate
from engine.owl.area import MAX_CHILDREN, MAX_FRAMES, OWL, OWL_DTYPE, REACH, TABLE_BITS, is_alive, is_dead, mark_area
from engine.owl.limits import VITAL_LEVEL
from engine.owl.pattern_moves import FOUND_DTYPE, py_pattern_moves
from engine.read.inner import new_inner_record
from patterns.library import LIBRARY, Loaded
from patterns.match import new_matches

INFINITE = 1 << 28
DOUBT = 0.08
"""How much harder to win a move is taken to be for each point of urgency that the patterns do not give it, out of 100."""
PROBES = 8
WINS, FORCED = 100, 99
"""Values of patterns whose move is taken as winning at once, and whose move the attacker has to play if it is the only one."""
AREA_LIMIT = 30
"""An area with more empty points than this is drawn closer to the dragon."""


@kernel(int64(OWL, uint64))
def _slot(o, key):
    """Where the table has this position, or where to put it: a free place, else the one with the least work behind it."""
    mask = (1 << TABLE_BITS) - 1
    start = int64(key & uint64(mask))
    best, least = start, 1 << 30
    for k in range(PROBES):
        slot = (start + k) & mask
        if o.table_generation[slot] != o.generation:
            return slot
        if o.table_key[slot] == key:
            return slot
        if o.table_work[slot] < least:
            best, least = slot, o.table_work[slot]
    return best


@kernel(void(OWL, uint64, int64, int64, int64))
def _store(o, key, pn, dn, work):
    slot = _slot(o, key)
    if o.table_generation[slot] == o.generation and o.table_key[slot] == key:
        work += o.table_work[slot]
    o.table_generation[slot] = o.generation
    o.table_key[slot] = key
    o.table_pn[slot] = min(pn, INFINITE)
    o.table_dn[slot] = min(dn, INFINITE)
    o.table_work[slot] = min(work, 1 << 29)


@kernel(int64(OWL, uint64))
def _known(o, key):
    """The table's slot of this position, or -1."""
    slot = _slot(o, key)
    if o.table_generation[slot] == o.generation and o.table_key[slot] == key:
        return slot
    return -1


@kernel(uint64(BOARD, int64))
def _key(b, side):
    return b.hash ^ state_key(1, b.ko) ^ state_key(2, side)


@kernel(int64(BOARD, OWL, int64, int64))
def _push(b, o, pos, color):
    """Play a candidate; a ko retake only for the master of kos."""
    pushed = trymove_in_ko_reading(b, pos, color, o.master)
    if pushed < 0:
        o.refused = 1
        return 0
    return pushed


@unit(void(BOARD, OWL, int64))
def expand(b, o, depth):
    """List the moves of a frame and give every new child its first proof numbers."""
    o.nodes += 1
    color = o.frame_side[depth]
    attacking = color == o.attacker
    n = 0
    for k in range(o.npoints + 1):
        if n >= MAX_CHILDREN:
            break
        if k < o.npoints:
            pos = o.points[k]
            if b.color[pos] != EMPTY:
                continue
        elif attacking and not (b.ko != 0 and n > 0):
            break           # the attacker passes only while a ko ban denies him a retake
        else:
            pos = PASS
        if not _push(b, o, pos, color):
            continue
        key = _key(b, 3 - color)
        if _known(o, key) < 0:
            doubt = 1 + int64((100 - o.prior[color, pos]) * DOUBT)
            pn, dn = (doubt, 1) if attacking else (1, doubt)
            if attacking:
                if is_dead(b, o):
                    pn, dn = 0, INFINITE
                    if b.ko != 0 and o.goal[b.ko]:
                        o.refused = 1
                        if o.master == 3 - o.attacker:
                            pn, dn = 1, 1
            elif is_alive(b, o):
                pn, dn = INFINITE, 0
            elif pos == PASS and is_dead(b, o):
                pn, dn = 0, INFINITE
            _store(o, key, pn, dn, 0)
        popgo(b)
        o.child_move[depth, n] = pos
        o.child_key[depth, n] = key
        n += 1
    o.frame_n[depth] = n


@unit(int64(BOARD, OWL, int64))
def search(b, o, side):
    """df-pn from the position on the board: 1 the dragon dies, 2 it lives, 0 out of nodes.  The first move to play in o.move."""
    depth = 0
    o.frame_side[0] = side
    o.frame_key[0] = _key(b, side)
    o.frame_pt[0] = INFINITE
    o.frame_dt[0] = INFINITE
    expand(b, o, 0)
    while True:
        # Step 1. The numbers of this node from its children's.
        attacking = o.frame_side[depth] == o.attacker
        low = second = INFINITE + 1
        total = 0
        best = -1
        best_work = 1 << 30
        for k in range(o.frame_n[depth]):
            key = o.child_key[depth, k]
            slot = _known(o, key)
            pn, dn = 1, 1
            work = 0
            if slot >= 0:
                pn, dn, work = o.table_pn[slot], o.table_dn[slot], o.table_work[slot]
            for d in range(depth + 1):
                if o.frame_key[d] == key:
                    pn, dn = INFINITE, 0        # a repetition, which is life
            mine = pn if attacking else dn
            yours = dn if attacking else pn
            total = min(total + yours, INFINITE)
            if mine < low or (mine == low and work < best_work):
                second = low if mine < low else min(second, mine)
                low = mine
                best = k
                best_work = work
            elif mine < second:
                second = mine
        if best < 0:
            low, total = (INFINITE, 0) if attacking else (0, INFINITE)
            # No move for the attacker is life; the defender can always pass.
        pn, dn = (low, total) if attacking else (total, low)
        if pn == 0:
            dn = INFINITE
        if dn == 0:
            pn = INFINITE
        # Step 2. Back to the parent when a threshold is passed, else down into the best child.
        out = o.nodes >= o.budget
        if pn >= o.frame_pt[depth] or dn >= o.frame_dt[depth] or pn == 0 or dn == 0 or out or depth >= MAX_FRAMES - 1:
            if depth >= MAX_FRAMES - 1 and pn != 0 and dn != 0:
                pn, dn = INFINITE, 0
            _store(o, o.frame_key[depth], pn, dn, 1)
            if depth == 0:
                o.move = o.child_move[0, best] if best >= 0 else PASS
                return 1 if pn == 0 else 2 if dn == 0 else 0
            popgo(b)
            depth -= 1
            if out:
                # Unwind without another look at the children.
                while depth > 0:
                    popgo(b)
                    depth -= 1
            continue
        margin = 1 + (second >> 2) + second
        if attacking:
            o.frame_pt[depth + 1] = min(o.frame_pt[depth], margin)
            slot = _known(o, o.child_key[depth, best])
            child_dn = o.table_dn[slot] if slot >= 0 else 1
            o.frame_dt[depth + 1] = min(o.frame_dt[depth] - total + child_dn, INFINITE)
        else:
            o.frame_dt[depth + 1] = min(o.frame_dt[depth], margin)
            slot = _known(o, o.child_key[depth, best])
            child_pn = o.table_pn[slot] if slot >= 0 else 1
            o.frame_pt[depth + 1] = min(o.frame_pt[depth] - total + child_pn, INFINITE)
        _push(b, o, o.child_move[depth, best], o.frame_side[depth])
        o.frame_key[depth + 1] = o.child_key[depth, best]
        o.frame_side[depth + 1] = 3 - o.frame_side[depth]
        depth += 1
        expand(b, o, depth)


@kernel(void(BOARD, OWL, int64))
def py_mark_area(b, o, reach):
    """``mark_area`` for Python."""
    mark_area(b, o, reach)


@kernel(int64(BOARD, OWL, int64, int64, int64))
def py_search(b, o, side, master, budget):
    """``search`` for Python, after ``prepare``."""
    o.master = master
    o.budget = o.nodes + budget
    o.generation += 1
    return search(b, o, side)


@kernel(int64(BOARD, OWL))
def py_is_alive(b, o):
    """``is_alive`` for Python, after ``prepare``."""
    return is_alive(b, o)


@kernel(int64(BOARD, OWL))
def py_is_dead(b, o):
    """``is_dead`` for Python, after ``prepare``."""
    return is_dead(b, o)


_owl = np.zeros(1, OWL_DTYPE)[0]
_inner, _facts, _matches, _run, _found = new_inner_record(), new_facts(), new_matches(), new_run(), np.zeros(1, FOUND_DTYPE)[0]
LIBRARY.fill([Kind.GOAL])

DIES, LIVES = 1, 2


def prepare(board: np.void, pos: int) -> np.void:
    """Mark the dragon of the string at pos and its area; returns the record.  Raises ValueError on an empty point."""
    stones = amalgamate.group(board, pos)
    _owl['attacker'] = other(int(board['color'][pos]))
    _owl['prior'] = _owl['goal'] = 0
    _owl['goal'][stones] = 1
    _owl['ngoal'] = len(stones)
    _owl['goal_points'][:len(stones)] = stones
    for reach in range(REACH, 0, -1):
        py_mark_area(board, _owl, reach)
        if _owl['nempty'] <= AREA_LIMIT:
            break
    return _owl


def budget(level: int) -> int:
    """Positions expanded by one query at this level."""
    return 2000 + 2000 * level + 250 * level * level


DATABASES = ('owl_attackpats', 'owl_vital_apats', 'owl_defendpats')


@dataclass
class Watch:
    """What the patterns did: counts of matches, of those looked at and those that held, and the moves, by database/pattern."""
    counts: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    moves: dict[str, set[str]] = field(default_factory=dict)

    def clear(self) -> None:
        self.counts.clear()
        self.moves.clear()

    def copy(self) -> 'Watch':
        return Watch(dict(self.counts), {name: set(moves) for name, moves in self.moves.items()})

    def add(self, board: np.void, loaded: Loaded) -> None:
        """Note what ``_found`` holds of a database."""
        for number in np.flatnonzero(_found['listed'][:len(loaded.names)]):
            name = f'{loaded.name}/{loaded.names[number]}'
            old = self.counts.get(name, (0, 0, 0))
            now = tuple(int(_found[what][number]) for what in ('listed', 'tried', 'held'))
            self.counts[name] = old[0] + now[0], old[1] + now[1], old[2] + now[2]
        for pos in _found['point'][:_found['n']]:
            pattern = loaded.names[int(loaded.tables['pattern'][_found['instance'][pos]])]
            self.moves.setdefault(f'{loaded.name}/{pattern}', set()).add(vertex(int(pos), int(board['size'])))


WATCHES: list[Watch] = []
"""Those who want to know what the patterns do."""


def look_up(board: np.void, o: np.void, level: int = VITAL_LEVEL) -> None:
    """Put what the patterns say of the position into the record, for both sides."""
    o['prior'] = pattern_values(board, o['goal'], int(o['attacker']), level)


def pattern_values(board: np.void, goal: np.ndarray, attacker: int, level: int = VITAL_LEVEL) -> np.ndarray:
    """What the patterns say of every move about a dragon, 0 to 100, as an array of shape (3, NPOINTS) by colour; ``goal`` is 1 on its
    stones."""
    values = np.zeros((3, NPOINTS), np.float32)
    _matches['by_goal'] = 1
    _matches['goal'] = _facts['goal'] = goal
    for name in DATABASES:
        if name == 'owl_vital_apats' and level < VITAL_LEVEL:
            continue
        color = 3 - attacker if name == 'owl_defendpats' else attacker
        loaded = LIBRARY.get(name)
        for what in ('listed', 'tried', 'held'):
            _found[what] = 0
        py_pattern_moves(board, _inner, _facts, loaded.tables, _matches, _run, _found, color)
        points = _found['point'][:_found['n']]
        values[color][points] = np.maximum(values[color][points], _found['value'][points])
        for watch in WATCHES:
            watch.add(board, loaded)
    return values


def ordered(board: np.void, pos: int, attacking: bool, level: int = 10) -> tuple[Reading | None, int]:
    """What patterns of the highest values decide, and the only move that they leave to the attacker, else PASS.

    A move of value WINS is taken as winning at once.  One of value FORCED is the only one that is tried; of two only one can be played,
    and the attack fails.
    """
    if not any((LIBRARY.get(name).tables['value'] >= FORCED).any() for name in DATABASES):
        return None, PASS
    o = prepare(board, pos)
    look_up(board, o, level)
    values = o['prior'][int(o['attacker']) if attacking else 3 - int(o['attacker'])]
    best = int(np.argmax(values))
    if values[best] >= WINS:
        return Reading(WIN, best, 1), PASS
    forced = np.flatnonzero(values == FORCED).tolist() if attacking else []
    if len(forced) > 1:
        return Reading(LOSE, PASS, 1), PASS
    return None, forced[0] if forced else PASS


def _query(board: np.void, pos: int, attacking: bool, level: int) -> Reading:
    o = prepare(board, pos)
    attacker = int(o['attacker'])
    look_up(board, o, level)
    side = attacker if attacking else 3 - attacker
    o['nodes'] = o['refused'] = 0
    goal = DIES if attacking else LIVES
    if attacking and py_is_alive(board, o):
        return Reading(LOSE, PASS, 1)
    if py_is_dead(board, o) and not attacking:
        return Reading(LOSE, PASS, 1)
    outcome = py_search(board, o, side, 0, budget(level))
    move = int(o['move'])
    uncertain = outcome == 0
    won = outcome == goal or (uncertain and not attacking)
    result = WIN if won else LOSE
    if o['refused'] and not uncertain:
        again = py_search(board, o, side, 3 - side if won else side, budget(level))
        if again == 0:
            uncertain = True
        elif won and again != goal:
            result = KO_A
        elif not won and again == goal:
            result, move = KO_B, int(o['move'])
        elif won:
            move = int(o['move'])
    o['total_nodes'] += o['nodes']
    return Reading(result, PASS if result == LOSE else move, int(o['nodes']), uncertain)


def owl_attack(board: np.void, pos: int, level: int = 10) -> Reading:
    """Whether the dragon of the string at pos can be killed if its opponent moves first.  Raises ValueError on an empty point."""
    return _query(board, pos, True, level)


def owl_defend(board: np.void, pos: int, level: int = 10) -> Reading:
    """Whether the dragon of the string at pos lives if its owner moves first; PASS when it lives anyway.

    Raises ValueError on an empty point.
    """
    threat = _query(board, pos, True, level)
    if threat.result == LOSE and not threat.uncertain:
        return Reading(WIN, PASS, threat.nodes)
    reading = _query(board, pos, False, level)
    return reading._replace(nodes=reading.nodes + threat.nodes)


def answer(board: np.void, pos: int, attacking: bool, level: int = 10) -> Reading:
    """``owl_attack`` or ``owl_defend``."""
    return (owl_attack if attacking else owl_defend)(board, pos, level)


def counter() -> int:
    """OWL nodes since the counter was reset."""
    return int(_owl['total_nodes'])


def reset_counter() -> None:
    _owl['total_nodes'] = 0
