"""Playouts: random games to the end that answer the last move's threats, counted by area.

A side plays the first of these that it finds: a capture or rescue after an atari; the vital point of an eye space beside the last move;
half the time, atari on the last move's string; the reply that won last time; a move beside the last one; on large boards a point with
nothing around it; any move outside of own eyes and settled zones, seldom into atari.

On small boards the move beside the last one is drawn by learned weights, or left out, and of random points the likelier ones are accepted
sooner (``engine.mcts.surroundings``).  On large boards it is a fighting move (``engine.mcts.around``), as in the playouts from which the
network of large boards learned.
"""
import numpy as np
from numba import float64, int64, uint64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.layout import new_record, record_type
from owlgo.engine.core.points import BORDER, EMPTY, MAX_SIZE, NEIGHBOURS, NPOINTS, PASS, STRIDE
from owlgo.engine.mcts import surroundings
from owlgo.engine.mcts.around import AROUND, EYE_BIT, FIGHT_BIT, INSIDE_BIT, table
from owlgo.engine.mcts.fastboard import (
    FAST,
    copy_board,
    in_atari,
    is_counted,
    is_playable,
    is_self_atari,
    is_settled,
    last_liberty,
    new_board,
    put,
    score_of_zones,
    take_over,
    zone_owner,
)

MAX_FEATURES = 32
"""Most features of a move."""
NAKADE_SPACE = 6
"""Most points of an eye space with a single vital point."""
TRIES = 8
"""Random points elsewhere of which the first that is accepted is played; after these, any point."""
ELSEWHERE = surroundings.UNIT // 10
"""Weight of a move elsewhere: a tenth of what strong players' moves say, so that playouts fight to the end."""

PLAYOUT = record_type([
    ('seed', 'u8'),
    ('plain', 'i4'),                        # set by the caller: moves anywhere, with equal chances
    ('nmoves', 'i4'),
    ('moves', 'i4', (6 * MAX_SIZE ** 2,)),   # played, from the root of a search on
    ('answers', 'i4', (16,)),               # to a threat
    ('table', 'u1', (1 << 16,)),            # ``engine.mcts.around``
    ('near', 'u2', (2, surroundings.REPLIES, 1 << 16)),     # ``surroundings.tables_of``,
    ('accepted', 'u1', (2, 1 << 16)),       # ... and its chances
    ('weight', 'i4', (len(AROUND),)),       # of the replies round the last move
    ('owned', 'i4', (NPOINTS,)),            # playouts in which Black owned the point less those in which White did
    ('playouts', 'i4'),
    ('black_wins', 'f8'),                   # of these, and half of the drawn ones
    ('score', 'f8'),                        # Black's points less White's, added up; leaf evaluation included
    ('recalls', 'i4'),                      # set by the caller: replies that won before come first
    ('reply', 'i4', (3, NPOINTS)),          # by colour: its reply to a move that it last won with, or 0
    ('region', 'i4', (NAKADE_SPACE + 1,)),
    # of a search (``engine.mcts.tree``)
    ('thread', 'i4'),                       # set by the caller: which one this is
    ('path', 'i4', (2 * MAX_SIZE ** 2,)),    # nodes, from the root of the tree on
    ('first_by', 'i4', (NPOINTS,)),         # who first played a point from a node on
    ('first_at', 'i4', (NPOINTS,)),         # and when
    ('stamp', 'i4', (NPOINTS,)),            # ... in the playout of this number
    ('stamp_now', 'i4'),
    ('steps', 'i4', (NPOINTS,)),            # from the last move (``engine.mcts.move_features``)
    ('seen_stamp', 'i4', (NPOINTS,)),       # ... where this is now
    ('seen_now', 'i4'),
    ('reached', 'i4', (MAX_SIZE ** 2,)),
    ('corner', 'i4', (NPOINTS,)),           # ``seen_now`` for the moves of openings
    ('liberties', 'i4', (NPOINTS,)),        # of a string's head
    ('feature', 'i4', (MAX_FEATURES,)),    # of the last move examined
    ('choice', 'i4', (MAX_SIZE ** 2,)),     # moves of a position,
    ('chance', 'f8', (MAX_SIZE ** 2,)),     # and how likely they are made
])
"""A thread's playouts: random numbers, moves, statistics and scratch."""


@kernel(uint64(PLAYOUT))
def random_bits(p):
    """Return 32 random bits: xorshift64* (Vigna 2016)."""
    x = p.seed
    x ^= x >> uint64(12)
    x ^= x << uint64(25)
    x ^= x >> uint64(27)
    p.seed = x
    return (x * uint64(0x2545F4914F6CDD1D)) >> uint64(32)


@kernel(int64(PLAYOUT, int64))
def random_below(p, n):
    """Return a random number from 0 to n - 1."""
    return int64((random_bits(p) * uint64(n)) >> uint64(32))


@kernel(int64(FAST, PLAYOUT, int64, int64, int64))
def _answer(f, p, n, pos, color):
    """Add a legal move to the n answers, and return their new number.  Moves in settled zones count: threats at the rim need them."""
    if n < len(p.answers) and is_playable(f, pos, color):
        p.answers[n] = pos
        return n + 1
    return n


@unit(int64(FAST, PLAYOUT, int64))
def answers(f, p, color):
    """List the captures and rescues that answer ataris at the last move.  Return how many there are."""
    last = f.last
    n = int64(0)
    if f.color[last] == 3 - color and in_atari(f, last):
        n = _answer(f, p, n, int64(last_liberty(f, last)), color)
    for step in NEIGHBOURS:
        pos = last + step
        if f.color[pos] != color or not in_atari(f, pos):
            continue
        stone = pos
        while True:
            for beside in NEIGHBOURS:
                q = stone + beside
                if f.color[q] == 3 - color and in_atari(f, q):
                    n = _answer(f, p, n, int64(last_liberty(f, q)), color)
            stone = f.next[stone]
            if stone == pos:
                break
        out = int64(last_liberty(f, pos))
        if not is_self_atari(f, out, color):
            n = _answer(f, p, n, out, color)
    return n


@kernel(int64(FAST, PLAYOUT, int64, int64))
def _is_possible(f, p, pos, color):
    """Whether a move on an empty point is legal, no own eye and in no settled zone."""
    return int64(not p.table[f.code[pos]] & (EYE_BIT * color) and not is_settled(f, pos) and is_playable(f, pos, color))


@kernel(int64(FAST, PLAYOUT, int64, int64))
def _is_sound(f, p, pos, color):
    """Whether a move is possible and no self-atari."""
    return int64(_is_possible(f, p, pos, color) and not is_self_atari(f, pos, color))


@kernel(int64(FAST, PLAYOUT, int64))
def _fight(f, p, color):
    """Return a fighting move next to the last move, or PASS."""
    n = int64(0)
    for k in range(8):
        pos = f.last + AROUND[k]
        if f.color[pos] == EMPTY and p.table[f.code[pos]] & (FIGHT_BIT * color) and not is_settled(f, pos) and \
                not is_self_atari(f, pos, color):
            n = _answer(f, p, n, int64(pos), color)
    return int64(p.answers[random_below(p, n)]) if n else int64(PASS)


@unit(int64(FAST, PLAYOUT, int64))
def reply(f, p, color):
    """Draw a reply round the last move, which is no pass, by its learned weight; or PASS for a move elsewhere.

    AROUND lists the points beside it first, then the diagonal ones.  A point that may not be played is taken out, and another is drawn:
    the others keep their odds against each other.
    """
    total = int64(ELSEWHERE)
    for k in range(8):
        pos = f.last + AROUND[k]
        p.weight[k] = p.near[color - 1, k // 4, f.code[pos]] if f.color[pos] == EMPTY else 0
        total += p.weight[k]
    while total > ELSEWHERE:
        draw = random_below(p, total)
        k = 0
        while k < 8 and draw >= p.weight[k]:
            draw -= p.weight[k]
            k += 1
        if k == 8:
            break
        pos = int64(f.last + AROUND[k])
        if _is_sound(f, p, pos, color):
            return pos
        total -= p.weight[k]
        p.weight[k] = 0
    return int64(PASS)


@kernel(int64(FAST, PLAYOUT, int64))
def _recall(f, p, color):
    """Return the reply that last won against the last move, if legal, or PASS (Drake 2009, Baier and Drake 2010)."""
    pos = int64(p.reply[color, f.last])
    return pos if pos != PASS and f.color[pos] == EMPTY and _is_sound(f, p, pos, color) else int64(PASS)


@kernel(int64(FAST, int64))
def _room(f, pos):
    """Count the empty points next to a point."""
    n = int64(0)
    for step in NEIGHBOURS:
        n += f.color[pos + step] == EMPTY
    return n


@unit(int64(FAST, PLAYOUT, int64))
def press(f, p, color):
    """Return an atari on the last move's string if it has two liberties, on the liberty with more room (a ladder), or PASS."""
    one = two = int64(PASS)
    pos = int64(f.last)
    if f.color[pos] != 3 - color or f.libs[f.head[pos]] > 8:
        # Two liberties are eight pseudo-liberties at most.
        return int64(PASS)
    stone = pos
    while True:
        for step in NEIGHBOURS:
            q = int64(stone + step)
            if f.color[q] != EMPTY or q == one or q == two:
                continue
            if one == PASS:
                one = q
            elif two == PASS:
                two = q
            else:
                return int64(PASS)
        stone = int64(f.next[stone])
        if stone == pos:
            break
    if two == PASS:
        return int64(PASS)
    gain = _room(f, one) - _room(f, two)
    if gain < 0 or (gain == 0 and random_bits(p) % uint64(2) == uint64(0)):
        one, two = two, one
    if _is_sound(f, p, one, color):
        return one
    return two if gain == 0 and _is_sound(f, p, two, color) else int64(PASS)


@kernel(int64(FAST, PLAYOUT, int64, int64))
def _eye_space(f, p, pos, color):
    """List the points of the other side's small eye space at pos.  Return how many, or 0 if there is no such space or it is too large."""
    p.region[0] = pos
    n = int64(1)
    done = int64(0)
    while done < n:
        for step in NEIGHBOURS:
            q = p.region[done] + step
            c = f.color[q]
            if c == color:
                return int64(0)
            if c != EMPTY:
                continue
            known = False
            for k in range(n):
                known |= p.region[k] == q
            if known:
                continue
            if n == NAKADE_SPACE:
                return int64(0)
            p.region[n] = q
            n += 1
        done += 1
    return n


@unit(int64(FAST, PLAYOUT, int64))
def nakade(f, p, color):
    """Return the vital point of an eye space beside the last move, the point with most neighbours in the space; or PASS."""
    for step in NEIGHBOURS:
        pos = int64(f.last + step)
        if f.color[pos] != EMPTY or not p.table[f.code[pos]] & (INSIDE_BIT * color):
            continue
        n = _eye_space(f, p, pos, color)
        if n < 3:
            continue
        best = most = int64(0)
        for k in range(n):
            beside = _room(f, int64(p.region[k]))
            if beside == most:
                best = int64(PASS)
            if beside > most:
                most = beside
                best = int64(p.region[k])
        if best != PASS and (n == 3 or most > 2) and is_playable(f, best, color):
            return best
    return int64(PASS)


@unit(int64(FAST, PLAYOUT))
def spread(f, p):
    """Return one of four random points if nothing is around it, or PASS.

    Stones of a playout spread over a large board, as the stones of a game do ("fill board", Chaslot et al. 2009).
    """
    for _ in range(4):
        pos = int64(f.empties[random_below(p, int64(f.nempty))])
        if f.code[pos] == 0 and not is_settled(f, pos):
            return pos
    return int64(PASS)


@kernel(int64(FAST, PLAYOUT, int64, int64))
def _is_wanted(f, p, pos, color):
    """Whether a random move may be played: it is possible.  Of self-ataris one in eight is: some take a dead group's last liberties."""
    return int64(_is_possible(f, p, pos, color) and
                 (p.plain or not is_self_atari(f, pos, color) or random_bits(p) % uint64(8) == uint64(0)))


@kernel(int64(FAST, PLAYOUT, int64))
def _likely(f, p, color):
    """Return the first of TRIES random points that is accepted by its weight and wanted, or PASS."""
    for _ in range(TRIES):
        pos = int64(f.empties[random_below(p, int64(f.nempty))])
        if random_below(p, int64(255)) < p.accepted[color - 1, f.code[pos]] and _is_wanted(f, p, pos, color):
            return pos
    return int64(PASS)


@unit(int64(FAST, PLAYOUT, int64))
def choose(f, p, color):
    """Return the next move of a playout, or PASS."""
    is_large = f.size >= 13
    if f.last != PASS and not p.plain:
        n = answers(f, p, color)
        if n:
            return int64(p.answers[random_below(p, n)])
        move = nakade(f, p, color)
        if move == PASS and random_bits(p) % uint64(2) == uint64(0):
            move = press(f, p, color)
        if move == PASS and p.recalls:
            move = _recall(f, p, color)
        if move == PASS:
            move = _fight(f, p, color) if is_large else reply(f, p, color)
        if move != PASS:
            return int64(move)
    if f.nempty == 0:
        return int64(PASS)
    if not p.plain:
        move = spread(f, p) if is_large else _likely(f, p, color)
        if move != PASS:
            return int64(move)
    k = random_below(p, int64(f.nempty))
    for _ in range(f.nempty):
        if _is_wanted(f, p, int64(f.empties[k]), color):
            return int64(f.empties[k])
        k += 1
        if k == f.nempty:
            k = 0
    return int64(PASS)


@kernel(int64(FAST, int64))
def surrounded_by(f, pos):
    """Return a point's owner: the colour of its stone, else the only side with stones next to it, else 0."""
    if f.color[pos] != EMPTY:
        return int64(f.color[pos])
    beside = int64(0)
    for step in NEIGHBOURS:
        c = f.color[pos + step]
        if c != BORDER:
            beside |= c
    return beside if beside != 3 else int64(0)


@unit(int64(FAST, PLAYOUT))
def count(f, p):
    """Return Black's area less White's.  Surrounded points and settled zones count for their owners, scored zones by their exact scores."""
    size = f.size
    score = score_of_zones(f)
    for row in range(1, size + 1):
        for pos in range(row * STRIDE + 1, row * STRIDE + 1 + size):
            owner = int64(f.color[pos])
            if is_counted(f, pos):
                if owner == EMPTY:
                    owner = surrounded_by(f, pos)
                p.owned[pos] += 1 if owner == 1 else -1 if owner == 2 else 0
                continue
            if is_settled(f, pos):
                owner = int64(zone_owner(f, pos))
            else:
                owner = surrounded_by(f, pos)
            if owner == 1:
                score += 1
                p.owned[pos] += 1
            elif owner == 2:
                score -= 1
                p.owned[pos] -= 1
    return score


@unit(int64(FAST, PLAYOUT, int64))
def playout(f, p, color):
    """Play to the end, this colour first.  Count the owners of points, and return Black's area less White's."""
    size = f.size
    passes = 0
    limit = min(p.nmoves + 3 * size * size, len(p.moves))
    while passes < 2 and p.nmoves < limit:
        move = choose(f, p, color)
        put(f, move, color)
        passes = passes + 1 if move == PASS else 0
        p.moves[p.nmoves] = move
        p.nmoves += 1
        color = 3 - color
    return count(f, p)


@kernel(float64(float64))
def won_by(margin):
    """Return Black's result, given his margin after komi: 1, 0, or 1/2 for a draw."""
    return 0.5 * (int64(margin > 0.0) + int64(margin >= 0.0))


@unit(void(BOARD, FAST, FAST, PLAYOUT, int64, int64, int64, int64))
def run_playouts(b, root, scratch, p, last, color, times, twice_komi):
    """Run playouts from a position, and add their statistics to p."""
    take_over(root, b, last)
    for _ in range(times):
        copy_board(scratch, root)
        p.nmoves = 0
        score = playout(scratch, p, color)
        p.playouts += 1
        p.black_wins += won_by(float64(2 * score - twice_komi))
        p.score += score


@kernel(void(PLAYOUT, int64, int64))
def remember(p, color, winner):
    """Remember the winner's replies in the last playout, and forget the loser's.  ``color`` moved first in that playout."""
    for k in range(1, p.nmoves):
        before, move = p.moves[k - 1], p.moves[k]
        side = color if k % 2 == 0 else 3 - color
        if before == PASS or move == PASS:
            continue
        if side == winner:
            p.reply[side, before] = move
        elif p.reply[side, before] == move:
            p.reply[side, before] = 0


# --- what Python calls


py_run_playouts = for_python(run_playouts)


def new_playout(seed: int, plain: bool = False) -> np.void:
    """Return a record for playouts with this seed."""
    p = new_record(PLAYOUT)
    p['seed'] = (seed * 2 + 1) * 0x9E3779B97F4A7C15 % (1 << 64) or 1
    p['plain'] = plain
    p['table'], (p['near'], p['accepted']) = table(), surroundings.learned()
    return p


def sample(board: np.void, color: int, times: int, komi: float, seed: int, plain: bool = False, last: int = PASS) -> np.void:
    """Run playouts after this last move, this colour to move, and return their statistics."""
    p = new_playout(seed, plain)
    py_run_playouts(board, new_board(), new_board(), p, last, color, times, round(2 * komi))
    return p
