"""Game records: read SGF files into plain values, and write them back.

sgfmill parses the text.  This module interprets the properties as one game of Go, or says in one sentence why it cannot.  Only the main
line of the first game is read, up to the requested move.  The board checks that moves are legal: see `Record.error`.
"""
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile
from pathlib import Path
from typing import NamedTuple

from sgfmill import sgf_grammar, sgf_properties

from owlgo.engine.core import points, sgf_komi
from owlgo.engine.core.files import UnfitFile, read_file
from owlgo.engine.core.printable import counted, printable, say, shortened
from owlgo.engine.core.sgf_terms import GameTerms, Properties
from owlgo.engine.core.sgf_text import decode, one_line
from owlgo.engine.core.sgf_write import COLOR_LETTERS, Node, Property, dumps_tree

SIMPLE_INFO = ('GN', 'PB', 'BR', 'BT', 'PW', 'WR', 'WT', 'EV', 'RO', 'DT', 'PC', 'RE', 'RU', 'TM', 'OT', 'ON', 'AN', 'SO', 'US', 'CP')
"""Root properties that hold one line of text."""
MOST_FILE_BYTES = 16 << 20
"""Largest file that is read, in bytes."""

MARKS = 'MA', 'TR', 'SQ', 'CR', 'SL'
"""Properties that mark points: cross, triangle, square, circle, selected."""
MOST_NODES = 100_000
"""Most nodes of a game."""
MOST_GAMES = 1000
"""Games of a file that are counted, at most."""


class SgfError(ValueError):
    """An unreadable file, in one line that starts with its name."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(printable(' '.join(f'{name}: {reason}'.split())))
        self.said = name, reason

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.said


class Play(NamedTuple):
    """A move.  `pos` may be PASS."""
    color: int
    pos: int


class Setup(NamedTuple):
    """Stones put on or taken off the board between two moves, whatever was there before."""
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    empty: tuple[int, ...] = ()


Event = Play | Setup


def stones_after(setups: Iterable[Setup]) -> tuple[set[int], set[int]]:
    """Return Black's stones and White's after these setups, carried out in order."""
    black, white = set[int](), set[int]()
    for setup in setups:
        black = black.difference(setup.white, setup.empty).union(setup.black)
        white = white.difference(setup.black, setup.empty).union(setup.white)
    return black, white


class NothingMarked(ValueError):
    """A position marks no stones."""


def marked_stones(marks: Mapping[str, Collection[int]], color_at: Callable[[int], int]) -> list[int]:
    """Return the stones of one colour that a position marks: those of the first kind of mark (``MARKS``) that stands on one colour alone.

    Raises NothingMarked, or ValueError if all kinds stand on stones of both colours.
    """
    both = False
    for key in MARKS:
        found = [p for p in marks.get(key, ()) if color_at(p) != points.EMPTY]
        if len({color_at(p) for p in found}) == 1:
            return found
        both |= bool(found)
    if both:
        raise ValueError('the record marks stones of both colours alike')
    raise NothingMarked(f'the record marks no stones ({", ".join(MARKS)})')


@dataclass
class Record:
    """The main line of a game, as far as it was requested.  Lists of stones are sorted, top row first."""
    size: int = 19
    komi: float | None = None
    handicap: int = 0
    black: list[int] = field(default_factory=list)
    white: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    to_move: int = points.BLACK
    info: dict[str, str] = field(default_factory=dict)
    """Names, dates, result and so on by property name, as found in the root."""
    marks: dict[str, list[int]] = field(default_factory=dict, compare=False)
    """Points that the last position's node marks, by property (``MARKS``); only properties that mark some."""
    name: str = field(default='game', compare=False)
    """The file's name, for errors."""
    warnings: list[str] = field(default_factory=list, compare=False)
    """Oddities of the file, and how they were read."""
    stopped: bool = field(default=False, compare=False)
    """Whether the record stops before a requested move, rather than at the end of the game."""
    branches: bool = field(default=False, compare=False)
    """Whether the file's first game has variations."""

    @property
    def start(self) -> tuple[set[int], set[int]]:
        """Black's and White's stones before the first move: those of the root and of other nodes without a move."""
        later = (event for event in takewhile(lambda event: not isinstance(event, Play), self.events) if isinstance(event, Setup))
        return stones_after([Setup(tuple(self.black), tuple(self.white)), *later])

    @property
    def plays(self) -> list[int]:
        """The places of the moves among ``events``."""
        return [index for index, event in enumerate(self.events) if isinstance(event, Play)]

    def after(self, number: int) -> 'Record':
        """Return the record with only its first ``number`` moves, and with the setup before the next one."""
        plays = self.plays
        if number >= len(plays):
            return self
        following = self.events[plays[number]]
        assert isinstance(following, Play)
        return replace(self, events=self.events[:plays[number]], to_move=following.color)

    @property
    def is_problem(self) -> bool:
        """Whether the record is a problem with its solution: stones of both colours stand before the first move, and variations follow."""
        return self.branches and all(self.start)

    @property
    def question(self) -> str | None:
        """Where the position in question is, if nothing else is asked: the start of a problem ('1'), else the end (None)."""
        return '1' if self.is_problem and self.plays else None

    def tell(self) -> None:
        """Print the warnings on standard error, one a line."""
        for warning in self.warnings:
            say(f'owlgo: {self.name}: {warning}', sys.stderr)

    def error(self, index: int, reason: str) -> SgfError:
        """The error to raise when ``events[index]`` cannot be carried out: ``x.sgf: move 17 (W D4): occupied``."""
        event = self.events[index]
        number = sum(isinstance(earlier, Play) for earlier in self.events[:index])
        if isinstance(event, Setup):
            return SgfError(self.name, f'setup after move {number}: {reason}')
        vertex = points.vertex(event.pos, self.size)
        return SgfError(self.name, f'move {number + 1} ({COLOR_LETTERS[event.color]} {vertex}): {reason}')


def load(path: str | Path, until: str | int | None = None) -> Record:
    """Return the game in a file, up to but not including `until`: a move number or the first move at a vertex.

    Passes count as moves, but setup stones do not.  The number 0, one past the end, or a vertex that is never played gives the whole game.
    Raises SgfError, or plain ValueError when `until` is neither a number nor a vertex.
    """
    return parse(read(path), str(Path(path)), until)


def read(path: str | Path, most: int = MOST_FILE_BYTES) -> bytes:
    """Return the bytes of a file that has at most ``most``.  Raises SgfError."""
    name = str(Path(path))
    try:
        return read_file(path, most)
    except FileNotFoundError:
        raise SgfError(name, 'there is no such file') from None
    except PermissionError:
        raise SgfError(name, 'no permission to read the file') from None
    except UnfitFile as error:
        raise SgfError(name, str(error)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, 'strerror', None) or str(error)
        raise SgfError(name, f'the file cannot be read ({reason})') from None


def parse(data: bytes, name: str, until: str | int | None = None) -> Record:
    """Return the game in ``data``, the bytes of a file called `name`, up to `until` as in `load`."""
    return _Reader(data, name).read(until)


def main_line(data: bytes, name: str) -> list[Properties]:
    """Return the properties of every node of the main line, the root first, as UTF-8.  Raises SgfError."""
    return list(_Reader(data, name).main_line())


def wellformed(data: bytes, name: str) -> str:
    """Return a file's whole text with the repairs that `parse` makes.  Unlike a `Record`, the text keeps everything.  Raises SgfError."""
    reader = _Reader(data, name)
    next(reader.main_line())
    return reader.text


def dumps(record: Record) -> str:
    """Return the game as SGF that `parse` reads back as an equal record."""
    properties: dict[str, Property] = {'AB': sorted(record.black), 'AW': sorted(record.white)}
    if record.komi is not None:
        properties['KM'] = sgf_komi.write(record.komi)
    if record.handicap:
        properties['HA'] = str(record.handicap)
    root = node = Node(properties={**properties, **record.info})
    turn = _first_to_move(record.handicap)
    for event in record.events:
        if isinstance(event, Play):
            node = node.add(event.color, event.pos)
            turn = points.other(event.color)
        else:
            node = node.add(AB=event.black, AW=event.white, AE=event.empty)
    if turn != record.to_move:
        if node.color is not None:
            node = node.add()
        node.properties['PL'] = COLOR_LETTERS[record.to_move]
    return dumps_tree(root, record.size)


def _first_to_move(handicap: int) -> int:
    return points.WHITE if handicap >= 2 else points.BLACK


class _Reader:
    """Reads one file.  Its methods raise SgfError."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self.record = Record(name=name)
        self.data = data
        self.named = 0
        """Number of points named in setup and marks until now."""
        self.text = ''
        """The file's text, once its main line was found."""

    def error(self, reason: str) -> SgfError:
        return SgfError(self.name, reason)

    def warn(self, text: str) -> None:
        self.record.warnings.append(text)

    def read(self, until: str | int | None) -> Record:
        record = self.record
        line = list(self.main_line())
        root = line[0]
        begin = max(1, next((index for index, node in enumerate(line) if _has_move(node)), len(line)))
        self.read_root(root)
        terms = self.read_terms(line[:begin])
        stop_number, stop_pos = _parse_until(until, record.size)
        turn: int | None = None
        number = 0
        where = 'the first position'
        shown, seen = root, where
        nameless: list[str] = []
        for index, node in enumerate(line):
            setup = self.read_setup(node, where)
            if node is root:
                record.black, record.white = list(setup.black), list(setup.white)
            elif any(setup):
                record.events.append(setup)
            turn = self.read_turn(node, turn)
            play = self.read_play(node, number + 1)
            if play is not None:
                number += 1
                if number == stop_number or play.pos == stop_pos:
                    # The requested move says whose turn it is, whatever PL says.
                    turn = play.color
                    record.stopped = True
                    break
                record.events.append(play)
                turn = points.other(play.color)
                where = f'the position after move {number}'
            if index >= begin:
                terms.read(node, number)
            nameless += (f'{_quoted(value)} {f"at move {number}" if number else "before move 1"}' for value in node.get('', ()))
            shown, seen = node, where
        record.handicap = terms.conclude(*record.start)
        if nameless:
            self.warn(f'ignored {counted(len(nameless), "value")} of properties without capital letters, the first {nameless[0]}')
        # 0 and the number behind the last move are the end, too.
        if until is not None and not record.stopped and stop_number not in (0, number + 1):
            self.warn(f'{until} never comes; this is the position at the end')
        marks = {key: sorted(self.read_points(shown, key, seen)) for key in MARKS}
        record.marks = {key: found for key, found in marks.items() if found}
        record.to_move = _first_to_move(record.handicap) if turn is None else turn
        return record

    # The file

    def main_line(self) -> Iterator[Properties]:
        """The nodes of the first game's main line, root first."""
        decoded = decode(self.data)
        if not decoded.text.strip('\0 \t\r\n\f'):
            raise self.error('the file is empty')
        if decoded.warning:
            self.warn(decoded.warning)
        texts = [decoded.text] if decoded.charset.startswith('utf') else [decoded.text, self.data.decode('latin-1')]
        best: list[Properties] = []
        problem: SgfError | None = None
        for text in texts:
            text, missing = re.subn(r'\A([^(]*\()(?=\s*[A-Z][A-Za-z]*\s*\[)', r'\1;', text)
            data = text.encode('utf-8')
            try:
                tree = sgf_grammar.parse_sgf_game(data)
                nodes = list(islice(sgf_grammar.main_sequence_iter(tree), MOST_NODES + 1))
            except ValueError as error:
                problem = problem or self.error(_syntax_reason(data, str(error)))
                continue
            if len(nodes) > MOST_NODES:
                raise self.error(f'the game has more than {MOST_NODES:,} nodes')
            # A wrong encoding can swallow brackets and the nodes behind them; it never adds any.
            if len(nodes) > len(best):
                best, self.text = nodes, text
                self.record.branches = _branches(tree)
        if not best:
            assert problem is not None
            raise problem
        if missing:
            self.warn("the ';' before the first node was missing")
        games = _games(self.text.encode('utf-8'))
        if games > 1:
            self.warn(f'the file has {games if games < MOST_GAMES else f"{MOST_GAMES} or more"} games; the first is read')
        return iter(best)

    # The root

    def read_root(self, root: Properties) -> None:
        game = _simple(root, 'GM')
        if game and game not in ('1', 'Go', 'go'):
            raise self.error(f'this is no game of Go (GM[{shortened(game)}])')
        for key in SIMPLE_INFO:
            if key in root:
                self.record.info[key] = one_line(root[key][0])
        for key in ('GC', 'C'):
            if key in root:
                self.record.info[key] = sgf_grammar.text_value(root[key][0]).decode('utf-8')

    def read_terms(self, beginning: list[Properties]) -> GameTerms:
        """Read the game's terms in the nodes before the first move."""
        terms = GameTerms(self.record.info.get('RU', ''), self.warn)
        try:
            for index, node in enumerate(beginning):
                terms.read(node, 0 if index else None)
        except ValueError as error:
            raise self.error(str(error)) from None
        self.record.size, self.record.komi = terms.size, terms.komi
        return terms

    # Any node

    def read_setup(self, node: Properties, where: str) -> Setup:
        owner: dict[int, str] = {}
        lists: dict[str, tuple[int, ...]] = {}
        for key in ('AB', 'AW', 'AE'):
            lists[key] = tuple(sorted(self.read_points(node, key, where)))
            for pos in lists[key]:
                if pos in owner:
                    vertex = points.vertex(pos, self.record.size)
                    raise self.error(f'{owner[pos]} and {key} both name {vertex} in {where}')
                owner[pos] = key
        return Setup(lists['AB'], lists['AW'], lists['AE'])

    def read_points(self, node: Properties, key: str, where: str) -> set[int]:
        """Return the points in a property's values.  Values may be rectangles.  An empty value, as in AB[], names no point."""
        size = self.record.size
        result: set[int] = set()
        for value in node.get(key, ()):
            if not value.strip():
                continue
            corners = [parse_point(corner, size) for corner in value.split(b':')]
            first, last = corners[0], corners[-1]
            if first is None or last is None or len(corners) > 2:
                raise self.error(f'{key} in {where} names no point of the board ({_quoted(value)})')
            (top, left), (bottom, right) = points.row_col(first), points.row_col(last)
            if top > bottom or left > right:
                raise self.error(f'{key} in {where} names a rectangle that is upside down ({_quoted(value)})')
            self.named += (bottom - top + 1) * (right - left + 1)
            if self.named > 1_000_000:          # rectangles of a hostile file could take minutes
                raise self.error('setup and marks name more than 1000000 points')
            result.update(points.point(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1))
        return result

    def read_turn(self, node: Properties, turn: int | None) -> int | None:
        if 'PL' not in node:
            return turn
        text = _simple(node, 'PL')
        try:
            # Files older than FF[3] number the colours.
            return {'1': points.BLACK, '2': points.WHITE}.get(text) or points.parse_color(text)
        except ValueError:
            self.warn(f'PL[{shortened(text)}] is no colour and was ignored')
            return turn

    def read_play(self, node: Properties, number: int) -> Play | None:
        found = [(color, value) for color, key in COLOR_LETTERS.items() for value in node.get(key, ())]
        if not found:
            return None
        if len(found) > 1:
            raise self.error(f'move {number} shares its node with another move')
        color, value = found[0]
        size = self.record.size
        text = value.strip()
        if not text or (text == b'tt' and size <= 19):
            return Play(color, points.PASS)
        pos = parse_point(text, size)
        if pos is None:
            reason = 'is off the board' if re.fullmatch(rb'[a-zA-Z]{2}', text) else 'is no point of a board'
            raise self.error(f'move {number} {reason} ({_quoted(value)})')
        return Play(color, pos)


def _has_move(node: Properties) -> bool:
    return 'B' in node or 'W' in node


def _parse_until(until: str | int | None, size: int) -> tuple[int | None, int | None]:
    """Return where to stop reading: before the move with this number, or before the first move at this point."""
    if until is None:
        return None, None
    text = str(until).strip()
    if re.fullmatch(r'[0-9]{1,9}', text):
        return int(text), None
    try:
        return None, points.parse_vertex(text, size)
    except ValueError:
        raise ValueError(f'{text!r} is neither a move number nor a vertex of a {size}x{size} board') from None


def _branches(tree: sgf_grammar.Coarse_game_tree) -> bool:
    """Whether a game has variations."""
    while len(tree.children) == 1:
        tree = tree.children[0]
    return bool(tree.children)


def _games(data: bytes) -> int:
    """Return the number of games in a file, at most MOST_GAMES.  A beginning without properties is no game."""
    if len(re.findall(rb'\(\s*;', data)) < 2:
        return 1
    games = end = 0
    while games < MOST_GAMES:
        tokens, end = sgf_grammar.tokenise(data, end)
        if not tokens:
            break
        games += any(kind == 'I' for kind, _ in tokens)
    return games


def _syntax_reason(data: bytes, reason: str) -> str:
    """Return what is wrong with a file that sgfmill's parser refuses, and where, if known."""
    tokens, end = sgf_grammar.tokenise(data)
    if not tokens:
        return 'this is no SGF file'
    if reason != 'unexpected end of SGF data':
        return f'this is not well-formed SGF ({reason})'
    rest = data[end:].lstrip()
    if not rest or rest.startswith(b'['):
        return 'the file ends in the middle of the game'
    line = data[:len(data) - len(rest)].count(b'\n') + 1
    return f'line {line} is not well-formed SGF (at {_quoted(rest)})'


def _simple(node: Properties, key: str) -> str:
    """Return the first value of a property as one line of text, or '' without the property."""
    return one_line(node[key][0]).strip() if key in node else ''


def parse_point(value: bytes, size: int) -> int | None:
    """Return the point that two letters name, or None for other text."""
    try:
        found: Sequence[int] | None = sgf_properties.interpret_go_point(value.strip(), size)
    except ValueError:
        return None
    # sgfmill takes 'tt' for a pass up to 19x19, and counts rows from the bottom.
    return None if found is None else points.point(size - 1 - found[0], found[1])


def _quoted(value: bytes) -> str:
    """Return a faulty value in quotes, on one line, for messages."""
    return repr(shortened(' '.join(value.decode('utf-8', 'replace').split())))
