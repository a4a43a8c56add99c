"""Places on a network, as options name them."""
from typing import NamedTuple

MAX_PORT = 65535


class Address(NamedTuple):
    """Where to listen, or whom to call."""
    host: str
    port: int

    def __str__(self) -> str:
        return f'[{self.host}]:{self.port}' if ':' in self.host else f'{self.host}:{self.port}'


def parse_address(text: str, least_port: int = 0) -> Address:
    """``[HOST:]PORT``; an IPv6 address stands in brackets.  Raises ValueError."""
    host, _, port = text.rpartition(':')
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and least_port <= int(port) <= MAX_PORT):
        raise ValueError(f'{text!r} is not [HOST:]PORT with a port from {least_port} to {MAX_PORT}')
    if host.startswith('[') and host.endswith(']'):
        host = host[1:-1]
    elif ':' in host:
        raise ValueError(f'{text!r} is not [HOST:]PORT: an IPv6 address stands in brackets')
    return Address(host or '127.0.0.1', int(port))
