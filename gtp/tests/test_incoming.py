"""Lines as they come, in whatever pieces; what waits is bounded."""
import io
import random
import socket
import threading
import time

import pytest

from owlgo.gtp import incoming
from owlgo.gtp.incoming import TOO_LONG, Incoming
from owlgo.gtp.network import Lines


def everything(lines):
    found = []
    while (line := lines.get()) is not None:
        found.append(line)
    lines.thread.join(10)
    assert not lines.thread.is_alive()
    return found


@pytest.mark.parametrize('text', [b'', b'a', b'a\n', b'\n\nb\r\n', b'x' * 50 + b'\n' + b'y' * 9 + b'\nz', b'w' * 100, b'v' * 10 + b'\nu\n'])
def test_lines_and_what_is_too_long(text, monkeypatch):
    monkeypatch.setattr(incoming, 'MOST_LINE', 10)
    wanted = [line + b'\n' for line in text.split(b'\n')[:-1]] + [line for line in text.split(b'\n')[-1:] if line]
    wanted = [line if len(line) < 10 or len(line) == 10 and line.endswith(b'\n') else TOO_LONG for line in wanted]
    assert everything(Incoming(io.BytesIO(text).readline, threading.Event())) == wanted


@pytest.mark.parametrize('seed', range(5))
def test_a_connection_has_the_lines_of_a_stream(seed, monkeypatch):
    """Cut into random pieces, as networks do."""
    monkeypatch.setattr(incoming, 'MOST_LINE', 64)
    choose = random.Random(seed)
    text = b''.join(choose.choice([b'\n', b'name\n', b'play b D4\r\n', b'q' * choose.randrange(200), bytes(choose.randbytes(9))])
                    for _ in range(300))
    with socket.create_server(('127.0.0.1', 0)) as server, socket.create_connection(server.getsockname()) as client:
        connection, _ = server.accept()
        with connection:
            lines = Incoming(Lines(connection).readline, threading.Event())
            rest = text
            while rest:
                piece, rest = rest[:(size := choose.randrange(1, 100))], rest[size:]
                client.sendall(piece)
            client.shutdown(socket.SHUT_WR)
            assert everything(lines) == everything(Incoming(io.BytesIO(text).readline, threading.Event()))


def test_what_waits_is_bounded_and_nobody_waits_for_who_has_stopped(monkeypatch):
    monkeypatch.setattr(incoming, 'MOST_WAITING', 1000)
    sent, ended = [], threading.Event()

    def endless(most):
        sent.append(1)
        return b'' if ended.is_set() else b'x' * 99 + b'\n'
    lines = Incoming(endless, threading.Event())
    time.sleep(0.3)
    assert len(sent) <= 12 and lines.waiting
    for _ in range(5):
        assert lines.get() == b'x' * 99 + b'\n'
    time.sleep(0.3)
    assert 12 < len(sent) <= 17
    ended.set()
    lines.stop()
    lines.thread.join(10)
    assert not lines.thread.is_alive()


def test_an_interrupt_is_seen_as_soon_as_it_comes():
    interrupted = threading.Event()
    lines = Incoming(io.BytesIO(b'name\n# interrupt\r\nversion\n').readline, interrupted)
    assert interrupted.wait(10) and everything(lines) == [b'name\n', b'# interrupt\r\n', b'version\n']


def test_a_stream_that_breaks_is_an_end():
    def broken(most):
        raise ConnectionResetError
    assert everything(Incoming(broken, threading.Event())) == []
