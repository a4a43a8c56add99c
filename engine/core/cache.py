"""The user's folder of compiled kernels and tables.  Its files run as code, so files that another user could have written are not read.

An unsafe folder is neither read nor written, and one line on standard error names it.  On Windows, which protects a user's folders itself,
nothing is checked.

A wheel may contain the same files, in ``engine/compiled`` (``SHIPPED``).  They are checked for damage only.  Every file begins with the
SHA-256 digest of its content.
"""
import functools
import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

CHECKED = hasattr(os, 'getuid')
"""Whether the owners and access rights of files are checked."""
SHIPPED = Path(__file__).resolve().parents[1] / 'compiled'
"""The folder of compiled files in a wheel."""

_noted: set[str] = set()


def note_once(text: str) -> None:
    """Print a line on standard error, but the same line only once."""
    if text not in _noted:
        _noted.add(text)
        print(text, file=sys.stderr, flush=True)


def cache_root() -> Path:
    """Return the folder of compiled files: ``$OWLGO_CACHE_DIR``, or ``owlgo`` in the user's cache folder."""
    named = os.environ.get('OWLGO_CACHE_DIR')
    if named:
        return Path(named)
    if sys.platform == 'win32':
        base = os.environ.get('LOCALAPPDATA') or Path('~/AppData/Local')
    elif sys.platform == 'darwin':
        base = Path('~/Library/Caches')
    else:
        base = os.environ.get('XDG_CACHE_HOME') or Path('~/.cache')
    # Path.home() would raise for a user without a home; here the ~ stays, and nothing is kept (``write``).
    return Path(os.path.expanduser(base)) / 'owlgo'


def _from(root: Path, folder: Path) -> Iterator[Path]:
    """Yield the root, and each folder below it down to ``folder``."""
    yield root
    if folder != root:
        for name in folder.relative_to(root).parts:
            root = root / name
            yield root


def _danger(facts: os.stat_result) -> str:
    """Return the reason why another user could have written to a file or folder, or '' if no other user could."""
    if not CHECKED:
        return ''
    if facts.st_uid not in (0, os.getuid()):
        return 'another user owns it'
    writable = facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return 'others can write there (remove it, or if nobody has: chmod -R go-w)' if writable else ''


def is_safe(root: Path, folder: Path) -> bool:
    """Whether a folder of the cache is safe to use: no other user can have written in it.  The folder need not exist.  The reason for a
    refusal is printed once."""
    for place in _from(root, folder):
        try:
            # The root may be a link made by the user; folders below it were made here.
            facts = place.stat() if place == root else place.lstat()
        except OSError:
            return True         # nothing to read; writing will report the error
        if CHECKED and stat.S_ISLNK(facts.st_mode):
            reason = 'it is a link'
        else:
            reason = _danger(facts)
        if reason:
            note_once(f'owlgo: the cache is not used: {place}: {reason}')
            return False
    return True


def read(root: Path, path: Path) -> bytes | None:
    """Return the content of a file of the cache, or None if the file is missing, unreadable, or could have been written by another user."""
    if not is_safe(root, path.parent):
        return None
    flags = os.O_RDONLY
    for name in ('O_NOFOLLOW', 'O_NONBLOCK', 'O_BINARY'):
        flags |= getattr(os, name, 0)
    try:
        with open(os.open(path, flags), 'rb') as file:
            facts = os.fstat(file.fileno())
            reason = _danger(facts) if stat.S_ISREG(facts.st_mode) else 'it is no file'
            if reason:
                note_once(f'owlgo: not used: {path}: {reason}')
                return None
            return file.read()
    except OSError:
        return None


def write(root: Path, path: Path, data: bytes) -> bool:
    """Write a file into the cache, whole or not at all.  Return whether a folder was made for it.  Unsafe folders are left alone.

    Raises OSError if the file cannot be written, and leaves nothing behind.
    """
    if str(root).startswith('~'):
        raise OSError('there is no home folder')
    fresh = _make_private(path.parent)
    if not is_safe(root, path.parent):
        return False
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with open(handle, 'wb') as file:
            if CHECKED:
                os.fchmod(handle, 0o600)     # whatever the umask
            file.write(data)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
    return fresh


def keep(path: str, body: bytes) -> bool:
    """Write a file with its digest into the user's cache, at a path below the cache's root.  Return whether a folder was made for it."""
    root = cache_root()
    return write(root, root / path, hashlib.sha256(body).digest() + body)


def fetch(*paths: str) -> bytes | None:
    """Return the content of the first undamaged file at these paths, in the user's cache or among the files shipped with OwlGo."""
    root = cache_root()
    for path in paths:
        body = _whole(read(root, root / path))
        if body is None and has_shipped():
            try:
                body = _whole((SHIPPED / path).read_bytes())
            except OSError:
                continue
        if body is not None:
            return body
    return None


@functools.cache
def has_shipped() -> bool:
    """Whether compiled files were shipped with OwlGo."""
    return SHIPPED.is_dir()


def _whole(data: bytes | None) -> bytes | None:
    """Return the content that follows a file's digest, or None if content and digest do not match."""
    if data is None or hashlib.sha256(data[32:]).digest() != data[:32]:
        return None
    return data[32:]


def can_keep(root: Path) -> bool:
    """Whether a cache, which need not exist yet, can be written."""
    if str(root).startswith('~') or not is_safe(root, root):
        return False
    place = root.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    return place.is_dir() and os.access(place, os.W_OK)


def _make_private(folder: Path) -> bool:
    """Make a folder and its missing parents for the user alone.  Return whether the folder was missing.  Raises OSError."""
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        if folder == folder.parent:
            break
        folder = folder.parent
    for place in reversed(missing):
        try:
            place.mkdir(0o700)
        except FileExistsError:
            if not place.is_dir():
                raise
        else:
            place.chmod(0o700)         # whatever the umask
    return bool(missing)
