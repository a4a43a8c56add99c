"""OwlGo for Python programs: the public names of the package.

>>> from owlgo import Position
>>> position = Position.from_sgf('game.sgf', until=52)                                          # doctest: +SKIP

The implementation lies in ``owlgo.engine``, ``owlgo.patterns``, ``owlgo.gtp`` and ``owlgo.regress``; in a checkout their folders lie beside
this one.  Importing ``owlgo`` is cheap; numba is imported with the first name that needs it.
"""
import warnings
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from owlgo.cli.main import main
    from owlgo.engine.position import DragonInfo, Estimate, Position, Verdict, WallString
    from owlgo.engine.warm import warm
    from owlgo.gtp.client import Client, Reply

if not (Path(__file__).parent / 'engine').is_dir():
    __path__.append(str(Path(__file__).parents[1]))

from owlgo.gtp.about import VERSION as __version__

# Python 3.12 and later print these where sgfmill is compiled to bytecode, which may be at the first start.
warnings.filterwarnings('ignore', module=r'.*[/\\]sgfmill[/\\]')

_HOMES = {'Position': 'engine.position', 'Verdict': 'engine.position', 'DragonInfo': 'engine.position', 'Estimate': 'engine.position',
          'WallString': 'engine.position', 'Client': 'gtp.client', 'Reply': 'gtp.client', 'main': 'cli.main', 'warm': 'engine.warm'}
"""The module of each public name."""

__all__ = ['Client', 'DragonInfo', 'Estimate', 'Position', 'Reply', 'Verdict', 'WallString', '__version__', 'main', 'warm']


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name not in _HOMES:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return getattr(import_module(f'owlgo.{_HOMES[name]}'), name)


def __dir__() -> list[str]:
    return sorted(__all__)
