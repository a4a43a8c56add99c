"""The oracle: every position of a small closed region, with every ko, side to move and number of ko threats, solved backwards.

The attacker wins where he can force that no stone of the defender is left on the goal; who can only repeat has not won.  Threats are
counted net: positive ones are the defender's, and whoever has some may retake a ko at once for one of them.  Both sides may pass.
"""
import numpy as np
from numba import int64, uint8, uint64

from owlgo.engine.core.jit import kernel
from owlgo.engine.solver.region import ATTACKER, CLOSED, DEFENDER, NO_KO, Region, escaped, play

MOST_POINTS = 10


@kernel(int64(CLOSED, int64[::1], int64, int64))
def _code(c, powers, attackers, defenders):
    """The number of an arrangement: each point 0 empty, 1 attacker, 2 defender."""
    code = 0
    for k in range(c.n):
        code += powers[k] * ((attackers >> k & 1) + 2 * (defenders >> k & 1))
    return code


@kernel(int64(CLOSED, int64[::1], uint8[:, :, :, ::1], int64))
def py_solve(c, powers, won, most_threats):
    """Fill ``won[code, ko, side, threats + most_threats]`` (ko: point + 1, or 0) from nothing; returns how many rounds that took."""
    rounds = 0
    changed = True
    while changed:
        changed = False
        rounds += 1
        for code in range(powers[c.n]):
            attackers, defenders = int64(0), int64(0)
            for k in range(c.n):
                value = code // powers[k] % 3
                if value == 1:
                    attackers |= 1 << k
                elif value == 2:
                    defenders |= 1 << k
            for ko in range(c.n + 1):
                for side in range(2):
                    for t in range(2 * most_threats + 1):
                        if won[code, ko, side, t] or escaped(c, uint64(defenders)):
                            continue
                        if not uint64(defenders) & c.goal or _wins(c, powers, won, most_threats, attackers, defenders, code, ko, side, t):
                            won[code, ko, side, t] = 1
                            changed = True
    return rounds


@kernel(int64(CLOSED, int64[::1], uint8[:, :, :, ::1], int64, int64, int64, int64, int64, int64, int64))
def _wins(c, powers, won, most_threats, attackers, defenders, code, ko, side, t):
    """Whether what is known of the positions after each move makes this one the attacker's."""
    if won[code, 0, 1 - side, t] == (side == ATTACKER):
        return side == ATTACKER
    for v in range(c.n):
        if (attackers | defenders) >> v & 1:
            continue
        spent = t
        if v + 1 == ko:
            threats = t - most_threats
            if (side == DEFENDER and threats <= 0) or (side == ATTACKER and threats >= 0):
                continue
            spent = t - 1 if side == DEFENDER else t + 1
        if play(c, attackers, defenders, v, side):
            next_ko = int64(0) if c.ko == NO_KO else c.ko + 1
            after = won[_code(c, powers, int64(c.stones[0]), int64(c.stones[1])), next_ko, 1 - side, spent]
            if after == (side == ATTACKER):
                return side == ATTACKER
    return side == DEFENDER


class Oracle:
    """All positions of a region of at most ten points, with up to so many threats for either side."""

    def __init__(self, region: Region, most_threats: int = 2) -> None:
        n = len(region.points)
        if n > MOST_POINTS:
            raise ValueError(f'a region of {n} points: the oracle knows at most {MOST_POINTS}')
        self.region, self.most_threats = region, most_threats
        self.powers = np.array([3 ** k for k in range(n + 1)], np.int64)
        self.won = np.zeros((3 ** n, n + 1, 2, 2 * most_threats + 1), np.uint8)
        self.rounds = int(py_solve(region.record, self.powers, self.won, most_threats))

    def attacker_wins(self, attackers: int, defenders: int, ko: int, side: int, threats: int) -> bool:
        """Whether the attacker takes everything from here; ``ko`` as in a region, ``threats`` positive for the defender."""
        code = sum(int(self.powers[k]) * ((attackers >> k & 1) + 2 * (defenders >> k & 1)) for k in range(len(self.region.points)))
        return bool(self.won[code, 0 if ko == NO_KO else ko + 1, side, threats + self.most_threats])
