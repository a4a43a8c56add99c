"""Learn the patterns of an owl database: ``python -m owlgo.regress.train.rules attack TREES... -o patterns/db/owl_attackpats.db``.

Rules are learned one after the other (sequential covering).  Each starts from a move with which GNU Go won by one of its patterns and that
no rule proposes yet.  It grows by the literal of that move that gains most: winning moves count for it, moves that GNU Go never tried
against it.  Then literals go that earn nothing.  A rule stays if it gains enough in enough positions, and what it covers counts no more.
"""
import argparse
import hashlib
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from owlgo.engine.core.printable import say
from owlgo.regress.train import written
from owlgo.regress.train.literals import (
    BELOW,
    FROM,
    MASKS,
    NO,
    NOT_DRAGON,
    OF_DRAGON,
    ORIENTATIONS,
    POINT,
    YES,
    Literal,
    Rule,
    every_pair,
    gains,
    narrow,
    of_move,
    of_points,
    steps,
)
from owlgo.regress.train.moves_seen import CELLS, MINE, OF_GOAL, WHAT, YOURS, Moves, SeenNode, of_files

WON, TRIED, IDLE, IDLE_LOST = 10.0, -0.3, -0.4, -1.0
"""Weights of a move that wins, that a pattern of GNU Go's tried in vain, and that nothing tried, at nodes that are won or lost."""
PENALTY = 0.25
"""Gain that a literal more must bring."""
LEAST_GAIN, LEAST_POSITIONS = 6.0, 3
"""What a rule must gain, and in how many positions it must propose the winning move."""
MOST_LITERALS = 14
SAMPLED = 8000, 2500
"""Moves against and for a rule that its first literals are chosen by."""
SAMPLE_LITERALS, SAMPLE_PAIRS = 4, 6000
"""From so many literals on, or so few pairs, all moves count."""
KEPT_LITERALS = 2
"""First literals, which pruning leaves alone."""
NODES = 60
"""Nodes sampled from a question."""
LOWEST, RANGE = 20, 75
"""Values: the lowest, and what a rule that never fails has more."""
LOOSE = 0.5
"""A pattern's stone is of class b if GNU Go joins it to the dragon less often."""
FIRST = 3
"""Moves of a node whose order counts."""
ABOUT_POINT = (FROM, BELOW, YES, NO, OF_DRAGON, NOT_DRAGON)


@dataclass
class LearnedRule:
    """A rule and what it does in the data it was learned from."""
    rule: Rule
    safe: bool
    """It proposes only moves that cannot be captured outright."""
    gain: float
    hits: np.ndarray
    """The moves that it proposes."""
    value: int = LOWEST
    joins: float = 1.0
    """How often GNU Go joins the stone to the dragon."""

    @property
    def classes(self) -> str:
        return ('' if self.safe else 's') + ('b' if self.joins < LOOSE else '')


def is_held_out(position: str, share: float) -> bool:
    """Whether a position is kept apart, so that it has no say."""
    return int(hashlib.md5(position.encode()).hexdigest(), 16) % 1000 < share * 1000


class Data:
    """All moves of one side, with their weights."""

    def __init__(self, seen: Iterable[SeenNode], attacking: bool, held_out: float) -> None:
        self.attacking, self.dragon = attacking, YOURS if attacking else MINE
        kept: list[Moves] = []
        self.positions: list[str] = []
        self.points: list[int] = []
        nodes, weights, wins, joined, held, losing, wanted = list[int](), list[float](), list[bool](), list[float](), [], [], []
        for node in seen:
            # Where GNU Go won without its patterns, they had no say.
            if node.attacking != attacking or not (node.outcome == 'lose' or any(tried.by_pattern for tried in node.tried.values())):
                continue
            number = len(self.positions)
            self.positions.append(node.position)
            winner = node.tried.get(node.winner) if node.winner is not None else None
            held.append(is_held_out(node.position, held_out))
            losing.append(node.outcome == 'lose')
            wanted.append(winner is not None and winner.by_pattern)
            kept.append(node.moves)
            for pos in node.moves.points.tolist():
                tried = node.tried.get(pos)
                by_pattern = tried is not None and tried.by_pattern
                won = pos == node.winner
                nodes.append(number)
                self.points.append(pos)
                wins.append(won and by_pattern)
                joined.append(float(tried.move in tried.goal) if tried is not None and by_pattern else np.nan)
                weights.append((WON if won else TRIED) if by_pattern else 0.0 if tried is not None else IDLE_LOST if losing[-1] else IDLE)
        if not kept:
            raise ValueError('no readings of this side')
        self.moves = Moves(*(np.concatenate([getattr(each, name) for each in kept]) for name in ('points', 'safe', 'answers', 'cells')))
        self.node, self.joined, self.won = np.array(nodes), np.array(joined), np.array(wins)
        self.held_nodes, self.losing, self.wanted = np.array(held), np.array(losing), np.array(wanted)
        self.held = self.held_nodes[self.node]
        self.weight = np.where(self.held, 0.0, np.array(weights))
        self.wins = np.where(self.held, 0.0, self.won.astype(float))

    def hits(self, rule: Rule, safe: bool) -> np.ndarray:
        """All moves that a rule proposes."""
        among = np.flatnonzero(self.moves.safe) if safe else np.arange(len(self.node))
        return np.unique(narrow(self.moves, rule, every_pair(among), self.dragon) // ORIENTATIONS)


class Learner:
    """Grows rules."""

    def __init__(self, data: Data, seed: int) -> None:
        self.data, self.rng, self.numbers = data, random.Random(seed), np.random.default_rng(seed)

    def learn(self, seconds: float) -> Iterator[LearnedRule]:
        """Rules, until there is no move left to start from or the time is over."""
        until, data = time.monotonic() + seconds, self.data
        seeds = np.flatnonzero(data.wins > 0).tolist()
        for seed in self.rng.sample(seeds, len(seeds)):
            if time.monotonic() > until:
                return
            found = self.grow(seed) if data.weight[seed] > 0 else None
            if found is not None:
                data.weight[found.hits] = 0.0
                yield found

    def grow(self, seed: int) -> LearnedRule | None:
        """The best rule that holds for this winning move; None if it gains too little."""
        data, safe = self.data, bool(self.data.moves.safe[seed])
        every = np.flatnonzero((data.weight != 0) & data.moves.safe) if safe else np.flatnonzero(data.weight)
        rule = self._grown(seed, every)
        if not rule:
            return None
        if not self._draws_dragon(rule):
            stones = [cell for cell in range(CELLS) if data.moves.cells[seed, cell, WHAT] == data.dragon | OF_GOAL]
            if not stones:
                return None
            rule.append(Literal(POINT, min(stones, key=lambda cell: sum(map(abs, steps(cell)))), 1 << data.dragon, 0))
        rule, gain, hits = self._pruned(rule, every)
        positions = {data.positions[data.node[i]] for i in hits if data.wins[i]}
        if gain < LEAST_GAIN or len(positions) < LEAST_POSITIONS:
            return None
        return LearnedRule(tuple(rule), safe, gain, hits)

    def _sample(self, seed: int, every: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Some of the moves, and the weights of all scaled so that the sample stands for them."""
        weight, chosen = self.data.weight.copy(), [np.array([seed])]
        for part, most in zip((every[weight[every] < 0], every[weight[every] > 0]), SAMPLED, strict=True):
            some = self.numbers.choice(part, most, replace=False) if len(part) > most else part
            weight[some] *= len(part) / max(1, len(some))
            chosen.append(some)
        return np.unique(np.concatenate(chosen)), weight

    def _grown(self, seed: int, every: np.ndarray) -> list[Literal]:
        """A rule that grew until no literal gains anything."""
        data = self.data
        some, weight = self._sample(seed, every)
        pairs, rule, gain, whole = every_pair(some), list[Literal](), -np.inf, False
        first = of_move(data.moves, seed)
        while len(rule) < MOST_LITERALS:
            drawn = [cell for kind, cell, what, _ in rule if kind == POINT and what in (MASKS['.'], MASKS['O'], MASKS['X'])]
            literals = [each for each in first + of_points(data.moves, seed, drawn, data.dragon) if each not in rule]
            found = gains(data.moves, literals, pairs, weight, data.wins)
            gained = np.where(found[:, 1] >= LEAST_POSITIONS, found[:, 0], -np.inf)
            best = int(np.argmax(gained))
            if gained[best] == -np.inf or whole and gained[best] <= gain + PENALTY:
                break
            rule.append(literals[best])
            gain = float(gained[best])
            pairs = narrow(data.moves, rule[-1:], pairs)
            if not whole and (len(pairs) < SAMPLE_PAIRS or len(rule) >= SAMPLE_LITERALS):
                whole, weight = True, data.weight
                pairs = narrow(data.moves, rule, every_pair(every))
                gain = float(weight[np.unique(pairs // ORIENTATIONS)].sum())
        return rule if whole else []

    def _pruned(self, rule: list[Literal], every: np.ndarray) -> tuple[list[Literal], float, np.ndarray]:
        """The rule without literals that earn nothing, its gain, and the moves it proposes."""
        data = self.data
        pairs = narrow(data.moves, rule[:KEPT_LITERALS], every_pair(every))

        def tell(rule: list[Literal]) -> tuple[float, np.ndarray]:
            hits = np.unique(narrow(data.moves, rule, pairs, data.dragon) // ORIENTATIONS)
            return float(data.weight[hits].sum()) - PENALTY * len(rule), hits
        gain, hits = tell(rule)
        k = len(rule) - 1
        while k >= KEPT_LITERALS:
            shorter = rule[:k] + rule[k + 1:]
            if self._is_sound(shorter):
                less, more_hits = tell(shorter)
                if less >= gain:
                    rule, gain, hits, k = shorter, less, more_hits, len(shorter)
            k -= 1
        return rule, gain, hits

    def _draws_dragon(self, rule: list[Literal]) -> bool:
        return any(kind == POINT and what == 1 << self.data.dragon for kind, _, what, _ in rule)

    def _is_sound(self, rule: list[Literal]) -> bool:
        """Whether it draws the dragon and every point that it asks about, as stone or empty."""
        drawn = {cell for kind, cell, what, _ in rule if kind == POINT and what in (MASKS['.'], MASKS['O'], MASKS['X'])}
        return self._draws_dragon(rule) and all(cell in drawn for kind, cell, _, _ in rule if kind in ABOUT_POINT)


def rate(learned: list[LearnedRule], data: Data) -> None:
    """Give rules their values by how often they are right, and see which stones join the dragon."""
    counted = ~data.held & (data.losing | data.wanted)[data.node]
    for each in learned:
        each.hits = data.hits(each.rule, each.safe)
        seen = each.hits[counted[each.hits]]
        each.value = round(LOWEST + RANGE * (int(data.won[seen].sum()) + 1) / (len(seen) + 3))
        joined = data.joined[each.hits]
        known = joined[~np.isnan(joined)]
        if not data.attacking and len(known):
            each.joins = float(known.mean())


def report(learned: list[LearnedRule], data: Data, held_out: bool) -> str:
    """How many winning moves the rules propose, in how long lists."""
    value = np.zeros(len(data.node))
    for each in learned:
        value[each.hits] = np.maximum(value[each.hits], each.value)
    nodes = np.flatnonzero(data.held_nodes == held_out)
    listed = first = 0
    for i in np.flatnonzero(data.won & (data.held == held_out)):
        begin, end = np.searchsorted(data.node, (data.node[i], data.node[i] + 1))
        listed += value[i] > 0
        first += value[i] > 0 and (value[begin:end] > value[i]).sum() < FIRST
    wanted, total = int(data.wanted[nodes].sum()), int((value[data.held == held_out] > 0).sum())
    return f'{"held out" if held_out else "learned"}: {len(nodes)} nodes, {wanted} winning pattern moves, {listed} listed, ' \
           f'{first} among {FIRST}, {total / max(1, len(nodes)):.2f} moves a node'


def database(learned: list[LearnedRule], attacking: bool) -> str:
    """The rules as a database, in the order in which they were learned."""
    names = Counter[str]()
    patterns = [written.pattern(each.rule, attacking, each.classes, each.value, names) for each in learned]
    return '\n'.join([written.heading(attacking), *patterns])


def main(argv: list[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(prog='python -m owlgo.regress.train.rules',
                                     description='Learn patterns from trees of GNU Go\'s readings.')
    parser.add_argument('side', choices=('attack', 'defend'))
    parser.add_argument('files', type=Path, nargs='+', metavar='TREES', help='what regress.train.trees wrote')
    parser.add_argument('-o', '--output', type=Path, required=True, metavar='FILE.db')
    parser.add_argument('--minutes', type=float, default=20, help='time for growing rules (default 20)')
    parser.add_argument('--nodes', type=int, default=NODES, help=f'nodes of a question that are looked at (default {NODES})')
    parser.add_argument('--hold', type=float, default=0.0, metavar='SHARE', help='share of positions that are held out (default 0)')
    parser.add_argument('--seed', type=int, default=1, help='order of the moves that rules start from (default 1)')
    args = parser.parse_args(argv)
    attacking = args.side == 'attack'
    try:
        data = Data(of_files(args.files, args.nodes), attacking, args.hold)
        learned = list(Learner(data, args.seed).learn(60 * args.minutes))
        rate(learned, data)
        args.output.write_text(database(learned, attacking), encoding='ascii')
    except (OSError, ValueError) as error:
        parser.exit(2, f'{parser.prog}: {error}\n')
    for held_out in (False, True):
        say(report(learned, data, held_out), sys.stderr)
    return 0


if __name__ == '__main__':
    sys.exit(main())
