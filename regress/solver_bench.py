"""Speed of the exact solver on empty rectangles in the corner, each enclosed by one string."""
import time

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import BLACK, WHITE, point
from owlgo.engine.solver.region import ATTACKER, DEFENDER, Region, enclose
from owlgo.engine.solver.solver import Solver


def room(height: int, width: int) -> Region:
    """Return the region of an empty rectangle in the corner: Black encloses the rectangle, and White encloses Black."""
    board = new_board(13)
    for distance, color in ((0, BLACK), (1, WHITE)):
        rows, columns = height + distance, width + distance
        for row, col in [(rows, c) for c in range(columns + 1)] + [(r, columns) for r in range(rows)]:
            py_place_if_legal(board, point(row, col), color)
    board['ko'] = 0
    return enclose(board, point(0, width))


def solver_bench() -> None:
    """Print nodes and milliseconds for each rectangle and side to move, and nodes a second over all."""
    print(f'{"exact solver: empty points, nodes, ms":46}{"attacker":>20}{"defender":>20}')
    nodes, seconds = 0, 0.0
    Solver(room(2, 2), 1000).verdict(ATTACKER)       # loads the kernels
    for height, width in ((2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (2, 7), (3, 5), (4, 4), (3, 6), (4, 5)):
        cells = []
        for side in (ATTACKER, DEFENDER):
            solver = Solver(room(height, width), 3_000_000)
            begin = time.perf_counter()
            verdict = solver.verdict(side)
            spent = time.perf_counter() - begin
            nodes, seconds = nodes + verdict.nodes, seconds + spent
            cells.append(f'{verdict.nodes if verdict.proved else "unknown"} {1000 * spent:6.0f}')
        print(f'{f"{height}x{width}: {height * width}":46}{cells[0]:>20}{cells[1]:>20}')
    print(f'{"exact solver, nodes a second":46}{nodes / seconds:20.0f}')
