"""Helper threads search a solver's position and share its table (Kaneko 2010; Pawlewicz and Hayward 2014)."""
from collections.abc import Callable

import numpy as np

from owlgo.engine.core.threads import pool
from owlgo.engine.solver.dfpn import End, py_search

CHECK_NODES = 2_000
"""Nodes between checks whether to continue (2 to 12 ms)."""
HELPER_CHECK_NODES = 250
"""Nodes between a helper thread's checks whether to continue."""
SOLO_NODES = 2_000
"""Nodes of a search before helper threads join it."""


class HelperSearches:
    """Searches of the leader's position in other threads, until they are dismissed.  Their results reach the leader through the table."""

    def __init__(self, region: np.void, leader: np.void, table: np.ndarray, count: int, new_search: Callable[[object], np.void]) -> None:
        """Start ``count`` searches.  ``new_search`` gives search records, which are taken back when their owner is gone."""
        self._region, self._leader, self._table, self._goes_on = region, leader, table, True
        self._records = [new_search(self) for _ in range(count)]
        for number, record in enumerate((leader, *self._records)):
            record['mark'] = 1 << number
        # The leader was alone until now: its notes of busy children are stale.
        leader['child_busy'] = 0
        for record in self._records:
            for name in ('attackers', 'defenders', 'rest', 'threats'):
                record[name][0] = leader[name][0]
            record['limit'] = np.iinfo(np.int64).max
        self._searches = [pool().submit(self._search, record) for record in self._records]

    @property
    def nodes(self) -> int:
        """Positions that the helper searches have searched."""
        return sum(int(record['nodes']) for record in self._records)

    def _search(self, record: np.void) -> None:
        # What a search writes into the region's record is its own.
        region, found = self._region.copy(), End.SUSPENDED
        while self._goes_on and found == End.SUSPENDED:
            record['pause'] = record['nodes'] + HELPER_CHECK_NODES
            found = End(py_search(region, record, self._table))
        self._leave(region, record)

    def _leave(self, region: np.void, record: np.void) -> None:
        """Let a paused search go back to its root.  On the way it stores its results in the table, and removes its marks there."""
        if record['paused']:
            record['pause'], record['limit'] = 0, record['nodes']
            py_search(region, record, self._table)

    def dismiss(self) -> None:
        """End all searches, including the leader's, and wait until they have ended."""
        self._goes_on = False
        for search in self._searches:
            search.result()
        self._leave(self._region, self._leader)
        self._leader['mark'] = 0
