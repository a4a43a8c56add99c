"""Compile kernels on all cores: each helper process compiles one kernel after the other into the cache.

A kernel is compiled after the kernels that it inlines.  The order is otherwise free, and ``Pool.want`` puts urgent kernels first.  If a
process died, or the cache cannot be written, kernels may be missing when ``wait`` returns.  They are compiled when they are loaded.
"""
import atexit
import contextlib
import gc
import importlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from owlgo.engine.core import cache, registry
from owlgo.engine.core.keys import PACKAGE
from owlgo.engine.core.registry import Registered
from owlgo.engine.core.waiting import Progress

START_CODE = 'import sys; sys.path.insert(0, sys.argv[1]); from owlgo.engine.core import compile_ahead; compile_ahead.work()'
"""Program of the helper processes.  Its argument is the project's folder."""
PARALLEL_FROM = 8
"""Smallest number of missing kernels for which helper processes are started."""


def cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count() or 1


def work() -> None:
    """Run a helper process of a ``Pool``: for each ``module.name`` on standard input, compile the kernel of that name, or call the function
    if there is no such kernel."""
    registry.compiles_only = True
    # The compiler keeps millions of objects: collect garbage after 50,000 new ones, not 700.
    gc.freeze()
    gc.set_threshold(50_000)
    if os.name == 'posix':
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    for line in sys.stdin:
        name = line.strip()
        module = importlib.import_module(PACKAGE + name.rpartition('.')[0])
        entry = next((entry for entry in registry.entries() if entry.name == name), None)
        if entry is None:
            getattr(module, name.rpartition('.')[2])()
        elif not entry.made:
            entry.make()
        try:
            os.write(1, b'.\n')             # ready for the next task
        except BrokenPipeError:
            os._exit(0)                     # the parent is gone


@dataclass(eq=False)
class PoolTask:
    """A task for a helper process: a kernel to compile, or a function without arguments to call."""
    name: str
    after: 'list[PoolTask]'
    """Tasks that must be settled before this one begins."""
    settled: bool = False
    """Whether the task is done, or given up."""


class Pool:
    """The helper processes and their tasks."""

    def __init__(self, jobs: int) -> None:
        self.tasks: dict[str, PoolTask] = {}
        self.queue: list[PoolTask] = []
        """Tasks not begun.  The next to begin is the first whose ``after`` tasks are all settled."""
        self.stopped = False
        self.changed = threading.Condition()
        folder = Path(str(sys.modules[PACKAGE.rstrip('.')].__file__)).resolve().parents[1]
        command = [sys.executable, '-c', START_CODE, str(folder)]
        self.processes = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(jobs)]
        self.serving = jobs
        for process in self.processes:
            threading.Thread(target=self._serve, args=(process,), daemon=True).start()

    def want(self, entries: Sequence[Registered], first: bool = False) -> list[PoolTask]:
        """Queue kernels (``entries``, callees first) to be compiled; with ``first``, ahead of all other tasks.  Return their tasks."""
        wanted = []
        for entry in entries:
            after = [self.tasks[callee.name] for callee in entry.callees if callee.name in self.tasks]
            wanted.append(self._add(entry.name, after))
        if first:
            with self.changed:
                front = set(wanted)
                self.queue.sort(key=lambda task: task not in front)
        return wanted

    def call(self, name: str) -> PoolTask:
        """Call a function, named by module and name, in a helper process.  Return the task."""
        return self._add(name, [])

    def _add(self, name: str, after: list[PoolTask]) -> PoolTask:
        with self.changed:
            if name not in self.tasks:
                self.tasks[name] = PoolTask(name, after)
                self.queue.append(self.tasks[name])
                self.changed.notify_all()
            return self.tasks[name]

    def wait(self, tasks: Sequence[PoolTask], progress: Progress | None = None, check: Callable[[], None] = lambda: None) -> None:
        """Wait until these tasks are done or given up.  ``check`` is called now and then.  An exception from ``check`` ends the waiting."""
        reported = -1
        while True:
            with self.changed:
                left = [task for task in tasks if not task.settled]
                if not left or not self.serving or self.stopped:
                    break
                self.changed.wait(0.05)     # seconds between checks whether the caller still waits
            if progress and len(left) != reported:
                reported = len(left)
                progress(left[0].name, len(tasks) - reported, len(tasks))
            check()
        if progress:
            progress('', len(tasks), len(tasks))

    def _take(self) -> PoolTask | None:
        """Wait for the next task and return it, or None if no more tasks will come."""
        with self.changed:
            while not self.stopped:
                for place, task in enumerate(self.queue):
                    if all(other.settled for other in task.after):
                        return self.queue.pop(place)
                self.changed.wait()
            return None

    def _serve(self, process: 'subprocess.Popen[str]') -> None:
        """Give a process one task after the other.  If this process fails, the other processes continue."""
        assert process.stdin is not None and process.stdout is not None
        alive = True
        while alive and (task := self._take()) is not None:
            alive = False
            with contextlib.suppress(OSError):
                process.stdin.write(f'{task.name}\n')
                process.stdin.flush()
                alive = process.stdout.readline() == '.\n'
            with self.changed:
                task.settled = True
                self.changed.notify_all()
        with self.changed:
            self.serving -= 1
            self.changed.notify_all()

    def stop(self) -> None:
        """End the processes, whatever they are doing."""
        with self.changed:
            self.stopped = True
            self.changed.notify_all()
        for process in self.processes:
            process.kill()
            process.wait()


_pools: list[Pool] = []
_starting = threading.Lock()


def pool(missing: int = PARALLEL_FROM) -> Pool | None:
    """Return the pool of helper processes.  Start it if enough kernels are ``missing`` to pay for that; return None if no pool runs."""
    with _starting:
        if not _pools:
            if missing < PARALLEL_FROM or cores() < 2 or not cache.can_keep(cache.cache_root()):
                return None
            _pools.append(Pool(cores()))
            atexit.register(stop)
        return _pools[0]


def begin(roots: Sequence[Registered]) -> Pool | None:
    """Compile in helper processes what these kernels need and the cache lacks.  Return the pool of processes, or None if no pool runs."""
    missing = registry.missing(roots)
    started = pool(len(missing))
    if started is not None:
        started.want(missing)
    return started


def stop() -> None:
    """End this process's helper processes, if any."""
    with _starting:
        for started in _pools:
            started.stop()
        _pools.clear()
