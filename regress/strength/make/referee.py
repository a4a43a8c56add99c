"""A strong engine as a referee: who leads, who owns each point, and what a move loses.  It must know ``kata-search_analyze``."""
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, WHITE, all_points, other, parse_vertex
from owlgo.gtp.client import Client

LETTERS = {BLACK: 'black', WHITE: 'white'}
TIMEOUT = 300.0
"""Seconds for an answer."""


@dataclass(frozen=True)
class Opinion:
    """What the referee says of a position."""
    lead: float
    """Black's points less White's."""
    owners: dict[int, float]
    """Of every point: from 1, Black's, to -1, White's."""
    moves: dict[str, tuple[int, float, float]]
    """The visits of each move that was searched, Black's lead after it, and how likely the move was before the search; the best first."""

    @property
    def best(self) -> str:
        """The most visited move."""
        return max(self.moves, key=lambda move: self.moves[move][0])


class Glance(NamedTuple):
    """What the referee sees of a position without a search."""
    lead: float
    """Black's points less White's."""
    owners: dict[int, float]
    """As in ``Opinion``."""
    likely: list[float]
    """How likely each move is, the likeliest first."""


class Referee:
    """The engine, and what it has said."""

    def __init__(self, command: str, cache: Path, rules: str = 'chinese') -> None:
        """Raises OSError if it cannot be started."""
        self.engine, self.cache, self.rules = Client(command), cache, rules
        self.known: dict[str, list[str]] = {}
        if cache.exists():
            self.known = dict(json.loads(line) for line in cache.read_text('utf-8').splitlines())
        self.evaluations = 0

    def _say(self, line: str) -> str:
        reply = self.engine.send(line, TIMEOUT)
        if reply.status != '=':
            raise ValueError(f'{line}: {reply.status} {reply.text}')
        return reply.text

    def look(self, game: Game, color: int, visits: int) -> Opinion:
        """A position with this side to move, searched with so many visits.  Only the board and the komi are seen: no history, no ko.

        Raises ValueError if the engine refuses.
        """
        black, white = game.stones(BLACK), game.stones(WHITE)
        key = f'{self.rules} {game.size} {game.komi} {color} {visits} {sorted(black)} {sorted(white)}'
        if key not in self.known:
            self.evaluations += visits
            self._set_up(game, last=other(color))
            self._say(f'kata-set-param maxVisits {visits}')
            text = self._say(f'kata-search_analyze {LETTERS[color]} rootInfo true ownership true maxmoves 12')
            self.known[key] = _kept(text)
            with self.cache.open('a') as file:
                file.write(json.dumps([key, self.known[key]]) + '\n')
        return _seen(game, color, self.known[key])

    def glance(self, game: Game, color: int) -> Glance:
        """A position with this side to move, without a search.  Raises ValueError like ``look``."""
        self.evaluations += 1
        self._set_up(game, last=other(color))
        text = self._say('kata-raw-nn 0')
        lead, owners, points, passing = (_after(text, name) for name in ('whiteLead', 'whiteOwnership', 'policy', 'policyPass'))
        count = game.size * game.size
        return Glance(-lead[0], dict(zip(all_points(game.size), (-share for share in owners[:count]), strict=True)),
                      sorted(points[:count] + passing[:1], reverse=True))

    def _set_up(self, game: Game, last: int) -> None:
        """The board, with the stones of this colour put on it last: the other colour is then to move."""
        for line in (f'boardsize {game.size}', 'clear_board', f'komi {game.komi}', f'kata-set-rules {self.rules}'):
            self._say(line)
        for color in (other(last), last):
            for pos in game.stones(color):
                self._say(f'play {LETTERS[color]} {game.vertex(pos)}')

    def close(self) -> None:
        self.engine.close()


def _after(text: str, name: str) -> list[float]:
    """The numbers after a name in what the engine says; 0 for one that is none, as of an illegal move."""
    numbers = []
    for word in re.split(rf'\b{name}\b', text, maxsplit=1)[1].split():
        if not re.fullmatch(r'NAN|-?[\d.]+(e[+-]?\d+)?', word, re.IGNORECASE):
            break
        numbers.append(0.0 if word.upper() == 'NAN' else float(word))
    return numbers


def moved(game: Game, color: int, move: str) -> Game:
    """Another game with the board after a move.  Raises ValueError if it is illegal."""
    copy = Game(game.size, game.komi)
    copy.setup(game.stones(BLACK), game.stones(WHITE), color)
    copy.play(color, parse_vertex(move, game.size))
    return copy


def _kept(text: str) -> list[str]:
    """What is wanted of an analysis: the lead, the owners in hundredths, and moves with visits and leads."""
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
