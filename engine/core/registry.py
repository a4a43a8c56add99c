"""Registered kernels and units: what they call, where their compiled code is kept, and how it is loaded or compiled.

A kernel's code is kept in two forms: to run (``.run``) and to be inlined (``.link``).  A kernel can run once all units are loaded that it
or its inlined kernels call.  It can be compiled once the kernels that it inlines are prepared.
"""
import functools
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import llvmlite.binding
import numpy as np
from numba import njit, types
from numba.core import sigutils
from numba.core.ccallback import CFunc
from numba.core.compiler_lock import global_compiler_lock
from numba.core.typing import signature as full_signature

from owlgo.engine.core import cache, objects
from owlgo.engine.core.keys import PACKAGE, SourceKeys
from owlgo.engine.core.pipeline import Pipeline
from owlgo.engine.core.target import OPTIONS, RUNNABLE_TAGS, TAG, UNIT_OPTIONS

compiles_only = False
"""Whether this process only compiles kernels, and runs none."""


def cache_folder() -> Path:
    """Return the folder of kernels compiled for this processor, numba and Python."""
    return cache.cache_root() / TAG


def _module_name(function: Callable[..., Any]) -> str:
    """Return the name of a function's module without the package's, or of its script: two scripts must not share a cache."""
    if function.__module__ != '__main__':
        return function.__module__.removeprefix(PACKAGE)
    spec = sys.modules['__main__'].__spec__
    return spec.name.removeprefix(PACKAGE) if spec else Path(function.__code__.co_filename).stem


@functools.cache
def _keys(root: Path) -> SourceKeys:
    return SourceKeys(root)


@functools.cache
def _keys_of(module: str, path: str) -> SourceKeys:
    """Return the source hashes for the source tree that a module belongs to."""
    return _keys(Path(path).resolve().parents[module.count('.')])


def _global_names(code: CodeType) -> set[str]:
    """Return every name that a function may look up, attributes included."""
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _global_names(constant)
    return found


class Registered:
    """One registered kernel or unit."""

    def __init__(self, function: Callable[..., Any], signature: Any, symbol: str | None):
        self.function = function
        self.signature = signature
        self.symbol = symbol
        self.loaded = False
        """Whether the code can be called."""
        self.linked = False
        """Whether other kernels can inline the code."""
        self.compiled_here = False
        self.module = module = _module_name(function)
        self.keys = _keys_of(module, function.__code__.co_filename)
        self.folder = f'{module}-{self.keys.key(module)}'
        self._run: bytes | None = None
        self._alive: Any = None
        self.compiled: Any
        self.public: Any
        """What Python code sees: numba's dispatcher of a kernel, or the external function of a unit."""
        if symbol is None:
            self.compiled = njit(**OPTIONS, pipeline_class=Pipeline)(function)
            self.public = self.compiled
        else:
            self.compiled = CFunc(function, sigutils.normalize_signature(signature), {}, UNIT_OPTIONS, Pipeline)
            self.public = types.ExternalFunction(symbol, signature)
        self.arguments, self.result = sigutils.normalize_signature(signature)
        self.compiled._cache = self

    @property
    def name(self) -> str:
        return f'{self.module}.{self.function.__qualname__}'

    def paths(self, kind: str) -> list[str]:
        """Paths of the kernel's code in the cache, to ``run`` or to ``link``.  Code compiled here goes to the first path."""
        return [f'{tag}/{self.folder}/{self.function.__qualname__}.{kind}' for tag in (TAG, *RUNNABLE_TAGS)]

    @property
    def cached(self) -> bool:
        """Whether the cache holds undamaged machine code, which is then kept in memory for ``load``."""
        if self._run is None:
            self._run = cache.fetch(*self.paths('run'))
        return self._run is not None

    @property
    def only_inlined(self) -> bool:
        """Whether this is a kernel that Python never calls.  Its name then lacks the prefix ``py_``."""
        return self.symbol is None and not self.function.__name__.startswith('py_')

    @property
    def made(self) -> bool:
        """Whether the cache holds the code in every form that is kept: to run, unless the code is only inlined, and to inline, except for
        units."""
        return (self.only_inlined or self.cached) and (self.symbol is not None or self.linkable)

    @property
    def linkable(self) -> bool:
        """Whether the code for inlining seems to be in the cache."""
        return (cache.cache_root() / self.paths('link')[0]).exists()

    @functools.cached_property
    def callees(self) -> 'list[Registered]':
        """The kernels and units called directly.  They are found by name, so a few may not be called at all."""
        closure = self.function.__closure__ or ()
        known = {**self.function.__globals__, **dict(zip(self.function.__code__.co_freevars, closure, strict=True))}
        names = sorted(_global_names(self.function.__code__) | set(self.function.__code__.co_freevars))
        found: dict[Registered, None] = {}
        for name in names:
            value = known.get(name)
            if isinstance(value, ModuleType):
                values = [getattr(value, attribute, None) for attribute in names]
            else:
                values = [getattr(value, 'cell_contents', value)]
            for each in values:
                entry = _by_object.get(id(each))
                if entry is not None and entry is not self:
                    found[entry] = None
        return list(found)

    def load(self) -> None:
        """Load the machine code from the cache, or compile it.  The units that it calls must be loaded already."""
        if self.loaded:
            return
        if not self.cached:
            self.build()
            return
        assert self._run is not None
        if self.symbol is None:
            self._put(objects.load_kernel(self._run, self.function, full_signature(self.result, *self.arguments)))
        else:
            address, self._alive = objects.load_unit(self._run)
            llvmlite.binding.add_symbol(self.symbol, address)
        self._run = None
        self.loaded = True

    def _put(self, result: Any) -> None:
        self.compiled.add_overload(result)
        self.linked = False
        # Deleted last: until then a first call from another thread has to wait.
        vars(self.compiled).pop('_search_new_conversions', None)

    def link(self) -> None:
        """Prepare the kernel for being inlined."""
        if self.linked or self.symbol is not None:
            return
        data = cache.fetch(self.paths('link')[0])
        if data is not None:
            self._link(data)
        elif self.only_inlined or self.loaded:
            # Numba cannot tell two versions of a kernel with one signature apart.
            self._build_to_inline()
        else:
            self.build()

    def _link(self, data: bytes) -> None:
        existing = self.compiled.overloads.get(self.arguments)
        self.compiled.overloads[self.arguments] = objects.link_kernel(data, existing.entry_point if existing else self)
        self.linked = True

    def _link_inlined(self) -> None:
        """Prepare the kernels that this kernel inlines."""
        for callee in self.callees:
            callee.link()

    def make(self) -> None:
        """Compile the code into every form that the cache keeps."""
        if self.only_inlined:
            self._build_to_inline()
        else:
            self.build()

    def _build_to_inline(self) -> None:
        self._link_inlined()
        data = objects.inlinable(self.function, self.arguments, self.result, OPTIONS)
        self._link(data)
        self.compiled_here = True
        self._keep(link=data)

    def build(self) -> None:
        """Compile to machine code.  All units called here or in inlined kernels must be loaded, unless this process runs no kernel."""
        if compiles_only:
            for entry in below([self]):
                if entry.symbol is not None and not entry.loaded:
                    llvmlite.binding.add_symbol(entry.symbol, 16)       # never called: any address will do
        self._link_inlined()
        if self.symbol is None:
            with global_compiler_lock:
                result = self.compiled._compiler.compile(self.arguments, self.result)
                self.save_overload(self.signature, result)
            self._put(result)
        else:
            self.compiled.compile()
            llvmlite.binding.add_symbol(self.symbol, self.compiled.address)
        self._run = None
        self.loaded = self.linked = self.compiled_here = True

    def load_overload(self, sig: Any, target_context: Any) -> None:
        """Required by numba.  This only refreshes the target, since ``load`` does the loading."""
        target_context.refresh()

    def save_overload(self, sig: Any, result: Any) -> None:
        """Required by numba: keep the compiled code in the cache."""
        run, link = objects.dumped(result, self.symbol is not None)
        self._keep(link=link, run=run)

    def _keep(self, **kinds: bytes) -> None:
        try:
            fresh = [cache.keep(self.paths(kind)[0], data) for kind, data in kinds.items() if data]
            if any(fresh):
                _remove_old_versions(cache_folder() / self.folder)
        except OSError as error:
            cache.note_once(f'owlgo: every start compiles anew, since nothing can be kept ({error}); OWLGO_CACHE_DIR may name a folder'
                            ' for it')

    def check(self, args: tuple[Any, ...]) -> None:
        """Raise TypeError if an argument is a record of the wrong size."""
        wanted = [getattr(kind, 'size', None) for kind in self.arguments]
        given = [arg.dtype.itemsize if isinstance(arg, np.void) else None for arg in args]
        if wanted != given:
            raise TypeError(f'{self.name} takes {self.arguments}')


def _remove_old_versions(folder: Path) -> None:
    """Keep the four newest versions of a module's kernels."""
    module = folder.name.rsplit('-', 1)[0]
    versions = [p for p in folder.parent.iterdir() if p.name.rsplit('-', 1)[0] == module]
    versions.sort(key=lambda p: p.stat().st_mtime, reverse=True)
    for old in versions[4:]:
        shutil.rmtree(old, ignore_errors=True)


_registry: list[Registered] = []
_symbols: set[str] = set()
"""Names of the units for the linker."""
_by_object: dict[int, Registered] = {}
loading = threading.RLock()
"""The lock that is held while kernels are loaded or compiled in this process."""


def register(function: Callable[..., Any], signature: Any, symbol: str | None) -> Registered:
    """Register a function to compile: a kernel or, with a symbol, a unit, which is compiled separately and called from kernels."""
    if symbol in _symbols:
        raise ValueError(f'two units are called {symbol}')
    entry = Registered(function, signature, symbol)
    _by_object[id(entry.public)] = entry
    _registry.append(entry)
    if symbol is not None:
        _symbols.add(symbol)
    return entry


def registered(public: Any) -> Registered:
    """Return the ``Registered`` entry of a kernel or unit, given its Python object."""
    return _by_object[id(public)]


def entries() -> Iterator[Registered]:
    """Every registered kernel and unit, callees first."""
    return iter(_registry)


def below(roots: Iterable[Registered]) -> list[Registered]:
    """Return ``roots`` and every kernel and unit that they call, directly or not, callees first."""
    found: dict[Registered, None] = {}

    def visit(entry: Registered) -> None:
        if entry not in found and entry not in under_way:
            under_way.add(entry)
            for callee in entry.callees:
                visit(callee)
            found[entry] = None
    under_way: set[Registered] = set()
    for root in roots:
        visit(root)
    return list(found)


def missing(roots: Iterable[Registered]) -> list[Registered]:
    """Return the kernels and units that must be compiled before ``roots`` can be loaded, callees first."""
    roots = set(roots)
    found: dict[Registered, None] = {}

    def add(entry: Registered) -> None:
        if entry not in found:
            for callee in entry.callees:
                if callee.symbol is None and not callee.linked and not callee.linkable:
                    add(callee)
            found[entry] = None
    for entry in below(roots):
        if (entry.symbol is not None or entry in roots) and not entry.loaded and not entry.cached:
            add(entry)
    return list(found)
