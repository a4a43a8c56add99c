"""Limits of readings by level (0 to 12), with GNU Go's depth options.

Names are GNU Go's.  A depth counts moves from the root of the reading.  Nodes are limited too, unlike in GNU Go's tactical reading.
"""
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from owlgo.engine.core.level import MAX_LEVEL, STANDARD_LEVEL

DEEPER = 4
"""How many moves deeper to read a string that seems safe but is not proved safe (``Depths.deeper``)."""
CLOSE_LOOK = 10
"""How many times the nodes of a second look a single question about a string gets."""
CLOSE_CONNECTION = 4
"""How many times the nodes of a search a single question about a connection gets."""
MOST_NODES = 1 << 28
"""Most nodes of a search: counters of 32 bits hold some multiples of it."""
ANY_PRIOR = 100
"""A cut-off above every prior: no move is left out, and all count as usual moves."""


@dataclass(frozen=True)
class Depths:
    """The limits of a reading; the defaults are those of level 10."""
    depth: int = 16
    """Depth beyond which three liberties count as safe (``-D``)."""
    fourlib_depth: int = 7
    """Depth beyond which four liberties count as safe (``-F``)."""
    ko_depth: int = 8
    """Depth beyond which no ko is taken back on condition of a threat (``-K``)."""
    branch_depth: int = 9
    """Depth beyond which strings of three or four liberties get only one move."""
    backfill_depth: int = 8
    """Greatest depth of moves that prepare a self-atari (``-B``)."""
    backfill2_depth: int = 11
    """Greatest depth of moves that save boundary strings with two liberties."""
    break_chain_depth: int = 7
    """Greatest depth of attacks on boundary strings with three liberties."""
    superstring_depth: int = 7
    """Greatest depth of moves about friends that the string may join."""
    net_depth: int = 1
    """Greatest depth of the defender's moves away from liberties, and of attacks on boundary strings with four liberties."""
    way_depth: int = 1
    """Depth beyond which readings of connections consider only the points of shortest paths."""
    wide_depth: int = 5
    """The depth that replaces ``way_depth`` while a cut is verified.  Cuts are verified only if this is larger."""
    prune_depth: int = 2
    """Depth beyond which moves of classes that hardly ever succeed are left out (``engine.read.merit``)."""
    few_depth: int = 5
    """Depth beyond which the defender tries only his best moves, ``few`` of them."""
    few: int = 2
    """Number of moves that the defender tries beyond ``few_depth``."""
    usual: int = 20
    """Moves with a lower prior make up the first pass of a proof (``engine.read.moves``)."""
    hopeless_depth: int = 6
    """Depth from which a proof gives up positions in which the attacker hardly ever succeeds (``engine.read.odds``)."""
    nodes: int = 10000
    """Positions in the depth-first reading."""
    proof_nodes: int = 3000
    """Further positions for verifying a success of the depth-first reading; also the positions for reading several strings."""
    check_nodes: int = 300
    """Positions in a second look, by proof numbers, when the string seems safe."""
    connect_nodes: int = 6000
    """Positions in each search of a connection."""
    last_nodes: int = 0
    """Positions in each of the last searches of a single question, if the string still seems safe (``last_looks``)."""

    def changed(self, by: int) -> 'Depths':
        """Raise or lower all tactical depths (``increase_depths``, ``decrease_depths``).  Each step up also adds a quarter of the nodes."""
        nodes = {name: max(20, int(getattr(self, name) * 1.25 ** by)) for name in ('nodes', 'proof_nodes', 'check_nodes', 'connect_nodes')}
        return replace(self.shifted(by), **nodes)

    def closely(self, at_least: int = 0) -> 'Depths':
        """Return limits for a single question: a longer second look and last searches at a string that seems safe, more nodes for a
        connection.  Each last search, and each search of a connection, gets at least this many nodes (``--prove-nodes``)."""
        look, wanted = self.check_nodes * CLOSE_LOOK, min(at_least, MOST_NODES)
        return replace(self, check_nodes=look, last_nodes=max(look, wanted),
                       connect_nodes=max(self.connect_nodes * CLOSE_CONNECTION, wanted))

    def deeper(self) -> 'Depths':
        """Return limits for reading again a string that seems safe but is not proved safe: DEEPER moves deeper, with four times the
        nodes, and a check only of a success."""
        return replace(self.shifted(DEEPER), nodes=self.nodes * 4, check_nodes=0, last_nodes=0)

    def last_looks(self) -> tuple['Depths', ...]:
        """Return the limits of the last two proof-number searches: with usual moves, then with all moves.  They go 60 moves deep, for
        ladders."""
        lifted = (*_DEPTHS, 'prune_depth', 'few_depth', 'few', 'hopeless_depth')
        far = replace(self, nodes=self.last_nodes, last_nodes=0, **dict.fromkeys(lifted, 60))
        return far, replace(far, usual=ANY_PRIOR)

    def shifted(self, by: int) -> 'Depths':
        """Raise or lower the depths, but not the node limits, by ``by`` moves: for a reading that begins after or before other moves."""
        return replace(self, **{name: max(0, getattr(self, name) + by) for name in _DEPTHS})

    def among_many(self, share: int = 10) -> 'Depths':
        """Return limits for reading every string of a board, with a fraction of the nodes for each."""
        return replace(self, nodes=self.nodes // share, proof_nodes=self.proof_nodes // 4, check_nodes=self.check_nodes // 3)

    def preset(self, r: np.void) -> None:
        """Write two sets of limits into a reading's record: these for depth-first reading, and adjusted ones, mostly deeper, for proofs."""
        for proving in (False, True):
            r['preset'][int(proving)][:len(_RECORD)] = [getattr(self, name) + (wider if proving else 0) for name, wider in _RECORD]
        r['quick_nodes'], r['pair_nodes'], r['check_nodes'], r['connect_nodes'] = \
            self.nodes, self.proof_nodes, self.check_nodes, self.connect_nodes


_RECORD = (('depth', 0), ('fourlib_depth', 1), ('ko_depth', 32), ('branch_depth', 15), ('backfill_depth', 4), ('backfill2_depth', -2),
           ('break_chain_depth', 17), ('superstring_depth', 17), ('net_depth', 1), ('prune_depth', 0), ('few_depth', 0), ('few', 0),
           ('hopeless_depth', 0), ('way_depth', 1), ('wide_depth', 1), ('usual', 0))
"""Limits in the order of the record, each with the number that is added to it for proofs."""
_DEPTHS = ('depth', 'fourlib_depth', 'ko_depth', 'branch_depth', 'backfill_depth', 'backfill2_depth', 'break_chain_depth',
           'superstring_depth', 'net_depth')
"""GNU Go's limits, which count moves from the root."""


@cache
def of_level(level: int) -> Depths:
    """Return the limits of a level.  Raises ValueError outside 0 to 12."""
    if not 0 <= level <= MAX_LEVEL:
        raise ValueError(f'no level {level}: 0 to {MAX_LEVEL}')
    return Depths().changed(level - STANDARD_LEVEL)
