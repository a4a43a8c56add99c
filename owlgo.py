"""OwlGo for Python programs: everything that they should need, under one name.

>>> from owlgo import Position
>>> position = Position.from_sgf('game.sgf', until=52)                                          # doctest: +SKIP

What is behind it are the packages ``engine``, ``patterns``, ``gtp`` and ``regress``.  Importing this brings nothing heavy; what is
taken from it does.
"""
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gtp.about import VERSION as __version__

if TYPE_CHECKING:
    from engine.core.game import Game
    from engine.position import DragonInfo, Position, Verdict
    from engine.score.estimate import Score
    from engine.warm import warm
    from gtp.cli.main import main
    from gtp.client import Client

_HOMES = {'Position': 'engine.position', 'Verdict': 'engine.position', 'DragonInfo': 'engine.position', 'Game': 'engine.core.game',
          'Score': 'engine.score.estimate', 'Client': 'gtp.client', 'main': 'gtp.cli.main', 'warm': 'engine.warm'}

__all__ = ['Client', 'DragonInfo', 'Game', 'Position', 'Score', 'Verdict', '__version__', 'main', 'warm']


def __getattr__(name: str) -> Any:
    """What it holds, imported when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
