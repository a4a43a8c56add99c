"""Parse pattern databases in GNU Go's format and locate every mistake (GNU Go manual, "The Pattern Code").

    attribute_map owl_attack          header directives, before the first pattern

    Pattern A12                       a name; lines that begin with # are comments
    # Hane on the first line.
    ?XO.                              O to play at *; o is O or empty, x is X or empty, ? anything on the board
    .*xo                              Q and Y: an O or X that the matcher anchors at
    ----                              - above or below, | left or right, + corner: edges of the board

    :8,s,value(60)                    symmetry, classes or -, attributes

    ?aO.                              the diagram again with letters for points of the next lines
    .*bo
    ----

    ; lib(a) < 3 && oplay_attack(*,b,a)
    > antisuji(b);

GNU Go accepts some probable slips.  So do we, with a note (``Database.notes``): a repeated letter names the first of its points, ``.`` in
the second diagram stands for any empty symbol, and any of several anchors serves.  Without an attribute map the last field of the ``:``
line may be an old-style helper: a name without points, or NULL.  Its points are the labels in alphabetical order, or the move if there are
none.  A pattern is switched off if its old-style helper is unknown or needs other points.
"""
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from owlgo.engine.core import files
from owlgo.patterns.expr import AND, LABELS, MOVE, Call, Node, Operation, cost, parse, parse_actions
from owlgo.patterns.source import PatternErrors, Place, Problem, Text, in_order, near
from owlgo.patterns.vocabulary import ATTRIBUTES, EDGES, ELEMENTS, HELPERS, LABELLED_ATTRIBUTES, ORIENTATIONS, Helper

DIRECTIVES = ('attribute_map', 'goal_elements', 'callback_data')
"""Words of header lines."""
DIAGRAM_SIDE = 21
"""Most rows or columns of a diagram."""


@dataclass(frozen=True)
class Pattern:
    """One pattern of a file; rows and columns count from the top left point of its diagram."""
    name: str
    place: Place
    comments: tuple[str, ...]
    rows: tuple[str, ...]
    """The points without edges."""
    north: bool
    east: bool
    south: bool
    west: bool
    symmetry: str
    classes: str
    attributes: dict[str, float | str]
    """Numbers, or labels for LABELLED_ATTRIBUTES."""
    labels: dict[str, tuple[int, int]]
    """Points by label.  Constraints number labels in this order, that of appearance."""
    constraint: Node | None
    actions: tuple[Call, ...]
    off: Problem | None = None
    """Why the pattern never holds: its old-style helper cannot be used."""

    def points(self) -> Iterator[tuple[int, int, str]]:
        """Yield row, column and symbol of every point."""
        for row, line in enumerate(self.rows):
            for col, symbol in enumerate(line):
                yield row, col, symbol

    def find(self, symbols: str) -> tuple[int, int] | None:
        """Return the first point with one of these symbols."""
        return next(((row, col) for row, col, symbol in self.points() if symbol in symbols), None)

    @property
    def move(self) -> tuple[int, int] | None:
        return self.find('*')

    @property
    def cost(self) -> float:
        """Cost of the pattern's constraint, in tactical readings."""
        return cost(self.constraint) if self.constraint else 0.0


@dataclass(frozen=True)
class Database:
    """A file of patterns."""
    name: str
    attribute_map: str
    goal_elements: str
    patterns: tuple[Pattern, ...]
    notes: tuple[Problem, ...] = ()
    """Probable slips, and patterns that are switched off."""
    problems: tuple[Problem, ...] = ()
    """Mistakes; the patterns that have them are left out."""


@dataclass
class _Draft:
    """A pattern that is being read."""
    name: str
    place: Place
    before: int
    """Number of problems found before this pattern began."""
    comments: list[str] = field(default_factory=list)
    diagrams: list[list[Place]] = field(default_factory=list)
    colon: Place | None = None
    constraint: Text = field(default_factory=Text)
    action: Text = field(default_factory=Text)
    broken: bool = True
    """Whether the next row begins a new diagram."""


class _Reader:
    """Reader of one file; collects all problems."""

    def __init__(self, text: str, name: str, moves: bool) -> None:
        self.name, self.moves = name, moves
        self.lines = text.split('\n')
        self.problems: list[Problem] = []
        self.notes: list[Problem] = []
        self.attribute_map = 'none'
        self.goal_elements = 'none'
        self.patterns: list[Pattern] = []
        self.names: dict[str, int] = {}
        self.draft: _Draft | None = None

    def read(self) -> Database:
        for number, line in enumerate(self.lines, 1):
            self.line(Place(self.name, number, 1, line.rstrip()))
        self.finish()
        return Database(self.name, self.attribute_map, self.goal_elements, tuple(self.patterns), tuple(self.notes),
                        tuple(in_order(self.problems)))

    def problem(self, place: Place, column: int, message: str) -> None:
        self.problems.append(_problem(place, column, message))

    def note(self, place: Place, column: int, message: str) -> None:
        self.notes.append(_problem(place, column, message))

    def line(self, place: Place) -> None:
        text, draft = place.text, self.draft
        word = text.split(None, 1)[0] if text.strip() else ''
        if not word:
            if draft:
                draft.broken = True
        elif text[0] == '#':
            if draft:
                draft.comments.append(text.lstrip('#').strip())
        elif word == 'Pattern':
            self.finish()
            self.begin(place)
        elif word in DIRECTIVES:
            self.directive(place, word)
        elif draft is None:
            words = ('Pattern', *DIRECTIVES)
            self.problem(place, 1, f'a directive or a pattern expected, not {word}{near(word, words)}')
        elif text[0] == ':':
            if draft.colon:
                self.problem(place, 1, f"a second ':' line in pattern {draft.name}; the first is line {draft.colon.line}")
            else:
                draft.colon = place
            draft.broken = True
        elif text[0] in ';>':
            if not draft.colon:
                self.problem(place, 1, f"'{text[0]}' before the ':' line of pattern {draft.name}")
            (draft.constraint if text[0] == ';' else draft.action).add(Place(place.file, place.line, 2, text))
            draft.broken = True
        elif text[0] in ELEMENTS + EDGES or text[0] in LABELS:
            if draft.broken:
                draft.diagrams.append([])
            draft.broken = False
            draft.diagrams[-1].append(place)
        else:
            self.problem(place, 1, f'this line is no part of a pattern: it begins with {text[0]!r}')

    def begin(self, place: Place) -> None:
        words = place.text.split()
        before = len(self.problems)
        name = words[1] if len(words) > 1 else ''
        if len(words) != 2:
            self.problem(place, len(place.text) + 1 if len(words) < 2 else place.text.index(words[2], len('Pattern') + len(name)) + 1,
                         'Pattern wants a name, one word')
        elif name in self.names:
            column = place.text.index(name, len('Pattern')) + 1
            self.problem(place, column, f'a second pattern {name}; the first is in line {self.names[name]}')
        self.names.setdefault(name, place.line)
        self.draft = _Draft(name, place, before)

    def directive(self, place: Place, word: str) -> None:
        values = place.text.split()[1:]
        column = len(word) + 2
        if word != 'callback_data' and self.names:
            self.problem(place, 1, f'{word} stands before the first pattern')
        if word == 'callback_data':
            self.finish()
        if len(values) != 1:
            self.problem(place, column, f'{word} wants one value')
        elif word == 'attribute_map':
            if values[0] not in ATTRIBUTES:
                self.problem(place, column, f'no attribute map {values[0]}; there are {", ".join(ATTRIBUTES)}')
            else:
                self.attribute_map = values[0]
        else:
            known = '.XOxo,!'
            bad = [] if values[0] == 'none' else [symbol for symbol in values[0] if symbol not in known]
            if bad:
                column = place.text.index(bad[0], len(word)) + 1
                self.problem(place, column, f"'{bad[0]}' in {word}; it lists symbols of {known} or is none")
            elif word == 'goal_elements':
                self.goal_elements = values[0]

    # A pattern

    def finish(self) -> None:
        """Turn the draft into a pattern."""
        draft, self.draft = self.draft, None
        if draft is None:
            return
        if not draft.colon:
            self.problem(draft.place, 1, f"pattern {draft.name} has no ':' line")
            return
        drawn = [rows for rows in draft.diagrams if rows[0].line < draft.colon.line]
        labelled = [rows for rows in draft.diagrams if rows[0].line > draft.colon.line]
        if not drawn:
            self.problem(draft.place, 1, f'pattern {draft.name} has no diagram')
            return
        for extra in drawn[1:] + labelled[1:]:
            self.problem(extra[0], 1, 'another diagram after an empty line')
        grid = self.grid(drawn[0])
        if grid is None:
            return
        rows, edges = grid
        self.check_points(drawn[0], rows, edges)
        labels = self.read_labels(drawn[0], labelled[0], edges) if labelled else {}
        numbers = {label: number for number, label in enumerate(labels)}
        has_move = any('*' in row for row in rows)
        symmetry, classes, attributes, helper = self.read_colon(draft.colon, labels)
        constraint: Node | None = None
        actions: tuple[Call, ...] = ()
        if draft.constraint:
            constraint, problems = parse(draft.constraint, numbers, has_move)
            self.problems += problems
        if draft.action:
            actions, problems = parse_actions(draft.action, numbers, has_move)
            self.problems += problems
        off: Problem | None = None
        if helper:
            asked = self.old_style(*helper, numbers, has_move)
            if asked is None:
                off = self.notes[-1]
            elif asked.helper.action:
                actions = (*actions, asked)
            else:
                constraint = Operation(AND, (constraint, asked)) if constraint else asked
        if len(self.problems) == draft.before:
            north, east, south, west = edges
            self.patterns.append(Pattern(draft.name, draft.place, tuple(draft.comments), rows, north, east, south, west, symmetry, classes,
                                         attributes, labels, constraint, actions, off))

    def old_style(self, name: str, place: Place, labels: dict[str, int], has_move: bool) -> Call | None:
        """Return the call of an old-style helper; if it is unusable, add a note and return None."""
        helper: Helper | None = HELPERS.get(name)
        points = [labels[label] for label in sorted(labels)] or [MOVE] * has_move
        if helper and helper.least <= len(points):
            return Call(helper, tuple(points[:helper.most]))
        why = f'{name} wants points, at least {helper.least}, and has {len(points)}' if helper else \
            f'unknown helper {name}{near(name, HELPERS)}'
        self.note(place, place.column, f'{why}: the pattern is switched off')
        return None

    def grid(self, places: list[Place]) -> tuple[tuple[str, ...], tuple[bool, bool, bool, bool]] | None:
        """Return the points of a diagram, and whether it has a north, east, south and west edge; None if its shape is wrong."""
        texts = [place.text.split(None, 1)[0] for place in places]
        width = len(texts[0])
        for place, text in zip(places, texts, strict=True):
            if len(text) != width:
                self.problem(place, min(len(text), width) + 1, f'this row has {len(text)} points, the first has {width}')
                return None
        north, south = (set(text) <= {'-', '+'} for text in (texts[0], texts[-1]))
        inner = texts[north:len(texts) - south]
        if not inner:
            self.problem(places[0], 1, 'a diagram of edges only')
            return None
        west, east = inner[0][0] == '|', inner[0][-1] == '|'
        if width - west - east < 1 or width - west - east > DIAGRAM_SIDE or len(inner) > DIAGRAM_SIDE:
            self.problem(places[0], 1, f'a diagram has 1 to {DIAGRAM_SIDE} rows and columns of points')
            return None
        right = True
        for place, text in zip(places, texts, strict=True):
            horizontal = (place is places[0] and north) or (place is places[-1] and south)
            for col, symbol in enumerate(text):
                vertical = (col == 0 and west) or (col == width - 1 and east)
                wanted = '+' if horizontal and vertical else '-' if horizontal else '|' if vertical else ''
                if (wanted and symbol != wanted) or (not wanted and symbol in EDGES):
                    self.problem(place, col + 1, f"'{wanted}' expected here" if wanted else f"'{symbol}' is no edge here")
                    right = False
        return (tuple(text[west:width - east] for text in inner), (north, east, south, west)) if right else None

    def check_points(self, places: list[Place], rows: tuple[str, ...], edges: tuple[bool, bool, bool, bool]) -> None:
        """Check for unknown symbols, one move, and at most one anchor."""
        north, _, _, west = edges
        seen: dict[str, Place] = {}
        for place, row in zip(places[north:], rows, strict=False):
            for col, symbol in enumerate(row):
                column = col + west + 1
                if symbol not in ELEMENTS:
                    self.problem(place, column, f"'{symbol}' is no symbol of a pattern")
                group = 'anchor' if symbol in 'QY' else symbol
                if group in ('anchor', '*'):
                    if group in seen and group == '*':
                        self.problem(place, column, 'a second move')
                    elif group in seen:
                        self.note(place, column, 'a second anchor: any of them serves')
                    seen[group] = place
        if '*' not in seen and self.moves:
            self.problem(places[0], 1, "no move: one point is '*'")

    def read_labels(self, drawn: list[Place], places: list[Place], edges: tuple[bool, bool, bool, bool]) -> dict[str, tuple[int, int]]:
        """Return the labels of a constraint diagram; its other symbols must repeat the first diagram."""
        interchangeable = {'.': '!*,', 'O': 'Q', 'X': 'Y'}     # symbols of the first diagram, by the symbol here
        first = [place.text.split(None, 1)[0] for place in drawn]
        north, _, _, west = edges
        labels: dict[str, tuple[int, int]] = {}
        if len(places) != len(first):
            self.problem(places[0], 1, f'the constraint diagram has {len(places)} rows, the diagram {len(first)}')
            return labels
        for row, (place, there) in enumerate(zip(places, first, strict=True)):
            here = place.text.split(None, 1)[0]
            if len(here) != len(there):
                self.problem(place, min(len(here), len(there)) + 1, f'this row has {len(here)} points, in the diagram it has {len(there)}')
                continue
            for col, (symbol, old) in enumerate(zip(here, there, strict=True)):
                if symbol in LABELS and old not in EDGES:
                    if old == '*':
                        self.problem(place, col + 1, 'the move has no label: it is *')
                    elif symbol in labels:
                        self.note(place, col + 1, f'label {symbol} stands here a second time: it names the first point')
                    labels.setdefault(symbol, (row - north, col - west))
                elif old in interchangeable.get(symbol, ''):
                    self.note(place, col + 1, f"'{symbol}' here, but '{old}' in the diagram: it is the same point")
                elif symbol != old:
                    self.problem(place, col + 1, f"'{symbol}' here, but '{old}' in the diagram")
        return labels

    def read_colon(self, place: Place,
                   labels: dict[str, tuple[int, int]]) -> tuple[str, str, dict[str, float | str], tuple[str, Place] | None]:
        """Parse a ``:`` line: symmetry, classes, attributes, and the old-style helper with its place."""
        column = 2
        fields = []
        for text in place.text[1:].split(','):
            fields.append((column, text))
            column += len(text) + 1
        symmetry = fields[0][1].strip()
        if len(symmetry) != 1 or symmetry not in ORIENTATIONS:
            self.problem(place, 2, f"'{symmetry}' is no symmetry: one of {''.join(ORIENTATIONS)}")
        classes = fields[1][1].strip() if len(fields) > 1 else ''
        if not classes:
            self.problem(place, fields[1][0] if len(fields) > 1 else len(place.text) + 1, "classes expected, or '-'")
        elif not re.fullmatch(r'-|[A-Za-z]+', classes):
            self.problem(place, fields[1][0], f"'{classes}' are no classes: letters, or '-'")
        attributes: dict[str, float | str] = {}
        helper: tuple[str, Place] | None = None
        known = ATTRIBUTES[self.attribute_map]
        for number, (start, text) in enumerate(fields[2:], 3):
            column = start + len(text) - len(text.lstrip())
            match = re.match(r'\s*([A-Za-z_]\w*)?\s*(\(([^()]*)\))?\s*\Z', text)
            if not match or (match[2] and not match[1]):
                self.problem(place, column, f"'{text.strip()}' is no attribute: name(value)")
                continue
            name, value = match[1], match[3]
            if name is None:
                continue
            if self.attribute_map == 'none' and number == len(fields) and not match[2]:
                helper = None if name == 'NULL' else (name, Place(place.file, place.line, column, place.text))
            elif name in HELPERS:
                self.problem(place, column, f'{name} is a helper: it stands in a constraint, with its points')
            elif name not in known:
                self.problem(place, column, f'no attribute {name} with attribute_map {self.attribute_map}{near(name, known)}')
            elif name in attributes:
                self.problem(place, column, f'{name} a second time')
            elif name in LABELLED_ATTRIBUTES:
                label = (value or '').strip()
                if label not in labels:
                    self.problem(place, column, f"{name} wants a label of the constraint diagram, not '{label}'")
                attributes[name] = label
            elif value is None or value.strip() == '-':
                attributes[name] = 0.0
            elif re.fullmatch(r'\s*-?\d{1,6}(\.\d{1,6})?\s*', value):
                attributes[name] = float(value)
            else:
                self.problem(place, column, f"{name} wants a number, not '{value.strip()}'")
        return symmetry, '' if classes == '-' else classes, attributes, helper


def _problem(place: Place, column: int, message: str) -> Problem:
    return Problem(Place(place.file, place.line, min(column, len(place.text) + 1), place.text), message)


def read_text(text: str, name: str, moves: bool = True, tolerant: bool = False) -> Database:
    """Parse the text of a pattern file; with ``moves``, every pattern must have a move.  Raises PatternErrors, unless ``tolerant``."""
    database = _Reader(text, name, moves).read()
    if database.problems and not tolerant:
        raise PatternErrors(database.problems)
    return database


def file_text(path: str) -> str:
    """Return the text of a pattern file in any encoding.  Raises OSError if it cannot be read, UnfitFile if it is no text."""
    try:
        data = files.read_file(path, 32 << 20)
    except files.UnfitFile as error:
        raise files.UnfitFile(f'{path}: {error}') from None
    return data.decode('utf-8', 'surrogateescape').replace('\r\n', '\n').replace('\r', '\n')


def read_file(path: str, moves: bool = True, tolerant: bool = False) -> Database:
    """Parse a pattern file; ``moves`` and ``tolerant`` as for ``read_text``.  Raises OSError, UnfitFile and PatternErrors."""
    return read_text(file_text(path), path, moves, tolerant)
