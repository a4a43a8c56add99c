"""Turn drawings into game records: the suites' positions are drawn in ``games/drawings.txt``, readable and easy to change."""
from collections.abc import Iterator
from pathlib import Path

from owlgo.engine.core import sgf
from owlgo.engine.core.points import parse_color, point

DRAWINGS = Path(__file__).parents[1] / 'games' / 'drawings.txt'
"""The file of drawings; records lie beside it."""


def read(text: str) -> Iterator[tuple[str, sgf.Record]]:
    """Yield name and record of every drawing.  Raises ValueError with the line of the first mistake."""
    blocks: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith('#'):
            continue
        if line.strip():
            blocks[-1].append((number, line))
        elif blocks[-1]:
            blocks.append([])
    for block in filter(None, blocks):
        (first, head), rows = block[0], [line.split() for _, line in block[1:]]
        words = head.split()
        if len(words) != 2 or any(len(row) != len(rows) for row in rows) or not rows:
            raise ValueError(f'line {first}: a name, a colour, and a square board below them are wanted')
        stones: dict[str, list[int]] = {'X': [], 'O': [], '.': []}
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                if sign not in stones:
                    raise ValueError(f'line {first + 1 + r}: {sign!r} is none of X O .')
                stones[sign].append(point(r, c))
        yield words[0], sgf.Record(size=len(rows), black=stones['X'], white=stones['O'], to_move=parse_color(words[1]))


def main() -> int:
    """Write the record of every drawing."""
    for name, record in read(DRAWINGS.read_text('utf-8')):
        DRAWINGS.with_name(f'{name}.sgf').write_text(sgf.dumps(record), 'utf-8')
    return 0


if __name__ == '__main__':
    raise SystemExit(main())
