"""What every --decide option is made of: the points that it names, a picture, sentences, variations as text and as SGF."""
import argparse
from typing import TYPE_CHECKING

from engine.core.points import BLACK, EMPTY, WHITE, parse_vertex, vertex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.game import Game
    from engine.core.result import Reading
    from engine.core.variation import Variation

Answer = tuple[list[str], str]
"""Lines of text, and an SGF record, empty if none was asked for."""


def point(game: 'Game', name: str, option: str) -> int:
    """A point of the board."""
    try:
        return parse_vertex(name, game.size)
    except ValueError as error:
        raise ValueError(f'{option}: {error}') from None


def stone(game: 'Game', name: str, option: str) -> int:
    """The point of a stone."""
    pos = point(game, name, option)
    if game.color_at(pos) == EMPTY:
        raise ValueError(f'{option}: {name.upper()} is empty')
    return pos


def sentence(name: str, reading: 'Reading', verb: str, size: int) -> str:
    """GNU Go's sentence for a reading: ``D8 can be attacked at E9 (15 variations)``."""
    from engine.core.result import KO_MARKS, LOSE
    count = f'({reading.nodes} variations{", uncertain" if reading.uncertain else ""})'
    if reading.result == LOSE:
        return f'{name} cannot be {verb} {count}'
    ko = f' {KO_MARKS[reading.result]}' if reading.result in KO_MARKS else ''
    return f'{name} can be {verb}{ko} at {vertex(reading.move, size)} {count}'


def picture(game: 'Game', marked: set[int], words: str, quiet: bool) -> list[str]:
    """The board with the stones in question marked; nothing if quiet."""
    from engine.core.draw import draw
    if quiet:
        return []
    signs = {pos: {BLACK: '@', WHITE: '&', EMPTY: '*'}[game.color_at(pos)] for pos in marked}
    sign = ' '.join(sorted(set(signs.values()))) or '@'
    return [draw(game.size, game.color_at, signs.get), f'{sign} {words}', '']


def report(game: 'Game', args: argparse.Namespace, text: list[str], verdict: list[str], trees: dict[str, list['Variation']],
           marked: list[int], to_move: int, matter: 'Sequence[int]' = ()) -> Answer:
    """Put picture, trace and verdict together; ``matter`` are points to be shown in the record, as those that matter."""
    from engine.core import variation
    if args.trace:
        for what, variations in trees.items():
            text = [*text, f'{what}:', *(variation.lines(variations, game.size, 1) or ['  settled at sight']), '']
    record = ''
    if args.outfile:
        every = [variation for variations in trees.values() for variation in variations]
        record = variation.to_sgf(game.board, marked, every, to_move, '\n'.join(verdict), matter)
    return text + verdict, record
