"""GTP over TCP, with real sockets on ports that the system chooses: what a client does harms no other."""
import contextlib
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from owlgo.engine.core.tests.resident import KNOWN, resident
from owlgo.gtp.address import Address, parse_address

ROOT = Path(__file__).parents[2]
OWLGO = [sys.executable, '-m', 'owlgo.cli.main', '--level', '0']
PATIENCE = 600


@contextlib.contextmanager
def engine(*options):
    process = subprocess.Popen([*OWLGO, *options], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextlib.contextmanager
def listening(*options):
    """A listening engine, and how to get a connection to it."""
    with engine('--gtp-listen', '0', *options) as process:
        found = re.fullmatch(rb'owlgo: listening at 127\.0\.0\.1:(\d+)\n', process.stderr.readline())
        assert found
        yield process, lambda: socket.create_connection(('127.0.0.1', int(found[1])), timeout=PATIENCE)


def answers(connection, count):
    """So many answers, each without its empty line."""
    data = b''
    while data.count(b'\n\n') < count:
        more = connection.recv(1 << 16)
        if not more:
            break
        data += more
    return data.decode().split('\n\n')[:-1]


def ask(connection, *lines):
    connection.sendall(''.join(f'{line}\n' for line in lines).encode())
    return answers(connection, len(lines))


@pytest.mark.parametrize('text, expected', [
    ('80', Address('127.0.0.1', 80)), ('localhost:0', Address('localhost', 0)), ('[::1]:8000', Address('::1', 8000)),
    (':5', Address('127.0.0.1', 5))])
def test_addresses(text, expected):
    assert parse_address(text) == expected and parse_address(str(expected)) == expected


@pytest.mark.parametrize('text', ['', 'x', 'host:', 'host:x', '65536', '-1', '99999999', '::1:80', '1_0', '²', 'host:0'])
def test_what_is_no_address(text):
    with pytest.raises(ValueError, match=r'\[HOST:\]PORT'):
        parse_address(text, 1)


def test_clients_are_served_one_after_the_other_and_quit_ends_the_process():
    with listening('--boardsize', '7') as (process, connect):
        with connect() as first:
            assert ask(first, '1 name', '2 komi 3', 'orientation 2', 'bogus') == ['=1 OwlGo', '=2 ', '= ', '? unknown command']
            with connect() as second:
                second.sendall(b'get_komi\nquery_orientation\n')
                assert ask(first, 'get_komi') == ['= 3'], 'the second one waits'
                first.close()
                assert answers(second, 2) == ['= 0', '= 0'], 'with a session of its own'
        with connect() as third:
            third.sendall(b'query_boardsize\r\nquit\r\nname\n')
            assert answers(third, 2) == ['= 7', '= '] and third.recv(10) == b'', 'closed, and nothing more answered'
        assert process.wait(PATIENCE) == 0 and process.stdout.read() == b''


def test_rubbish_floods_and_broken_connections_harm_nobody():
    with listening() as (process, connect):
        with connect() as rude:
            rude.sendall(b'\x00\xff\xfe\x1b[2J\x01' * 1000 + b'\n' + b'7 \n#\n\n' + b'Name\r\n')
            assert answers(rude, 2)[1] == '? unknown command'
        with connect() as browser:
            browser.sendall(b'POST /x HTTP/1.1\r\nHost: localhost\r\n\r\nname\nquit\n')
            assert browser.recv(100) == b'', 'a web page commands nothing'
        with connect() as flood:
            flood.sendall(b'x' * (3 << 20) + b'\nname\n')
            assert answers(flood, 2) == ['? line too long', '= OwlGo']
        with connect() as reset:
            # Answers that nobody reads, and then a reset.
            reset.sendall(b'list_commands\n' * 2000)
            reset.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b'\x01\x00\x00\x00\x00\x00\x00\x00')
        with connect() as half:
            half.sendall(b'name')
            half.shutdown(socket.SHUT_WR)
            assert answers(half, 1) == ['= OwlGo'] and half.recv(10) == b'', 'the last line needs no end'
        connect().close()
        with connect() as client:
            assert ask(client, 'name', 'quit') == ['= OwlGo', '= ']
        assert process.wait(PATIENCE) == 0
        # Where a source has changed, kernels may have to be compiled: that is said, and nothing else.
        assert not [line for line in process.stderr if not line.startswith(b'# owlgo: compiling kernels')]


@pytest.mark.slow
def test_an_endless_flood_fills_no_memory():
    """The client sends and never reads; the engine reads no more than it can keep."""
    with listening() as (process, connect), connect() as flood:
        flood.settimeout(2)
        sent = 0
        with contextlib.suppress(TimeoutError):
            while sent < 100 << 20:
                sent += flood.send(b'list_commands\n' * 10000)
        assert sent < 50 << 20 and process.poll() is None
        if KNOWN:
            assert resident(process.pid) < 600_000


@pytest.mark.slow
def test_an_interrupt_and_a_stream_over_a_connection():
    with listening('--boardsize', '13') as (_, connect):
        with connect() as client:
            walls = [f'{column}7' for column in 'ABCDEFG'] + [f'G{row}' for row in range(8, 14)]
            assert all(answer == '= ' for answer in ask(client, 'play black C10', *(f'play white {vertex}' for vertex in walls)))
            ask(client, 'owlgo-solve attack C10 1000')       # the kernels are there now
            client.sendall(b'owlgo-solve attack C10 1000000000000\n')
            time.sleep(0.5)
            client.sendall(b'# interrupt\n')
            assert 'unknown' in answers(client, 1)[0] and ask(client, 'name') == ['= OwlGo']
            client.sendall(b'lz-analyze 10\n')
            assert client.recv(1 << 16).startswith(b'=')
        with connect() as after:
            assert ask(after, 'query_boardsize') == ['= 13'], 'the stream of the one that has gone has ended'


def test_a_record_is_there_for_every_client():
    with listening('-l', 'regress/games/straight-three.sgf') as (_, connect):
        for _ in range(2):
            with connect() as client:
                stones = ask(client, 'list_stones b', 'clear_board')[0]
                assert len(stones.split()) > 3


def test_a_controller_is_called():
    with socket.create_server(('127.0.0.1', 0)) as server:
        server.settimeout(PATIENCE)
        for last in (b'quit\n', b''):
            with engine('--gtp-connect', str(server.getsockname()[1])) as process:
                connection, _ = server.accept()
                with connection:
                    connection.settimeout(PATIENCE)
                    assert ask(connection, '3 name') == ['=3 OwlGo']
                    connection.sendall(last)
                    assert not last or answers(connection, 1) == ['= ']
                assert process.wait(PATIENCE) == 0


def failing(*options):
    result = subprocess.run([*OWLGO, *options], cwd=ROOT, capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)
    assert result.stdout == b'' and result.stderr.count(b'\n') == 1 and result.stderr.startswith(b'owlgo: ')
    return result.returncode, result.stderr.decode()


def test_addresses_that_cannot_be_had_get_one_clear_error():
    with socket.create_server(('127.0.0.1', 0)) as server:
        taken = server.getsockname()[1]
        assert failing('--gtp-listen', str(taken)) == (1, f'owlgo: 127.0.0.1:{taken}: Address already in use\n')
    assert failing('--gtp-connect', str(taken)) == (1, f'owlgo: 127.0.0.1:{taken}: Connection refused\n')
    status, message = failing('--gtp-connect', 'no-such-host.invalid:80')
    assert status == 1 and message.startswith('owlgo: no-such-host.invalid:80: ')
    for options in (['--gtp-listen', 'x'], ['--gtp-connect', '0'], ['--gtp-listen', '1', '--gtp-connect', '2']):
        assert failing(*options)[0] == 2
    assert failing('--gtp-input', 'no-such-file')[1] == 'owlgo: no-such-file: No such file or directory\n'
    assert failing('--gtp-input', str(ROOT))[1] == f'owlgo: {ROOT}: Is a directory\n'


def test_commands_come_from_a_file(tmp_path):
    path = tmp_path / 'commands.gtp'
    for text, expected in ((b'name\nquit\nversion\n', 2), (b'1 name\r\n2 komi 3', 2), (b'', 0)):
        path.write_bytes(text)
        result = subprocess.run([*OWLGO, '--gtp-input', str(path)], cwd=ROOT, input=b'name\n' * 5, capture_output=True, timeout=PATIENCE)
        assert result.returncode == 0 and result.stdout.count(b'\n\n') == expected
