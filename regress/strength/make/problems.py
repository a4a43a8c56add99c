"""Make random closed problems, with the exact solver's answers and all first moves.

    python -m owlgo.regress.strength.make.problems OUT.json [--seed N]

The dragon is all of its colour in the region, or a string that is a dragon of its own.  A third of the problems comes from each of three
ranges of proof nodes, whatever the result.  The checker must accept the proof's certificate.
"""
import argparse
import random
from pathlib import Path

import numpy as np

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, parse_color, point
from owlgo.engine.core.result import GTP_CODES, LOSE
from owlgo.engine.core.strings import string
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import partition
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.certificate import certify
from owlgo.engine.solver.checker import Refused, check
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, Region
from owlgo.regress.strength.entry import Entry, Question
from owlgo.regress.strength.make.referee import moved
from owlgo.regress.strength.make.written import drawn, save
from owlgo.regress.train.sampling import around, dragon, empty_points, region_of


def group(rng: random.Random) -> tuple[np.void, Region]:
    """Make a dragon as in books: an eye space at the edge or in the corner, a wall with defects, and an attacker outside who leaves
    liberties and sometimes gaps."""
    means = Means(Workspace())
    while True:
        board, left, height = new_board(13), rng.choice((0, 0, 4)), rng.choice((1, 2, 2, 3))
        space = {(row, left + col) for col in range(rng.randrange(2, 7))
                 for row in range(min(3, max(1, height + rng.choice((-1, 0, 0, 0, 1)))))}
        wall = {(r + dr, c + dc) for r, c in sorted(space) for dr in (-1, 0, 1) for dc in (-1, 0, 1)
                if not (dr and dc) or rng.random() < 0.35} - space
        outside = around(wall | space) - wall - space
        ring = around(outside) - outside - wall - space
        holes, inside, loose = rng.choice((0.0, 0.05, 0.12)), rng.choice((0.0, 0.08, 0.2)), rng.choice((0.1, 0.25, 0.4))
        gaps = rng.choice((0.0, 0.0, 0.15))
        stones = [(place, WHITE) for place in sorted(ring) if rng.random() >= gaps]
        stones += [(place, BLACK) for place in sorted(wall) if rng.random() >= holes]
        stones += [(place, WHITE if rng.random() < 0.95 else BLACK) for place in sorted(outside) if rng.random() >= loose]
        stones += [(place, rng.choice((BLACK, WHITE, WHITE))) for place in sorted(space) if rng.random() < inside]
        for (row, col), color in stones:
            if min(row, col) >= 0:
                py_place_if_legal(board, point(row, col), color)
        board['ko'] = 0
        mine = [point(*place) for place in sorted(wall) if min(place) >= 0 and board['color'][point(*place)] == BLACK]
        if not mine:
            continue
        region = region_of(board, mine[0], means, (4, 3) if gaps else None)      # an arena as in engine.life.reading.RUNGS
        if region and 4 <= empty_points(region) <= 20:
            return board, region


def study_of(number: int, seed: int) -> Study | None:
    """Make a random problem; None if it has no closed region or is not settled within 400,000 nodes."""
    rng = random.Random(f'{seed} {number}')
    board, region = (group if number % 2 else dragon)(rng)
    goal = int(region.record['goal']) & region.defenders
    stones = [pos for k, pos in enumerate(region.points) if goal >> k & 1]
    if not stones:
        return None
    alone = set(partition.find(board, Workspace()).of(stones[0]).stones) == set(string(board, stones[0]))
    try:
        study = Study(board, stones[0], 400_000, string_only=alone)
    except NotEnclosed:
        return None
    return study if all(study.verdict(side).proved for side in (ATTACKER, DEFENDER)) else None


def game_of(board: np.void) -> Game:
    """Return a game with these stones."""
    game = Game(int(board['size']), 6.5)
    colors = {color: [pos for pos in all_points(game.size) if board['color'][pos] == color] for color in (BLACK, WHITE)}
    game.setup(colors[BLACK], colors[WHITE])
    return game


def question(study: Study, side: int, game: Game) -> Question | None:
    """Return a side's question with its result and all moves to it; None if a move is unsettled or the checker refuses the proof."""
    verdict = study.verdict(side)
    good, unsettled = study.first_moves(side)
    if unsettled or (verdict.result != LOSE and not good):
        return None
    try:
        check(certify(study.board, study.pos, side, verdict, study.solver))
    except (Refused, ValueError):
        # ValueError: the certificate needs too many nodes.
        return None
    code = GTP_CODES[verdict.result]
    right = ['0'] if verdict.result == LOSE else [f'{code} {game.vertex(move)}' for move in good]
    if PASS in good:
        # A side that needs no move may play any.
        right = [str(code)]
    return Question(f'owl_{"attack" if side == ATTACKER else "defend"} {game.vertex(study.pos)}', tuple(right), 'proof')


def afterwards(first: Question) -> Question:
    """Return the other side's question after a move that succeeds unconditionally.  The right answer is failure."""
    side, pos = first.ask.split()
    move = first.right[0].split()[1]
    color = 'W' if side == 'owl_attack' else 'B'
    return Question(f'owl_{"defend" if side == "owl_attack" else "attack"} {pos}', ('0',), first.source, (f'{color} {move}',))


def main() -> None:
    """Make problems until each range has enough."""
    ranges, each = ((100, 2_000), (2_000, 30_000), (30_000, 400_000)), 20       # nodes of both verdicts, and problems of a range
    p = argparse.ArgumentParser(prog='python -m owlgo.regress.strength.make.problems', description='Make closed problems.')
    p.add_argument('out', type=Path)
    p.add_argument('--seed', type=int, default=59)
    args = p.parse_args()
    found: list[list[Entry]] = [[] for _ in ranges]
    number = 0
    while min(map(len, found)) < each:
        number += 1
        study = study_of(number, args.seed)
        if study is None:
            continue
        nodes = sum(study.verdict(side).nodes for side in (ATTACKER, DEFENDER))
        wanted = [row for row, (least, most) in zip(found, ranges, strict=True) if least <= nodes < most and len(row) < each]
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
