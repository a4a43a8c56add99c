"""Learned rules as patterns: the drawing, the constraint, a name and a comment that say what kind of move it is."""
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from owlgo.patterns.draw import framed
from owlgo.patterns.expr import LABELS
from owlgo.regress.train.literals import (
    BELOW,
    EDGE,
    FROM,
    MASKS,
    MOVE_BELOW,
    MOVE_FROM,
    NO,
    NOT_DRAGON,
    OF_DRAGON,
    POINT,
    YES,
    Literal,
    Rule,
    steps,
)
from owlgo.regress.train.moves_seen import ABOUT_BOTH, ABOUT_EMPTY, ABOUT_MOVE, ABOUT_STONE, LIBERTIES, SECOND, SIZE

HEADER = '''# Moves that {0} a dragon.  {1} is the dragon{2}.
#
# Values are urgency: the higher, the earlier a move is tried; 99 is forced, 100 taken as won.
# Classes: s the stone may be given up, n the dragon's move at the same point must be safe too, b the stone joins only if it holds together.

attribute_map value_only
goal_elements {1}
callback_data {1}
'''
YES_OR_NO = ('owl_eyespace', 'owl_big_eyespace', 'owl_proper_eye', 'ko', 'safe_xmove')
"""Helpers about the move that do not count."""
COUNTS = {LIBERTIES: 'lib', SECOND: 'lib2', SIZE: 'wormsize'}
LINES = ('first', 'second', 'third'), ('1st', '2nd', '3rd')
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
Place = tuple[int, int]
"""Rows and columns from the move."""


@dataclass
class Sketch:
    """What a rule draws: symbols of points, points beyond edges, and constraints with the points that they name."""
    symbols: dict[Place, str]
    edges: list[Place]
    asked: list[tuple[str, Place]]
    """Constraints, with {} for a label."""

    @classmethod
    def of(cls, rule: Rule) -> 'Sketch':
        masks: dict[Place, int] = {}
        for literal in rule:
            if literal.kind == POINT:
                place = steps(literal.cell)
                masks[place] = masks.get(place, literal.what) & literal.what
        symbols = {place: symbol for place, mask in masks.items() for symbol, allowed in MASKS.items() if allowed == mask}
        asked = [(_constraint(literal, symbols.get(steps(literal.cell), '')), steps(literal.cell))
                 for literal in rule if literal.kind not in (POINT, EDGE)]
        return cls(symbols, [steps(literal.cell) for literal in rule if literal.kind == EDGE], asked)

    def at(self, down: int, right: int) -> str:
        return self.symbols.get((down, right), '?')

    def grid(self, symbol: Callable[[Place], str]) -> list[str]:
        """The rectangle that holds all of it, and its edges."""
        inside = [(0, 0), *self.symbols, *(_inward(edge) for edge in self.edges)]
        rows, cols = ([place[axis] for place in inside] for axis in (0, 1))
        drawn = [''.join(symbol((row, col)) for col in range(min(cols), max(cols) + 1)) for row in range(min(rows), max(rows) + 1)]
        north, south = (any(sign * down > 0 for down, _ in self.edges) for sign in (-1, 1))
        west, east = (any(sign * right > 0 for _, right in self.edges) for sign in (-1, 1))
        return framed(drawn, north, west, south, east)


def _inward(place: Place) -> Place:
    """One step nearer to the move."""
    down, right = place
    return down - (down > 0) + (down < 0), right - (right > 0) + (right < 0)


def _constraint(literal: Literal, symbol: str) -> str:
    """A literal about a helper or a count in the language of patterns, with {} for a label."""
    kind, _, what, bound = literal
    if kind in (FROM, BELOW):
        return f'{COUNTS[what]}({{}}) ' + (f'> {bound - 1}' if kind == FROM else f'< {bound}')
    if kind in (OF_DRAGON, NOT_DRAGON):
        return ('!' if kind == NOT_DRAGON else '') + 'owl_goal_dragon({})'
    if kind in (MOVE_FROM, MOVE_BELOW):
        name = ABOUT_MOVE[what]
        if name in YES_OR_NO:
            return ('!' if kind == MOVE_BELOW else '') + f'{name}(*)'
        return f'{name}(*) ' + (f'> {bound - 1}' if kind == MOVE_FROM else f'< {bound}')
    if symbol == '.':
        if ABOUT_EMPTY[what] == 'owl_escape_value':
            return 'owl_escape_value({}) ' + ('> 0' if kind == YES else '< 1')
        return ('!' if kind == NO else '') + ABOUT_EMPTY[what] + '({})'
    text = f'{ABOUT_STONE[what]}({{}})' if what < len(ABOUT_STONE) else f'{ABOUT_BOTH[what - len(ABOUT_STONE)]}(*,{{}})'
    return ('!' if kind == NO else '') + text


def kind_of(sketch: Sketch, attacking: bool) -> tuple[str, str]:
    """The kind of a move by its shape: for its name, and in words."""
    at = sketch.at
    own, others = ([place for place in BESIDE if at(*place) == symbol] for symbol in 'OX')
    diagonal = [place for place in DIAGONAL if at(*place) == 'O']
    jump = any(at(2 * down, 2 * right) == 'O' and at(down, right) == '.' for down, right in BESIDE)
    if not own and any(at(*place) == at(-place[0], -place[1]) == 'X' for place in BESIDE):
        name, words = ('cut', 'Cuts in between') if attacking else ('wedge', 'Wedges in between two stones')
    elif len(own) > 1:
        name, words = 'connect', 'Joins stones'
    elif own and others:
        name, words = ('push', 'Pushes in') if len(others) > 1 else ('stretch', 'Stretches beside a stone')
    elif own:
        name, words = 'extend', 'Extends solidly'
    elif any('X' in (at(down, 0), at(0, right)) for down, right in diagonal):
        name, words = 'hane', 'Hane'
    elif others and jump:
        name, words = 'clamp', 'Clamps'
    elif diagonal:
        name, words = 'diagonal', 'Moves diagonally'
    elif jump:
        name, words = 'jump', 'Jumps'
    elif any(at(*place) == 'O' for place in KNIGHT):
        name, words = 'knight', "Plays a knight's move"
    elif others:
        name, words = 'contact', 'Plays right beside a stone'
    else:
        name, words = 'place', 'Plays in the open'
    if any(down for down, _ in sketch.edges) and any(right for _, right in sketch.edges):
        return name + '_corner', words + ' in the corner'
    if sketch.edges:
        line = min(abs(down) + abs(right) for down, right in sketch.edges) - 1
        return f'{name}_{LINES[1][line]}', f'{words} on the {LINES[0][line]} line'
    return name, words


def reasons(asked: list[str], attacking: bool) -> list[str]:
    """What the constraint says of the move, in words."""
    told = {text.split('(')[0] for text in asked}
    found = []
    if 'does_attack' in told:
        found.append('it captures what else would stand')
    elif '!oplay_defend' in told:
        found.append('a stone that it touches cannot be saved')
    if 'does_defend' in told:
        found.append('it saves stones in danger')
    if '!oplay_attack' in told:
        found.append('the stones beside it stay safe')
    if any(text.startswith('owl_escape_value(*) >') and '-' not in text for text in asked):
        found.append('the dragon would run there' if attacking else 'it is the way out')
    if any(text in asked for text in ('owl_eyespace(*)', '!owl_eyespace(*)')):
        found.append(f'the point is {"outside of" if "!owl_eyespace(*)" in asked else "in"} the eye space')
    if 'vital_chain' in told:
        found.append('a string whose capture makes an eye is near')
    return found


def pattern(rule: Rule, attacking: bool, classes: str, value: int, names: Counter[str]) -> str:
    """A rule in the language of patterns; ``names`` counts the kinds that have been named."""
    sketch = Sketch.of(rule)
    places = sorted({place for _, place in sketch.asked if place != (0, 0)})
    labels = dict(zip(places, sorted(LABELS, key=str.swapcase), strict=False))
    asked = [text.format(labels.get(place, '*')) for text, place in sketch.asked]
    kind, words = kind_of(sketch, attacking)
    names[kind] += 1
    why = reasons(asked, attacking)
    plain = sketch.grid(lambda place: '*' if place == (0, 0) else sketch.at(*place))
    lines = [f'Pattern {kind}_{names[kind]}', f'# {words}{": " if why else ""}{" and ".join(why)}.', '', *plain, '',
             f':8,{classes or "-"},value({value})', '']
    if labels:
        lines += [*sketch.grid(lambda place: '*' if place == (0, 0) else labels.get(place, sketch.at(*place))), '']
    if asked:
        lines += [f'; {" && ".join(asked)}', '']
    return '\n'.join(lines)


def heading(attacking: bool) -> str:
    """The head of a database."""
    return HEADER.format(*('attack', 'X', ', O its attacker and to move') if attacking else ('save', 'O', ' and to move'))
