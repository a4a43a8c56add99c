"""The work of `owlgo patterns mine`: cases for mining and for checking, what is found in the ones and reported of the others."""
import random
from collections.abc import Iterable
from pathlib import Path

from engine.owl.pattern_values import DATABASES
from regress.train import cases
from regress.train.cases import Case
from regress.train.coverage import Coverage, Observer, SeenCase, check
from regress.train.mine import mine

HELD_OUT = 3
"""One problem or game in so many is held out."""


def gather(problems: int, games: int, file: Path | None, seed: int, held_out: bool) -> list[Case]:
    """Cases of so many random problems and games, and of a file; the part that is mined or the part that is held out.

    Raises OSError, KeyError and ValueError for a file that cannot be used.
    """
    part = f'{seed} held-out' if held_out else f'{seed} mining'

    def share(count: int) -> int:
        return -(-count // HELD_OUT) if held_out else count - -(-count // HELD_OUT)
    found = [*cases.made(share(problems), part), *cases.fights(share(games), part)]
    if file is not None:
        found += [case for case in cases.load(file) if (random.Random(f'{seed} {case.name}').randrange(HELD_OUT) == 0) == held_out]
    return found


def report(tallies: dict[bool, Coverage]) -> str:
    """Coverage in words."""
    return f'attack:  {tallies[True]}\ndefence: {tallies[False]}'


def check_text(every: Iterable[Case]) -> str:
    """How often the databases and the eyes propose a winning move in cases that were not mined."""
    observer = Observer()
    return report(check((observer.see(case) for case in every), observer))


def mined_text(every: Iterable[Case], seed: int, price: float, most: int) -> str:
    """Candidates for the databases of both sides, as patterns with their counts."""
    observer = Observer()
    seen: list[SeenCase] = [observer.see(case) for case in every]
    lines = []
    for attacking, database in ((True, DATABASES[0]), (False, DATABASES[-1])):
        found = [candidate for candidate in mine(seen, attacking, observer, seed, price, most) if candidate.covers]
        lines += [f'# For {database}: {len(found)} candidates', '']
        lines += [candidate.text(f'mined_{number}') for number, candidate in enumerate(found, 1)]
    return '\n'.join(lines)
