"""Tactical reading: can a string of up to four liberties be captured, can it be saved?

These are the questions of GNU Go's ``attack`` and ``find_defense``, and others built on them.  Results are for the side that moves first.
"""
import numpy as np

from owlgo.engine.core.board import played
from owlgo.engine.core.points import BLACK, PASS, WHITE, other
from owlgo.engine.core.result import LOSE, WIN, Reading, reverse
from owlgo.engine.read import answer, query
from owlgo.engine.read.depths import Depths
from owlgo.engine.read.reader import Level, Reader, as_reader
from owlgo.engine.read.record import Aim

MAX_LIBERTIES = 4
"""Maximum liberties of a string that is read.  A string with more liberties counts as safe."""
LADDER_DEPTHS = Depths(depth=1000, fourlib_depth=1000, branch_depth=1000, hopeless_depth=1000)
"""Limits of a plain ladder.  Its depth is not limited."""


def attack(board: np.void, pos: int, level: Level = 10) -> Reading:
    """Whether the string at pos can be captured if its opponent moves first.  Raises ValueError on an empty point."""
    if board['color'][pos] in (BLACK, WHITE) and board['libs'][board['origin'][pos]] > MAX_LIBERTIES:
        return Reading(LOSE, PASS, 0)
    return query.ask(board, Aim.CAPTURE, [pos], True, as_reader(level))


def find_defense(board: np.void, pos: int, level: Level = 10) -> Reading:
    """Whether the string at pos can be saved if its owner moves first.  The move is PASS if nothing threatens the string.

    A string that cannot be attacked needs no defence.  Raises ValueError on an empty point.
    """
    return attack_and_defend(board, pos, level)[1]


def attack_and_defend(board: np.void, pos: int, level: Level = 10) -> tuple[Reading, Reading]:
    """Return two readings of one string that agree with each other: of its attack and of its defence.  Raises ValueError on an empty
    point."""
    reader = as_reader(level)
    threat = attack(board, pos, reader)
    return threat, _saving(board, threat, [pos], reader)


def _saving(board: np.void, threat: Reading, goals: list[int], reader: Reader) -> Reading:
    """Return the reading of a defence, given the reading of the attack (``threat``).  If the attack fails, no move is needed."""
    if threat.result == LOSE:
        return Reading(WIN, PASS, threat.nodes, threat.grade, threat.limited)
    saving = query.ask(board, Aim.CAPTURE, goals, False, reader)
    return saving._replace(nodes=saving.nodes + threat.nodes)


def attack_either(board: np.void, first: int, second: int, level: Level = 10) -> Reading:
    """Whether the opponent, moving first, captures one of the two strings: both are read together.

    Raises ValueError on an empty point or strings of different colours.
    """
    return query.ask(board, Aim.CAPTURE, sorted({first, second}), True, as_reader(level))


def defend_both(board: np.void, first: int, second: int, level: Level = 10) -> Reading:
    """Whether the owner, moving first, keeps both strings.  The move is PASS if they are safe as they stand.  Raises ValueError like
    attack_either."""
    reader = as_reader(level)
    return _saving(board, attack_either(board, first, second, reader), sorted({first, second}), reader)


def ladder_attack(board: np.void, pos: int, level: Level = 10) -> Reading:
    """Whether the string at pos, with at most two liberties, is caught in a plain ladder.  The attacker plays its liberties; the owner
    extends or captures a stone that gives atari.  The level does not matter.

    Raises ValueError on an empty point or a string with more liberties.
    """
    if board['color'][pos] in (BLACK, WHITE) and board['libs'][board['origin'][pos]] > 2:
        raise ValueError('no ladder: the string has more than two liberties')
    return query.ask(board, Aim.LADDER, [pos], True, as_reader(level).within(LADDER_DEPTHS))


def does_attack(board: np.void, move: int, pos: int, level: Level = 10) -> int:
    """Whether this move captures the string at pos, which its owner could save without it: WIN, KO_A, KO_B or LOSE.

    A string beyond rescue is attacked by no move, as in GNU Go, and a move that is illegal attacks nothing.
    """
    reader = as_reader(level)
    attacker = other(int(board['color'][pos]))
    if find_defense(board, pos, reader).result == LOSE:
        return LOSE
    with played(board, (move, attacker)) as legal:
        if not legal:
            return LOSE
        return reverse(find_defense(board, pos, reader).result) if board['color'][pos] == other(attacker) else WIN


def does_defend(board: np.void, move: int, pos: int, level: Level = 10) -> int:
    """Whether this move saves the string at pos: WIN, KO_A, KO_B or LOSE.

    An illegal move saves nothing, nor does legal suicide that takes the string off.
    """
    reader, owner = as_reader(level), int(board['color'][pos])
    with played(board, (move, owner)) as legal:
        return reverse(attack(board, pos, reader).result) if legal and board['color'][pos] == owner else LOSE


def candidates(board: np.void, pos: int, color: int, reader: Reader) -> list[int]:
    """Return the first moves that a reading of the string at pos would try for this colour, in board order, without the pass."""
    r = query.pose(Aim.CAPTURE, [pos], other(int(board['color'][pos])), reader.within(Depths()))
    n = answer.py_candidates(board, r, color, 0)
    return sorted(int(move) for move in r['moves'][0][:n] if move != PASS)
