"""Displays of a whole position (score, strings and dragons, eye spaces, moyos), of a record, and of the limits of every level."""
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import count
from string import ascii_letters

import numpy as np
from rich.console import Console
from rich.text import Text

from owlgo.cli.decided import eye_space
from owlgo.cli.progress import Watch, spinner
from owlgo.engine.core.draw import draw, place, rows
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD, STATUS_WORDS
from owlgo.engine.core.game import Game
from owlgo.engine.core.level import MAX_LEVEL
from owlgo.engine.core.points import BLACK, COLUMNS, EMPTY, PASS, SIDES, STONES, WHITE, all_points
from owlgo.engine.core.printable import counted
from owlgo.engine.core.sgf import Play
from owlgo.engine.dragons.partition import Dragon
from owlgo.engine.examine import data
from owlgo.engine.examine.data import trust
from owlgo.engine.examine.judgement import Judgement
from owlgo.engine.play import expected, genmove
from owlgo.engine.score import bouzy, estimate
from owlgo.engine.score.estimate import Score
from owlgo.engine.solver.solver import NO_CUTOFFS
from owlgo.gtp.session import Session


def levels(session: Session) -> str:
    """List the limits of every level with the session's options, the highest first, by GNU Go's names if it has them."""
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


def estimated(found: Score) -> str:
    """Write an estimate of the score."""
    bounds = f' (upper bound: {found.upper:.1f}, lower: {found.lower:.1f})' if found.value else ''
    return estimate.winner(found.value, 'seems to win') + bounds


def score(session: Session, how: str, watch: Watch | None = None) -> str:
    """Write the score as it stands (``estimate``) or at the end (``finish``, ``aftermath``); ``watch`` gets the number of moves."""
    if how == 'estimate':
        return estimated(expected.of(session.game, session.examination, session.area_scoring).score)
    session.aftermath = session.aftermath or how == 'aftermath'
    moves = count()

    def check() -> None:
        if watch is not None:
            watch(f'{next(moves)} moves')
    return estimate.winner(session.finished(check=check).score, 'wins')


def worms(session: Session) -> str:
    """List the data of every string and dragon."""
    known = session.examination
    strings = [data.worm(known, first) for first in sorted(worm.stones[0] for worm in known.worms)]
    return '\n\n'.join([*strings, '\n'.join(data.dragon(known, dragon.origin) for dragon in known.dragons.every)])


def console() -> Console:
    """Return a console that prints text as it is."""
    return Console(highlight=False, markup=False, soft_wrap=True)


def board(game: Game, signs: Mapping[int, str], styles: Mapping[int, str]) -> Text:
    """Draw the board with these signs and styles of points."""
    lines = [Text(line) for line in draw(game.size, game.color_at, signs.get).split('\n')]
    for pos, style in styles.items():
        line, at = place(pos)
        lines[line].stylize(style, at, at + 1)
    return Text('\n').join(lines)


def show_eyes(session: Session) -> None:
    """Print the board with its eye spaces as in GNU Go's manual, in colour on a terminal, and the values of spaces that can make an eye."""
    game, optics = session.game, session.examination.eyes
    owners = {pos: found[0] for pos in all_points(game.size) if (found := optics.space_at(pos)) is not None}

    def sign(pos: int, owner: int) -> str:
        stone = game.color_at(pos)
        return STONES[stone] if stone != EMPTY else '!' if optics.eyes[owner].points[pos].marginal else STONES[owner].lower()

    signs = {pos: sign(pos, owner) for pos, owner in owners.items()}
    sides = {pos: owners.get(pos, game.color_at(pos)) for pos in all_points(game.size)}
    styles = {pos: 'yellow' if signs.get(pos) == '!' else 'red' if side == BLACK else 'green' for pos, side in sides.items() if side}
    out = console()
    out.print(board(game, signs, styles))
    out.print('X O stones, x o points of eye spaces, ! margins; a stone inside a space of the other colour is captured\n')
    for color, eyes in optics.eyes.items():
        for origin in eyes.origins():
            if optics.verdict(color, origin).value.max_eye_threat:
                out.print('\n'.join(eye_space(game, optics, color, origin)))


def judged_dragons(session: Session) -> list[tuple[Dragon, Judgement]]:
    """Return every dragon with its judgement."""
    known = session.examination
    with spinner('reading'):
        return [(dragon, known.judgement_of(dragon)) for dragon in known.dragons.every]


def dragon_letters(every: Sequence[tuple[Dragon, Judgement]]) -> dict[int, str]:
    """Return a letter for each dragon, by its stones."""
    letters = ascii_letters.replace('x', '').replace('o', '')
    return {stone: letters[k % len(letters)] for k, (dragon, _) in enumerate(every) for stone in dragon.stones}


def dragon_lines(session: Session, every: Sequence[tuple[Dragon, Judgement]]) -> list[str]:
    """Return a line about each dragon."""
    signs, size = dragon_letters(every), session.game.size
    return [f'{signs[dragon.origin]} {SIDES[dragon.color]} {session.game.vertex(dragon.origin)}, {counted(len(dragon.stones), "stone")}: '
            f'{STATUS_WORDS[judged.status.status]} ({trust(judged, size)})' for dragon, judged in every]


def show_dragons(session: Session) -> None:
    """Print the board with a letter for each dragon, in its status's colour on a terminal, and a line about each."""
    colors = {ALIVE: 'green', DEAD: 'cyan', CRITICAL: 'red'}
    every = judged_dragons(session)
    styles = {stone: colors.get(judged.status.status, '') for dragon, judged in every for stone in dragon.stones}
    out = console()
    out.print(board(session.game, dragon_letters(every), styles))
    out.print()
    for (dragon, _), line in zip(every, dragon_lines(session, every), strict=True):
        out.print(Text(line, styles[dragon.origin]))


def show_moyo(session: Session, number: int) -> None:
    """Print Bouzy's territory (1), moyo (2) and area (4), or a sum of them, in colour on a terminal, else in numbers."""
    out, game, dead = console(), session.game, session.examination.dead
    in_colour = out.color_system is not None and not out.no_color
    how = 'blue ground: Black, green ground: White; x o: dead stones' if in_colour else \
        'positive: Black, negative: White; dead stones are empty points'
    for bit, (name, operator) in enumerate(bouzy.OPERATORS.items()):
        if number >> bit & 1:
            values = bouzy.bouzy(game.board, operator, dead)
            if in_colour:
                styles = {pos: 'white on blue' if values[pos] > 0 else 'black on green' for pos in all_points(game.size) if values[pos]}
                out.print(board(game, {pos: STONES[game.color_at(pos)].lower() for pos in dead}, styles))
            else:
                out.print(_numbers(game, values, dead))
            black, white = int((values > 0).sum()), int((values < 0).sum())
            out.print(f'{name} {operator} (dilations/erosions): Black {black}, White {white} points, stones included.  {how}\n')


def _numbers(game: Game, values: np.ndarray, dead: Collection[int]) -> str:
    """Draw living stones as letters, other points as their values."""
    def sign(pos: int) -> str:
        stands = game.color_at(pos) != EMPTY and pos not in dead
        return f"{STONES[game.color_at(pos)] if stands else int(values[pos]) or '.':>4}"
    letters = '   ' + ''.join(f'{letter:>4}' for letter in COLUMNS[:game.size])
    return '\n'.join([letters, *(f'{game.size - k:2d} {row}' for k, row in enumerate(rows(game.size, sign, '')))])


def replay(session: Session, who: str) -> Iterator[str]:
    """Compare a record's moves of black, white or both with OwlGo's choices: a line for each, and the number of equal moves."""
    colors = {'black': [BLACK], 'white': [WHITE], 'both': [BLACK, WHITE]}[who]
    record = session.game.record()
    how = session.player_settings(session.threads)
    same = asked = number = 0
    for k, event in enumerate(record.events):
        if not isinstance(event, Play):
            continue
        number += 1
        if event.color not in colors:
            continue
        game = Game()
        game.load(replace(record, events=record.events[:k], to_move=event.color))
        found = genmove.genmove(game, event.color, how, workspace=session.workspace)
        asked += 1
        same += found == event.pos
        name = game.vertex(event.pos) if event.pos != PASS else 'pass'
        mine = 'the same' if found == event.pos else game.vertex(found) if found != PASS else 'pass'
        yield f'Move {number} ({SIDES[event.color]} {name}): {mine}'
    yield f'{same} of {asked} moves are the same'
