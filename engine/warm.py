"""Compile kernels ahead of time: all of them, or those that a first verdict needs."""
import contextlib
import functools
import hashlib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from owlgo.engine.core import compile_ahead
    from owlgo.engine.core.registry import Registered
    from owlgo.engine.core.waiting import Progress

MODULES = ('engine.core.perft', 'engine.read.tree', 'engine.owl.search', 'engine.play.genmove')
"""Modules to import.  Every kernel is in one of these modules, or in a module that they import."""
PACKAGES = ('engine', 'patterns')
"""Folders with kernels."""
VERDICT = ('engine.core.board.py_set_up', 'engine.core.board.py_place_if_legal', 'engine.dragons.amalgamate.py_amalgamate',
           'engine.influence.py_add_up', 'engine.life.move_prior.py_put', 'engine.owl.pattern_moves.py_pattern_moves',
           'engine.life.move_prior.py_weigh', 'engine.life.arena.py_draw', 'engine.life.arena.py_fill_region',
           'engine.solver.expand.py_pack', 'engine.solver.dfpn.py_search', 'engine.solver.table.py_find', 'engine.solver.dfpn.py_best',
           'engine.solver.dfpn.py_likeliest', 'engine.benson.py_find_alive', 'engine.solver.region.py_look_round',
           'engine.solver.point_order.py_arrange', 'engine.solver.strategy.py_collect', 'engine.read.answer.py_read',
           'engine.core.strings.py_liberties', 'engine.core.strings.py_count_liberties_after', 'engine.core.board.py_trymove',
           'engine.core.board.py_popgo', 'engine.owl.judge.py_judge', 'engine.owl.judge.py_tell_facts', 'engine.owl.search.py_begin',
           'engine.owl.search.py_search', 'engine.eyes.eyesight.py_enter_graph', 'engine.eyes.game_search.py_pack',
           'engine.eyes.game_search.py_attacker_wins', 'engine.eyes.game_search.py_follow')
"""Kernels that Python calls for a verdict with variations: for proofs in zones, for readings in arenas and for OWL's selective search."""
OPEN_SEARCH = ('engine.solver.strategy.py_prune', 'engine.mcts.tree.py_begin', 'engine.mcts.tree.py_grow', 'engine.mcts.nodes.py_made',
          'engine.mcts.nodes.py_winning', 'engine.mcts.nodes.py_mean_score')
"""Further kernels for verdicts about open dragons."""
EYE_TABLE = 'engine.warm.read_eye_table'
"""Function that compiles the table of eye values."""


def _load(module: str) -> None:
    """Import a module of the package."""
    import_module(f'owlgo.{module}')


def begin() -> 'compile_ahead.Pool | None':
    """Compile the kernels of a first verdict in other processes.  Return the pool of processes, or None if these kernels seem to be cached
    or no process can be started."""
    from owlgo.engine.core import compile_ahead, jit, registry
    _load(VERDICT[0].rpartition('.')[0])
    if any(entry.name == VERDICT[0] and entry.cached for entry in jit.entries()):
        return None
    for name in (*VERDICT, *OPEN_SEARCH):
        _load(name.rpartition('.')[0])
    known = {entry.name: entry for entry in jit.entries()}
    pool = compile_ahead.begin([known[name] for name in VERDICT])
    if pool is not None:
        pool.call(EYE_TABLE)
        pool.want(registry.missing(known[name] for name in OPEN_SEARCH))
    return pool


def verdict() -> None:
    """Compile the kernels of a first life-and-death verdict on all cores.  ``make`` does so during installation, as soon as numba is
    there."""
    from owlgo.engine.core import compile_ahead, jit, registry
    from owlgo.engine.core.waiting import WAITING
    pool = begin()
    if pool is not None:
        pool.wait(pool.want(registry.missing(entry for entry in jit.entries() if entry.name in VERDICT)), WAITING.progress)
        compile_ahead.stop()


def warm(progress: 'Progress | None' = None) -> int:
    """Compile all missing kernels on all cores, urgent ones first, and all tables; then rehearse.  Return how many were missing.

    ``progress`` is called meanwhile.  By default it prints lines on standard error.
    """
    from owlgo.engine.core import cache, compile_ahead, jit, registry
    from owlgo.engine.core.waiting import WAITING
    progress = progress or WAITING.progress
    everything = kernels()
    missing = registry.missing(everything)
    if missing and (pool := compile_ahead.pool(len(missing))) is not None:
        pool.want(registry.missing(entry for entry in everything if entry.name in VERDICT))
        pool.wait([pool.call(EYE_TABLE), *pool.want(missing)], progress)
    for entry in registry.missing(everything):
        jit.load(entry, progress)
    compile_ahead.stop()
    read_eye_table()
    rehearse()
    with contextlib.suppress(OSError):      # a cache that cannot be written is only read
        cache.keep(stamp(), b'complete')
    return len(missing)


def kernels() -> 'list[Registered]':
    """Every unit of the engine and the patterns, and every kernel that Python calls."""
    from owlgo.engine.core import jit
    for name in MODULES:
        _load(name)
    return [entry for entry in jit.entries() if entry.module.partition('.')[0] in PACKAGES and not entry.only_inlined]


def read_eye_table() -> None:
    """Compute the tables of eye spaces unless they are in the cache."""
    from owlgo.engine.eyes import table
    from owlgo.patterns.library import EYE_TABLES
    for name in EYE_TABLES:
        table.table(name)


@functools.cache
def rehearse() -> None:
    """Choose a move in a small fight, so that files are read, and records made, before the first move of a game."""
    from owlgo.engine.core import jit
    from owlgo.engine.core.game import Game
    from owlgo.engine.core.points import WHITE, all_points
    from owlgo.engine.play import genmove
    game = Game(7)
    fight = ('. . . . . . . '
             '. . . X . . . '
             '. . X O . . . '
             '. O O X X . . '
             '. O X . . . . '
             '. . X . O . . '
             '. . . . . . . ')
    black, white = ([pos for pos, sign in zip(all_points(7), fight.split(), strict=True) if sign == wanted] for wanted in 'XO')
    game.setup(black, white)
    genmove.genmove(game, WHITE, genmove.MoveSettings(0, threads=2))
    # Needed from the second move of a game on.
    jit.load(next(entry for entry in jit.entries() if entry.name == 'engine.mcts.fastboard.py_put'))


def is_warm() -> bool:
    """Whether everything is compiled, so that kernels load quickly."""
    from owlgo.engine.core import cache
    from owlgo.engine.core.target import RUNNABLE_TAGS, TAG
    return cache.fetch(*(stamp(tag) for tag in (TAG, *RUNNABLE_TAGS))) is not None


def stamp(tag: str = '') -> str:
    """Return the name of the file in the cache that marks a processor's kernels as all compiled.  It contains a hash of the sources."""
    from owlgo.engine.core.target import TAG
    return f'{tag or TAG}/complete-{_content()}'


@functools.cache
def _content() -> str:
    root = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for package in PACKAGES:
        for path in sorted([*root.joinpath(package).rglob('*.py'), *root.joinpath(package).rglob('*.db')]):
            if 'tests' not in path.parts:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
