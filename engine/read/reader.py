"""Readers: the limits of a reading, and a workspace with records, counters and known answers."""
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from owlgo.engine.core.result import Reading
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.read.depths import Depths, of_level
from owlgo.engine.read.record import Aim, new_record, set_memory

MOST_LOGGED = 100
"""Maximum number of questions in a log.  Later questions are only counted."""


class LoggedQuestion(NamedTuple):
    """A logged question, complete enough to ask again."""
    size: int
    colors: bytes
    """The colour of every point of the record, border included, a byte each."""
    ko: int
    aim: Aim
    goals: tuple[int, ...]
    attacking: bool
    area: tuple[int, ...]
    depths: Depths | None
    """The reading's limits, or None for a question about a dragon."""


class QuestionLog:
    """A log of questions and their answers, in order.  A repeated question is logged once."""

    def __init__(self) -> None:
        self.questions: dict[LoggedQuestion, Reading] = {}
        self.left_out = 0
        """Number of questions asked after the log was full, repeated ones included."""

    def add(self, board: np.void, aim: Aim, goals: tuple[int, ...], attacking: bool, area: tuple[int, ...], depths: Depths | None,
            answer: Reading) -> None:
        """Log a question."""
        if len(self.questions) >= MOST_LOGGED:
            self.left_out += 1
            return
        colors = board['color'].astype('u1').tobytes()
        question = LoggedQuestion(int(board['size']), colors, int(board['ko']), aim, goals, attacking, area, depths)
        self.questions.setdefault(question, answer)


@dataclass
class Memory:
    """What a workspace keeps for readings: their record, counters, and known answers."""
    record: np.void = field(default_factory=new_record)
    answers: dict[tuple[object, ...], list[tuple[np.ndarray, bytes, int, Reading]]] = field(default_factory=dict)
    hits: int = 0
    connection_nodes: int = 0
    """Nodes of connection readings since they were last set to 0."""
    caching: bool = True
    near: int = 0
    """A known answer about a connection is used again if the board is unchanged within this many steps of the strings.  0: on the whole
    board."""
    proved: bool = False
    """Whether the last reading was settled by proof numbers, not by the depth-first reading."""
    decided_by: Depths = field(default_factory=Depths)
    """The limits of the depth-first reading that decided the last question."""
    log: QuestionLog | None = None
    """The log of questions, if there is one."""
    _limits: Depths | None = None

    def limit(self, depths: Depths) -> None:
        """Write limits into the record unless it has them already."""
        if self._limits != depths:
            depths.preset(self.record)
            self._limits = depths

    def resize(self, megabytes: float) -> None:
        """Set the size of the transposition table (``-M``).  Raises ValueError unless positive."""
        if not megabytes > 0:
            raise ValueError(f'no memory of {megabytes} MB')
        set_memory(self.record, megabytes)
        self.forget()

    def halt(self) -> None:
        """End the reading that another thread runs (``Workspace.halt``)."""
        self.record['halted'] = 1

    def forget(self) -> None:
        """Forget all answers (``Workspace.forget``).  The same questions will get the same answers again."""
        self.answers.clear()

    @property
    def nodes(self) -> int:
        """Nodes of string readings since the counter was set to 0."""
        return int(self.record['total_nodes'])

    @nodes.setter
    def nodes(self, count: int) -> None:
        self.record['total_nodes'] = count


class Reader(NamedTuple):
    """A reading's limits and workspace.  With a board and a question, a reading needs nothing else."""
    depths: Depths
    workspace: Workspace

    @property
    def memory(self) -> Memory:
        """The workspace's memory for readings."""
        return self.workspace.get(Memory)

    def within(self, depths: Depths) -> 'Reader':
        """Return a reader with other limits and the same workspace."""
        return self._replace(depths=depths)

    def closely(self, at_least: int = 0) -> 'Reader':
        """Return a reader for a single question (``Depths.closely``)."""
        return self.within(self.depths.closely(at_least))

    def among_many(self, share: int = 10) -> 'Reader':
        """Return a reader for every string of a board (``Depths.among_many``)."""
        return self.within(self.depths.among_many(share))


Level = int | Depths | Reader
"""How deep to read.  A level, or depths alone, get a new workspace, which takes some milliseconds.  For many questions, pass a reader."""


def as_reader(level: Level) -> Reader:
    """Return a reader as it is, or a new one with these limits or those of a level.  Raises ValueError for a level outside 0 to 12."""
    if isinstance(level, Reader):
        return level
    return Reader(level if isinstance(level, Depths) else of_level(level), Workspace())
