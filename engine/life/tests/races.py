"""Races made by machine, with answers by trying everything: ``python -m owlgo.engine.life.tests.races SEED COUNT`` prints some.

Two groups stand side by side, each round an eye space of its own in which the other may have a stone; what shuts them in lives
unconditionally.  All positions that play reaches are listed.  A side has won a race where the other's group is off the board and some of
its own cannot be taken any more; it wins where it can force that, and loses where the other side can.  The lists know of simple kos alone:
who has threats ignores their bans.
"""
import random
import sys
from itertools import islice

from owlgo.engine import benson
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import BLACK, WHITE, all_points, neighbours
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.strings import string
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate

SIZE = 9
MOST = 12_000
"""Positions of a race that are listed."""
LARGE = 7
"""Stones whose capture leaves room for two eyes whatever happens."""
NONE = 99


def board_of(rows):
    """The board of rows joined by slashes, X Black and O White; None if it cannot be."""
    symbols = [symbol for row in rows.split('/') for symbol in row]
    board = new_board(len(rows.split('/')))
    points = list(all_points(int(board['size'])))
    for pos, symbol in zip(points, symbols, strict=True):
        if symbol != '.' and not py_place_if_legal(board, pos, 'XO'.index(symbol) + 1):
            return None
    board['ko'] = 0
    return board if all((symbol != '.') == (board['color'][pos] != 0) for pos, symbol in zip(points, symbols, strict=True)) else None


class ListedRace:
    """The part of a board that is not settled, in words: point k is bit k."""

    def __init__(self, board, groups):
        size, colors = int(board['size']), board['color']
        alive = {color: set(benson.alive_stones(board, color)) for color in (BLACK, WHITE)}
        inside, edge = set(), set().union(*groups)
        while edge:
            inside |= edge
            edge = {q for pos in edge for q in neighbours(pos, size)} - inside - alive[BLACK] - alive[WHITE]
        self.points = points = sorted(inside)
        self.near = [sum(1 << points.index(q) for q in neighbours(pos, size) if q in inside) for pos in points]
        self.all = (1 << len(points)) - 1
        self.stones = [sum(1 << k for k, pos in enumerate(points) if colors[pos] == color) for color in (BLACK, WHITE)]
        self.goals = [sum(1 << points.index(pos) for pos in group) for group in groups]
        self.walls = [sum(1 << k for k, pos in enumerate(points) if any(q in alive[color] for q in neighbours(pos, size)))
                      for color in (BLACK, WHITE)]

    def around(self, stones):
        found = 0
        while stones:
            found |= self.near[(stones & -stones).bit_length() - 1]
            stones &= stones - 1
        return found

    def part(self, seed, stones):
        found = edge = seed
        while edge:
            edge = self.around(edge) & stones & ~found
            found |= edge
        return found

    def parts(self, stones):
        while stones:
            part = self.part(stones & -stones, stones)
            stones &= ~part
            yield part

    def play(self, mine, theirs, point, side):
        """The stones after a move and the point of a ko, None if it is suicide."""
        mine |= point
        gone = 0
        for part in self.parts(theirs):
            if part & self.near[point.bit_length() - 1] and not part & self.walls[1 - side] and not self.around(part) & ~(mine | theirs):
                gone |= part
        theirs &= ~gone
        string = self.part(point, mine)
        free = self.around(string) & ~(mine | theirs)
        if not free and not string & self.walls[side]:
            return None
        is_ko = gone.bit_count() == 1 and string == point and free.bit_count() == 1 and not string & self.walls[side]
        return mine, theirs, gone.bit_length() - 1 if is_ko else NONE

    def is_safe(self, mine, theirs, side):
        """Whether stones of a side's group cannot be taken any more: they are connected to its wall, or live by Benson's theorem."""
        strings = list(self.parts(mine))
        if any(string & self.walls[side] and string & self.goals[side] for string in strings):
            return True
        regions = [region for region in self.parts(self.all & ~mine) if not region & self.walls[1 - side]]
        while True:
            held = [string for string in strings if string & self.walls[side] or
                    sum(not region & ~theirs & ~self.around(string) for region in regions) > 1]
            left = [region for region in regions if not self.around(region) & mine & ~sum(held)]
            if len(held) == len(strings) and len(left) == len(regions):
                return any(string & self.goals[side] for string in held)
            strings, regions = held, left

    def has_won(self, stones, side):
        """Whether a side has won the race."""
        rival = 1 - side
        return not stones[rival] & self.goals[rival] and stones[side] & self.goals[side] != 0 and \
            (self.goals[rival].bit_count() >= LARGE or self.is_safe(stones[side], stones[rival], side))

    def answers(self, most=MOST):
        """Defence and attack, as ``semeai.analyze`` has them, for either side that moves first; None if there are too many positions."""
        start = [(*self.stones, NONE, side) for side in (0, 1)]
        number = {state: k for k, state in enumerate(start)}
        every, moves, won = list(start), [], []
        for state in every:
            stones, ko, side = state[:2], state[2], state[3]
            winner = next((who for who in (0, 1) if self.has_won(stones, who)), None)
            won.append(winner)
            follow = []
            free = self.all & ~(stones[0] | stones[1]) if winner is None else 0
            after = [] if winner is not None else [((*stones, NONE, 1 - side), False)]
            while free:
                point = free & -free
                free &= free - 1
                played = self.play(stones[side], stones[1 - side], point, side)
                if played:
                    pair = played[:2] if side == 0 else played[1::-1]
                    after.append(((*pair, played[2], 1 - side), point.bit_length() - 1 == ko))
            for one, banned in after:
                if one not in number:
                    number[one] = len(every)
                    every.append(one)
                follow.append((number[one], banned))
            moves.append(follow)
            if len(every) > most:
                return None
        forced = {(who, threats): self._forced(every, moves, won, who, threats) for who in (0, 1) for threats in (None, who, 1 - who)}

        def value(who, first):
            if forced[who, 1 - who][first]:
                return WIN
            return KO_A if forced[who, None][first] else KO_B if forced[who, who][first] else LOSE
        return [(WIN - value(1 - side, side), value(side, side)) for side in (0, 1)]

    @staticmethod
    def _forced(every, moves, won, who, threats):
        """Where a side forces its win if one side (or None) may ignore the bans of kos."""
        before: list[list[int]] = [[] for _ in every]
        left = [0] * len(every)
        for k, follow in enumerate(moves):
            for n, banned in follow:
                if not banned or every[k][3] == threats:
                    before[n].append(k)
                    left[k] += 1
        found = [winner == who for winner in won]
        queue = [k for k, yes in enumerate(found) if yes]
        for n in queue:
            for k in before[n]:
                left[k] -= 1
                if not found[k] and (every[k][3] == who or not left[k]):
                    found[k] = True
                    queue.append(k)
        return found


def shape(rng, points, count):
    """Connected points, as many as that; None if there is no room."""
    found = {rng.choice(sorted(points))}
    while len(found) < count:
        more = [q for pos in sorted(found) for q in neighbours(pos, SIZE) if q in points and q not in found]
        if not more:
            return None
        found.add(rng.choice(more))
    return found


def ring(board, space):
    """The points round others, diagonally too."""
    size = int(board['size'])
    beside = {q for pos in space for q in neighbours(pos, size)}
    return {q for pos in beside for q in [pos, *neighbours(pos, size)]
            if sum(near in beside or near in space for near in neighbours(q, size)) > 1 or q in beside} - space


def random_race(rng):
    """Rows and a stone of each group; None if chance made no race."""
    board, every = new_board(SIZE), set(all_points(SIZE))
    symbol: dict[int, str] = {}
    groups = []
    for side in (0, 1):
        space = shape(rng, every - set(symbol), rng.choice((1, 1, 2, 3, 3, 4, 4, 5)))
        stones = ring(board, space) if space else set()
        if not space or (stones | space) & set(symbol):
            return None
        symbol |= dict.fromkeys(space, '.') | dict.fromkeys(stones, 'XO'[side])
        symbol |= {pos: 'OX'[side] for pos in sorted(space) if len(space) > 1 and rng.random() < 0.3}
        groups.append(stones)
    beside = [{q for pos in group for q in neighbours(pos, SIZE)} - set(symbol) for group in groups]
    if not beside[0] & beside[1] and not any(q in groups[1] for pos in groups[0] for q in neighbours(pos, SIZE)):
        return None
    symbol |= {pos: rng.choice('.....XO') for pos in sorted(beside[0] & beside[1])}
    outer = {pos for side in (0, 1) for pos in sorted(beside[side] - beside[1 - side]) if rng.random() < 0.4}
    wall: dict[int, str] = {}
    for side in (0, 1):
        for pos in beside[side] - beside[1 - side]:
            if pos in outer:
                symbol[pos] = '.'
                wall |= {q: 'OX'[side] for q in neighbours(pos, SIZE) if q not in symbol and q not in beside[1 - side]}
            else:
                wall[pos] = 'OX'[side]
    rest = sorted(every - set(symbol) - set(wall))
    while rest:
        pos = rest.pop(0)
        near = [wall[q] for q in neighbours(pos, SIZE) if q in wall]
        if near:
            wall[pos] = rng.choice(near)
        elif any(q in wall for other_one in rest for q in neighbours(other_one, SIZE)):
            rest.append(pos)
        else:
            return None
    for color in 'XO':
        eyes: list[int] = []
        for pos in rng.sample(sorted(wall), len(wall)):
            if len(eyes) < 2 and all(wall.get(q) == color for q in [pos, *neighbours(pos, SIZE)]):
                eyes.append(pos)
                wall[pos] = '.'
        if len(eyes) < 2:
            return None
    for pos in rng.sample(sorted(symbol), rng.randrange(4)):    # false eyes, cuts, kos and approach moves
        symbol[pos] = rng.choice('.XO')
    text = [(wall | symbol)[pos] for pos in all_points(SIZE)]
    return '/'.join(''.join(text[row * SIZE:(row + 1) * SIZE]) for row in range(SIZE)), groups


def made(seed):
    """Races without end: rows, a stone of each group, and the answers."""
    rng = random.Random(seed)
    while True:
        found = random_race(rng)
        board = board_of(found[0]) if found else None
        if found is None or board is None:
            continue
        rows, rings = found
        kept = [[pos for pos in sorted(stones) if board['color'][pos] == color]
                for stones, color in zip(rings, (BLACK, WHITE), strict=True)]
        if not all(kept):
            continue
        largest = [max((string(board, pos) for pos in stones), key=len)[0] for stones in kept]
        groups = [set(amalgamate.group(board, pos, Workspace())) for pos in largest]
        alive = {color: set(benson.alive_stones(board, color)) for color in (BLACK, WHITE)}
        race = ListedRace(board, groups)
        walled = all(pos in race.points or pos in alive[BLACK] | alive[WHITE] or not board['color'][pos] for pos in all_points(SIZE))
        if not walled or any(group & alive[color] for group, color in zip(groups, (BLACK, WHITE), strict=True)):
            continue
        if race.all.bit_length() > 45 or (race.all & ~(race.stones[0] | race.stones[1])).bit_count() > 10:
            continue
        answers = race.answers()
        if answers:
            yield rows, *largest, answers


if __name__ == '__main__':
    for rows, one, two, answers in islice(made(int(sys.argv[1])), int(sys.argv[2])):
        print(rows, one, two, *(value for pair in answers for value in pair), flush=True)
