"""Load or compile every kernel of the project."""
import importlib

MODULES = ('engine.core.board', 'engine.core.perft', 'engine.read.record', 'engine.read.moves', 'engine.read.capture', 'engine.read.paths',
           'engine.read.search', 'engine.read.komaster', 'engine.read.batches', 'engine.read.quick', 'engine.read.query',
           'engine.read.tree', 'engine.read.inner', 'engine.benson', 'patterns.match', 'engine.eyes.solver',
           'engine.eyes.static', 'engine.helpers',
           'engine.constraints', 'engine.life.owl_moves', 'engine.life.owl', 'engine.play.playout', 'engine.play.genmove')
"""In the order of the floors; what is needed first comes first."""


def warm(progress=None) -> None:
    """Import all rooms that hold kernels, then load what they registered, in order; ``progress`` as in ``engine.core.jit.load``."""
    from engine.core import jit
    for name in MODULES:
        importlib.import_module(name)
    jit.load(progress=progress)
    from engine.eyes import table
    from patterns.library import EYE_TABLES
    for done, name in enumerate(EYE_TABLES):
        if progress:
            progress(f'{name}.db', done, len(EYE_TABLES))
        table.table(name)
