"""How the parts of a move's value are added up: by how much was searched, and by how much of a large board is still empty."""
from dataclasses import dataclass

EVEN_PLAYOUTS, EVEN_READ, EVEN_LOOKS = 1, 60, 30
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
    looks: float
    """What moves look like on the whole board."""

    @classmethod
    def of_playouts(cls, playouts: int, size: int, opening: float = 0.0) -> 'Weights':
        """The weights for so many playouts on a board of this size; ``opening`` is from 0 to 1 (``engine.play.opening.stage``)."""
        share = 1 / (1 + playouts / (EVEN_PLAYOUTS * size * size))
        read, looks = (1 / (1 + playouts / (even * size * size)) for even in (EVEN_READ, EVEN_LOOKS))
        later = cls(TERRITORY_SHARE * share, share, 1.0 - 0.5 * share, read, looks)
        return later if not opening else later.mixed(OPENING, opening)

    def mixed(self, with_these: 'Weights', part: float) -> 'Weights':
        """So much of these others, and of its own the rest."""
        return Weights(*((1 - part) * mine + part * theirs for mine, theirs in zip(self._all(), with_these._all(), strict=True)))

    def _all(self) -> tuple[float, ...]:
        return self.territory, self.reasons, self.playouts, self.read, self.looks


OPENING = Weights(TERRITORY_SHARE, reasons=1.0, playouts=0.0, read=1.0, looks=0.5)
"""At the beginning of a game on a large board playouts tell one move from another hardly at all: what is known of openings decides."""
