"""Pictures of the displays of a whole position: score, dragons, eye spaces, moyos."""
import argparse

from owlgo.cli import displays
from owlgo.cli.decided import eye_space
from owlgo.cli.drawing import Picture
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, other
from owlgo.engine.examine import outcome
from owlgo.engine.play import expected, final
from owlgo.engine.score import bouzy
from owlgo.gtp.session import Session

GROUND = {BLACK: '#a58f66', WHITE: '#f6ead0'}
"""Colours of the ground that a side holds."""
STATUS_COLORS = {ALIVE: '#9ccb8f', CRITICAL: '#e88f80', DEAD: '#9db4cc'}
"""Colours of the ground under dragons, by status."""


def picture(session: Session, args: argparse.Namespace) -> Picture:
    """Return the picture of the display that the options ask for."""
    if args.score:
        return score(session, args.score)
    if args.moyo:
        return moyo(session, args.moyo)
    return eyes(session) if args.printeyes else dragons(session)


def score(session: Session, how: str) -> Picture:
    """Draw whose the points of a score are, with squares on territory and on dead stones."""
    game = session.game
    if how == 'estimate':
        dead = outcome.of(session.examination).ending_as(DEAD)
        score, held = expected.of(game, session.examination, session.area_scoring)
        caption = displays.estimated(score)
        squares = {pos: WHITE if held[pos] > 0 else BLACK for pos in all_points(game.size)
                   if held[pos] and (game.color_at(pos) == EMPTY or pos in dead)}
        squares |= {pos: other(game.color_at(pos)) for pos in dead}
    else:
        # The caption first: it sets what the squares are counted by.
        caption = displays.score(session, how)
        squares = final.territory(game.board, final.seen_from(game.board, session.finished()))
    return Picture(game.size, game.color_at, [caption], owners=squares)


def dragons(session: Session) -> Picture:
    """Draw a letter on each dragon, on ground in its status's colour."""
    game, every = session.game, displays.judged_dragons(session)
    tints = {stone: STATUS_COLORS[judged.status.status] for dragon, judged in every for stone in dragon.stones
             if judged.status.status in STATUS_COLORS}
    text = ['Ground: green alive, red critical, blue dead.', *displays.dragon_lines(session, every)]
    return Picture(game.size, game.color_at, text, labels=displays.dragon_letters(every), tints=tints)


def eyes(session: Session) -> Picture:
    """Draw eye spaces on dark ground (Black's) and light ground (White's), with ! on margins."""
    game, optics = session.game, session.examination.eyes
    owners = {pos: found[0] for pos in all_points(game.size) if (found := optics.space_at(pos)) is not None}
    margins = {pos: '!' for pos, owner in owners.items() if optics.eyes[owner].points[pos].marginal and game.color_at(pos) == EMPTY}
    text = ["Eye spaces: dark ground Black's, light ground White's, ! margins."]
    text += [line.strip() for color, found in optics.eyes.items() for origin in found.origins()
             if optics.verdict(color, origin).value.max_eye_threat for line in eye_space(game, optics, color, origin)]
    return Picture(game.size, game.color_at, text, labels=margins, tints={pos: GROUND[owner] for pos, owner in owners.items()})


def moyo(session: Session, number: int) -> Picture:
    """Draw Bouzy's territory (1), moyo (2) or area (4): dark ground is Black's, light ground White's."""
    game = session.game
    name, operator = list(bouzy.OPERATORS.items())[number.bit_length() - 1]
    values = bouzy.bouzy(game.board, operator, session.examination.dead)
    tints = {pos: GROUND[BLACK if values[pos] > 0 else WHITE] for pos in all_points(game.size) if values[pos]}
    black, white = int((values > 0).sum()), int((values < 0).sum())
    return Picture(game.size, game.color_at, [f'{name} {operator}: Black {black}, White {white} points, stones included. '
                                              "Dark ground is Black's, light ground White's."], tints=tints)
