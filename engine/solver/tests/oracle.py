"""The oracle: every position of a small closed region, with every ko, side to move and number of ko threats, solved backwards.

The attacker wins where he can force that no stone of the defender is left on the goal; who can only repeat has not won.  Threats are
counted net: positive ones are the defender's, and whoever has some may retake a ko at once for one of them.  Both sides may pass.
"""
import numpy as np
from numba import int32, int64, uint8, uint64

from owlgo.engine.core.jit import kernel
from owlgo.engine.solver.region import ATTACKER, CLOSED, DEFENDER, NO_KO, Region, escaped, play

MOST_POINTS = 10
ESCAPED = -2


@kernel(int64(CLOSED, int64[::1], int64, int64))
def _code(c, powers, attackers, defenders):
    """The number of an arrangement: each point 0 empty, 1 attacker, 2 defender."""
    code = 0
    for k in range(c.n):
        code += powers[k] * ((attackers >> k & 1) + 2 * (defenders >> k & 1))
    return code


@kernel(int64(CLOSED, int64[::1], int32[:, :, ::1], uint8[:, :, :, ::1]))
def py_list_moves(c, powers, after, won):
    """Fill in what each move leads to, ``after[code, side, move]``: code * (points + 1) + ko, or -1 if it is illegal.

    Positions with an empty goal are marked in ``won``; of those with an escaped goal the first move is ESCAPED.
    """
    for code in range(powers[c.n]):
        attackers, defenders = int64(0), int64(0)
        for k in range(c.n):
            value = code // powers[k] % 3
            if value == 1:
                attackers |= 1 << k
            elif value == 2:
                defenders |= 1 << k
        over = escaped(c, uint64(defenders)) != 0
        if not over and not uint64(defenders) & c.goal:
            won[code] = 1
        for side in range(2):
            for v in range(c.n):
                after[code, side, v] = -1
                if not (over or (attackers | defenders) >> v & 1) and play(c, attackers, defenders, v, side):
                    next_ko = int64(0) if c.ko == NO_KO else c.ko + 1
                    after[code, side, v] = _code(c, powers, int64(c.stones[0]), int64(c.stones[1])) * (c.n + 1) + next_ko
        if over:
            after[code, 0, 0] = ESCAPED
    return 0


@kernel(int64(CLOSED, int64[::1], int32[:, :, ::1], uint8[:, :, ::1], int64))
def py_solve(c, powers, after, won, most_threats):
    """Fill ``won[code * (points + 1) + ko, side, threats + most_threats]`` (ko: point + 1, or 0)."""
    changed = True
    while changed:
        changed = False
        for code in range(powers[c.n]):
            if after[code, 0, 0] == ESCAPED:
                continue
            for ko in range(c.n + 1):
                for side in range(2):
                    for t in range(2 * most_threats + 1):
                        if not won[code * (c.n + 1) + ko, side, t] and _wins(c, after, won, most_threats, code, ko, side, t):
                            won[code * (c.n + 1) + ko, side, t] = 1
                            changed = True
    return 0


@kernel(int64(CLOSED, int32[:, :, ::1], uint8[:, :, ::1], int64, int64, int64, int64, int64))
def _wins(c, after, won, most_threats, code, ko, side, t):
    """Whether what is known of the positions after each move makes this one the attacker's."""
    if won[code * (c.n + 1), 1 - side, t] == (side == ATTACKER):
        return side == ATTACKER
    for v in range(c.n):
        if after[code, side, v] < 0:
            continue
        spent = t
        if v + 1 == ko:
            threats = t - most_threats
            if (side == DEFENDER and threats <= 0) or (side == ATTACKER and threats >= 0):
                continue
            spent = t - 1 if side == DEFENDER else t + 1
        if won[after[code, side, v], 1 - side, spent] == (side == ATTACKER):
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
        after = np.empty((3 ** n, 2, n), np.int32)
        py_list_moves(region.record, self.powers, after, self.won)
        py_solve(region.record, self.powers, after, self.won.reshape(-1, *self.won.shape[2:]), most_threats)

    def attacker_wins(self, attackers: int, defenders: int, ko: int, side: int, threats: int) -> bool:
        """Whether the attacker takes everything from here; ``ko`` as in a region, ``threats`` positive for the defender."""
        code = sum(int(self.powers[k]) * ((attackers >> k & 1) + 2 * (defenders >> k & 1)) for k in range(len(self.region.points)))
        return bool(self.won[code, 0 if ko == NO_KO else ko + 1, side, threats + self.most_threats])
