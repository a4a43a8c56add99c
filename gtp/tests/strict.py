"""A GTP process that is held to the protocol byte by byte: what is no answer to the command that was sent is wrong."""
import contextlib
import os
import re
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
OWLGO = (sys.executable, '-m', 'owlgo.cli.main')
ANSWER = re.compile(rb'([=?])(\d*) (.*)\n\n', re.S)
COMPILING = '# owlgo: compiling kernels'
"""What may stand on standard error where a source has changed since the last start."""


def given(*defaults: float) -> list[float]:
    """The numbers on the command line, and the defaults of those that are left out."""
    said = [float(word) for word in sys.argv[1:]]
    return [*said, *defaults[len(said):]]


class Wrong(AssertionError):
    """The process did what it must not: the text says what."""


class Strict:
    """One process.  Every command has an id, so that an answer too many or too few is seen at once."""

    def __init__(self, *options: str, env: dict[str, str] | None = None, command: tuple[str, ...] = OWLGO) -> None:
        self.said = tempfile.TemporaryFile()        # noqa: SIM115  It is read as long as the process runs.
        self.process = subprocess.Popen([*command, '--mode', 'gtp', *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.said, cwd=ROOT, env={**os.environ, **(env or {})})
        self.number = 0
        self._rest = b''

    def write(self, data: bytes) -> None:
        """Bytes to standard input."""
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self, patience: float, until: bytes = b'\n\n') -> bytes:
        """Bytes from standard output up to and with an end, by default the empty line of an answer.  Raises Wrong."""
        assert self.process.stdout
        due = time.monotonic() + patience
        while until not in self._rest:
            ready, _, _ = select.select([self.process.stdout], [], [], max(due - time.monotonic(), 0))
            if not ready:
                raise Wrong(f'no answer in {patience} s, but {self._rest!r}')
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                raise Wrong(f'it has gone ({self.process.wait()}) after {self._rest!r}: {self.errors()}')
            self._rest += more
        found, end, self._rest = self._rest.partition(until)
        return found + end

    def ask(self, command: bytes | str, patience: float = 300.0) -> tuple[bool, str]:
        """Whether a command succeeds, and its answer.  Raises Wrong."""
        self.number += 1
        data = command.encode() if isinstance(command, str) else command
        self.write(b'%d ' % self.number + data + b'\n')
        answer = self.read(patience)
        match = ANSWER.fullmatch(answer)
        if match is None or int(match[2] or -1) != self.number or b'internal error' in answer or self._rest:
            raise Wrong(f'{data!r} is answered by {answer!r} and {self._rest!r}; {self.errors()}')
        return match[1] == b'=', match[3].decode('utf-8', 'surrogateescape')

    def do(self, command: str, patience: float = 300.0) -> str:
        """The answer of a command that must succeed.  Raises Wrong."""
        fine, text = self.ask(command, patience)
        if not fine:
            raise Wrong(f'{command}: {text}')
        return text

    def errors(self) -> list[str]:
        """The lines on standard error so far, but for those about compiling."""
        self.said.seek(0)
        lines = self.said.read().decode('utf-8', 'replace').splitlines()
        return [line for line in lines if not line.startswith(COMPILING)]

    def leave(self, patience: float = 20.0) -> None:
        """End it by quit; it must go at once and have said nothing else anywhere.  Raises Wrong."""
        try:
            assert self.process.stdin and self.process.stdout
            self.ask('quit', patience)
            status = self.process.wait(patience)
            rest = self.process.stdout.read()
            if status or rest or self.errors():
                raise Wrong(f'left with {status}, {rest!r}, {self.errors()}')
        finally:
            self.kill()

    def kill(self) -> None:
        """End it whatever it does."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.said):
            if stream:
                # What was not written yet is lost with the process.
                with contextlib.suppress(OSError):
                    stream.close()

    def __enter__(self) -> 'Strict':
        return self

    def __exit__(self, *exc: object) -> None:
        self.kill()
