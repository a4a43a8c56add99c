"""How strongly moves are chosen: the levels, and ranks on the same scale, which were not measured against people.

Levels below the standard one get fewer playouts, those above it more.  A weak player, moreover, considers only the moves that come to mind:
some, drawn by their probability (``engine.score.outlook``).  So it overlooks what is no usual move, and its moves are seldom absurd.  The
weakest judge no dragon while much is open: that would take nine tenths of a move's time.
"""
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from owlgo.engine.core.level import MAX_LEVEL, STANDARD_LEVEL, STRONGEST_RANK, WEAKEST_RANK
from owlgo.engine.mcts.ablation import BLUNDERS, COMBINATIONS, LARGEST, PARTS, REASONS, ROOT_VERDICTS, TREE_VERDICTS
from owlgo.engine.play.weights import VALUE

SHARES = (0.005, 0.0055, 0.0065, 0.008, 0.0105, 0.0145, 0.02, 0.03, 0.075, 0.23, 1.0, 3.0, 8.0)
"""Playouts of each level, as a part of level 10's."""
MOVES = (1.0, 1.35, 1.75, 2.4, 3.3, 4.5, 6.0, 8.0, 16.0, *[math.inf] * 4)
"""Moves that each level considers, on average."""
TEMPERATURES = (1.9, 1.6, 1.45, 1.27, 1.12, *[1.0] * 8)
"""Temperatures, by level, of the probabilities by which these moves are drawn."""
SEEN_FROM = {LARGEST: 9, ROOT_VERDICTS: 8, COMBINATIONS: 8, TREE_VERDICTS: 7, BLUNDERS: 7, REASONS: 4}
"""Parts of move choice (``--without``) that a player below this level does not see."""
LEVEL_OF_1K, LEVELS_PER_RANK = 10.0, 0.5
"""The scale of ranks: the level of 1 kyu, and the levels between a rank and the next."""
LATE_MOVES = 5
"""Moves considered, at least, once little is in doubt: a player who does not see the last open borders would pass too early."""
RESIGNS_FROM = 7
"""Level below which no side resigns: a beginner's game is played to its end."""


@dataclass(frozen=True)
class Strength:
    """How strongly moves are chosen."""
    level: int
    """Level of the examination."""
    share: float = 1.0
    """Playouts, as a part of level 10's."""
    moves: float = math.inf
    """Moves considered, on average.  Infinite: all."""
    temperature: float = 1.0
    """Temperature of the probabilities by which these are drawn."""
    without: frozenset[str] = frozenset()
    """Parts of move choice that are left out."""
    resigns: bool = True
    """Whether it may resign."""


STANDARD = Strength(STANDARD_LEVEL)
"""The strength of the standard level."""


def at(step: float) -> Strength:
    """Return the strength at a step of the scale of levels, which may lie between two levels.  Raises ValueError outside 0 to 12."""
    if not 0 <= step <= MAX_LEVEL:
        raise ValueError(f'no level {step:g}: 0 to {MAX_LEVEL}')
    low, high = math.floor(step), math.ceil(step)

    def between(values: Sequence[float]) -> float:
        below, above = values[low], values[high]
        return below if below == above else below + (step - low) * (above - below)
    return Strength(low, between(SHARES), between(MOVES), between(TEMPERATURES),
                    frozenset(name for name in PARTS if step < SEEN_FROM.get(name, 0)), step >= RESIGNS_FROM)


def of_rank(kyu: int) -> Strength:
    """Return the strength of a rank.  Raises ValueError for one that is weaker or stronger than there is."""
    if not STRONGEST_RANK <= kyu <= WEAKEST_RANK:
        raise ValueError(f'no rank {kyu}k: {WEAKEST_RANK}k to {STRONGEST_RANK}k')
    return at(LEVEL_OF_1K - (kyu - STRONGEST_RANK) * LEVELS_PER_RANK)


def considered(chances: Mapping[int, float], strength: Strength, seed: int, least: int = 1) -> tuple[Sequence[int], Sequence[int]]:
    """Draw the moves that come to mind, ``least`` or more, by their probabilities.  Return them, and the others in the order drawn.

    Gumbel noise added to logarithms of probabilities draws without putting back.
    """
    noise = random.Random(seed)
    moves = sorted(chances)
    count = max(int(min(strength.moves, len(moves)) + noise.random()), least)
    drawn = {move: math.log(max(chances[move], VALUE.least_probability)) / strength.temperature + _gumbel(noise) for move in moves}
    moves.sort(key=lambda move: -drawn[move])
    return moves[:count], moves[count:]


def _gumbel(noise: random.Random) -> float:
    """Draw from the standard Gumbel distribution."""
    return -math.log(max(noise.expovariate(1.0), 1e-300))
