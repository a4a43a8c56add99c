"""Closed problems made at random, with the exact solver's answers and all their first moves.

    python -m regress.strength.make.problems OUT.json [--seed N]

The dragon is all that the region holds, or the string that is asked about if that is a dragon of its own.  A problem is kept by the nodes
that its proof takes, a third of them from each of three ranges, whoever wins and by whatever move.  The proof is written as a certificate,
which the checker has to accept.
"""
import argparse
import random
from pathlib import Path

import numpy as np

from engine.core.game import Game
from engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, parse_color
from engine.core.result import GTP_CODES, LOSE
from engine.core.strings import string
from engine.core.workspace import Workspace
from engine.dragons import partition
from engine.solver.certificate import certify
from engine.solver.checker import Refused, check
from engine.solver.problem import Study
from engine.solver.region import ATTACKER, DEFENDER, NotEnclosed
from regress.strength.entry import Entry, Question, drawn, save
from regress.strength.make.referee import moved
from regress.train import cases, move_order

RANGES = ((100, 2_000), (2_000, 30_000), (30_000, 400_000))
"""Nodes of both verdicts together."""
EACH = 20
LIMIT = 400_000
"""Nodes for each question."""


def study_of(number: int, seed: int) -> Study | None:
    """A random problem; None if it has no closed region or is not settled."""
    rng = random.Random(f'{seed} {number}')
    board, region = (cases.group if number % 2 else move_order.position)(rng)
    goal = int(region.record['goal']) & region.defenders
    stones = [pos for k, pos in enumerate(region.points) if goal >> k & 1]
    if not stones:
        return None
    alone = set(partition.find(board, Workspace()).of(stones[0]).stones) == set(string(board, stones[0]))
    try:
        study = Study(board, stones[0], LIMIT, string_only=alone)
    except NotEnclosed:
        return None
    return study if all(study.verdict(side).proved for side in (ATTACKER, DEFENDER)) else None


def game_of(board: np.void) -> Game:
    """A game with these stones."""
    game = Game(int(board['size']), 6.5)
    colors = {color: [pos for pos in all_points(game.size) if board['color'][pos] == color] for color in (BLACK, WHITE)}
    game.setup(colors[BLACK], colors[WHITE])
    return game


def question(study: Study, side: int, game: Game) -> Question | None:
    """What a side achieves, and by which moves; None if some of them are not settled, or if the checker does not accept the proof."""
    verdict = study.verdict(side)
    good, unsettled = study.first_moves(side)
    if unsettled or (verdict.result != LOSE and not good):
        return None
    try:
        check(certify(study.board, study.pos, side, verdict, study.solver))
    except (Refused, ValueError):
        # A ValueError: nodes ran out before the certificate was written.
        return None
    code = GTP_CODES[verdict.result]
    right = ['0'] if verdict.result == LOSE else [f'{code} {game.vertex(move)}' for move in good]
    if PASS in good:
        # Whoever needs no move may make one.
        right = [str(code)]
    return Question(f'owl_{"attack" if side == ATTACKER else "defend"} {game.vertex(study.pos)}', tuple(right), 'proof')


def afterwards(first: Question) -> Question:
    """The other side's question after a move that succeeds whatever ko threats there are: it has failed."""
    side, pos = first.ask.split()
    move = first.right[0].split()[1]
    color = 'W' if side == 'owl_attack' else 'B'
    return Question(f'owl_{"defend" if side == "owl_attack" else "attack"} {pos}', ('0',), first.source, (f'{color} {move}',))


def main() -> None:
    """Make problems until there are enough of each range."""
    p = argparse.ArgumentParser(prog='python -m regress.strength.make.problems', description='Make closed problems.')
    p.add_argument('out', type=Path)
    p.add_argument('--seed', type=int, default=59)
    args = p.parse_args()
    found: list[list[Entry]] = [[] for _ in RANGES]
    number = 0
    while min(map(len, found)) < EACH:
        number += 1
        study = study_of(number, args.seed)
        if study is None:
            continue
        nodes = sum(study.verdict(side).nodes for side in (ATTACKER, DEFENDER))
        wanted = [row for row, (least, most) in zip(found, RANGES, strict=True) if least <= nodes < most and len(row) < EACH]
        if not wanted or study.verdict(ATTACKER).result == LOSE or study.verdict(DEFENDER).result == LOSE:
            continue
        game = game_of(study.board)
        questions = [question(study, side, game) for side in (ATTACKER, DEFENDER)]
        later = [afterwards(first) for first in questions if first and first.right[0][:1] == '1']
        questions += [one for one in later if moved(game, parse_color(one.moves[0][0]), one.moves[0][2:]).color_at(study.pos) != EMPTY]
        if None not in questions and game.color_at(study.pos) != EMPTY:
            kept = tuple(one for one in questions if one)
            wanted[0].append(Entry(f'problems-{number}', drawn(game), kept, origin=f'random, {nodes} nodes'))
            save(args.out, (entry for row in found for entry in row))


if __name__ == '__main__':
    main()
