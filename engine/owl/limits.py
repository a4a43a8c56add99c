"""Search limits for questions about life and death, by level or by option (GNU Go manual, "The OWL Code", "Invoking GNU Go").

Where nodes or depth run out, the defender counts as alive, and the answer is uncertain.  OWL's search also limits the moves that it tries
at a node, to one beyond depth ``branch``.  That makes no answer uncertain, since this search selects its moves anyway.
"""
import contextlib
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeVar, cast

import numpy as np

from owlgo.engine.core.board import position_key
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.solver.solver import NO_CUTOFFS, Cutoffs, Progress

K = TypeVar('K', bound=Hashable)
V = TypeVar('V')

PROOF_NODES, READING_NODES, RACE_NODES, RIVAL_NODES = 60_000, 16_000, 2_700, 1_500
"""Node limits at level 0; every further level adds as many.  In turn: of the exact solver; of a reading in arenas (parts of an open board);
of one reading of a race that a user asks about; and of one reading of a race for dragon_status, which ignores unfinished races."""
ROLLOUTS = 270
"""Playouts round a dragon at level 0; every further level adds as many."""
OWL_NODES, OWL_STEP = 50, 15
"""Nodes of the selective search at level 0, and the nodes that every further level adds."""
LARGE_REGION = 16
"""Closed regions with more empty points get half of a level's nodes for a proof: few that need more nodes are ever solved."""
FIRST_PART, OPEN_PART = 6, 10
"""A proof about a dragon in an open region gets a level's nodes divided by OPEN_PART.  These divided by FIRST_PART are spent
before the dragon is read, which is enough for half of all proofs."""
SELECTIVE_COST, PLAYOUT_COST = 300, 25
"""Cost of one node of the selective search, and of one playout round a dragon, in nodes of the exact solver that take as long."""
MOST_REMEMBERED = 20_000
"""Number of readings that a workspace remembers; when one more is made, all are forgotten."""
VITAL_LEVEL = 9
"""From this level on the patterns of owl_vital_apats are tried."""


class Limits(NamedTuple):
    """The limits for the questions of one player or one command."""
    level: int
    proof: int
    """Nodes of the exact solver for a question."""
    reading: int
    """Nodes of a reading in arenas (parts of an open board)."""
    race: int
    """Nodes of each reading of a race that a user asks about."""
    rival: int
    """Nodes of each reading of a race for dragon_status."""
    cutoffs: Cutoffs = NO_CUTOFFS
    owl: int = 0
    """Nodes of the selective search."""
    second: bool = True
    """Whether to ask the selective search, playouts and a short proof too if reading in arenas gives no certain answer."""
    playouts: int = ROLLOUTS * 11
    """Playouts round a dragon if the reading of its arena was not finished."""
    threads: int = 1
    """Number of searches that the exact solver runs in parallel."""
    explicit: bool = False
    """Whether the exact solver's nodes were set by an option; they then apply to every question."""

    @property
    def open(self) -> int:
        """Nodes of the exact solver for a question about a dragon in an open region."""
        return self.proof if self.explicit else self.proof // OPEN_PART

    def closed(self, empty: int) -> int:
        """Nodes of the exact solver for a closed region with this number of empty points."""
        return self.proof if self.explicit or empty <= LARGE_REGION else self.proof // 2

    def part(self, share: float) -> 'Limits':
        """Return these limits with a part of the nodes of proofs and of the selective search, and of the playouts."""
        return self._replace(proof=int(share * self.proof), owl=int(share * self.owl), playouts=int(share * self.playouts))

    @property
    def distrust(self) -> int:
        """Depth up to which the selective search trusts only certain eyes; deeper, it is enough that eyes are counted."""
        return round(1 + 0.5 * self.level) if self.cutoffs.distrust is None else self.cutoffs.distrust

    @property
    def branch(self) -> int:
        """Depth up to which the selective search tries more than one move."""
        return min(self.cutoffs.branch, round(4 + 0.4 * self.level))

    @property
    def deepest(self) -> int:
        """Maximum depth of the selective search; a dragon that is not dead by then counts as alive."""
        return min(self.cutoffs.reading, round(16 + 0.4 * self.level))

    @property
    def vital(self) -> bool:
        """Whether the patterns of owl_vital_apats are tried."""
        return self.level >= VITAL_LEVEL


def of_level(level: int, nodes: int | None = None, proof: int | None = None, race: int | None = None,
             cutoffs: Cutoffs = NO_CUTOFFS, in_proportion: bool = False) -> Limits:
    """Return the limits of a level.  The user's limits, if given, replace those of the level: ``nodes`` (``--owl-node-limit``), ``proof``
    (``--prove-nodes``) and ``race`` (``--semeai-node-limit``).

    ``nodes`` limits the selective search too.  With ``in_proportion``, the limit of the selective search grows by the same factor as that
    of a reading, but not beyond ``nodes``: one node of that search takes as long as hundreds of a reading.
    """
    def chosen(given: int | None, per_level: int) -> int:
        return per_level * (level + 1) if given is None else given
    rival = min(chosen(race, RIVAL_NODES), chosen(None, RIVAL_NODES))
    owl = OWL_NODES + OWL_STEP * level
    if nodes is not None:
        owl = min(nodes, max(owl, owl * nodes // chosen(None, READING_NODES))) if in_proportion else nodes
    return Limits(level, chosen(proof, PROOF_NODES), chosen(nodes, READING_NODES), chosen(race, RACE_NODES), rival, cutoffs, owl,
                  playouts=chosen(None, ROLLOUTS), explicit=proof is not None)


FULL = of_level(10)
"""The limits of level 10."""


class Search(Protocol):
    """A search that counts its nodes."""
    @property
    def nodes(self) -> int: ...


class Means(NamedTuple):
    """What a question about life and death may use: workspace, limits and progress."""
    workspace: Workspace
    limits: Limits = FULL
    progress: Progress | None = None
    """Function that is called with the nodes searched so far, and returns whether to go on."""

    @property
    def goes_on(self) -> bool:
        """Whether the answer is still wanted."""
        return self.progress is None or self.progress(0)

    def keep(self, known: dict[K, V], key: K, find: Callable[[], V]) -> V:
        """Return the value that ``known`` has for a key.  If it has none, find the value and store it, unless the search was stopped."""
        if key in known:
            return known[key]
        found = find()
        if self.goes_on:
            known[key] = found
        return found

    def remember(self, board: np.void, question: Hashable, find: 'Callable[[Means], V]') -> V:
        """Return the answer to a question about a position that this workspace remembers, or find it, by the means given, and remember it.

        A remembered answer counts as the nodes and the effort that it first took, so a budget buys as much as it would without memory.
        What a progress check cut short is not remembered.
        """
        memory, counter = self.workspace.get(Remembered), self.workspace.get(Counter)
        key = position_key(board), question, self.limits
        if key in memory.found:
            answer, nodes, effort = memory.found[key]
            if self.progress is None or self.progress(effort):
                counter.nodes += nodes
                counter.effort += effort
                return cast('V', answer)
        nodes, effort, stopped = counter.nodes, counter.effort, False

        def goes_on(spent: int) -> bool:
            nonlocal stopped
            stopped |= self.progress is not None and not self.progress(spent)
            return not stopped

        found = find(self if self.progress is None else self._replace(progress=goes_on))
        if not stopped and self.goes_on:
            if len(memory.found) == MOST_REMEMBERED:
                memory.forget()
            memory.found[key] = found, counter.nodes - nodes, counter.effort - effort
        return found

    def add_nodes(self, nodes: int, each: int = 1) -> None:
        """Add to the count of OWL nodes, and to the effort (``Counter``), in which each of them counts as ``each`` nodes of the exact
        solver."""
        self.workspace.get(Counter).nodes += nodes
        self.add_effort(nodes * each)

    @contextlib.contextmanager
    def counting(self, search: Search) -> Iterator[None]:
        """Count the nodes that a search spends inside the ``with`` block as OWL nodes."""
        before = search.nodes
        yield
        self.add_nodes(search.nodes - before)

    def add_effort(self, effort: int) -> None:
        """Add to the effort (``Counter``); its unit is the time of one node of the exact solver."""
        self.workspace.get(Counter).effort += effort


@dataclass
class Remembered:
    """Readings of life and death that were made before, each with the nodes and the effort that it took."""
    found: dict[Hashable, tuple[object, int, int]] = field(default_factory=dict)

    def forget(self) -> None:
        """Forget all readings (``Workspace.forget``); no answer changes."""
        self.found.clear()


@dataclass
class Counter:
    """Counts the OWL nodes since the count was last set to 0, and the effort of all reading; every workspace has one counter."""
    nodes: int = 0
    effort: int = 0
    """The cost of all reading so far, as the number of nodes that the exact solver searches in the same time; never reset."""


class Effort:
    """A budget of effort (``Counter``) that several questions share, used as ``Means.progress``.  Answers that it cuts short are
    uncertain."""

    def __init__(self, means: Means, most: int) -> None:
        """Allow an effort of up to ``most``, but never more than ``means`` allow."""
        self._counter, self._means, self.most = means.workspace.get(Counter), means, most
        self.begin()

    def begin(self) -> None:
        """Start the budget anew."""
        self._start = self._counter.effort

    def __call__(self, nodes: int = 0) -> bool:
        """Whether the search under way, which has taken ``nodes`` nodes so far, may go on."""
        spent = self._counter.effort - self._start + nodes
        return spent < self.most and (self._means.progress is None or self._means.progress(nodes))


def as_means(means: Means | None) -> Means:
    """Return ``means`` as they are; for None, return the means of level 10 with a new workspace."""
    return means or Means(Workspace())
