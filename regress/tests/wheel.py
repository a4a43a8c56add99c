"""Build wheels, pure or with compiled kernels (``make wheel``).

    python -m owlgo.regress.tests.wheel                         # kernels for the levels of x86-64, from the cache or compiled
    python -m owlgo.regress.tests.wheel --native                # kernels for this processor
    python -m owlgo.regress.tests.wheel --pure                  # no kernels; they are compiled after installation

Kernels and tables lie in ``engine/compiled`` of the wheel, named by content as in the cache.  Another Python, numba or processor does not
use them, so a wheel with kernels requires the very numba that compiled them.
"""
import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import llvmlite
import numba

from owlgo.engine.core.cache import SHIPPED, cache_root
from owlgo.engine.core.target import CPU_LEVELS, MACHINES
from owlgo.regress import ROOT

SETUP = '''from setuptools import Distribution, setup
class Binary(Distribution):
    def has_ext_modules(self):
        return True
setup(distclass=Binary)
'''
"""Makes setuptools name the platform and Python's version."""
LISTING = """
from owlgo.engine import warm
from owlgo.engine.core import store
found, fetch = [], store.fetch
store.fetch = lambda key: found.append(f'{store.TABLE_FOLDER}/{key}.bin') or fetch(key)
from owlgo.engine.life.move_prior import new_record as prepare
from owlgo.patterns.library import LIBRARY, PATTERN_DATABASES
for name in PATTERN_DATABASES:
    LIBRARY.get(name)
warm.read_eye_table()
warm.rehearse()
prepare()
found += [warm.stamp(), *(entry.paths('run')[0] for entry in warm.kernels())]
print(*found, sep='\\n')
"""
"""A program that lists what OwlGo reads from the cache."""


def compiled(level: str | None) -> list[str]:
    """Compile what is missing; return cache paths of all tables, and of kernels for a level of x86-64 (None: this processor)."""
    environment = {**os.environ, 'PYTHONPATH': str(ROOT)}
    if level is not None:
        environment |= {'NUMBA_CPU_NAME': level, 'NUMBA_CPU_FEATURES': ''}
    subprocess.run([sys.executable, '-m', 'owlgo.cli.main', 'warm'], env=environment, cwd=ROOT, check=True)
    said = subprocess.run([sys.executable, '-c', LISTING], env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return said.stdout.split()


def pinned(project: str) -> str:
    """Return the text of pyproject.toml with the compiling versions of numba and llvmlite as the only ones.

    Raises ValueError if the text requires no range of numba.
    """
    exact = f'"numba=={numba.__version__}",\n    "llvmlite=={llvmlite.__version__}",'
    text, count = re.subn(r'"numba>=[^"]*",', exact, project)
    if count != 1:
        raise ValueError('pyproject.toml: numba is not required once')
    return text


def build(folder: Path, levels: Sequence[str | None]) -> Path:
    """Build a wheel with kernels for these levels, a pure one without levels, and return its path.

    Raises CalledProcessError, explained on standard error, if something cannot be compiled or built.
    """
    with tempfile.TemporaryDirectory() as copy:
        place = Path(copy) / 'owlgo'
        place.mkdir()
        for name in ('engine', 'patterns', 'gtp', 'regress', 'owlgo', 'pyproject.toml', 'README.md', 'LICENSE'):
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns('tests', '__pycache__', SHIPPED.name))
            else:
                shutil.copy(ROOT / name, place)
        for path in dict.fromkeys(path for level in levels for path in compiled(level)):
            target = place / 'engine' / SHIPPED.name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            # Without the cache's permissions, which are for its user alone.
            shutil.copyfile(cache_root() / path, target)
        if levels:
            (place / 'setup.py').write_text(SETUP)
            project = place / 'pyproject.toml'
            project.write_text(pinned(project.read_text('utf-8')), 'utf-8')
        made = Path(copy) / 'made'
        command = [sys.executable, '-m', 'pip', 'wheel', '--quiet', '--disable-pip-version-check', '--no-deps', '-w', str(made), str(place)]
        subprocess.run(command, check=True)
        wheel, = made.glob('*.whl')
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(wheel, folder / wheel.name))


def main(argv: list[str] | None = None) -> int:
    """Build a wheel; return the exit status."""
    parser = argparse.ArgumentParser(prog='python -m owlgo.regress.tests.wheel',
                                     description='Build a wheel that brings compiled kernels along.')
    parser.add_argument('-o', '--folder', type=Path, default=ROOT / 'dist', metavar='DIR', help='where the wheel goes (dist)')
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument('--pure', action='store_true', help='without kernels: for every platform')
    kind.add_argument('--native', action='store_true', help='kernels for this very processor only')
    args = parser.parse_args(argv)
    # Other processors have no levels that numba can name.
    levels: list[str | None] = [] if args.pure else [None] if args.native or platform.machine() not in MACHINES else [*CPU_LEVELS]
    try:
        wheel = build(args.folder, levels)
    except subprocess.CalledProcessError as error:
        sys.stderr.write(f'regress.wheel: {error}\n')
        return 1
    sys.stdout.write(f'{wheel}: {wheel.stat().st_size / 1e6:.1f} MB\n')
    return 0


if __name__ == '__main__':
    sys.exit(main())
