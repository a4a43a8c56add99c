"""Standard streams that may be closed, full or without a reader."""
import contextlib
import io
import os
import sys


class ForgivingText(io.TextIOWrapper):
    """Standard error that survives the loss of its reader: messages are lost then, but nothing else fails."""

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError):
            return super().write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            super().flush()


def open_streams() -> None:
    """Open descriptors 0 to 2, so that no file gets one of them, and make messages safe: escape what their encoding lacks."""
    for number, (name, mode) in enumerate((('stdin', 'r'), ('stdout', 'w'), ('stderr', 'w'))):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)      # takes the lowest free number
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, mode, closefd=False))       # noqa: SIM115  It stays open.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors='backslashreplace')
    encoding = getattr(sys.stderr, 'encoding', None) or 'utf-8'
    sys.stderr = ForgivingText(io.FileIO(2, 'w', closefd=False), encoding, 'backslashreplace', write_through=True, line_buffering=True)


def abandon_output() -> None:
    """Discard further standard output, at exit too."""
    with contextlib.suppress(OSError, ValueError):      # a stream without a descriptor, in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
