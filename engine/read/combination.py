"""Combinations: captures that need two threats, such as a double atari or a squeeze that ends in one (GNU Go's atari_atari).

No string of the group can be captured by itself.  One reading, with all strings of the group as goals, finds the moves that threaten them
in turn.  A group consists of strings that one move threatens at once, or that share a liberty or a neighbour, or have liberties side by
side.
"""
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.board import played
from owlgo.engine.core.points import NEIGHBOURS, PASS, other
from owlgo.engine.core.result import KO_B, LOSE, WIN, Reading
from owlgo.engine.core.strings import first_stones, found, py_liberties, py_neighbours
from owlgo.engine.read import query
from owlgo.engine.read.reader import Level, Reader, as_reader
from owlgo.engine.read.record import Aim
from owlgo.engine.read.tactics import MAX_LIBERTIES, attack, candidates

MOST_GOALS = 5
"""Maximum number of strings in a group, or threatened by one move."""


def combination_attack(board: np.void, color: int, level: Level = 10, closely: bool = False) -> tuple[Reading, list[int]]:
    """Whether this colour, moving first, captures one of several strings none of which can be captured alone.

    Returns the reading and a stone of each string aimed at, or LOSE and no stones if there is no combination.  ``closely`` allows as many
    nodes as a single question may take.
    """
    reader = as_reader(level)
    owner = other(color)
    strings = _strings(board, owner, reader)
    # Step 1. The double threat with the largest sure capture: one move that threatens strings which cannot all be saved.
    best = Reading(LOSE, PASS, 0), list[int]()
    most = 0
    for move, group in _double_threats(board, strings, owner, reader):
        with played(board, (move, color)) as legal:
            left = [pos for pos in group if board['color'][pos] == owner]
            saving = query.ask(board, Aim.CAPTURE, left, False, reader.within(reader.depths.shifted(-1))) if legal else None
        if saving is not None and saving.surely_fails and _safe_singly(board, group, reader):
            least = min(int(board['count'][board['origin'][pos]]) for pos in group)
            if least > most:
                most, best = least, (Reading(WIN, move, saving.nodes, limited=saving.limited), group)
    if most:
        return best
    # Step 2. Groups of strings near each other, whatever the moves: in stages with more nodes, by a factor, for fewer groups.
    groups = _groups(board, strings)
    stages = (0.2, 40), (1.5, 4), (15.0, 4)
    for stage, (part, most) in enumerate(stages if closely else stages[:2]):
        if stage and not closely:       # in games none of 164 larger groups fell to a second look
            groups = [group for group in groups if len(group) == 2]
        unsettled = []
        deeper = reader.within(replace(reader.depths, proof_nodes=int(reader.depths.proof_nodes * part)))
        for group in groups[:most]:
            reading = query.ask(board, Aim.COMBINATION, group, True, deeper)
            if not reading.certain and reading.result != WIN:
                unsettled.append(group)
            elif reading.result == WIN and _safe_singly(board, group, reader):
                return reading, group
        groups = unsettled
    return Reading(LOSE, PASS, 0), []


def combination_defend(board: np.void, color: int, level: Level = 10) -> list[int]:
    """Return this colour's moves that stop every combination, in board order.  Empty if there is no combination to stop."""
    reader = as_reader(level)
    threat, group = combination_attack(board, other(color), reader)

    def fails() -> bool:
        return combination_attack(board, other(color), reader)[0].result == LOSE and _safe_singly(board, group, reader)
    return [] if threat.result == LOSE else _moves_before(fails, board, color, threat.move, group, reader)


def forestall(board: np.void, color: int, threat: int, goals: list[int], reader: Reader) -> list[int]:
    """Return this colour's moves after which the opponent's combination against its strings fails, in board order.

    ``threat`` is the combination's first move, ``goals`` a stone of each string (``combination_attack``).  Unlike ``combination_defend``
    this does not search the whole board again after every move.
    """
    def fails() -> bool:
        if not _safe_singly(board, goals, reader):
            return False
        with played(board, (threat, other(color))) as legal:
            if legal and (any(board['color'][pos] != color for pos in goals) or
                          query.ask(board, Aim.CAPTURE, goals, False, reader).result == LOSE):
                return False
        return query.ask(board, Aim.COMBINATION, goals, True, reader).result == LOSE
    return _moves_before(fails, board, color, threat, goals, reader)


def _moves_before(fails: Callable[[], bool], board: np.void, color: int, threat: int, goals: list[int], reader: Reader) -> list[int]:
    """Return the moves after which a threat fails (``fails`` is true).  Only the threat's own point is tried, and the first moves of
    readings of the strings."""
    good = []
    for move in sorted({threat, *(move for pos in goals for move in candidates(board, pos, color, reader))}):
        with played(board, (move, color)) as legal:
            # Where suicide is legal, the move may have taken a string of the group off.
            if legal and all(board['color'][pos] == color for pos in goals) and fails():
                good.append(move)
    return good


def _safe_singly(board: np.void, group: list[int], reader: Reader) -> bool:
    """Whether no string of the group can be captured alone, at full depth."""
    return all(attack(board, pos, reader).result in (LOSE, KO_B) for pos in group)


class _String(NamedTuple):
    """A string that cannot be captured alone."""
    root: int
    few: int
    """Number of the string's liberties."""
    touched: set[int]
    """The string's liberties."""
    around: set[int]
    """Origins of the enemy strings round the string."""
    beside: set[int]
    """The string's liberties, and the points next to its liberties."""


def _strings(board: np.void, owner: int, reader: Reader) -> list[_String]:
    """List the strings of this colour with two to five liberties that cannot be captured by themselves."""
    strings = []
    for root in sorted({first for first in first_stones(board).values() if board['color'][first] == owner}):
        libs = int(board['libs'][board['origin'][root]])
        if 2 <= libs <= MAX_LIBERTIES + 1 and attack(board, root, reader.within(reader.depths.changed(-8))).result in (LOSE, KO_B):
            py_liberties(board, root)
            touched = set(found(board))
            py_neighbours(board, root)
            beside = {pos + step for pos in touched for step in NEIGHBOURS} | touched
            strings.append(_String(root, libs, touched, set(found(board)), beside))
    return strings


def _double_threats(board: np.void, strings: list[_String], owner: int, reader: Reader) -> list[tuple[int, list[int]]]:
    """List the moves that threaten two strings or more, each with the strings that it threatens."""
    threats = []
    shallow = reader.within(reader.depths.changed(-8))
    for move in sorted(set().union(*(s.beside for s in strings))):
        near = [s.root for s in strings if move in s.beside]
        if len(near) < 2:
            continue
        with played(board, (move, other(owner))) as legal:
            hit = [root for root in near if legal and board['color'][root] == owner and attack(board, root, shallow).result == WIN]
        if len(hit) > 1:
            threats.append((move, hit[:MOST_GOALS]))
    return threats


def _groups(board: np.void, strings: list[_String]) -> list[list[int]]:
    """List groups of two to five strings near each other, those with few liberties first."""
    low = [s for s in strings if s.few <= MAX_LIBERTIES]
    groups: dict[tuple[int, ...], int] = {}
    for a in low:
        links = sorted((b.few, b.root) for b in low if b is not a and (a.beside & b.touched or a.around & b.around))
        for chosen in [[link] for link in links] + [links[:MOST_GOALS - 1]]:
            if chosen:
                group = tuple(sorted([a.root, *(root for _, root in chosen)]))
                libs = a.few + sum(few for few, _ in chosen)
                groups.setdefault(group, libs * 10 // len(group) + 10 * len(group))
    return [list(group) for group in sorted(groups, key=lambda group: (groups[group], group))]
