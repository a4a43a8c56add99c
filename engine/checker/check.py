"""Check certificates: play every reply of the loser against the winner's answers."""
from collections.abc import Iterator
from typing import Any

from owlgo.engine.checker.board import Board, check_keys
from owlgo.engine.checker.closed import ClosedRegion
from owlgo.engine.checker.rules import Area, Position, Refused
from owlgo.engine.checker.zones import Zone

CERTIFICATE_FORMAT = 'owlgo certificate 2'
"""The ``format`` field of a certificate about a closed region."""
OPEN_FORMAT = 'owlgo open certificate 2'
"""The ``format`` field of a certificate about an open dragon."""
UNCONDITIONAL, IF_WALL_HOLDS = 'proved', 'proved if'
"""Grades of a claim: unconditional, or on condition that the wall is not captured, or that capture is the end."""
HEADER = ('format', 'size', 'attackers', 'defenders', 'ko', 'target', 'goal')


def check(certificate: object) -> list[str]:
    """Check all claims of a certificate, or of a list of them, and return a sentence for each.  Raises Refused."""
    every = certificate if isinstance(certificate, list) else [certificate]
    sentences = [sentence for one in every for sentence in _checked(one)]
    if not sentences:
        raise Refused('it claims nothing')
    return sentences


def _checked(certificate: Any) -> Iterator[str]:
    """Check one certificate; yield a sentence for each claim."""
    form = certificate.get('format') if isinstance(certificate, dict) else None
    if form not in (CERTIFICATE_FORMAT, OPEN_FORMAT):
        raise Refused(f'not a certificate: its format should be "{CERTIFICATE_FORMAT}" or "{OPEN_FORMAT}"')
    closed = form == CERTIFICATE_FORMAT
    check_keys(certificate, 'the certificate', HEADER + (('safe', 'points', 'claims') if closed else ('zones',)))
    board = Board(certificate)
    for part in [certificate] if closed else certificate['zones']:
        place = ClosedRegion(board, part) if closed else Zone(board, part)
        for claim in part['claims']:
            area = place.area(claim)
            condition = _condition(area, place.doubted, claim)
            if (claim if closed else part)['grade'] == UNCONDITIONAL and condition:
                raise Refused(f'it is called proved, and that only holds if {condition}')
            steps = walk(area, board.start(place.points, place.own, claim), claim, part['points'])
            passed = ' after a pass' if claim.get('passed') else ''
            yield f'proved{condition and f" if {condition}"}: {claim["to_move"]} to move{passed}, {claim["threats"]} net ko threats of ' \
                f'the defender: {place.said(claim)} ({steps} answer{"s" * (steps != 1)} checked)'


def _condition(area: Area, walls: list[str], claim: dict[str, Any]) -> str:
    """Return in words what a kill assumes: that walls hold, or that the game ends with the capture; nothing if it assumes nothing."""
    held = [f'the wall at {walls[0]} holds' if len(walls) == 1 else f'the walls at {" and ".join(walls)} hold'] if walls else []
    ends = ['capture is the end'] * (area.kind == 'any' and not (area.played_on or claim.get('eyeless')))
    return ', and '.join(held + ends) if area.attack_wins else ''


def walk(area: Area, start: Position, claim: dict[str, Any], names: list[str]) -> int:
    """Play every reply of the loser against the winner's answers, and return the number of answers met."""
    def key(position: Position) -> str:
        letters = ''.join('A' if position.attackers >> k & 1 else 'D' if position.defenders >> k & 1 else '.' for k in range(len(names)))
        return f'{letters} {position.ko if position.ko >= 0 else "-"} {position.threats}' + (f' {position.away}' if position.away else '')

    def answered(position: Position) -> Position:
        found, answer = None, claim['answers'].get(key(position))
        if answer in ('pass', *names):
            found = area.answered(position, None if answer == 'pass' else names.index(answer))
        if found is None:
            raise Refused(f'{"no answer" if answer is None else f"{answer} is not allowed"} in {key(position)}')
        return found

    # Depth first: false while the positions after it are being searched.
    done: dict[tuple[Position, bool], bool] = {}
    stack = [(start, claim['to_move'] == 'attacker')]
    while stack:
        node = stack[-1]
        position, attacking = node
        if node in done or area.won(position):
            if node in done:
                done[node] = True
            stack.pop()
            continue
        if area.failed(position):
            raise Refused(f'the {"defender" if area.attack_wins else "attacker"} has what he wants in {key(position)}')
        done[node] = False
        for following in [answered(position)] if attacking == area.attack_wins else area.replies(position):
            child = following, not attacking
            if child not in done:
                stack.append(child)
            elif not done[child] and area.attack_wins:
                raise Refused(f'the attacker goes round in a circle through {key(following)}')
    return sum(attacking == area.attack_wins for _, attacking in done)
