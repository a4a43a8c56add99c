"""Why a dragon lives or dies, in sentences that a player understands; every line of play that they name was played out on the board.

The first sentence says what becomes of it and how far that can be trusted.  The others say why, and none claims what the first denies.
"""
from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from engine.core.board import py_popgo, py_trymove
from engine.core.facts import ALIVE, CRITICAL, DEAD, STATUS_WORDS
from engine.core.points import EMPTY, PASS, SIDES, neighbours, other, vertex
from engine.core.result import KO_A, KO_B, LOSE, WIN
from engine.core.strings import string
from engine.dragons import amalgamate
from engine.dragons.partition import SMALL_ESCAPE, Dragon, Dragons
from engine.examine import status
from engine.examine.status import Judge, Judgement, Race
from engine.owl import answers
from engine.owl.answers import Answer
from engine.solver.open_region import Matter
from engine.solver.region import ATTACKER

TRUST = {answers.PROVED: 'proved', answers.READ: 'read to the end in the open, not proved', answers.SEARCHED: 'searched, not proved'}
DOUBTS = {status.UNFINISHED: 'the reading was not finished', status.CONFLICT: 'what was read of attack and defence does not agree',
          status.TOO_LARGE: 'so large an eye space was not read to the end', status.RACE_UNREAD: 'its race with {} was not read to the end',
          status.RACE_OF_THREE: '{} takes part in its race, and races of three dragons are not read'}
KOS = {KO_A: 'by a ko in which the opponent must find the first threat', KO_B: 'by a ko for which it takes the first threat'}
MOST_POINTS = 15
"""The most points of an eye space that are named."""


class Exchange(NamedTuple):
    """A move and the answer to it."""
    move: int
    answer: int
    """PASS if none is needed."""


def dragon(found: Dragons, one: Dragon, judge: Judge, pos: int = PASS) -> list[str]:
    """Why a dragon lives or dies: a sentence a line.  Read is the group of the stone at pos, else the largest."""
    judged = status.judged(one, found, judge, pos)
    main = pos if pos != PASS else judge.main_stone(one.stones)
    # The judge's own board: moves are played on it, and it is asked about the position after them.
    board = judge.board
    size = int(board['size'])
    text = [_headline(found, one, judged)]
    attack, defence, color = judged.attack, judged.defence, one.color
    if attack is None:
        return [*text, *_eyes(found, one, 'looks like')]
    sure, inside = _eyes_hold(one, judged), _seki(found, one, judged, judge)
    text += _eyes(found, one, 'yields' if sure and not inside else 'looks like') + inside
    if not sure:
        text.append(_why_not(found, one, judged, main, judge))
    text += _surroundings(one, judged)
    if judged.deciding is not None:
        probably = 'probably ' if judged.by_itself_guessed else ''
        text.append(f'Without a race it would {probably}be {STATUS_WORDS[judged.owl_status or DEAD]}.')
    elif defence is None:
        text.append(f'{SIDES[other(color)]}, moving first, finds no way to kill it{_as_far(attack)}.')
    else:
        doubted = judged.doubt not in ('', status.UNFINISHED)
        text += [_kills(one, attack, judged, doubted, size), _saves(attack, defence, color, doubted, size)]
        text += [] if doubted else _refuted(one, attack, main, judge, size)
    text += matters(judged, board)
    # What one race decides another one does not undo.
    races = judged.races if judged.deciding is None else [judged.deciding]
    return text + [_race(board, race, judged, size) for race in races]


def matters(judged: Judgement, board: np.void) -> list[str]:
    """What a proof in the open rests on: points outside of which nothing matters, and a wall."""
    whole = points_that_matter(judged)
    return [whole.sentence(board)] if whole is not None else []


def points_that_matter(judged: Judgement) -> Matter | None:
    """What the proofs of both answers rest on, if they are all proofs and some are in the open."""
    found = [answer for answer in (judged.attack, judged.defence) if answer is not None]
    parts = [answer.matter for answer in found if answer.matter is not None]
    if judged.how != answers.PROVED or len(parts) < len(found) or not parts:
        return None
    return Matter(*(tuple(sorted({p for part in parts for p in part[k]})) for k in range(2)))


def _headline(found: Dragons, one: Dragon, judged: Judgement) -> str:
    """What becomes of a dragon, and how far that can be trusted."""
    board, now = found.board, judged.status
    name = _name(board, one)
    if judged.unchecked:
        return f'{name}, counts as alive, unchecked: {unchecked(found, one, judged)}.'
    word = STATUS_WORDS[now.status] + (' in seki' if now.seki and now.status == ALIVE else '')
    first = ': who moves first decides' if now.status == CRITICAL else ''
    if not now.uncertain:
        return f'{name}, is {word} ({TRUST[judged.how]}){first}.'
    rival = _rival(board, judged.doubted) if judged.doubted != PASS else ''
    why = DOUBTS[judged.doubt or status.UNFINISHED].format(rival)
    return f'{name}, is {"unknown, " if judged.doubt == status.RACE_OF_THREE else ""}probably {word} (a guess: {why}){first}.'


def unchecked(found: Dragons, one: Dragon, judged: Judgement) -> str:
    """Why a dragon was not read."""
    if judged.unchecked == status.WAY_OUT:
        return f'it can run out, its escape route is worth {one.escape}'
    return f'its eye space of {status.large_space(one, found, status.LARGE_SPACE)} empty points is too large to be read'


def _name(board: np.void, one: Dragon) -> str:
    count = len(one.stones)
    return f'{SIDES[one.color]} {vertex(one.origin, int(board["size"]))}, a dragon of {count} stone{"s" if count > 1 else ""}'


def _rival(board: np.void, pos: int) -> str:
    return f"{SIDES[int(board['color'][pos])]} {vertex(pos, int(board['size']))}"


def _eyes(found: Dragons, one: Dragon, yields: str) -> list[str]:
    """Its eye spaces with what they yield."""
    seen, size = found.optics, int(found.board['size'])
    text = []
    for origin in one.spaces:
        value = seen.verdict(one.color, origin).value
        if value.max_eye_threat:
            space = seen.eyes[one.color].space(origin)
            points = ' '.join(vertex(pos, size) for pos in space) if len(space) <= MOST_POINTS else \
                f'of {len(space)} points round {vertex(origin, size)}'
            eyes = f'{value.min_eyes} eye' if value.min_eyes == value.max_eyes else f'{value.min_eyes} to {value.max_eyes} eyes'
            text.append(f'Its eye space {points} {yields} {eyes}{"s" if eyes.endswith("eye") and value.min_eyes != 1 else ""}.')
    if one.half_eye != PASS:
        text.append(f'Half an eye is decided at {vertex(one.half_eye, size)}.')
    return text or ['It has no eye space of its own.']


def _eyes_hold(one: Dragon, judged: Judgement) -> bool:
    """Whether what becomes of a dragon agrees with its eyes: two that cannot be taken, or that it can make, and yet it does not live."""
    eyes = {CRITICAL: one.genus.min_eyes, DEAD: one.genus.max_eyes}
    return eyes.get(judged.status.status, 0) < 2


def _seki(found: Dragons, one: Dragon, judged: Judgement, judge: Judge) -> list[str]:
    """That two dragons live one inside an eye space of the other: the value of an eye space takes what stands in it for dead."""
    if judged.status.status != ALIVE or judged.status.uncertain:
        return []
    inner = {found.at[pos] for origin in one.spaces for pos in found.optics.eyes[one.color].space(origin)
             if found.board['color'][pos] == other(one.color)}
    outer = {k for k, other_one in enumerate(found.every) if other_one.color != one.color
             for origin in other_one.spaces if one.origin in found.optics.eyes[other_one.color].space(origin)}
    text = []
    for numbers, words in ((inner, '{} inside it lives too: it is seki.'),
                           (outer, 'It is inside an eye space of {}, which lives too: it is seki.')):
        for enemy in (found.every[k] for k in sorted(numbers)):
            theirs = status.judged(enemy, found, judge).status
            if theirs.status == ALIVE and not theirs.uncertain:
                text.append(words.format(_rival(found.board, enemy.origin)))
    return text


def _why_not(found: Dragons, one: Dragon, judged: Judgement, main: int, judge: Judge) -> str:
    """Why eyes that a dragon seems to have are none: what the move does that kills it.  The value of an eye space knows nothing of cuts, of
    other liberties, and of what stands outside.
    """
    board, size = judge.board, int(judge.board['size'])
    move = judged.status.attack or (judged.attack.reading.move if judged.attack else PASS)
    fail = 'may not hold' if judged.status.uncertain else 'do not hold'
    spaces = found.optics.eyes[one.color]
    before = {stone: _liberties(board, stone) for stone in one.strings}
    held = set(amalgamate.group(board, main, judge.means.workspace))
    if move == PASS or not py_trymove(board, move, other(one.color)):
        return f'By itself: these eyes {fail}, whatever is played.'
    left = [stone for stone in one.strings if board['color'][stone] == one.color]
    taken = [stone for stone in one.strings if stone not in left]
    in_atari = [stone for stone in left if _liberties(board, stone) == 1 < before[stone]]
    cut = []
    if board['color'][main] == one.color:
        still = set(amalgamate.group(board, main, judge.means.workspace))
        cut = [stone for stone in left if stone in held and stone not in still]
    py_popgo(board)
    if taken:
        does = f'takes {_names(taken, size)}'
    elif in_atari:
        does = f'puts {_names(in_atari, size)} in atari'
    elif cut:
        does = f'cuts off {_names(cut, size)}'
    elif any(move in spaces.space(origin) and move not in spaces.margins(origin) for origin in one.spaces):
        does = 'is played inside'
    else:
        does = 'is played from outside'
    return f'These eyes {fail}: {SIDES[other(one.color)]} {vertex(move, size)} {does}.'


def _liberties(board: np.void, pos: int) -> int:
    """How many liberties a string has."""
    size = int(board['size'])
    return len({q for stone in string(board, pos) for q in neighbours(stone, size) if board['color'][q] == EMPTY})


def _names(stones: Collection[int], size: int) -> str:
    return ' '.join(vertex(stone, size) for stone in stones)


def _surroundings(one: Dragon, judged: Judgement) -> list[str]:
    if not one.escape:
        return ['It is surrounded.' if one.surrounded else 'It cannot run far.']
    if one.escape < SMALL_ESCAPE:
        return [f'Its way out is narrow: its escape route is worth {one.escape}.']
    caught = ', but it can be taken first' if judged.status.status != ALIVE else ''
    return [f'It could run{caught}: its escape route is worth {one.escape}.']


def _as_far(answer: Answer) -> str:
    """What is said of an answer that is a guess."""
    return ', as far as it was read' if answer.reading.uncertain else ''


def _kills(one: Dragon, attack: Answer, judged: Judgement, doubted: bool, size: int) -> str:
    """How it is killed; ``doubted`` where the answer by itself is certain and what it rests on is not."""
    killer = SIDES[other(one.color)]
    seems = attack.reading.uncertain or doubted
    how = '' if attack.reading.result == WIN else f' {KOS[attack.reading.result]}'
    if attack.reading.move != PASS:
        return f'{killer} {"seems to kill" if seems else "kills"} it at {vertex(attack.reading.move, size)}{how}.'
    if judged.status.status == DEAD:
        return f'{killer} {"seems to need no move" if seems else "need not even move"}: it is dead as it stands{how}.'
    return f'{killer} finds a way to kill it, but no move that does so at once{how}.'


def _saves(attack: Answer, defence: Answer, color: int, doubted: bool, size: int) -> str:
    seems = defence.reading.uncertain or doubted
    if defence.reading.result == LOSE:
        return f'{SIDES[color]}, moving first, {"finds nothing that saves it, as far as it was read" if seems else "cannot save it"}.'
    how = '' if defence.reading.result == WIN else f' {KOS[defence.reading.result]}'
    if defence.reading.move != PASS:
        return f'{SIDES[color]} {"seems to save" if seems else "saves"} it at {vertex(defence.reading.move, size)}{how}.'
    if attack.reading.result == KO_B:
        return f'{SIDES[color]} need not move unless the opponent has the ko threats.'
    return f'{SIDES[color]} can save it{how}, but which move is needed was not found.'


def refutation(one: Dragon, attack: Answer, main: int, judge: Judge) -> Exchange | None:
    """The owner's most natural answer to the killing move, and what refutes it; None if there is nothing to show for certain."""
    board, move = judge.board, attack.reading.move
    if attack.reading.result != WIN or attack.reading.uncertain or move == PASS or not py_trymove(board, move, other(one.color)):
        return None
    found = None
    if board['color'][main]:
        reply = judge.ask(main, ATTACKER).reading
        # The point where the attacker would go on is where the owner would like to be.
        if reply.result == WIN and reply.move != PASS and py_trymove(board, reply.move, one.color):
            # The owner's move may have been suicide.
            then = judge.ask(main, ATTACKER).reading if board['color'][main] else None
            if then is not None and then.result == WIN and not (reply.uncertain or then.uncertain):
                found = Exchange(reply.move, then.move)
            py_popgo(board)
    py_popgo(board)
    return found


def _refuted(one: Dragon, attack: Answer, main: int, judge: Judge, size: int) -> list[str]:
    line = refutation(one, attack, main, judge)
    if line is None:
        return []
    after = f'{vertex(line.answer, size)} takes the rest' if line.answer != PASS else 'nothing more is needed'
    return [f'If {SIDES[one.color]} answers {vertex(attack.reading.move, size)} at {vertex(line.move, size)}, {after}.']


def _race(board: np.void, race: Race, judged: Judgement, size: int) -> str:
    """How a race goes: as it decides what becomes of the dragon, or why it does not."""
    rival = _rival(board, race.rival)
    text = _race_ends(board, race, rival, judged.deciding is race, size)
    return f'Between the two alone: {text[0].lower()}{text[1:]}' if race.third != PASS else text


def _race_ends(board: np.void, race: Race, rival: str, decides: bool, size: int) -> str:
    ours, theirs = race.ours, race.theirs
    if ours.defence == LOSE:
        return f'It loses the race with {rival}.'
    if theirs.attack == LOSE:
        if theirs.defence == LOSE:
            return f'It wins the race with {rival} even if its owner moves second.'
        if ours.attack != LOSE:
            ko = ' by a ko' if ours.attack != WIN else ''
            return f'In the race with {rival} it takes that{ko} if its owner moves first, and lives in seki if not.'
        return f'With {rival} it is seki.'
    ko = ' and to a ko' if ours.defence != WIN or theirs.attack != WIN else ''
    if not decides:
        return f'The race with {rival} goes to whoever moves first{ko}.'
    moves = [f'{SIDES[color]} wins it at {vertex(half.move, size)}' for color, half in
             ((other(int(board['color'][race.rival])), ours), (int(board['color'][race.rival]), theirs)) if half.move != PASS]
    return f'The race with {rival} goes to whoever moves first{ko}{": " if moves else ""}{", ".join(moves)}.'
