"""Make ``eyes.db``, the exact values of all eye graphs up to a size.  An x in a picture stands for graphs with and without a prisoner.

    python -m owlgo.regress.train.eye_table -o patterns/db/eyes.db
    python -m owlgo.regress.train.eye_table --no-suicide -o patterns/db/eyes_nosuicide.db
"""
import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple

from owlgo.engine.core.files import write_file
from owlgo.engine.eyes.canonical import canonical
from owlgo.engine.eyes.game import EyeGame, Graph, GraphJudge
from owlgo.engine.eyes.graph import VITAL_MARKS
from owlgo.regress.train.eye_spaces import Structure, structures, with_margins

LARGEST_GRAPH = 8
"""Size of the largest graphs that can be made, in points.  Larger graphs take days."""


class Row(NamedTuple):
    """The value of a filling: an eye space with a given set of prisoners."""
    value: str
    attacks: int
    """Vital points, as bits in the order of the structure's cells."""
    defences: int


class Drawn(NamedTuple):
    """Fillings that share one value and one picture: points in ``either`` may be empty or hold prisoners."""
    structure: Structure
    margins: int
    prisoners: int
    either: int
    entry: Row

    def symbol(self, k: int) -> str:
        """Return the sign of a cell."""
        margin = self.margins >> k & 1
        if self.either >> k & 1:
            return 'x'
        if self.prisoners >> k & 1:
            return '$' if margin else 'X'
        symbol = '!' if margin else '.'
        return VITAL_MARKS.get((symbol, bool(self.entry.attacks >> k & 1), bool(self.entry.defences >> k & 1)), symbol)


def fillings(structure: Structure, margins: int, suicide: bool) -> dict[int, Row]:
    """Return the value of every set of prisoners in which all strings have a liberty or a margin."""
    empty = structure.graph(margins)
    game = EyeGame(empty, suicide=suicide)
    judge = GraphJudge(game)
    found = {}
    for prisoners in range(1 << len(structure.cells)):
        if _can_stand(empty, prisoners):
            pair = game.position(prisoners)
            vital = [sum(1 << v for v in points) for points in judge.vital(pair)]
            found[prisoners] = Row(str(judge.value(pair)), *vital)
    return found


def _can_stand(graph: Graph, stones: int) -> bool:
    """Whether every string of the attacker has a liberty or holds a margin."""
    safe = 0
    for k, near in enumerate(graph.near):
        if stones >> k & 1 and (near & ~stones or graph.margin >> k & 1):
            safe |= 1 << k
    while True:
        grown = safe
        for k, near in enumerate(graph.near):
            grown |= 1 << k if stones >> k & 1 and near & safe else 0
        if grown == safe:
            return safe == stones
        safe = grown


def patterns(most: int, suicide: bool) -> Iterator[Drawn]:
    """Yield few pictures, in a fixed order, that cover all graphs of at most ``most`` points.  Each is chosen greedily to cover many
    graphs.

    If suicide is illegal, cover only graphs whose value or vital points differ from those with legal suicide.
    """
    for size in range(1, most + 1):
        covered: set[Graph] = set()
        for structure in structures(size):
            for margins in with_margins(structure):
                known = fillings(structure, margins, suicide)
                usual = {} if suicide else fillings(structure, margins, True)
                forms = {prisoners: canonical(structure.graph(margins, prisoners))[0] for prisoners in known}
                for prisoners in known:
                    if forms[prisoners] not in covered and known[prisoners] != usual.get(prisoners):
                        drawn = _widest(structure, margins, known, prisoners)
                        covered |= {forms[filling] for filling in _within(drawn.prisoners, drawn.either)}
                        yield drawn


def _widest(structure: Structure, margins: int, known: dict[int, Row], prisoners: int) -> Drawn:
    """Return a picture of this filling in which as many points as possible may also be empty or hold a prisoner, with the same value."""
    entry = known[prisoners]
    either = 0
    for k in range(len(structure.cells)):
        point = 1 << k
        if not (margins | entry.attacks | entry.defences) & point:
            wider = either | point
            if all(known.get(filling) == entry for filling in _within(prisoners & ~wider, wider)):
                either = wider
    return Drawn(structure, margins, prisoners & ~either, either, entry)


def _within(prisoners: int, either: int) -> Iterator[int]:
    """Yield every filling: these prisoners, with any of the points in ``either`` added."""
    some = 0
    while True:
        yield prisoners | some
        some = (some - either) & either
        if not some:
            return


def text(most: int = 6, suicide: bool = True) -> str:
    """Return the text of an eye table with graphs of at most ``most`` points.  Our own tables use the default."""
    blocks: list[str] = []
    for drawn in patterns(most, suicide):
        blocks.append('\n'.join([f'Pattern {len(blocks) + 1}', '', drawn.structure.draw(drawn.symbol), '', f':{drawn.entry.value}', '']))
    option, rule = ('', 'legal.') if suicide else (' --no-suicide', 'illegal: only what differs from eyes.db.')
    head = f'# Eye spaces of up to {most} points in the middle of the board, at edges and in corners: exact values with two outer ' \
        f'liberties.\n# Made by "python -m owlgo.regress.train.eye_table{option} --size {most}": {len(blocks)} patterns.' \
        f'  Suicide is {rule}\n'
    return '\n'.join([head, *blocks])


def main() -> int:
    """Make the table of eye spaces; return the exit status."""
    p = argparse.ArgumentParser(prog='python -m owlgo.regress.train.eye_table', description='Make the table of eye spaces.')
    p.add_argument('--size', type=int, default=6, choices=range(1, LARGEST_GRAPH + 1), help='points of the largest spaces (6)')
    p.add_argument('--no-suicide', action='store_true', help='where suicide is illegal: only what differs')
    p.add_argument('-o', metavar='FILE.db', help='write there instead of to standard output')
    args = p.parse_args()
    made = text(args.size, not args.no_suicide)
    if args.o:
        write_file(args.o, made)
    else:
        sys.stdout.write(made)
    return 0


if __name__ == '__main__':
    sys.exit(main())
