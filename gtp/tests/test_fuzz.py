"""A little of ``gtp.tests.fuzz``."""
import pytest

from gtp.tests.fuzz import Fuzz


@pytest.mark.parametrize('seed', [1, 2, 3, 4, 5, 6])
def test_random_lines_get_answers_that_are_the_same_again(seed):
    fuzz = Fuzz(seed)
    fuzz.round()
    assert fuzz.asked > 10 and fuzz.wrong == []
