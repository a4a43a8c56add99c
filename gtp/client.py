"""A client of another GTP engine: start it, send commands with a time limit, notice its loss."""
import queue
import shlex
import subprocess
import threading
from collections.abc import Sequence
from typing import IO, NamedTuple


class Reply(NamedTuple):
    """An engine's answer; the status is '=' or '?', or 'timeout' or 'crash' when the engine is lost."""
    status: str
    text: str = ''


class Client:
    """One engine process.  After 'timeout' and 'crash' it is gone; ``start`` starts a new one."""

    def __init__(self, command: str | Sequence[str], cwd: str | None = None):
        self.argv = shlex.split(command) if isinstance(command, str) else list(command)
        if not self.argv:
            raise ValueError('an empty command')
        self.cwd = cwd
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start the engine anew.  Raises OSError if there is no such program."""
        self.close()
        self.process = subprocess.Popen(self.argv, cwd=self.cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, args=(self.process.stdout, self.lines), daemon=True).start()

    @staticmethod
    def _read(stream: IO[bytes], lines: 'queue.Queue[bytes]') -> None:
        for line in stream:
            lines.put(line)
        lines.put(b'')

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def send(self, command: str, timeout: float = 60.0) -> Reply:
        """Send one command and wait for its whole answer; the time limit is for each line of it."""
        if self.process is None or self.process.stdin is None:
            return Reply('crash')
        try:
            self.process.stdin.write(command.encode() + b'\n')
            self.process.stdin.flush()
        except OSError:
            return self._lost('crash')
        answer: list[str] = []
        while True:
            try:
                line = self.lines.get(timeout=timeout)
            except queue.Empty:
                return self._lost('timeout')
            if not line:
                return self._lost('crash')
            text = line.decode('utf-8', 'replace').rstrip('\r\n')
            if not text and answer:
                head = answer[0][1:].lstrip('0123456789')
                return Reply(answer[0][0], '\n'.join([head.lstrip(' '), *answer[1:]]))
            if answer or text[:1] in ('=', '?'):
                answer.append(text)

    def _lost(self, status: str) -> Reply:
        self.close()
        return Reply(status)

    def close(self) -> None:
        """End the process, gently first."""
        if self.process is None:
            return
        process, self.process = self.process, None
        if process.stdin:
            try:
                process.stdin.write(b'quit\n')
                process.stdin.close()
            except OSError:
                pass    # It has gone already.
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def __enter__(self) -> 'Client':
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
