"""Estimates of the score, and influence."""
from typing import TYPE_CHECKING

from owlgo.engine.core.points import BLACK, WHITE, other
from owlgo.gtp.commands.moyo import rows
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import color, command, move
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    import numpy as np

    from owlgo.engine.examine.examination import Examination
    from owlgo.engine.influence import Regions
    from owlgo.engine.score.estimate import Score


def estimate(session: Session, owners: 'Callable[[np.void, Collection[int]], np.ndarray]') -> 'Score':
    """Estimate the score by a rule for the owners of points."""
    from owlgo.engine.score import estimate as scores
    return scores.of(session.examination, scores.Count.of(session.game, session.area_scoring), owners)


@command('estimate_score')
def estimate_score(session: Session, args: list[str]) -> str:
    """Answer: the score to expect, as in "W+3.1 (upper bound: 3.1, lower: 3.1)"; the bounds, in White's points, give all dragons in doubt
    to White and to Black.  Territory is Bouzy's 5/21, but from 9x9 on a short search and the network judge open positions.  Fails: never.
    """
    from owlgo.engine.play import expected
    return str(expected.of(session.game, session.examination, session.area_scoring).score)


@command('influence_score')
def influence_score(session: Session, args: list[str]) -> str:
    """Answer: as estimate_score on a small board, with territory by influence.  Fails: never."""
    from owlgo.engine.score.estimate import by_influence
    return str(estimate(session, by_influence))


@command('new_score')
def new_score(session: Session, args: list[str]) -> str:
    """Answer: as estimate_score, but a region enclosed by one side is its own, and a region between both is neutral.  Fails: never."""
    from owlgo.engine.score.estimate import by_regions
    return str(estimate(session, by_regions))


@command('experimental_score')
def experimental_score(session: Session, args: list[str]) -> str:
    """Arguments: colour to move.  Answer: the score of new_score as one number, positive for White; dragons in doubt are the mover's.
    Fails: invalid color.
    """
    from owlgo.engine.score.estimate import by_regions
    who = color(args)
    score = estimate(session, by_regions)
    return f'{score.upper if who == WHITE else score.lower:.1f}'


@command('initial_influence')
def initial_influence(session: Session, args: list[str]) -> str:
    """Arguments: colour to move, what: white_influence, black_influence, white_strength, black_strength, white_attenuation,
    black_attenuation, white_permeability, black_permeability, territory_value (positive is White's, dead stones count twice) or
    influence_regions (4 stone, 3 territory, 2 moyo, 1 area, negative for Black).  Answer: the board, a row a line.

    Dragons in doubt live if they are the mover's.  Fails: invalid color, unknown influence data.
    """
    who = color(args)
    return _influence(session, session.examination, who, _wanted(args, 1))


@command('move_influence')
def move_influence(session: Session, args: list[str]) -> str:
    """Arguments: colour, vertex of a move, what (as in initial_influence).  Answer: the board after the move, the opponent to move.  Fails:
    invalid color or coordinate, illegal move, unknown influence data.
    """
    return _after(session, args, False)


@command('followup_influence')
def followup_influence(session: Session, args: list[str]) -> str:
    """Arguments and failures: as move_influence.  Answer: the board after the move if the same side moves again, so that
    it gets what it threatens.
    """
    return _after(session, args, True)


def _after(session: Session, args: list[str], again: bool) -> str:
    """Draw the influence after a move."""
    game = session.game
    who, pos = move(args, game.size)
    what = _wanted(args, 2)
    if not game.is_legal(who, pos):
        raise GtpError('illegal move')
    game.trymove(who, pos)
    text = _influence(session, session.examination, who if again else other(who), what)
    game.popgo()
    return text


def _wanted(args: list[str], index: int) -> str:
    sides = (f'{side}_{kind}' for side in ('white', 'black') for kind in ('influence', 'strength', 'attenuation', 'permeability'))
    if args[index:] and args[index] in ('territory_value', 'influence_regions', *sides):
        return args[index]
    raise GtpError('unknown influence data')


def regions(known: 'Examination', who: int) -> 'Regions':
    """Return the influence with this side to move, whose dragons in doubt count as alive."""
    from owlgo.engine import influence
    dead = known.dead | {pos for pos in known.critical if known.board['color'][pos] != who}
    weakness = {stone: dragon.weakness for dragon in known.dragons.every for stone in dragon.stones}
    return influence.regions(known.board, dead, weakness)


def _influence(session: Session, known: 'Examination', who: int, what: str) -> str:
    """Draw one board of influence data."""
    from owlgo.engine.influence import RADIATION, Holding
    found = regions(known, who)
    side = BLACK if what.startswith('black') else WHITE
    colors = known.board['color']
    if what == 'influence_regions':
        def sign(pos: int) -> int:
            return {BLACK: -Holding.STONE, WHITE: Holding.STONE}.get(int(colors[pos]), int(found.region[pos]))
        return rows(session, lambda pos: f'{sign(pos):2d}')
    values = {'influence': found.of[side], 'permeability': found.open[side], 'value': found.territory}
    kind = what.split('_')[1]

    def number(pos: int) -> float:
        if kind == 'attenuation':
            return RADIATION.step
        if kind == 'strength':
            return float(found.strength[pos]) if colors[pos] == side else 0.0
        return float(values[kind][pos])
    return rows(session, lambda pos: f'{number(pos):6.2f}')
