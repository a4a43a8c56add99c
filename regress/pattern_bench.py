"""Speed of patterns: the matcher against a plain loop, loading of tables, and the cost of a constraint's opcode."""
import random
import statistics
import time

from numba import int64, void

from owlgo.engine.constraints.helpers import RUN, new_run
from owlgo.engine.constraints.interpreter import holds
from owlgo.engine.core.board import BOARD, new_board, py_place_if_legal
from owlgo.engine.core.facts import FACTS, new_facts
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import BORDER, EMPTY, STRIDE, all_points
from owlgo.engine.read.inner import new_inner_record
from owlgo.engine.read.record import READ
from owlgo.patterns.compile import PATTERNS, compile_database, load
from owlgo.patterns.lang import read_text
from owlgo.patterns.match import MATCHES, new_matches, py_find_matches


@kernel(void(BOARD, PATTERNS, MATCHES, int64))
def py_plain_loop(b, p, m, color):
    """Compare every instance at every point of the board, the plain way, and count matches in ``m.n``."""
    m.n = 0
    last = b.size - 1
    for row in range(b.size):
        for col in range(b.size):
            pos = (row + 1) * STRIDE + col + 1
            for k in range(p.ninstances):
                if p.pattern[k] < 0:
                    continue
                if row + p.box[k, 0] < 0 or col + p.box[k, 1] < 0 or row + p.box[k, 2] > last or col + p.box[k, 3] > last:
                    continue
                edges = p.edges[k]
                if (edges & 1 and row + p.box[k, 0] != 0) or (edges & 2 and col + p.box[k, 1] != 0) or \
                        (edges & 4 and row + p.box[k, 2] != last) or (edges & 8 and col + p.box[k, 3] != last):
                    continue
                fits = 1
                for i in range(p.point[k], p.point[k + 1]):
                    c = b.color[pos + p.offset[i]]
                    if c != EMPTY and c != BORDER and color == 2:
                        c = 3 - c
                    if not p.allowed[i] >> c & 1:
                        fits = 0
                        break
                m.n += fits


@kernel(int64(BOARD, READ, FACTS, PATTERNS, RUN, int64, int64, int64))
def py_many_evaluations(b, r, f, p, w, instance, anchor, count):
    """Evaluate the constraint of a match ``count`` times."""
    total = 0
    for _ in range(count):
        total += holds(b, r, f, p, w, instance, anchor, 1)
    return total


def sample_text(count: int) -> str:
    """Write random patterns of 2 to 4 rows and 3 to 5 columns, half of them at an edge."""
    rng = random.Random(1)
    lines = ['attribute_map value_only', '']
    for k in range(count):
        height, width = rng.randint(2, 4), rng.randint(3, 5)
        grid = [rng.choices('.OXox?', [6, 3, 3, 2, 2, 3], k=width) for _ in range(height)]
        grid[height // 2][width // 2] = '*'
        grid[rng.randrange(height)][0] = rng.choice('OX')
        rows = [''.join(row) for row in grid] + (['-' * width] if rng.random() < 0.5 else [])
        lines += [f'Pattern P{k}', '', *rows, '', f':8,-,value({rng.randint(10, 90)})', '']
    return '\n'.join(lines)


def pattern_bench() -> None:
    """Print the best and the median of 15 runs."""
    runs, count = 15, 500
    rng = random.Random(2)
    board = new_board(19)
    points = list(all_points(19))
    rng.shuffle(points)
    for k, pos in enumerate(points[:180]):
        py_place_if_legal(board, pos, 1 + k % 2)
    text = sample_text(count)
    tables, m = compile_database(read_text(text, 'bench.db')), new_matches()
    times = {}
    for name, run in (('matcher', py_find_matches), ('plain loop', py_plain_loop)):
        run(board, tables, m, 1)
        times[name] = [_timed(run, board, tables, m, 1) * 1e6 for _ in range(runs)]
        title = f'{name}, {count} patterns, {int(m["n"])} matches, us'
        print(f'{title:46}{min(times[name]):12.1f}{statistics.median(times[name]):12.1f}')
    print(f'{"plain loop / matcher":46}{min(times["plain loop"]) / min(times["matcher"]):12.1f}'
          f'{statistics.median(times["plain loop"]) / statistics.median(times["matcher"]):12.1f}')
    load(text, 'bench.db')
    loading = [_timed(load, text, 'bench.db') * 1e3 for _ in range(runs)]
    print(f'{"loading its tables from the cache, ms":46}{min(loading):12.1f}{statistics.median(loading):12.1f}')
    r, f, w = new_inner_record(), new_facts(), new_run()
    helpers = 'lib(a) > 9 || lib(a) + 2 * wormsize(a) > 30 || (xlib(*) == 9 && lib(a) < 3) || lib(a) == 8 || lib(a) == 7 || !lib(a) || 0'
    arithmetic = ' + '.join(['1 * 2 - 3', '(4 < 5)', '(6 != 7)'] * 10)
    for title, constraint in (('an opcode of a constraint, cheap helpers, ns', helpers), ('an opcode of arithmetic, ns', arithmetic)):
        one = compile_database(read_text(f'Pattern A\n\n*X\n\n:8,-\n\n*a\n\n; {constraint}\n', 'bench.db'))
        py_find_matches(board, one, m, 1)
        match = int(m['instance'][0]), int(m['anchor'][0])
        py_many_evaluations(board, r, f, one, w, *match, 1000)
        costs = []
        for _ in range(runs):
            w['words'] = 0
            seconds = _timed(py_many_evaluations, board, r, f, one, w, *match, 200_000)
            costs.append(seconds * 1e9 / int(w['words']))
        print(f'{title:46}{min(costs):12.1f}{statistics.median(costs):12.1f}')


def _timed(run, *args) -> float:
    begin = time.perf_counter()
    run(*args)
    return time.perf_counter() - begin
