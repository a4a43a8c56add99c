"""Nothing is read that may never end; what is written is written whole or not at all."""
import os
import subprocess
import sys
import threading

import pytest

from owlgo.engine.core.files import UnfitFile, read_file, write_file

try:
    import resource
except ImportError:     # Windows
    resource = None     # type: ignore[assignment]


def test_a_file_is_read_up_to_its_size(tmp_path):
    path = tmp_path / 'file'
    path.write_bytes(b'x' * (1 << 20))
    assert len(read_file(path, 1 << 20)) == 1 << 20
    path.write_bytes(b'x' * (1 << 20) + b'y')
    with pytest.raises(UnfitFile, match='larger than 1 MB'):
        read_file(path, 1 << 20)


def test_folders_pipes_and_devices_are_refused_at_once(tmp_path):
    pipe = tmp_path / 'pipe'
    os.mkfifo(pipe)
    places = [tmp_path, pipe, *(name for name in ('/dev/zero', '/dev/null', '/dev/stdin') if os.path.exists(name))]
    refused = []

    def read():
        for place in places:
            with pytest.raises((UnfitFile, OSError)):
                read_file(place, 1 << 20)
            refused.append(place)
    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    thread.join(10)
    assert refused == places


def test_what_cannot_be_opened_is_the_systems_error(tmp_path, monkeypatch):
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / 'nothing', 1)

    def refuse(path, flags):
        raise PermissionError(13, 'Permission denied', str(path))
    monkeypatch.setattr(os, 'open', refuse)
    with pytest.raises(UnfitFile, match='directory'):
        read_file(tmp_path, 1)
    with pytest.raises(PermissionError):
        read_file(tmp_path / 'file', 1)


def test_a_file_is_written_whole_with_the_rights_of_the_old_one(tmp_path):
    path, link = tmp_path / 'file', tmp_path / 'link'
    before = os.umask(0o027)
    try:
        write_file(path, 'one')
    finally:
        os.umask(before)
    assert path.read_text() == 'one' and path.stat().st_mode & 0o777 == 0o640
    path.chmod(0o604)
    link.symlink_to(path)
    write_file(link, 'zwei \udcff \N{SNOWMAN}')
    assert link.is_symlink() and path.read_text('utf-8') == 'zwei ? \N{SNOWMAN}' and path.stat().st_mode & 0o777 == 0o604
    assert sorted(os.listdir(tmp_path)) == ['file', 'link']


def test_where_nothing_can_be_written_the_error_names_the_file_and_the_old_one_stays(tmp_path, monkeypatch):
    path = tmp_path / 'file'
    path.write_text('old')
    os.mkfifo(tmp_path / 'pipe')
    for place, kind in ((tmp_path, IsADirectoryError), (tmp_path / 'none' / 'file', FileNotFoundError), (tmp_path / 'pipe', OSError),
                        (path / 'below', NotADirectoryError)):
        with pytest.raises(kind) as caught:
            write_file(place, 'new')
        assert caught.value.filename == str(place) and caught.value.strerror
    if os.path.exists('/dev/full'):
        write_file('/dev/null', 'new')
        with pytest.raises(OSError, match='No space left'):
            write_file('/dev/full', 'new')

    def full(*args):
        raise OSError(28, 'No space left on device')
    monkeypatch.setattr(os, 'replace', full)
    with pytest.raises(OSError, match=f'No space left on device: {str(path)!r}'):
        write_file(path, 'new')
    assert path.read_text() == 'old' and sorted(os.listdir(tmp_path)) == ['file', 'pipe']


@pytest.mark.skipif(resource is None, reason='no limits on this system')
def test_a_disk_that_fills_up_while_a_file_is_written_leaves_the_old_one(tmp_path):
    path = tmp_path / 'file'
    path.write_text('old')
    code = 'import resource, signal, sys; from owlgo.engine.core.files import write_file; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); ' \
           'resource.setrlimit(resource.RLIMIT_FSIZE, (50000, 50000)); write_file(sys.argv[1], "x" * 100000)'
    done = subprocess.run([sys.executable, '-c', code, str(path)], capture_output=True, text=True)
    assert 'File too large' in done.stderr and path.read_text() == 'old' and os.listdir(tmp_path) == ['file']
