"""Create records that kernels and Python share, and their types."""
from collections.abc import Sequence
from functools import cache
from typing import Any

import numba
import numpy as np


def record_type(fields: Sequence[tuple[Any, ...]]) -> Any:
    """Return the type of a record with these fields, each a name, a numpy type and perhaps a shape."""
    return numba.from_dtype(np.dtype(list(fields), align=True))


@cache
def dtype_of(kind: Any) -> np.dtype[Any]:
    """Return the numpy type of a record type."""
    dtype: np.dtype[Any] = kind.dtype
    return dtype


def new_record(kind: Any) -> np.void:
    """Return a record of this type, filled with zeros."""
    record: np.void = np.zeros(1, dtype_of(kind))[0]
    return record
