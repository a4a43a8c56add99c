"""Compile kernels one by one, on first use, into a cache that notices every edit of their sources, even in other files.

There are two decorators:

``@kernel(signature)``
    a function that is inlined into its callers: small ones, and those for Python, named ``py_...`` (``for_python`` makes one that
    passes its arguments on).  A kernel without that prefix gets code to run only if Python does call it.
``@unit(signature)``
    a function that is compiled separately and called through a symbol (about 7 ns a call), so that it is not compiled again in each
    caller: large functions, and those called across modules.

A decorator only registers its function.  The first call from Python loads the kernel and the units that it needs, or compiles them, on all
cores if many are missing (``compile_ahead``).  Kernels never raise: an exception inside a unit is printed and swallowed.

The cache is ``$OWLGO_CACHE_DIR`` or a folder in the user's cache.  It has a folder for each module, named by a hash of the sources of the
module and of all project modules that it imports at top level.  A cache that cannot be written is only read.  A cache that other users
could have written (``engine.core.cache``) is not used.
"""
from collections.abc import Callable
from typing import Any

from numba import types

from owlgo.engine.core import compile_ahead, registry
from owlgo.engine.core.registry import Registered, entries
from owlgo.engine.core.waiting import WAITING, Progress

__all__ = ['entries', 'for_python', 'kernel', 'load', 'unit']


def load(upto: Registered | None = None, progress: Progress | None = None) -> None:
    """Load a kernel or unit and every unit that it needs, and compile missing code.  By default, load every kernel that Python calls."""
    wanted = [entry for entry in entries() if not entry.only_inlined] if upto is None else [upto]
    if upto is not None and upto.loaded:
        return
    with registry.loading:
        missing = registry.missing(wanted)
        progress = progress or WAITING.progress
        if missing and (pool := compile_ahead.pool(len(missing))) is not None:
            pool.wait(pool.want(missing, first=True), progress, WAITING.check)
        needed = [entry for entry in registry.below(wanted) if not entry.loaded and (entry.symbol is not None or entry in wanted)]
        for number, entry in enumerate(needed):
            WAITING.check()
            if not entry.cached:
                progress(entry.name, number, len(needed))
            entry.load()


def _register(function: Callable[..., Any], signature: Any, symbol: str | None) -> Any:
    entry = registry.register(function, signature, symbol)
    if symbol is None:
        def first_call(*args: Any) -> bool:
            """Load the kernel.  Numba calls this when it finds no compiled code for the arguments of a call."""
            load(entry)
            entry.check(args)
            found: bool = type(entry.compiled)._search_new_conversions(entry.compiled, *args)
            return found
        # From the start numba may not compile at a call: a change in between, by another thread, could fail a call that is under way.
        entry.compiled._can_compile = False
        entry.compiled._search_new_conversions = first_call
    return entry.public


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Register a function to be compiled with this one signature and inlined into its callers."""
    def register(function: Callable[..., Any]) -> Any:
        return _register(function, signature, None)
    return register


def for_python(callee: Any) -> Any:
    """Return the kernel ``py_NAME``, through which Python can call the kernel or unit NAME."""
    entry = registry.registered(callee)
    name, code = entry.function.__name__, entry.function.__code__
    arguments = ', '.join(code.co_varnames[:code.co_argcount])
    made: dict[str, Any] = {}
    source = f'def py_{name.lstrip("_")}({arguments}): return {name}({arguments})'
    exec(compile(source, code.co_filename, 'exec'), entry.function.__globals__, made)
    return kernel(entry.signature)(*made.values())


def unit(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Register a function to be compiled separately.  Return the external function that kernels call.  Python cannot call it."""
    def register(function: Callable[..., Any]) -> types.ExternalFunction:
        symbol = f'owlgo_{function.__module__}_{function.__qualname__}'.replace('.', '_')
        external: types.ExternalFunction = _register(function, signature, symbol)
        return external
    return register
