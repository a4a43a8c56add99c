"""Shared by all --decide options: parses points, and writes answers as sentences, a picture, data, a tree and SGF."""
import argparse
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from owlgo.cli.drawing import Picture
from owlgo.engine.core import variation
from owlgo.engine.core.draw import draw
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, EMPTY, PASS, SIDES, WHITE, other, parse_vertex, vertex
from owlgo.engine.core.result import KO_MARKS, LOSE, Reading
from owlgo.engine.core.variation import Variation

if TYPE_CHECKING:
    from owlgo.engine.eyes.optics import Optics

Trees = dict[str, list[Variation]]


@dataclass
class Decided:
    """The answer to a question about a position."""
    sentences: list[str]
    about: str = ''
    """Words below the board that say what the stones in question are; without them the board shows ``labels``."""
    trees: Trees = field(default_factory=dict)
    """Variations, by the words that say what they show."""
    data: dict[str, Any] = field(default_factory=dict)
    """The answer as data for programs."""
    marked: list[int] = field(default_factory=list)
    """The stones in question."""
    labels: dict[int, str] = field(default_factory=dict)
    """Labels of points in a picture."""
    first: int = BLACK
    """The side that moves first in the variations."""
    zone: list[int] = field(default_factory=list)
    """The points that a proof rests on."""
    wall: list[int] = field(default_factory=list)
    """The stones around them that it counts as safe."""


def point(game: Game, name: str, option: str) -> int:
    try:
        return parse_vertex(name, game.size)
    except ValueError as error:
        raise ValueError(f'{option}: {error}') from None


def stone(game: Game, name: str, option: str) -> int:
    pos = point(game, name, option)
    if game.color_at(pos) == EMPTY:
        raise ValueError(f'{option}: {name.upper()} is empty')
    return pos


def two_stones(game: Game, names: str, option: str, alike: bool) -> tuple[int, int]:
    """Return the points of two stones, named as A/B, of one colour (``alike``) or of both.  Raises ValueError."""
    first, second = (stone(game, name, option) for name in names.split('/'))
    if (game.color_at(first) == game.color_at(second)) != alike:
        raise ValueError(f'{option}: {names.upper()} are stones of {"both colours" if alike else "one colour"}')
    return first, second


def eye_space(game: Game, optics: 'Optics', color: int, origin: int) -> list[str]:
    """Describe the eyes of a space: GNU Go's two lines, and a sentence."""
    verdict = optics.verdict(color, origin)
    lines = [f'{SIDES[color]} eyespace at {game.vertex(origin)}: {verdict.value}']
    if verdict.attack != PASS or verdict.defence != PASS:
        lines.append(f'  vital points: {game.vertex(verdict.attack)} (attack) {game.vertex(verdict.defence)} (defense)')
    attack, defence = (game.vertex(pos) if pos != PASS else None for pos in (verdict.attack, verdict.defence))
    words = verdict.value.words(SIDES[color], SIDES[other(color)], attack, defence)
    return [*lines, f'  {words}' + ('' if verdict.exact else ' (by its size: too large to be solved)')]


def sentence(name: str, reading: Reading, verb: str, size: int) -> str:
    """Write GNU Go's sentence for a reading: ``D8 can be attacked at E9 (15 variations)``."""
    count = f'({reading.nodes} variations{"" if reading.certain else ", uncertain"})'
    if reading.result == LOSE:
        return f'{name} cannot be {verb} {count}'
    ko = f' {KO_MARKS[reading.result]}' if reading.result in KO_MARKS else ''
    where = f'at {vertex(reading.move, size)}' if reading.move != PASS else 'without a move'
    return f'{name} can be {verb}{ko} {where} {count}'


def reading_data(reading: Reading, size: int) -> dict[str, Any]:
    """Return a reading as data: GTP's code, the move or null, positions searched, grade."""
    move = vertex(reading.move, size) if reading.result and reading.move != PASS else None
    return {'result': reading.code, 'move': move, 'nodes': reading.nodes, 'how': reading.grade.word}


def drawn(game: Game, answer: Decided) -> Picture:
    """Return the picture of the position with the answer."""
    return Picture(game.size, game.color_at, answer.sentences, answer.marked, answer.labels, answer.zone, answer.wall)


def picture(game: Game, answer: Decided) -> list[str]:
    """Draw the board with the stones in question marked; say what they are and who is to move.  Empty without such stones."""
    if not answer.marked:
        return []
    signs = {pos: {BLACK: '@', WHITE: '&', EMPTY: '*'}[game.color_at(pos)] for pos in answer.marked} if answer.about else answer.labels
    text = f'{" ".join(sorted(set(signs.values())))} {answer.about}; ' if answer.about else ''
    return [draw(game.size, game.color_at, signs.get), f'{text}{SIDES[game.to_move]} is to move', '']


def trace(answer: Decided, size: int) -> list[str]:
    """Write the variations as an indented tree."""
    return [line for what, tree in answer.trees.items()
            for line in (f'{what}:', *(variation.lines(tree, size, 1) or ['  no variations']), '')]


def record(game: Game, answer: Decided) -> str:
    """Return the position and its variations as SGF."""
    every = [one for tree in answer.trees.values() for one in tree]
    return variation.to_sgf(game.board, answer.marked, every, answer.first, '\n'.join(answer.sentences), answer.labels, answer.zone)


def as_data(game: Game, args: argparse.Namespace, answer: Decided) -> dict[str, Any]:
    """Return the whole answer as data for JSON."""

    def tree(variations: list[Variation]) -> list[dict[str, Any]]:
        return [{'color': COLOR_NAMES[one.color], 'move': vertex(one.move, game.size) if one.move != PASS else 'pass',
                 'outcome': one.outcome, 'then': tree(one.children)} for one in variations]

    proof = {what: [vertex(pos, game.size) for pos in points] for what, points in (('zone', answer.zone), ('wall', answer.wall)) if points}
    found = {'file': args.infile, 'until': args.until, 'size': game.size, 'to_move': COLOR_NAMES[game.to_move], **answer.data, **proof,
             'stones': [vertex(pos, game.size) for pos in answer.marked], 'text': answer.sentences}
    return found | ({'variations': {what: tree(one) for what, one in answer.trees.items()}} if args.trace else {})
