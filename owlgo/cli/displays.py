"""Displays of a whole position (score, strings and dragons, eye spaces, moyos) and of the limits of every level."""
from itertools import count
from string import ascii_letters

from owlgo.cli import eye_display, moyo_display
from owlgo.cli.progress import Watch, spinner
from owlgo.engine.core.draw import draw, place
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD, STATUS_WORDS
from owlgo.engine.core.level import MAX_LEVEL
from owlgo.engine.core.points import SIDES
from owlgo.engine.core.printable import counted
from owlgo.engine.examine import data
from owlgo.engine.examine.data import trust
from owlgo.engine.play import ending
from owlgo.engine.score import estimate
from owlgo.engine.score.bouzy import bouzy
from owlgo.engine.solver.solver import NO_CUTOFFS
from owlgo.gtp.session import Session


def levels(session: Session) -> str:
    """List the limits of every level with the session's options, the highest first, by GNU Go's names if it has them."""
    from dataclasses import asdict, replace

    blocks = []
    for level in range(MAX_LEVEL, -1, -1):
        at_level = replace(session, level=level)
        limits = at_level.limits
        rows = asdict(at_level.depths) | {
            'owl_node_limit': limits.reading, 'semeai_node_limit': limits.race, 'prove_nodes': limits.proof,
            'owl_distrust': limits.cutoffs.distrust or 0, **{
                f'owl_{name}': 'no limit' if depth == no_limit else depth for name, depth, no_limit in
                (('branch', limits.cutoffs.branch, NO_CUTOFFS.branch), ('reading', limits.cutoffs.reading, NO_CUTOFFS.reading))},
            'owl_vital_apats': 'yes' if limits.vital else 'no'}
        blocks.append('\n'.join([f'at level {level}:\n', *(f'{name}: {value}' for name, value in rows.items())]))
    return '\n\n'.join(blocks)


def score(session: Session, how: str, watch: Watch | None = None) -> str:
    """Write the score as it stands (``estimate``) or at the end (``finish``, ``aftermath``); ``watch`` gets the number of moves."""
    if how == 'estimate':
        found = estimate.of(session.examination, estimate.Count.of(session.game, session.chinese))
        bounds = f' (upper bound: {found.upper:.1f}, lower: {found.lower:.1f})' if found.value else ''
        return estimate.winner(found.value, 'seems to win') + bounds
    aftermath = session.aftermath or how == 'aftermath'
    moves = count()

    def check() -> None:
        if watch is not None:
            watch(f'{next(moves)} moves')
    end = ending.finish(session.game, session.workspace, session.chinese, session.seed, aftermath, check, session.examination)
    return estimate.winner(end.score, 'wins')


def worms(session: Session) -> str:
    """List the data of every string and dragon."""
    known = session.examination
    strings = [data.worm(known, first) for first in sorted(worm.stones[0] for worm in known.worms)]
    return '\n\n'.join([*strings, '\n'.join(data.dragon(known, dragon.origin) for dragon in known.dragons.every)])


def show_eyes(session: Session) -> None:
    """Print the eye spaces, in colour on a terminal, and the values of those that can make an eye."""
    from rich.console import Console
    optics = session.examination.eyes
    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(eye_display.board(session.game, optics))
    console.print(f'{eye_display.LEGEND}\n')
    for color, eyes in optics.eyes.items():
        for origin in eyes.origins():
            value = optics.verdict(color, origin).value
            if value.max_eye_threat:
                console.print('\n'.join(eye_display.space(session.game, optics, color, origin)))


def show_dragons(session: Session) -> None:
    """Print the board with a letter for each dragon, in its status's colour on a terminal, and a line about each."""
    from rich.console import Console
    from rich.text import Text

    styles = {ALIVE: 'green', DEAD: 'cyan', CRITICAL: 'red'}
    known, game = session.examination, session.game
    with spinner('reading'):
        every = [(dragon, known.judgement_of(dragon)) for dragon in known.dragons.every]
    letters = ascii_letters.replace('x', '').replace('o', '')
    signs = {stone: letters[k % len(letters)] for k, (dragon, _) in enumerate(every) for stone in dragon.stones}
    lines = [Text(line) for line in draw(game.size, game.color_at, signs.get).split('\n')]
    for dragon, judged in every:
        for stone in dragon.stones:
            line, at = place(stone)
            lines[line].stylize(styles.get(judged.status.status, ''), at, at + 1)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(Text('\n').join(lines))
    console.print()
    for dragon, judged in every:
        stones = counted(len(dragon.stones), 'stone')
        console.print(Text(f'{signs[dragon.origin]} {SIDES[dragon.color]} {game.vertex(dragon.origin)}, {stones}: '
                           f'{STATUS_WORDS[judged.status.status]} ({trust(judged, game.size)})', styles.get(judged.status.status, '')))


def show_moyo(session: Session, number: int) -> None:
    """Print Bouzy's boards, in colour on a terminal, else in numbers."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, soft_wrap=True)
    in_colour = console.color_system is not None and not console.no_color
    dead = session.examination.dead
    for name, operator in moyo_display.chosen(number):
        values = bouzy(session.game.board, operator, dead)
        console.print((moyo_display.coloured if in_colour else moyo_display.numbers)(session.game, values, dead))
        console.print(f'{moyo_display.legend(name, operator, values, in_colour)}\n')
