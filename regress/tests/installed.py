"""Install wheels where nothing else is, under each Python, and ask them for a verdict and a move (``make installed``).

    python -m owlgo.regress.tests.installed 3.10 3.13             # builds a pure wheel and, with each Python, one with kernels
    python -m owlgo.regress.tests.installed 3.12 --pure           # the pure one only
    python -m owlgo.regress.tests.installed 3.10 --pure --with numba==0.68.0 numpy==1.26.0

Dependencies come from the package index.  The first verdict is timed twice: right after the installation, where Python still compiles
sources to bytecode, and again.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from owlgo.gtp.about import NAME, VERSION
from owlgo.regress import ROOT
from owlgo.regress.tests import wheel
from owlgo.regress.tests.matrix import interpreter

RECORD = ROOT / 'regress' / 'games' / 'alphago-lee-sedol-4.sgf'
VERDICT = ('owlgo', '-l', str(RECORD), '-L', '170', '--decide-owl', 'T14', '--quiet')
GTP = 'boardsize 9\nplay black E5\ngenmove white\nquit\n'


class Failed(Exception):
    """An installation that does not do what it should."""


def environment(python: str, place: Path, *wanted: str) -> Path:
    """Make a virtual environment that holds these packages; return its folder of programs.

    Raises CalledProcessError, explained on standard error, if one cannot be installed.
    """
    subprocess.run([python, '-m', 'venv', str(place)], check=True)
    programs = place / 'bin'
    # Not from sources: numba takes an hour and needs LLVM.
    command = [str(programs / 'pip'), '--disable-pip-version-check', 'install', '--quiet', '--only-binary', 'numba,llvmlite,numpy']
    subprocess.run([*command, *wanted], check=True)
    return programs


def said(programs: Path, cache: Path, *command: str, stdin: str = '') -> str:
    """Return what an installed command prints, far from the checkout.  Raises Failed."""
    environ = {name: value for name, value in os.environ.items() if name != 'PYTHONPATH'} | {'OWLGO_CACHE_DIR': str(cache)}
    whole = [str(programs / command[0]), *command[1:]]
    done = subprocess.run(whole, cwd=programs, env=environ, input=stdin, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f'{" ".join(command)}: {done.stderr}')
    return done.stdout


def check(programs: Path, cache: Path) -> str:
    """Ask an installation for its version, a verdict and a move; return the seconds of the verdict.  Raises Failed."""
    seconds = []
    for _ in range(2):
        begun = time.monotonic()
        verdict = said(programs, cache, *VERDICT)
        seconds.append(f'{time.monotonic() - begun:.1f} s')
        if 'T14 can be attacked at S12' not in verdict:
            raise Failed(f'another verdict: {verdict}')
    if said(programs, cache, 'owlgo', '--version') != f'{NAME} {VERSION}\n':
        raise Failed('another version')
    answers = said(programs, cache, 'owlgo', '--mode', 'gtp', '--level', '0', stdin=GTP)
    if answers.count('= ') + answers.count('=\n') < 4:
        raise Failed(f'GTP: {answers}')
    return f'verdict in {seconds[0]}, again in {seconds[1]}, {"some" if any(cache.rglob("*.run")) else "no"} kernels compiled'


def under(version: str, python: str, pure: Path, kernels: bool, others: Sequence[str]) -> list[str]:
    """Check the pure wheel, and one with kernels for this processor; return what to report.  Raises Failed, CalledProcessError."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        programs = environment(python, place / 'pure', str(pure), *others)
        found = [f'Python {version}, {pure.name}: {check(programs, place / "cache")}']
        if kernels:
            command = [str(programs / 'python'), '-m', 'owlgo.regress.tests.wheel', '--native', '-o', str(place / 'dist')]
            environ = {**os.environ, 'PYTHONPATH': str(ROOT), 'OWLGO_CACHE_DIR': str(place / 'cache')}
            subprocess.run(command, env=environ, cwd=place, check=True)
            built, = (place / 'dist').glob('*.whl')
            programs = environment(python, place / 'fresh', str(built), *others)
            told = check(programs, place / 'nothing')
            if 'no kernels' not in told:
                raise Failed(f'{built.name} compiles: {told}')
            found.append(f'Python {version}, {built.name}, {built.stat().st_size / 1e6:.1f} MB: {told}')
        return found


def main(argv: list[str] | None = None) -> int:
    """Check each version; return 1 if one failed."""
    parser = argparse.ArgumentParser(prog='python -m owlgo.regress.tests.installed', description='Try wheels where nothing else is.')
    parser.add_argument('versions', nargs='+', metavar='VERSION', help='versions of Python, such as 3.12; missing ones are skipped')
    parser.add_argument('--pure', action='store_true', help='no wheels with kernels')
    parser.add_argument('--with', nargs='+', default=[], dest='others', metavar='REQUIREMENT', help='further packages to install')
    args = parser.parse_args(argv)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        pure = wheel.build(Path(folder), [])
        for version in args.versions:
            python = interpreter(version)
            try:
                lines = under(version, python, pure, not args.pure, args.others) if python else [f'Python {version}: not on this machine']
            except (Failed, subprocess.CalledProcessError) as error:
                lines, failed = [f'Python {version}: FAILED: {error}'], True
            sys.stdout.write(''.join(f'{line}\n' for line in lines))
            sys.stdout.flush()
    return int(failed)


if __name__ == '__main__':
    sys.exit(main())
