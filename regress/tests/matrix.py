"""Run the quick tests under several versions of Python (``make matrix``).

    python -m owlgo.regress.tests.matrix 3.10 3.13              # each in its environment .venv/matrix/VERSION
    python -m owlgo.regress.tests.matrix 3.12 -- gtp/tests      # only these tests

Versions come from PATH, pyenv and uv.  A version that is missing or has no numba package is skipped and named.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

from owlgo.regress import ROOT


def interpreter(version: str) -> str | None:
    """Find a Python of a minor version, such as 3.12; None without one."""
    found = shutil.which(f'python{version}')
    candidates = [found] if found else []
    for place in ('~/.pyenv/versions/{}.*/bin/python', '~/.local/share/uv/python/cpython-{}.*/bin/python3'):
        base = Path(place.format(version)).expanduser()
        anchor = Path(base.anchor)
        candidates += map(str, sorted(anchor.glob(str(base.relative_to(anchor)))))
    return next((path for path in candidates if _is(path, version)), None)


def _is(path: str, version: str) -> bool:
    """Return whether a program is a Python of this version; a shim of pyenv may be none."""
    said = subprocess.run([path, '-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], capture_output=True, text=True)
    return said.returncode == 0 and said.stdout.strip() == version


def environment(version: str, python: str) -> Path | None:
    """Return the interpreter of an environment with OwlGo and its test tools; None if numba has no package for it."""
    place = ROOT / '.venv' / 'matrix' / version
    inside = place / 'bin' / 'python'
    stamp = place / 'installed'
    if not stamp.exists() or stamp.stat().st_mtime < (ROOT / 'pyproject.toml').stat().st_mtime:
        subprocess.run([python, '-m', 'venv', str(place)], check=True)
        pip = [str(inside), '-m', 'pip', '--disable-pip-version-check', 'install', '--quiet']
        # Not from sources: numba takes an hour and needs LLVM.
        if subprocess.run([*pip, '--only-binary', 'numba,llvmlite,numpy', '-e', f'{ROOT}[dev]']).returncode:
            return None
        stamp.touch()
    return inside


def main(argv: list[str]) -> int:
    """Test under each version; return 1 if a test failed."""
    versions, _, tests = (list(part) for part in _cut(argv))
    results = {}
    for version in versions:
        python = interpreter(version)
        inside = environment(version, python) if python else None
        if inside is None:
            results[version] = 'skipped: not on this machine' if python is None else 'skipped: numba has no package for it'
        else:
            sys.stdout.write(f'Python {version}: {python}\n')
            sys.stdout.flush()
            done = subprocess.run([str(inside), '-m', 'pytest', '-m', 'not slow', *tests], cwd=ROOT, env={**os.environ, 'PYTHONPATH': ''})
            results[version] = 'passed' if done.returncode == 0 else 'FAILED'
    sys.stdout.write(''.join(f'Python {version}: {how}\n' for version, how in results.items()))
    return int('FAILED' in results.values())


def _cut(argv: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Split the arguments at ``--``."""
    place = argv.index('--') if '--' in argv else len(argv)
    return argv[:place], argv[place:place + 1], argv[place + 1:]


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
