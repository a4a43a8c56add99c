"""Create records that kernels and Python share, and their types."""
import ctypes
from collections.abc import Sequence
from functools import cache
from typing import Any

import numba
import numpy as np

from owlgo.engine.core.target import ADDRESS_AT


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


def address_of(record: np.void) -> int | None:
    """Return the address at which kernels find a record: what numpy's scalar holds at ``ADDRESS_AT``."""
    return ctypes.c_void_p.from_address(id(record) + ADDRESS_AT).value


def _check() -> None:
    """Raise ImportError if this version of numpy lays scalars out otherwise, before a kernel writes elsewhere."""
    whole = np.zeros(2, [('field', 'i8')])
    if address_of(whole[1]) != whole.ctypes.data + whole.itemsize:
        raise ImportError(f'owlgo does not know how numpy {np.__version__} stores records')


_check()
