"""Work on many items: each is done once, whatever happens to processes."""
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from owlgo.cli.solve_answer import Unclear
from owlgo.engine.core.game import IllegalMove
from owlgo.engine.core.sgf import SgfError
from owlgo.gtp import jobs
from owlgo.gtp.address import Address
from owlgo.gtp.network import Unreachable
from owlgo.gtp.session import Interrupted
from owlgo.patterns.source import PatternErrors, Place, Problem
from owlgo.regress.train.listwise import NoOptimiser

ROOT = Path(__file__).parents[2]


def square(item):
    """Fails for 3."""
    if item == 3:
        raise ValueError('three')
    return item * item


def fragile(item, folder):
    """Leaves a line behind, and for 1 the process dies the first time, for 2 each time."""
    with open(folder / f'{item}', 'a') as f:
        f.write('x')
    if item == 2 or (item == 1 and len((folder / '1').read_text()) == 1):
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def slowly(item, folder):
    """Takes a while and says who did it."""
    with open(folder / f'{item}', 'a') as f:
        f.write(f'{os.getpid()}\n')
    time.sleep(0.5)
    return item


@pytest.mark.parametrize('count', [1, 2])
def test_results_and_errors_come_one_by_one(count):
    found = {outcome.index: outcome for outcome in jobs.run(square, [1, 2, 3, 4], count)}
    assert {index: outcome.result for index, outcome in found.items()} == {0: 1, 1: 4, 2: None, 3: 16}
    assert str(found[2].error) == 'three' and found[3].get() == 16
    with pytest.raises(ValueError, match='three'):
        found[2].get()


def badly(item):
    """Fails with an error of ours."""
    raise ERRORS[item]


ERRORS = [SgfError('game.sgf', 'no game'), IllegalMove('ko'), Unclear('which one?', {3: [3, 4]}),
          PatternErrors([Problem(Place('a.db', 2, 5, 'x y'), 'odd')]), Interrupted(), NoOptimiser()]


def test_errors_of_ours_come_over_from_another_process_as_they_are():
    for error in [*ERRORS, Unreachable(Address('localhost', 1), OSError(111, 'refused'))]:
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error) and str(copy) == str(error) and vars(copy).keys() == vars(error).keys()
    found = {outcome.index: outcome.error for outcome in jobs.run(badly, range(4), 2)}
    assert [str(found[index]) for index in range(4)] == [str(error) for error in ERRORS[:4]]


def test_a_lost_process_is_replaced_and_an_item_that_loses_many_is_given_up(tmp_path):
    found = {outcome.index: outcome for outcome in jobs.run(partial(fragile, folder=tmp_path), list(range(5)), 2)}
    assert sorted(found) == [0, 1, 2, 3, 4] and [found[k].result for k in (0, 1, 3, 4)] == [0, 1, 3, 4]
    assert isinstance(found[2].error, jobs.Lost) and len((tmp_path / '2').read_text()) == jobs.MOST_LOST_PROCESSES
    assert [(tmp_path / str(k)).read_text() for k in (0, 1, 3, 4)] == ['x', 'xx', 'x', 'x']


def test_closing_ends_what_is_under_way(tmp_path):
    outcomes = jobs.run(partial(slowly, folder=tmp_path), list(range(20)), 2)
    next(outcomes)
    outcomes.close()
    done = len(list(tmp_path.iterdir()))
    time.sleep(0.8)
    assert len(list(tmp_path.iterdir())) == done < 20


@pytest.mark.slow
def test_a_lost_worker_of_a_cluster_loses_nothing(tmp_path):
    """A scheduler and two workers of this machine; one of them is killed while it works."""
    pytest.importorskip('distributed')
    dask = [sys.executable, '-m', 'dask']
    environment = {**os.environ, 'PYTHONPATH': str(ROOT)}
    file = tmp_path / 'scheduler.json'
    folder = tmp_path / 'done'
    folder.mkdir()
    common = {'env': environment, 'stdout': subprocess.DEVNULL, 'stderr': subprocess.DEVNULL, 'cwd': tmp_path}
    processes = [subprocess.Popen([*dask, 'scheduler', '--host', '127.0.0.1', '--port', '0', '--no-dashboard', '--scheduler-file', file],
                                  **common)]
    try:
        deadline = time.monotonic() + 600
        while not (file.exists() and file.read_text().strip()):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        processes += [subprocess.Popen([*dask, 'worker', '--scheduler-file', file, '--nthreads', '1', '--no-nanny', '--no-dashboard'],
                                       **common) for _ in range(2)]
        address = json.loads(file.read_text())['address']
        outcomes = []
        for outcome in jobs.run(partial(slowly, folder=folder), list(range(12)), scheduler=address):
            outcomes.append(outcome)
            workers = {line for path in folder.iterdir() for line in path.read_text().split()}
            if len(outcomes) >= 2 and len(workers) == 2 and processes[1].poll() is None:
                processes[1].kill()
        assert processes[1].poll() is not None, 'a worker was killed'
        assert sorted(outcome.index for outcome in outcomes) == list(range(12))
        assert sorted(outcome.get() for outcome in outcomes) == list(range(12))
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_a_scheduler_that_is_not_there_is_an_error():
    pytest.importorskip('distributed')
    with pytest.raises(OSError):
        next(jobs.run(square, [1], scheduler='tcp://127.0.0.1:9'))
