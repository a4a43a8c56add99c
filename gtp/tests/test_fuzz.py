"""A little of ``gtp.tests.fuzz``, ``fuzz_lines`` and ``fuzz_records``."""
import pytest

from owlgo.gtp.tests import fuzz_lines, fuzz_records
from owlgo.gtp.tests.fuzz import Fuzz


@pytest.mark.parametrize('seed', [1, 2, 3, 4, 5, 6])
def test_random_lines_get_answers_that_are_the_same_again(seed):
    fuzz = Fuzz(seed)
    fuzz.round()
    assert fuzz.asked > 10 and fuzz.wrong == []


@pytest.mark.parametrize('seed', [1, 2])
def test_lines_of_every_kind_get_one_answer_each(seed):
    assert fuzz_lines.fuzz(200, seed, 3000) >= 3000


@pytest.mark.parametrize('seed', [1, 2])
def test_lines_that_fail_change_nothing(seed):
    outcomes = fuzz_lines.inside(200, seed, 2000)
    assert outcomes['failed'] > 500 and outcomes['changed something'] > 50


@pytest.mark.parametrize('seed', [1, 2, 3])
def test_records_are_refused_with_a_reason_or_read_and_written(seed):
    outcomes = fuzz_records.fuzz(200, seed, 100)
    assert outcomes['taken'] > 20 and outcomes['refused'] > 20
