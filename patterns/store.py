"""Tables compiled from pattern files, kept on disk by a key that names their content."""
import contextlib
import io
import os
import zipfile
from collections.abc import Mapping

import numpy as np

from engine.core import cache
from engine.core.cache import cache_root

KEPT = 64
"""Tables that stay in the cache: those that were asked for last."""


def fetch(key: str) -> dict[str, np.ndarray] | None:
    """The arrays kept under a key; None if there are none, if they are damaged, or if others could have written them."""
    root = cache_root()
    path = root / 'patterns' / f'{key}.npz'
    data = cache.read(root, path)
    if data is None:
        return None
    try:
        with np.load(io.BytesIO(data)) as kept:
            arrays = {name: kept[name] for name in kept.files}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    with contextlib.suppress(OSError):      # a cache that cannot be written is only read
        os.utime(path)
    return arrays


def keep(key: str, arrays: Mapping[str, np.ndarray]) -> None:
    """Keep arrays under a key; a cache that cannot be written stays as it is."""
    root = cache_root()
    path = root / 'patterns' / f'{key}.npz'
    data = io.BytesIO()
    np.savez(data, **{name: np.asarray(array) for name, array in arrays.items()})     # type: ignore[arg-type]
    try:
        cache.write(root, path, data.getvalue())
        for old in sorted(path.parent.glob('*.npz'), key=lambda p: p.stat().st_mtime, reverse=True)[KEPT:]:
            old.unlink(missing_ok=True)
    except OSError:
        pass
