"""The --decide options about eyes, strings and combinations: sentences, variations and data."""
import argparse

from owlgo.cli.decided import Decided, eye_space, point, reading_data, sentence, stone, two_stones
from owlgo.cli.options import DECISIONS
from owlgo.engine.core.points import COLOR_NAMES, PASS, SIDES, other, vertex
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.eyes import optics
from owlgo.engine.read import combination, connect, tactics, tree
from owlgo.engine.read.record import Aim
from owlgo.gtp.session import Session


def decide(session: Session, args: argparse.Namespace) -> Decided:
    """Answer the question of the options.  Raises ValueError, with the option's name, for points that are no stones."""
    name = next(name for name in DECISIONS if getattr(args, name))
    here = {'decide_eye': decide_eye, 'decide_string': decide_string, 'decide_connection': decide_connection,
            'decide_combination': decide_combination}
    if name in here:
        return here[name](session, args)
    from owlgo.cli import dragon_decisions  # loads all rooms of life and death
    found: Decided = getattr(dragon_decisions, name)(session, args)
    return found


def decide_eye(session: Session, args: argparse.Namespace) -> Decided:
    """Count the eyes of the spaces at a point."""
    game = session.game
    pos = point(game, args.decide_eye, '--decide-eye')
    name, found = game.vertex(pos), optics.look(game.board, session.reader)
    spaces = [(color, eyes.points[pos].origin) for color, eyes in found.eyes.items() if pos in eyes.points]
    lines = [line for color, origin in spaces for line in eye_space(game, found, color, origin)]
    marked = sorted({q for color, origin in spaces for q in found.eyes[color].space(origin)})
    data = [{'color': COLOR_NAMES[color], 'points': [game.vertex(q) for q in found.eyes[color].space(origin)],
             'eyes': str((one := found.verdict(color, origin)).value), 'exact': one.exact,
             'attack': game.vertex(one.attack) if one.attack != PASS else None,
             'defence': game.vertex(one.defence) if one.defence != PASS else None} for color, origin in spaces]
    return Decided(lines or [f'{name} is in no eye space'], f'is the eye space of {name}', {},
                   {'question': 'eye', 'vertex': name, 'spaces': data}, marked, {}, game.to_move)


def decide_string(session: Session, args: argparse.Namespace) -> Decided:
    """Read whether a string can be captured and saved."""
    game, reader = session.game, session.question_reader
    pos = stone(game, args.decide_string, '--decide-string')
    name = game.vertex(pos)
    attack, defence = tactics.attack_and_defend(game.board, pos, reader)
    lines = [sentence(name, attack, 'attacked', game.size)]
    if attack.result != LOSE:
        lines.append(sentence(name, defence, 'defended', game.size))
    trees = {}
    if args.trace or args.outfile:
        trees[f'attack of {name}'] = tree.variations(game.board, Aim.CAPTURE, [pos], True, reader)
        if attack.result != LOSE:
            trees[f'defence of {name}'] = tree.variations(game.board, Aim.CAPTURE, [pos], False, reader)
    data = {'question': 'string', 'vertex': name, 'attack': reading_data(attack, game.size),
            'defence': reading_data(defence, game.size) if attack.result != LOSE else None}
    return Decided(lines, f'is the string of {name}', trees, data, game.string(pos), {}, other(game.color_at(pos)))


def decide_connection(session: Session, args: argparse.Namespace) -> Decided:
    """Read whether two strings can be cut and joined."""
    game, reader = session.game, session.question_reader
    first, second = two_stones(game, args.decide_connection, '--decide-connection', True)
    if second in game.string(first):
        raise ValueError(f'--decide-connection: {args.decide_connection.upper()} is one string')
    name = f'{game.vertex(first)}/{game.vertex(second)}'
    cut, joined = connect.disconnect(game.board, first, second, reader), connect.connect(game.board, first, second, reader)
    lines = [sentence(name, cut, 'disconnected', game.size), sentence(name, joined, 'connected', game.size)]
    trees = {}
    if args.trace or args.outfile:
        # Where no move is needed, the other side's variations say why.
        trees = {f'{what} {name}': tree.variations(game.board, Aim.CUT, [first, second], what == 'cutting', reader)
                 for what, answer in (('cutting', cut), ('joining', joined)) if answer.result != WIN or answer.move != PASS}
    marked = game.string(first) + game.string(second)
    data = {'question': 'connection', 'vertices': [game.vertex(first), game.vertex(second)], 'cut': reading_data(cut, game.size),
            'connect': reading_data(joined, game.size)}
    return Decided(lines, f'are the strings of {name}', trees, data, marked, {}, other(game.color_at(first)))


def decide_combination(session: Session, args: argparse.Namespace) -> Decided:
    """Read whether the side to move has a combination."""
    game, reader = session.game, session.reader
    color = game.to_move
    who = SIDES[color]
    reading, goals = combination.combination_attack(game.board, color, reader, closely=True)
    trees = {}
    marked = [pos for goal in goals for pos in game.string(goal)]
    if reading.result == LOSE:
        lines = [f'{who} has no combination']
    else:
        names = ' or '.join(game.vertex(goal) for goal in goals)
        lines = [f'{who} captures {names} beginning with {game.vertex(reading.move)} ({reading.nodes} variations)']
        if args.trace or args.outfile:
            trees[f'combination of {who}'] = tree.variations(game.board, Aim.CAPTURE, goals, True, reader)
    data = {'question': 'combination', 'color': COLOR_NAMES[color], 'attack': reading_data(reading, game.size),
            'targets': [game.vertex(goal) for goal in goals] if reading.result != LOSE else []}
    return Decided(lines, 'are the strings aimed at', trees, data, marked, {}, color)


def questions(session: Session, which: int) -> list[str]:
    """List the questions that were read for an answer, a line each: about strings (1), dragons (2) or both (3)."""
    log = session.reader.memory.log
    lines = []
    for question, answer in log.questions.items() if log is not None else ():
        if which & (2 if question.aim == Aim.LIFE else 1):
            goals = ' '.join(vertex(pos, question.size) for pos in question.goals)
            move = f' at {vertex(answer.move, question.size)}' if answer.result != LOSE and answer.move != PASS else ''
            about = 'dragon' if question.aim == Aim.LIFE else 'string'
            lines.append(f'{"attack" if question.attacking else "defend"} {about} {goals}: {answer.code}{move} ({answer.nodes} positions'
                         f'{"" if answer.certain else ", uncertain"})')
    return [*lines, f'{len(lines)} questions']
