"""Write entries."""
import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import EMPTY, STONES, all_points
from owlgo.regress.strength.entry import Entry


def drawn(game: Game) -> str:
    """Draw the board of a game."""
    signs = ''.join(STONES[game.color_at(pos)] if game.color_at(pos) != EMPTY else '.' for pos in all_points(game.size))
    return '/'.join(signs[row * game.size:(row + 1) * game.size] for row in range(game.size))


def dumps(entry: Entry) -> str:
    """Write an entry as a line of JSON without defaults."""
    fields = asdict(entry)
    defaults = {'to_move': 'B', 'komi': 6.5, 'origin': ''}
    fields = {name: value for name, value in fields.items() if name not in defaults or value != defaults[name]}
    fields['questions'] = [{name: value for name, value in asked.items() if name != 'moves' or value} for asked in fields['questions']]
    return json.dumps(fields)


def save(path: Path, entries: Iterable[Entry]) -> None:
    """Write the entries of a kind, a line each."""
    path.write_text(''.join(dumps(one) + '\n' for one in entries), 'utf-8')


def append(path: Path, entry: Entry) -> None:
    """Append an entry to a file."""
    with path.open('a', encoding='utf-8') as file:
        file.write(dumps(entry) + '\n')
