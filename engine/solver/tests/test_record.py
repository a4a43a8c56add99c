"""What the solver works in: records come back, and what an earlier search left in them changes nothing."""
import gc
import random

import numpy as np
import pytest

from owlgo.engine.core.layout import dtype_of
from owlgo.engine.core.points import point
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver import record
from owlgo.engine.solver.region import ATTACKER, DEFENDER, enclose
from owlgo.engine.solver.solver import power, solve
from owlgo.engine.solver.tests.agreement import random_region
from owlgo.engine.solver.tests.test_oracle import SQUARE, THREE, first_stone


class Owner:
    """Somebody to borrow a record."""


@pytest.fixture
def no_spares(monkeypatch):
    gc.collect()        # what other tests let go in circles
    spare: list[np.void] = []
    monkeypatch.setattr(record, '_spare', spare)
    return spare


def spoiled(rng):
    """A record in which every number is rubbish, but for the learned weights."""
    search = record._new()
    for name in dtype_of(record.SEARCH).names or ():
        if name != 'weight':
            rubbish = np.frombuffer(rng.randbytes(search[name].nbytes), search[name].dtype)
            search[name] = rubbish.reshape(search[name].shape) if search[name].shape else rubbish[0]
    return search


def test_a_record_comes_back_when_its_owner_is_gone(no_spares):
    first, second = Owner(), Owner()
    records = [record.borrow(first), record.borrow(second)]
    assert not no_spares and records[0] is not records[1]
    del first
    gc.collect()
    assert len(no_spares) == 1 and no_spares[0] is records[0]
    assert record.borrow(third := Owner()) is records[0] and not no_spares
    del second, third
    gc.collect()
    assert len(no_spares) == 2


def test_no_more_are_kept_than_said(no_spares):
    owners = [Owner() for _ in range(record.MOST_SPARE + 2)]
    for owner in owners:
        record.borrow(owner)
    del owner, owners
    gc.collect()
    assert len(no_spares) == record.MOST_SPARE


@pytest.mark.parametrize('seed', range(4))
def test_what_an_earlier_search_left_changes_nothing(no_spares, seed):
    rng = random.Random(seed)
    regions = [enclose(drawn(text), point(*first_stone(text))) for text in (SQUARE, THREE)] + [random_region(rng, 8) for _ in range(6)]
    for region in regions:
        for side in (ATTACKER, DEFENDER):
            no_spares.clear()
            new = solve(region, side)
            no_spares[:] = [spoiled(rng)]
            assert solve(region, side) == new


@pytest.mark.parametrize('least,most,size', [(0, 8, 1), (1, 8, 1), (3, 8, 4), (4, 8, 4), (5, 8, 8), (9, 8, 8), (9, 15, 8), (1, 0, 1)])
def test_power(least, most, size):
    assert power(least, most) == size
