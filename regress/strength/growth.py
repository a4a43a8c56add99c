"""How the time of a question grows with its board and its dragon: ``python -m owlgo.regress.strength dragons choices --growth``."""
from collections.abc import Sequence

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.regress.engines import console
from owlgo.regress.strength.ask import Asked
from owlgo.regress.strength.entry import Entry

FEWEST = 4, 8, 16, 32
"""Dragons are grouped by stones: below the first number, from each number to the next, and from the last on."""
LONGEST_BAR = 30
"""Length of the longest bar, in characters."""


def stones_of(entry: Entry, asked: Asked) -> str:
    """Return the group of FEWEST to which the dragon of a question belongs, by its stones before any move of the question.

    A dragon that has no stone there yet is a group of its own.
    """
    from owlgo.engine.dragons.amalgamate import group
    game = entry.put(Game(entry.size))
    pos = parse_vertex(asked.ask.split()[1], entry.size)
    if not game.color_at(pos):
        return ' 0 stones'
    count = len(group(game.board, pos, Workspace()))
    below = sum(count >= least for least in FEWEST)
    first = FEWEST[below - 1] if below else 1
    return f'{first:2}+ stones' if below == len(FEWEST) else f'{first:2}-{FEWEST[below] - 1} stones'


def report(found: Sequence[Asked], entries: Sequence[Entry]) -> None:
    """Print milliseconds and nodes a question, by command and size of the board, and by stones of the dragon, with bars."""
    from rich.table import Table
    entry_of = {entry.id: entry for entry in entries}
    grid = Table('question', 'size')
    for name in ('questions', 'nodes', 'ms', 'microseconds a node'):
        grid.add_column(name, justify='right')
    grid.add_column('ms')
    groups: dict[tuple[str, str], list[Asked]] = {}
    for one in found:
        entry = entry_of[one.id.rpartition('.')[0]]
        command = one.ask.split()[0]
        for size in (f'{entry.size:2}x{entry.size}', *([stones_of(entry, one)] if command.startswith('owl_') else ())):
            groups.setdefault((command, size), []).append(one)
    rows = sorted(groups.items(), key=lambda item: (item[0][0], item[0][1].endswith('stones'), item[0][1]))
    times = [1000 * sum(one.seconds for one in group) / len(group) for _, group in rows]
    longest = max(times) or 1.0
    for ((command, size), group), ms in zip(rows, times, strict=True):
        nodes = sum(one.nodes for one in group) / len(group)
        bar = '█' * max(1, round(LONGEST_BAR * ms / longest))
        grid.add_row(command, size, str(len(group)), f'{nodes:,.0f}', f'{ms:,.1f}', f'{1000 * ms / max(nodes, 1):.1f}', bar)
    console(140).print(grid)
