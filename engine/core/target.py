"""The target of compiled code: a processor, and the versions of numba and LLVM.

Compiled code is kept under a tag that names its target.  A process looks first for code made for its own processor, then for shipped code
made for a level of x86-64 that the processor supports, the highest first.
"""
import ctypes
import hashlib
import os
import platform
import sys
from typing import Any

import llvmlite
import llvmlite.binding
import numba
from numba.core import config

CODE_FORMAT = 5
"""Version of compiled code and its files.  Raise it when the same sources will be compiled or stored differently."""

# Kernels allocate nothing.  Without numba's runtime they count no references to their arrays, which took an eighth of a suite's time.
_EVERY: dict[str, Any] = {'error_model': 'numpy', 'boundscheck': bool(config.BOUNDSCHECK), '_nrt': False}
OPTIONS = {**_EVERY, 'nogil': True, 'no_cfunc_wrapper': True}
"""Numba's options for kernels."""
UNIT_OPTIONS = {**_EVERY, 'nopython': True}
"""Numba's options for units."""
ADDRESS_AT = object.__basicsize__ + ctypes.sizeof(ctypes.c_ssize_t)
"""Where numpy's scalar holds the address of a record, in bytes: behind the head of an object with a size (``PyVoidScalarObject``)."""
CPU_LEVELS = {
    'x86-64-v3': ('cx16', 'popcnt', 'sahf', 'sse3', 'sse4.1', 'sse4.2', 'ssse3', 'avx', 'avx2', 'bmi', 'bmi2', 'f16c', 'fma', 'lzcnt',
                  'movbe', 'xsave'),
    'x86-64-v2': ('cx16', 'popcnt', 'sahf', 'sse3', 'sse4.1', 'sse4.2', 'ssse3'),
}
"""Processor features of each level, by LLVM's names, the highest level first (x86-64 psABI, chapter 3.1.1)."""
MACHINES = ('x86_64', 'AMD64')
"""Python's names of x86-64."""


def _tag(processor: str) -> str:
    facts = (CODE_FORMAT, numba.__version__, llvmlite.__version__, sys.platform, platform.machine(), processor, OPTIONS, UNIT_OPTIONS,
             ADDRESS_AT, os.environ.get('NUMBA_OPT', ''))
    digest = hashlib.sha256(repr(facts).encode()).hexdigest()[:10]
    return f'{sys.implementation.cache_tag}-{digest}' + ('-boundscheck' if config.BOUNDSCHECK else '')


def _processor() -> str:
    """Return the processor that numba compiles for: this one, or the one in NUMBA_CPU_NAME."""
    name, features = config.CPU_NAME, config.CPU_FEATURES
    if name is None:
        name = llvmlite.binding.get_host_cpu_name()
    if features is None:
        features = str(sorted(llvmlite.binding.get_host_cpu_features().items()))
    return f'{name} {features}'


def levels() -> list[str]:
    """Return the levels of x86-64 that this processor supports, the highest first."""
    if platform.machine() not in MACHINES:
        return []
    has = llvmlite.binding.get_host_cpu_features()
    return [level for level, needs in CPU_LEVELS.items() if all(has.get(feature) for feature in needs)]


TAG = _tag(_processor())
"""Tag of code compiled by this process."""
RUNNABLE_TAGS = [_tag(f'{level} ') for level in levels()] if config.CPU_NAME is None else []
"""Tags of shipped code that this processor can run.  Empty if code is compiled for another processor."""
