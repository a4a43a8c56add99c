"""Make random closed problems.  The exact solver finds the answers and all first moves.

    python -m owlgo.regress.strength.make.problems OUT.json [--seed N]

The dragon is either all stones of its colour in the region, or a string that is a dragon by itself.  A third of the problems comes from
each of three ranges of proof nodes, whatever the result.  The checker must accept the proof's certificate.
"""
import itertools
import random
from bisect import bisect

import numpy as np

from owlgo.engine.checker.check import check
from owlgo.engine.checker.rules import Refused
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, parse_color, point
from owlgo.engine.core.result import GTP_CODES, LOSE
from owlgo.engine.core.strings import string
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import partition
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.certificate import certify
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, Region
from owlgo.regress.strength.entry import Question
from owlgo.regress.strength.make.engines import moved
from owlgo.regress.strength.make.written import Wanted, arguments, entry
from owlgo.regress.train.sampling import around, dragon, empty_points, region_of


def group(rng: random.Random) -> tuple[np.void, Region]:
    """Make a dragon as in books: an eye space at the edge or in the corner, a wall with defects, and an attacker outside with gaps."""
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
    """Make a random problem, or None if it has no closed region or is not settled within 400,000 nodes."""
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
    game.setup(*(np.flatnonzero(board['color'] == color).tolist() for color in (BLACK, WHITE)))
    return game


def question(study: Study, side: int, game: Game) -> Question | None:
    """Return a side's question, with the result and all moves that reach it, or None if a move is unsettled or the checker refuses."""
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
        # A side that needs no move may play anywhere.
        right = [str(code)]
    return Question(f'owl_{"attack" if side == ATTACKER else "defend"} {game.vertex(study.pos)}', tuple(right), 'proof')


def afterwards(first: Question) -> Question:
    """Return the other side's question after a move that succeeds without a ko.  The right answer is failure."""
    side, pos = first.ask.split()
    move = first.right[0].split()[1]
    color = 'W' if side == 'owl_attack' else 'B'
    return Question(f'owl_{"defend" if side == "owl_attack" else "attack"} {pos}', ('0',), first.source, (f'{color} {move}',))


def range_of(nodes: int) -> int:
    """Return the range of a problem, 1 to 3, given the nodes of both its verdicts.  0 is below these ranges, 4 above."""
    return bisect((100, 2_000, 30_000, 400_000), nodes)


def main() -> None:
    """Make problems until each range has enough."""
    args = arguments('problems', games=0, referee=False, peer='')
    wanted = Wanted(args.out, {1: 20, 2: 20, 3: 20}, lambda one: range_of(int(one.origin.split()[1])))
    for number in itertools.count(1):
        if not wanted:
            break
        study = study_of(number, args.seed)
        if study is None or LOSE in (study.verdict(side).result for side in (ATTACKER, DEFENDER)):
            continue
        nodes = sum(study.verdict(side).nodes for side in (ATTACKER, DEFENDER))
        if range_of(nodes) not in wanted:
            continue
        game = game_of(study.board)
        asked = [question(study, side, game) for side in (ATTACKER, DEFENDER)]
        later = [afterwards(first) for first in asked if first and first.right[0][:1] == '1']
        asked += [one for one in later if moved(game, parse_color(one.moves[0][0]), one.moves[0][2:]).color_at(study.pos) != EMPTY]
        found = [one for one in asked if one]
        if len(found) == len(asked) and game.color_at(study.pos) != EMPTY:
            wanted.add(entry(f'problems-{number}', game, found, f'random, {nodes} nodes'))


if __name__ == '__main__':
    main()
