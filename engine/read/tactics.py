"""Tactical reading: can a string of up to four liberties be captured, can it be saved?

A boolean AND/OR search over one target string.  The attacker wins by taking the string off; the defender by reaching more liberties
than are read out at that depth (GNU Go manual, "Tactical reading").  It is one loop over a stack of frames: at an attack frame one
winning child suffices, at a defence frame one saving child.

Ko is read twice instead of carrying ko states through the tree.  In the first reading nobody may retake a ko at once.  If a retake
was refused somewhere, the loser's chances are read again with all the ko threats on his side; if that turns the result, it is a ko:

    attacker wins without threats, loses if the defender has them       KO_A for the attacker
    attacker loses without threats, wins if he has them                 KO_B for the attacker
"""
import numba
import numpy as np
from numba import int64, void

from engine.core.board import BOARD, popgo, trymove_in_ko_reading
from engine.core.jit import kernel, unit
from engine.core.points import EMPTY, NEIGHBOURS, NPOINTS, PASS
from engine.core.strings import collect_liberties, collect_neighbours, liberties_after
from engine.core.zobrist import state_key
from engine.read.result import KO_A, KO_B, LOSE, WIN, Reading

MAX_DEPTH = 120
MAX_MOVES = 40
TABLE_BITS = 16
MAX_LIBERTIES = 4
"""Strings with more liberties are taken as safe."""

ATTACK, DEFENCE = 0, 1
NOBODY = 0
SEARCHING, ATTACKER_WINS, DEFENDER_WINS = 0, 1, 2

READ_DTYPE = np.dtype([
    ('target', 'i4'),
    ('attacker', 'i4'),
    ('master', 'i4'),           # the colour that may retake kos, or NOBODY
    ('refused', 'i4'),          # a ko retake was refused in this reading
    ('four_depth', 'i4'),       # beyond this depth four liberties are safe
    ('depth_limit', 'i4'),      # beyond this depth three are
    ('budget', 'i4'),
    ('nodes', 'i4'),            # of this query
    ('exhausted', 'i4'),
    ('generation', 'i4'),
    ('move', 'i4'),
    ('total_nodes', 'i8'),      # of all queries
    ('n', 'i4', (MAX_DEPTH + 1,)),
    ('i', 'i4', (MAX_DEPTH + 1,)),
    ('side', 'i4', (MAX_DEPTH + 1,)),
    ('moves', 'i4', (MAX_DEPTH + 1, MAX_MOVES)),
    ('score', 'i4', (MAX_DEPTH + 1, MAX_MOVES)),
    ('key', 'u8', (MAX_DEPTH + 1,)),
    ('seen', 'i4', (NPOINTS,)),
    ('seen_stamp', 'i4'),
    ('list', 'i4', (NPOINTS,)),
    ('table_key', 'u8', (1 << TABLE_BITS,)),
    ('table_generation', 'i4', (1 << TABLE_BITS,)),
    ('table_value', 'i2', (1 << TABLE_BITS,)),
    ('table_depth', 'i2', (1 << TABLE_BITS,)),
], align=True)
READ = numba.from_dtype(READ_DTYPE)


@kernel(void(READ, int64, int64, int64))
def _add(r, depth, pos, score):
    """Add a candidate once, keeping the list sorted by score, best first."""
    n = r.n[depth]
    if r.seen[pos] == r.seen_stamp or n >= MAX_MOVES:
        return
    r.seen[pos] = r.seen_stamp
    j = n
    while j > 0 and r.score[depth, j - 1] < score:
        r.score[depth, j] = r.score[depth, j - 1]
        r.moves[depth, j] = r.moves[depth, j - 1]
        j -= 1
    r.score[depth, j] = score
    r.moves[depth, j] = pos
    r.n[depth] = n + 1


@unit(void(BOARD, READ, int64))
def attack_moves(b, r, depth):
    """Candidates of the attacker: liberties, the points behind them (nets), and the rescue of own strings in atari."""
    target = r.target
    defender = 3 - r.attacker
    r.n[depth] = 0
    r.seen_stamp += 1
    libs = collect_liberties(b, target, MAX_LIBERTIES + 1)
    for k in range(libs):
        r.list[k] = b.found[k]
    for k in range(libs):
        pos = r.list[k]
        # The more the string would gain by playing there, the more it hurts; a stone that can be taken at once comes late.
        score = 10 * liberties_after(b, pos, defender, 6)
        own = liberties_after(b, pos, r.attacker, 3)
        if own == 1 and libs > 1:
            score -= 25
        if libs == 1:
            score += 100
        _add(r, depth, pos, score)
    if libs == 1:
        return
    saved = collect_neighbours(b, target, 1)
    for k in range(saved):
        r.list[64 + k] = b.found[k]
    for k in range(saved):
        root = r.list[64 + k]
        collect_liberties(b, root, 1)
        _add(r, depth, b.found[0], 30 + b.count[root])
        # Capturing a stone that gives the atari saves it too.
        prey = collect_neighbours(b, root, 1)
        for m in range(prey):
            r.list[128 + m] = b.found[m]
        for m in range(prey):
            collect_liberties(b, r.list[128 + m], 1)
            _add(r, depth, b.found[0], 35)
    if depth <= r.four_depth or libs == 2:
        for k in range(libs):
            for step in NEIGHBOURS:
                q = r.list[k] + step
                if b.color[q] != EMPTY:
                    continue
                # A point next to two liberties is the usual net.
                near = 0
                for step2 in NEIGHBOURS:
                    near += b.color[q + step2] == EMPTY
                shared = 0
                for m in range(libs):
                    d = r.list[m] - q
                    shared += d in NEIGHBOURS
                if shared >= 2 or depth <= 3:
                    _add(r, depth, q, 5 * shared + near)


@unit(void(BOARD, READ, int64))
def defence_moves(b, r, depth):
    """Candidates of the defender: extensions, captures of neighbours, attacks on weak neighbours, the points behind liberties, tenuki."""
    target = r.target
    defender = 3 - r.attacker
    r.n[depth] = 0
    r.seen_stamp += 1
    libs = collect_liberties(b, target, MAX_LIBERTIES + 1)
    for k in range(libs):
        r.list[k] = b.found[k]
    for k in range(libs):
        pos = r.list[k]
        gained = liberties_after(b, pos, defender, 6)
        _add(r, depth, pos, 10 * gained - (15 if gained <= libs else 0))
    weak = collect_neighbours(b, target, 2 if libs > 1 else 1)
    for k in range(weak):
        r.list[64 + k] = b.found[k]
    for k in range(weak):
        root = r.list[64 + k]
        few = collect_liberties(b, root, 2)
        for m in range(few):
            _add(r, depth, b.found[m], (40 if few == 1 else 8) + min(b.count[root], 9))
    if libs > 1:
        if depth <= r.four_depth:
            for k in range(libs):
                for step in NEIGHBOURS:
                    q = r.list[k] + step
                    if b.color[q] == EMPTY:
                        _add(r, depth, q, 0)
                    elif b.color[q] == defender and b.origin[q] != b.origin[target]:
                        # A friend that the string may connect to wants liberties first.
                        few = collect_liberties(b, q, 3)
                        for m in range(few):
                            _add(r, depth, b.found[m], -5)
        _add(r, depth, PASS, -100)


@kernel(int64(BOARD, READ, int64))
def _judge(b, r, depth):
    """What is plain without reading on: the string is gone, has escaped, or the limits are reached."""
    if b.color[r.target] != 3 - r.attacker:
        # A stone taken in ko comes back if its owner may retake.
        if b.ko == r.target and r.side[depth] == DEFENCE:
            r.refused = 1
            if r.master == 3 - r.attacker:
                return SEARCHING
        return ATTACKER_WINS
    libs = b.libs[b.origin[r.target]]
    allowed = MAX_LIBERTIES
    if depth > r.depth_limit:
        allowed = 2
    elif depth > r.four_depth:
        allowed = 3
    if libs > allowed or (r.side[depth] == DEFENCE and libs > allowed - 1 and depth > 0):
        return DEFENDER_WINS
    if depth >= MAX_DEPTH - 1 or r.nodes >= r.budget:
        r.exhausted = 1
        return DEFENDER_WINS
    return SEARCHING


@kernel(int64(BOARD, READ, int64))
def _bad_capture(b, r, depth):
    """Whether the stone that has just taken a single-stone target is taken back by a snapback that leaves the taker better off."""
    if b.nremoved != 1 or b.removed[0] != r.target or b.ko != 0:
        return 0
    last = b.frame_move[b.stackp - 1]
    if b.color[last] != r.attacker or b.libs[b.origin[last]] != 1 or b.count[b.origin[last]] < 2:
        return 0
    return 1 if liberties_after(b, r.target, 3 - r.attacker, 2) > 1 else 0


@kernel(int64(BOARD, READ, int64))
def _enter(b, r, depth):
    """Look at a new position: a verdict, or SEARCHING with its candidates listed."""
    r.nodes += 1
    verdict = _judge(b, r, depth)
    if verdict != SEARCHING:
        return verdict
    key = b.hash ^ state_key(1, b.ko) ^ state_key(2, r.side[depth])
    r.key[depth] = key
    slot = int64(key & ((1 << TABLE_BITS) - 1))
    if r.table_generation[slot] == r.generation and r.table_key[slot] == key and r.table_depth[slot] <= depth and depth > 0:
        return int64(r.table_value[slot])
    r.i[depth] = 0
    if b.color[r.target] == EMPTY:
        r.n[depth] = 1
        r.moves[depth, 0] = r.target
    elif r.side[depth] == ATTACK:
        attack_moves(b, r, depth)
    else:
        defence_moves(b, r, depth)
    return SEARCHING


@kernel(void(READ, int64, int64))
def _leave(r, depth, verdict):
    slot = int64(r.key[depth] & ((1 << TABLE_BITS) - 1))
    r.table_generation[slot] = r.generation
    r.table_key[slot] = r.key[depth]
    r.table_depth[slot] = depth
    r.table_value[slot] = verdict


@kernel(int64(BOARD, READ, int64, int64))
def _push(b, r, color, pos):
    """Play a candidate; a ko retake only for the master of kos."""
    pushed = trymove_in_ko_reading(b, pos, color, r.master)
    if pushed < 0:
        r.refused = 1
        return 0
    return pushed


@unit(int64(BOARD, READ, int64))
def search(b, r, side):
    """Read the target out, this side (ATTACK or DEFENCE) to move: ATTACKER_WINS or DEFENDER_WINS; the winning move in r.move."""
    base = b.stackp
    depth = 0
    r.side[0] = side
    r.move = PASS
    verdict = _enter(b, r, 0)
    while True:
        if verdict == SEARCHING:
            # Step 1. The next candidate of this frame.
            color = r.attacker if r.side[depth] == ATTACK else 3 - r.attacker
            pushed = 0
            while r.i[depth] < r.n[depth]:
                pos = r.moves[depth, r.i[depth]]
                r.i[depth] += 1
                if _push(b, r, color, pos):
                    pushed = 1
                    break
            if pushed:
                depth += 1
                r.side[depth] = 1 - r.side[depth - 1]
                if r.side[depth] == DEFENCE and _bad_capture(b, r, depth):
                    verdict = DEFENDER_WINS
                else:
                    verdict = _enter(b, r, depth)
                if verdict == SEARCHING:
                    continue
            else:
                # Step 2. None left: the side to move has failed.
                verdict = DEFENDER_WINS if r.side[depth] == ATTACK else ATTACKER_WINS
                _leave(r, depth, verdict)
        # Step 3. Hand a verdict up as far as it settles frames.
        while depth > 0:
            popgo(b)
            depth -= 1
            mine = ATTACKER_WINS if r.side[depth] == ATTACK else DEFENDER_WINS
            if verdict != mine:
                verdict = SEARCHING
                break
            _leave(r, depth, verdict)
        if depth == 0 and verdict != SEARCHING:
            if r.i[0] > 0 and b.stackp == base and verdict == (ATTACKER_WINS if side == ATTACK else DEFENDER_WINS):
                r.move = r.moves[0, r.i[0] - 1]
            return verdict


@kernel(int64(BOARD, READ, int64, int64, int64, int64))
def py_search(b, r, target, side, master, budget):
    """``search`` for Python: sets the query up in the record."""
    r.target = target
    r.attacker = 3 - b.color[target]
    r.master = master
    r.budget = budget
    r.generation += 1
    return search(b, r, side)


_read = np.zeros(1, READ_DTYPE)[0]


def _query(board: np.void, pos: int, side: int, level: int) -> Reading:
    if board['color'][pos] not in (1, 2):
        raise ValueError('no string there')
    r = _read
    target = int(pos)
    attacker = 3 - int(board['color'][pos])
    mover, opponent = (attacker, 3 - attacker) if side == ATTACK else (3 - attacker, attacker)
    mine = ATTACKER_WINS if side == ATTACK else DEFENDER_WINS
    r['nodes'] = r['refused'] = r['exhausted'] = 0
    r['depth_limit'] = 6 + level
    r['four_depth'] = max(1, level - 3)
    budget = 1000 + 1500 * level
    verdict = py_search(board, r, target, side, NOBODY, budget)
    move = int(r['move'])
    result = WIN if verdict == mine else LOSE
    if r['refused'] and not r['exhausted']:
        again = py_search(board, r, target, side, opponent if result == WIN else mover, 2 * budget)
        if result == WIN and again != mine:
            result = KO_A
        elif result == LOSE and again == mine:
            result, move = KO_B, int(r['move'])
        elif result == WIN:
            move = int(r['move'])
    r['total_nodes'] += r['nodes']
    return Reading(result, move if result != LOSE else PASS, int(r['nodes']), bool(r['exhausted']))


def attack(board: np.void, pos: int, level: int = 10) -> Reading:
    """Whether the string at pos can be captured if its opponent moves first.  Raises ValueError on an empty point."""
    return _query(board, pos, ATTACK, level)


def find_defense(board: np.void, pos: int, level: int = 10) -> Reading:
    """Whether the string at pos can be saved if its owner moves first; PASS when nothing threatens it.

    Raises ValueError on an empty point.
    """
    threat = _query(board, pos, ATTACK, level)
    if threat.result == LOSE:
        return Reading(WIN, PASS, threat.nodes, threat.uncertain)
    reading = _query(board, pos, DEFENCE, level)
    return reading._replace(nodes=reading.nodes + threat.nodes)


def counter() -> int:
    """Reading nodes since the counter was reset."""
    return int(_read['total_nodes'])


def reset_counter() -> None:
    _read['total_nodes'] = 0
