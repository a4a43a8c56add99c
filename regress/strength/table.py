"""The committed table of answers, and its differences from new answers."""
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from owlgo.regress.strength.ask import Asked
from owlgo.regress.strength.entry import LEVELS

PATH = Path(__file__).with_name('table.txt')
"""The file of the table."""
HEAD = ('questions', 'right', 'wrong', 'certain', 'wrong though certain', 'nodes', 'seconds')
"""Columns of the report."""


def line(asked: Asked) -> str:
    """Return a question, its answer and whether that is right as a line of the table, leaving out the time taken."""
    verdict = 'right' if asked.is_right else 'WRONG'
    certain = 'certain' if asked.certain else 'guess'
    return f'{asked.id:<24} {asked.ask:<24} {asked.answer:<12} {verdict} {certain:<7} {asked.how:<10} {asked.nodes}'


def kind_of(asked: Asked) -> str:
    return asked.id.partition('-')[0]


def counts(found: Sequence[Asked]) -> tuple[str, ...]:
    """Return the figures of HEAD for these questions."""
    right = [one for one in found if one.is_right]
    sure = [one for one in found if one.certain]
    return (str(len(found)), str(len(right)), str(len(found) - len(right)), str(len(sure)), str(sum(not one.is_right for one in sure)),
            f'{sum(one.nodes for one in found):,}', f'{sum(one.seconds for one in found):.1f}')


def settled_by(found: Sequence[Asked]) -> str:
    """Return in one line how many answers were right and how many there are, for each thing that settled answers, such as a grade."""
    every, right = Counter(one.how for one in found), Counter(one.how for one in found if one.is_right)
    return ', '.join(f'{how} {right[how]}/{count}' for how, count in every.most_common())


def by_kind(found: Sequence[Asked]) -> list[tuple[str, list[Asked]]]:
    return [(kind, chosen) for kind in LEVELS if (chosen := [one for one in found if kind_of(one) == kind])]


def changed(found: Sequence[Asked], path: Path = PATH) -> list[str]:
    """Return the table's lines that changed, old marked with ``-`` and new with ``+``.  Only questions that were asked are compared."""
    known = {text.split(maxsplit=1)[0]: text for text in path.read_text('utf-8').splitlines()} if path.exists() else {}
    lines = []
    for one in found:
        before, now = known.get(one.id, ''), line(one)
        if before != now:
            lines += [f'- {before}'] * bool(before) + [f'+ {now}']
    return lines


def write(found: Sequence[Asked], path: Path = PATH) -> None:
    path.write_text('\n'.join(line(one) for one in found) + '\n', 'utf-8')
