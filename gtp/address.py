"""Network addresses given as options."""
from typing import NamedTuple


class Address(NamedTuple):
    """A host and a port."""
    host: str
    port: int

    def __str__(self) -> str:
        return f'[{self.host}]:{self.port}' if ':' in self.host else f'{self.host}:{self.port}'


def parse_address(text: str, least_port: int = 0) -> Address:
    """Parse ``[HOST:]PORT``; an IPv6 address stands in brackets.  Raises ValueError."""
    host, _, port = text.rpartition(':')
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and least_port <= int(port) <= 65535):
        raise ValueError(f'{text!r} is not [HOST:]PORT with a port from {least_port} to 65535')
    if host.startswith('[') and host.endswith(']'):
        host = host[1:-1]
    elif ':' in host:
        raise ValueError(f'{text!r} is not [HOST:]PORT: an IPv6 address stands in brackets')
    return Address(host or '127.0.0.1', int(port))
