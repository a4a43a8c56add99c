"""Find a dragon's lunches, and the strings on which its eyes depend (GNU Go manual, "Functions in owl.c": owl_find_lunches).

A lunch is an enemy string beside the dragon that is captured if the dragon's side moves first, and saved if the enemy does.  A string that
cannot be saved, or that stands inside the dragon's own eyes, is as good as captured: the eyes are judged without it.
"""
from numba import int64, void

from owlgo.engine.core.board import BOARD
from owlgo.engine.core.jit import kernel, unit
from owlgo.engine.core.points import BORDER, DIAGONALS, EMPTY, NEIGHBOURS, NPOINTS, STRIDE
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.core.strings import collect_liberties
from owlgo.engine.eyes.eyesight import EYESIGHT, MARGIN_ROWS
from owlgo.engine.eyes.value import CASES, ENOUGH_EYES, SETTLED_CASES
from owlgo.engine.owl.goal import ESCAPED_FROM, route_left
from owlgo.engine.owl.record import MAX_LUNCHES, OWL, Part, is_on
from owlgo.engine.read.inner import inner_attack, inner_defend
from owlgo.engine.read.record import READ

MOST_LIBERTIES = 4
"""Maximum number of liberties of a lunch."""
WEAK_LIBERTIES = 3
"""Maximum number of liberties of a string that is read; one with more is strong."""
FALSE_EYE = 2
"""``EYESIGHT.marginal`` of a false eye that became a margin."""
SURE_EYES = tuple(CASES.index(case) for case in SETTLED_CASES)
"""Indices in CASES of the settled eye values: 0, 1 and 2 eyes."""
MAYBE_TWO_FROM, TWO_EYES_FROM = 3, 5
"""A captured string may leave room for two eyes from MAYBE_TWO_FROM stones on, and usually does from TWO_EYES_FROM on."""


@unit(int64(BOARD, READ, OWL, int64, int64))
def _is_inessential(b, r, o, d, pos):
    """Whether the goal encloses a string: all strings round it are safe and belong to the goal, and its liberties touch nothing but these
    strings and itself."""
    stone = pos
    while True:
        for step in NEIGHBOURS:
            q = stone + step
            if b.color[q] == 3 - o.attacker:
                if not o.goal[d, q]:
                    return 0
            elif b.color[q] == EMPTY:
                for step2 in NEIGHBOURS:
                    s = q + step2
                    if b.color[s] == 3 - o.attacker:
                        if not o.goal[d, s]:
                            return 0
                    elif b.color[s] == EMPTY or (b.color[s] == o.attacker and b.origin[s] != b.origin[pos]):
                        return 0
        stone = b.next[stone]
        if stone == pos:
            break
    stone = pos
    while True:
        for step in NEIGHBOURS:
            q = stone + step
            if b.color[q] == 3 - o.attacker and b.libs[b.origin[q]] <= WEAK_LIBERTIES and inner_attack(b, r, q) != LOSE:
                return 0
        stone = b.next[stone]
        if stone == pos:
            break
    return 1


@kernel(int64(BOARD, READ, OWL, int64))
def _leaves_false_eye(b, r, o, pos):
    """Whether capturing this single stone would leave a false eye, since safe enemies hold its corners."""
    held, edges = 0, 0
    for step in NEIGHBOURS:
        edges += b.color[pos + step] == BORDER
    for step in DIAGONALS:
        q = pos + step
        if b.color[q] == o.attacker and inner_attack(b, r, q) == LOSE:
            held += 1
    return held >= (1 if edges else 2)


@kernel(int64(BOARD, int64))
def most_eyes(b, pos):
    """Return the most eyes that fit into the room of a captured string: two from three stones on, else one."""
    return 2 if b.count[b.origin[pos]] >= MAYBE_TWO_FROM else 1


@kernel(int64(BOARD, READ, OWL, int64, int64))
def _eyes_of(b, r, o, d, pos):
    """Return the eyes gained by capturing the string at pos: 0, 1 or 2."""
    count = b.count[b.origin[pos]]
    if count >= TWO_EYES_FROM:
        return 2
    stone = pos
    while True:
        for step in NEIGHBOURS:
            q = stone + step
            if b.color[q] == 3 - o.attacker and not o.goal[d, q] and b.libs[b.origin[q]] > WEAK_LIBERTIES:
                return 2        # it joins the dragon to friends
        stone = b.next[stone]
        if stone == pos:
            break
    if count == 1 and _leaves_false_eye(b, r, o, pos):
        return 0
    return 1


@kernel(void(BOARD, EYESIGHT, int64))
def _is_as_good_as_taken(b, e, pos):
    """Mark the string at pos as dead for eye counting."""
    stone = pos
    while True:
        e.lively[stone] = 0
        stone = b.next[stone]
        if stone == pos:
            break


@unit(void(BOARD, READ, EYESIGHT, OWL, int64, int64))
def _consider(b, r, e, o, d, pos):
    """Judge one enemy string near the goal: it is a lunch if it can be taken; it is dead if nothing saves it or the goal encloses it."""
    if _is_inessential(b, r, o, d, pos):
        _is_as_good_as_taken(b, e, pos)
        return
    taken = inner_attack(b, r, pos)
    if taken == LOSE:
        return
    attack = r.move
    saved = inner_defend(b, r, pos)
    defence = r.move
    if saved == LOSE and taken == WIN:
        _is_as_good_as_taken(b, e, pos)
    if o.nlunches < MAX_LUNCHES and is_on(o, Part.LUNCHES):
        k = o.nlunches
        o.nlunches = k + 1
        o.lunch[k], o.lunch_eyes[k] = pos, _eyes_of(b, r, o, d, pos)
        o.lunch_taken[k] = taken
        o.lunch_attack[k], o.lunch_defence[k] = attack, defence if saved != LOSE else 0


@unit(void(BOARD, READ, EYESIGHT, OWL, int64))
def find_lunches(b, r, e, o, d):
    """List the lunches of frame d, the enemy strings that the dragon can capture.  Mark in ``e`` the dragon's stones, and the stones that
    count as alive."""
    o.nlunches = 0
    for pos in range(NPOINTS):
        c = b.color[pos]
        e.lively[pos] = c == 1 or c == 2
        e.goal[pos] = o.goal[d, pos]
        o.reached[pos] = 0
    if not is_on(o, Part.READING):
        return
    for pos in range(NPOINTS):
        if not o.goal[d, pos]:
            continue
        for k in range(12):
            if k < 4:
                q = pos + NEIGHBOURS[k]
            elif k < 8:
                q = pos + DIAGONALS[k - 4]
            else:
                if b.color[pos + NEIGHBOURS[k - 8]] != EMPTY:
                    continue
                q = pos + 2 * NEIGHBOURS[k - 8]
            if b.color[q] != o.attacker or o.reached[b.origin[q]]:
                continue
            o.reached[b.origin[q]] = 1
            if b.libs[b.origin[q]] <= MOST_LIBERTIES:
                _consider(b, r, e, o, d, q)


@kernel(void(BOARD, EYESIGHT, OWL))
def _mark_secure_corners(b, e, o):
    """Mark in ``o.reached`` the corners of judged points that are secure unless the enemy captures there."""
    for pos in range(NPOINTS):
        o.reached[pos] = 0
    for k in range(e.npoints):
        pos = e.points[k]
        if e.judged[pos]:
            for step in DIAGONALS:
                corner = pos + step
                if b.color[corner] != BORDER and e.secure[corner // STRIDE - 1 + MARGIN_ROWS] >> (corner % STRIDE - 1) & 1:
                    o.reached[corner] = 1


@kernel(int64(BOARD, EYESIGHT, OWL, int64))
def _matters(b, e, o, pos):
    """Whether the eyes depend on the string at pos: it is next to a marked corner, or one of its stones divides an eye space."""
    stone = pos
    while True:
        for step in NEIGHBOURS:
            if o.reached[stone + step]:
                return 1
        for i in range(3):
            number = e.space[stone + NEIGHBOURS[i]]
            for k in range(i + 1, 4):
                if number and e.space[stone + NEIGHBOURS[k]] == number:
                    return 1
        stone = b.next[stone]
        if stone == pos:
            return 0


@unit(void(BOARD, READ, EYESIGHT, OWL, int64))
def find_weak(b, r, e, o, d):
    """Write into ``e`` the weak strings of the goal on which eye spaces depend, and the points where they are captured."""
    for pos in range(NPOINTS):
        e.weak[pos] = e.captures[pos] = 0
    if not is_on(o, Part.READING):
        return
    _mark_secure_corners(b, e, o)
    for pos in range(NPOINTS):
        if b.color[pos] != 3 - o.attacker or b.origin[pos] != pos or b.libs[pos] > WEAK_LIBERTIES:
            continue
        if not o.goal[d, pos]:
            if b.libs[pos] == 1:
                # A friend in atari, which perhaps only a ko can capture.
                collect_liberties(b, pos, 1)
                e.captures[b.found[0]] = 1
        elif _matters(b, e, o, pos) and inner_attack(b, r, pos) != LOSE:
            e.captures[r.move] = 1
            stone = pos
            while True:
                e.weak[stone] = 1
                stone = b.next[stone]
                if stone == pos:
                    break


@kernel(int64(BOARD, EYESIGHT, int64))
def _mends_an_eye(b, e, pos):
    """Whether a stone of the string at pos holds a corner of a half or a false eye, by the eye spaces just found.

    One move decides both the string and a half eye.  So the half eye's gain counts with the string, and its space gets a settled value.
    """
    stone = pos
    while True:
        for step in DIAGONALS:
            q = stone + step
            k = e.space[q]
            if k and (e.half[q] or e.marginal[q] == FALSE_EYE):
                if e.half[q]:
                    e.case[k] = SURE_EYES[e.value[k, 1]]
                return 1
        stone = b.next[stone]
        if stone == pos:
            return 0


@unit(int64(BOARD, OWL, int64, int64))
def _opens_the_way(b, o, d, pos):
    """Whether capturing the string at pos gives frame d an escape route that it lacks now."""
    if route_left(b, o, d) >= ESCAPED_FROM:
        return 0
    _hand_over(b, o, d, pos, 3 - o.attacker)
    route = route_left(b, o, d)
    _hand_over(b, o, d, pos, o.attacker)
    return route >= ESCAPED_FROM


@kernel(void(BOARD, OWL, int64, int64, int64))
def _hand_over(b, o, d, pos, color):
    """Recolour the string at pos, and add it to the goal if it becomes the dragon's; nothing else on the board changes."""
    stone = pos
    while True:
        b.color[stone] = color
        o.goal[d, stone] = color != o.attacker
        stone = b.next[stone]
        if stone == pos:
            return


@unit(void(BOARD, EYESIGHT, OWL, int64))
def raise_lunches(b, e, o, d):
    """Raise the number of eyes of lunches whose capture also mends an eye or opens an escape route."""
    for k in range(o.nlunches):
        if o.lunch_defence[k] and o.lunch_eyes[k] < ENOUGH_EYES:
            if _mends_an_eye(b, e, o.lunch[k]):
                o.lunch_eyes[k] += 1
            if o.lunch_eyes[k] < ENOUGH_EYES and is_on(o, Part.ESCAPE) and _opens_the_way(b, o, d, o.lunch[k]):
                o.lunch_eyes[k] = ENOUGH_EYES
