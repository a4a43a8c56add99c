"""GTP over TCP as in GNU Go: listen for controllers (``--gtp-listen``), or call one (``--gtp-connect``).

A listening engine serves its clients one after the other, each with its own session.  ``quit`` ends the process.  There is no password
and no encryption, and commands read and write files, so the default host is this machine alone.
"""
import contextlib
import os
import re
import select
import socket
import sys
from collections.abc import Callable
from typing import NoReturn

from owlgo.engine.core.printable import printable, say
from owlgo.gtp.address import Address
from owlgo.gtp.incoming import Incoming
from owlgo.gtp.server import Kernels, leave, new_kernels, serve
from owlgo.gtp.session import Session


class Unreachable(Exception):
    """Raised for an address that cannot be used; its text is one line."""

    def __init__(self, address: Address, error: OSError) -> None:
        # Python's text repeats the address in some reasons; only an unknown name has no plain reason.
        reason = error.strerror if isinstance(error, socket.gaierror) or not error.errno else os.strerror(error.errno)
        super().__init__(printable(f'{address}: {reason or error}'))
        self.said = address, error

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.said


class Lines:
    """Reads and writes lines on a connection.  The socket never blocks, so reading and writing never wait for each other."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)       # to notice the loss of a machine
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._pending = bytearray()
        self._searched = 0

    def readline(self, most: int) -> bytes:
        """Read a line, or ``most`` bytes of it, like a binary stream.  Raises OSError."""
        while True:
            end = self._pending.find(b'\n', self._searched, most) + 1
            if not end and len(self._pending) >= most:
                end = most
            if end:
                return self._take(end)
            self._searched = len(self._pending)
            select.select([self.connection], [], [])
            try:
                data = self.connection.recv(1 << 16)
            except (BlockingIOError, InterruptedError):
                continue
            if not data:
                return self._take(len(self._pending))
            self._pending += data

    def _take(self, count: int) -> bytes:
        line = bytes(self._pending[:count])
        del self._pending[:count]
        self._searched = 0
        # Any web page can make a browser send commands to this machine: obey none.
        if re.match(rb'[A-Z]+ \S+ HTTP/[0-9.]+\r?\n', line):
            raise ConnectionError('a browser')
        return line

    def write(self, data: bytes) -> None:
        """Send all.  Raises OSError if the client is gone or reads nothing for a minute."""
        rest = memoryview(data)
        while rest:
            _, ready, _ = select.select([], [self.connection], [], 60.0)
            if not ready:
                raise TimeoutError('the client does not read')
            with contextlib.suppress(BlockingIOError, InterruptedError):
                rest = rest[self.connection.send(rest):]


def converse(connection: socket.socket, session: Session, kernels: Kernels) -> None:
    """Serve one client until it quits or is gone, and close its connection."""
    begun: list[Incoming] = []
    with connection:
        try:
            lines = Lines(connection)
            serve(lines.readline, lines.write, session, kernels, begun.append)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass            # The client is gone.
        # Closing with unread input would discard the last answers: give the client two seconds to close first.
        for thread in (incoming.thread for incoming in begun):
            thread.join(2.0)
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            thread.join()


def server_at(address: Address) -> socket.socket:
    """Return a listening socket.  Raises Unreachable."""
    try:
        family, *_, place = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(place[:2], family=family)
    except (OSError, UnicodeError) as error:
        raise Unreachable(address, error if isinstance(error, OSError) else OSError(str(error))) from None


def listen(address: Address, make: Callable[[], Session]) -> NoReturn:
    """Serve clients one after the other, each with a new session, until one quits.

    Print the address on standard error, since port 0 takes any free port.  Raises Unreachable.
    """
    server = server_at(address)
    say(f'owlgo: listening at {Address(*server.getsockname()[:2])}', sys.stderr)
    sys.stderr.flush()

    def work() -> None:
        session = make()
        kernels = new_kernels(session)
        with server:
            while not session.quitting:
                try:
                    connection, _ = server.accept()
                except ConnectionError:
                    continue        # The client left while it waited.
                converse(connection, session, kernels)
                if not session.quitting:
                    session = make()
    leave(work)


def call(address: Address, session: Session) -> NoReturn:
    """Serve the controller at an address.  Raises Unreachable."""
    try:
        connection = socket.create_connection(address)
    except (OSError, UnicodeError) as error:
        raise Unreachable(address, error if isinstance(error, OSError) else OSError(str(error))) from None
    leave(lambda: converse(connection, session, new_kernels(session)))
