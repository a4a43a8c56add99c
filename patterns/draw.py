"""Draw patterns as text, in all their orientations, and make templates from a board."""
from collections.abc import Callable

from owlgo.patterns.compile import Instance, instances
from owlgo.patterns.expr import write
from owlgo.patterns.lang import DIAGRAM_SIDE, Pattern


def oriented(pattern: Pattern, instance: Instance) -> list[str]:
    """Draw a pattern in one orientation, with its edges."""
    top, left, bottom, right = instance.box
    grid = {(row, col): symbol for row, col, symbol in instance.points}
    rows = [''.join(grid[row, col] for col in range(left, right + 1)) for row in range(top, bottom + 1)]
    return framed(rows, *(bool(instance.edges >> side & 1) for side in range(4)))


def framed(rows: list[str], north: bool, west: bool, south: bool, east: bool) -> list[str]:
    """Draw edges of the board around rows of points."""
    lines = [('|' if west else '') + row + ('|' if east else '') for row in rows]
    rule = ('+' if west else '') + '-' * len(rows[0]) + ('+' if east else '')
    return ([rule] if north else []) + lines + ([rule] if south else [])


def source(pattern: Pattern) -> list[str]:
    """Write a pattern in its file format, spaced out for reading."""
    drawn = framed(list(pattern.rows), pattern.north, pattern.west, pattern.south, pattern.east)
    lines = [f'Pattern {pattern.name}', *(f'# {comment}' for comment in pattern.comments), '', *drawn, '']
    attributes = [f'{name}({value:g})' if isinstance(value, float) else f'{name}({value})' for name, value in pattern.attributes.items()]
    lines += [':' + ','.join([pattern.symmetry, pattern.classes or '-', *attributes]), '']
    if pattern.labels:
        rows = [list(row) for row in pattern.rows]
        for label, (row, col) in pattern.labels.items():
            rows[row][col] = label
        lines += [*framed([''.join(row) for row in rows], pattern.north, pattern.west, pattern.south, pattern.east), '']
    names = dict(enumerate(pattern.labels))
    if pattern.constraint:
        lines.append(f'; {write(pattern.constraint, names)}')
    lines += [f'> {write(action, names)};' for action in pattern.actions]
    return lines


def side_by_side(blocks: list[list[str]], gap: int = 4) -> list[str]:
    """Put drawings side by side."""
    height = max(map(len, blocks))
    widths = [max(map(len, block)) for block in blocks]
    padded = [[line.ljust(width) for line in block + [''] * (height - len(block))] for block, width in zip(blocks, widths, strict=True)]
    return [(' ' * gap).join(parts).rstrip() for parts in zip(*padded, strict=True)]


def show(pattern: Pattern, where: str) -> str:
    """Draw a pattern and all its orientations."""
    drawn = [oriented(pattern, instance) for instance in instances(pattern, 0)]
    count = len(drawn)
    lines = [*source(pattern), '',
             f'{count} orientation{"" if count == 1 else "s"}, constraint cost {pattern.cost:.2g} readings, {where}', '']
    for start in range(0, count, 4):
        lines += [*side_by_side(drawn[start:start + 4]), '']
    return '\n'.join(lines).rstrip()


def template(size: int, symbol_at: Callable[[int, int], str], corners: tuple[int, int, int, int], name: str) -> str:
    """Make a new pattern from a rectangle of a board.

    ``symbol_at`` returns '.', 'O', 'X' or '*' for a row and column from the top left; ``corners`` are the rectangle's top row, left column,
    bottom row and right column.  Raises ValueError if it is too large.
    """
    top, left, bottom, right = corners
    if max(bottom - top, right - left) >= DIAGRAM_SIDE:
        raise ValueError(f'a pattern has at most {DIAGRAM_SIDE} rows and columns')
    rows = [''.join(symbol_at(row, col) for col in range(left, right + 1)) for row in range(top, bottom + 1)]
    drawn = framed(rows, top == 0, left == 0, bottom == size - 1, right == size - 1)
    return '\n'.join([f'Pattern {name}', '# What is it for?', '', *drawn, '', ':8,-,value(50)', '', *drawn, '', '; 1', ''])
