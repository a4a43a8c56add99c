"""Tables compiled from pattern files, kept on disk by a key that names their content."""
import contextlib
import os
import tempfile
import zipfile
from collections.abc import Mapping

import numpy as np

from engine.core.jit import cache_root

KEPT = 64
"""Tables that stay in the cache: those that were asked for last."""


def fetch(key: str) -> dict[str, np.ndarray] | None:
    """The arrays kept under a key; None if there are none, or they are damaged."""
    path = cache_root() / 'patterns' / f'{key}.npz'
    try:
        with np.load(path) as kept:
            arrays = {name: kept[name] for name in kept.files}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    with contextlib.suppress(OSError):      # a cache that cannot be written is only read
        os.utime(path)
    return arrays


def keep(key: str, arrays: Mapping[str, np.ndarray]) -> None:
    """Keep arrays under a key; a cache that cannot be written stays as it is."""
    path = cache_root() / 'patterns' / f'{key}.npz'
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            np.savez(file, **{name: np.asarray(array) for name, array in arrays.items()})     # type: ignore[arg-type]
        os.replace(file.name, path)
        for old in sorted(path.parent.glob('*.npz'), key=lambda p: p.stat().st_mtime, reverse=True)[KEPT:]:
            old.unlink(missing_ok=True)
    except OSError:
        pass
