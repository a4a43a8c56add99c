"""How the parts of a move's value are added up, by how much was searched."""
from dataclasses import dataclass

EVEN_PLAYOUTS, EVEN_READ, EVEN_PROBABILITY = 1, 60, 30
"""Playouts for each point of the board that count as much as all other reasons for a move, as much as those that were read, and as much
as what it looks like."""
TERRITORY_SHARE = 0.3
"""What a point of territory counts where there are no playouts."""


@dataclass(frozen=True)
class Weights:
    """The more playouts there are for each point of the board, the less all else counts."""
    territory: float
    reasons: float
    playouts: float
    read: float
    """What was read of strings and dragons."""
    probability: float
    """Of the move's probability (``engine.play.move_probability``)."""

    @classmethod
    def of_playouts(cls, playouts: int, size: int) -> 'Weights':
        """The weights for so many playouts on a board of this size."""
        share = 1 / (1 + playouts / (EVEN_PLAYOUTS * size * size))
        read, probability = (1 / (1 + playouts / (even * size * size)) for even in (EVEN_READ, EVEN_PROBABILITY))
        return cls(TERRITORY_SHARE * share, share, 1.0 - 0.5 * share, read, probability)
