"""Eye spaces for a person: the board with the spaces of both colours, and what a space yields in words."""
from typing import TYPE_CHECKING

from owlgo.engine.core.draw import draw, place
from owlgo.engine.core.points import BLACK, BORDER, EMPTY, PASS, SIDES, STONES, WHITE, all_points, other

if TYPE_CHECKING:
    from rich.text import Text

    from owlgo.engine.core.game import Game
    from owlgo.engine.eyes.optics import Optics

COLORS = {BLACK: 'red', WHITE: 'green', BORDER: 'yellow'}
"""Colours of Black's points, White's points and margins."""
LEGEND = 'X O stones, x o points of eye spaces, ! margins; a stone inside a space of the other colour is captured'


def board(game: 'Game', optics: 'Optics') -> 'Text':
    """The coloured eye-space board of the manual; its letters tell the same without colour."""
    from rich.text import Text
    every = all_points(game.size)
    owners = {pos: found[0] for pos in every if (found := optics.space_at(pos)) is not None}
    signs = {pos: _sign(game.color_at(pos), owner, optics.eyes[owner].points[pos].marginal) for pos, owner in owners.items()}
    lines = [Text(line) for line in draw(game.size, game.color_at, signs.get).split('\n')]
    for pos in every:
        owner = owners.get(pos, game.color_at(pos))
        if owner != EMPTY:
            line, at = place(pos)
            lines[line].stylize(COLORS[BORDER] if signs.get(pos) == '!' else COLORS[owner], at, at + 1)
    return Text('\n').join(lines)


def _sign(stone: int, owner: int, marginal: bool) -> str:
    """How a point of an eye space is drawn."""
    return STONES[stone] if stone != EMPTY else '!' if marginal else STONES[owner].lower()


def space(game: 'Game', optics: 'Optics', color: int, origin: int) -> list[str]:
    """The eyes of a space: GNU Go's two lines, and a sentence."""
    verdict = optics.verdict(color, origin)
    lines = [f'{SIDES[color]} eyespace at {game.vertex(origin)}: {verdict.value}']
    if verdict.attack != PASS or verdict.defence != PASS:
        lines.append(f'  vital points: {game.vertex(verdict.attack)} (attack) {game.vertex(verdict.defence)} (defense)')
    attack, defence = (game.vertex(pos) if pos != PASS else None for pos in (verdict.attack, verdict.defence))
    words = verdict.value.words(SIDES[color], SIDES[other(color)], attack, defence)
    return [*lines, f'  {words}' + ('' if verdict.exact else ' (by its size: too large to be solved)')]
