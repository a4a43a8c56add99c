"""Compiling kernels: apart from each other, lazily, and cached by the content of their sources.

Two decorators; the cache is our own, since numba's does not notice an edit in another file:

``@kernel(signature)``
    a numba-compiled function that is inlined into its callers: small leaves, and what Python calls.
``@unit(signature)``
    compiled on its own and called through a symbol (about 7 ns a call), so that its callers need not be compiled again with
    everything below them: what is big, or called across modules.

Decorating only registers.  The first call from Python loads or compiles what was registered before the called kernel, in order,
so a process that reads everything from the cache never touches the leaves that are already inlined.  Kernels never raise:
an exception inside a unit is printed and swallowed.

The cache is ``$OWLGO_CACHE_DIR`` or a folder of the user's, one folder per module named by a hash of the module's source and of
all project modules that it imports at top level.  A cache that cannot be written is only read, and one that others could have
written (``engine.core.cache``) is not used.
"""
import hashlib
import os
import pickle
import platform
import re
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding
import numba
import numpy as np
from numba import njit, types
from numba.core import compiler, serialize, sigutils
from numba.core.ccallback import CFunc

from engine.core import cache
from engine.core.cache import cache_root, note_once

PACKAGES = ('engine', 'patterns', 'gtp', 'regress')
KEPT_VERSIONS = 4
"""How many versions of a module's kernels stay in the cache."""

BOUNDSCHECK = bool(getattr(numba.config, 'BOUNDSCHECK', None))
OPTIONS: dict[str, Any] = {'nogil': True, 'error_model': 'numpy', 'boundscheck': BOUNDSCHECK}
UNIT_OPTIONS = {'nopython': True, 'error_model': 'numpy', 'boundscheck': BOUNDSCHECK}

IMPORTS = re.compile(r'^(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n(]*)|import[ \t]+([^\n]+))', re.M)

LoadProgress = Callable[[str, int, int], None]
"""Called with the title of what is loaded or compiled next, how many are done, and how many there are."""


def _machine_tag() -> str:
    """What the machine code depends on besides the sources."""
    cpu = llvmlite.binding.get_host_cpu_name() + str(sorted(llvmlite.binding.get_host_cpu_features().items()))
    facts = (numba.__version__, llvmlite.__version__, platform.machine(), cpu, OPTIONS, os.environ.get('NUMBA_OPT', ''))
    digest = hashlib.sha256(repr(facts).encode()).hexdigest()[:10]
    return f'{sys.implementation.cache_tag}-{digest}' + ('-boundscheck' if BOUNDSCHECK else '')


def cache_folder() -> Path:
    """Where the kernels of this machine, numba and Python are kept."""
    return cache_root() / _tag


class SourceKeys:
    """The content key of a module: a hash of its source and of all project modules it imports at top level."""

    def __init__(self, root: Path):
        self.root = root
        self.sources: dict[str, tuple[bytes, list[str]]] = {}

    def _path(self, module: str) -> Path | None:
        base = self.root.joinpath(*module.split('.'))
        for path in (base.with_suffix('.py'), base / '__init__.py'):
            if path.is_file():
                return path
        return None

    def _read(self, module: str) -> tuple[bytes, list[str]]:
        """The module's source and the project modules that it imports."""
        if module not in self.sources:
            path = self._path(module)
            source = path.read_bytes() if path else b''
            found = []
            for package, names, plain in IMPORTS.findall(source.decode()):
                if package:
                    found += [package] + [f'{package}.{name.split()[0]}' for name in names.strip('()').split(',') if name.split()]
                else:
                    found += [name.split()[0] for name in plain.split(',')]
            known = sorted({name for name in found if name.split('.')[0] in PACKAGES and self._path(name)})
            self.sources[module] = (source, known)
        return self.sources[module]

    def closure(self, module: str) -> set[str]:
        """The module and all project modules that it imports, directly or not."""
        found, queue = {module}, [module]
        while queue:
            for name in self._read(queue.pop())[1]:
                if name not in found:
                    found.add(name)
                    queue.append(name)
        return found

    def key(self, module: str) -> str:
        digest = hashlib.sha256()
        for name in sorted(self.closure(module)):
            digest.update(f'{name} {len(self._read(name)[0])}\n'.encode() + self._read(name)[0])
        return digest.hexdigest()[:16]


class KernelCache:
    """The compiled form of one function on disk; what numba asks of the cache of a dispatcher or a C callback."""

    def __init__(self, root: Path, folder: Path, name: str):
        self.root, self.folder = root, folder
        self.path = folder / f'{name}.bin'
        self.hits = 0
        self._body: bytes | None = None

    def ready(self) -> bool:
        """Whether the function is there and undamaged; what was read is kept for ``load_overload``."""
        if self._body is None:
            data = cache.read(self.root, self.path)
            if data is not None and hashlib.sha256(data[32:]).digest() == data[:32]:
                self._body = data[32:]
        return self._body is not None

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function, or None: not there, damaged, or for another machine."""
        target_context.refresh()
        self.ready()
        body, self._body = self._body, None
        if body is None:
            return None
        self.hits += 1
        return compiler.CompileResult._rebuild(target_context, *pickle.loads(body))

    def save_overload(self, sig: Any, result: Any) -> None:
        body = serialize.dumps(result._reduce())
        try:
            if cache.write(self.root, self.path, hashlib.sha256(body).digest() + body):
                _remove_old_versions(self.folder)
        except OSError as error:
            note_once(f'owlgo: every start compiles anew, since nothing can be kept ({error}); OWLGO_CACHE_DIR may name a folder for it')

    def enable(self) -> None:
        """Part of numba's interface: this cache is always on."""

    def disable(self) -> None:
        """Part of numba's interface: this cache is always on."""

    def flush(self) -> None:
        self.path.unlink(missing_ok=True)


def _remove_old_versions(folder: Path) -> None:
    module = folder.name.rsplit('-', 1)[0]
    versions = [p for p in folder.parent.iterdir() if p.name.rsplit('-', 1)[0] == module]
    versions.sort(key=lambda p: p.stat().st_mtime, reverse=True)
    for old in versions[KEPT_VERSIONS:]:
        shutil.rmtree(old, ignore_errors=True)


def _module_name(function: Callable[..., Any]) -> str:
    """The name by which a function's module is imported, also if it is being run as a script: two scripts must not share a cache."""
    if function.__module__ != '__main__':
        return function.__module__
    spec = sys.modules['__main__'].__spec__
    return spec.name if spec else Path(function.__code__.co_filename).stem


class Registered:
    """One registered kernel or unit."""

    def __init__(self, function: Callable[..., Any], signature: Any, symbol: str | None):
        self.function = function
        self.signature = signature
        self.symbol = symbol
        self.loaded = False
        self.compiled_here = False
        self.module = module = _module_name(function)
        root = Path(function.__code__.co_filename).resolve().parents[module.count('.')]
        self.keys = keys = _keys.setdefault(root, SourceKeys(root))
        self.cache = KernelCache(cache_root(), cache_folder() / f'{module}-{keys.key(module)}', function.__qualname__)
        self.compiled: Any
        if symbol is None:
            self.compiled = njit(**OPTIONS)(function)
            self.compiled._cache = self.cache
            self.compiled._compile_for_args = self._first_call
        else:
            self.compiled = CFunc(function, sigutils.normalize_signature(signature), locals={}, options=UNIT_OPTIONS)
            self.compiled._cache = self.cache

    @property
    def name(self) -> str:
        return f'{self.function.__module__}.{self.function.__qualname__}'

    @property
    def cached(self) -> bool:
        return self.cache.ready()

    def load(self) -> None:
        """Take the machine code from the cache or compile it; everything that it calls is loaded already."""
        if self.loaded:
            return
        hits = self.cache.hits
        if self.symbol is None:
            self.compiled.compile(self.signature)
            self.compiled.disable_compile()
            # Deleted last: until then another thread's first call must reach ``_first_call`` and wait.
            del self.compiled._compile_for_args
        else:
            self.compiled.compile()
            llvmlite.binding.add_symbol(self.symbol, self.compiled.address)
        self.compiled_here = self.cache.hits == hits
        self.loaded = True

    def _first_call(self, *args: Any) -> Any:
        """What numba calls when a call from Python finds no machine code; returns the code to call."""
        load(self)
        entry_point, = (result.entry_point for result in self.compiled.overloads.values())
        wanted = [getattr(kind, 'size', None) for kind in self.signature.args]
        given = [arg.dtype.itemsize if isinstance(arg, np.void) else None for arg in args]
        if wanted != given:
            raise TypeError(f'{self.name} takes {self.signature.args}')
        return entry_point


_registry: list[Registered] = []
_keys: dict[Path, SourceKeys] = {}
_tag = _machine_tag()
_loading = threading.RLock()


def load(upto: Registered | None = None, progress: LoadProgress | None = None) -> None:
    """Load or compile every unit registered up to ``upto`` (default: everything, leaves too), in order.

    A unit that is not in the cache needs its leaves compiled first; others are left alone.
    """
    wanted = _registry if upto is None else _registry[:_registry.index(upto) + 1]
    with _loading:
        for number, entry in enumerate(wanted):
            if entry.loaded or (entry.symbol is None and entry is not upto and upto is not None):
                continue
            if progress:
                progress(entry.name, number, len(wanted))
            if not entry.cached:
                for leaf in wanted[:number]:
                    leaf.load()
            entry.load()
    if progress:
        progress('', len(wanted), len(wanted))


def entries() -> Iterator[Registered]:
    """Every registered kernel and unit, callees first."""
    return iter(_registry)


def closure(module: str) -> set[str]:
    """The registered modules whose kernels those of a registered module may call, itself among them."""
    entry = next(entry for entry in _registry if entry.module == module)
    return entry.keys.closure(module) & {entry.module for entry in _registry}


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Register a function to be compiled with this one signature and inlined into its callers."""
    def register(function: Callable[..., Any]) -> Any:
        entry = Registered(function, signature, None)
        _registry.append(entry)
        return entry.compiled
    return register


def unit(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Register a function to be compiled apart; returns the external function that kernels call (Python cannot)."""
    def register(function: Callable[..., Any]) -> types.ExternalFunction:
        symbol = f'owlgo_{function.__module__}_{function.__qualname__}'.replace('.', '_')
        if any(entry.symbol == symbol for entry in _registry):
            raise ValueError(f'two units are called {symbol}')
        _registry.append(Registered(function, signature, symbol))
        return types.ExternalFunction(symbol, signature)
    return register
