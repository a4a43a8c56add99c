"""What every --decide option is made of: the points that it names, a picture, sentences, data, variations as text and as SGF."""
import argparse
from dataclasses import dataclass, field
from typing import Any

from owlgo.engine.core import variation
from owlgo.engine.core.draw import draw
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, EMPTY, PASS, SIDES, WHITE, parse_vertex, vertex
from owlgo.engine.core.result import KO_MARKS, LOSE, Reading
from owlgo.engine.core.variation import Variation

Trees = dict[str, list[Variation]]


@dataclass
class Decided:
    """The answer to a question about a position."""
    sentences: list[str]
    picture: list[str] = field(default_factory=list)
    """The board as text, with the stones in question."""
    trees: Trees = field(default_factory=dict)
    """Variations by what they show."""
    data: dict[str, Any] = field(default_factory=dict)
    """The same as data, for programs."""
    marked: list[int] = field(default_factory=list)
    """The stones in question."""
    labels: dict[int, str] = field(default_factory=dict)
    """Labels of points in a picture."""
    first: int = BLACK
    """The side that moves first in the variations."""
    matter: list[int] = field(default_factory=list)
    """The points that matter, if that is proved."""


def point(game: Game, name: str, option: str) -> int:
    """A point of the board."""
    try:
        return parse_vertex(name, game.size)
    except ValueError as error:
        raise ValueError(f'{option}: {error}') from None


def stone(game: Game, name: str, option: str) -> int:
    """The point of a stone."""
    pos = point(game, name, option)
    if game.color_at(pos) == EMPTY:
        raise ValueError(f'{option}: {name.upper()} is empty')
    return pos


def sentence(name: str, reading: Reading, verb: str, size: int) -> str:
    """GNU Go's sentence for a reading: ``D8 can be attacked at E9 (15 variations)``."""
    count = f'({reading.nodes} variations{"" if reading.certain else ", uncertain"})'
    if reading.result == LOSE:
        return f'{name} cannot be {verb} {count}'
    ko = f' {KO_MARKS[reading.result]}' if reading.result in KO_MARKS else ''
    where = f'at {vertex(reading.move, size)}' if reading.move != PASS else 'without a move'
    return f'{name} can be {verb}{ko} {where} {count}'


def reading_data(reading: Reading, size: int) -> dict[str, Any]:
    """A reading as data: GTP's code, the move or null, positions searched, grade."""
    move = vertex(reading.move, size) if reading.result and reading.move != PASS else None
    return {'result': reading.code, 'move': move, 'nodes': reading.nodes, 'how': reading.grade.word}


def picture(game: Game, marked: set[int], words: str, quiet: bool, labels: dict[int, str] | None = None) -> list[str]:
    """The board with the stones in question marked, and whose move it is; nothing if quiet."""
    if quiet:
        return []
    signs = {pos: {BLACK: '@', WHITE: '&', EMPTY: '*'}[game.color_at(pos)] for pos in marked}
    sign = ' '.join(sorted(set(signs.values()))) or '@'
    text = f'{sign} {words}; ' if marked else ''
    return [draw(game.size, game.color_at, (signs | (labels or {})).get), f'{text}{SIDES[game.to_move]} is to move', '']


def trace(answer: Decided, size: int) -> list[str]:
    """The variations as an indented tree."""
    return [line for what, tree in answer.trees.items()
            for line in (f'{what}:', *(variation.lines(tree, size, 1) or ['  no variations']), '')]


def record(game: Game, answer: Decided) -> str:
    """The position and its variations as SGF."""
    every = [one for tree in answer.trees.values() for one in tree]
    return variation.to_sgf(game.board, answer.marked, every, answer.first, '\n'.join(answer.sentences), answer.labels,
                            answer.matter)


def as_data(game: Game, args: argparse.Namespace, answer: Decided) -> dict[str, Any]:
    """All of an answer as JSON takes it."""

    def tree(variations: list[Variation]) -> list[dict[str, Any]]:
        return [{'color': COLOR_NAMES[one.color], 'move': vertex(one.move, game.size) if one.move != PASS else 'pass',
                 'outcome': one.outcome, 'then': tree(one.children)} for one in variations]

    found = {'file': args.infile, 'until': args.until, 'size': game.size, 'to_move': COLOR_NAMES[game.to_move], **answer.data,
             'stones': [vertex(pos, game.size) for pos in answer.marked], 'text': answer.sentences}
    return found | ({'variations': {what: tree(one) for what, one in answer.trees.items()}} if args.trace else {})
