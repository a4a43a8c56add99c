"""Learn the priors of moves about dragons: ``python -m owlgo.regress.train.move_prior collect MINUTES SEED FILE`` and then ``... fit
FILE... [-o FILE]``, which writes ``engine/life/move_prior.txt`` or another file.

Fights are made by GNU Go (which must be installed) playing itself at its lowest level, with a few moves thrown in at random.  Then GNU Go
is asked which dragons are critical, and which moves kill and save them.  A few random stones are added round each dragon, and GNU Go is
asked again.  Each such move is one choice among the legal moves near the dragon (``listwise``).
"""
import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import COLUMNS, PASS, other, parse_color, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import move_prior, reading
from owlgo.engine.owl.limits import Means
from owlgo.gtp.client import Client
from owlgo.regress.train import listwise

TEACHER = ['gnugo', '--mode', 'gtp']
SIZES, SHARES = (9, 11, 13, 15, 19), (3, 5, 7, 2, 1)
CHANCE = (0.0, 0.05, 0.1, 0.2)
"""Chances of a random move.  Each game draws one of these chances."""
POSITIONS, VARIED, STONES = 14, 2, (1, 1, 2, 3)
"""Positions taken from a game; random variations of each fight; numbers of stones that a variation may add."""
RARE = 4
"""Occurrences below which a feature gets no weight."""
DECAY = 1.0
"""How strongly weights are pulled towards 0 (``listwise.fit``)."""
LEAST = 0.1
"""The file leaves a feature out if both its weights are smaller."""
SAME = 2
"""Most times that the same move about the same dragon counts in one game."""
FILE = Path(move_prior.__file__).with_name('move_prior.txt')


class Fight(NamedTuple):
    """A move that kills or saves a dragon, its game, and its side: 0 for the attacker, 1 for the defender."""
    game: str
    side: int
    choice: listwise.Choice


def collect(minutes: float, seed: int, path: Path) -> None:
    """Play games, ask about their dragons, and append each position with its answers to a file, one a line."""
    rng, until = random.Random(seed), time.monotonic() + 60 * minutes
    with Client([*TEACHER, '--level', '0']) as player, Client([*TEACHER, '--level', '10']) as teacher, path.open('a') as out:
        number = 0
        while time.monotonic() < until:
            number += 1
            size = rng.choices(SIZES, SHARES)[0]
            moves = _game(player, size, rng)
            first = 30 if size == 19 else size * 3 // 2
            for at in sorted(rng.sample(range(first, len(moves)), min(POSITIONS, len(moves) - first)) if len(moves) > first else []):
                for found in _asked(teacher, size, moves[:at], rng):
                    out.write(json.dumps({'game': f'{seed}/{number}', 'size': size} | found) + '\n')
            out.flush()


def _say(client: Client, line: str) -> str | None:
    """Return the engine's answer, or None if it is an error."""
    reply = client.send(line, 600)
    return reply.text.strip() if reply.status == '=' else None


def _game(player: Client, size: int, rng: random.Random) -> list[str]:
    """Play a game; return its moves as arguments of play."""
    for line in (f'boardsize {size}', 'clear_board', f'set_random_seed {rng.randrange(10**6)}'):
        _say(player, line)
    moves: list[str] = []
    chance, passes = rng.choice(CHANCE), 0
    opening = rng.randrange(14 if size == 19 else 5)
    while len(moves) < size * size * 3 // 4 and passes < 2:
        color = ('black', 'white')[len(moves) % 2]
        drawn = f'{rng.choice(COLUMNS[:size])}{rng.randint(1, size)}'
        if (len(moves) < opening or rng.random() < chance) and _say(player, f'play {color} {drawn}') is not None:
            moves.append(f'{color} {drawn}')
            continue
        answer = _say(player, f'genmove {color}')
        if answer is None or answer == 'resign':
            break
        passes = passes + 1 if answer == 'PASS' else 0
        moves.append(f'{color} {answer}')
    return moves


def _asked(teacher: Client, size: int, moves: list[str], rng: random.Random) -> Iterator[dict[str, object]]:
    """Yield critical dragons of a position and its variations: the moves up to there, a stone of the dragon, and the moves that kill and
    save it."""
    for line in (f'boardsize {size}', 'clear_board', *(f'play {played}' for played in moves)):
        _say(teacher, line)
    for rows in (_say(teacher, 'dragon_data') or '').split(':\n')[1:]:
        data = dict(row.split(None, 1) for row in rows.splitlines() if len(row.split(None, 1)) == 2)
        if data.get('owl_status') != 'critical':
            continue
        stone = data['origin'].strip()
        yield {'moves': moves, 'stone': stone, 'kills': data['owl_attack_point'], 'saves': data['owl_defense_point']}
        for _ in range(VARIED):
            added = []
            for _ in range(rng.choice(STONES)):
                near = rng.choice(data['strings'].split())
                col, row = COLUMNS.index(near[0]) + rng.randint(-3, 3), int(near[1:]) + rng.randint(-3, 3)
                if 0 <= col < size and 1 <= row <= size:
                    played = f'{rng.choice(("black", "white"))} {COLUMNS[col]}{row}'
                    if _say(teacher, f'play {played}') is not None:
                        added.append(played)
            kills, saves = ((_say(teacher, f'{question} {stone}') or '0').split() for question in ('owl_attack', 'owl_defend'))
            if len(kills) > 1 and len(saves) > 1:
                yield {'moves': moves + added, 'stone': stone, 'kills': kills[1], 'saves': saves[1]}
            for _ in added:
                _say(teacher, 'undo')


def choices(paths: list[Path]) -> Iterator[Fight]:
    """Yield the fights in the files.  Raises ValueError that names the line."""
    seen: Counter[tuple[str, str, int]] = Counter()
    means = Means(Workspace())
    for path in paths:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            try:
                found = json.loads(line)
                game = Game(found['size'])
                for played in found['moves']:
                    color, where = played.split()
                    game.play(parse_color(color), parse_vertex(where, game.size))
                pos, *answers = (parse_vertex(str(found[key]), game.size) for key in ('stone', 'kills', 'saves'))
                fight = found['game'], found['stone']
            except (ValueError, KeyError, TypeError) as error:
                raise ValueError(f'{path}:{number}: no fight about a dragon: {error}') from error
            for side, move in enumerate(answers):
                about = (*fight, move)
                seen[about] += 1
                if move != PASS and seen[about] <= SAME:
                    choice = _choice(game, means, pos, side, move)
                    if choice:
                        yield Fight(found['game'], side, choice)


def _choice(game: Game, means: Means, pos: int, side: int, move: int) -> listwise.Choice | None:
    """Return the keys of the moves near a dragon, and which of these moves was played, or None if none was."""
    arenas = reading.Arenas(Goal(game.board, pos, means.workspace), means)
    record = arenas.move_prior()
    moves = np.flatnonzero(record['listed'][side]).tolist()
    if move not in moves:
        return None
    color = other(game.color_at(pos)) if side == 0 else game.color_at(pos)
    rows = []
    for q in moves:
        move_prior.py_see(game.board, arenas.influence, record, q, color)
        rows.append([key for key in record['key'].tolist() if key])
    return rows, moves.index(move)


def fit(paths: list[Path]) -> str:
    """Return the text of the file of weights.

    Report on stderr first how well weights learned from three quarters of the games predict the rest.  Raises ValueError for files without
    a choice, and NoOptimiser.
    """
    listwise.optimiser()
    found = list(choices(paths))
    games = sorted({fight.game for fight in found})
    if not found:
        raise ValueError(f'no moves about dragons in {", ".join(map(str, paths))}')
    weights: list[dict[int, float]] = []
    for side, name in enumerate(('attack', 'defence')):
        learned, others = ([fight.choice for fight in found if fight.side == side and (fight.game in games[::4]) == apart]
                           for apart in (False, True))
        if others:
            numbers, weight = listwise.learn(learned, RARE, DECAY)
            print(f'{name}: {len(learned)} moves, {len(numbers)} weights; of {len(others)} others '
                  f'{listwise.Choices.of(others, numbers).prediction(weight)}', file=sys.stderr)
        numbers, weight = listwise.learn([fight.choice for fight in found if fight.side == side], RARE, DECAY)
        weights.append({key: float(weight[k]) for key, k in numbers.items()})
    head = f'# What a player looks at first: logarithms of odds, of the attacker and of the defender.  Symbols: {move_prior.STATES}\n' \
           f'# Made by "python -m owlgo.regress.train.move_prior fit" from {len(found)} moves of {len(games)} games.\n'
    return head + listwise.rows({key: _name(key) for key in sorted({*weights[0], *weights[1]})}, weights, LEAST)


def _name(key: int) -> str:
    """Return the name of a feature in the file."""
    kind, content = (key >> move_prior.BITS) - 1, key & (1 << move_prior.BITS) - 1
    what = move_prior.picture(kind, content) if kind in (move_prior.SHAPE, move_prior.ROUND) else content
    return f'{move_prior.FEATURE_KINDS[kind]} {what}'


def main(argv: list[str] | None = None) -> int:
    """Run a command; return the exit status."""
    parser = argparse.ArgumentParser(prog='python -m owlgo.regress.train.move_prior',
                                     description='Learn which moves a player looks at first.')
    commands = parser.add_subparsers(dest='command', required=True)
    collecting = commands.add_parser('collect', help='let GNU Go play, ask it about dragons, and add what it says to a file')
    collecting.add_argument('minutes', type=float)
    collecting.add_argument('seed', type=int)
    collecting.add_argument('file', type=Path)
    fitting = commands.add_parser('fit', help='learn from such files')
    fitting.add_argument('files', type=Path, nargs='+', metavar='file')
    fitting.add_argument('-o', '--output', type=Path, default=FILE, help='where the weights go, if not where readings find them')
    args = parser.parse_args(argv)
    try:
        if args.command == 'collect':
            collect(args.minutes, args.seed, args.file)
        else:
            args.output.write_text(fit(args.files), encoding='ascii')
    except (OSError, ValueError) as error:
        parser.exit(2, f'{parser.prog}: {error}\n')
    return 0


if __name__ == '__main__':
    sys.exit(main())
