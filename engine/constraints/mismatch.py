"""Explain why a pattern matches at a place or not: the points that differ, and each part of its constraint."""
from dataclasses import dataclass, field

import numpy as np

from owlgo.engine.constraints.helpers import new_run, py_ask_helper
from owlgo.engine.core.points import BORDER, EMPTY, PASS, STRIDE, row_col, vertex
from owlgo.engine.read.inner import new_inner_record
from owlgo.patterns.compile import SYMBOL_STATES, Instance, instances
from owlgo.patterns.draw import oriented
from owlgo.patterns.expr import AND, MOVE, TENUKI, Call, Node, Operation, calls, cheapest_first, evaluate, write
from owlgo.patterns.lang import Pattern
from owlgo.patterns.vocabulary import Helper


@dataclass
class Clause:
    """One part of a constraint, and its value in this position."""
    text: str
    value: int
    helpers: list[tuple[str, int | None]]
    """Each call of a helper with its answer; None if it is unknown."""


@dataclass
class Explanation:
    """Why a pattern, in one orientation, matches at a place or does not."""
    drawing: list[str]
    otherwise: list[str] = field(default_factory=list)
    """Points and edges that differ from the diagram."""
    clauses: list[Clause] = field(default_factory=list)
    value: int = 1
    """Value of the whole constraint."""
    touches: bool = True
    """Whether the pattern touches the goal; true without a goal."""

    @property
    def matches(self) -> bool:
        return not self.otherwise and self.touches and self.value != 0


class Explainer:
    """Explains why patterns match or do not, using the facts it is given.  A constraint that needs any other fact fails."""

    def __init__(self, facts: np.void) -> None:
        self.record, self.run, self.facts = new_inner_record(), new_run(), facts

    def explain(self, board: np.void, pattern: Pattern, elements: str, pos: int, color: int,
                goal: set[int] | None = None) -> list[Explanation]:
        """Explain a pattern in every orientation, the best first; its move, or its anchor if it has no move, lies on ``pos``.

        ``elements`` are the symbols that touch a goal, as in ``Database.goal_elements``.
        """
        found = []
        for instance in instances(pattern, 0):
            row, col = instance.move or (0, 0)
            found.append(self._one(board, pattern, instance, elements, pos - row * STRIDE - col, color, goal))
        return sorted(found, key=lambda e: (len(e.otherwise), not e.touches, not e.matches))

    def _one(self, board: np.void, pattern: Pattern, instance: Instance, elements: str, anchor: int, color: int,
             goal: set[int] | None) -> Explanation:
        size = int(board['size'])
        result = Explanation(oriented(pattern, instance))
        touched = False
        touching = elements + 'Q' * ('O' in elements) + 'Y' * ('X' in elements)
        at_row, at_col = row_col(anchor)
        for row, col, symbol in instance.points:
            pos = anchor + row * STRIDE + col
            inside = 0 <= at_row + row < size and 0 <= at_col + col < size
            what = _state(board, pos, color) if inside else 3
            if not SYMBOL_STATES[symbol] >> what & 1:
                result.otherwise.append(f'{vertex(pos, size) if inside else "a point off the board"} is '
                                        f'{("empty", "O", "X", "outside")[what]}, the diagram has {symbol}')
            touched |= goal is not None and pos in goal and symbol in touching
        top, left = at_row + instance.box[0], at_col + instance.box[1]
        bottom, right = at_row + instance.box[2], at_col + instance.box[3]
        ends = (top == 0, left == 0, bottom == size - 1, right == size - 1)
        edges = 'north', 'west', 'south', 'east'
        missing = [name for k, (name, at) in enumerate(zip(edges, ends, strict=True)) if instance.edges >> k & 1 and not at]
        result.otherwise += [f'the {name} edge of the board is not where the diagram has it' for name in missing]
        if goal is not None and elements not in ('', 'none'):
            result.touches = touched
        if not result.otherwise and pattern.constraint:
            names = dict(enumerate(pattern.labels))
            node = cheapest_first(pattern.constraint)
            parts = node.parts if isinstance(node, Operation) and node.op == AND else (node,)
            result.clauses = [self._clause(board, part, instance, anchor, color, names) for part in parts]
            result.value = int(all(clause.value for clause in result.clauses))
        if pattern.off:
            result.value = 0
        return result

    def _clause(self, board: np.void, node: Node, instance: Instance, anchor: int, color: int, names: dict[int, str]) -> Clause:
        def answer(helper: Helper, arguments: tuple[int, ...]) -> int:
            points = [PASS if a == TENUKI else anchor + _offset(instance, a) for a in arguments]
            self.run['color'], self.run['n'] = color, len(points)
            self.run['arg'][:len(points)] = points
            return int(py_ask_helper(board, self.record, self.facts, self.run, helper.opcode))
        known = int(self.facts['known'])
        helpers = {call: answer(call.helper, call.arguments) if known >> call.helper.needs & 1 else None for call in calls(node)}
        size = int(board['size'])
        def spelt(call: Call) -> str:
            points = ','.join('?' if a == TENUKI else vertex(anchor + _offset(instance, a), size) for a in call.arguments)
            return f'{write(call, names)} = {call.helper.name}({points})'
        value = 0 if None in helpers.values() else evaluate(node, answer)
        return Clause(write(node, names), value, [(spelt(call), result) for call, result in helpers.items()])


def _offset(instance: Instance, argument: int) -> int:
    row, col = (instance.move or (0, 0)) if argument == MOVE else instance.labels[argument]
    return row * STRIDE + col


def _state(board: np.void, pos: int, color: int) -> int:
    """Return a point's state: 0 if it is empty, 1 with a stone of this colour, 2 with one of the other."""
    c = int(board['color'][pos])
    return 0 if c in (EMPTY, BORDER) else 1 if c == color else 2


def text(name: str, where: str, explanations: list[Explanation]) -> str:
    """Put the first and best of these explanations into words."""
    best = explanations[0]
    verdict = 'matches' if best.matches else 'does not match'
    lines = [f'{name} {verdict} at {where} in this orientation:', '', *(f'  {row}' for row in best.drawing), '']
    lines += [f'  {reason}' for reason in best.otherwise]
    if not best.touches:
        lines.append('  it does not touch the dragon')
    for clause in best.clauses:
        lines.append(f'  {"holds" if clause.value else "fails"}: {clause.text}')
        lines += [f'      {helper} is {"not known" if value is None else value}' for helper, value in clause.helpers]
    if best.otherwise:
        lines.append(f'  ({len(explanations)} orientations; this one is the nearest)')
    return '\n'.join(lines)
