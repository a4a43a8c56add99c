"""Playouts: random games to the end that answer what the last move threatens.

A playout captures or saves what the last move left in atari; else it plays the vital point of an eye space next to it, or, one time in two
on large boards, puts its string in atari where that has two liberties; else what the same side last won with after that move, or a
fighting move next to it (``engine.mcts.around``); else, on large boards, where a few looks at random find nothing round a point; else
anywhere but in its own eyes, in zones that are settled, and, mostly, not into atari.  When both sides have nothing left it counts area.
"""
import numba
import numpy as np
from numba import float64, int64, uint64, void
from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BORDER, EMPTY, MAX_SIZE, NEIGHBOURS, NPOINTS, PASS, STRIDE
from owlgo.engine.mcts.around import AROUND, EYE_BLACK, FIGHT_BLACK, INSIDE_BLACK, table
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

MOST_ANSWERS = 16
MOST_MOVES = 3 * MAX_SIZE ** 2
MOST_DEPTH = 2 * MAX_SIZE ** 2
"""The most moves of a line in a search's tree."""
MOST_FEATURES = 32
MOST_PRESSED = 8
"""A string with more pseudo-liberties than this is not tested for having only two liberties."""
PRESSED, PRESSED_FROM = 2, 13
"""One in so many of the strings that are left with two liberties is put in atari again, on boards of so many lines: on smaller ones it
brings nothing.
"""
LOOKS, SPREAD_FROM = 4, 13
"""Points tried at random for one that has nothing round it, on boards of so many lines and more."""
MOST_NAKADE = 6
"""Points of an eye space that may have one vital point."""
INTO_ATARI = 8
"""One in so many of the moves into atari that come up is played: some take a dead group's last liberties."""

PLAYOUT_DTYPE = np.dtype([
    ('seed', 'u8'),
    ('plain', 'i4'),                        # set by the caller: moves anywhere, with equal chances
    ('nmoves', 'i4'),
    ('moves', 'i4', (2 * MOST_MOVES,)),     # played, from the root of a search on
    ('answers', 'i4', (MOST_ANSWERS,)),
    ('table', 'u1', (1 << 16,)),            # ``engine.mcts.around``
    ('owned', 'i4', (NPOINTS,)),            # playouts in which Black owned the point less those in which White did
    ('playouts', 'i4'),
    ('black_wins', 'f8'),                   # of these, and half of the drawn ones
    ('score', 'f8'),                        # Black's points less White's, added up; in a search with an outlook, of both
    ('recalls', 'i4'),                      # set by the caller: replies that won before come first
    ('reply', 'i4', (3, NPOINTS)),          # by colour: its reply to a move that it last won with, or 0
    ('region', 'i4', (MOST_NAKADE + 1,)),
    # of a search (``engine.mcts.tree``)
    ('thread', 'i4'),                       # set by the caller: which one this is
    ('path', 'i4', (MOST_DEPTH,)),
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
    ('feature', 'i4', (MOST_FEATURES,)),    # of the move last looked at
    ('choice', 'i4', (MAX_SIZE ** 2,)),     # moves of a position,
    ('chance', 'f8', (MAX_SIZE ** 2,)),     # and how likely they are made
], align=True)
PLAYOUT = numba.from_dtype(PLAYOUT_DTYPE)


@kernel(uint64(PLAYOUT))
def random_bits(p):
    """32 of them: xorshift64* (Vigna 2016)."""
    x = p.seed
    x ^= x >> uint64(12)
    x ^= x << uint64(25)
    x ^= x >> uint64(27)
    p.seed = x
    return (x * uint64(0x2545F4914F6CDD1D)) >> uint64(32)


@kernel(int64(PLAYOUT, int64))
def random_below(p, n):
    """A number from 0 to n - 1."""
    return int64((random_bits(p) * uint64(n)) >> uint64(32))


@kernel(int64(FAST, PLAYOUT, int64, int64, int64))
def _answer(f, p, n, pos, color):
    """Add a move to the answers if it is legal, in a settled zone too: what happens at its rim must be answered there; returns how many
    there are then.
    """
    if n < MOST_ANSWERS and is_playable(f, pos, color):
        p.answers[n] = pos
        return n + 1
    return n


@unit(int64(FAST, PLAYOUT, int64))
def answers(f, p, color):
    """List the moves that take what is in atari at the last move, or save a string next to it; returns how many there are."""
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


@kernel(int64(FAST, PLAYOUT, int64))
def _fights(f, p, color):
    """List the fighting moves next to the last one; returns how many there are."""
    n = int64(0)
    for k in range(8):
        pos = f.last + AROUND[k]
        if f.color[pos] == EMPTY and p.table[f.code[pos]] & (FIGHT_BLACK * color) and not is_settled(f, pos) and \
                not is_self_atari(f, pos, color):
            n = _answer(f, p, n, int64(pos), color)
    return n


@kernel(int64(FAST, PLAYOUT, int64))
def _recall(f, p, color):
    """The reply to the last move that this side last won with, if it can be made; or PASS (Drake 2009, Baier and Drake 2010)."""
    pos = int64(p.reply[color, f.last])
    if pos != PASS and f.color[pos] == EMPTY and not p.table[f.code[pos]] & (EYE_BLACK * color) and not is_settled(f, pos) and \
            is_playable(f, pos, color) and not is_self_atari(f, pos, color):
        return pos
    return int64(PASS)


@kernel(int64(FAST, int64))
def _room(f, pos):
    """How many empty points are next to a point."""
    n = int64(0)
    for step in NEIGHBOURS:
        n += f.color[pos + step] == EMPTY
    return n


@kernel(int64(FAST, int64, int64))
def _presses(f, pos, color):
    """Whether a side may put a string in atari here."""
    return int64(is_playable(f, pos, color) and not is_settled(f, pos) and not is_self_atari(f, pos, color))


@unit(int64(FAST, PLAYOUT, int64))
def press(f, p, color):
    """Put the last move's string in atari if it has two liberties, from where it would have more room, as ladders go; or PASS."""
    one = two = int64(PASS)
    pos = int64(f.last)
    if f.color[pos] != 3 - color or f.libs[f.head[pos]] > MOST_PRESSED:
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
    if _presses(f, one, color):
        return one
    return two if gain == 0 and _presses(f, two, color) else int64(PASS)


@kernel(int64(FAST, PLAYOUT, int64, int64))
def _eye_space(f, p, pos, color):
    """List the points of a small eye space of the other side at pos; returns how many, 0 if it is none or too large."""
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
            if n == MOST_NAKADE:
                return int64(0)
            p.region[n] = q
            n += 1
        done += 1
    return n


@unit(int64(FAST, PLAYOUT, int64))
def nakade(f, p, color):
    """The vital point of an eye space next to the opponent's last move, or PASS: the one with most of the others next to it."""
    for step in NEIGHBOURS:
        pos = int64(f.last + step)
        if f.color[pos] != EMPTY or not p.table[f.code[pos]] & (INSIDE_BLACK * color):
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
    """A point with nothing round it among a few at random, or PASS: stones of a playout spread over a large board, as those of a game do
    ("fill board", Chaslot et al. 2009).
    """
    for _ in range(LOOKS):
        pos = int64(f.empties[random_below(p, int64(f.nempty))])
        if f.code[pos] == 0 and not is_settled(f, pos):
            return pos
    return int64(PASS)


@unit(int64(FAST, PLAYOUT, int64))
def choose(f, p, color):
    """The next move of a playout, or PASS when there is none."""
    if f.last != PASS and not p.plain:
        n = answers(f, p, color)
        if n == 0:
            vital = nakade(f, p, color)
            if vital != PASS:
                return vital
            if f.size >= PRESSED_FROM and random_bits(p) % uint64(PRESSED) == uint64(0):
                pressed = press(f, p, color)
                if pressed != PASS:
                    return pressed
            if p.recalls:
                reply = _recall(f, p, color)
                if reply != PASS:
                    return reply
            n = _fights(f, p, color)
        if n:
            return int64(p.answers[random_below(p, n)])
    if f.nempty == 0:
        return int64(PASS)
    if f.size >= SPREAD_FROM and not p.plain:
        pos = spread(f, p)
        if pos != PASS:
            return pos
    k = random_below(p, int64(f.nempty))
    for _ in range(f.nempty):
        pos = f.empties[k]
        if not p.table[f.code[pos]] & (EYE_BLACK * color) and not is_settled(f, pos) and is_playable(f, pos, color) and \
                (p.plain or not is_self_atari(f, pos, color) or random_bits(p) % uint64(INTO_ATARI) == uint64(0)):
            return int64(pos)
        k += 1
        if k == f.nempty:
            k = 0
    return int64(PASS)


@kernel(int64(FAST, int64))
def surrounded_by(f, pos):
    """Whose a point is as the board stands: the stone's that is on it, or the side's that alone has stones next to it; else 0."""
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
    """Black's area less White's as the board stands: an empty point goes to the side that surrounds it, a settled zone to its owner."""
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
    """Play to the end, this colour first, and note whose points are whose; returns Black's points less White's by area."""
    size = f.size
    passes = 0
    limit = min(p.nmoves + 3 * size * size, 2 * MOST_MOVES)
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
    """What Black has won with so many points more than White, komi counted: 1, 0, or half a game that is drawn."""
    return 0.5 * (int64(margin > 0.0) + int64(margin >= 0.0))


@unit(void(BOARD, FAST, FAST, PLAYOUT, int64, int64, int64, int64))
def run_playouts(b, root, scratch, p, last, color, times, twice_komi):
    """So many playouts from a position; statistics are added to p."""
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
    """Note the winner's replies of the game just played, this colour having begun, and forget the loser's."""
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

@kernel(void(BOARD, FAST, FAST, PLAYOUT, int64, int64, int64, int64))
def py_run_playouts(b, root, scratch, p, last, color, times, twice_komi):
    """``run_playouts`` for Python."""
    run_playouts(b, root, scratch, p, last, color, times, twice_komi)


@kernel(int64(FAST, PLAYOUT, int64))
def py_answers(f, p, color):
    """``answers`` for Python."""
    return answers(f, p, color)


@kernel(int64(FAST, PLAYOUT))
def py_count(f, p):
    """``count`` for Python."""
    return count(f, p)


@kernel(int64(FAST, PLAYOUT, int64))
def py_nakade(f, p, color):
    """``nakade`` for Python."""
    return nakade(f, p, color)


@kernel(int64(FAST, PLAYOUT, int64))
def py_press(f, p, color):
    """``press`` for Python."""
    return press(f, p, color)


@kernel(int64(FAST, PLAYOUT))
def py_spread(f, p):
    """``spread`` for Python."""
    return spread(f, p)


@kernel(int64(FAST, PLAYOUT, int64))
def py_choose(f, p, color):
    """``choose`` for Python."""
    return choose(f, p, color)


def new_playout(seed: int, plain: bool = False) -> np.void:
    """A record for playouts with this seed."""
    p = np.zeros(1, PLAYOUT_DTYPE)[0]
    p['seed'] = (seed * 2 + 1) * 0x9E3779B97F4A7C15 % (1 << 64) or 1
    p['plain'] = plain
    p['table'] = table()
    return p


def sample(board: np.void, color: int, times: int, komi: float, seed: int, plain: bool = False, last: int = PASS) -> np.void:
    """Statistics of so many playouts from the position after this last move, this colour to move."""
    p = new_playout(seed, plain)
    py_run_playouts(board, new_board(), new_board(), p, last, color, times, round(2 * komi))
    return p
