"""Drawn problems by kind: what each side achieves, certified, and the same whichever way the board lies.

The first line of each is the target's row and column from the top left, then result/threats for the attacker and the defender moving
first, in the numbers of ``engine.core.result``.
"""
from pathlib import Path

import pytest

from owlgo.engine.checker.check import check
from owlgo.engine.core.points import point, transform
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.certificate import certify
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.tests.collect import KINDS

FOLDER = Path(__file__).parent / 'problems'
COUNT = 20


def problems(kind):
    """(target's row and column, expected results, board) of each."""
    found = []
    for block in (FOLDER / f'{kind}.txt').read_text('utf-8').split('\n\n'):
        if block.strip():
            head, text = block.strip().split('\n', 1)
            row, col, *expected = head.split()
            found.append(((int(row), int(col)), [tuple(map(int, pair.split('/'))) for pair in expected], text))
    return found


@pytest.mark.parametrize('kind', KINDS)
def test_there_are_enough(kind):
    texts = [text for _, _, text in problems(kind)]
    assert len(set(texts)) == len(texts) >= COUNT


@pytest.mark.parametrize('kind,number', [pytest.param(kind, number, marks=[pytest.mark.slow] if number % 4 else [])
                                         for kind in KINDS for number in range(COUNT)])
def test_a_problem_is_solved_and_certified(kind, number):
    where, expected, text = problems(kind)[number]
    board = drawn(text)
    study = Study(board, point(*where))
    for side, outcome in zip((ATTACKER, DEFENDER), expected, strict=True):
        verdict = study.verdict(side)
        assert verdict.proved and (verdict.result, verdict.threats) == outcome
        assert check(certify(board, point(*where), side, verdict, study.solver))
    assert KINDS[kind](study)
    # Turned, and with the colours swapped: one way for each problem.
    size, symmetry, swap = int(board['size']), number % 8, number % 3 == 0
    turned = Study(drawn(text, swap, symmetry), transform(point(*where), size, symmetry))
    assert [(turned.verdict(side).result, turned.verdict(side).threats) for side in (ATTACKER, DEFENDER)] == expected


def test_kos_are_told_apart():
    """Among the long ones there are approach-move kos and multi-step kos."""
    kinds = set()
    for where, _, text in problems('long-ko'):
        study = Study(drawn(text), point(*where))
        for side in (ATTACKER, DEFENDER):
            ko = study.ko(side)
            if ko and study.verdict(side).threats >= 2:
                kinds.add(ko.kind)
                assert (len(ko.points) > 1) == (ko.kind == 'multi-step')
    assert kinds == {'approach-move', 'multi-step'}
