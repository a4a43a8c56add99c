"""Display Bouzy's territory, moyo and area, in colour or in numbers (``--moyo``)."""
from collections.abc import Collection

import numpy as np
from rich.text import Text

from owlgo.engine.core.draw import draw, place, rows
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import COLUMNS, EMPTY, STONES, all_points
from owlgo.engine.score import bouzy
from owlgo.engine.score.bouzy import Operator


def chosen(number: int) -> list[tuple[str, Operator]]:
    """Return the names and operators of a sum of territory (1), moyo (2) and area (4)."""
    return [(name, operator) for bit, (name, operator) in enumerate(bouzy.OPERATORS.items()) if number >> bit & 1]


def coloured(game: Game, values: np.ndarray, dead: Collection[int]) -> Text:
    """Draw stones and points with a background colour for each side's; dead stones are small letters."""
    from rich.text import Text
    dead = set(dead)
    lines = [Text(line) for line in draw(game.size, game.color_at, lambda pos: _sign(game, pos) if pos in dead else None).split('\n')]
    for pos in all_points(game.size):
        if values[pos]:
            line, at = place(pos)
            lines[line].stylize('white on blue' if values[pos] > 0 else 'black on green', at, at + 1)
    return Text('\n').join(lines)


def _sign(game: Game, pos: int) -> str:
    return STONES[game.color_at(pos)].lower()


def numbers(game: Game, values: np.ndarray, dead: Collection[int]) -> str:
    """Draw living stones as letters, other points as their values."""
    def sign(pos: int) -> str:
        stands = game.color_at(pos) != EMPTY and pos not in dead
        return f"{STONES[game.color_at(pos)] if stands else int(values[pos]) or '.':>4}"
    letters = '   ' + ''.join(f'{letter:>4}' for letter in COLUMNS[:game.size])
    return '\n'.join([letters, *(f'{game.size - k:2d} {row}' for k, row in enumerate(rows(game.size, sign, '')))])


def legend(name: str, operator: Operator, values: np.ndarray, in_colour: bool) -> str:
    """Explain the display, with the points of each side."""
    black, white = int((values > 0).sum()), int((values < 0).sum())
    how = 'blue ground: Black, green ground: White; x o: dead stones' if in_colour else \
        'positive: Black, negative: White; dead stones are empty points'
    return f'{name} {operator} (dilations/erosions): Black {black}, White {white} points, stones included.  {how}'
