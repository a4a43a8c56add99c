"""The eye code against itself, before and after moves; and that a wrong value is found."""
import pytest

from owlgo.engine.core.points import point
from owlgo.engine.eyes import consistency, whole
from owlgo.engine.eyes.value import parse

SHAPES = ['.', '..', '...', '..|.', '....', '...| .', '..|..',
          *(pytest.param(shape, marks=pytest.mark.slow) for shape in ('...|..', '....| .', ' .|...| .', '...|...'))]


def points(shape, top, left):
    return [point(top + r, left + c) for r, row in enumerate(shape.split('|')) for c, symbol in enumerate(row) if symbol == '.']


@pytest.mark.parametrize('top,left', [(4, 4), (0, 4), (0, 0)])
@pytest.mark.parametrize('shape', SHAPES)
def test_shapes_agree_with_themselves(shape, top, left):
    assert consistency.test_eyeshape(points(shape, top, left), 11) == []


def test_a_wrong_value_is_found(monkeypatch):
    """If three in a row were worth two eyes whoever plays first, playing in the middle would show that they are not."""
    right = whole.look

    def wrong(*args):
        side = right(*args)
        for origin, verdict in side.verdicts.items():
            if len(side.eyes.space(origin)) == 3 and str(verdict.value) == '1122':
                side.verdicts[origin] = verdict._replace(value=parse('2222'))
        return side

    monkeypatch.setattr(whole, 'look', wrong)
    found = consistency.test_eyeshape(points('...', 4, 4), 11)
    assert found and found[0] == '...\n2222, but if the attacker plays first 1 can be left'


@pytest.mark.parametrize('shape,size,message', [('..........', 19, '10 points'), ('', 9, '0 points'), ('...|...', 3, 'no liberty outside')])
def test_shapes_that_cannot_be_tested(shape, size, message):
    with pytest.raises(ValueError, match=message):
        consistency.test_eyeshape(points(shape, 0, 0), size)
