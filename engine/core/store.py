"""Keep computed tables on disk, named by a hash of their source text and of the code that computes them."""
import contextlib
import functools
import hashlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from owlgo.engine.core import cache

TABLE_FOLDER = 'tables'
"""The tables' folder in the cache."""
KEPT_TABLES = 64
"""Number of tables kept in the user's cache.  The tables used last are kept."""

Made = TypeVar('Made')
"""The type of a kept table: arrays, alone or in dictionaries and tuples."""


def fetch(key: str) -> Any:
    """Return the value stored under a key, or None if there is none, it is damaged, or another user could have written it."""
    path = f'{TABLE_FOLDER}/{key}.bin'
    data = cache.fetch(path)
    if data is None:
        return None
    with contextlib.suppress(OSError):      # a cache that cannot be written is only read
        os.utime(cache.cache_root() / path)
    return pickle.loads(data)


def keep(key: str, value: object) -> None:
    """Store arrays under a key.  A cache that cannot be written stays as it is."""
    with contextlib.suppress(OSError):
        cache.keep(f'{TABLE_FOLDER}/{key}.bin', pickle.dumps(value))
        for old in sorted((cache.cache_root() / TABLE_FOLDER).glob('*.bin'), key=lambda p: p.stat().st_mtime, reverse=True)[KEPT_TABLES:]:
            old.unlink(missing_ok=True)


def kept(title: str, text: str, makers: tuple[str, ...], make: Callable[[], Made]) -> Made:
    """Return what ``make`` computes from ``text``, taken from the cache if ``text`` and the files ``makers`` are unchanged.

    ``makers`` are the paths of the source files that ``make`` depends on.
    """
    digest = hashlib.sha256(text.encode(errors='surrogateescape'))
    for source in makers:
        digest.update(_content(source))
    key = f'{title}-{digest.hexdigest()[:24]}'
    found: Made | None = fetch(key)
    if found is None:
        found = make()
        keep(key, found)
    return found


@functools.cache
def _content(source: str) -> bytes:
    return Path(source).read_bytes()
