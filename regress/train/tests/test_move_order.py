"""Learning the solver's order of moves: its problems, what is learned of positions, and the file."""
import random

import numpy as np
import pytest

from owlgo.engine.solver.move_order import (
    AT_CROSS,
    AT_EYE_PLACE,
    AT_PASS,
    AT_RELATION,
    AT_SITUATION,
    CROSS_AROUND,
    images_of,
    parse_weights,
)
from owlgo.engine.solver.region import Region
from owlgo.regress.train.move_order import canonical, fit, main, name
from owlgo.regress.train.sampling import dragon


def test_random_problems_to_learn_from_are_closed_and_of_some_size():
    _, region = dragon(random.Random(3))
    empty = [k for k in range(len(region.points)) if not (region.attackers | region.defenders) >> k & 1]
    assert isinstance(region, Region) and region.defenders and 5 <= len(empty) <= 19


def test_what_is_learned_are_logarithms_of_odds():
    """Moves in room 7 win where there is one, else a pass does; all others lose, and one in four moves wins."""
    rng = random.Random(1)
    positions = []
    for _ in range(300):
        good = rng.random() < 0.8
        moves = [((0, AT_SITUATION, AT_RELATION + 2, AT_EYE_PLACE + (7 if good and k == 0 else 3), AT_CROSS), good and k == 0)
                 for k in range(3)]
        positions.append([*moves, ((AT_PASS,), not good)])
    found = fit(positions)
    assert found[AT_EYE_PLACE + 7] > 1 > 0 > found[AT_EYE_PLACE + 3]
    kept = [number for number in (0, AT_SITUATION, AT_RELATION + 2, AT_CROSS) if number in found]
    common = sum(found[number] for number in kept)
    odds = [common + found[AT_EYE_PLACE + 7], common + found[AT_EYE_PLACE + 3], found[AT_PASS]]
    times = [240, 660, 300]
    foretold = sum(count / (1 + np.exp(-score)) for count, score in zip(times, odds, strict=True))
    assert odds[0] > odds[2] > odds[1] and 250 < foretold < 350, 'as many as there are'


def test_patterns_have_one_number_however_they_lie():
    for code in (1, 9, 300, 40000):
        assert {canonical(one) for one in images_of(code)} == {min(images_of(code))}
        crosses = {AT_CROSS + one for one in images_of(code, CROSS_AROUND)}
        assert {canonical(one) for one in crosses} == {min(crosses)}
    assert canonical(AT_EYE_PLACE + 9) == AT_EYE_PLACE + 9 and canonical(AT_PASS) == AT_PASS and name(AT_PASS) == 'pass 0'


def test_the_file_is_read_as_it_is_written(tmp_path, capsys):
    path = tmp_path / 'weights.txt'
    assert main(['4', '3', '-o', str(path)]) == 0
    found = parse_weights(path.read_text('ascii'))
    assert np.abs(found[:, AT_RELATION:AT_EYE_PLACE]).max() > 0 and 'defender: ' in capsys.readouterr().err


@pytest.mark.parametrize('words,error', [(['0'], '0 are too few'), (['many'], "invalid int value: 'many'"), ([], 'problems')])
def test_bad_arguments(words, error, capsys):
    with pytest.raises(SystemExit):
        main(words)
    assert error in capsys.readouterr().err
