"""Tables on disk, under a hash of their source and of the code that makes them."""
import contextlib
import functools
import hashlib
import os
import pickle
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from owlgo.engine.core import cache

TABLE_FOLDER = 'tables'
"""The tables' folder in the cache."""
KEPT_TABLES = 64
"""Number of tables kept in the user's cache, the last ones used."""


def fetch(key: str) -> dict[str, np.ndarray] | None:
    """Return the arrays under a key; None if there are none, they are damaged, or another user could have written them."""
    path = f'{TABLE_FOLDER}/{key}.bin'
    data = cache.fetch(path)
    if data is None:
        return None
    with contextlib.suppress(OSError):      # a cache that cannot be written is only read
        os.utime(cache.cache_root() / path)
    arrays: dict[str, np.ndarray] = pickle.loads(data)
    return arrays


def keep(key: str, arrays: Mapping[str, np.ndarray]) -> None:
    """Store arrays under a key; a cache that cannot be written stays as it is."""
    path = f'{TABLE_FOLDER}/{key}.bin'
    data = pickle.dumps({name: np.asarray(array) for name, array in arrays.items()})
    with contextlib.suppress(OSError):
        cache.keep(path, data)
        for old in sorted((cache.cache_root() / TABLE_FOLDER).glob('*.bin'), key=lambda p: p.stat().st_mtime, reverse=True)[KEPT_TABLES:]:
            old.unlink(missing_ok=True)


def kept(title: str, text: str, makers: tuple[str, ...], make: Callable[[], np.ndarray]) -> np.ndarray:
    """Return the array that ``make`` computes from ``text``, from the cache if text and ``makers`` are unchanged.

    ``makers`` are the paths of the source files that ``make`` depends on.
    """
    digest = hashlib.sha256(text.encode(errors='surrogateescape'))
    for source in makers:
        digest.update(_content(source))
    key = f'{title}-{digest.hexdigest()[:20]}'
    found = fetch(key)
    if found is None:
        found = {'made': make()}
        keep(key, found)
    return found['made']


@functools.cache
def _content(source: str) -> bytes:
    return Path(source).read_bytes()
