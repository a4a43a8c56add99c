"""Compiling kernels on all cores: processes of their own each compile the modules they are given, and leave the code in the cache.

A module can be compiled once what it imports is: ``run`` hands modules out in that order.  What is not done when it returns, because a
process died or nothing can be kept, is compiled when it is loaded as if nothing had happened.
"""
import importlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

from engine.core import cache, jit

ROOT = Path(__file__).resolve().parents[2]
START = 'import sys; sys.path.insert(0, sys.argv[1]); from engine.core import compile_ahead; compile_ahead.work()'
DONE = '.'
"""What a process writes when it is ready for the next module; before, the name of every kernel that is done."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count() or 1


def _say(line: str) -> None:
    sys.stdout.write(f'{line}\n')
    sys.stdout.flush()


def work() -> None:
    """Compile the modules named on standard input, one a line; what a process that ``run`` starts does."""
    if os.name == 'posix':
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    for line in sys.stdin:
        module = line.strip()
        importlib.import_module(module)
        needed = jit.closure(module)
        for entry in list(jit.entries()):
            if entry.module in needed:
                entry.load()
                if entry.module == module:
                    _say(entry.name)
        _say(DONE)


class _Plan:
    """Which modules are to be compiled, which can be begun, and how far all is."""

    def __init__(self, progress: jit.LoadProgress | None) -> None:
        self.entries: dict[str, list[jit.Registered]] = {}
        for entry in jit.entries():
            self.entries.setdefault(entry.module, []).append(entry)
        self.waiting = {module: jit.closure(module) & set(self.entries) - {module} for module, entries in self.entries.items()
                        if not all(entry.cached for entry in entries)}
        self.done = set(self.entries) - set(self.waiting)
        self.total = sum(map(len, self.entries.values()))
        self.count = sum(len(self.entries[module]) for module in self.done)
        self.progress = progress
        self.stopped = False
        self.changed = threading.Condition()

    def take(self) -> str | None:
        """The next module, waiting until one can be begun; None when there is nothing left."""
        with self.changed:
            while self.waiting and not self.stopped:
                ready = next((module for module, needs in self.waiting.items() if needs <= self.done), None)
                if ready:
                    del self.waiting[ready]
                    return ready
                self.changed.wait()
            return None

    def compiled(self, name: str) -> None:
        """Note that a kernel is done."""
        with self.changed:
            self.count += 1
            if self.progress:
                self.progress(name, self.count, self.total)

    def finish(self, module: str) -> None:
        """Note that a module is done, so that others may be begun."""
        with self.changed:
            self.done.add(module)
            self.changed.notify_all()

    def stop(self) -> None:
        """Hand out nothing more."""
        with self.changed:
            self.stopped = True
            self.changed.notify_all()


def _serve(plan: _Plan, process: 'subprocess.Popen[str]') -> None:
    """Give a process one module after the other; if it fails, the others go on with what can be done without."""
    assert process.stdin is not None and process.stdout is not None
    while (module := plan.take()) is not None:
        try:
            process.stdin.write(f'{module}\n')
            process.stdin.flush()
        except OSError:
            break
        for line in process.stdout:
            if line.strip() == DONE:
                plan.finish(module)
                break
            plan.compiled(line.strip())
        else:
            break
    if module is not None:
        # What needs this module waits in vain: it is left to the loading.
        plan.stop()


def run(modules: Iterable[str], jobs: int, progress: jit.LoadProgress | None = None) -> None:
    """Compile what these modules and those that they import register and the cache lacks, with so many processes.

    ``progress`` is called from other threads, but never twice at a time.  Interrupted, it leaves no process behind.
    """
    for name in modules:
        importlib.import_module(name)
    plan = _Plan(progress)
    jobs = min(jobs, len(plan.waiting))
    if jobs < 2 or not cache.can_keep(cache.cache_root()):
        return
    command = [sys.executable, '-c', START, str(ROOT)]
    processes = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(jobs)]
    threads = [threading.Thread(target=_serve, args=(plan, process), daemon=True) for process in processes]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        plan.stop()
        for process in processes:
            # An interrupt may have come in the middle of a module.
            process.terminate()
            process.communicate()
