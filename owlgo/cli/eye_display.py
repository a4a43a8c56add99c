"""Display eye spaces: the board with the spaces of both colours, and the value of a space in words."""

from rich.text import Text

from owlgo.engine.core.draw import draw, place
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, PASS, SIDES, STONES, all_points, other
from owlgo.engine.eyes.optics import Optics

LEGEND = 'X O stones, x o points of eye spaces, ! margins; a stone inside a space of the other colour is captured'
"""Explanation of the board."""


def board(game: Game, optics: Optics) -> Text:
    """Draw the manual's board of eye spaces; its letters say the same without colours."""
    from rich.text import Text
    every = all_points(game.size)
    owners = {pos: found[0] for pos in every if (found := optics.space_at(pos)) is not None}
    signs = {pos: _sign(game.color_at(pos), owner, optics.eyes[owner].points[pos].marginal) for pos, owner in owners.items()}
    lines = [Text(line) for line in draw(game.size, game.color_at, signs.get).split('\n')]
    for pos in every:
        owner = owners.get(pos, game.color_at(pos))
        if owner != EMPTY:
            line, at = place(pos)
            lines[line].stylize('yellow' if signs.get(pos) == '!' else 'red' if owner == BLACK else 'green', at, at + 1)
    return Text('\n').join(lines)


def _sign(stone: int, owner: int, marginal: bool) -> str:
    """Return the sign of a point in an eye space."""
    return STONES[stone] if stone != EMPTY else '!' if marginal else STONES[owner].lower()


def space(game: Game, optics: Optics, color: int, origin: int) -> list[str]:
    """Describe the eyes of a space: GNU Go's two lines, and a sentence."""
    verdict = optics.verdict(color, origin)
    lines = [f'{SIDES[color]} eyespace at {game.vertex(origin)}: {verdict.value}']
    if verdict.attack != PASS or verdict.defence != PASS:
        lines.append(f'  vital points: {game.vertex(verdict.attack)} (attack) {game.vertex(verdict.defence)} (defense)')
    attack, defence = (game.vertex(pos) if pos != PASS else None for pos in (verdict.attack, verdict.defence))
    words = verdict.value.words(SIDES[color], SIDES[other(color)], attack, defence)
    return [*lines, f'  {words}' + ('' if verdict.exact else ' (by its size: too large to be solved)')]
