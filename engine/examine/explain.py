"""Why a dragon lives or dies, in sentences that a player understands; every line of play that they name was played out on the board."""
from typing import NamedTuple

import numpy as np

from engine.core.board import py_popgo, py_trymove
from engine.core.facts import CRITICAL, STATUS_WORDS
from engine.core.points import PASS, SIDES, other, vertex
from engine.core.result import KO_A, KO_B, LOSE, WIN
from engine.dragons.partition import Dragon, Dragons
from engine.examine.status import Judge, Race
from engine.owl.answers import Answer
from engine.solver.region import ATTACKER

TRUST = {'proved': 'This is proved.', 'read': 'This was read to the end in the open, not proved.',
         'uncertain': 'This is uncertain: the reading ran out of nodes.', 'searched': 'This was searched, not proved.'}
KOS = {KO_A: 'by a ko in which the opponent must find the first threat', KO_B: 'by a ko for which it takes the first threat'}


class Exchange(NamedTuple):
    """A move and the answer to it."""
    move: int
    answer: int
    """PASS if none is needed."""


def dragon(found: Dragons, one: Dragon, judge: Judge) -> list[str]:
    """Why a dragon lives or dies: a sentence a line."""
    judged = judge.of(one)
    status = judged.status
    # The judge's own board: moves are played on it, and it is asked about the position after them.
    board = judge.board
    size = int(board['size'])
    word = STATUS_WORDS[status.status] + (': who moves first decides' if status.status == CRITICAL else '')
    text = [f'{_name(board, one)} is {word}.', *_eyes(found, one), *_surroundings(one)]
    attack, defence, color = judged.attack, judged.defence, one.color
    assert attack, 'a dragon that was judged'
    if defence is None:
        text.append(f'{SIDES[other(color)]}, moving first, finds no way to kill it by itself.')
    else:
        text.append(_kills(board, one, attack, size))
        text.append(_saves(defence, color, size))
        text += _refuted(one, attack, judge, size)
    text += [_race(board, race, size) for race in judged.races]
    return [*text, TRUST[attack.how]]


def _name(board: np.void, one: Dragon) -> str:
    count = len(one.stones)
    return f'{SIDES[one.color]} {vertex(one.origin, int(board["size"]))}, a dragon of {count} stone{"s" if count > 1 else ""},'


def _eyes(found: Dragons, one: Dragon) -> list[str]:
    """Its eye spaces with what they yield."""
    seen, size = found.optics, int(found.board['size'])
    text = []
    for origin in one.spaces:
        value = seen.verdict(one.color, origin).value
        if value.max_eye_threat:
            points = ' '.join(vertex(pos, size) for pos in seen.eyes[one.color].space(origin))
            eyes = f'{value.min_eyes} eye' if value.min_eyes == value.max_eyes else f'{value.min_eyes} to {value.max_eyes} eyes'
            text.append(f'Its eye space {points} yields {eyes}{"s" if eyes.endswith("eye") and value.min_eyes != 1 else ""}.')
    if one.half_eye != PASS:
        text.append(f'Half an eye is decided at {vertex(one.half_eye, size)}.')
    return text or ['It has no eye space of its own.']


def _surroundings(one: Dragon) -> list[str]:
    if one.escape:
        return [f'It can run out: its escape route is worth {one.escape}.']
    return ['It is surrounded.' if one.surrounded else 'It cannot run far.']


def _kills(board: np.void, one: Dragon, attack: Answer, size: int) -> str:
    killer = SIDES[other(one.color)]
    how = '' if attack.reading.result == WIN else f' {KOS[attack.reading.result]}'
    if attack.reading.move == PASS:
        return f'{killer} need not even move: it is dead as it stands{how}.'
    return f'{killer} kills it at {vertex(attack.reading.move, size)}{how}.'


def _saves(defence: Answer, color: int, size: int) -> str:
    if defence.reading.result == LOSE:
        return f'{SIDES[color]}, moving first, cannot save it.'
    how = '' if defence.reading.result == WIN else f' {KOS[defence.reading.result]}'
    if defence.reading.move == PASS:
        return f'{SIDES[color]} need not move to save it{how}.'
    return f'{SIDES[color]} saves it at {vertex(defence.reading.move, size)}{how}.'


def refutation(one: Dragon, attack: Answer, judge: Judge) -> Exchange | None:
    """The owner's most natural answer to the killing move, and what refutes it; None if there is nothing to show."""
    board, move = judge.board, attack.reading.move
    if attack.reading.result != WIN or move == PASS or not py_trymove(board, move, other(one.color)):
        return None
    found = None
    if board['color'][one.origin]:
        reply = judge.ask(one.origin, ATTACKER).reading
        # The point where the attacker would go on is where the owner would like to be.
        if reply.result == WIN and reply.move != PASS and py_trymove(board, reply.move, one.color):
            # The owner's move may have been suicide.
            then = judge.ask(one.origin, ATTACKER).reading if board['color'][one.origin] else None
            if then is not None and then.result == WIN:
                found = Exchange(reply.move, then.move)
            py_popgo(board)
    py_popgo(board)
    return found


def _refuted(one: Dragon, attack: Answer, judge: Judge, size: int) -> list[str]:
    line = refutation(one, attack, judge)
    if line is None:
        return []
    after = f'{vertex(line.answer, size)} takes the rest' if line.answer != PASS else 'nothing more is needed'
    return [f'If {SIDES[one.color]} answers {vertex(attack.reading.move, size)} at {vertex(line.move, size)}, {after}.']


def _race(board: np.void, race: Race, size: int) -> str:
    rival = f"{SIDES[int(board['color'][race.rival])]} {vertex(race.rival, size)}"
    if race.ours.defence == LOSE:
        return f'It loses the race with {rival}.'
    if race.theirs.attack == LOSE:
        return f'It wins the race with {rival} even if its owner moves second.' if race.ours.attack == WIN else f'With {rival} it is seki.'
    return f'The race with {rival} goes to whoever moves first: {vertex(race.ours.move, size)} or {vertex(race.theirs.move, size)}.'
