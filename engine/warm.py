"""Load or compile every kernel of the project."""
import contextlib
import functools
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.core.jit import LoadProgress

MODULES = ('engine.core.board', 'engine.core.setup', 'engine.core.perft', 'engine.read.record', 'engine.read.moves',
           'engine.read.capture', 'engine.read.paths', 'engine.read.search', 'engine.read.komaster', 'engine.read.batches',
           'engine.read.quick', 'engine.read.answer', 'engine.read.tree', 'engine.read.inner', 'engine.benson', 'patterns.match',
           'engine.eyes.solver', 'engine.eyes.static', 'engine.eyes.dragon_eyes', 'engine.constraints.helpers',
           'engine.constraints.interpreter', 'engine.influence', 'engine.dragons.amalgamate', 'engine.solver.region',
           'engine.solver.move_order', 'engine.solver.expand', 'engine.solver.dfpn', 'engine.solver.strategy', 'engine.owl.move_prior',
           'engine.owl.arena', 'engine.owl.pattern_moves', 'engine.owl.pattern_values', 'engine.owl.record', 'engine.owl.goal',
           'engine.owl.lunches', 'engine.owl.judge', 'engine.owl.order', 'engine.owl.candidates', 'engine.owl.search',
           'engine.score.bouzy', 'engine.score.local_play', 'engine.mcts.fastboard', 'engine.mcts.playout', 'engine.mcts.advice',
           'engine.mcts.shape', 'engine.mcts.corners', 'engine.mcts.move_prior', 'engine.mcts.tree', 'engine.mcts.keeping',
           'engine.play.genmove')
"""In the order of the floors; what is needed first comes first."""


def warm(progress: 'LoadProgress | None' = None) -> None:
    """Import all rooms that hold kernels, then load what they registered, compiled on all cores, in order, and all tables; then rehearse.

    ``progress`` is as in ``engine.core.jit.load``, but may be called from other threads.
    """
    from engine.core import cache, compile_ahead, jit
    compile_ahead.run(MODULES, compile_ahead.cores(), progress)
    jit.load(progress=progress)
    from engine.eyes import table
    from patterns.library import EYE_TABLES
    for done, name in enumerate(EYE_TABLES):
        if progress:
            progress(f'{name}.db', done, len(EYE_TABLES))
        table.table(name)
    rehearse()
    with contextlib.suppress(OSError):      # a cache that cannot be written is only read
        cache.write(jit.cache_folder().parent, _stamp(), b'complete\n')


FIGHT = """
    . . . . . . .
    . . . X . . .
    . . X O . . .
    . O O X X . .
    . O X . . . .
    . . X . O . .
    . . . . . . .
"""


@functools.cache
def rehearse() -> None:
    """Choose a move in a fight, once: what is read from files or set up when it is first needed need not be in the first of a game."""
    from engine.core.game import Game
    from engine.core.points import WHITE, all_points
    from engine.play import genmove
    game = Game(7)
    black, white = ([pos for pos, sign in zip(all_points(7), FIGHT.split(), strict=True) if sign == wanted] for wanted in 'XO')
    game.setup(black, white)
    genmove.genmove(game, WHITE, genmove.Manner(0, threads=2))


def is_warm() -> bool:
    """Whether everything was compiled before, so that what is needed loads quickly when it is needed."""
    from engine.core import cache, jit
    return cache.read(jit.cache_folder().parent, _stamp()) is not None


def _stamp() -> Path:
    """A file beside the compiled kernels that says that they are complete; its name changes with every source."""
    from engine.core import jit
    root = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for package in ('engine', 'patterns'):
        for path in sorted([*root.joinpath(package).rglob('*.py'), *root.joinpath(package).rglob('*.db')]):
            if 'tests' not in path.parts:
                digest.update(path.read_bytes())
    return jit.cache_folder() / f'complete-{digest.hexdigest()[:16]}'
