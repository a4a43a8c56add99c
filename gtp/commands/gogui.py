"""GoGui's own commands: its Analyze menu, setup and replay of games, interrupts.

An engine's list of analyses replaces GoGui's list, so it has GNU Go's commands too.
"""
from typing import TYPE_CHECKING

from owlgo.engine.core.draw import move_labels
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, vertex
from owlgo.gtp.commands.board import pairs, set_up
from owlgo.gtp.commands.life import question
from owlgo.gtp.commands.moyo import rows
from owlgo.gtp.commands.reading import string
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import color, command
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from owlgo.engine.examine.judgement import Status

ANALYZE = (
    ('string', 'Attack string', 'attack %p'), ('string', 'Defend string', 'defend %p'), ('string', 'Ladder', 'ladder_attack %p'),
    ('string', 'Connect', 'connect %P'), ('string', 'Disconnect', 'disconnect %P'),
    ('string', 'Attack dragon', 'owl_attack %p'), ('string', 'Defend dragon', 'owl_defend %p'),
    ('string', 'Prove attack', 'owlgo-solve attack %p'), ('string', 'Prove defence', 'owlgo-solve defend %p'),
    ('string', 'Eye value', 'eval_eye %p'), ('hstring', 'Eye data', 'eye_data %c %p'), ('hstring', 'Half eye data', 'half_eye_data %p'),
    ('hstring', 'Static status', 'owlgo-static_status %p'), ('sboard', 'Static eyes', 'owlgo-static_eyes'),
    ('string', 'Unconditional status', 'unconditional_status %p'), ('string', 'Combination attack', 'combination_attack %c'),
    ('plist', 'Legal moves', 'all_legal %c'), ('hstring', 'Matching patterns', 'pattern_match %s %c'),
    ('cboard', 'Eye spaces', 'owlgo-eye_spaces'), ('cboard', 'Dragons by status', 'owlgo-dragon_statuses'),
    ('gfx', 'Dragon, and why', 'owlgo-dragon %p'), ('hstring', 'Dragon data', 'dragon_data %p'),
    ('string', 'Dragon status', 'dragon_status %p'),
    ('gfx', 'OWL attack with variation', 'owlgo-owl attack %p'), ('gfx', 'OWL defence with variation', 'owlgo-owl defend %p'),
    ('string', 'Semeai', 'analyze_semeai %P'), ('hstring', 'Worm data', 'worm_data %p'),
    ('dboard', 'Territory (Bouzy)', 'owlgo-bouzy_board 5 21'), ('dboard', 'Moyo (Bouzy)', 'owlgo-bouzy_board 5 10'),
    ('dboard', 'Area (Bouzy)', 'owlgo-bouzy_board 4 0'), ('dboard', 'Territory by influence', 'owlgo-territory %c'),
    ('cboard', 'Influence regions', 'owlgo-influence_regions %c'),
    ('string', 'Estimate score', 'estimate_score'), ('string', 'New score', 'new_score'), ('string', 'Final score', 'final_score'),
    ('plist', 'Final status', 'final_status_list %s'),
    ('varc', 'Best move', 'reg_genmove %c'), ('pspairs', 'Top moves', 'top_moves'), ('pspairs', 'All move values', 'all_move_values'),
    ('hstring', 'Move reasons', 'move_reasons %p'), ('hstring', 'Why the last move', 'gomill-explain_last_move'),
)
"""Type, label and command of each Analyze entry; the user chooses a point %p, points %P, a colour %c or text %s."""


@command('gogui-analyze_commands', cheap=True)
def analyze_commands(session: Session, args: list[str]) -> str:
    """Arguments: none.  Answer: a line ``type/label/command`` for each analysis, as GoGui reads them.  Fails: never."""
    return '\n'.join('/'.join(entry) for entry in ANALYZE)


@command('gogui-interrupt', cheap=True)
def gogui_interrupt(session: Session, args: list[str]) -> None:
    """Arguments: none.  Answer: nothing.  This command announces that the line "# interrupt" stops long readings: the running command fails
    with "interrupted", and a proof of owlgo-solve is "unknown".  Partial readings are not kept.  Fails: never.
    """


@command('gogui-play_sequence')
def play_sequence(session: Session, args: list[str]) -> None:
    """Arguments: colours and vertices in turn.  All moves are played, or none.  Fails: invalid color or coordinate, illegal move."""
    import copy

    from owlgo.engine.core.game import IllegalMove
    moves = pairs(session, args)
    game = copy.deepcopy(session.game)
    try:
        for who, pos in moves:
            game.play(who, pos)
    except IllegalMove:
        raise GtpError('illegal move') from None
    session.game.__dict__.update(game.__dict__)


@command('gogui-setup')
def setup(session: Session, args: list[str]) -> None:
    """Arguments: colours and vertices in turn: stones to put on the empty board.  Fails: invalid color or coordinate, board not empty,
    repeated vertex, illegal position.
    """
    game = session.game
    stones = pairs(session, args)
    if game.moves or any(game.color_at(pos) != EMPTY for pos in all_points(game.size)):
        raise GtpError('board not empty')
    set_up(session, stones)


@command('gogui-setup_player')
def setup_player(session: Session, args: list[str]) -> None:
    """Arguments: the colour to move.  Fails: invalid color."""
    session.game.set_turn(color(args))


REGION_COLORS = {BLACK: ('#8080ff', '#5050e0', '#2020c0'), WHITE: ('#a0ffa0', '#60d060', '#20a020')}
"""Colours of area, moyo and territory, by side."""


def _cells(session: Session, colours: 'dict[int, str]') -> str:
    """Draw a board of colours for GoGui's cboard."""
    return rows(session, lambda pos: colours.get(pos, '""'))


@command('owlgo-eye_spaces')
def eye_spaces(session: Session, args: list[str]) -> str:
    """Answer: the points of eye spaces in their owner's colour, as GoGui's cboard; margins are yellow."""
    optics = session.examination.eyes
    found = {}
    for pos in all_points(session.size):
        space = optics.space_at(pos)
        if space is not None:
            found[pos] = '#e0e000' if optics.eyes[space[0]].points[pos].marginal else REGION_COLORS[space[0]][1]
    return _cells(session, found)


@command('owlgo-dragon_statuses')
def dragon_statuses(session: Session, args: list[str]) -> str:
    """Answer: the stones of dragons in the colour of their status, as GoGui's cboard: green alive, yellow critical, red dead."""
    from owlgo.engine.core.facts import STATUS_WORDS
    colors = {'alive': '#00a000', 'critical': '#e0a000', 'dead': '#d00000', 'unknown': '#808080'}
    known = session.examination
    judged = zip(known.dragons.every, known.guesses, strict=True)
    return _cells(session, {stone: colors[STATUS_WORDS[guess.status]] for dragon, guess in judged for stone in dragon.stones})


@command('owlgo-territory')
def territory(session: Session, args: list[str]) -> str:
    """Arguments: colour to move.  Answer: territory by influence from -1 to 1, Black positive, as GoGui's dboard.  Fails: invalid color."""
    from owlgo.gtp.commands.score import regions
    found = regions(session.examination, color(args)).territory
    return rows(session, lambda pos: f'{max(-1.0, min(1.0, -float(found[pos]))) + 0.0:.2f}')


@command('owlgo-influence_regions')
def influence_regions(session: Session, args: list[str]) -> str:
    """Arguments: colour to move.  Answer: territory, moyo and area in shades, as GoGui's cboard.  Fails: invalid color."""
    from owlgo.gtp.commands.score import regions
    region = regions(session.examination, color(args)).region
    found = {}
    for pos in all_points(session.size):
        value = int(region[pos])
        if value and abs(value) < 4:
            found[pos] = REGION_COLORS[WHITE if value > 0 else BLACK][abs(value) - 1]
    return _cells(session, found)


def _gfx(session: Session, pos: int, status: 'Status | None', lines: list[str]) -> list[str]:
    """Mark the dragon at a point and its moves, and add sentences."""
    stones = ' '.join(vertex(stone, session.size) for stone in session.examination.dragons.of(pos).stones)
    found = [f'SQUARE {stones}']
    if status is not None and (status.attack or status.defence):
        found.append('LABEL ' + ' '.join(f'{vertex(move, session.size)} {sign}'
                                         for move, sign in move_labels(status.attack, status.defence).items()))
    return found + [f'TEXT {line}' for line in lines]


@command('owlgo-dragon')
def dragon_graphics(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: graphics for GoGui: the dragon's stones, its killing (A) and saving move (D), and why it lives or dies;
    circles mark the only points that matter, if that is proved.  Fails: invalid coordinate, vertex must not be empty.
    """
    from owlgo.engine.examine import explain
    known, pos = session.examination, string(session, args)
    lines = explain.dragon(known.dragons, known.dragons.of(pos), known.judge, pos)
    judged = known.judgement(pos)
    matter = explain.points_that_matter(judged)
    zone = [f'CIRCLE {" ".join(vertex(p, session.size) for p in matter.points)}'] if matter is not None else []
    return '\n'.join([*zone, *_gfx(session, pos, judged.status, lines)])


@command('owlgo-owl')
def owl_graphics(session: Session, args: list[str]) -> str:
    """Arguments: attack or defend, vertex.  Answer: graphics for GoGui: the dragon, and the main variation of OWL's answer.  Fails: attack
    or defend is wanted, invalid coordinate, vertex must not be empty.
    """
    side, pos = question(session, args)
    return '\n'.join([*_gfx(session, pos, None, []), *_variation(session, pos, side)])


def _variation(session: Session, pos: int, side: int) -> list[str]:
    """Return OWL's main variation as GoGui's VAR, and a sentence with the grade of its first answer."""
    from owlgo.engine.life import grade_words
    from owlgo.engine.solver.region import ATTACKER, DEFENDER
    game, known = session.game, session.examination
    owner = game.color_at(pos)
    name = 'attacked' if side == ATTACKER else 'defended'
    played, graded = list[str](), ''
    while len(played) < 12 and game.color_at(pos) == owner:
        found = known.after(game.board, pos, side) if played else known.answer(pos, side)
        reading, graded = found.reading, graded or grade_words.words(found.grade, grade_words.strings(found.conditions, session.size))
        mover = owner if side == DEFENDER else 3 - owner
        if not reading.result or not reading.move or not game.trymove(mover, reading.move):
            break
        played.append(f'{"b" if mover == BLACK else "w"} {vertex(reading.move, session.size)}')
        side = ATTACKER if side == DEFENDER else DEFENDER
    for _ in played:
        game.popgo()
    if not played:
        return [f'TEXT {vertex(pos, session.size)} cannot be {name}, or needs no move ({graded})']
    return ['VAR ' + ' '.join(played), f'TEXT {vertex(pos, session.size)} can be {name} at {played[0].split()[1]} ({graded})']
