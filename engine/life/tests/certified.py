"""Certificates of goals against small boards played to their end: written ones, damaged ones, and made-up ones.

``python -m owlgo.engine.life.tests.certified COUNT [SEED [DAMAGES]]``: so many certificates, each damaged so often, and as many made up.
Both checkers are to say the same, and what they accept is to be true.
"""
import copy
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from owlgo.engine.checker.second_checker import verify
from owlgo.engine.checker.tests.agreement import first, misshapen, second
from owlgo.engine.core.goal_names import ALL, ANY, CONNECT
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, other, parse_vertex, vertex
from owlgo.engine.life import goals
from owlgo.engine.life.tests.test_goals import Twin, questions
from owlgo.engine.solver.tests.attackable import Position, kos, positions, stands, string_at
from owlgo.engine.solver.tests.mutations import Guesses
from owlgo.engine.solver.tests.whole_board import TooLarge, WholeBoard, beside, parts_of

Certificate = dict[str, Any]
MOST = 9
"""Free points of a board."""
COLORS = {'attacker': WHITE, 'defender': BLACK}
SWAPPED = {'attacker': 'defender', 'defender': 'attacker', 'proved': 'proved if', 'proved if': 'proved'}


def aim(certificate: Certificate) -> tuple[str, list[str]]:
    """The kind of a certificate's goal, and its points."""
    goal = certificate['goal']
    return next(iter(goal.items())) if isinstance(goal, dict) else (ANY, goal)


def reaches(twin: Twin, won: np.ndarray, lost: np.ndarray, threats: int) -> np.ndarray:
    """Where the attacker, White, forces a position of ``won`` before one of ``lost``, the defender having so many net threats."""
    holder, found = BLACK if threats > 0 else WHITE, np.zeros(len(won), bool)
    mover = np.repeat(twin.side, np.diff(twin.begin))
    for left in range(abs(threats) + 1):
        may = twin.banned & (mover == holder) & (left > 0)
        retaken, found = found[twin.target], won & ~lost
        while True:
            after = np.where(may, retaken, found[twin.target])
            some = np.logical_or.reduceat(after & (may | ~twin.banned), twin.begin[:-1])
            every = np.logical_and.reduceat(after | twin.banned & ~may, twin.begin[:-1])
            more = (found | np.where(twin.side == WHITE, some, every)) & ~lost
            if (more == found).all():
                break
            found = more
    return found


def is_true(certificate: Certificate) -> bool | None:
    """Whether all that an accepted certificate says holds on its board, with the walls that it names; None if the board is too large, or
    none."""
    size = int(certificate['size'])
    colors = dict.fromkeys(all_points(size), EMPTY)
    for side in ('attacker', 'defender'):
        colors.update((parse_vertex(name, size), COLORS[side]) for name in certificate[side + 's'])
    ko = PASS if certificate['ko'] is None else parse_vertex(certificate['ko'], size)
    if not stands(colors) or (ko != PASS and ko not in kos(colors)):
        return None
    claims = [(claim.get('winner') or part['winner'], claim) for part in certificate.get('zones', [certificate])
              for claim in part['claims']]
    for said, (winner, claim) in zip(verify(certificate), claims, strict=True):
        trusted = {p for name in said.trusted for p in string_at(colors, parse_vertex(name, size))}
        banned = EMPTY if ko == PASS or claim.get('passed') else other(colors[beside(ko, colors)[0]])
        try:
            whole = WholeBoard(colors, ko if banned else PASS, banned, most=MOST, trusted=trusted)
        except TooLarge:
            return None
        won = _attacker_wins(whole, certificate, claim)
        if won is None or won != (winner == 'attacker'):
            return None if won is None else False
    return True


def _attacker_wins(whole: WholeBoard, certificate: Certificate, claim: dict[str, Any]) -> bool | None:
    """Whether the attacker wins the game of a claim; None if fixed stones leave that open."""
    kind, names = aim(certificate)
    stones = {parse_vertex(name, int(certificate['size'])) for name in names}
    twin = Twin(whole)
    lost = np.zeros(len(twin.side), bool)
    if kind == CONNECT:
        fixed = {p for p in whole.fixed if whole.colors[p] == WHITE}
        if len(list(parts_of(fixed))) > 1:
            # Their owner might connect them over an eye, which the list leaves out.
            return None
        won, lost = twin.joined(stones)
    else:
        left, goal = twin.words[BLACK] & np.uint64(whole.word(stones)), np.uint64(whole.word(stones))
        won = left != goal if kind == ALL else (left == 0) & (not any(whole.colors[p] == BLACK for p in stones & whole.fixed))
    return bool(reaches(twin, won, lost, claim['threats'])[whole.root(COLORS[claim['to_move']])])


def written(seed: int, reasons: Counter[str]) -> Iterator[Certificate]:
    """Certificates of what is proved of goals on random small boards; ``reasons`` counts why there is none."""
    rng = random.Random(seed)
    for position, _ in positions(seed, MOST):
        for question in questions(rng, position):
            found = goals.settle(position.board(), question)
            what = f'{question.goal}, {"unknown" if found.lives is None and not found.proofs else found.grade.name.lower()}'
            reasons[what] += 1
            if found.proofs:
                try:
                    yield found.certificate()
                except ValueError as error:
                    reasons[f'{what}: {str(error).partition(" (")[0]}'] += 1


def invented(seed: int) -> Iterator[Certificate]:
    """Certificates of goals in zones of random small boards, whose answers are made up as they are asked for."""
    rng = random.Random(seed)
    for position, _ in positions(seed, MOST):
        found = _invented(rng, position)
        if found is not None:
            yield found


def _invented(rng: random.Random, position: Position) -> Certificate | None:
    """A zone with a goal and a winner drawn at random; None if the board has no stones for it."""
    colors, size = position.colors, position.size
    strings = {color: [part for part in parts_of({p for p, one in colors.items() if one == color})] for color in (BLACK, WHITE)}
    kind, winner, attacker = rng.choice((ANY, ALL, CONNECT)), rng.choice(('attacker', 'defender')), rng.choice((BLACK, WHITE))
    mine = strings[attacker if kind == CONNECT else other(attacker)]
    if len(mine) < (2 if kind == CONNECT else 1):
        return None
    chosen = rng.sample(mine, min(rng.randint(1, 2) + (kind == CONNECT), len(mine)))
    own = set() if kind == CONNECT and rng.random() < 0.3 else set().union(*chosen)
    for _ in range(rng.randint(1, 4)):
        own |= {q for p in own.union(*chosen) for q in beside(p, colors) if rng.random() < 0.7}
    posts, trusting = [], rng.random() < 0.3
    for part in strings[attacker]:
        if part & own and rng.random() < 0.4:
            own -= part
            if winner == 'attacker' and not trusting and rng.random() < 0.8:
                posts.append(min(part))
        elif part & own:
            own |= part
    names = [vertex(p, size) for p in sorted(own)] + [vertex(p, size) for p in posts]
    goal = [vertex(min(part) if kind == CONNECT else p, size) for part in chosen for p in sorted(part)[:1 if kind == CONNECT else None]]
    stones = {color: [vertex(p, size) for p, one in colors.items() if one == color] for color in (BLACK, WHITE)}
    claim = {'to_move': rng.choice(('attacker', 'defender')), 'threats': rng.choice((-1, 0, 0, 1)), 'answers': Guesses(rng, names)}
    return {'format': 'owlgo open certificate 2', 'size': size, 'attackers': stones[attacker], 'defenders': stones[other(attacker)],
            'ko': vertex(position.ko, size) if position.ko != PASS else None, 'target': goal[0],
            'goal': goal if kind == ANY else {kind: goal},
            'zones': [{'winner': winner, 'grade': 'proved if', 'points': names, 'safe': [], 'trusting': trusting,
                       'posts': [vertex(p, size) for p in posts], 'claims': [claim]}]}


def damaged(rng: random.Random, certificate: Certificate) -> Certificate:
    """A copy with something changed."""
    found = copy.deepcopy(certificate)
    part = rng.choice(found.get('zones', [found]))
    claim = rng.choice(part['claims'])
    answers, holder = claim['answers'], part if 'winner' in part else claim
    board = [vertex(p, int(found['size'])) for p in all_points(int(found['size']))]
    kind, names = aim(found)
    change = rng.randrange(13)
    if change < 2 and answers:
        answers[rng.choice(sorted(answers))] = rng.choice([*part['points'], 'pass'])
    elif change == 2 and answers:
        del answers[rng.choice(sorted(answers))]
    elif change < 5:
        holder['winner'], claim['answers'] = rng.choice(('attacker', 'defender')), Guesses(rng, part['points'])
        part.update({'posts': []} if holder['winner'] == 'defender' and 'posts' in part else {})
    elif change == 5:
        claim['threats'] += rng.choice((-1, 1))
    elif change == 6:
        claim['to_move'] = SWAPPED[claim['to_move']]
    elif change == 7:
        found['ko'] = rng.choice([*board, None])
    elif change == 8:
        other_kind = rng.choice((ANY, ALL, CONNECT))
        found['goal'] = names if other_kind == ANY else {other_kind: names}
    elif change == 9:
        side = found['attackers' if kind == CONNECT else 'defenders']
        names[:] = sorted({found['target'], *rng.sample(names, len(names) // 2), rng.choice(side)})
    elif change == 10:
        key = rng.choice(['grade', 'passed', *(['trusting', 'posts'] if 'trusting' in part else [])])
        if key == 'posts':
            part['posts'] = part['posts'][1:]
        elif key == 'passed':
            claim['passed'] = not claim.get('passed')
        else:
            owner = part if key in part else claim
            owner[key] = SWAPPED[owner[key]] if key == 'grade' else not owner[key]
    else:
        stone = rng.choice(board)
        for side in ('attackers', 'defenders'):
            found[side] = [name for name in found[side] if name != stone]
        found.get(rng.choice(('attackers', 'defenders', 'neither')), []).append(stone)
    return found


def compare(seed: int, count: int, damages: int = 4) -> tuple[Counter[str], list[Certificate]]:
    """So many written certificates, each damaged so often, and as many made up: how many were accepted, refused and true, and those that
    are false or in dispute."""
    rng, counts, wrong = random.Random(seed), Counter[str](), []
    for certificate, made_up, _ in zip(written(seed, counts), invented(seed), range(count), strict=False):
        tried = [('written', certificate), ('made up', made_up)]
        tried += [('damaged', misshapen(rng, certificate) if rng.random() < 0.1 else damaged(rng, certificate)) for _ in range(damages)]
        for source, one in tried:
            said = first(one)
            true = None if said is None else is_true(one)
            what = 'refused' if said is None else 'too large' if true is None else 'true' if true else 'FALSE'
            counts[f'{source} {what}'] += 1
            if said is not None:
                winner = one['zones'][0]['winner'] if 'zones' in one else one['claims'][0]['winner']
                counts[f'{source}, {aim(one)[0]}, {winner}, {"zone" if "zones" in one else "closed"}'] += 1
            if said != second(one) or true is False:
                wrong.append(one)
    return counts, wrong


def main(count: int, seed: int = 1, damages: int = 4) -> int:
    """Print the counts, and each certificate that is false or in dispute."""
    counts, wrong = compare(seed, count, damages)
    for one in wrong:
        print(one, first(one), second(one), sep='\n', end='\n\n')
    for name in sorted(counts):
        print(f'{counts[name]:7d}  {name}')
    return bool(wrong)


if __name__ == '__main__':
    sys.exit(main(*map(int, sys.argv[1:])))
