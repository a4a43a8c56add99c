"""Zones against whole boards: what is proved in a zone must hold there.

``python -m owlgo.engine.solver.tests.zones COUNT [SEED [SIZE [EMPTY [0]]]]``: so many proofs, on boards with up to so many empty points;
with 0 kills without trust.

The board is solved as one closed region, every point of it but for the wall, which counts as safe in both.  Of a kill without trust that is
what lives unconditionally: all that the zone has for posts can be taken there.  Boards that are the same on the points alone that a success
is said to rest on are solved as well.
"""
import random
import sys
import time
from collections import Counter
from collections.abc import Collection

import numpy as np

from owlgo.engine.core.board import new_board, py_is_legal, py_place
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, neighbours, other
from owlgo.engine.core.strings import string
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, Region, region_of
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.tests.agreement import ban_on, kos, stands
from owlgo.engine.solver.zone import zone
from owlgo.engine.solver.zone_search import ZoneProof

MOST_EMPTY = 11
NODES = 60_000


def full_board(rng: random.Random, size: int, most_empty: int = MOST_EMPTY) -> np.void:
    """A board with few empty points, from random moves that leave a player's single-point eyes alone, as a rule."""
    board = new_board(size)
    color = BLACK
    wanted = rng.randint(4, most_empty)
    for _ in range(20 * size * size):
        empty = [p for p in all_points(size) if board['color'][p] == EMPTY]
        if len(empty) <= wanted:
            break
        p = rng.choice(empty)
        own_eye = all(board['color'][q] == color for q in neighbours(p, size))
        if (not own_eye or rng.random() < 0.1) and py_is_legal(board, p, color):
            py_place(board, p, color)
        color = other(color) if rng.random() < 0.8 else color
    board['ko'] = rng.choice([*kos(board), PASS])
    return board


def all_but(board: np.void, wall: set[int], attacker: int, goal: Collection[int], played_on: bool) -> Region:
    """A board as one region in which a wall is safe."""
    whole = region_of(board, sorted(set(all_points(int(board['size']))) - wall), wall, attacker)
    whole.record['goal'] = np.uint64(sum(1 << k for k, p in enumerate(whole.points) if p in goal))
    whole.record['played_on'] = played_on
    return whole


def compare(rng: random.Random, size: int, most_empty: int = MOST_EMPTY, trusting: bool = True) -> Counter[str]:
    """One random board, one dragon, a random zone of it: what both sides prove there, and how much of that is false; of kills, those that
    take a wall to hold or, unless ``trusting``, those that take nothing to hold."""
    found: Counter[str] = Counter()
    board = full_board(rng, size, most_empty)
    stones = [p for p in all_points(size) if board['color'][p] != EMPTY]
    if not stones:
        return found
    dragon = string(board, rng.choice(stones))
    attacker = other(int(board['color'][dragon[0]]))
    core = set(dragon)
    for _ in range(rng.randint(0, 6)):
        core |= {q for p in core for q in neighbours(p, size) if rng.random() < 0.5}
    for winner in (ATTACKER, DEFENDER) if trusting else (ATTACKER,):
        try:
            part = zone(Ground(board), core - {p for p in core if board['color'][p] == attacker and rng.random() < 0.5}, winner, dragon,
                        most_new=rng.choice((0, 2, 6, 64)), trusting=trusting)
        except NotEnclosed:
            continue
        if len(part.points) == size * size - len(part.wall if winner == ATTACKER else ()):
            continue
        part.record['played_on'] = not trusting
        whole = all_but(board, part.wall if winner == ATTACKER else set(), attacker, dragon, not trusting)
        mine = End.ATTACKER_WON if winner == ATTACKER else End.DEFENDER_WON
        for side in (ATTACKER, DEFENDER):
            for threats in (0, 9 if winner == ATTACKER else -9):
                solver = Solver(part, NODES, winner=rng.choice((None, winner)))
                if solver.settle(part.attackers, part.defenders, part.ko_for(side), side, threats) != mine:
                    found['open'] += 1
                    continue
                until = solver.until
                ko = ban_on(board, whole, attacker if side == ATTACKER else other(attacker))
                found['of which after a ko'] += int(board['ko']) in part.points
                found['of which with posts'] += bool(part.posts)
                name = 'kill' if winner == ATTACKER else 'life'
                proof = ZoneProof(winner, until, part, solver, side)
                for _ in range(2):
                    found += elsewhere(rng, board, dragon, proof)
                judge = Solver(whole, 20 * NODES, relevance=False)
                # As many threats as were asked about, and as many as it is said to hold against.
                for count in sorted({threats, until}):
                    truth = judge.settle(whole.attackers, whole.defenders, ko, side, count)
                    if count == threats:
                        found[f'{name} unknown' if truth == End.OUT_OF_NODES else name] += 1
                    else:
                        found['with more threats'] += 1
                    if truth not in (mine, End.OUT_OF_NODES):
                        found['false'] += 1
                        print('FALSE', name, 'side', side, 'threats', count, picture(board, dragon, part.points, part.wall))
    return found


def elsewhere(rng: random.Random, board: np.void, dragon: list[int], proof: ZoneProof) -> Counter[str]:
    """Other stones on the points that a proof does not rest on: whether it holds there.  Nothing is counted where they make no position."""
    size, part, found = int(board['size']), proof.region, Counter[str]()
    attacker = other(int(board['color'][dragon[0]]))
    wall = part.wall if proof.winner == ATTACKER else set[int]()
    kept = wall.union(dragon if proof.winner == ATTACKER else (), proof.points)
    if part.record['played_on']:
        # The liberties outside are counted as they are.
        kept = kept.union(*part.posts.values())
        kept |= {q for p in kept | set(part.points) for q in neighbours(p, size) if board['color'][q] == EMPTY}
    ko = int(board['ko'])
    if ko in kept:
        kept = kept.union(neighbours(ko, size))
    left = [p for p in all_points(size) if p not in kept]
    changed = new_board(size)
    colors = {p: int(board['color'][p]) if p in kept or rng.random() < 0.5 else rng.choice((EMPTY, BLACK, WHITE)) for p in all_points(size)}
    for p, color in colors.items():
        if color != EMPTY:
            py_place(changed, p, color)
    if any(changed['color'][p] == attacker for p in part.friends) or not part.friends <= Ground(changed).lasting:
        # It rests on friends outside as well.
        return found
    if not left or any(changed['color'][p] != color for p, color in colors.items()):
        return found
    changed['ko'] = ko if ko in proof.points else PASS
    whole = all_but(changed, wall, attacker, dragon, bool(part.record['played_on']))
    if not stands(whole, whole.attackers, whole.defenders):
        return found
    judge = Solver(whole, NODES, relevance=False)
    ban = ban_on(changed, whole, attacker if proof.side == ATTACKER else other(attacker))
    truth = judge.settle(whole.attackers, whole.defenders, ban, proof.side, proof.until)
    if truth != End.OUT_OF_NODES:
        found[f'{"kill" if proof.winner == ATTACKER else "life"} elsewhere'] += 1
    if (truth == End.ATTACKER_WON) != (proof.winner == ATTACKER) and truth != End.OUT_OF_NODES:
        found['false'] += 1
        print('FALSE elsewhere', 'side', proof.side, 'threats', proof.until, picture(board, dragon, proof.points, wall),
              picture(changed, dragon, proof.points, wall))
    return found


def picture(board: np.void, dragon: list[int], points: list[int], wall: set[int]) -> str:
    """The board: X the defender, capital in the dragon, O the attacker, W his wall; points of the zone in brackets."""
    size, lines = int(board['size']), []
    mine = int(board['color'][dragon[0]])
    for row in range(size):
        line = ''
        for p in list(all_points(size))[row * size:(row + 1) * size]:
            color = int(board['color'][p])
            letter = '*' if p == int(board['ko']) else '.' if color == EMPTY else ('X' if p in dragon else 'x') if color == mine else \
                'W' if p in wall else 'o'
            line += f'({letter})' if p in points else f' {letter} '
        lines.append(line)
    return '\n' + '\n'.join(lines) + '\n'


def main(count: int, seed: int = 1, size: int = 5, most_empty: int = MOST_EMPTY, trusting: int = 1) -> None:
    """Try until so many proofs were compared."""
    rng, begin, found = random.Random(seed), time.process_time(), Counter[str]()
    while found['kill'] + found['life'] < count:
        found += compare(rng, size, most_empty, bool(trusting))
    print(dict(found), f'{time.process_time() - begin:.0f} s')


if __name__ == '__main__':
    main(*map(int, sys.argv[1:]))
