"""Estimate the attacker's chance of success from a position before any search.  The estimate sets the first proof numbers.

Counted over readings of positions from game records that are no part of the test suites' reading problems, about strings of up to four
liberties.  ``python -m owlgo.regress.train.odds GAME.sgf...`` counts anew.

A row begins with the side to move (A attacker, D defender), the string's liberties, and how many of the strings round it are in atari (3:
three or more).  The chances follow, in thousandths, ordered by the liberties that the string would have after its best and its second best
extension: 0 0, 1 0, 1 1, 2 0, 2 1, 2 2, and so on to 5 5.
"""
from functools import cache
from pathlib import Path

import numpy as np

FEATURES = 2 * 4 * 6 * 6 * 4
"""Number of classes of positions."""
HOPELESS_CHANCE = 0.04
"""Chance below which the attacker gives up deep in a reading."""
SCALE = 4.0
"""How much a proof number rises with each halving of the chance."""

ODDS = Path(__file__).with_name('odds.txt').read_text('utf-8')


def feature(attacking: int, libs: int, best: int, second: int, weak: int) -> int:
    """Return the number of a class of positions, as the kernel in ``engine.read.capture`` does."""
    return (((4 * attacking + libs - 1) * 6 + best) * 6 + second) * 4 + weak


def chances(table: str = ODDS) -> np.ndarray:
    """Return the attacker's chance for every class, shape (FEATURES,).  It is 0.5 for classes that cannot occur."""
    chance = np.full(FEATURES, 0.5)
    for line in table.strip().splitlines():
        who, libs, weak, *numbers = line.split()
        following = iter(numbers)
        for best in range(6):
            for second in range(best + 1):
                chance[feature(who == 'A', int(libs), best, second, int(weak))] = int(next(following)) / 1000
    return chance


@cache
def first_numbers() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return three int32 arrays of shape (FEATURES,), by class of position: proof number, disproof number, hopeless for the attacker."""
    chance = chances()
    pn = np.clip(np.rint(-SCALE * np.log2(chance)), 1, 40).astype(np.int32)
    dn = np.clip(np.rint(-SCALE * np.log2(1 - chance)), 1, 40).astype(np.int32)
    return pn, dn, (chance < HOPELESS_CHANCE).astype(np.int32)


