"""Analysis as a process: lines keep coming until anything is sent, and then stop at once."""
import gc
import queue
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.workspace import Workspace
from gtp.registry import Stream
from gtp.server import Streams

ROOT = Path(__file__).parents[2]


class Engine:
    """A process, and its lines with the time when they came."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, '-m', 'gtp.cli.main', '--mode', 'gtp', '--level', '3'], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, cwd=ROOT)
        self.lines: queue.Queue[tuple[float, str]] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.decode().rstrip('\n')))

    def send(self, text: str) -> float:
        assert self.process.stdin
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()
        return time.monotonic()

    def line(self) -> tuple[float, str]:
        return self.lines.get(timeout=120)

    def answer(self, text: str) -> str:
        """The answer of one line to a command."""
        self.send(text + '\n')
        _, first = self.line()
        assert self.line()[1] == ''
        return first


def until_empty(engine: Engine) -> tuple[float, list[str]]:
    """The lines up to the empty one, and when that came."""
    found: list[str] = []
    while True:
        at, text = engine.line()
        if not text:
            return at, found
        found.append(text)


@pytest.mark.slow
def test_analysis_goes_on_until_something_is_sent():
    engine = Engine()
    try:
        for command in ('boardsize 9', 'komi 6.5', 'play b E5', 'play w C3'):
            assert engine.answer(command).startswith('=')
        engine.send('7 lz-analyze b 10\n')
        assert engine.line()[1] == '=7'
        times = []
        for _ in range(4):
            at, text = engine.line()
            assert text.startswith('info move ')
            times.append(at)
        assert times[-1] - times[1] > 0.05, 'a line every tenth of a second'
        # A cheap command stops it at once, and is answered.
        sent = engine.send('8 protocol_version\n')
        stopped, lines = until_empty(engine)
        assert stopped - sent < 1 and all(line.startswith('info ') for line in lines)
        assert engine.line()[1] == '=8 2' and engine.line()[1] == ''
        # So does an empty line, in the middle of thinking; the next move comes after it.
        engine.send('kata-analyze 10 ownership true\n')
        assert engine.line()[1] == '='
        sent = engine.send('\n')
        stopped, lines = until_empty(engine)
        assert stopped - sent < 1
        assert engine.answer('genmove b').startswith('= ')
        # The end of input ends it too.
        engine.send('lz-analyze 10\n')
        assert engine.process.stdin
        engine.process.stdin.close()
        assert engine.process.wait(timeout=60) == 0
    finally:
        engine.process.kill()


def test_an_analysis_keeps_its_last_line_alone():
    """However long it goes on: each of its lines is a large one."""
    incoming: Any = SimpleNamespace(waiting=False)
    written: list[bytes] = []
    kept: list[weakref.ref] = []

    class Line(str):
        """A line that can be seen to be gone."""

    def lines(goes_on):
        for number in range(200):
            line = Line(f'line {number}')
            kept.append(weakref.ref(line))
            yield line
        incoming.waiting = True
    streams = Streams(incoming, written.append, Workspace())
    streams.run('', Stream(lines, 0.0))
    streams.wait()
    gc.collect()
    assert len(kept) == 200 and sum(one() is not None for one in kept) == 0 and written[-1] == b'\n'
