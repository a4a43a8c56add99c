"""`owlgo patterns mine`: shapes of winning moves that no pattern proposes, generalised until they cover much and propose little.

Every legal move near a dragon is seen as a window of 5x5 points in eight orientations, with the edges of the board, the liberties of
strings and what is known of the eyes.  A rule begins with a stone of the dragon and grows by one condition after the other, taken from the
window of a winning move that is not proposed yet: the one that raises the odds of such moves most.  What is left out may be anything.  Of
all rules that grew, those are taken one by one that cover the most positions for the wrong moves they add.

A rule is counted on windows.  As a pattern it is counted again by the matcher, which knows connected dragons and sacrifices better.
"""
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.core.board import py_is_legal
from engine.core.points import BORDER, EMPTY, STRIDE, all_points
from engine.core.strings import py_liberties_after
from patterns.compile import compile_database, turn
from patterns.draw import framed
from patterns.expr import LABELS
from patterns.lang import read_text
from regress.train.coverage import Observer, SeenCase, Tables, databases

RADIUS = 2
AROUND = tuple((row, col) for row in range(-RADIUS, RADIUS + 1) for col in range(-RADIUS, RADIUS + 1) if (row, col) != (0, 0))
NEAR = frozenset(step for step in AROUND if abs(step[0]) + abs(step[1]) <= 2)
"""Where the liberties of strings are looked at."""
FREE, MINE, YOURS, OUTSIDE, GOAL = 1, 2, 4, 8, 16
"""Bits of what a point is to the side to move; stones of the dragon have GOAL beside their colour."""
SYMBOLS = {'.': FREE, 'O': MINE, 'X': YOURS, 'o': FREE | MINE, 'x': FREE | YOURS}
MANY_LIBERTIES = 4
READINGS = 'lib(a) <= 3 && does_attack(*,a)', 'lib(a) <= 3 && does_defend(*,a)'
SIDES = {(-1, 0): 0, (0, -1): 1, (1, 0): 2, (0, 1): 3}
PRICE = 0.1
"""What a wrong move more costs, in positions covered."""
LEAST_GAIN = 2.0
SEEDS = 250
"""Moves that rules are grown from in a round."""
ROUNDS = 8
MOST_CONDITIONS = 12
POPULATION = np.array([bin(byte).count('1') for byte in range(256)], np.uint32)
HEADER = 'attribute_map value_only\ngoal_elements {0}\ncallback_data {0}\n\n'


class Condition(NamedTuple):
    """One thing that a rule asks for; row and column count from the move."""
    row: int
    col: int
    what: str
    """A symbol, ``edge``, or a constraint with ``a`` for the point."""


Rule = frozenset[Condition]


@dataclass
class Mined:
    """A rule and what it did."""
    rule: Rule
    sacrifice: bool
    covers: int
    """Positions in which it alone proposes a winning move."""
    wrong: int
    """Moves that it adds to lists and that do not win."""

    def worth(self, price: float) -> float:
        return self.covers - price * self.wrong

    def text(self, name: str, comment: str = '') -> str:
        """The rule as a pattern."""
        comment = comment or f'Mined: {self.covers} positions covered, {self.wrong} wrong moves.'
        value = round(35 + 60 * self.covers / (self.covers + self.wrong + 1))
        return pattern_text(self.rule, name, comment, 's' if self.sacrifice else '-', value)


def pattern_text(rule: Rule, name: str, comment: str, classes: str, value: int) -> str:
    """A rule in the language of patterns."""
    edges = {(c.row, c.col) for c in rule if c.what == 'edge'}
    drawn = {(c.row, c.col): c.what for c in rule if c.what in SYMBOLS}
    asked = [c for c in rule if c.what != 'edge' and c.what not in SYMBOLS]
    cells = [(0, 0), *drawn, *((c.row, c.col) for c in asked), *(_inward(*edge) for edge in edges)]
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    bottom, right = max(row for row, _ in cells), max(col for _, col in cells)
    sides = {(row > 0) - (row < 0) if row else 0: row for row, col in edges if row}
    across = {(col > 0) - (col < 0) if col else 0: col for row, col in edges if col}
    frame = (-1 in sides, -1 in across, 1 in sides, 1 in across)
    names = dict(zip(sorted({(c.row, c.col) for c in asked if (c.row, c.col) != (0, 0)}), sorted(LABELS, key=str.swapcase), strict=False))

    def grid(symbol: Callable[[tuple[int, int]], str]) -> list[str]:
        return framed([''.join(symbol((row, col)) for col in range(left, right + 1)) for row in range(top, bottom + 1)], *frame)
    plain = grid(lambda place: '*' if place == (0, 0) else drawn.get(place, '?'))
    lines = [f'Pattern {name}', f'# {comment}', '', *plain, '', f':8,{classes},value({value})', '']
    if asked:
        labelled = grid(lambda place: '*' if place == (0, 0) else names.get(place, drawn.get(place, '?')))
        parts = sorted(_named(c.what, names[c.row, c.col]) if (c.row, c.col) in names else c.what for c in asked)
        lines += [*labelled, '', '; ' + ' && '.join(parts), '']
    return '\n'.join(lines)


def _named(what: str, label: str) -> str:
    """A constraint with its label."""
    return what.replace('(a)', f'({label})').replace(',a)', f',{label})')


def _inward(row: int, col: int) -> tuple[int, int]:
    """One step back to the move, along both axes."""
    return row - (row > 0) + (row < 0), col - (col > 0) + (col < 0)


class Moves:
    """All legal moves near the dragons of some cases of one side, as masks: a bit for each move, in eight orientations where it matters."""

    def __init__(self, every: Sequence[SeenCase], observer: Observer, tables: Tables) -> None:
        windows, liberties, facts, read = [], [], [], []
        self.case: list[int] = []
        self.points: list[int] = []
        flags: dict[str, list[bool]] = {'wins': [], 'listed': [], 'safe': []}
        self.covered = np.zeros(len(every), bool)
        for number, seen in enumerate(every):
            listed = seen.known_moves | set(observer.proposals(seen, tables))
            self.covered[number] = bool(listed & seen.case.winning)
            board = seen.case.board()
            codes, libs = _codes(board, seen)
            for pos in all_points(seen.case.size):
                if board['color'][pos] != EMPTY or not py_is_legal(board, pos, seen.case.color):
                    continue
                window = codes[_places(pos)]
                if not (window & GOAL).any():
                    continue
                windows.append(window)
                liberties.append(libs[_places(pos)])
                facts.append(_of_move(board, seen, pos))
                read.append(_readings(board, seen, pos, observer))
                self.case.append(number)
                self.points.append(pos)
                flags['wins'].append(pos in seen.case.winning)
                flags['listed'].append(pos in listed)
                flags['safe'].append(observer.is_safe(seen, board, pos, seen.case.color))
        self.count = len(windows)
        self.cases = np.array(self.case, np.int64)
        self.wins, self.listed = np.array(flags['wins'], bool), np.array(flags['listed'], bool)
        self.safe_mask = np.packbits(np.array(flags['safe'], bool))
        self.windows, self.liberties, self.facts = np.array(windows, np.uint8), np.array(liberties, np.uint8), facts
        self.read = np.array(read, bool)
        self._masks: dict[Condition, np.ndarray] = {}

    def mask(self, condition: Condition) -> np.ndarray:
        """The moves that meet a condition: shape (8, bytes), or (bytes,) where no orientation matters."""
        if condition not in self._masks:
            self._masks[condition] = self._made(condition)
        return self._masks[condition]

    def _made(self, condition: Condition) -> np.ndarray:
        row, col, what = condition
        if (row, col) == (0, 0):
            return np.packbits(np.array([what in fact for fact in self.facts], bool))
        rows = []
        for orientation in range(8):
            at = AROUND.index(turn(row, col, orientation))
            here = self.windows[:, at]
            if what == 'edge':
                inner = _inward(row, col)
                inside = inner == (0, 0) or self.windows[:, AROUND.index(turn(*inner, orientation))] & OUTSIDE == 0
                rows.append((here & OUTSIDE != 0) & inside)
            elif what in SYMBOLS:
                rows.append(here & SYMBOLS[what] != 0)
            elif what in READINGS:
                rows.append(self.read[:, READINGS.index(what), at])
            else:
                rows.append((self.liberties[:, at] <= int(what[-1])) & (here & (MINE | YOURS) != 0))
        return np.packbits(np.array(rows, bool), axis=1)

    def conditions(self, number: int, goal: str) -> tuple[list[Condition], list[Condition]]:
        """What is true of a move: the stones of the dragon, and everything that a rule may ask for."""
        window, libs = self.windows[number], self.liberties[number]
        first, every = [], [Condition(0, 0, text) for text in sorted(self.facts[number])]
        for k, (row, col) in enumerate(AROUND):
            code = int(window[k])
            if code & OUTSIDE:
                if row == 0 or col == 0:
                    inner = _inward(row, col)
                    if inner == (0, 0) or not int(window[AROUND.index(inner)]) & OUTSIDE:
                        every.append(Condition(row, col, 'edge'))
                continue
            every += [Condition(row, col, symbol) for symbol, bits in SYMBOLS.items() if code & bits]
            if code & GOAL:
                first.append(Condition(row, col, goal))
            if code & (MINE | YOURS) and (row, col) in NEAR:
                every += [Condition(row, col, f'lib(a) <= {most}') for most in range(1, MANY_LIBERTIES) if libs[k] <= most]
            every += [Condition(row, col, what) for number_, what in enumerate(READINGS) if self.read[number, number_, k]]
        return first, every


def _places(pos: int) -> np.ndarray:
    """The points of the window round a move, counted in the padded board."""
    row, col = pos // STRIDE + RADIUS, pos % STRIDE + RADIUS
    return np.array([(row + dr) * (STRIDE + 2 * RADIUS) + col + dc for dr, dc in AROUND])


def _codes(board: np.void, seen: SeenCase) -> tuple[np.ndarray, np.ndarray]:
    """What every point is, and the liberties of strings, on a board with a rim."""
    width = STRIDE + 2 * RADIUS
    codes, libs = np.full(width * width, OUTSIDE, np.uint8), np.zeros(width * width, np.uint8)
    goal = set(seen.case.goal)
    for pos in all_points(seen.case.size):
        at = (pos // STRIDE + RADIUS) * width + pos % STRIDE + RADIUS
        color = int(board['color'][pos])
        if color == EMPTY:
            codes[at] = FREE
        elif color != BORDER:
            codes[at] = (MINE if color == seen.case.color else YOURS) | (GOAL if pos in goal else 0)
            libs[at] = min(9, int(board['libs'][board['origin'][pos]]))
    return codes, libs


def _readings(board: np.void, seen: SeenCase, pos: int, observer: Observer) -> np.ndarray:
    """For each point near a move, whether it takes a string there that could have been saved, or saves one."""
    found = np.zeros((len(READINGS), len(AROUND)), bool)
    answers: dict[int, int] = {}
    for k, (row, col) in enumerate(AROUND):
        stone = pos + row * STRIDE + col
        if (row, col) not in NEAR or not 0 <= stone < len(board['color']) or board['color'][stone] in (EMPTY, BORDER):
            continue
        origin, mine = int(board['origin'][stone]), board['color'][stone] == seen.case.color
        if board['libs'][origin] < MANY_LIBERTIES:
            if origin not in answers:
                answers[origin] = observer.ask(seen, board, 'does_defend' if mine else 'does_attack', seen.case.color, pos, stone)
            found[int(mine), k] = bool(answers[origin])
    return found


def _of_move(board: np.void, seen: SeenCase, pos: int) -> frozenset[str]:
    """The constraints that hold at a move."""
    f, found = seen.facts, set()
    eye = int(f['owl_eye'][pos])
    most = int(f['eye_max'][eye]) if eye else 0
    if most >= 1:
        found.add('owl_eyespace(*)')
    if most >= 2:
        found.add('owl_big_eyespace(*)')
    if eye and not f['marginal'][pos]:
        found.add('owl_proper_eye(*)')
    if most >= 1:
        size = int(f['eye_size'][eye])
        found |= {f'owl_eye_size(*) <= {limit}' for limit in (4, 6) if size <= limit}
        found |= {f'owl_eye_size(*) > {limit}' for limit in (4, 6) if size > limit}
        if f['eye_min'][eye] == 0:
            found.add('owl_mineye(*) == 0')
    else:
        found.add('!owl_eyespace(*)')
    if f['escape'][pos] > 0:
        found.add('owl_escape_value(*) > -10')
    mine, yours = (int(py_liberties_after(board, pos, color)) for color in (seen.case.color, 3 - seen.case.color))
    found |= {f'olib(*) > {least}' for least in (1, 2, 3) if mine > least} | {f'xlib(*) > {least}' for least in (1, 2, 3) if yours > least}
    found |= {f'xlib(*) <= {limit}' for limit in (1, 2) if yours <= limit} | {f'olib(*) <= {limit}' for limit in (1, 2) if mine <= limit}
    return frozenset(found)


def _size(mask: np.ndarray) -> int:
    return int(POPULATION[mask].sum())


class Miner:
    """Grows rules and picks the best."""

    def __init__(self, moves: Moves, goal: str, rng: random.Random, price: float = PRICE) -> None:
        """``goal``: X where the dragon is attacked, O where it is defended."""
        self.moves, self.goal, self.rng, self.price = moves, goal, rng, price
        self._count()

    def _count(self) -> None:
        """What counts for a rule and what against it, as things stand."""
        m = self.moves
        self.target = np.packbits(m.wins & ~m.covered[m.cases])
        self.noise = np.packbits(~m.wins & ~m.listed)

    def matched(self, rule: Iterable[Condition], sacrifice: bool) -> np.ndarray:
        """The moves that a rule proposes."""
        turned = [self.moves.mask(c) for c in rule]
        wide = [mask for mask in turned if mask.ndim == 2]
        found = np.bitwise_or.reduce(np.bitwise_and.reduce(wide)) if wide else np.full(len(self.target), 255, np.uint8)
        for mask in (mask for mask in turned if mask.ndim == 1):
            found = found & mask
        return found if sacrifice else found & self.moves.safe_mask

    def grow(self, number: int) -> Mined | None:
        """The best rule that grows from the window of a move."""
        first, every = self.moves.conditions(number, self.goal)
        safe = bool(np.unpackbits(self.moves.safe_mask)[number])
        best: Mined | None = None
        for start in self.rng.sample(first, min(3, len(first))):
            rule = [start]
            wide, flat = self.moves.mask(start), np.full(len(self.target), 255, np.uint8) if not safe else self.moves.safe_mask
            covers, wrong = self._weigh(wide, flat)
            left = [c for c in every if c != start]
            while len(rule) < MOST_CONDITIONS:
                chosen: tuple[float, Condition, int, int] | None = None
                before = np.log((covers + 0.5) / (covers + wrong + 1))
                for condition in left:
                    mask = self.moves.mask(condition)
                    found = self._weigh(wide & mask, flat) if mask.ndim == 2 else self._weigh(wide, flat & mask)
                    if found[0] < LEAST_GAIN:
                        continue
                    gain = found[0] * (np.log((found[0] + 0.5) / (found[0] + found[1] + 1)) - before)
                    if gain > 0.01 and (chosen is None or gain > chosen[0]):
                        chosen = float(gain), condition, *found
                if chosen is None:
                    break
                _, condition, covers, wrong = chosen
                mask = self.moves.mask(condition)
                wide, flat = (wide & mask, flat) if mask.ndim == 2 else (wide, flat & mask)
                rule.append(condition)
                left = [c for c in left if c != condition]
                found_one = Mined(_tidy(rule), not safe, covers, wrong)
                if covers >= LEAST_GAIN and (best is None or found_one.worth(self.price) > best.worth(self.price)):
                    best = found_one
        return best

    def _weigh(self, wide: np.ndarray, flat: np.ndarray) -> tuple[int, int]:
        """Winning and wrong moves that are new."""
        found = np.bitwise_or.reduce(wide) & flat
        return _size(found & self.target), _size(found & self.noise)

    def candidates(self, rounds: int = ROUNDS, most: int = 60) -> Iterator[Mined]:
        """Rules, the best first, each counted after those before it."""
        m = self.moves
        given = 0
        for _ in range(rounds):
            seeds = np.flatnonzero(np.unpackbits(self.target)[:m.count]).tolist()
            pool = {}
            for number in self.rng.sample(seeds, min(SEEDS, len(seeds))):
                grown = self.grow(number)
                if grown is not None and grown.worth(self.price) > 0:
                    pool[grown.rule, grown.sacrifice] = grown
            found = 0
            masks = {key: self.matched(*key) for key in pool}
            while masks and given < most:
                counts = {key: (self._cases(mask), _size(mask & self.noise)) for key, mask in masks.items()}
                key = max(counts, key=lambda key: (counts[key][0] - self.price * counts[key][1], str(sorted(key[0]))))
                covers, wrong = counts[key]
                if covers < LEAST_GAIN or covers - self.price * wrong <= 0:
                    break
                self._take(np.unpackbits(masks.pop(key))[:m.count].astype(bool))
                given, found = given + 1, found + 1
                yield Mined(key[0], key[1], covers, wrong)
            if not found:
                break

    def _cases(self, mask: np.ndarray) -> int:
        """The positions that are covered anew."""
        hits = np.flatnonzero(np.unpackbits(mask & self.target)[:self.moves.count])
        return len(set(self.moves.cases[hits].tolist()))

    def _take(self, found: np.ndarray) -> None:
        """From now on these moves are listed."""
        m = self.moves
        m.listed |= found
        m.covered[m.cases[found & m.wins]] = True
        self._count()


def _tidy(rule: Iterable[Condition]) -> Rule:
    """Without conditions that others imply."""
    kept = set(rule)
    exact = {(c.row, c.col) for c in kept if c.what in ('.', 'O', 'X')}
    for place in {(c.row, c.col) for c in kept}:
        loose = {c for c in kept if (c.row, c.col) == place and c.what in ('o', 'x')}
        if place in exact:
            kept -= loose
        elif len(loose) == 2:
            kept = (kept - loose) | {Condition(*place, '.')}
        below = sorted(c for c in kept if (c.row, c.col) == place and c.what.startswith('lib'))
        # What was read of a string implies no more than three liberties, not fewer.
        plain = [c for c in below if '&&' not in c.what]
        kept -= set(plain[1:])
        if len(plain) < len(below):
            kept -= {c for c in plain if c.what.endswith('<= 3')}
    return frozenset(kept)


def tables_of(text: str, name: str) -> Tables:
    """Tables of patterns that stand in no database yet.  Raises PatternErrors."""
    database = read_text(text, f'{name}.db')
    return [(name, compile_database(database), [pattern.name for pattern in database.patterns])]


def mine(every: Sequence[SeenCase], attacking: bool, observer: Observer, seed: int = 1, price: float = PRICE,
         most: int = 60) -> list[Mined]:
    """Rules that the databases of a side lack, counted again as patterns one after the other."""
    cases = [seen for seen in every if seen.case.attacking == attacking]
    goal = 'X' if attacking else 'O'
    tables = databases(attacking)
    moves = Moves(cases, observer, tables)
    rules = list(Miner(moves, goal, random.Random(seed), price).candidates(most=most))
    if not rules:
        return []
    text = HEADER.format(goal) + '\n'.join(rule.text(f'mined_{k}') for k, rule in enumerate(rules))
    found = [(seen, seen.known_moves | set(observer.proposals(seen, tables)), observer.proposals(seen, tables_of(text, 'mined')))
             for seen in cases]
    counted = []
    for k, rule in enumerate(rules):
        covers = wrong = 0
        for seen, listed, proposed in found:
            new = {pos for pos, names in proposed.items() if f'mined/mined_{k}' in names} - listed
            covers += bool(new & seen.case.winning) and not listed & seen.case.winning
            wrong += len(new - seen.case.winning)
            listed |= new
        counted.append(Mined(rule.rule, rule.sacrifice, covers, wrong))
    return counted
