"""``owlgo warm``, ``owlgo bench`` and ``owlgo perft``: compile kernels, measure speed and count positions."""
import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from numba import int64, void

from owlgo.engine.core.board import BOARD, popgo, trymove_assume_legal
from owlgo.engine.core.cache import cache_root
from owlgo.engine.core.game import Game
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.perft import legal_positions, perft
from owlgo.engine.core.points import BLACK, EMPTY, all_points, point

if TYPE_CHECKING:
    from owlgo.engine.mcts import mcts


@kernel(void(BOARD, int64, int64, int64))
def py_many_pairs(b, pos, color, count):
    """Do ``count`` pairs of trymove and popgo at one point."""
    for _ in range(count):
        trymove_assume_legal(b, pos, color)
        popgo(b)


def warm_parser() -> argparse.ArgumentParser:
    return argparse.ArgumentParser(prog='owlgo warm', description='Compile the kernels, so that later starts are quick.')


def warm_main(argv: list[str]) -> int:
    """``owlgo warm``: load or compile every kernel.  A progress bar is shown while kernels are compiled."""
    warm_parser().parse_args(argv)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from owlgo.engine.warm import warm
    console = Console(stderr=True)
    columns = (TextColumn('compiling kernels'), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn('{task.description}'))
    begin = time.monotonic()
    with Progress(*columns, console=console) as bar:
        task = bar.add_task('')

        def progress(name: str, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=name)
            if not console.is_terminal and name and done % 10 == 0:
                console.print(f'compiling kernels {done}/{total}')

        compiled = warm(progress)
    console.print(f'{compiled} kernels compiled, the rest loaded, in {time.monotonic() - begin:.1f} s; they are kept in {cache_root()}')
    return 0


def _middle_game(size: int) -> tuple[Game, int]:
    """Return a board with scattered stones, and an empty point among them."""
    game = Game(size)
    for k, pos in enumerate(all_points(size)):
        if k % 3 and k % 7:
            color = 1 + (k // 3) % 2
            if game.is_legal(color, pos):
                game.play(color, pos)
    middle = [pos for pos in all_points(size) if game.color_at(pos) == EMPTY and game.is_legal(BLACK, pos)]
    return game, middle[len(middle) // 2]


def _search(root: 'mcts.Root', plan: 'mcts.Plan', seed: int) -> None:
    from owlgo.engine.mcts.mcts import search
    search(replace(root, seed=seed), plan)


def _print_rate(title: str, count: int, run: Callable[[int], object]) -> None:
    """Print the best and the median rate per second of seven runs."""
    rates = []
    for seed in range(7):
        begin = time.perf_counter()
        run(seed)
        rates.append(count / (time.perf_counter() - begin))
    print(f'{title:46}{max(rates):12.0f}{statistics.median(rates):12.0f}')


def bench_parser() -> argparse.ArgumentParser:
    from owlgo.regress.problem_bench import add_options
    p = argparse.ArgumentParser(prog='owlgo bench', description='Speeds, and the node counts of fixed queries; or problems through one '
                                'engine or two beside each other: right answers, processor seconds and their ratio.')
    tools = p.add_subparsers(dest='tool', metavar='TOOL')
    asker = tools.add_parser('problems', help='life-and-death problems from a JSON file, a record or a folder of records')
    asker.add_argument('file', metavar='FILE.json|FOLDER', help='the problems; docs/measuring.md describes them')
    asker.add_argument('--skip', action='store_true', help='leave out problems that cannot be used (default: the first is an error)')
    add_options(asker, 20.0)
    gotools = tools.add_parser('gotools', help='records of GoTools, which say how many ko threats turn the result')
    gotools.add_argument('file', metavar='FILE.json', help='the records; docs/measuring.md describes them')
    add_options(gotools, 10.0)
    return p


def bench_main(argv: list[str]) -> int:
    """``owlgo bench``: measure speeds and node counts, or problems."""
    args = bench_parser().parse_args(argv)
    if args.tool:
        from owlgo.regress.problem_bench import gotools_main, problems_main
        return problems_main(args) if args.tool == 'problems' else gotools_main(args)
    _speeds()
    return 0


def _speeds() -> None:
    """Print speeds, and one number that changes whenever a search behaves differently."""
    from owlgo.engine.core.level import STANDARD_LEVEL
    from owlgo.engine.core.workspace import Workspace
    from owlgo.engine.life import verdict
    from owlgo.engine.mcts import mcts
    from owlgo.engine.mcts.playout import sample
    from owlgo.engine.owl.limits import Means
    from owlgo.engine.owl.limits import of_level as limits_of_level
    from owlgo.engine.read import tactics
    from owlgo.engine.read.depths import of_level
    from owlgo.engine.read.reader import Reader
    from owlgo.regress.solver_bench import solver_bench
    print(f'{"":46}{"best":>12}{"median":>12}')
    for size in (9, 19):
        for title, game, pos in ((f'pair on an empty {size}x{size}, ns', Game(size), point(size // 2, size // 2)),
                                 (f'pair among stones, {size}x{size}, ns', *_middle_game(size))):
            py_many_pairs(game.board, pos, BLACK, 1000)
            times = []
            for _ in range(7):
                begin = time.perf_counter()
                py_many_pairs(game.board, pos, BLACK, 200_000)
                times.append((time.perf_counter() - begin) * 1e9 / 200_000)
            print(f'{title:46}{min(times):12.0f}{statistics.median(times):12.0f}')
    for size, count in ((9, 4000), (19, 1000)):
        board, moves = Game(size).board, dict.fromkeys(all_points(size), 0.0)
        by_seed = partial(sample, board, BLACK, count, 7.5)
        _print_rate(f'uniform playouts a second, {size}x{size}', count, partial(by_seed, plain=True))
        _print_rate(f'playouts by the policy, {size}x{size}', count, by_seed)
        for threads in (1, 2):
            plan = mcts.Plan(5 * threads * count, threads)
            _print_rate(f'playouts in a search, {size}x{size}, threads: {threads}', plan.playouts,
                        partial(_search, mcts.Root(board, BLACK, 7.5, 0, moves), plan))
    solver_bench()
    game = Game(9)
    nodes = 0
    means = Means(Workspace(), limits_of_level(2))
    reader = Reader(of_level(STANDARD_LEVEL), means.workspace)
    for color, row, col in ((1, 2, 2), (2, 2, 3), (1, 3, 3), (2, 3, 2), (1, 2, 4), (2, 1, 2), (1, 1, 3), (2, 3, 4)):
        game.play(color, point(row, col))
    for stone in game.strings(1) + game.strings(2):
        nodes += tactics.attack(game.board, stone, reader).nodes + verdict.owl_attack(game.board, stone, means).nodes
    print(f'nodes {nodes}')


def perft_parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog='owlgo perft', description='Counts that any board must agree on.')
    p.add_argument('--depth', type=int, default=4)
    return p


def perft_main(argv: list[str]) -> int:
    """``owlgo perft``: count sequences and legal positions on small boards."""
    args = perft_parser().parse_args(argv)
    for size in (1, 2, 3, 4, 5):
        print(f'{size}x{size}', *(perft(size, depth) for depth in range(1, args.depth + 1)))
    for size in (1, 2, 3):
        print(f'legal positions on {size}x{size}: {legal_positions(size)}')
    return 0
