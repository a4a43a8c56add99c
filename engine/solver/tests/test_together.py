"""Several threads on one proof: the same verdicts, nothing read while it is written, and nobody left behind."""
import gc
import random
import threading
import time
import weakref

import numpy as np
import pytest
from numba import int64, uint64

from owlgo.engine.checker.check import check
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.layout import dtype_of
from owlgo.engine.core.points import point
from owlgo.engine.core.result import WIN
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver import together
from owlgo.engine.solver.certificate import certify_open
from owlgo.engine.solver.open_region import OpenSearch
from owlgo.engine.solver.record import SEARCH, borrow
from owlgo.engine.solver.region import ATTACKER, CLOSED, DEFENDER
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.table import ENTRY, keep, recall, slot_of
from owlgo.engine.solver.tests.agreement import compare
from owlgo.engine.solver.tests.test_open_region import GAP, KO
from owlgo.regress.solver_bench import room

ENTRIES, POSITIONS = 64, 200
"""A table that is soon full: places change hands all the time."""


@kernel(int64(CLOSED, SEARCH, ENTRY[::1], uint64, int64))
def py_write_and_read(c, s, table, seed, times):
    """Keep and recall random positions of which everything follows from one number; how many were found that say something else, and above
    32 bits, how many were found."""
    seen = wrong = int64(0)
    for _ in range(times):
        seed = seed * uint64(6364136223846793005) + uint64(1442695040888963407)
        number = (seed >> uint64(33)) % uint64(POSITIONS) + uint64(1)
        s.attackers[0], s.defenders[0] = number, number * uint64(0x9E3779B97F4A7C15)
        s.rest[0], s.threats[0], s.begun[0] = 1 << 20, 0, s.nodes
        keep(c, s, table, 0, 0, 1 << 30, int64(number % uint64(9)), number * uint64(0xC2B2AE3D27D4EB4F))
        number = (seed >> uint64(43)) % uint64(POSITIONS) + uint64(1)
        s.child_attackers[0, 0], s.child_defenders[0, 0] = number, number * uint64(0x9E3779B97F4A7C15)
        s.child_rest[0, 0], s.child_threats[0, 0] = 1 << 20, 0
        s.child_slot[0, 0] = slot_of(number, number * uint64(0x9E3779B97F4A7C15), 1 << 20, len(table))
        if recall(c, s, table, 0, 0):
            seen += 1
            if s.child_until[0, 0] != int64(number % uint64(9)) or s.child_zone[0, 0] != number * uint64(0xC2B2AE3D27D4EB4F):
                wrong += 1
    return seen << 32 | wrong


def test_nobody_reads_what_is_half_written():
    region, table, found = room(2, 3).record, np.zeros(ENTRIES, dtype_of(ENTRY)), dict[int, int]()
    py_write_and_read(region, borrow(table), table, np.uint64(1), 1)         # loads it

    def work(number):
        record = borrow(table)
        record['mark'] = 1 << number
        found[number] = sum(int(py_write_and_read(region, record, table, np.uint64(number + 50 * k), 20_000)) for k in range(20))
    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [0, 1, 2] and all(told >> 32 > 100_000 for told in found.values())
    assert [told & 0xFFFFFFFF for told in found.values()] == [0, 0, 0]
    assert not table['lock'].any()


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Others join every search, however short, and look all the time whether it has ended."""
    monkeypatch.setattr(together, 'SOLO_NODES', 0)
    monkeypatch.setattr(together, 'HELPER_CHECK_NODES', 10)


@pytest.fixture
def helped(monkeypatch):
    """The nodes that other threads have taken, search by search; leaders pause often, so that they come to it."""
    found, dismiss = list[int](), together.HelperSearches.dismiss

    def noting(self):
        dismiss(self)
        found.append(self.nodes)
    monkeypatch.setattr(together.HelperSearches, 'dismiss', noting)
    monkeypatch.setattr(together, 'CHECK_NODES', 10)
    return found


def test_threads_agree_with_the_oracle(helped):
    """``python -m owlgo.engine.solver.tests.agreement 60000 1 9 3`` compares more."""
    for seed in range(6):
        assert compare(random.Random(seed), 8, 60, threads=3) == (0, 0)
    assert any(helped)


@pytest.mark.parametrize('side', [ATTACKER, pytest.param(DEFENDER, marks=pytest.mark.slow)])
def test_a_hard_region_is_shared(side):
    """Both threads take part, in about as many nodes as one takes, and find the same; nothing stays marked."""
    region = room(3, 5)
    alone, both = Solver(region, 3_000_000), Solver(region, 3_000_000, threads=2)
    mine, ours = alone.verdict(side), both.verdict(side)
    assert mine.proved and ours.proved and (mine.result, mine.threats) == (ours.result, ours.threats)
    assert both.helped > 1000 and ours.nodes == both.search['nodes'] + both.helped
    assert both.search['mark'] == 0 and not both.table['users'].any() and not both.table['lock'].any()


def test_a_limit_counts_all_threads():
    tried = Solver(room(4, 6), 40_000, threads=3)
    assert not tried.verdict(ATTACKER).proved and tried.helped
    # The others go on a little while the one that leads waits for a processor.
    assert 40_000 <= tried.nodes < 400_000


def test_who_is_stopped_stops_all():
    tried = Solver(room(4, 6), 1 << 40, threads=3, progress=lambda nodes: nodes < 20_000)
    assert not tried.verdict(ATTACKER).proved and tried.stopped
    nodes = tried.nodes
    assert not tried.table['users'].any() and tried.nodes == nodes


def test_what_the_one_who_watches_raises_ends_all():
    def watch(nodes):
        if nodes > 20_000:
            raise KeyboardInterrupt
        return True
    tried = Solver(room(4, 6), 1 << 40, threads=3, progress=watch)
    with pytest.raises(KeyboardInterrupt):
        tried.verdict(ATTACKER)
    assert not tried.table['users'].any() and not tried.search['mark']


@pytest.mark.parametrize('threads', [2, 4])
@pytest.mark.parametrize('text,pos', [(GAP, point(0, 2)), (KO, point(1, 0))])
@pytest.mark.parametrize('side', [ATTACKER, DEFENDER])
def test_both_sides_are_searched_at_the_same_time(text, pos, side, threads, helped):
    """With four threads each side has two, which share a table."""
    board = drawn(text)
    alone, together_ = (OpenSearch(board, pos, side, 1_000_000, threads=count).go_on() for count in (1, threads))
    assert alone is not None and together_ is not None
    assert (alone.verdict.result, alone.verdict.threats) == (together_.verdict.result, together_.verdict.threats)
    assert check(certify_open(board, pos, [together_]))
    assert helped or threads == 2


@pytest.mark.parametrize('threads', [1, 2])
def test_a_search_that_nobody_wants_any_more_is_gone_at_once(threads):
    """Its tables may be large: they do not wait for the garbage collector."""
    search = OpenSearch(drawn(GAP), point(0, 2), DEFENDER, 1_000_000, threads=threads)
    gc.collect()
    gc.disable()
    try:
        search.go_on(3000)
        solvers = [weakref.ref(one.solver) for side in search._tries for one in side.starts if one.solver is not None]
        del search
        # A thread of the pool lets go of its work soon after it was told the result.
        until = time.monotonic() + 600
        while any(one() is not None for one in solvers) and time.monotonic() < until:
            time.sleep(0.01)
        assert solvers and all(one() is None for one in solvers)
    finally:
        gc.enable()


def test_who_watches_an_open_search_is_asked_in_his_own_thread():
    asked = set()

    def watch(nodes):
        asked.add(threading.get_ident())
        return nodes < 20_000
    board = drawn('. . . . . . . . .\n' * 3 + '. . X X X . . . .\n. . X . X . . . .\n' + '. . . . . . . . .\n' * 4)
    search = OpenSearch(board, point(3, 2), ATTACKER, 1_000_000, progress=watch, threads=2)
    assert search.go_on() is None and asked == {threading.get_ident()}
    nodes = search.nodes
    assert search.go_on() is None and search.nodes == nodes
    proof = OpenSearch(drawn(GAP), point(0, 2), ATTACKER, 1_000_000, progress=lambda _: True, threads=2).go_on()
    assert proof is not None and proof.verdict.result == WIN
