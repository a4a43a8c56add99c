"""A strong engine as referee: lead, ownership, and the loss of a move.  It must know ``kata-search_analyze``."""
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, WHITE, all_points, other, parse_vertex
from owlgo.gtp.client import Client


@dataclass(frozen=True)
class Opinion:
    """The referee's analysis of a position."""
    lead: float
    """Black's points less White's."""
    owners: dict[int, float]
    """Ownership of every point, from 1 (Black) to -1 (White)."""
    moves: dict[str, tuple[int, float, float]]
    """Visits of each move searched, Black's lead after it, and its prior probability; the best move first."""

    @property
    def best(self) -> str:
        """The most visited move."""
        return max(self.moves, key=lambda move: self.moves[move][0])


class Glance(NamedTuple):
    """The referee's evaluation of a position without a search."""
    lead: float
    """Black's points less White's."""
    owners: dict[int, float]
    """As in ``Opinion``."""
    likely: list[float]
    """Prior probabilities of moves, the likeliest first."""


class Referee:
    """The engine and its cached answers."""

    def __init__(self, command: str, cache: Path, rules: str = 'chinese') -> None:
        """Raises OSError if it cannot be started."""
        self.engine, self.cache, self.rules = Client(command), cache, rules
        self.known: dict[str, list[str]] = {}
        if cache.exists():
            self.known = dict(json.loads(line) for line in cache.read_text('utf-8').splitlines())
        self.evaluations = 0

    def _say(self, line: str) -> str:
        reply = self.engine.send(line, 300.0)
        if reply.status != '=':
            raise ValueError(f'{line}: {reply.status} {reply.text}')
        return reply.text

    def look(self, game: Game, color: int, visits: int) -> Opinion:
        """Search a position with a side to move; only board and komi count, without history and ko.

        Raises ValueError if the engine refuses.
        """
        black, white = game.stones(BLACK), game.stones(WHITE)
        key = f'{self.rules} {game.size} {game.komi} {color} {visits} {sorted(black)} {sorted(white)}'
        if key not in self.known:
            self.evaluations += visits
            self._set_up(game, last=other(color))
            self._say(f'kata-set-param maxVisits {visits}')
            text = self._say(f'kata-search_analyze {COLOR_NAMES[color]} rootInfo true ownership true maxmoves 12')
            self.known[key] = _kept(text)
            with self.cache.open('a') as file:
                file.write(json.dumps([key, self.known[key]]) + '\n')
        return _seen(game, color, self.known[key])

    def glance(self, game: Game, color: int) -> Glance:
        """Evaluate a position with a side to move, without a search.  Raises ValueError like ``look``."""
        self.evaluations += 1
        self._set_up(game, last=other(color))
        text = self._say('kata-raw-nn 0')
        lead, owners, points, passing = (_after(text, name) for name in ('whiteLead', 'whiteOwnership', 'policy', 'policyPass'))
        count = game.size * game.size
        return Glance(-lead[0], dict(zip(all_points(game.size), (-share for share in owners[:count]), strict=True)),
                      sorted(points[:count] + passing[:1], reverse=True))

    def _set_up(self, game: Game, last: int) -> None:
        """Set the board up, this colour's stones last, so that the other colour is to move."""
        for line in (f'boardsize {game.size}', 'clear_board', f'komi {game.komi}', f'kata-set-rules {self.rules}'):
            self._say(line)
        for color in (other(last), last):
            for pos in game.stones(color):
                self._say(f'play {COLOR_NAMES[color]} {game.vertex(pos)}')

    def close(self) -> None:
        self.engine.close()


def _after(text: str, name: str) -> list[float]:
    """Parse the numbers after a name; NAN, as for an illegal move, gives 0."""
    numbers = []
    for word in re.split(rf'\b{name}\b', text, maxsplit=1)[1].split():
        if not re.fullmatch(r'NAN|-?[\d.]+(e[+-]?\d+)?', word, re.IGNORECASE):
            break
        numbers.append(0.0 if word.upper() == 'NAN' else float(word))
    return numbers


def moved(game: Game, color: int, move: str) -> Game:
    """Return a game with the board after a move.  Raises ValueError if it is illegal."""
    copy = Game(game.size, game.komi)
    copy.setup(game.stones(BLACK), game.stones(WHITE), color)
    copy.play(color, parse_vertex(move, game.size))
    return copy


def _kept(text: str) -> list[str]:
    """Shorten an analysis for the cache: lead, ownership in hundredths, moves."""
    root = re.search(r'rootInfo .*?scoreLead (-?[\d.eE+-]+)', text)
    owners = re.search(r'ownership ([-\d. eE+]+)', text)
    if root is None or owners is None:
        raise ValueError(f'no analysis: {text[:80]}')
    moves = re.findall(r'info move (\S+) visits (\d+).*?scoreLead (-?[\d.eE+-]+).*?prior ([\d.eE+-]+)', text)
    return [f'{float(root[1]):.2f}', ' '.join(str(round(100 * float(word))) for word in owners[1].split()),
            ' '.join(f'{move} {visits} {float(lead):.2f} {float(prior):.3f}' for move, visits, lead, prior in moves)]


def _seen(game: Game, color: int, kept: list[str]) -> Opinion:
    sign = 1 if color == BLACK else -1
    lead, owners, moves = kept
    words = moves.split()
    points = all_points(game.size)
    return Opinion(sign * float(lead), {pos: sign * int(word) / 100 for pos, word in zip(points, owners.split(), strict=True)},
                {words[k]: (int(words[k + 1]), sign * float(words[k + 2]), float(words[k + 3])) for k in range(0, len(words), 4)})
