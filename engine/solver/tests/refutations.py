"""What the engine calls proved, against small boards played to their end.

``python -m owlgo.engine.solver.tests.refutations COUNT [SEED [MOST [NODES]]]``: so many positions with up to MOST free points.  Each is put
to all who prove something: the answers of OWL, the exact solver on closed regions, proofs in open zones.
"""
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.draw import rows
from owlgo.engine.core.points import NEIGHBOURS, PASS, STONES, other, vertex
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.life import verdict
from owlgo.engine.owl import limits
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.open_region import OpenSearch
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, Region, lives
from owlgo.engine.solver.solver import Solution
from owlgo.engine.solver.tests.attackable import Position, positions
from owlgo.engine.solver.tests.whole_board import MOST_FREE, Question, WholeBoard

NODES = 20_000
KILL, RESCUE, KO = 'kill', 'rescue', 'ko'
TAKEN, KEPT, SAVED, MOVE = 'not taken', 'taken, not gone', 'not saved', 'move'


class Claim(NamedTuple):
    """What is called proved of a dragon."""
    source: str
    """Who says so: answer, closed or open."""
    kind: str
    """KILL, RESCUE or KO."""
    side: int
    """Who moves first."""
    move: int
    """The move that does it, or PASS."""
    idle: bool
    """The defender need not move."""
    goal: frozenset[int]
    wall: frozenset[int]
    """The attacker's stones beside the region."""


def _claim(source: str, side: int, verdict: tuple[int, int, bool], goal: frozenset[int], wall: set[int]) -> Claim:
    result, move, idle = verdict
    kind = KO if result not in (WIN, LOSE) else KILL if (result == WIN) == (side == ATTACKER) else RESCUE
    return Claim(source, kind, side, move if result == WIN else PASS, idle, goal, frozenset(wall))


def _of_region(region: Region) -> tuple[frozenset[int], set[int]]:
    """The goal of a region, and the stones of the wall beside it."""
    goal = int(region.record['goal'])
    inside = frozenset(p for k, p in enumerate(region.points) if goal >> k & 1)
    return inside, {p + step for p in region.points for step in NEIGHBOURS} & region.wall


def claims(board: np.void, pos: int, nodes: int = NODES, workspace: Workspace | None = None) -> Iterator[Claim]:
    """All that is called proved of the dragon at pos, whoever moves first."""
    means = Means(workspace or Workspace(), limits.of_level(10, 500, nodes)._replace(second=True, playouts=0))
    color = int(board['color'][pos])
    dragon = frozenset(amalgamate.group(board, pos, means.workspace))
    study: Study | None
    try:
        study = Study(board, pos, nodes)
    except NotEnclosed:
        study = None
    for side in (ATTACKER, DEFENDER):
        answer = verdict.ask(board, pos, side, means)
        if answer.grade == Grade.PROVED and answer.wait is None:
            goal, wall = dragon, set[int]()
            if answer.solver is not None:
                inside, wall = _of_region(answer.solver.region)
                goal = frozenset(p for p in inside if board['color'][p] == color)
            reading = answer.reading
            yield _claim('answer', side, (reading.result, reading.move, side == DEFENDER and answer.needs_no_move), goal, wall)
        # Kills of these two take walls to hold, and capture for the end.
        if study is not None:
            solved = study.verdict(side)
            if solved.proved and lives(solved.result, side):
                inside, wall = _of_region(study.region)
                yield _claim('closed', side, _said(solved), inside, wall)
        # OWL's answers are proofs in the open, too, unless the region is closed.
        proof = OpenSearch(board, pos, side, nodes, dragon=dragon).go_on(winners=(DEFENDER,)) if study is not None else None
        if proof is not None and proof.verdict.proved and lives(proof.verdict.result, side):
            yield _claim('open', side, _said(proof.verdict), dragon, set())


def _said(verdict: Solution) -> tuple[int, int, bool]:
    return verdict.result, verdict.move, verdict.needs_none


def faults(claim: Claim, whole: WholeBoard, defender: int) -> list[str]:
    """What is false of a claim: nothing, as a rule."""
    attacker = other(defender)
    mover = attacker if claim.side == ATTACKER else defender
    hard = Question(claim.goal, attacker, defender)
    easy = Question(claim.goal, attacker, attacker, lasting=False)
    found = []
    if claim.kind == KILL:
        if not whole.wins(hard._replace(lasting=False), mover):
            found.append(TAKEN)
        elif not _move_wins(claim, whole, hard._replace(lasting=False), mover, True):
            found.append(MOVE)
        elif not whole.wins(hard, mover) or not _move_wins(claim, whole, hard, mover, True):
            found.append(KEPT)
    elif claim.kind == RESCUE:
        if whole.wins(easy, mover) or (claim.idle and whole.wins(easy, attacker, passed=True)):
            found.append(SAVED)
        elif not _move_wins(claim, whole, easy, mover, False):
            found.append(MOVE)
    else:
        if not whole.wins(easy, mover):
            found.append(TAKEN)
        if whole.wins(hard, mover):
            found.append(SAVED)
    return found


def _move_wins(claim: Claim, whole: WholeBoard, question: Question, mover: int, wanted: bool) -> bool:
    """Whether the move that is named does what it is said to do."""
    if claim.move == PASS or claim.move not in whole.points or claim.goal & whole.fixed:
        return True
    won = whole.solve(question)
    return any(bool(won[after]) == wanted for move, after in whole.moves(question, whole.root(mover)) if move == claim.move)


def picture(found: Position, claim: Claim) -> str:
    """The board, and what is said of it."""
    size = found.size
    mover = 'attacker' if claim.side == ATTACKER else 'defender'
    names = ' '.join(sorted(vertex(p, size) for p in claim.goal))
    wall = ' '.join(sorted(vertex(p, size) for p in claim.wall))
    text = '\n'.join(rows(size, lambda p: '*' if p == found.ko else STONES[found.colors[p]]))
    return f'{text}\n{claim.source}: {claim.kind} of {vertex(found.pos, size)} ({names}), {mover} first at {vertex(claim.move, size)}; ' \
        f'wall {wall or "-"}'


def line(whole: WholeBoard, claim: Claim, defender: int, length: int = 14) -> str:
    """How a claim is refuted: the side that it is for tries what leaves the other the fewest good answers."""
    attacker, size = other(defender), max(p // 26 for p in whole.colors)
    question = Question(claim.goal, attacker, defender) if claim.kind == KILL else Question(claim.goal, attacker, attacker, lasting=False)
    if claim.kind == KILL and not whole.wins(question._replace(lasting=False), attacker if claim.side == ATTACKER else defender):
        question = question._replace(lasting=False)
    won, when = whole.in_order(question)
    refuter, good = (defender, 0) if claim.kind == KILL else (attacker, 1)
    at = whole.root(attacker if claim.side == ATTACKER else defender)
    said, seen = [], {at}
    first = claim.move

    def answers_to(after: int) -> int:
        return sum(won[end] == good for _, end in whole.moves(question, after))

    for _ in range(length):
        moves = whole.moves(question, at)
        if int(whole.listed.side[at]) + 1 == refuter:
            choice = [(move, after) for move, after in moves if won[after] == good]
            if not choice:
                said.append('?')
                break
            # The attacker goes on to the end; the defender takes what he can.
            move, after = min(choice, key=lambda one: (int(when[one[1]]) if good else 0, one[1] in seen, answers_to(one[1]), one[0]))
        else:
            tried = [one for one in moves if one[0] == first and first != PASS] or moves
            move, after = min(tried, key=lambda one: (one[1] in seen, answers_to(one[1]), one[0]))
        first = PASS
        said.append(vertex(move, size))
        if after in seen:
            break
        seen.add(after)
        at = after
        mine = whole.word(claim.goal) & int(whole.listed.stones[defender - 1, at])
        if refuter == attacker and not mine:
            break
    return ' '.join(said)


def main(count: int, seed: int = 1, most: int = MOST_FREE, nodes: int = NODES) -> None:
    """Ask about so many positions, and print what is false."""
    counts: Counter[str] = Counter()
    begin = time.process_time()
    for found, whole in islice(positions(seed, most), count):
        counts[f'positions {found.tempts}'.strip()] += 1
        false = set()
        for claim in claims(found.board(), found.pos, nodes):
            counts[f'{claim.source} {claim.kind}'] += 1
            for fault in faults(claim, whole, found.colors[found.pos]):
                counts[f'FALSE {claim.source} {claim.kind}: {fault}'] += 1
                false.add(claim.kind)
                print(f'{picture(found, claim)}\nFALSE: {fault}, {line(whole, claim, found.colors[found.pos])}\n', flush=True)
        counts.update(f'positions with a false {kind}' for kind in false)
    for name in sorted(counts):
        print(f'{counts[name]:7d}  {name}')
    print(f'{time.process_time() - begin:.0f} s')


if __name__ == '__main__':
    main(*map(int, sys.argv[1:]))
