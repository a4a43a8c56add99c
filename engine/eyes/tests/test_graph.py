"""Exact values of eye graphs: what the manual says of them, symmetry, and a plain twin of the solver."""
import random

import numpy as np
import pytest
from numba import int32, int64, uint8

from owlgo.engine.core.jit import kernel
from owlgo.engine.core.layout import new_record
from owlgo.engine.eyes.game import OUTER_LIBERTIES, EyeGame, GraphJudge
from owlgo.engine.eyes.game_search import GRAPH, Player, State, _close, py_pack
from owlgo.engine.eyes.graph import analyze, draw, read


def solve(code, outer=OUTER_LIBERTIES, threats=0, suicide=False):
    """The exact value of a drawing."""
    game = EyeGame(read(code).graph, outer, threats, suicide)
    return GraphJudge(game).value(game.start)


@pytest.mark.parametrize('code,value', [
    ('.', '1111'), ('..', '1111'), ('...', '1122'), ('....', '1222'), ('!', '0000'), ('!.', '0011'), ('!....', '1122'), ('.X.', '1111'),
    ('..%..', '1112'), ('.%!.', '0022'), ('OO!%O.X%!...', '0112'), ('..%O..', '1222'), ('O.%...%O.', '1122'), ('..%...', '1122'),
    ('X.X', '2222'), ('OX%XX.!O', '1112'), ('OX%XX.!.', '1122'), ('OX%XX.!X', '1122')])
def test_values_that_are_known(code, value):
    assert str(solve(code)) == value


def test_pattern_548_by_what_fills_its_points():
    """0111 with both points empty or one filled; with both filled a threat to make a second eye is left."""
    assert {filling: str(solve(f'O{filling[0]}%{filling[1]}X.!')) for filling in ('..', '.X', 'X.', 'XX')} == \
        {'..': '0111', '.X': '0111', 'X.': '0111', 'XX': '1112'}


def test_suicide_makes_a_threat():
    """Pattern 301: with suicide legal the attacker threatens to fill the middle."""
    assert str(solve('X.X', suicide=True)) == '1222' and str(solve('X.X')) == '2222'


@pytest.mark.parametrize('one,other', [('..%O..', '....'), ('!...', '!.%O..'), ('..%.', '...'), ('.X.%O.', 'O.%.X%O.')])
def test_shapes_with_one_graph_have_one_value(one, other):
    assert solve(one) == solve(other)


def test_the_way_a_graph_is_turned_does_not_matter():
    rng = random.Random(1)
    for _ in range(25):
        rows = [[rng.choice('..XO!') for _ in range(3)] for _ in range(2)]
        if not any(symbol in '.!' for row in rows for symbol in row):
            continue
        codes = ['%'.join(''.join(row) for row in image) for image in (rows, rows[::-1], [row[::-1] for row in rows],
                                                                        [list(row) for row in zip(*rows, strict=True)])]
        assert len({str(solve(code)) for code in codes}) == 1, codes


@pytest.mark.parametrize('code,message', [('', 'without a point'), ('OO%O', 'without a point'), ('..q', "'q' in row 1"),
                                          ('%'.join(['.....'] * 5), 'too large'),
                                          ('O.O%.!.%O.O', 'no way in of its own'), ('OX%O!.%XXX', 'row 2, column 2 leaves')])
def test_what_is_no_graph(code, message):
    with pytest.raises(ValueError, match=message):
        solve(code)


# --- the twin: sets instead of bits, sweeps instead of a queue

class Plain:
    """The same game on sets of vertices; a position is (attackers, defenders, ko, outer liberties, threats, side)."""

    def __init__(self, graph, eye, suicide, threatener):
        n = len(graph.near)
        self.near = [{u for u in range(n) if graph.near[v] >> u & 1} for v in range(n)]
        self.wall = {v for v in range(n) if graph.wall >> v & 1}
        self.margin = {v for v in range(n) if graph.margin >> v & 1}
        self.all, self.eye, self.suicide, self.threatener = set(range(n)), eye, suicide, threatener

    def string(self, seeds, stones):
        found, queue = set(), list(seeds & stones)
        while queue:
            v = queue.pop()
            if v not in found:
                found.add(v)
                queue += self.near[v] & stones
        return found

    def liberties(self, string, attackers, defenders, wall=False):
        touched = set().union(*(self.near[v] for v in string)) | (self.wall if wall else set())
        return touched - attackers - defenders

    def captured(self, attackers, defenders, outer):
        wall = self.string(self.wall, defenders)
        return outer == 0 and not self.eye and not self.liberties(wall, attackers, defenders, True)

    def dead(self, near, stones, attackers, defenders, safe):
        gone = set()
        for v in near & stones:
            string = self.string({v}, stones)
            if not string & safe and not self.liberties(string, attackers, defenders):
                gone |= string
        return gone

    def attack(self, a, d, v, outer):
        a = a | {v}
        if self.captured(a, d, outer):
            return 'captured'
        gone = self.dead(self.near[v], d, a, d, self.string(self.wall, d))
        d = d - gone
        string = self.string({v}, a)
        free = self.liberties(string, a, d)
        if string & self.margin or free:
            ko = min(gone) if len(gone) == len(string) == len(free) == 1 and not string & self.margin else -1
            return a, d, ko
        return (a - string, d, -1) if self.suicide else None

    def defend(self, a, d, v, outer):
        filled = d | {v}
        gone = self.dead(self.near[v], a, a, filled, self.margin)
        if not gone and not self.suicide and self.attack(a, d, v, outer) is None:
            return None
        a = a - gone
        string = self.string({v}, filled)
        if string & self.wall:
            return None if self.captured(a, filled, outer) else (a, filled, -1)
        free = self.liberties(string, a, filled)
        return (a, filled, min(gone) if len(gone) == len(string) == len(free) == 1 else -1) if free else None

    def after(self, position):
        a, d, ko, outer, threats, side = position
        if side == Player.DEFENDER:
            yield a, d, -1, outer, threats, Player.ATTACKER
        elif outer:
            yield 'captured' if self.captured(a, d, outer - 1) else (a, d, -1, outer - 1, threats, Player.DEFENDER)
        elif self.eye and not self.liberties(self.string(self.wall, d), a, d, True):
            yield 'captured'
        if side != self.threatener and threats:
            yield a, d, -1, outer, threats - 1, 1 - side
        for v in self.all - a - d:
            spent = v == ko
            if spent and (side != self.threatener or not threats):
                continue
            moved = (self.attack if side == Player.ATTACKER else self.defend)(a, d, v, outer)
            if moved == 'captured':
                yield moved
            elif moved:
                yield frozenset(moved[0]), frozenset(moved[1]), moved[2], outer, threats - spent, 1 - side

    def wins(self, start):
        """Whether the attacker wins, for every position within reach."""
        followers, queue = {}, [start]
        while queue:
            position = queue.pop()
            if position not in followers:
                followers[position] = list(self.after(position))
                twin = (*position[:2], -1, *position[3:5], 1 - position[5])
                queue += [p for p in [*followers[position], twin] if p != 'captured']
        won, changed = {'captured'}, True
        while changed:
            changed = False
            for position, after in followers.items():
                if position not in won and after and (any if position[5] == Player.ATTACKER else all)(p in won for p in after):
                    won.add(position)
                    changed = True
        return {position: position in won for position in followers}


def bits(vertices):
    return sum(1 << v for v in vertices)


@pytest.mark.parametrize('seed', range(30))
def test_the_solver_agrees_with_its_twin_in_every_position(seed):
    rng = random.Random(seed)
    rows = [''.join(rng.choice('..XO!$') for _ in range(rng.randint(2, 3))) for _ in range(2)]
    if not any(symbol in '.!X$' for row in rows for symbol in row):
        rows[0] = '.' + rows[0][1:]
    graph = read('%'.join(rows)).graph
    outer, threats, eye, suicide = rng.randint(0, 2), rng.randint(-1, 1), rng.random() < 0.5, rng.random() < 0.3
    game = EyeGame(graph, outer, threats, suicide)
    a, d = (frozenset(v for v in range(len(graph.near)) if stones >> v & 1) for stones in (graph.attackers, graph.defenders))
    threatener = Player.ATTACKER if threats < 0 else Player.DEFENDER
    plain = Plain(graph, eye, suicide, threatener).wins((a, d, -1, outer, abs(threats), Player.ATTACKER))
    # The order of questions must not matter, since the memory stays.
    for position, wins in rng.sample(sorted(plain.items(), key=str), len(plain)):
        assert game.wins(py_pack(0, bits(position[0]), bits(position[1]), *position[2:]), eye) == wins, (rows, position)


def test_moves_are_those_of_the_twin():
    """In random games on random graphs, many of them with margins: no stone at a margin is taken in ko."""
    rng, kos = random.Random(1), 0
    for _ in range(900):
        graph = read('%'.join(''.join(rng.choice('.XO!$') for _ in range(3)) for _ in range(2)) + '.').graph
        outer, threats, eye, suicide = rng.randint(0, 2), rng.randint(-1, 1), rng.random() < 0.5, rng.random() < 0.3
        threatener = Player.ATTACKER if threats < 0 else Player.DEFENDER
        game, plain = EyeGame(graph, outer, threats, suicide), Plain(graph, eye, suicide, threatener)
        a, d = (frozenset(v for v in plain.all if stones >> v & 1) for stones in (graph.attackers, graph.defenders))
        position = a, d, -1, outer, abs(threats), Player.ATTACKER
        for _ in range(12):
            a, d, ko, outer, left, side = position
            found = {v: pair[1 - side] for v, pair in game.moves(py_pack(0, bits(a), bits(d), ko, outer, left, side), eye)}
            expected = {}
            for v in plain.all - a - d:
                moved = (plain.attack if side == Player.ATTACKER else plain.defend)(a, d, v, outer)
                if moved and moved != 'captured' and (v != ko or (side == threatener and left)):
                    expected[v] = py_pack(0, bits(moved[0]), bits(moved[1]), moved[2], outer, left - (v == ko), 1 - side)
                    kos += moved[2] >= 0
            assert found == expected
            further = [after for after in plain.after(position) if after != 'captured']
            if not further:
                break
            position = rng.choice(further)
    assert kos > 20


@kernel(int64(GRAPH, int64, int64, uint8[::1], int32[::1], int32[::1], int64))
def py_close(g, depth, result, state, hangs, waiting, n_waiting):
    return _close(g, depth, result, state, hangs, waiting, n_waiting)


def test_what_waited_for_a_position_waits_with_it():
    """Two positions wait, one for depth 5 and one for depth 2.  That at depth 5 is lost if that at depth 3 is: so is the first, then.

    It went on waiting for depth 5, and whoever met it from another position there took its loss as being for good.
    """
    g, room = new_record(GRAPH), 8
    state, hangs, waiting = np.zeros(room, np.uint8), np.zeros(room, np.int32), np.zeros(room, np.int32)
    early, late, earlier, here = range(4)
    waiting[:3] = early, late, earlier
    hangs[[early, late, earlier]] = 4, 5, 2
    state[[early, late, earlier]] = State.WAITING
    g['slot'][5], g['hangs'][5], g['kept'][5] = here, 3, 1
    assert py_close(g, 5, State.LOST, state, hangs, waiting, 3) == 4
    assert state[here] == State.WAITING and waiting[3] == here
    assert hangs[[early, late, earlier, here]].tolist() == [4, 3, 2, 3]


def test_a_memory_that_is_too_small_grows():
    game = EyeGame(read('OO!..%X!O.').graph)
    game._remember(16)
    assert str(GraphJudge(game).value(game.start)) == '1122' and len(game.keys) > 16


PICTURES = {'OO!%O.X%!...': '  @ | .X |!.*.', '!X.%X!!': ')X.|X)!', '.OO|%...|%XOO|%---+': '.  ||<<.||X..||---+', '..!.%O.!': '.*).| .) ',
            '.%...': '.  |<<.', 'X!%.%!.': 'X!|. |@.'}


@pytest.mark.parametrize('code', PICTURES)
def test_vital_points_are_drawn(code):
    """A wall stone that the eye shuts in is drawn as a point."""
    drawing = read(code)
    assert draw(drawing, analyze(drawing.graph)).replace('\n', '|') == PICTURES[code]


@pytest.mark.parametrize('outer,threats', [(-1, 0), (16, 0), (0, 16), (0, -16)])
def test_liberties_and_threats_out_of_range(outer, threats):
    with pytest.raises(ValueError, match='can be played with'):
        solve('..', outer, threats)


def test_ko_threats_decide_a_ko():
    """Worth a defender's threat, none, an attacker's."""
    assert [str(solve('..!.%O.!', threats=count)) for count in (1, 0, -1)] == ['1122', '0022', '0022']
    assert [str(solve('|X..%|!..', threats=count)) for count in (1, 0, -1)] == ['0112', '0112', '0012']


def test_the_only_way_in_to_a_margin_is_no_wall():
    """The attacker comes in beside the O in the middle, which is cut off from the wall by that: it is a point of the game."""
    drawing = read('----%OO!.%.O.%X..X')
    assert drawing.places[-1] == (2, 1) and drawing.graph.defenders == 1 << len(drawing.places) - 1
    assert not read('----%OO..%.O.%X..X').graph.defenders
