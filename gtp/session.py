"""The state of a GTP connection: the game and the settings."""
import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar, cast

from owlgo.engine.core.workspace import Workspace
from owlgo.gtp.protocol import GtpError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from owlgo.engine.core.game import Game, Rules
    from owlgo.engine.core.named_rules import NamedRules
    from owlgo.engine.examine.examination import Examination
    from owlgo.engine.owl.limits import Limits, Means
    from owlgo.engine.play.clock import Clock
    from owlgo.engine.play.final import Final
    from owlgo.engine.play.genmove import MoveSettings
    from owlgo.engine.play.value import Thought
    from owlgo.engine.read.depths import Depths
    from owlgo.engine.read.reader import Reader

Known = TypeVar('Known')


class Interrupted(GtpError):
    """The controller interrupted the running command."""

    def __init__(self) -> None:
        super().__init__('interrupted')

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


class Interrupt(threading.Event):
    """An event that the thread for input sets; it also ends the tactical reading in the workspace."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace

    def set(self) -> None:
        super().set()
        self.workspace.halt()


@dataclass
class Session:
    """The game and the settings of a connection.  The game is made on first use, since its board imports numba."""
    boardsize: int = 19
    komi: float = 0.0
    level: int = 10
    seed: int = 0
    rank: int | None = None
    """The rank, in kyu, at which genmove chooses moves (``engine.play.strength``).  None: the level decides."""
    suicide: str = 'forbidden'
    ko: str = 'simple'
    bonus: str = 'N'
    """White's points for N handicap stones where area counts: N, N-1 or 0."""
    deeper: int = 0
    """How many moves deeper than the level says to read, from increase_depths and decrease_depths."""
    depth_options: dict[str, int] = field(default_factory=dict)
    """Depths given on the command line, by their names in ``engine.read.depths``."""
    area_scoring: bool = False
    """Whether area counts; if not, territory and prisoners do."""
    clock: 'Clock | None' = None
    """The clock of the game, if there is one."""
    levels: tuple[int, int] | None = None
    """The lowest and highest level for a move; the time left decides.  None: always the session's level."""
    per_level: int = 0
    """Playouts of a move's search for each level; 0: by the level's default."""
    threads: int = 1
    """Threads of genmove and of proofs; with one thread the same question has the same answer."""
    without: frozenset[str] = frozenset()
    """Parts of the move generator to leave out (``engine.mcts.ablation.PARTS``)."""
    resign: bool = True
    """Whether genmove may resign."""
    capture_all_dead: bool = False
    """Whether genmove continues until dead stones are captured."""
    aftermath: bool = False
    """Whether the final status is found by capturing dead stones."""
    report_uncertainty: bool = False
    limit_options: dict[str, int] = field(default_factory=dict)
    """Node limits given on the command line, by their names in ``engine.owl.limits.of_level``."""
    owl_cutoffs: dict[str, int] = field(default_factory=dict)
    """Depths given on the command line, by their names in ``Cutoffs``."""
    orientation: int = 0
    """Orientation of the controller's board, 0 to 7 (``gtp.orientation``)."""
    limited: bool = False
    """Whether only moves in the search area count."""
    area: frozenset[int] = frozenset()
    """Points of the search area."""
    workspace: Workspace = field(default_factory=Workspace, repr=False)
    interrupted: threading.Event = field(init=False, repr=False)
    """Set by the thread that reads input; ends the running command."""
    quitting: bool = False
    last_thought: 'tuple[Thought, int] | None' = field(default=None, repr=False)
    """The values of moves (``Thought``) behind the last move chosen, and that move."""
    last_moves: list[tuple[int, int]] = field(default_factory=list, repr=False)
    """The moves of the game up to the move in ``last_thought``."""
    _known: 'dict[Hashable, object]' = field(default_factory=dict, repr=False)
    _known_of: object = field(default=None, repr=False)
    """The situation and settings that ``_known`` belongs to."""
    _game: 'Game | None' = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.interrupted = Interrupt(self.workspace)

    @property
    def game(self) -> 'Game':
        """The game under way."""
        if self._game is None:
            from owlgo.engine.core.game import Game
            self._game = Game(self.boardsize, self.komi, self.rules)
        return self._game

    @property
    def rules(self) -> 'Rules':
        """The rules of play; what counts is ``area_scoring``."""
        from owlgo.engine.core.game import Rules
        return Rules(self.suicide, self.ko, self.bonus)

    def set_rules(self, wanted: 'NamedRules') -> None:
        """Set the rules; the board stays."""
        if wanted.ko is not None:
            self.ko = wanted.ko.lower()
        if wanted.suicide is not None:
            self.suicide = 'allowed' if wanted.suicide else 'forbidden'
        self.area_scoring = wanted.scoring == 'AREA'
        if wanted.bonus is not None or not self.area_scoring:
            # Playouts count area under territory rules too, and then a point for every stone is right.
            self.bonus = (wanted.bonus if self.area_scoring else None) or 'N'
        self.game.rules = self.rules

    def finished(self, seed: int | None = None, check: 'Callable[[], object] | None' = None) -> 'Final':
        """Return the final board: both sides settle critical dragons in turn and, in an aftermath, capture dead ones.

        ``check`` is called now and then, as in ``ending.finish``.
        """
        chosen = self.seed if seed is None else seed

        def finish() -> 'Final':
            from owlgo.engine.play import ending
            return ending.finish(self.game.as_if_played(), self.workspace, self.area_scoring, chosen, self.aftermath,
                                 check or (lambda: self.watch(0)), self.examination)
        return self.known(('finished', chosen, self.area_scoring, self.aftermath, self.game.history), finish)

    def goes_on(self, nodes: int) -> bool:
        """Progress check of long searches: return whether no interrupt has come."""
        return not self.interrupted.is_set()

    def watch(self, nodes: int) -> bool:
        """Progress check of readings: like ``goes_on``, but raise Interrupted, so that no partial reading counts as an answer."""
        if self.interrupted.is_set():
            raise Interrupted
        return True

    def known(self, what: 'Hashable', compute: 'Callable[[], Known]') -> 'Known':
        """Return what ``compute`` finds about the present position; keep it while board, rules, level, depths and limits stay the same.

        ``what`` must name all else that the answer depends on, such as ``Game.history`` for a game's past, prisoners and komi.
        """
        key = self.game.situation, self.level, self.depths, self.limits
        if self._known_of != key:
            self._known_of, self._known = key, {}
        if what not in self._known:
            found = compute()
            # Not ``setdefault``: ``compute`` may add other answers.
            self._known[what] = found
        return cast('Known', self._known[what])

    @property
    def among(self) -> tuple[int, ...]:
        """Points where a move may lie, () for all; a search area without a point of the board limits nothing."""
        from owlgo.engine.core.points import on_board
        return tuple(sorted(pos for pos in self.area if on_board(pos, self.size))) if self.limited else ()

    @property
    def trial_moves(self) -> int:
        return 0 if self._game is None else len(self._game.stack())

    def give_up(self, trial_moves: int) -> None:
        """Clean up after a failed command: forget partial results, and take back all but the first ``trial_moves``."""
        self._known = {}
        while self._game is not None and self.trial_moves > trial_moves:
            self._game.popgo()

    @property
    def examination(self) -> 'Examination':
        """The examination of the present position."""
        from owlgo.engine.examine.examination import Examination
        return self.known(('examination', self.area_scoring), lambda: Examination(
            self.game.board, self.workspace, self.depths, self.limits, self.watch, area_scoring=self.area_scoring))

    @property
    def depths(self) -> 'Depths':
        """Reading depths: the level's, overridden by the command line's, then increased or decreased."""
        from owlgo.engine.read.depths import of_level
        return replace(of_level(self.level), **self.depth_options).changed(self.deeper)

    @property
    def reader(self) -> 'Reader':
        from owlgo.engine.read.reader import Reader
        return Reader(self.depths, self.workspace)

    @property
    def question_reader(self) -> 'Reader':
        """The reader of single questions about strings.  If ``--prove-nodes`` gives more nodes than usual, its last searches get them."""
        return self.reader.closely(self.limit_options.get('proof', 0))

    @property
    def means(self) -> 'Means':
        """The means of questions about life and death: workspace, limits and progress check."""
        from owlgo.engine.owl.limits import Means
        return Means(self.workspace, self.limits, self.watch)

    @property
    def limits(self) -> 'Limits':
        """Limits of questions about life and death: the level's, overridden by the command line's."""
        from owlgo.engine.owl.limits import of_level
        from owlgo.engine.solver.solver import Cutoffs
        limits = of_level(self.level, **self.limit_options, cutoffs=Cutoffs(**self.owl_cutoffs), in_proportion=True)
        return limits._replace(threads=self.threads)

    def move_settings(self, threads: int = 1) -> 'MoveSettings':
        """Return the settings of questions about moves."""
        from owlgo.engine.play.genmove import MoveSettings
        return MoveSettings(self.level, self.seed, threads, self.without, self.per_level, self.area_scoring)

    def player_settings(self, threads: int = 1) -> 'MoveSettings':
        """Return the settings of the engine as a player, as strong as the level or the rank."""
        from owlgo.engine.play import strength
        chosen = strength.at(self.level) if self.rank is None else strength.of_rank(self.rank)
        return replace(self.move_settings(threads), level=chosen.level, strength=chosen)

    @property
    def size(self) -> int:
        """The board's size; does not make the board."""
        return self.boardsize if self._game is None else self._game.size

    def clear_board(self) -> None:
        """Forget what is known, and clear the board if there is one yet."""
        self.forget()
        if self._game is not None:
            self._game.new()

    def forget(self) -> None:
        """Begin another game: restart the clock and free the last game's memory (up to 30 MB)."""
        self._known = {}
        self.workspace.forget()
        self.begin_anew()

    def begin_anew(self) -> None:
        """Restart the clock and forget the last thought, since another game is on the board."""
        self.last_thought = None
        if self.clock is not None:
            self.clock.begin()

    def set_komi(self, komi: float) -> None:
        self.komi = komi
        if self._game is not None:
            self._game.komi = komi

    def get_komi(self) -> float:
        return self.komi if self._game is None else self._game.komi
