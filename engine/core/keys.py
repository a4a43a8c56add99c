"""Names for compiled code: hashes of a module's source and of all project modules that it imports at top level."""
import hashlib
import re
from pathlib import Path

PACKAGE = 'owlgo.'
"""Prefix of the project's module names, left out of the names of kernels and their files."""
PLUMBING = frozenset(f'engine.core.{name}' for name in (
    'jit', 'registry', 'compile_ahead', 'objects', 'pipeline', 'keys', 'target', 'cache', 'waiting', 'store'))
"""Modules that compile and load kernels.  The hashes leave them out, since ``target.CODE_FORMAT`` is their version."""
IMPORTS = re.compile(r'^(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n(]*)|import[ \t]+([^\n]+))', re.M)
"""Matches an import at top level."""


class SourceKeys:
    """Computes the hashes of modules below a root folder, which is the installed package or a checkout."""

    def __init__(self, root: Path):
        self.root = root
        self.sources: dict[str, tuple[bytes, list[str]]] = {}
        self.keys: dict[str, str] = {}

    def _path(self, module: str) -> Path | None:
        base = self.root.joinpath(*module.split('.'))
        for path in (base.with_suffix('.py'), base / '__init__.py'):
            if path.is_file():
                return path
        return None

    def _read(self, module: str) -> tuple[bytes, list[str]]:
        """Return the digest of a module's source, and the project modules that it imports."""
        if module not in self.sources:
            path = self._path(module)
            source = path.read_bytes() if path else b''
            found = []
            for package, names, plain in IMPORTS.findall(source.decode()):
                if package:
                    found += [package] + [f'{package}.{name.split()[0]}' for name in names.strip('()').split(',') if name.split()]
                else:
                    found += [name.split()[0] for name in plain.split(',')]
            found = [name.removeprefix(PACKAGE) for name in found]
            folders = 'engine', 'patterns', 'gtp', 'regress'
            known = sorted({name for name in found if name.split('.')[0] in folders and name not in PLUMBING and self._path(name)})
            self.sources[module] = (hashlib.sha256(source).digest(), known)
        return self.sources[module]

    def closure(self, module: str) -> set[str]:
        """Return a module and all project modules that it imports, directly or not."""
        found, queue = {module}, [module]
        while queue:
            for name in self._read(queue.pop())[1]:
                if name not in found:
                    found.add(name)
                    queue.append(name)
        return found

    def key(self, module: str) -> str:
        """Return a hash of the sources of a module and of all project modules that it imports."""
        if module not in self.keys:
            digest = hashlib.sha256()
            for name in sorted(self.closure(module)):
                digest.update(name.encode() + b'\n' + self._read(name)[0])
            self.keys[module] = digest.hexdigest()[:16]
        return self.keys[module]
