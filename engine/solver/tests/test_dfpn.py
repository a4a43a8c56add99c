"""How many moves proof-number search considers at a time."""
import pytest

from owlgo.engine.core.points import point
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.solver.dfpn import End, _room
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.region import ATTACKER, DEFENDER, Region
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.tests.test_open_region import GAP
from owlgo.engine.solver.zone import zone
from owlgo.regress.solver_bench import room


def considered(region: Region, winner: int | None, side: int, spent: int, live: int = 20) -> int:
    """Of ``live`` open moves of a side, those considered after so many nodes on the position."""
    solver = Solver(region, 1000, winner=winner)
    solver.search['rest'][0], solver.search['spent'][0] = side, spent
    return int(_room(region.record, solver.search, 0, live))


@pytest.mark.parametrize(('spent', 'more'), [(0, 0), (127, 0), (128, 1), (255, 1), (256, 2), (128 << 10, 11)])
def test_the_winner_of_a_zone_considers_more_moves_as_time_goes_by(spent, more):
    board, pos = drawn(GAP), point(0, 2)
    region = zone(Ground(board), Ground(board).within([pos], 2), DEFENDER, [pos])
    assert considered(region, DEFENDER, DEFENDER, spent) == 6 + more
    assert considered(region, DEFENDER, ATTACKER, spent) == 6


def test_what_earlier_turns_spent_on_the_question_counts():
    """Zones are searched in short turns.  If each turn began to count anew, an unlikely first move would never be tried."""
    board = drawn('. . . . . . . . .\n' * 3 + '. . X X X . . . .\n. . X . X . . . .\n' + '. . . . . . . . .\n' * 4)
    region = zone(Ground(board), Ground(board).within([point(3, 2)], 2), DEFENDER, [point(3, 2)])
    solver = Solver(region, 10_000, winner=DEFENDER)
    for limit in range(1000, 8001, 1000):
        solver.limit = limit
        assert solver.settle(*region.start(DEFENDER), 0) == End.OUT_OF_NODES
        assert limit - 1010 <= solver.search['spent'][0] <= limit


@pytest.mark.parametrize('side', [ATTACKER, DEFENDER])
def test_a_closed_region_considers_the_same_part_always(side):
    assert {considered(room(2, 3), None, side, spent) for spent in (0, 1 << 20)} == {9}
