"""Make random races and sekis between two groups, each enclosed by a living wall, with answers that the exact solver proves.

    python -m owlgo.regress.strength.make.races OUT.json [--peer COMMAND] [--referee COMMAND] [--seed N]

The solver proves for each group, with either side to move, whether it can be captured.  A mover's results for his own group and against the
other group are two proofs.  Another engine must confirm that he can have both at once.  Two groups are in seki if each lives with either
side to move, but neither would live if the other group could not be captured.
"""
import random
from dataclasses import dataclass

import numpy as np

from owlgo.engine.core.game import Game
from owlgo.engine.core.parts import connected
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, neighbours, other, point
from owlgo.engine.core.result import GTP_CODES, KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.strings import string
from owlgo.engine.solver.region import ATTACKER, DEFENDER, region_of
from owlgo.engine.solver.solver import Solver
from owlgo.regress.strength.entry import Question
from owlgo.regress.strength.make.engines import Peer, Referee
from owlgo.regress.strength.make.written import Wanted, arguments, entry

RACE_BOARD = 9
"""Size of the board."""
TIGHT_EYES, LOOSE_EYES = ((4, 0), (6, 0), (4, 8), (6, 8)), ((5, 0), (5, 1), (7, 0), (7, 1), (5, 7), (5, 8), (7, 7), (7, 8), (8, 3))
"""Rows from the edge, and columns, of the walls' eyes: small eyes for the solver, larger eyes for the engine."""


@dataclass
class MadeRace:
    """Two groups in a race, and proofs about them."""
    game: Game
    tight: Game
    black: int
    white: int
    nodes: int = 0

    def result(self, pos: int, side: int, immortal: int = 0) -> int | None:
        """Prove what a side, moving first, achieves for or against the group at pos.  Return None without a proof.  The string at
        ``immortal`` counts as safe."""
        board, attacker = self.tight.board, other(self.tight.color_at(pos))
        wall = {stone for row, col in TIGHT_EYES for p in neighbours(point(RACE_BOARD - 1 - row, col), RACE_BOARD)
                if board['color'][p] == attacker for stone in string(board, p)} | set(string(board, immortal) if immortal else ())
        region = region_of(board, sorted(connected(set(all_points(RACE_BOARD)) - wall, RACE_BOARD, pos)), wall, attacker)
        group = set(self.tight.string(pos))
        region.record['goal'] = np.uint64(sum(1 << k for k, p in enumerate(region.points) if p in group))
        verdict = Solver(region, 100_000, memory=16).verdict(side)
        self.nodes += verdict.nodes
        return verdict.result if verdict.proved else None

    def ends(self, first: int, second: int) -> tuple[int, int] | None:
        """Prove what the first group's owner, moving first, achieves for this group and, separately, against the second group."""
        defence, attack = self.result(first, DEFENDER), self.result(second, ATTACKER)
        return None if defence is None or attack is None else (defence, attack)

    def is_seki(self) -> bool:
        """Return whether both groups live, but neither would live if the other group could not be captured."""
        pairs = ((self.black, self.white), (self.white, self.black))
        return all(self.result(one, ATTACKER) == LOSE and self.result(one, ATTACKER, rival) == WIN for one, rival in pairs)


Cell = tuple[int, int]
"""Row from the edge, and column."""


def groups_of(rng: random.Random) -> tuple[dict[Cell, int], set[Cell], int]:
    """Place random groups side by side at the edge; return their stones, all cells in use, and White's first column.

    Most groups are solid except for an eye of up to seven points, perhaps with an enemy stone in it, shared liberties and a few outside
    liberties.  Bare groups have at most one eye and no outside liberties.
    """
    left = rng.choice((0, 0, 1))
    right = min(left + rng.randrange(5, 9), RACE_BOARD) - 1
    split = left + rng.randrange(2, right - left)
    whole, bare = rng.random() < 0.8, rng.random() < 0.5
    heights = {col: rng.choice((2, 3, 3) if whole else (1, 2, 2, 3, 3)) for col in range(left, right + 1)}
    cells = {(row, col) for col, height in heights.items() for row in range(height)}
    stones = {(row, col): BLACK if col < split else WHITE for row, col in sorted(cells)}
    if not whole:
        fill, strange = rng.uniform(0.5, 0.75), 0.07
        stones = {cell: other(color) if rng.random() < strange else color for cell, color in stones.items() if rng.random() < fill}
        return stones, cells, split
    between = sorted(cell for cell in cells if split - 1 <= cell[1] <= split)
    gone = set(rng.sample(between, min(len(between), rng.choice((1, 2, 2, 3)))))
    likely = rng.choice((0.0, 1.0)) if bare else 0.75
    for first, last, inside in ((left, split - 1, WHITE), (split, right, BLACK)):
        eye = {(0, rng.randrange(first, last + 1))} & cells if rng.random() < likely else set()
        for _ in range(rng.choice((0, 0, 1, 2, 3, 4, 5, 6)) if eye and not bare else 0):
            row, col = rng.choice(sorted(eye))
            eye |= {(row + dr, col + dc) for dr, dc in (rng.choice(((0, 1), (1, 0), (0, -1))),)
                    if (row + dr, col + dc) in cells and first <= col + dc <= last}
        gone |= eye
        if len(eye) > 2 and rng.random() < 0.4:
            stones[rng.choice(sorted(eye))] = inside
            gone -= {cell for cell in eye if stones[cell] == inside}
    gone |= {cell for cell in sorted(cells) if rng.random() < (0.0 if bare else 0.08)}
    return {cell: color for cell, color in stones.items() if cell not in gone}, cells, split


def walled(stones: dict[Cell, int], cells: set[Cell], split: int, eyes: tuple[Cell, ...]) -> Game:
    """Set up these groups, and fill all other points with walls that have these eyes.  Raises ValueError for a stone without a liberty."""
    game = Game(RACE_BOARD, 6.5)
    colors: dict[int, list[int]] = {BLACK: [], WHITE: []}
    for row in range(RACE_BOARD):
        for col in range(RACE_BOARD):
            wall = WHITE if col < (split if row <= 3 else RACE_BOARD // 2) else BLACK
            color = stones.get((row, col), EMPTY) if (row, col) in cells else EMPTY if (row, col) in eyes else wall
            if color != EMPTY:
                colors[color].append(point(RACE_BOARD - 1 - row, col))
    game.setup(colors[BLACK], colors[WHITE])
    return game


def position(rng: random.Random) -> MadeRace | None:
    """Make a random race, or None if the random stones make no race."""
    stones, cells, split = groups_of(rng)
    try:
        loose, tight = (walled(stones, cells, split, eyes) for eyes in (LOOSE_EYES, TIGHT_EYES))
    except ValueError:
        return None
    inside = {point(RACE_BOARD - 1 - row, col) for row, col in cells}
    groups = {color: {max(loose.string(p)) for p in inside if loose.color_at(p) == color} for color in (BLACK, WHITE)}
    free = sum(loose.color_at(p) == EMPTY for p in inside)
    if not all(groups.values()) or not 3 <= free <= 16:
        return None
    black, white = (max(groups[color], key=lambda pos: len(loose.string(pos))) for color in (BLACK, WHITE))
    if any(len(loose.string(pos)) > 1 for color, main in ((BLACK, black), (WHITE, white)) for pos in groups[color] - {main}):
        return None
    if any(not set(loose.string(p)) <= inside or len(loose.string(p)) < 2 or not loose.liberties(p) for p in (black, white)):
        return None
    around = {q for p in loose.string(black) for q in neighbours(p, RACE_BOARD)}
    meet = around & {*loose.string(white), *loose.liberties(white)}
    return MadeRace(loose, tight, black, white) if meet else None


def source(race: MadeRace, first: int, second: int, ends: tuple[int, int], peer: Peer | None, referee: Referee | None) -> str:
    """Return what confirms a race's results with the first group's owner to move; empty if the results are in doubt."""
    said = peer.ask(race.game, f'analyze_semeai {race.game.vertex(first)} {race.game.vertex(second)}') if peer else ''
    agrees, ko = said.split()[:2] == [str(GTP_CODES[end]) for end in ends], {KO_A, KO_B} & set(ends)
    if agrees and (ko or ends[1] == LOSE or ends[0] == WIN):
        return 'proof+gnugo'
    if ends[1] == LOSE and not ko:
        return 'proof'
    if ko or ends[0] != WIN or referee is None:
        return ''
    owners = referee.look(race.game, race.game.color_at(first), 24).owners
    sign = 1 if race.game.color_at(first) == BLACK else -1
    sure = min(sign * owners[first], sign * owners[second]) > 0.75
    return 'proof+referee' if sure else ''


def questions(race: MadeRace, counts: dict[str, int], peer: Peer | None, referee: Referee | None) -> list[Question]:
    """Return the questions about a race that are still wanted.  There are none if the race is too easy."""
    most = {'1 1': 22, '1 0': 26, '0 0': 22, 'ko': 12, 'seki': 30}     # questions of each kind
    found = []
    pairs = ((race.black, race.white), (race.white, race.black))
    every = [race.ends(*pair) for pair in pairs]
    if None in every or (race.nodes < 2_000 and every != [(WIN, LOSE)] * 2):
        return []
    for (first, second), ends in zip(pairs, every, strict=True):
        assert ends is not None
        codes = ' '.join(str(GTP_CODES[end]) for end in ends)
        kind = 'ko' if set(ends) & {KO_A, KO_B} else codes
        said = source(race, first, second, ends, peer, referee) if counts.get(kind, 0) < most.get(kind, 0) else ''
        if said:
            counts[kind] = counts.get(kind, 0) + 1
            found.append(Question(f'analyze_semeai {race.game.vertex(first)} {race.game.vertex(second)}', (codes,), said))
    if every == [(WIN, LOSE)] * 2 and counts.get('seki', 0) < most['seki'] and race.is_seki():
        counts['seki'] = counts.get('seki', 0) + 2
        found += [Question(f'final_status {race.game.vertex(pos)}', ('seki',), 'proof') for pos in (race.black, race.white)]
    return found


def main() -> None:
    """Make up to 40,000 races, until enough are kept."""
    args = arguments('races', games=0, referee=False, peer='')
    wanted, counts = Wanted(args.out, {True: 60}, lambda _: True), dict[str, int]()
    for number in range(1, 40_001):
        race = position(random.Random(f'{args.seed} {number}')) if wanted else None
        asked = questions(race, counts, args.peer, args.referee) if race else []
        if race and asked:
            wanted.add(entry(f'races-{number}', race.game, asked, 'random'))


if __name__ == '__main__':
    main()
