"""The two checkers on certificates of every kind and on damaged ones: they accept the same, and say the same of it.

``python -m owlgo.engine.checker.tests.agreement COUNT [SEED [DAMAGES]]``: so many certificates, each damaged so often.
"""
import copy
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from typing import Any

from owlgo.engine.checker.check import check
from owlgo.engine.checker.rules import Refused
from owlgo.engine.checker.second_checker import Wrong, verify
from owlgo.engine.core.points import point
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.certificate import certify
from owlgo.engine.solver.eyeless import keeps_from_eyes
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.tests import mutations, open_mutations, rim_damage
from owlgo.engine.solver.tests.collect import KINDS
from owlgo.engine.solver.tests.test_problems import problems

Certificate = dict[str, Any]
NODES = 100_000
Said = list[tuple[str, int, tuple[str, ...]]] | None
"""Grade, answers met and trusted walls of each claim, or None if the certificate is refused."""


def first(certificate: Certificate) -> Said:
    """Return what the checker says."""
    try:
        return [(('proved', 'proved if')[said.startswith('proved if')], int(re.findall(r'\((\d+) answers?', said)[0]),
                 tuple(sorted(re.findall(r'\b[A-HJ-Z]\d+\b', said.partition(':')[0])))) for said in check(certificate)]
    except Refused:
        return None


def second(certificate: Certificate) -> Said:
    """Return what the second checker says."""
    try:
        return [(claim.grade, claim.answers, claim.trusted) for claim in verify(certificate)]
    except Wrong:
        return None


def drawn_problems(rng: random.Random) -> Iterator[Certificate]:
    """Certificates of the drawn problems, either side first, sekis with what they say of eyes."""
    every = [(kind, number) for kind in KINDS for number in range(len(problems(kind)))]
    for kind, number in rng.sample(every, len(every)):
        where, _, text = problems(kind)[number]
        study, side = Study(drawn(text), point(*where), NODES), rng.choice((ATTACKER, DEFENDER))
        shown = keeps_from_eyes(study.region, side, NODES)[0] if kind == 'seki' else None
        yield certify(study.board, study.pos, side, study.verdict(side), study.solver, (), shown)


def certificates(rng: random.Random) -> Iterator[tuple[str, Certificate]]:
    """Certificates of random closed boards, of random zones, of zones with a rim that can be attacked, and of problems, in turn."""
    rims, drawings = rim_damage.certificates(rng.randrange(1 << 30)), drawn_problems(rng)
    for kind in cycle(('closed', 'zone', 'closed', 'rim', 'zone', 'problem')):
        if kind == 'closed':
            found = mutations.random_certificate(rng)
        elif kind == 'zone':
            found = open_mutations.random_certificate(rng)
        else:
            one = next(rims if kind == 'rim' else drawings, None)
            if one is None:
                continue
            found = one
        yield kind, found


def parts(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every object and list inside of a value, with each key or index."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if key != 'answers' and isinstance(inner, dict | list):
            yield from parts(inner)


def misshapen(rng: random.Random, certificate: Certificate) -> Certificate:
    """A copy in which something is left out, or there twice, or has another type."""
    found = copy.deepcopy(certificate)
    holder, key = rng.choice(list(parts(found)))
    kind = rng.randrange(4)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = rng.choice(('', 'A1', 0, -1, True, False, None, [], {}, ['A1'], 1.5, 'proved', 'J9'))
    elif kind == 2 and isinstance(holder, dict):
        holder[rng.choice(('eyeless', 'passed', 'posts', 'safe', 'aim'))] = rng.choice((True, False, 'A1', []))
    elif kind == 2:
        holder.append(holder[key])
    else:
        other = rng.choice([key for key in found if isinstance(found[key], list)])
        rng.shuffle(found[other])
    return found


DAMAGES = {'closed': mutations.mutated, 'zone': open_mutations.mutated, 'rim': rim_damage.damaged, 'problem': mutations.mutated}


def compare(rng: random.Random, count: int, damages: int) -> tuple[Counter[str], list[Certificate]]:
    """Compare so many certificates, and so many damaged ones of each: how many were accepted and refused, and those in dispute."""
    counts, disputed = Counter[str](), []
    for (kind, certificate), _ in zip(certificates(rng), range(count), strict=False):
        counts[kind] += 1
        for number in range(damages + 1):
            one = certificate
            if number:
                one = misshapen(rng, certificate) if rng.random() < 0.2 else DAMAGES[kind](rng, certificate)
            said = first(one)
            if said != second(one):
                disputed.append(one)
            counts[('damaged, ' if number else 'whole, ') + ('refused' if said is None else 'accepted')] += 1
    return counts, disputed


def main(count: int, seed: int = 1, damages: int = 6) -> int:
    """Print the counts, and each certificate in dispute."""
    counts, disputed = compare(random.Random(seed), count, damages)
    for one in disputed:
        print(one, first(one), second(one), sep='\n', end='\n\n')
    print(dict(counts), f'in dispute: {len(disputed)}')
    return bool(disputed)


if __name__ == '__main__':
    sys.exit(main(*map(int, sys.argv[1:])))
