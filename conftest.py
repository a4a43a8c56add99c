"""What holds for every test: an error inside a kernel fails it, and a quick test that takes long is named, or fails with ``--limit``.

Time is processor time of the process and of the programs that it has waited for.  Waiting costs nothing, and a busy machine changes little.
"""
import os
import signal
import sys
import time

import pytest

from owlgo.engine.core import heap

REFERENCE = 0.016
"""Processor seconds that ``reference_work`` takes on the machine that limits are meant for."""
SHOWN = 10
"""So many of the slowest tests are named at the end."""


def pytest_addoption(parser):
    """A limit is asked for on the command line, so that debugging a test never runs into it."""
    parser.addoption('--limit', type=float, metavar='SECONDS', help='fail tests not marked slow that take more processor time than this, '
                     'counted as on the machine that the limit is meant for')


def pytest_configure():
    """Set up memory and signals as OwlGo's programs do; a large table then costs only the pages it touches.

    A shell lets its background jobs ignore interrupts, and what they start too; tests send them.
    """
    heap.small_pages()
    heap.give_back()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_error_inside_a_unit(monkeypatch):
    """Errors inside units are only printed, so a failed bounds check would pass unseen."""
    seen: list = []
    monkeypatch.setattr(sys, 'unraisablehook', seen.append)
    yield
    assert not seen, f'an error inside a unit: {[str(error.exc_value) for error in seen]}'


BEGUN = pytest.StashKey[float]()
"""What was used when a test began."""


def used():
    """Processor seconds of this process and of those that it has waited for."""
    return sum(os.times()[:4])


def reference_work():
    """A fixed amount of plain work."""
    known = {}
    for k in range(200_000):
        known[k * 7919 % 65_537] = k
    return len(known)


def slowness():
    """How many times longer the reference work takes here and now than it should, at least 1."""
    def once():
        begin = time.process_time()
        reference_work()
        return time.process_time() - begin
    return max(1.0, *(once() / REFERENCE for _ in range(5)))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item):
    """Take the time before fixtures are made: what a test needs counts."""
    item.stash[BEGUN] = used()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Add the time to the last report of a test, and fail it there if that is too long."""
    report = yield
    if call.when == 'teardown':
        report.processor_seconds = used() - item.stash[BEGUN]
        limit = item.config.getoption('limit')
        if limit and report.passed and not item.get_closest_marker('slow') and report.processor_seconds > limit:
            seconds = report.processor_seconds / slowness()
            if seconds > limit:
                report.outcome = 'failed'
                report.longrepr = f'{item.nodeid} took {seconds:.1f} s of processor time, and {limit:g} s is the limit for quick tests'
    return report


def pytest_terminal_summary(terminalreporter):
    """Name the tests that took longest."""
    times = {report.nodeid: report.processor_seconds for reports in terminalreporter.stats.values() for report in reports
             if hasattr(report, 'processor_seconds')}
    if sum(times.values()) > SHOWN:
        terminalreporter.write_line(f'{sum(times.values()):.0f} s of processor time; longest:')
        for nodeid in sorted(times, key=times.__getitem__, reverse=True)[:SHOWN]:
            terminalreporter.write_line(f'{times[nodeid]:7.1f} s  {nodeid}')
