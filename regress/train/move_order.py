"""Learn the priors of the solver's moves: ``python -m owlgo.regress.train.move_order PROBLEMS [SEED] [-o FILE]``.

The solver settles random problems; its table then shows in many positions which moves win.  Each such position is a choice of the move that
wins with the least work, among the moves that do not win (``listwise``).  It writes ``engine/solver/move_order.txt``, or another FILE.
"""
import argparse
import random
import sys
import time
from functools import cache
from pathlib import Path

import numpy as np

from owlgo.engine.solver import move_order
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.expand import py_expand
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.table import py_find
from owlgo.regress.train import listwise, sampling

Seen = tuple[tuple[int, ...], bool]
"""A move: the indices of its features' weights (one for a pass), and whether it wins."""
LIMIT = 60_000
"""Nodes of the solver for one problem."""
SAMPLE = 120
"""Most positions of a problem to learn from."""
RARE = 12
"""Occurrences below which a feature gets no weight of its own."""
DECAY = 2.0
"""How strongly weights are pulled towards 0 (``listwise.fit``)."""
LEAST = 0.06
"""The file leaves a feature out if both its weights are smaller."""
FILE = Path(move_order.__file__).with_name('move_order.txt')


def looked_at(solver: Solver, rng: random.Random) -> list[tuple[int, list[Seen]]]:
    """Return training positions, each reached by one move from an entry of the solver's table: the side to move, and its moves with
    features and results."""
    table, search, c = solver.table, solver.search, solver.region.record
    search['noting'] = 1
    entries = np.flatnonzero((table['rest'] != 0) & (table['work'] > 1) & (table['threats'] == 0))
    found = []
    for slot in rng.sample(entries.tolist(), min(SAMPLE, len(entries))):
        entry = table[slot]
        solver._pose(int(entry['attackers']), int(entry['defenders']), int(entry['rest']), 0)
        search['last'][0] = -1
        count = int(py_expand(c, search))
        followed = [(int(search['child_move'][0, k]), search['child_attackers'][0, k], search['child_defenders'][0, k],
                     int(search['child_rest'][0, k])) for k in range(count) if search['child_pn'][0, k] and search['child_dn'][0, k]
                    and search['child_threats'][0, k] == 0]
        rng.shuffle(followed)
        for move, attackers, defenders, rest in followed[:3]:
            if py_find(table, attackers, defenders, rest) < 0:
                continue
            solver._pose(int(attackers), int(defenders), rest, 0)
            search['last'][0] = move
            labels = _labels(solver, int(py_expand(c, search)), rest & 1)
            if labels:
                found.append((rest & 1, labels))
    return found


def _labels(solver: Solver, count: int, side: int) -> list[Seen]:
    """Return the easiest winning move of the position just expanded, with all moves not known to win; empty if no move is known to win."""
    table, search = solver.table, solver.search
    found: list[Seen] = []
    easiest, least = -1, 0
    for k in range(count):
        won, work = search['child_pn' if side == ATTACKER else 'child_dn'][0, k] == 0, 0
        place = py_find(table, search['child_attackers'][0, k], search['child_defenders'][0, k], search['child_rest'][0, k])
        if not won and place >= 0:
            threats, work = search['child_threats'][0, k], int(table[place]['work'])
            won = threats <= table[place]['won'] if side == ATTACKER else threats >= table[place]['lost']
        if won and (easiest < 0 or work < least):
            easiest, least = len(found), work
        seen = (move_order.AT_PASS,) if search['child_move'][0, k] == NO_KO else tuple(int(x) for x in search['child_seen'][k])
        found.append((seen, bool(won)))
    return [move for k, move in enumerate(found) if k == easiest or not move[1]] if easiest >= 0 else []


@cache
def canonical(number: int) -> int:
    """Return the smallest index that the pattern of this weight has in any orientation."""
    if number < move_order.SHAPE_PATTERNS:
        return min(move_order.images_of(number))
    if move_order.AT_CROSS <= number != move_order.AT_PASS:
        return move_order.AT_CROSS + min(move_order.images_of(number - move_order.AT_CROSS, move_order.CROSS_AROUND))
    return number


def name(number: int) -> str:
    """Return the name of a weight in the file."""
    if number < move_order.SHAPE_PATTERNS:
        return f'shape {move_order.picture(number)}'
    if number == move_order.AT_PASS:
        return 'pass 0'
    if number >= move_order.AT_CROSS:
        return f'cross {move_order.picture(number - move_order.AT_CROSS, move_order.CROSS_AROUND)}'
    for kind, start in (('room', move_order.AT_EYE_PLACE), ('relation', move_order.AT_RELATION), ('situation', move_order.AT_SITUATION)):
        if number >= start:
            return f'{kind} {number - start}'
    raise ValueError(f'no weight {number}')


def fit(positions: list[list[Seen]]) -> dict[int, float]:
    """Return the weights of one side's moves by index, as logarithms of odds to win.  Rare patterns get no weight.  Raises NoOptimiser."""
    lists = [([[canonical(number) for number in seen] for seen, _ in labels], [won for _, won in labels].index(True))
             for labels in positions]
    index, weight = listwise.learn(lists, RARE, DECAY)
    choices = listwise.Choices.of(lists, index)
    scores, wins = choices.scores(weight), np.array([won for labels in positions for _, won in labels])
    same = listwise.level(scores, wins)
    print(f'{len(wins)} moves in {len(choices)} positions, {len(index)} weights; {choices.prediction(weight)}', file=sys.stderr)
    # The common level goes to the relations and to the pass: every move has exactly one of these weights.
    found = dict.fromkeys((*range(move_order.AT_RELATION, move_order.AT_EYE_PLACE), move_order.AT_PASS), same)
    for number, k in index.items():
        found[number] = found.get(number, 0.0) + float(weight[k])
    return found


def learn(problems: int, seed: int) -> str:
    """Return the text of the file.  Raises NoOptimiser."""
    listwise.optimiser()
    rng = random.Random(seed)
    data: dict[int, list[list[Seen]]] = {ATTACKER: [], DEFENDER: []}
    settled, started = 0, time.time()
    for number in range(problems):
        _, region = sampling.dragon(rng)
        solver = Solver(region, LIMIT, memory=16, guess=True)
        side = rng.choice((ATTACKER, DEFENDER))
        answer = solver.settle(region.attackers, region.defenders, NO_KO, side, 0)
        settled += answer != End.OUT_OF_NODES
        for mover, labels in looked_at(solver, rng):
            data[mover].append(labels)
        if number % 100 == 99:
            print(f'{number + 1} problems, {settled} settled, {time.time() - started:.0f} s', file=sys.stderr)
    moves = sum(len(labels) for positions in data.values() for labels in positions)
    head = '# What promises a move: logarithms of odds, of the attacker and of the defender.  Shapes: X attacks, O defends.\n' \
           f'# Made by "python -m owlgo.regress.train.move_order {problems} {seed}" from {moves} moves.\n'
    weights = []
    for side in (ATTACKER, DEFENDER):
        if not data[side]:
            raise ValueError(f'no position with a move that wins in {problems} problems')
        print('attacker' if side == ATTACKER else 'defender', end=': ', file=sys.stderr)
        weights.append(fit(data[side]))
    return head + listwise.rows({number: name(number) for number in sorted({*weights[0], *weights[1]}, key=name)}, weights, LEAST)


def main(argv: list[str] | None = None) -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(prog='python -m owlgo.regress.train.move_order',
                                     description='Learn which moves the solver looks at first.')
    parser.add_argument('problems', type=int, help='random problems to settle')
    parser.add_argument('seed', type=int, nargs='?', default=1, help='of the problems (1)')
    parser.add_argument('-o', '--output', type=Path, default=FILE, help='where the weights go, if not where the solver reads them')
    args = parser.parse_args(argv)
    if args.problems < 1:
        parser.error(f'argument problems: {args.problems} are too few')
    try:
        args.output.write_text(learn(args.problems, args.seed), encoding='ascii')
    except (OSError, ValueError) as error:
        parser.exit(2, f'{parser.prog}: {error}\n')
    return 0


if __name__ == '__main__':
    sys.exit(main())
