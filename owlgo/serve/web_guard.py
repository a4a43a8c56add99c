"""Guards the web page's server: who may ask, how much may be sent, and what a browser may do with the answers."""
import ipaddress
import json
import socket
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]
"""An ASGI application."""
HEADERS = {
    'content-security-policy': "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
                               "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin', 'cross-origin-opener-policy': 'same-origin', 'cache-control': 'no-store',
}
"""Headers of every answer: the page loads nothing but its own files, and no other page frames it or reads from it."""


def is_loopback(host: str) -> bool:
    """Return whether a host name or address means this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == 'localhost'


def _split(authority: str) -> tuple[str, int | None]:
    """Return host and port of a Host header; no port means 80, and None one that cannot be read."""
    host, colon, port = authority.rpartition(':')
    if not colon or authority.endswith(']'):
        host, port = authority, '80'
    return host.strip('[]').lower(), int(port) if port.isascii() and port.isdigit() and len(port) <= 5 else None


class Guard:
    """Passes on requests that this server's own page, or a program on its behalf, has sent; refuses the others.

    A page of another site can make a browser send requests here, also under a name of its own that leads to this address.  So the Host
    header must name this server: as localhost or a loopback address if only this machine is served, else by the name given, the machine's
    own, also with .local, or any address, which no foreign site can own.  An Origin header must agree.
    """

    def __init__(self, app: App, host: str, port: int) -> None:
        self.app, self.host, self.port = app, host.lower(), port
        own = socket.gethostname().lower()
        self.names = {'localhost', self.host, own, f'{own.partition(".")[0]}.local'}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope['type'] != 'http':
            return
        why = self._refused(scope)
        answer = _with_headers(send)
        if why is None:
            await self.app(scope, receive, answer)
            return
        status, text = why
        body = json.dumps({'error': text}).encode()
        await answer({'type': 'http.response.start', 'status': status, 'headers': [
            (b'content-type', b'application/json'), (b'content-length', str(len(body)).encode())]})
        await answer({'type': 'http.response.body', 'body': body})

    def _refused(self, scope: Message) -> tuple[int, str] | None:
        """Return status and reason if a request is refused."""
        hosts, origins, kinds = (_values(scope['headers'], name) for name in (b'host', b'origin', b'content-type'))
        if len(hosts) != 1 or not self.is_own(hosts[0]):
            return 403, 'this request names another host'
        if any(origin != f'http://{hosts[0]}' for origin in origins):
            return 403, 'this request comes from another page'
        if scope['method'] not in ('GET', 'HEAD') and [kind.partition(';')[0].strip().lower() for kind in kinds] != ['application/json']:
            return 415, 'a request with a body needs the content type application/json'
        return None

    def is_own(self, authority: str) -> bool:
        """Return whether a Host header names this server."""
        host, port = _split(authority)
        if port != self.port:
            return False
        if is_loopback(self.host):
            return is_loopback(host)
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return host in self.names
        return True


def _values(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode('latin-1') for key, value in headers if key.lower() == name]


def _with_headers(send: Send) -> Send:
    """Return a ``send`` that adds HEADERS to the answer."""
    async def answer(message: Message) -> None:
        if message['type'] == 'http.response.start':
            headers = [(key.encode(), value.encode()) for key, value in HEADERS.items()]
            message = {**message, 'headers': [*message.get('headers', ()), *headers]}
        await send(message)
    return answer
