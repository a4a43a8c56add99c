"""Other threads that search what a solver searches, in its table (Kaneko 2010; Pawlewicz and Hayward 2014)."""
import numpy as np

from engine.core.threads import pool
from engine.solver.dfpn import PAUSED, py_search
from engine.solver.table import py_leave

PAUSE = 2_000
"""Nodes between two looks at whether to go on: 2 to 12 ms, by the size of the region."""
SHORT = 250
"""The same for those who are waited for when it ends."""
ALONE = 4_000
"""Nodes of a solver before others join it: most need no more."""
POSED = 'attackers', 'defenders', 'rest', 'threats'
UNLIMITED = np.iinfo(np.int64).max


class Company:
    """Searches in other threads, one for each record, for what is posed in the record of the one that leads.  They end when dismissed; what
    they find is in the table, where the leader sees it."""

    def __init__(self, region: np.void, leader: np.void, records: list[np.void], table: np.ndarray) -> None:
        self._leader, self._records, self._table, self._goes_on = leader, records, table, True
        for number, record in enumerate((leader, *records)):
            record['mark'] = 1 << number
        for record in records:
            for name in POSED:
                record[name][0] = leader[name][0]
            record['paused'], record['limit'] = 0, UNLIMITED
        # What a search writes into the region's record is its own.
        self._searches = [pool().submit(self._search, region.copy(), record) for record in records]

    def _search(self, region: np.void, record: np.void) -> None:
        found = PAUSED
        while self._goes_on and found == PAUSED:
            record['pause'] = record['nodes'] + SHORT
            found = int(py_search(region, record, self._table))

    def dismiss(self) -> None:
        """End the searches, and wait until they have ended."""
        self._goes_on = False
        for search in self._searches:
            search.result()
        for record in (self._leader, *self._records):
            py_leave(record, self._table)
        self._leader['mark'] = 0
