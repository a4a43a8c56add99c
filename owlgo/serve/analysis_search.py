"""The search for an answer of the analysis protocol: a position is examined, searched and, if wanted, reported on meanwhile."""
import math
import time
from collections.abc import Callable, Sequence

from owlgo.engine.core.points import PASS
from owlgo.engine.examine.examination import Examination
from owlgo.engine.play import genmove, move_info
from owlgo.engine.play.move_search import MoveSearch, SearchTask
from owlgo.engine.play.value import Stopped, Thought
from owlgo.engine.play.weights import TIMING
from owlgo.gtp.session import Interrupted, Session
from owlgo.serve.analysis_answer import PositionAnalysis
from owlgo.serve.analysis_query import Query

VISITS_PER_LEVEL = 10
"""Visits for each level of the examination: fewer visits than the level times this lower the level, since an examination takes longer than
these visits."""
STANDING_PLAYOUTS = 500
"""Playouts, at least, that tell how a position stands: by fewer, an even game of 9x9 may seem decided."""
Report = Callable[[PositionAnalysis], None]
"""Takes what is known during a search."""


class PositionSearch:
    """Searches the position of a session, as long as a query says or until the session is interrupted."""

    def __init__(self, session: Session, query: Query) -> None:
        self.session, self.query, self.game = session, query, session.game
        self._allowed = query.allowed_moves(session)
        self._deadline = math.inf if query.seconds is None else time.monotonic() + TIMING.searching * query.seconds
        self._examine_until = math.inf if query.seconds is None else time.monotonic() + TIMING.examining * query.seconds
        self._search: MoveSearch | None = None
        self._spread = 0.0

    def run(self, report: Report) -> PositionAnalysis | None:
        """Return what was found; if interrupted, by the playouts alone, or None if there were none.

        ``report`` gets what is known as often as the query wants.
        """
        try:
            return self._run(report)
        except (Interrupted, Stopped):
            search = self._search
            thought = search.so_far() if search else None
            if search is None or thought is None:
                return None
            return self._told(search.known, thought, thought.candidates[0].move)._replace(stopped=True)

    def _wanted(self) -> bool:
        return self.session.goes_on(0)

    def _run(self, report: Report) -> PositionAnalysis:
        session, query, game = self.session, self.query, self.game
        self._spread = move_info.spread(game, game.to_move)
        if query.visits is not None:
            session.level = min(session.level, query.visits // VISITS_PER_LEVEL)
        how, among = session.move_settings(), self._among
        known = genmove.examine(game, how.level, session.workspace, lambda: session.watch(0) and time.monotonic() < self._examine_until)
        usual = how.plan(game.size)
        plan = usual._replace(goes_on=self._wanted, until=self._deadline, playouts=query.visits or usual.playouts,
                              early=query.visits is None and query.report_seconds is None)
        # What comes before the tree takes no longer than usual, however many visits are wanted.
        first = plan._replace(playouts=min(plan.playouts, usual.playouts))
        search = self._search = MoveSearch(game, known, game.to_move, first, how.seed,
                                            SearchTask(among, area_scoring=how.area_scoring, standing_playouts=STANDING_PLAYOUTS))
        while search.tree:
            pause = time.monotonic() + query.report_seconds if query.report_seconds else math.inf
            search.grow(plan._replace(playouts=plan.playouts - search.playouts, until=min(pause, self._deadline)))
            if plan.early or search.playouts >= plan.playouts or time.monotonic() >= self._deadline:
                break
            thought = search.so_far()
            if thought is not None:
                report(self._told(known, thought, thought.candidates[0].move))
        thought = search.thought()
        best = genmove.choose(game, known, thought, among, has_time=self._wanted)
        return self._told(known, thought, best)

    @property
    def _among(self) -> Sequence[int]:
        """The points to search.  Empty: all of them, or a pass is the only move left."""
        return [pos for pos in self._allowed or () if pos != PASS]

    def _told(self, known: Examination, thought: Thought, best: int) -> PositionAnalysis:
        return PositionAnalysis(self.game, thought, known, PASS if self._allowed == (PASS,) else best, self._spread, self._allowed)
