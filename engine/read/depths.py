"""How deep a reading goes, by level (0 to 12) and by GNU Go's depth options.

Names are GNU Go's; a depth counts moves from the root of the reading.  Nodes are limited too, which GNU Go's tactical reading does not do.
"""
from dataclasses import dataclass, replace

import numpy as np

MAX_LEVEL = 12
STANDARD_LEVEL = 10


@dataclass(frozen=True)
class Depths:
    """The limits of a reading; the defaults are those of level 10."""
    depth: int = 16
    """Deeper than this three liberties are safe (``-D``)."""
    fourlib_depth: int = 7
    """Deeper than this four liberties are safe (``-F``)."""
    ko_depth: int = 40
    """Deeper than this a ko is not retaken (``-K``)."""
    branch_depth: int = 24
    """Deeper than this only the likeliest moves are tried."""
    backfill_depth: int = 12
    """Moves that prepare a self-atari (``-B``)."""
    backfill2_depth: int = 9
    """Attack and defence of neighbours with three liberties or more."""
    break_chain_depth: int = 24
    """Moves about the strings round the neighbours."""
    superstring_depth: int = 24
    """Moves about friends that the string may join."""
    net_depth: int = 2
    """Nets and jumps that are not next to a liberty."""
    hopeless_depth: int = 6
    """From here on the attacker gives up where he hardly ever succeeds (``engine.read.odds``)."""
    nodes: int = 3000
    """Positions in the first pass; the second, which reads a success again with all replies that matter, has twice as many."""
    connect_nodes: int = 1500
    """Positions in a reading of connections."""

    def changed(self, by: int) -> 'Depths':
        """All tactical depths raised or lowered, as increase_depths and decrease_depths do: one more depth is a quarter more nodes."""
        names = ('depth', 'fourlib_depth', 'ko_depth', 'branch_depth', 'backfill_depth', 'backfill2_depth', 'break_chain_depth',
                 'superstring_depth')
        return replace(self, nodes=max(20, int(self.nodes * 1.25 ** by)), connect_nodes=max(20, int(self.connect_nodes * 1.25 ** by)),
                       **{name: max(0, getattr(self, name) + by) for name in names})

    def fill(self, r: np.void) -> None:
        """Put the depths into a reading's record."""
        for field, name in _RECORD.items():
            r[field] = getattr(self, name)


_RECORD = {'depth_limit': 'depth', 'four_depth': 'fourlib_depth', 'ko_depth': 'ko_depth', 'branch_depth': 'branch_depth',
           'backfill_depth': 'backfill_depth', 'backfill2_depth': 'backfill2_depth', 'break_chain_depth': 'break_chain_depth',
           'superstring_depth': 'superstring_depth', 'net_depth': 'net_depth', 'hopeless_depth': 'hopeless_depth'}


def of_level(level: int) -> Depths:
    """The depths of a level.  Raises ValueError outside 0 to 12."""
    if not 0 <= level <= MAX_LEVEL:
        raise ValueError(f'no level {level}: 0 to {MAX_LEVEL}')
    return Depths().changed(level - STANDARD_LEVEL)


def as_depths(level: int | Depths) -> Depths:
    """Depths as they are, or those of a level.  Raises ValueError like of_level."""
    return level if isinstance(level, Depths) else of_level(level)
