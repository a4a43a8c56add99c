"""Nothing is read that may never end."""
import os
import threading

import pytest

from engine.core.files import UnfitFile, read_file


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
