"""The part that all makers share: arguments, positions of games, and the file to which entries are added."""
import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import COLOR_NAMES, EMPTY, STONES, all_points
from owlgo.regress.strength.entry import Entry, Question, read
from owlgo.regress.strength.make.engines import Peer, Referee

GNUGO = 'gnugo --quiet --mode gtp --level 10'


def arguments(kind: str, games: int = 1, referee: bool = True, peer: str = GNUGO, seed: int = 59) -> argparse.Namespace:
    """Parse a maker's arguments and start the engines named there.  Each record is listed ``games`` times, in random order."""
    p = argparse.ArgumentParser(prog=f'python -m owlgo.regress.strength.make.{kind}', description=f'Find {kind} for the strength bench.')
    if games:
        p.add_argument('games', type=Path, help='a folder of game records')
    p.add_argument('out', type=Path, help='the file of entries')
    p.add_argument('--referee', default='', required=referee, help='a strong engine that knows kata-search_analyze')
    p.add_argument('--peer', default=peer, help=f'another engine ({peer or "none"})')
    p.add_argument('--seed', type=int, default=seed, help=f'of what is drawn at random ({seed})')
    args = p.parse_args()
    args.referee = Referee(args.referee, args.out.with_suffix('.cache')) if args.referee else None
    args.peer = Peer(args.peer) if args.peer else None
    args.random = random.Random(args.seed)
    if games:
        args.games = sorted(args.games.glob('*.sgf')) * games
        args.random.shuffle(args.games)
    return args


def position(path: Path, number: int | None = None) -> Game:
    """Return a record's game with the bench's komi, played up to but without move ``number``, or to its end."""
    record = sgf.load(str(path), None if number is None else str(number))
    game = Game(record.size)
    game.load(record)
    game.komi = 6.5
    return game


def drawn(game: Game) -> str:
    """Draw the board of a game."""
    signs = ''.join(STONES[game.color_at(pos)] if game.color_at(pos) != EMPTY else '.' for pos in all_points(game.size))
    return '/'.join(signs[row * game.size:(row + 1) * game.size] for row in range(game.size))


def entry(name: str, game: Game, questions: Iterable[Question], origin: str) -> Entry:
    """Return the entry of a position."""
    return Entry(name, drawn(game), tuple(questions), COLOR_NAMES[game.to_move][0].upper(), game.komi, origin)


def dumps(entry: Entry) -> str:
    """Return an entry as a line of JSON, leaving out default values."""
    fields = asdict(entry)
    defaults = {'to_move': 'B', 'komi': 6.5, 'origin': ''}
    fields = {name: value for name, value in fields.items() if name not in defaults or value != defaults[name]}
    fields['questions'] = [{name: value for name, value in asked.items() if name != 'moves' or value} for asked in fields['questions']]
    return json.dumps(fields) + '\n'


class Wanted:
    """A file of entries that counts how many of each class are still wanted.  It takes only one entry on each subject."""

    def __init__(self, path: Path, most: Mapping[Any, int], class_of: Callable[[Entry], Any]) -> None:
        """Open the file.  Entries that are in it from earlier runs count."""
        self.path, self.most, self.class_of = path, most, class_of
        known = read(path) if path.exists() else []
        self.subjects, self.counts = {one.subject for one in known}, Counter(map(class_of, known))

    def __contains__(self, kind: Any) -> bool:
        return self.counts[kind] < self.most.get(kind, 0)

    def __bool__(self) -> bool:
        """Whether any class has too few entries."""
        return any(kind in self for kind in self.most)

    def add(self, one: Entry) -> bool:
        """Append an entry to the file if its class is wanted and its subject new.  Return whether it was appended."""
        kind = self.class_of(one)
        if one.subject in self.subjects or kind not in self:
            return False
        self.subjects.add(one.subject)
        self.counts[kind] += 1
        with self.path.open('a', encoding='utf-8') as file:
            file.write(dumps(one))
        return True
