"""What is kept on disk is read only if nobody else can have written it, and is written whole or not at all."""
import os
import stat

import pytest

from owlgo.engine.core import cache

pytestmark = pytest.mark.skipif(not cache.CHECKED, reason='the system keeps folders apart itself')


OTHERS = 'others can write there (remove it, or if nobody has: chmod -R go-w)'


@pytest.fixture(autouse=True)
def afresh(monkeypatch):
    monkeypatch.setattr(cache, '_noted', set())


@pytest.fixture
def root(tmp_path):
    return tmp_path / 'made' / 'here'


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize('umask', [0, 0o002, 0o022, 0o177])
def test_folders_and_files_are_the_users_alone(root, umask):
    path = root / 'a' / 'b' / 'kernel.bin'
    before = os.umask(umask)
    try:
        assert cache.write(root, path, b'code') and not cache.write(root, path, b'newer')
    finally:
        os.umask(before)
    assert cache.read(root, path) == b'newer' and os.listdir(path.parent) == ['kernel.bin']
    assert {mode(folder) for folder in (root.parent, root, root / 'a', root / 'a' / 'b')} == {0o700} and mode(path) == 0o600


@pytest.mark.parametrize('place', ['.', 'a', 'a/b'])
@pytest.mark.parametrize('others', [0o770, 0o707, 0o777, 0o1777])
def test_a_folder_where_others_can_write_is_not_used(root, place, others, capfd):
    path = root / 'a' / 'b' / 'kernel.bin'
    cache.write(root, path, b'code')
    (root / place).chmod(others)
    assert cache.read(root, path) is None and cache.read(root, path) is None and cache.write(root, path, b'newer') is False
    (root / place).chmod(0o700)
    assert capfd.readouterr().err == f'owlgo: the cache is not used: {root / place}: {OTHERS}\n', 'once'
    assert cache.read(root, path) == b'code'


def test_what_somebody_else_owns_is_not_used(root, capfd, monkeypatch):
    path = root / 'kernel.bin'
    cache.write(root, path, b'code')
    owner = path.stat().st_uid
    monkeypatch.setattr(os, 'getuid', lambda: owner + 1)
    safe = owner == 0       # root's files are as good as one's own
    assert (cache.read(root, path) == b'code') == safe
    os.chown(path.parent, 12345, -1) if safe else None
    assert cache.read(root, path) is None and not cache.write(root, path, b'x')
    assert capfd.readouterr().err == f'owlgo: the cache is not used: {root}: another user owns it\n'


def test_files_that_others_can_write_links_and_pipes_are_not_read(root, tmp_path, capfd):
    path = root / 'a' / 'kernel.bin'
    cache.write(root, path, b'code')
    path.chmod(0o622)
    assert cache.read(root, path) is None and f'{path}: others can write there' in capfd.readouterr().err
    path.unlink()
    (tmp_path / 'target').write_bytes(b'forged')
    path.symlink_to(tmp_path / 'target')
    assert cache.read(root, path) is None
    path.unlink()
    os.mkfifo(path, 0o600)
    assert cache.read(root, path) is None and 'is no file' in capfd.readouterr().err
    (root / 'b').symlink_to(root / 'a')
    assert cache.read(root, root / 'b' / 'kernel.bin') is None and 'it is a link' in capfd.readouterr().err


def test_the_root_may_be_a_link(root, tmp_path):
    (tmp_path / 'real').mkdir(0o700)
    (tmp_path / 'link').symlink_to(tmp_path / 'real')
    cache.write(tmp_path / 'link', tmp_path / 'link' / 'x', b'code')
    assert cache.read(tmp_path / 'link', tmp_path / 'link' / 'x') == b'code'


def test_a_full_disk_leaves_nothing_behind(root, monkeypatch):
    path = root / 'kernel.bin'
    cache.write(root, path, b'old')

    def full(*args):
        raise OSError(28, 'No space left on device')
    for name in ('replace', 'fchmod'):
        with monkeypatch.context() as patched, pytest.raises(OSError):
            patched.setattr(os, name, full)
            cache.write(root, path, b'new')
        assert os.listdir(root) == ['kernel.bin'] and cache.read(root, path) == b'old'


def test_where_no_folder_can_be_made_nothing_is_kept(tmp_path):
    (tmp_path / 'file').write_text('')
    with pytest.raises(OSError):
        cache.write(tmp_path / 'file' / 'cache', tmp_path / 'file' / 'cache' / 'x', b'code')
    assert cache.read(tmp_path / 'file' / 'cache', tmp_path / 'file' / 'cache' / 'x') is None


def test_a_user_without_a_home_keeps_nothing(tmp_path, monkeypatch):
    monkeypatch.delenv('OWLGO_CACHE_DIR', raising=False)
    monkeypatch.delenv('XDG_CACHE_HOME', raising=False)
    monkeypatch.setattr(os.path, 'expanduser', lambda path: path)
    monkeypatch.chdir(tmp_path)
    root = cache.cache_root()
    with pytest.raises(OSError, match='no home'):
        cache.write(root, root / 'x', b'code')
    assert cache.read(root, root / 'x') is None and os.listdir(tmp_path) == []
