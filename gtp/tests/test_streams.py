"""Analysis as a process: lines keep coming until anything is sent, and then stop."""
import gc
import subprocess
import sys
import weakref
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from owlgo.engine.core.workspace import Workspace
from owlgo.gtp.registry import Stream
from owlgo.gtp.server import Streams

ROOT = Path(__file__).parents[2]


class Engine:
    """A process, and its lines."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, '-m', 'owlgo.cli.main', '--mode', 'gtp', '--level', '3'], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, cwd=ROOT)

    def send(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().rstrip('\n')

    def answer(self, text: str) -> str:
        """The answer of one line to a command."""
        self.send(text + '\n')
        first = self.line()
        assert self.line() == ''
        return first

    def until_empty(self) -> list[str]:
        """The lines up to the empty one."""
        return list(iter(self.line, ''))


@pytest.mark.slow
def test_analysis_goes_on_until_something_is_sent():
    engine = Engine()
    try:
        for command in ('boardsize 9', 'komi 6.5', 'play b E5', 'play w C3'):
            assert engine.answer(command).startswith('=')
        engine.send('7 lz-analyze b 10\n')
        assert engine.line() == '=7'
        for _ in range(4):
            assert engine.line().startswith('info move ')
        # A cheap command stops it, and is answered.
        engine.send('8 protocol_version\n')
        assert all(line.startswith('info ') for line in engine.until_empty())
        assert engine.line() == '=8 2' and engine.line() == ''
        # So does an empty line, in the middle of thinking; the next move comes after it.
        engine.send('kata-analyze 10 ownership true\n')
        assert engine.line() == '='
        engine.send('\n')
        engine.until_empty()
        assert engine.answer('genmove b').startswith('= ')
        # The end of input ends it too.
        engine.send('lz-analyze 10\n')
        assert engine.process.stdin
        engine.process.stdin.close()
        assert engine.process.wait(timeout=600) == 0
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
