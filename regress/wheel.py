"""Wheels: a pure one, or one that brings compiled kernels along; what ``make wheel`` does.

    python -m owlgo.regress.wheel                         # kernels for the levels of x86-64, compiled where they are not in the cache
    python -m owlgo.regress.wheel --native                # kernels for this very processor
    python -m owlgo.regress.wheel --pure                  # none: they are compiled where it is installed

Kernels and tables lie in ``engine/compiled`` of the wheel as they lie in the cache, by content.  Where Python, numba or the processor is
another one they are not used.
"""
import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from owlgo.engine.core.cache import SHIPPED, cache_root
from owlgo.engine.core.target import CPU_LEVELS, MACHINES

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ('engine', 'patterns', 'gtp', 'regress', 'owlgo', 'pyproject.toml', 'README.md', 'LICENSE')
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
"""Says what a process reads from the cache."""


def compiled(level: str | None) -> list[str]:
    """The paths below the cache of the kernels for a level of x86-64 (None: for this processor) and of all tables, which are made if they
    are not there.
    """
    environment = {**os.environ, 'PYTHONPATH': str(ROOT)}
    if level is not None:
        environment |= {'NUMBA_CPU_NAME': level, 'NUMBA_CPU_FEATURES': ''}
    subprocess.run([sys.executable, '-m', 'owlgo.cli.main', 'warm'], env=environment, cwd=ROOT, check=True)
    said = subprocess.run([sys.executable, '-c', LISTING], env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return said.stdout.split()


def build(folder: Path, levels: Sequence[str | None]) -> Path:
    """Build a wheel in a folder, with kernels for these levels (as for ``compiled``); with none it is pure.  Returns its path.

    Raises CalledProcessError, which has been explained on standard error, if something cannot be compiled or built.
    """
    with tempfile.TemporaryDirectory() as copy:
        place = Path(copy) / 'owlgo'
        place.mkdir()
        for name in SOURCES:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns('tests', '__pycache__', SHIPPED.name))
            else:
                shutil.copy(ROOT / name, place)
        for path in dict.fromkeys(path for level in levels for path in compiled(level)):
            target = place / 'engine' / SHIPPED.name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            # Not with the permissions of the cache, which is the user's alone.
            shutil.copyfile(cache_root() / path, target)
        if levels:
            (place / 'setup.py').write_text(SETUP)
        made = Path(copy) / 'made'
        command = [sys.executable, '-m', 'pip', 'wheel', '--quiet', '--disable-pip-version-check', '--no-deps', '-w', str(made), str(place)]
        subprocess.run(command, check=True)
        wheel, = made.glob('*.whl')
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(wheel, folder / wheel.name))


def main(argv: list[str] | None = None) -> int:
    """Build a wheel; returns the exit status."""
    parser = argparse.ArgumentParser(prog='python -m owlgo.regress.wheel', description='Build a wheel that brings compiled kernels along.')
    parser.add_argument('-o', '--folder', type=Path, default=ROOT / 'dist', metavar='DIR', help='where the wheel goes (dist)')
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument('--pure', action='store_true', help='without kernels: for every platform')
    kind.add_argument('--native', action='store_true', help='kernels for this very processor only')
    args = parser.parse_args(argv)
    # Elsewhere numba's name for the plain processor is not a level that others can be told to have.
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
