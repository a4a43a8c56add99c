"""Unconditional territory: known positions, seki by the exact game, and exhaustive play in small areas."""
import random

import pytest

from owlgo.engine import benson
from owlgo.engine.benson import Lasting
from owlgo.engine.core.points import all_points, transform
from owlgo.engine.core.tests.cases import tries
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.eyes import territory
from owlgo.engine.eyes.tests.one_sided import Area, agrees, random_rows


@pytest.mark.parametrize('seed', range(4))
def test_nothing_is_called_territory_in_which_the_other_side_can_live(seed):
    """``python -m owlgo.engine.eyes.tests.one_sided`` compares more and larger areas."""
    rng = random.Random(seed)
    compared = 0
    count = tries(100)
    while compared < 4:
        next(count)
        corner = rng.random() < 0.7
        rows = random_rows(rng, corner, 8)
        found = agrees(rows, corner)
        if found is not None:
            compared += 1
            assert found in ((True, True), (False, False), (False, True)), rows


@pytest.mark.parametrize('rows,territorial', [
    (['...#', '.O.#', '...#', '####'], False), (['.X.#', '...#', '####'], True), (['..#', '..#', '###'], True),
    (['.O.O#', 'OOOO#', '#####'], False)])
def test_exhaustive_play_knows_simple_areas(rows, territorial):
    """Room for two eyes or none: the judge itself is tested."""
    assert Area(rows).is_territory() == territorial


RING = '''
X X X X X X X X
X . . . . . . X
X . . . . . . X
X . . X X . . X
X . . . . . . X
X . . . . . . X
X X X X X X X X
. X . X X X X X
'''
NARROW = '''
O O . . O X X X
O . X X . . X X
. . . . O . X X
X X . . . X X X
X X X X X X X X
X X X X X X X X
X X X X X X X X
. X . X X X X X
'''


@pytest.mark.parametrize('text,undecided', [(RING, True), (NARROW, False)])
def test_two_stones_in_a_ring_are_a_seki_where_there_is_room_for_the_ring(text, undecided):
    board = drawn(text)
    status = territory.unconditional_status(board)
    assert any(status[pos] == Lasting.UNDECIDED for pos in all_points(8)) == undecided


def test_it_decides_what_shape_alone_decides_and_more():
    """Nothing that Benson's theorem and shape settle is settled otherwise, and turning and swapping change nothing."""
    shape = benson.unconditional_status(drawn(NARROW))
    more = territory.unconditional_status(drawn(NARROW))
    assert all(more[pos] == shape[pos] for pos in all_points(8) if shape[pos] != Lasting.UNDECIDED) and (more != shape).any()
    for symmetry in range(8):
        for swap in (False, True):
            image = territory.unconditional_status(drawn(NARROW, swap, symmetry))
            for pos in all_points(8):
                word = Lasting(image[transform(pos, 8, symmetry)]).word
                if swap:
                    word = {'white_territory': 'black_territory', 'black_territory': 'white_territory'}.get(word, word)
                assert word == Lasting(more[pos]).word
