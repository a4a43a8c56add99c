"""Problems of a kind, found among random positions: ``python -m owlgo.engine.solver.tests.collect KIND [COUNT] [SEED]`` prints them drawn.

The files in ``problems`` were made this way; a kind is what the proof shows, not what the position looks like, but for the bent four.
"""
import random
import sys
from collections.abc import Iterator

import numpy as np

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.draw import draw
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, point, row_col
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.strategy import Place

SIZE = 7
NODES = 100_000
BENT_FOURS = (((0, 0), (1, 0), (2, 0), (0, 1)), ((0, 0), (0, 1), (0, 2), (1, 0)))
"""In the upper left corner."""


def random_problem(rng: random.Random, bent: bool = False,
                   weights: tuple[int, int, int] = (4, 5, 1)) -> tuple[np.void, int] | None:
    """Black in a walled corner, with white stones inside; ``bent``: three of them in a bent four in the corner;
    ``weights``: of empty points, black and white stones."""
    board = new_board(SIZE)
    height, width = rng.choice(((3, 4), (4, 3), (4, 4), (3, 5), (5, 3)))
    cells = {(r, c) for r in range(height) for c in range(width)}
    cells -= set(rng.sample(sorted(cell for cell in cells if cell[0] == height - 1 or cell[1] == width - 1), rng.randint(0, 3)))
    wall = {(r + dr, c + dc) for r, c in cells for dr in (0, 1) for dc in (0, 1)} - cells
    for row, col in sorted(wall):
        if row < SIZE and col < SIZE and not py_place_if_legal(board, point(row, col), WHITE):
            return None
    stones: dict[tuple[int, int], int] = {}
    if bent:
        four = rng.choice(BENT_FOURS)
        stones.update(dict.fromkeys(rng.sample(four, 3), WHITE))
        around = {(r + dr, c + dc) for r, c in four for dr, dc in ((0, 1), (1, 0)) if (r + dr, c + dc) not in four}
        if not around <= cells:
            return None
        stones.update(dict.fromkeys(around, BLACK))
        cells -= set(four) | around
    for cell in sorted(cells):
        color = rng.choices((0, BLACK, WHITE), weights)[0]
        if color:
            stones[cell] = color
    for cell, color in sorted(stones.items()):
        if not py_place_if_legal(board, point(*cell), color):
            return None
    board['ko'] = PASS
    black = [p for p in all_points(SIZE) if board['color'][p] == BLACK]
    return (board, rng.choice(black)) if black else None


def changed(rng: random.Random, study: Study) -> tuple[np.void, int] | None:
    """A problem with a few points of the region changed, the target left alone."""
    board = new_board(SIZE)
    points = set(rng.sample(study.region.points, rng.randint(1, 4))) - {study.pos}
    for p in all_points(SIZE):
        color = rng.choice((0, BLACK, WHITE)) if p in points else int(study.board['color'][p])
        if color and not py_place_if_legal(board, p, color):
            return None
    board['ko'] = PASS
    return (board, study.pos) if board['color'][study.pos] == BLACK else None


def is_seki(study: Study) -> bool:
    """Neither side may move: the attacker fails if he does, and so does the defender, who lives as it stands."""
    if study.verdict(ATTACKER).result != LOSE or not study.region.attackers:
        return False
    moves = [place for _, place in study.moves((*study.start(DEFENDER)[:3], study.level(ATTACKER)), DEFENDER)]
    return len(moves) > 1 and all(study.solver.settle(*place[:3], ATTACKER, place[3]) == End.ATTACKER_WON for place in moves)


def _best(study: Study, side: int) -> tuple[Place, Place] | None:
    """The position after a side's only good move, and before it; None unless it wins without ko by just that one."""
    verdict = study.verdict(side)
    if verdict.result != WIN or verdict.needs_none or study.verdict(1 - side).result != WIN:
        return None
    good, unknown = study.first_moves(side)
    if len(good) != 1 or unknown:
        return None
    start = (*study.start(side)[:3], study.level(side))
    return next(place for move, place in study.moves(start, side) if move == good[0]), start


def is_snapback(study: Study) -> bool:
    """The only good move is a single stone in atari; who takes it loses two or more to a stone on the same point."""
    for side in (ATTACKER, DEFENDER):
        found = _best(study, side)
        if not found:
            continue
        after, before = found
        new = after[side] & ~before[side]
        for _, taken in study.moves(after, 1 - side):
            if after[side] & ~taken[side] != new:
                continue
            back = [place for move, place in study.moves(taken, side) if place[side] & new]
            if back and (taken[1 - side] & ~back[0][1 - side]).bit_count() >= 2:
                return True
    return False


def is_under_the_stones(study: Study) -> bool:
    """After the defender's only good move three or more of his stones can be taken, and he answers on one of their points."""
    found = _best(study, DEFENDER)
    if not found:
        return False
    after, _ = found
    steps = study.strategy(after, ATTACKER, DEFENDER)
    for _, taken in study.moves(after, ATTACKER):
        gone = after[DEFENDER] & ~taken[DEFENDER]
        if gone.bit_count() >= 3:
            for (place, mover), move in steps.items():
                if mover == DEFENDER and (*place[:2], place[3]) == (*taken[:2], taken[3]) and move < 64 and gone >> move & 1:
                    return True
    return False


def is_long_ko(study: Study) -> bool:
    """Two threats or more decide: an approach-move or multi-step ko."""
    return any(study.verdict(side).threats >= 2 for side in (ATTACKER, DEFENDER))


def is_bent_four(study: Study) -> bool:
    """Black cannot live by himself, and White's three stones are inside."""
    names = [row_col(p) for p in study.region.points]
    held = sum(names[k] in four for four in BENT_FOURS for k in range(len(names)) if study.region.attackers >> k & 1)
    return held >= 3 and study.verdict(DEFENDER).result != WIN


KINDS = {'seki': is_seki, 'snapback': is_snapback, 'under-the-stones': is_under_the_stones, 'long-ko': is_long_ko,
         'bent-four': is_bent_four}


def collect(kind: str, count: int, seed: int) -> Iterator[Study]:
    """So many problems of a kind, no two the same."""
    rng = random.Random(seed)
    seen = set()
    pool: list[Study] = []
    while count:
        # Half of them are relatives of those found before.
        found = changed(rng, rng.choice(pool)) if pool and rng.random() < 0.5 else \
            random_problem(rng, kind == 'bent-four', (2, 7, 3) if kind == 'seki' else (4, 5, 1))
        if not found:
            continue
        try:
            study = Study(*found, NODES, memory=8)
        except ValueError:
            continue
        key = study.start(ATTACKER), int(study.region.record['boundary'])
        if key in seen or len(study.region.points) > 20:
            continue
        seen.add(key)
        if all(study.verdict(side).proved for side in (ATTACKER, DEFENDER)) and KINDS[kind](study):
            count -= 1
            pool.append(study)
            yield study


def text(study: Study) -> str:
    """A problem as the files have it: the target, what each side achieves, and the board."""
    verdicts = ' '.join(f'{study.verdict(side).result}/{study.verdict(side).threats}' for side in (ATTACKER, DEFENDER))
    rows = draw(SIZE, lambda p: int(study.board['color'][p]), lambda p: None if study.board['color'][p] else '.').splitlines()[1:-1]
    return '\n'.join(['{} {}'.format(*row_col(study.pos)) + f' {verdicts}', *(' '.join(row.split()[1:-1]) for row in rows)])


def main(kind: str, count: str = '20', seed: str = '1') -> None:
    """Write so many problems to standard output."""
    for study in collect(kind, int(count), int(seed)):
        sys.stdout.write(text(study) + '\n\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
