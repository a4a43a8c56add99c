"""Learning the order of moves in the selective search: ``python -m regress.train.order collect PROBLEMS SEED FILE`` and then
``... fit FILE... [-o FILE]``, which writes ``engine/owl/order.txt`` or another file.

Problems are made at random, or come from a file in the format of ``cases``, and the solver settles them.  From the problem on, the moves
that the search lists are looked at: each wins or loses by the solver.  Below a position the first winning move and the first losing ones
are followed, as the search would.  Where some win and some lose there is a choice (``listwise``).
"""
import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engine.core.board import new_board, py_place_if_legal, py_popgo, py_trymove
from engine.core.points import all_points, other, parse_vertex, vertex
from engine.core.workspace import Workspace
from engine.owl import move_prior, order, reading, selective
from engine.owl.goal import py_carry_goal
from engine.owl.limits import Means
from engine.solver.region import ATTACKER, DEFENDER
from regress.train import cases, listwise, move_order, sides

DEPTH, POSITIONS, WIDTH = 6, 24, 3
"""How deep problems are looked into, at how many positions of each, and how many moves are followed from one."""
RARE = 20
"""What is seen less often has no weight of its own."""
DECAY = 2.0
"""How strongly weights are pulled towards 0 (``listwise.fit``)."""
LEAST = 0.05
"""Weights nearer to 0 are left out."""
EASY = 40
"""Problems that are settled with fewer nodes are left out."""
RUNGS = ((4, 4), (4, 3), (3, 2))
"""Arenas for problems of a file: the largest that can be drawn and settled."""
FILE = Path(order.__file__).with_name('order.txt')
Choice = tuple[int, list[int], np.ndarray]
"""Side, which moves won, and of every move what is seen of it, an array of keys."""


class _Walk:
    """A walk through the tree of a problem along what the search lists."""

    def __init__(self, problem: cases.SolvedProblem, means: Means) -> None:
        self.problem, self.means = problem, means
        self.board = problem.board.copy()
        self.kept = selective.prepare(self.board, problem.goal, means)
        self.kept.owl['order_weight'] = 0
        self.place_of = {pos: k for k, pos in enumerate(problem.region.points)}
        self.seen: set[tuple[cases.Place, int]] = set()
        self.nodes: list[dict[str, Any]] = []

    def name(self, pos: int) -> str:
        return vertex(pos, int(self.board['size']))

    def look(self, place: cases.Place, side: int, line: list[int]) -> None:
        """Label the moves that are listed in a position, and go on from some of them."""
        d, o = len(line), self.kept.owl
        if (place, side) in self.seen or len(self.nodes) >= POSITIONS or not place[1] & int(self.problem.region.record['goal']):
            return
        self.seen.add((place, side))
        o['side'][d] = self.problem.color(side)
        moves = [pos for pos in selective.listed(self.board, self.kept, self.means, d) if pos in self.place_of]
        index = {pos: k for k, pos in enumerate(o['move'][d][:int(o['nmoves'][d])].tolist())}
        labels, after = {}, {}
        for pos in moves:
            following = self.problem.after(place, self.place_of[pos], side)
            if following is not None:
                winner = self.problem.winner(following, 1 - side)
                if winner >= 0:
                    labels[pos], after[pos] = winner == side, following
        if not labels:
            return
        wins, loses = [pos for pos in labels if labels[pos]], [pos for pos in labels if not labels[pos]]
        self.nodes.append({'line': [self.name(pos) for pos in line], 'side': side, 'wins': [self.name(pos) for pos in wins],
                           'loses': [self.name(pos) for pos in loses]})
        if d >= DEPTH:
            return
        for pos in [*wins[:1], *loses[:WIDTH]] if wins else loses[:WIDTH]:
            if not py_trymove(self.board, pos, self.problem.color(side)):
                continue
            o['side'][d] = self.problem.color(side)
            o['chosen'][d], o['move'][d, index[pos]] = index[pos], pos
            py_carry_goal(self.board, o, d, pos)
            kept = o['move'][d].copy()
            self.look(after[pos], 1 - side, [*line, pos])
            o['move'][d] = kept
            py_popgo(self.board)


def _record(name: str, problem: cases.SolvedProblem, means: Means) -> dict[str, Any] | None:
    """What is learned from one problem; None if it is settled or too easy."""
    if not problem.goal or not (problem.is_open(problem.start, ATTACKER) and problem.is_open(problem.start, DEFENDER)) or \
            problem.solver.nodes < EASY:
        return None
    board, nodes = problem.board, []
    for side in (ATTACKER, DEFENDER):
        walk = _Walk(problem, means)
        walk.look(problem.start, side, [])
        nodes += walk.nodes
    size = int(board['size'])
    stones = {color: [vertex(pos, size) for pos in all_points(size) if board['color'][pos] == color] for color in (1, 2)}
    return {'problem': name, 'size': size, 'stones': [stones[1], stones[2]], 'goal': [vertex(pos, size) for pos in problem.goal],
            'nodes': nodes}


def made(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """What is learned from so many random problems."""
    means = Means(Workspace())
    for number in range(count):
        rng = random.Random(f'order {seed} {number}')
        board, region = (cases.group if number % 3 else move_order.position)(rng)
        found = _record(f'{seed}.{number}', cases.SolvedProblem(board, region), means)
        if found:
            yield found


def loaded(path: Path) -> Iterator[dict[str, Any]]:
    """What is learned from the problems of a file, read in arenas, as far as the solver agrees with the solution."""
    means = Means(Workspace())
    for case in cases.load(path):
        for width, near in RUNGS:
            board = case.board()
            setting = reading.Setting(board, case.goal[0], means)
            region = setting.draw(width, near)
            if region is None or setting.reaches_safety:
                continue
            problem = cases.SolvedProblem(board, region)
            side = ATTACKER if case.attacking else DEFENDER
            if not problem.goal or not problem.is_open(problem.start, side):
                continue
            following = [problem.after(problem.start, region.points.index(pos), side) for pos in case.winning if pos in region.points]
            if any(place and problem.winner(place, 1 - side) == side for place in following):
                found = _record(case.name, problem, means)
                if found:
                    yield found
                break


def choices(paths: list[Path]) -> Iterator[tuple[str, Choice]]:
    """The choices that the files tell of, with the problem they are from.  Raises ValueError that names the line."""
    means = Means(Workspace())
    for path in paths:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            try:
                found = json.loads(line)
                yield from ((str(found['problem']), choice) for choice in _of_problem(found, means))
            except (ValueError, KeyError, TypeError, IndexError) as error:
                raise ValueError(f'{path}:{number}: no problem with its moves: {error}') from error


def _of_problem(found: dict[str, Any], means: Means) -> Iterator[Choice]:
    """The choices of one problem."""
    size = found['size']
    board = new_board(size)
    for color, names in enumerate(found['stones'], 1):
        for name in names:
            py_place_if_legal(board, parse_vertex(name, size), color)
    board['ko'] = 0
    goal = [parse_vertex(name, size) for name in found['goal']]
    colors = other(int(board['color'][goal[0]])), int(board['color'][goal[0]])
    kept = selective.prepare(board, goal, means)
    o = kept.owl
    o['order_weight'] = 0
    for node in found['nodes']:
        line, side = [parse_vertex(name, size) for name in node['line']], node['side']
        played = 0
        for d, pos in enumerate(line):
            o['side'][d] = colors[side ^ (len(line) - d) & 1]
            if not py_trymove(board, pos, int(o['side'][d])):
                break
            o['chosen'][d], o['move'][d, 0] = 0, pos
            py_carry_goal(board, o, d, pos)
            played += 1
        if played == len(line):
            o['side'][played] = colors[side]
            label = {parse_vertex(name, size): wins for wins in (False, True) for name in node['wins' if wins else 'loses']}
            known = [(k, label[pos]) for k, pos in enumerate(selective.listed(board, kept, means, played)) if pos in label]
            good = [j for j, (_, wins) in enumerate(known) if wins]
            if 0 < len(good) < len(known):
                yield side, good, o['seen'][[k for k, _ in known]].copy()
        for _ in range(played):
            py_popgo(board)


def fit(paths: list[Path]) -> str:
    """The text of the file; a quarter of the problems is kept apart first, to see how well the rest predicts them.

    Raises ValueError for files that tell of no choice, and NoOptimiser.
    """
    listwise.optimiser()
    found = list(choices(paths))
    if not found:
        raise ValueError(f'no choices in {", ".join(map(str, paths))}')
    text = [f'# The order of moves in the search: logarithms of odds, of the attacker and of the defender.  Symbols: {move_prior.STATES}',
            f'# Made by "python -m regress.train.order fit" from {len(found)} positions of {len({name for name, _ in found})} problems.']
    weights = sides.fit(found, _listed, _told, 'positions', RARE, DECAY)
    return '\n'.join([*text, *sides.written(weights, order.ALL_KINDS, LEAST)]) + '\n'


def _told(others: list[Choice], index: dict[int, int], weight: np.ndarray) -> str:
    """How often the first move wins, by the weights and by the values that moves had without them."""
    by_values = sum(0 in good for _, good, _ in others) / len(others)
    return f'the first move wins in {_hits(others, index, weight):.3f}, by values in {by_values:.3f}'


def _listed(learned: list[Choice], index: dict[int, int]) -> listwise.Choices:
    """The choices by numbers of weights: each winning move against those that lose."""
    listed = listwise.Choices()
    for _, good, rows in learned:
        numbers = [[index.get(int(key), -1) for key in row] for row in rows]
        bad = [row for k, row in enumerate(numbers) if k not in good]
        for k in good:
            listed.add_rows([numbers[k], *bad], 0)
    return listed


def _hits(others: list[Choice], index: dict[int, int], weight: np.ndarray) -> float:
    """How often the move of the highest score wins."""
    right = 0
    for _, good, rows in others:
        scores = [sum(weight[index[int(key)]] for key in row if int(key) in index) for row in rows]
        right += int(np.argmax(scores)) in good
    return right / len(others)


def main(argv: list[str] | None = None) -> int:
    """The commands; returns the exit status."""
    parser = argparse.ArgumentParser(prog='python -m regress.train.order', description='Learn the order of moves in the selective search.')
    commands = parser.add_subparsers(dest='command', required=True)
    collecting = commands.add_parser('collect', help='settle random problems and add what is learned from them to a file')
    collecting.add_argument('problems', type=int)
    collecting.add_argument('seed', type=int)
    collecting.add_argument('file', type=Path)
    collecting.add_argument('--from', dest='source', type=Path, help='problems to take instead of random ones')
    fitting = commands.add_parser('fit', help='learn from such files')
    fitting.add_argument('files', type=Path, nargs='+', metavar='file')
    fitting.add_argument('-o', '--output', type=Path, default=FILE, help='where the weights go, if not where the search finds them')
    args = parser.parse_args(argv)
    try:
        if args.command == 'collect':
            with args.file.open('a') as out:
                for found in loaded(args.source) if args.source else made(args.problems, args.seed):
                    out.write(json.dumps(found) + '\n')
        else:
            args.output.write_text(fit(args.files), encoding='ascii')
    except (OSError, ValueError) as error:
        parser.exit(2, f'{parser.prog}: {error}\n')
    return 0


if __name__ == '__main__':
    sys.exit(main())
