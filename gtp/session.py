"""What one GTP connection remembers: the game and the settings."""
import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar, cast

from owlgo.engine.core.workspace import Workspace
from owlgo.gtp.protocol import GtpError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from owlgo.engine.core.game import Game
    from owlgo.engine.examine.examination import Examination
    from owlgo.engine.owl.limits import Limits, Means
    from owlgo.engine.play.clock import Clock
    from owlgo.engine.play.value import Thought
    from owlgo.engine.read.depths import Depths
    from owlgo.engine.read.reader import Reader

T = TypeVar('T')


class Interrupted(GtpError):
    """The controller has sent an interrupt: what was being computed is not finished."""

    def __init__(self) -> None:
        super().__init__('interrupted')

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


class Interrupt(threading.Event):
    """Set by the reading thread; ends the reading in the workspace."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace

    def set(self) -> None:
        super().set()
        self.workspace.halt()


@dataclass
class Session:
    """Settings are plain values; the game is made when it is first needed, since its board brings numba with it."""
    boardsize: int = 19
    komi: float = 0.0
    level: int = 10
    seed: int = 0
    suicide: str = 'forbidden'
    ko: str = 'simple'
    deeper: int = 0
    """Depths above the level's, from increase_depths and decrease_depths."""
    depth_options: dict[str, int] = field(default_factory=dict)
    """Depths given on the command line, by their names in ``engine.read.depths``."""
    chinese: bool = False
    """Stones and territory count, else territory and prisoners."""
    clock: 'Clock | None' = None
    """The clock of the game, if there is one."""
    levels: tuple[int, int] | None = None
    """The lowest and highest that a move may be chosen with by the time that is left; None: always the session's level."""
    per_level: int = 0
    """Playouts of a move's search for each level; 0: by the level alone."""
    threads: int = 1
    """Threads that genmove searches with, and proofs that are asked for; with one, the same question has the same answer."""
    without: frozenset[str] = frozenset()
    """Parts of the choice of moves that are left out (``engine.mcts.ablation.PARTS``)."""
    resign: bool = True
    """Whether genmove may resign."""
    capture_all_dead: bool = False
    """Whether genmove goes on until dead stones are off the board."""
    aftermath: bool = False
    """Whether the final status is found by taking dead stones off."""
    report_uncertainty: bool = False
    limit_options: dict[str, int] = field(default_factory=dict)
    """Nodes given on the command line, by their names in ``engine.owl.limits.of_level``,"""
    owl_cutoffs: dict[str, int] = field(default_factory=dict)
    """and depths, by their names in ``Cutoffs``."""
    orientation: int = 0
    """How vertices of the controller lie on the board, 0 to 7 (``gtp.orientation``)."""
    limited: bool = False
    """Whether moves are looked for in the search area alone;"""
    area: frozenset[int] = frozenset()
    """its points."""
    workspace: Workspace = field(default_factory=Workspace, repr=False)
    interrupted: threading.Event = field(init=False, repr=False)
    """Set by the reading thread; ends the running command."""
    quitting: bool = False
    last_thought: 'tuple[Thought, int] | None' = field(default=None, repr=False)
    """The thought behind the last move chosen, and that move;"""
    last_moves: list[tuple[int, int]] = field(default_factory=list, repr=False)
    """the moves of the game up to it."""
    _known: 'dict[Hashable, object]' = field(default_factory=dict, repr=False)
    _known_of: object = field(default=None, repr=False)
    """What all that is known is of."""
    _game: 'Game | None' = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.interrupted = Interrupt(self.workspace)

    @property
    def game(self) -> 'Game':
        """The game under way."""
        if self._game is None:
            from owlgo.engine.core.game import Game, Rules
            self._game = Game(self.boardsize, self.komi, Rules(self.suicide, self.ko))
        return self._game

    def goes_on(self, nodes: int) -> bool:
        """For long searches: whether no interrupt has come."""
        return not self.interrupted.is_set()

    def watch(self, nodes: int) -> bool:
        """For readings whose result is kept or printed: like ``goes_on``, but an interrupt ends the whole command, so that nothing that was
        read in part is taken for an answer.  Raises Interrupted.
        """
        if self.interrupted.is_set():
            raise Interrupted
        return True

    def known(self, what: 'Hashable', compute: 'Callable[[], T]') -> 'T':
        """What was computed of the present position, computed again when the board, the rules, level, depths or limits have changed.

        If an answer depends on more than these, ``what`` has to name that: for a game's past, prisoners and komi ``Game.history``.
        """
        key = self.game.situation, self.level, self.depths, self.limits
        if self._known_of != key:
            self._known_of, self._known = key, {}
        if what not in self._known:
            found = compute()
            # ``compute`` may have asked for other answers, which are kept already.
            self._known[what] = found
        return cast('T', self._known[what])

    @property
    def among(self) -> tuple[int, ...]:
        """The points that a move is looked for among, () for all: an area without a point of the board limits nothing."""
        from owlgo.engine.core.points import on_board
        return tuple(sorted(pos for pos in self.area if on_board(pos, self.size))) if self.limited else ()

    @property
    def trial_moves(self) -> int:
        """How many are on the board."""
        return 0 if self._game is None else len(self._game.stack())

    def give_up(self, trial_moves: int) -> None:
        """After a command that was broken off: forget what is known of the position, which may be half done, and take back what was tried
        beyond so many trial moves.
        """
        self._known = {}
        while self._game is not None and self.trial_moves > trial_moves:
            self._game.popgo()

    @property
    def examination(self) -> 'Examination':
        """The examination of the present position."""
        from owlgo.engine.examine.examination import Examination
        return self.known(('examination', self.chinese), lambda: Examination(self.game.board, self.workspace, self.depths, self.limits,
                                                                            self.watch, area=self.chinese))

    @property
    def depths(self) -> 'Depths':
        """How deep readings go: the level's depths, then the command line's, then what was increased since."""
        from owlgo.engine.read.depths import of_level
        return replace(of_level(self.level), **self.depth_options).changed(self.deeper)

    @property
    def reader(self) -> 'Reader':
        """The tactical reader of the session."""
        from owlgo.engine.read.reader import Reader
        return Reader(self.depths, self.workspace)

    @property
    def means(self) -> 'Means':
        """The means of questions about life and death: workspace, limits and progress check."""
        from owlgo.engine.owl.limits import Means
        return Means(self.workspace, self.limits, self.watch)

    @property
    def limits(self) -> 'Limits':
        """What questions about life and death may cost: what the level says, or the command line."""
        from owlgo.engine.owl.limits import of_level
        from owlgo.engine.solver.solver import Cutoffs
        limits = of_level(self.level, **self.limit_options, cutoffs=Cutoffs(**self.owl_cutoffs), in_proportion=True)
        return limits._replace(threads=self.threads)

    @property
    def size(self) -> int:
        """The board's size, without making the board."""
        return self.boardsize if self._game is None else self._game.size

    def clear_board(self) -> None:
        """An empty board of the same size, without making one."""
        self.forget()
        if self._game is not None:
            self._game.new()

    def forget(self) -> None:
        """Begin another game: restart the clock and free what was kept of the last game (up to 30 MB)."""
        self._known = {}
        self.workspace.forget()
        self.begin_anew()

    def begin_anew(self) -> None:
        """Another game is on the board: its clock starts anew, and nothing was thought of it."""
        self.last_thought = None
        if self.clock is not None:
            self.clock.begin()

    def set_komi(self, komi: float) -> None:
        self.komi = komi
        if self._game is not None:
            self._game.komi = komi

    def get_komi(self) -> float:
        return self.komi if self._game is None else self._game.komi
