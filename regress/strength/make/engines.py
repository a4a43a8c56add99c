"""Ask other engines about positions: a peer, usually GNU Go, and a strong engine as referee.

The referee says who leads, who owns each point and what a move loses.  It must know ``kata-search_analyze`` and ``kata-raw-nn``.
"""
import json
import re
from dataclasses import dataclass
from pathlib import Path

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, WHITE, all_points, other, parse_vertex
from owlgo.gtp.client import Client


def moved(game: Game, color: int, move: str) -> Game:
    """Return a new game with the board after a move.  Raises ValueError if the move is illegal."""
    copy = Game(game.size, game.komi)
    copy.setup(game.stones(BLACK), game.stones(WHITE), color)
    copy.play(color, parse_vertex(move, game.size))
    return copy


def _set_up(game: Game, to_move: int, *settings: str) -> list[str]:
    """Return the commands that set a board up, with more settings.  The stones of the colour to move come first."""
    stones = [f'play {COLOR_NAMES[color]} {game.vertex(pos)}' for color in (to_move, other(to_move)) for pos in game.stones(color)]
    return [f'boardsize {game.size}', 'clear_board', f'komi {game.komi}', *settings, *stones]


class Peer:
    """The peer engine.  Each question sets up its position anew.  Raises OSError if it cannot be started."""

    def __init__(self, command: str) -> None:
        self.engine = Client(command)

    def ask(self, game: Game, question: str) -> str:
        """Return the peer's answer in one line, or an empty text if the peer refuses."""
        if not self.engine.alive():
            self.engine.start()
        for line in [*_set_up(game, BLACK), question]:
            reply = self.engine.send(line, 120.0)
            if reply.status != '=':
                return ''
        return ' '.join(reply.text.split())


@dataclass(frozen=True)
class Opinion:
    """The referee's view of a position."""
    lead: float
    """Black's points less White's."""
    owners: dict[int, float]
    """Ownership of every point, from 1 (Black) to -1 (White)."""
    moves: dict[str, tuple[int, float, float]]
    """For each move searched, the best first: its visits, Black's lead after it, and its prior probability."""

    @property
    def best(self) -> str:
        """The most visited move."""
        return max(self.moves, key=lambda move: self.moves[move][0])


class Referee:
    """The strong engine.  Its answers are kept in a file.  Raises OSError if it cannot be started, and ValueError if it refuses a
    command."""

    def __init__(self, command: str, cache: Path) -> None:
        self.engine, self.cache = Client(command), cache
        self.known: dict[str, list[str]] = {}
        if cache.exists():
            self.known = dict(json.loads(line) for line in cache.read_text('utf-8').splitlines())

    def _ask(self, game: Game, color: int, *questions: str) -> str:
        """Set a position up, send these commands, and return the last answer.  The engine gets board and komi, but not history and ko."""
        for line in (*_set_up(game, color, 'kata-set-rules chinese'), *questions):
            reply = self.engine.send(line, 300.0)
            if reply.status != '=':
                raise ValueError(f'{line}: {reply.status} {reply.text}')
        return reply.text

    def look(self, game: Game, color: int, visits: int) -> Opinion:
        """Search a position with this side to move, or take the earlier result from the file."""
        key = f'chinese {game.size} {game.komi} {color} {visits} {sorted(game.stones(BLACK))} {sorted(game.stones(WHITE))}'
        if key not in self.known:
            self.known[key] = _kept(self._ask(game, color, f'kata-set-param maxVisits {visits}',
                                              f'kata-search_analyze {COLOR_NAMES[color]} rootInfo true ownership true maxmoves 12'))
            with self.cache.open('a') as file:
                file.write(json.dumps([key, self.known[key]]) + '\n')
        sign = 1 if color == BLACK else -1
        lead, owners, moves = self.known[key]
        words = moves.split()
        return Opinion(sign * float(lead),
                       {pos: sign * int(word) / 100 for pos, word in zip(all_points(game.size), owners.split(), strict=True)},
                       {words[k]: (int(words[k + 1]), sign * float(words[k + 2]), float(words[k + 3])) for k in range(0, len(words), 4)})

    def glance(self, game: Game, color: int) -> tuple[float, dict[int, float], list[float]]:
        """Return lead and owners as in ``Opinion``, and the prior probabilities of moves in descending order, all without a search."""
        text, count = self._ask(game, color, 'kata-raw-nn 0'), game.size * game.size
        lead, owners, points, passing = (_after(text, name) for name in ('whiteLead', 'whiteOwnership', 'policy', 'policyPass'))
        return (-lead[0], dict(zip(all_points(game.size), (-share for share in owners[:count]), strict=True)),
                sorted(points[:count] + passing[:1], reverse=True))


def _after(text: str, name: str) -> list[float]:
    """Parse the numbers that follow a name.  NAN, the number of an illegal move, counts as 0."""
    numbers = []
    for word in re.split(rf'\b{name}\b', text, maxsplit=1)[1].split():
        if not re.fullmatch(r'NAN|-?[\d.]+(e[+-]?\d+)?', word, re.IGNORECASE):
            break
        numbers.append(0.0 if word.upper() == 'NAN' else float(word))
    return numbers


def _kept(text: str) -> list[str]:
    """Shorten an analysis for the file to lead, ownership in hundredths and moves, as the side to move sees them."""
    root = re.search(r'rootInfo .*?scoreLead (-?[\d.eE+-]+)', text)
    owners = re.search(r'ownership ([-\d. eE+]+)', text)
    if root is None or owners is None:
        raise ValueError(f'no analysis: {text[:80]}')
    moves = re.findall(r'info move (\S+) visits (\d+).*?scoreLead (-?[\d.eE+-]+).*?prior ([\d.eE+-]+)', text)
    return [f'{float(root[1]):.2f}', ' '.join(str(round(100 * float(word))) for word in owners[1].split()),
            ' '.join(f'{move} {visits} {float(lead):.2f} {float(prior):.3f}' for move, visits, lead, prior in moves)]
