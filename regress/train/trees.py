"""Trees of GNU Go's owl readings: ``python -m owlgo.regress.train.trees MINUTES SEED GAME.sgf... -o FILE``.

GNU Go (which must be installed) is asked about dragons in positions of game records, and in the same positions with one to three random
stones added.  Each question is a line of JSON: the stones, the question, and the tree of the reading.
"""
import argparse
import json
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sgfmill import sgf_grammar

from owlgo.engine.core import sgf
from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, parse_vertex, point, row_col, vertex
from owlgo.gtp.client import Client

TEACHER = ['gnugo', '--mode', 'gtp', '--quiet', '--level', '10', '--chinese-rules']
WAIT = 600
"""Seconds that one question may take."""
EARLIEST = 16
"""Moves of a record before its first position."""
VARIED, MOST_STONES, SPREAD = 2, 3, 3
"""Variations of a position, stones added in one, and how far from a random stone they lie."""
DRAGONS, TRIED, NEAR = 3, 10, 4
"""Dragons that a position answers for, stones asked about to find them, and how far from the added stones these lie."""
KEPT_FAILURES = 0.25
"""Share of failed attacks that are kept."""
PATTERN = re.compile(r'(A|D|VA)\d')
"""Names of GNU Go's patterns; all other proposers are eyes, lunches and tactics."""
_MOVE = re.compile(r'(.*) at (\S+) \(variation')
_RESULT = re.compile(r'owl_(attack|defend) \S+: (\S+) ?(\S+)? \((.*)\)')


class Tried(NamedTuple):
    """A move of a reading and what became of it."""
    move: str
    """In SGF letters; empty or tt for a pass."""
    color: str
    """B or W."""
    proposer: str
    """A pattern's name, or words such as "vital move"."""
    result: list[str | None] | None
    """What the opponent's reading gave: attack or defend, the result, its move, the reason; None if unknown."""
    goal: list[str]
    """Stones of the dragon after the move."""
    replies: 'list[Tried]'

    @property
    def place(self) -> int:
        """The point of the move, or PASS."""
        return point_of(self.move) if self.move not in ('', 'tt') else PASS

    @property
    def by_pattern(self) -> bool:
        return bool(PATTERN.match(self.proposer))

    @property
    def outcome(self) -> str:
        """What the opponent, who is to move, gets: win, lose, or other (a ko, unknown)."""
        return {'WIN': 'win', '0': 'lose'}.get(str(self.result[1]), 'other') if self.result else 'other'

    @property
    def reason(self) -> str:
        return str(self.result[3] or '') if self.result else ''


@dataclass(frozen=True)
class ReadingTree:
    """One question to GNU Go, and the tree of its reading."""
    size: int
    black: list[str]
    white: list[str]
    what: str
    """attack or defend."""
    target: str
    answer: str
    tree: list[Tried]

    @property
    def outcome(self) -> str:
        """win, lose, or other (a ko)."""
        return {'1': 'win', '0': 'lose'}.get(self.answer[:1], 'other')

    def board(self) -> np.void | None:
        """The board; None if the stones cannot stand."""
        return board_of(self.size, self.black, self.white)


def board_of(size: int, black: list[str], white: list[str]) -> np.void | None:
    """A board with these stones; None if they cannot stand."""
    board = new_board(size)
    for color, names in ((BLACK, black), (WHITE, white)):
        if not all(py_place_if_legal(board, parse_vertex(name, size), color) for name in names):
            return None
    board['ko'] = 0
    return board


def point_of(letters: str) -> int:
    """The point of a pair of SGF letters."""
    return point(ord(letters[1]) - ord('a'), ord(letters[0]) - ord('a'))


def parse(data: bytes) -> list[Tried]:
    """The moves tried at the root of a trace.  Raises ValueError if it is no SGF."""
    tree = sgf_grammar.parse_sgf_game(data)
    return _children(tree.sequence[1:], tree.children)


def _children(sequence: list[dict[str, list[bytes]]], children: list[Any]) -> list[Tried]:
    """The variations that begin after a node: the rest of its line, or its branches."""
    if sequence:
        return [_tried(sequence[0], _children(sequence[1:], children))]
    return [_tried(child.sequence[0], _children(child.sequence[1:], child.children)) for child in children]


def _tried(node: dict[str, list[bytes]], replies: list[Tried]) -> Tried:
    """One node of the trace."""
    color = 'W' if 'W' in node else 'B'
    comment = node.get('C', [b''])[0].decode('latin-1')
    move, result = _MOVE.match(comment), _RESULT.search(comment)
    return Tried(node.get(color, [b''])[0].decode('ascii'), color, move[1] if move else '', list(result.groups()) if result else None,
                 [stone.decode('ascii') for stone in node.get('MA', [])], replies)


def load(path: Path) -> Iterator[ReadingTree]:
    """The questions of a file.  Raises OSError, and ValueError that names the line."""
    with path.open(encoding='utf-8') as lines:
        for number, line in enumerate(lines, 1):
            try:
                found = json.loads(line)
                question = ReadingTree(**found | {'tree': [_again(node) for node in found['tree']]})
                parse_vertex(question.target, question.size)
            except (ValueError, KeyError, TypeError) as error:
                raise ValueError(f'{path}:{number}: no tree of a reading: {error}') from error
            yield question


def _again(node: list[Any]) -> Tried:
    """A node as it was written."""
    move, color, proposer, result, goal, replies = node
    return Tried(move, color, proposer, result, goal, [_again(reply) for reply in replies])


class Teacher:
    """GNU Go, set up with one position after the other."""

    def __init__(self, client: Client, folder: Path, rng: random.Random) -> None:
        self.client, self.trace, self.rng = client, folder / 'trace.sgf', rng

    def say(self, line: str) -> str | None:
        """The answer, or None where it is an error.  Raises OSError when GNU Go has ended."""
        reply = self.client.send(line, WAIT)
        if not self.client.alive():
            raise OSError('GNU Go has ended')
        return reply.text.strip() if reply.status == '=' else None

    def questions(self, board: np.void, near: int | None) -> Iterator[ReadingTree]:
        """The questions about a position, near a point or anywhere."""
        size = int(board['size'])
        stones = {color: [vertex(pos, size) for pos in all_points(size) if board['color'][pos] == color] for color in (BLACK, WHITE)}
        for line in (f'boardsize {size}', 'clear_board', *(f'play {"?bw"[color]} {name}' for color in stones for name in stones[color])):
            self.say(line)
        pool = [pos for pos in all_points(size) if board['color'][pos] != EMPTY and (near is None or _apart(pos, near) <= NEAR)]
        seen: set[str] = set()
        answered = tried = 0
        for pos in self.rng.sample(pool, len(pool)):
            row, col = row_col(pos)
            if answered < DRAGONS and tried < TRIED and chr(97 + col) + chr(97 + row) not in seen:
                tried += 1
                found = list(self._about(size, stones[BLACK], stones[WHITE], vertex(pos, size), seen))
                answered += bool(found)
                yield from found

    def _about(self, size: int, black: list[str], white: list[str], target: str, seen: set[str]) -> Iterator[ReadingTree]:
        """Both questions about a dragon that can be killed, or at times the attack that fails."""
        for what in ('attack', 'defend'):
            self.say('start_sgftrace')
            answer = self.say(f'owl_{what} {target}')
            self.say(f'finish_sgftrace {self.trace}')
            if answer is None:
                return
            tree = parse(self.trace.read_bytes())
            seen.update(tree[0].goal if tree else [])
            failed = answer.startswith('0')
            if what == 'attack' and failed and (not tree or self.rng.random() >= KEPT_FAILURES):
                return
            if tree:
                yield ReadingTree(size, black, white, what, target, answer, tree)
            if failed:
                return


def _apart(one: int, two: int) -> int:
    """The larger of the distances in rows and in columns."""
    return max(abs(a - b) for a, b in zip(row_col(one), row_col(two), strict=True))


def varied(board: np.void, rng: random.Random) -> tuple[np.void, int]:
    """The position with a few stones added near one of its stones, and that stone.  What they capture is off."""
    size = int(board['size'])
    center = rng.choice([pos for pos in all_points(size) if board['color'][pos] != EMPTY])
    row, col = row_col(center)
    changed = board.copy()
    for _ in range(rng.randint(1, MOST_STONES)):
        r, c = row + rng.randint(-SPREAD, SPREAD), col + rng.randint(-SPREAD, SPREAD)
        if 0 <= r < size and 0 <= c < size and changed['color'][point(r, c)] == EMPTY:
            py_place_if_legal(changed, point(r, c), rng.choice((BLACK, WHITE)))
    changed['ko'] = 0
    return changed, center


def positions(path: Path, rng: random.Random) -> Iterator[tuple[np.void, int | None]]:
    """A random position of a record and its variations; the point where something was added.  Raises SgfError."""
    game = Game()
    game.load(sgf.load(path))
    moves = len(game.moves)
    if moves >= EARLIEST:
        game = Game()
        game.load(sgf.load(path, rng.randint(EARLIEST, moves)))
        board = game.board.copy()
        board['ko'] = 0
        yield board, None
        for _ in range(VARIED):
            yield varied(board, rng)


def collect(minutes: float, seed: int, games: list[Path], output: Path) -> None:
    """Ask about positions of the games until the time is over; questions are added to the file."""
    rng, until = random.Random(seed), time.monotonic() + 60 * minutes
    command = [*TEACHER, '--seed', str(rng.randrange(1, 10 ** 6))]
    with tempfile.TemporaryDirectory() as folder, Client(command) as client, output.open('a', encoding='utf-8') as out:
        teacher = Teacher(client, Path(folder), rng)
        while time.monotonic() < until:
            for board, near in positions(rng.choice(games), rng):
                for question in teacher.questions(board, near):
                    out.write(json.dumps(vars(question)) + '\n')
            out.flush()


def main(argv: list[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(prog='python -m owlgo.regress.train.trees', description='Collect trees of GNU Go\'s owl readings.')
    parser.add_argument('minutes', type=float)
    parser.add_argument('seed', type=int)
    parser.add_argument('games', type=Path, nargs='+', metavar='GAME.sgf')
    parser.add_argument('-o', '--output', type=Path, required=True, metavar='FILE', help='trees are added to this file')
    args = parser.parse_args(argv)
    try:
        collect(args.minutes, args.seed, args.games, args.output)
    except (OSError, ValueError) as error:
        parser.exit(2, f'{parser.prog}: {error}\n')
    return 0


if __name__ == '__main__':
    sys.exit(main())
