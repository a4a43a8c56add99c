"""The --decide options: a verdict in words, the variations as text, and as SGF."""
import argparse
from typing import TYPE_CHECKING

from engine.core.points import SIDES, other
from gtp.cli.verdict import Answer, picture, point, report, sentence, stone

if TYPE_CHECKING:
    from engine.core.game import Game
    from engine.read.reader import Reader
    from gtp.session import Session


def decide(session: 'Session', args: argparse.Namespace) -> Answer:
    """What the options ask for.  Raises ValueError for points that are no stones, with the option's name."""
    game, reader = session.game, session.reader
    for name in ('decide_owl', 'decide_dragon', 'decide_position', 'decide_semeai', 'decide_dragon_data', 'decide_surrounded'):
        if getattr(args, name):
            from gtp.cli import dragon_decisions
            found: Answer = getattr(dragon_decisions, name)(session, args)
            return found
    if args.decide_eye:
        return decide_eye(game, point(game, args.decide_eye, '--decide-eye'), args, reader)
    if args.decide_string:
        return decide_string(game, stone(game, args.decide_string, '--decide-string'), args, reader)
    if args.decide_connection:
        names = args.decide_connection.split('/')
        first, second = (stone(game, name, '--decide-connection') for name in names)
        if game.color_at(first) != game.color_at(second):
            raise ValueError(f'--decide-connection: {args.decide_connection.upper()} are stones of both colours')
        if second in game.string(first):
            raise ValueError(f'--decide-connection: {args.decide_connection.upper()} is one string')
        return decide_connection(game, first, second, args, reader)
    return decide_combination(game, args, reader)


def decide_eye(game: 'Game', pos: int, args: argparse.Namespace, reader: 'Reader') -> Answer:
    """What the eye spaces at a point yield."""
    from engine.eyes import optics
    from gtp.cli import eye_display
    found = optics.look(game.board, reader)
    spaces = [(color, eyes.points[pos].origin) for color, eyes in found.eyes.items() if pos in eyes.points]
    verdict = [line for color, origin in spaces for line in eye_display.space(game, found, color, origin)]
    verdict = verdict or [f'{game.vertex(pos)} is in no eye space']
    marked = sorted({q for color, origin in spaces for q in found.eyes[color].space(origin)})
    return report(game, args, picture(game, set(marked), f'is the eye space of {game.vertex(pos)}', args.quiet or not marked), verdict, {},
                  marked, game.to_move)


def decide_string(game: 'Game', pos: int, args: argparse.Namespace, reader: 'Reader') -> Answer:
    """The verdict on a string."""
    from engine.core.result import LOSE
    from engine.read import tactics, tree
    from engine.read.record import CAPTURE
    reader = reader.closely()
    name = game.vertex(pos)
    attack, defence = tactics.attack_and_defend(game.board, pos, reader)
    verdict = [sentence(name, attack, 'attacked', game.size)]
    if attack.result != LOSE:
        verdict.append(sentence(name, defence, 'defended', game.size))
    trees = {}
    if args.trace or args.outfile:
        trees[f'attack of {name}'] = tree.variations(game.board, CAPTURE, [pos], True, reader)
        if attack.result != LOSE:
            trees[f'defence of {name}'] = tree.variations(game.board, CAPTURE, [pos], False, reader)
    marked = game.string(pos)
    return report(game, args, picture(game, set(marked), f'is the string of {name}', args.quiet), verdict, trees, marked,
                  other(game.color_at(pos)))


def decide_connection(game: 'Game', first: int, second: int, args: argparse.Namespace, reader: 'Reader') -> Answer:
    """The verdict on two strings."""
    from engine.read import connect, tree
    from engine.read.record import CUT
    name = f'{game.vertex(first)}/{game.vertex(second)}'
    verdict = [sentence(name, connect.disconnect(game.board, first, second, reader), 'disconnected', game.size),
               sentence(name, connect.connect(game.board, first, second, reader), 'connected', game.size)]
    trees = {}
    if args.trace or args.outfile:
        trees[f'cutting {name}'] = tree.variations(game.board, CUT, [first, second], True, reader)
        trees[f'joining {name}'] = tree.variations(game.board, CUT, [first, second], False, reader)
    marked = game.string(first) + game.string(second)
    return report(game, args, picture(game, set(marked), f'are the strings of {name}', args.quiet), verdict, trees, marked,
                  other(game.color_at(first)))


def decide_combination(game: 'Game', args: argparse.Namespace, reader: 'Reader') -> Answer:
    """Whether the side to move has a combination."""
    from engine.core.result import LOSE
    from engine.read import combination, tree
    from engine.read.record import CAPTURE
    color = game.to_move
    who = SIDES[color]
    reading, goals = combination.combination_attack(game.board, color, reader)
    trees = {}
    marked = [pos for goal in goals for pos in game.string(goal)]
    if reading.result == LOSE:
        verdict = [f'{who} has no combination']
    else:
        names = ' or '.join(game.vertex(goal) for goal in goals)
        verdict = [f'{who} captures {names} beginning with {game.vertex(reading.move)} ({reading.nodes} variations)']
        if args.trace or args.outfile:
            trees[f'combination of {who}'] = tree.variations(game.board, CAPTURE, goals, True, reader)
    text = picture(game, set(marked), 'are the strings aimed at', args.quiet or not marked)
    return report(game, args, text, verdict, trees, marked, color)
