"""Play games and let a strong engine judge their positions, to learn the network from (``regress.train.network``).

    python -m owlgo.regress.train.judged FOLDER --engine "katago gtp -model MODEL -config CONFIG" --games 100

A game's positions are judged every so many moves; there the move is drawn from the judge's probabilities, in between from the visits of
a short search of ours.  The judge must answer ``kata-raw-nn``.
"""
import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import track

from owlgo.engine.core.dilation import BOUZY
from owlgo.engine.core.game import Game
from owlgo.engine.core.layout import new_record
from owlgo.engine.core.points import BLACK, COLOR_NAMES, PASS, WHITE, all_points, other, vertex
from owlgo.engine.mcts import mcts
from owlgo.engine.mcts.mcts import Plan
from owlgo.engine.mcts.move_features import every_choice
from owlgo.engine.mcts.planes import VIEW, py_look
from owlgo.engine.mcts.playout import sample
from owlgo.gtp.client import Client
from owlgo.gtp.commands.handicap import fixed_points

SIZES = (19, 19, 19, 19, 13, 9)
"""Sizes of boards; each game draws one entry."""
KOMI = 6.5
EVERY = (2, 3, 4, 5)
"""A game's positions are judged every so many moves; one of these is drawn for each game."""
LONGEST = (0.5, 0.75, 0.85)
"""Moves for each point of the board after which a game ends; one of these is drawn for each game."""
HANDICAPS = 3
"""One game in HANDICAPS, on boards from 13 lines on, begins with 2 to 9 handicap stones."""
SEARCHES = (40, 100, 200)
"""Playouts of our search for a move; one of these is drawn for each game.  Short searches leave dead and weak stones, as people do."""
OFTEN = 0.25
"""Only moves that have this part of the best move's visits are drawn."""
DECIDED = 0.35
"""Points of lead, for each point of the board, above which a game ends and a position is not learned from."""
PLAYOUTS = 120
"""Playouts that show who owns the points of a position."""
UNKNOWN_LAST = 4
"""One position in UNKNOWN_LAST is shown without the last moves."""
TIMEOUT = 60.0
"""Time limit of the judge for an answer, in seconds."""


class JudgeAnswer(NamedTuple):
    """What the judge says of a position."""
    moves: np.ndarray
    """The probability of each point, row by row from the top, then of a pass."""
    owners: np.ndarray
    """White's share of each point, from -1 to 1."""
    lead: float
    """White's points less Black's, komi included."""


@dataclass(frozen=True)
class JudgedPositions:
    """Judged positions of one size, from the view of the side to move."""
    size: int
    planes: np.ndarray
    """What the network sees: (positions, points, PLANES)."""
    moves: np.ndarray
    """The judge's probabilities of moves: (positions, points)."""
    owners: np.ndarray
    """Owners, from -1 to 1: (positions, points)."""
    lead: np.ndarray
    """The side's points less the opponent's, komi apart: (positions,)."""
    game: np.ndarray
    """The number of the game: (positions,)."""


def read_verdict(text: str, size: int) -> JudgeAnswer:
    """Read an answer to ``kata-raw-nn``.  Raises ValueError if it is none."""
    lines = text.splitlines()

    def table(name: str) -> np.ndarray:
        start = next((k + 1 for k, line in enumerate(lines) if line.strip() == name), len(lines))
        return np.nan_to_num(np.array([line.split() for line in lines[start:start + size]], np.float32)).reshape(size * size)

    def number(name: str) -> float:
        return next((float(line.split()[1]) for line in lines if line.split()[:1] == [name]), np.nan)
    found = JudgeAnswer(np.append(table('policy'), number('policyPass')), table('whiteOwnership'), number('whiteLead'))
    if not np.all(np.isfinite([*found.moves, found.lead])):
        raise ValueError(f'no verdict: {text[:80]}')
    return found


def own_move(tree: mcts.Tree, game: Game, color: int, playouts: int, rng: random.Random) -> int:
    """Draw a move from the visits of a search."""
    last = game.moves[-1][1] if game.moves else PASS
    tree.begin(mcts.Root(game.board, color, KOMI, rng.randrange(1 << 30), mcts.every_move(game, color), last, mcts.before_last(game)))
    tree.grow(Plan(playouts))
    lines = tree.found().lines
    lines = [line for line in lines if line.visits > OFTEN * lines[0].visits]
    return rng.choices(lines, [line.visits for line in lines])[0].move


def judged_game(judge: Client, seed: int) -> dict[str, np.ndarray]:
    """Play a game, and return its judged positions.  Raises ValueError if the judge refuses or is lost."""
    rng = random.Random(seed)
    size, every, longest = rng.choice(SIZES), rng.choice(EVERY), rng.choice(LONGEST)
    playouts, tree = rng.choice(SEARCHES), mcts.side_tree()
    game, color, points = Game(size, KOMI), BLACK, list(all_points(size))
    stones = fixed_points(size, rng.randint(2, 9)) if size >= 13 and rng.randrange(HANDICAPS) == 0 else []

    def ask(line: str) -> str:
        reply = judge.send(line, TIMEOUT)
        if reply.status != '=':
            raise ValueError(f'{line}: {reply.text or reply.status}')
        return reply.text
    for line in ('kata-set-rules japanese', f'boardsize {size}', 'clear_board', f'komi {KOMI}'):
        ask(line)
    if stones:
        color = WHITE
        game.setup(stones, [], color)
        for stone in stones:
            ask(f'play {COLOR_NAMES[BLACK]} {vertex(stone, size)}')
    rows: list[tuple[np.ndarray, list[int], int, JudgeAnswer]] = []
    while len(game.moves) < longest * size * size:
        if len(game.moves) % every == 0:
            verdict = read_verdict(ask(f'kata-raw-nn {rng.randrange(8)}'), size)
            last = [points.index(pos) if pos else -1 for _, pos in reversed(game.moves[-2:])]
            rows.append((np.array(game.board['color'][points], np.int8), (last + [-1, -1])[:2], color, verdict))
            if abs(verdict.lead) > DECIDED * size * size:
                break
            move = int(rng.choices([*points, PASS], verdict.moves.tolist())[0])
        else:
            move = own_move(tree, game, color, playouts, rng)
        if move == PASS or not game.is_legal(color, move):
            break
        game.play(color, move)
        ask(f'play {COLOR_NAMES[color]} {vertex(move, size)}')
        color = other(color)
    return {'size': np.array(size), 'board': np.array([row[0] for row in rows]), 'last': np.array([row[1] for row in rows]),
            'toplay': np.array([row[2] for row in rows]), 'policy': np.array([row[3].moves for row in rows], np.float16),
            'own': np.array([-row[3].owners for row in rows], np.float16), 'lead': np.array([-row[3].lead for row in rows], np.float32)}


def load(folder: Path) -> list[JudgedPositions]:
    """Return the judged positions of a folder, by size.  Raises ValueError if there are none."""
    found: dict[int, list[tuple[np.ndarray, ...]]] = {}
    for number, path in enumerate(sorted(folder.glob('*.npz'))):
        with np.load(path) as data:
            rows = found.setdefault(int(data['size']), [])
            # The judge counts territory, to which handicap stones add nothing; owners count area.
            first = data['board'][0]
            handicap = int(np.sum(first == BLACK)) if not np.any(first == WHITE) and np.sum(first) > 1 else 0
            near = np.abs(data['lead']) <= DECIDED * int(data['size']) ** 2
            rows += [_row(data, k, number, handicap) for k in np.flatnonzero(near).tolist()]
    if not found:
        raise ValueError(f'{folder}: no judged games')
    return [JudgedPositions(size, *(np.array(column) for column in zip(*rows, strict=True))) for size, rows in sorted(found.items())]


def _row(data: 'np.lib.npyio.NpzFile', k: int, number: int, handicap: int) -> tuple[np.ndarray, ...]:
    """Return what ``JudgedPositions`` keeps of a position of a game with so many handicap stones."""
    size, color, board = int(data['size']), int(data['toplay'][k]), data['board'][k]
    points = np.array(all_points(size))
    game = Game(size, KOMI)
    black, white = (points[board == side].tolist() for side in (BLACK, WHITE))
    game.setup(black, white, color)
    last, before = (int(points[at]) if at >= 0 and board[at] and (number + k) % UNKNOWN_LAST else PASS for at in data['last'][k])
    fast, record, count = every_choice(game.board, color, last, before)
    view = new_record(VIEW)
    playouts = sample(game.board, color, PLAYOUTS, KOMI, number * 1000 + k, last=last)
    view['owned'], view['played_out'] = playouts['owned'] / PLAYOUTS, 1
    py_look(fast, record, view, new_record(BOUZY), color, count)
    sign = 1 if color == BLACK else -1
    return (view['plane'][:, points].T.astype(np.float16), data['policy'][k][:-1], sign * data['own'][k],
            np.float32(sign * (float(data['lead'][k]) + KOMI + handicap)), np.int32(number))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and judge games."""
    parser = argparse.ArgumentParser(prog='python -m owlgo.regress.train.judged', description=__doc__.split('\n')[0])
    parser.add_argument('folder', type=Path, help='where the judged games are written')
    parser.add_argument('--engine', required=True, metavar='COMMAND', help='the judge, a GTP engine that answers kata-raw-nn')
    parser.add_argument('--games', type=int, default=100, help='number of games (100); those in the folder are kept')
    parser.add_argument('--seed', type=int, default=0, help='number of the first game (0)')
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    with Client(given.engine) as judge:
        for number in track(range(given.seed, given.seed + given.games), 'playing', console=Console(stderr=True)):
            path = given.folder / f'{number:05}.npz'
            if not path.exists():
                part = path.with_suffix('.part')
                with part.open('wb') as file:
                    np.savez_compressed(file, allow_pickle=False, **judged_game(judge, number))
                part.replace(path)
    return 0


if __name__ == '__main__':
    sys.exit(main())
