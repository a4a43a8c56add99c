"""The attacker's chance of success at first sight: it sets the first proof numbers.

Counted over readings of positions from game records that are no part of the test suites' reading problems: 11,160 queries about strings
of up to four liberties, 1.9 million settled nodes.  ``python -m owlgo.regress.train.odds GAME.sgf...`` counts anew.

A row is who is to move (A attacker, D defender), the string's liberties, and how many of the strings round it are in atari (3: three or
more).  Its numbers, in thousandths, are for the liberties that the string would have after the best and the second best extension:
0 0, 1 0, 1 1, 2 0, 2 1, 2 2, and so on to 5 5.
"""
from functools import cache

import numpy as np

FEATURES = 2 * 4 * 6 * 6 * 4
"""Number of classes."""
HOPELESS_CHANCE = 0.04
"""Chance below which the attacker gives up deep in a reading."""
SCALE = 4.0
"""Proof numbers in one halving of the chance."""

ODDS = """
    D 1 0   978 949 948 897 897 897 441 441 441 441  53  53  53  53  53   1   4   4   4   4   4
    D 1 1   694 816 816 542 542 542 141 141 141 141  53  53  53  53  53   8  24  24  24  24  24
    D 1 2    74 412 412 126 126 126  38  38  38  38   4   4   4   4   4  65  91  91  91  91  91
    D 1 3     9  49  49  10  11  11   8   9   9   9   1   8   8   8   8 333 333 333 333 333 333
    D 2 0   333 780 780 612 695 481 121 164 111 108  11  24  17   6   4   4   2   1   1   2   2
    D 2 1   333 102 102 105 124  62  24  45  21   3   3   9   2   1   1  77  70  77  55  77  77
    D 2 2   333   2   2  34  42  20   7  16   1   1   1   1   1   1   1 333 333 333 333 333 333
    D 2 3   333   4   3   1   2   1   1   1   3   1   1   1   1   1   1 333 333 333 333 333 333
    D 3 0   333 333 333 300 300 300  84  84 136  53   4   4  10   4   3 333 333 333 333 333 333
    D 3 1   333 333 333   3   3   3  10  10  19   3   1   1   2   1   1 333 333 333 333 333 333
    D 3 2   333 333 333   2   2   2   1   1   1   1   1   1   1   1   1 333 333 333 333 333 333
    D 3 3   333 333 333   5   5   1   1   1   1   1   1   1   1   1   1 333 333 333 333 333 333
    D 4 0   333 333 333 333 333 333  32  32  32  32   2   2   2   1   2 333 333 333 333 333 333
    D 4 1   333 333 333 333 333 333   1   1   1   1   1   1   1   1   1 333 333 333 333 333 333
    D 4 2   333 333 333 333 333 333   9   9   9   1   1   1   1   1   1 333 333 333 333 333 333
    D 4 3   333 333 333 333 333 333 111 111 111  85  10  10  10   5   2 333 333 333 333 333 333
    A 1 0   333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333
    A 1 1   333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333
    A 1 2   333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333
    A 1 3   333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333 333
    A 2 0   333 839 839 962 964 959 904 917 930 816 597 605 743 539 161 224 275 392 228  59  18
    A 2 1   333 889 889 828 813 861 719 734 763 517 372 450 496 164  12 168 367 264  95   2   2
    A 2 2   333 405 405 618 581 702 419 371 552 200 171 283 188  31  25  25  71  32   4  23   4
    A 2 3   333 208 202 264 190 322 170 231 189  31  58  15 175   5  17 113 113 277  22 113  56
    A 3 0   333 333 333 488 488 488 681 681 719 641 178 178 162 267  91  45  45  72  98  48   3
    A 3 1   333 333 333 324 324 324 270 270 302 223  43  43  92  49   8  11  11  53  19   3   1
    A 3 2   333 333 333  64  64  64 100 100 176  45   8   8  21   9   1   2   2   1   5   1   1
    A 3 3   333 333 333  40  40  19  17  17   2  22   1   1   1   1   1   2   2   2   1   1   1
    A 4 0   333 333 333 333 333 333 152 152 152 152 219 219 219 220 219   7   7   7   7  24   2
    A 4 1   333 333 333 333 333 333  39  39  39  38  26  26  26  40  17   1   1   1   8   3   1
    A 4 2   333 333 333 333 333 333  30  30  30  12  18  18  18  14  18   1   1   1   1   1   1
    A 4 3   333 333 333 333 333 333  48  48  48  25  20  20  20   9   9   1   1   1   1   1   1
"""


def feature(attacking: int, libs: int, best: int, second: int, weak: int) -> int:
    """Return the number of a class, as the kernel in ``engine.read.capture`` does."""
    return (((4 * attacking + libs - 1) * 6 + best) * 6 + second) * 4 + weak


def chances(table: str = ODDS) -> np.ndarray:
    """Return the attacker's chance for every class, shape (FEATURES,); 0.5 for classes that cannot occur."""
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
    """Return proof and disproof numbers of every class, and whether it is hopeless for the attacker; int32, shape (FEATURES,) each."""
    chance = chances()
    pn = np.clip(np.rint(-SCALE * np.log2(chance)), 1, 40).astype(np.int32)
    dn = np.clip(np.rint(-SCALE * np.log2(1 - chance)), 1, 40).astype(np.int32)
    return pn, dn, (chance < HOPELESS_CHANCE).astype(np.int32)


