"""Other threads that search what a solver searches, in its table (Kaneko 2010; Pawlewicz and Hayward 2014)."""
from collections.abc import Callable

import numpy as np
from owlgo.engine.core.threads import pool
from owlgo.engine.solver.dfpn import PAUSED, py_search

PAUSE = 2_000
"""Nodes between two looks at whether to go on: 2 to 12 ms, by the size of the region."""
SHORT = 250
"""The same for those who are waited for when it ends."""
ALONE = 2_000
"""Nodes of a search before others join it: most end sooner."""
POSED = 'attackers', 'defenders', 'rest', 'threats'
UNLIMITED = np.iinfo(np.int64).max


class Company:
    """Searches in so many other threads for what is posed in the record of the one that leads.  They end when dismissed; what they find is
    in the table, where the leader sees it."""

    def __init__(self, region: np.void, leader: np.void, table: np.ndarray, count: int, new_search: Callable[[object], np.void]) -> None:
        """``new_search`` gives records for searches, which are taken back when their owner is gone."""
        self._region, self._leader, self._table, self._goes_on = region, leader, table, True
        self._records = [new_search(self) for _ in range(count)]
        for number, record in enumerate((leader, *self._records)):
            record['mark'] = 1 << number
        # It was alone so far, and has noted nobody's places.
        leader['child_busy'] = 0
        for record in self._records:
            for name in POSED:
                record[name][0] = leader[name][0]
            record['limit'] = UNLIMITED
        self._searches = [pool().submit(self._search, record) for record in self._records]

    @property
    def nodes(self) -> int:
        """Positions that they have looked at."""
        return sum(int(record['nodes']) for record in self._records)

    def _search(self, record: np.void) -> None:
        # What a search writes into the region's record is its own.
        region, found = self._region.copy(), PAUSED
        while self._goes_on and found == PAUSED:
            record['pause'] = record['nodes'] + SHORT
            found = int(py_search(region, record, self._table))
        self._leave(region, record)

    def _leave(self, region: np.void, record: np.void) -> None:
        """Let a search that has paused go back to its root, so that the table has what it found on its way, and no mark of it."""
        if record['paused']:
            record['pause'], record['limit'] = 0, record['nodes']
            py_search(region, record, self._table)

    def dismiss(self) -> None:
        """End the searches, the leader's too, and wait until they have ended."""
        self._goes_on = False
        for search in self._searches:
            search.result()
        self._leave(self._region, self._leader)
        self._leader['mark'] = 0
