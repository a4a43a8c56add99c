"""Life-and-death problems from files: JSON, or game records with their solutions.

    {"queries": [{"id": "corner-1", "size": 9, "black": ["A8", "B8"], "white": ["C9", "C8"], "to_move": "B",
                  "kind": "defend", "target": "A8", "moves": ["A9"], "grade": "easy"}]}

``kind``: the side to move kills (attack) or saves (defend) the dragon of ``target``.  ``moves`` are the first moves that succeed, the
solution's own move first.  ``id``, ``grade`` and other keys may be missing; so may ``line``, the solution move by move, and ``wrong``,
first moves that the book calls failures.

A problem about strings has a goal in place of kind and target:

    {"goal": "any", "crucial": ["A8", "C8"], "ko": {"black": false, "white": true}, "region": ["A9-C7"], "owner": "black", ...}

``goal``: one of GOALS, or any_lives for any.  ``crucial``: a stone of each string.  May be missing: ``ko``, who may rely on ko; ``region``,
the points to which the side that succeeds is confined; ``owner``, the strings' side.  ``moves`` may be called ``first_moves``, and is
empty if the book has the side to move fail.
"""
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sgfmill import sgf, sgf_grammar

from owlgo.engine.core.board import new_board, py_place_if_legal, py_trymove
from owlgo.engine.core.files import UnfitFile, read_file
from owlgo.engine.core.goal_names import ANY, CONNECT, GOALS
from owlgo.engine.core.points import (
    BLACK,
    COLOR_NAMES,
    EMPTY,
    MAX_SIZE,
    PASS,
    SIDES,
    WHITE,
    other,
    parse_area,
    parse_color,
    parse_vertex,
    point,
    vertex,
)
from owlgo.engine.core.sgf import MARKS, NothingMarked, Setup, marked_stones, stones_after
from owlgo.engine.core.strings import string

PROBLEMS_BYTES = 64 << 20
"""Largest file of problems, in bytes."""
RIGHT, WRONG = ('right', 'correct'), ('wrong', 'incorrect', 'failure')
"""First words of comments at the end of a solution, and of a failure."""
GOALS_BY_NAME = {**{name: name for name in GOALS}, 'any_lives': ANY}
"""Goals by what entries call them."""


class BadProblem(ValueError):
    """A problem is unusable.  The message is one line with file, entry and mistake."""


def setup(size: int, black: Iterable[str], white: Iterable[str]) -> list[str]:
    """Return the GTP commands that set a position up."""
    return [f'boardsize {size}', 'clear_board', *(f'play black {v}' for v in black), *(f'play white {v}' for v in white)]


class Puzzle(NamedTuple):
    """A problem: a dragon, the side to move, and the solution."""
    name: str
    size: int
    black: tuple[str, ...]
    white: tuple[str, ...]
    color: int
    """The side to move."""
    attacks: bool
    """Whether the side to move is to kill the target; otherwise it is to save the target."""
    target: str
    moves: tuple[str, ...]
    """First moves that solve the problem, the solution's own move first."""
    grade: str = ''
    wanted: str = ''
    """The right result code.  Empty if any success is right."""
    line: tuple[str, ...] = ()
    """The solution move by move, the sides in turn."""
    wrong: tuple[str, ...] = ()
    """First moves that the book calls failures."""
    source: str = ''
    """The record that the problem comes from; empty for JSON."""
    number: int = 1
    """The number of the game in that record."""
    goal: str = ''
    """What is asked of the strings of ``crucial`` (``goal_names``); empty: the question is about the dragon of ``target``."""
    crucial: tuple[str, ...] = ()
    """A stone of each string, with a goal."""
    no_ko: int = EMPTY
    """The colour that may not rely on ko."""
    region: tuple[str, ...] = ()
    """The points to which the side that succeeds is confined; empty: all."""

    @property
    def setup(self) -> list[str]:
        """The GTP commands that set the position up."""
        return setup(self.size, self.black, self.white)

    @property
    def question(self) -> str:
        """The question about the side to move."""
        return f'owl_{"attack" if self.attacks else "defend"} {self.target}'

    @property
    def reverse(self) -> str:
        """The question about the other side."""
        return f'owl_{"defend" if self.attacks else "attack"} {self.target}'

    @property
    def first_move(self) -> str:
        """The command of the solution's first move."""
        return f'play {COLOR_NAMES[self.color]} {self.moves[0]}'


def load(path: str, goal: str = '') -> tuple[list[Puzzle], list[BadProblem]]:
    """Read the problems of a JSON file, a record or a folder of records, and list unusable ones.  Raises BadProblem, OSError.

    ``goal``: that of problems that state none themselves.  The marks of a record then name the strings.
    """
    place = Path(path)
    if place.is_dir():
        files = sorted(file for file in place.rglob('*') if file.suffix.lower() == '.sgf' and file.is_file())
        if not files:
            raise BadProblem(f'{path}: there are no records (.sgf) in this folder')
        found = [_records(file, goal) for file in files]
    elif place.suffix.lower() == '.sgf':
        found = [_records(place, goal)]
    else:
        found = [_entries(place, goal)]
    return [one for some, _ in found for one in some], [one for _, bad in found for one in bad]


def read_json(path: Path) -> list[dict[str, Any]]:
    """Read the entries of a JSON file: a list, or an object with a list ``queries``.  Raises BadProblem, OSError."""
    try:
        data = json.loads(read_file(path, PROBLEMS_BYTES).decode('utf-8'))
    except UnfitFile as error:
        raise BadProblem(f'{path}: {error}') from None
    except UnicodeDecodeError as error:
        raise BadProblem(f'{path}: byte {error.start + 1} is no UTF-8') from None
    except json.JSONDecodeError as error:
        raise BadProblem(f'{path}: this is no JSON, at line {error.lineno}, column {error.colno}') from None
    except RecursionError:
        raise BadProblem(f'{path}: its lists are nested too deeply') from None
    entries = data.get('queries') if isinstance(data, dict) else data
    if not isinstance(entries, list) or not entries:
        raise BadProblem(f'{path}: a list of problems is wanted, or an object with such a list as "queries"')
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise BadProblem(f'{path}: entry {number}: an object is wanted')
    return entries


def text(entry: dict[str, Any], key: str, choices: Iterable[str] = ()) -> str:
    """Return a text field of an entry.  If there are ``choices``, it must be one of them.  Raises ValueError."""
    value, wanted = entry.get(key), tuple(choices)
    if not isinstance(value, str) or not value or (wanted and value not in wanted):
        raise ValueError(f'"{key}": {" or ".join(wanted) or "a text"} is wanted')
    return value


def points(entry: dict[str, Any], key: str, size: int) -> tuple[str, ...]:
    """Return a field of an entry that lists vertices.  Raises ValueError."""
    value = entry.get(key)
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ValueError(f'"{key}": a list of vertices is wanted')
    try:
        return tuple(vertex(parse_vertex(name, size), size) for name in value)
    except ValueError as error:
        raise ValueError(f'"{key}": {error}') from None


def board(size: int, black: Sequence[str], white: Sequence[str]) -> np.void:
    """Return the board with these stones.  Raises ValueError for two stones on one point, or stones without a liberty."""
    made = new_board(size)
    for color, names in ((BLACK, black), (WHITE, white)):
        for name in names:
            pos = parse_vertex(name, size)
            if pos == PASS or made['color'][pos] != EMPTY or not py_place_if_legal(made, pos, color):
                raise ValueError(f'{COLOR_NAMES[color]} {name}: no stone can be put there')
    if any(made['color'][parse_vertex(name, size)] == EMPTY for name in (*black, *white)):
        raise ValueError('some stones have no liberty')
    return made


def _entries(path: Path, goal: str) -> tuple[list[Puzzle], list[BadProblem]]:
    """Read the problems of a JSON file, and list unusable ones."""
    good, bad = list[Puzzle](), list[BadProblem]()
    for number, entry in enumerate(read_json(path), 1):
        try:
            good.append(_entry(entry, number, goal))
        except ValueError as error:
            bad.append(BadProblem(f'{path}: entry {number}{called(entry)}: {error}'))
    return good, bad


def called(entry: dict[str, Any]) -> str:
    return f' ({entry["id"]})' if isinstance(entry.get('id'), str) else ''


def _entry(entry: dict[str, Any], number: int, goal: str) -> Puzzle:
    size = entry.get('size', 19)
    if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= MAX_SIZE:
        raise ValueError(f'"size": a number from 1 to {MAX_SIZE} is wanted')
    black, white = points(entry, 'black', size), points(entry, 'white', size)
    try:
        color = parse_color(text(entry, 'to_move'))
    except ValueError:
        raise ValueError('"to_move": B or W is wanted') from None
    goal = GOALS_BY_NAME[text(entry, 'goal', GOALS_BY_NAME)] if 'goal' in entry else goal
    key = 'first_moves' if goal and 'first_moves' in entry else 'moves'
    if key == 'first_moves' and 'moves' in entry:
        raise ValueError('"moves" and "first_moves" are two names of one list')
    moves = points(entry, key, size)
    line, wrong = (points(entry, key, size) if key in entry else () for key in ('line', 'wrong'))
    found = Puzzle(str(entry.get('id', number)), size, black, white, color, False, '', moves, str(entry.get('grade', '')),
                   line=line or moves[:1], wrong=wrong)
    if goal:
        found = _with_goal(entry, found, goal)
    else:
        target, = points({'target': [entry.get('target')]}, 'target', size)
        found = found._replace(attacks=text(entry, 'kind', ('attack', 'defend')) == 'attack', target=target)
    _check(found, key)
    return found


def _with_goal(entry: dict[str, Any], found: Puzzle, goal: str) -> Puzzle:
    """Return a problem with its goal, from the entry.  Raises ValueError."""
    size, names_target = found.size, 'crucial' not in entry and 'target' in entry
    crucial = points({'target': [entry['target']]}, 'target', size) if names_target else points(entry, 'crucial', size)
    owner = BLACK if crucial and crucial[0] in found.black else WHITE
    attacks = found.color != owner
    try:
        stated = parse_color(text(entry, 'owner')) if 'owner' in entry else owner
    except ValueError:
        raise ValueError('"owner": black or white is wanted') from None
    if stated != owner:
        raise ValueError(f'"owner": {" ".join(crucial)} is of {SIDES[owner]}')
    if 'kind' in entry and (text(entry, 'kind', ('attack', 'defend')) == 'attack') != attacks:
        raise ValueError(f'"kind": {SIDES[found.color]} is to move, and {" ".join(crucial)} is of {SIDES[owner]}')
    region = entry.get('region', [])
    if not isinstance(region, list) or not all(isinstance(part, str) for part in region):
        raise ValueError('"region": a list of points and rectangles, as A1-H8, is wanted')
    try:
        area = parse_area(region, size)
    except ValueError as error:
        raise ValueError(f'"region": {error}') from None
    return found._replace(attacks=attacks, target=crucial[0] if crucial else '', goal=goal, crucial=crucial, no_ko=_without_ko(entry),
                          region=tuple(vertex(p, size) for p in sorted(area)))


def _without_ko(entry: dict[str, Any]) -> int:
    """Return the colour that may not rely on ko, or EMPTY.  Raises ValueError."""
    ko, names = entry.get('ko', {}), {'black': BLACK, 'white': WHITE}
    if not isinstance(ko, dict) or not set(ko) <= set(names) or not all(isinstance(may, bool) for may in ko.values()):
        raise ValueError('"ko": an object with "black" and "white", true or false, is wanted')
    barred = [color for name, color in names.items() if not ko.get(name, True)]
    if len(barred) > 1:
        raise ValueError('"ko": false is possible for one side only')
    return barred[0] if barred else EMPTY


def _check(found: Puzzle, moves_key: str = 'moves') -> None:
    """Check that target and moves fit the position.  Raises ValueError."""
    made = board(found.size, found.black, found.white)
    if found.goal:
        _check_strings(made, found)
    else:
        owner = int(made['color'][parse_vertex(found.target, found.size)])
        if owner != (other(found.color) if found.attacks else found.color):
            raise ValueError(f'"target": {found.target} is no stone of the side that is to be {"killed" if found.attacks else "saved"}')
        if not found.moves:
            raise ValueError('"moves": no first move is named')
    for key, names in ((moves_key, found.moves), ('wrong', found.wrong)):
        for name in names:
            if not _playable(made.copy(), name, found.color):
                raise ValueError(f'"{key}": {name} cannot be played')
    outside = set(found.moves) - {*found.region, 'PASS'} if found.region else ()
    if outside:
        raise ValueError(f'"{moves_key}": {min(outside)} is not in the region')
    color = found.color
    for number, name in enumerate(found.line, 1):
        if not _playable(made, name, color):
            raise ValueError(f'"line": move {number}, {name}, cannot be played')
        color = other(color)


def _check_strings(made: np.void, found: Puzzle) -> None:
    """Check that the strings in question fit the goal.  Raises ValueError."""
    stones = [parse_vertex(name, found.size) for name in found.crucial]
    colors = [int(made['color'][p]) if p != PASS else EMPTY for p in stones]
    if not stones or EMPTY in colors or len(set(colors)) > 1:
        raise ValueError('"crucial": a list of stones of one colour is wanted')
    if found.goal == CONNECT and set(stones) <= set(string(made, stones[0])):
        raise ValueError('"crucial": a stone of each of two strings, or more, is wanted')


def _playable(made: np.void, name: str, color: int) -> bool:
    """Play a move if it is legal; return whether it is."""
    pos = parse_vertex(name, int(made['size']))
    return pos == PASS or bool(made['color'][pos] == EMPTY and py_trymove(made, pos, color))


def _records(path: Path, goal: str) -> tuple[list[Puzzle], list[BadProblem]]:
    """Read the problems of a file with one or more games, and list unusable ones."""
    good, bad = list[Puzzle](), list[BadProblem]()
    try:
        games = games_of(read_file(path, PROBLEMS_BYTES))
    except (UnfitFile, ValueError) as error:
        return [], [BadProblem(f'{path}: {error}')]
    for number, game in enumerate(games, 1):
        name = str(path) if len(games) == 1 else f'{path}, game {number}'
        try:
            good.append(_record(game, name, goal)._replace(source=str(path), number=number))
        except ValueError as error:
            bad.append(BadProblem(f'{name}: {error}'))
    return good, bad


def games_of(data: bytes) -> list[sgf.Sgf_game]:
    """Parse the games of a file.  Raises ValueError."""
    return [sgf.Sgf_game.from_coarse_game_tree(tree) for tree in sgf_grammar.parse_sgf_collection(data)]


def _record(game: sgf.Sgf_game, name: str, goal: str) -> Puzzle:
    """Return the problem of a record.  Raises ValueError."""
    size = game.get_size()
    if not 1 <= size <= MAX_SIZE:
        raise ValueError(f'the board size {size} is not between 1 and {MAX_SIZE}')
    black, white, before = beginning(game)
    start = before[-1]
    first = [child for child in start if child.get_move()[0]]
    marked = [child for child in first if not _says(child, WRONG) and not child.has_property('BM') and _solves(child)]
    accepted = marked or first[:1]
    letter, _ = accepted[0].get_move()
    color = BLACK if letter == 'b' else WHITE
    moves = [_vertex(child.get_move()[1], size) for child in accepted if child.get_move()[0] == letter]
    if 'PASS' in moves:
        raise ValueError('a solution begins with a pass')
    position = board(size, black, white)
    crucial = _crucial(position, before) if goal else ()
    target = parse_vertex(crucial[0], size) if goal else _target(position, before)
    wrong = [_vertex(child.get_move()[1], size) for child in first if child not in accepted and child.get_move()[0] == letter and
             (marked or _says(child, WRONG) or child.has_property('BM'))]
    found = Puzzle(name, size, black, white, color, position['color'][target] != color, vertex(target, size), tuple(dict.fromkeys(moves)),
                   line=tuple(_line(accepted[0], size)), wrong=tuple(name for name in dict.fromkeys(wrong) if name not in moves),
                   goal=goal, crucial=crucial)
    _check(found)
    return found


def beginning(game: sgf.Sgf_game) -> tuple[tuple[str, ...], tuple[str, ...], list[sgf.Tree_node]]:
    """Return Black's and White's stones before the first move, and the nodes of the record up to it.  Raises ValueError."""
    size, line = game.get_size(), game.get_main_sequence()
    if line[0].get_raw_move()[0]:
        raise ValueError('the root has a move')
    count = next((k for k, node in enumerate(line, 1) if any(child.get_raw_move()[0] for child in node)), len(line))
    setups = [Setup(*(tuple(point(size - 1 - row, col) for row, col in stones) for stones in node.get_setup_stones()))
              for node in line[:count]]
    black, white = (tuple(vertex(pos, size) for pos in sorted(stones)) for stones in stones_after(setups))
    if not black and not white:
        raise ValueError('the record sets no stones before its first move')
    if count == len(line):
        raise ValueError('there is no solution')
    if any(node.has_setup_stones() for node in line[count:]):
        raise ValueError('stones are set after the first move')
    return black, white, line[:count]


def _line(node: sgf.Tree_node, size: int) -> Iterator[str]:
    """Yield the moves from a node on: the variation with the marked solution, else the first, as long as the sides move in turn."""
    letter = node.get_move()[0]
    while letter and node.get_move()[0] == letter:
        yield _vertex(node.get_move()[1], size)
        letter = 'w' if letter == 'b' else 'b'
        following = [child for child in node if not _says(child, WRONG) and not child.has_property('BM')]
        if not following:
            return
        node = next((child for child in following if _solves(child)), following[0])


def _vertex(move: tuple[int, int] | None, size: int) -> str:
    return 'PASS' if move is None else vertex(point(size - 1 - move[0], move[1]), size)


def _target(position: np.void, nodes: Sequence[sgf.Tree_node]) -> int:
    """Return a stone of the dragon in question: a marked one or, if nothing is marked, one of the only enclosed dragon.

    Raises ValueError.
    """
    from owlgo.engine.solver.problem import candidates
    with suppress(NothingMarked):
        return min(_marked(position, nodes))
    found = candidates(position)
    if len(found) != 1:
        raise ValueError('it is not clear which dragon is meant: mark a stone of it (TR)')
    return found[0]


def _crucial(position: np.void, nodes: Sequence[sgf.Tree_node]) -> tuple[str, ...]:
    """Return a stone of each string that is marked.  Raises ValueError."""
    firsts = sorted({min(string(position, p)) for p in _marked(position, nodes)})
    return tuple(vertex(p, int(position['size'])) for p in firsts)


def _marked(position: np.void, nodes: Sequence[sgf.Tree_node]) -> list[int]:
    """Return the stones of one colour that nodes mark.  Raises ValueError, as ``marked_stones``."""
    size = int(position['size'])
    marks = {key: [point(size - 1 - row, col) for node in nodes if node.has_property(key) for row, col in node.get(key)] for key in MARKS}
    return marked_stones(marks, lambda p: int(position['color'][p]))


def _solves(node: sgf.Tree_node) -> bool:
    """Return whether a node, or a node below it, is marked as the solution."""
    todo = [node]
    for one in todo:
        if _says(one, RIGHT) or one.has_property('TE'):
            return True
        todo += [child for child in one if not _says(child, WRONG) and not child.has_property('BM')]
    return False


def _says(node: sgf.Tree_node, words: Sequence[str]) -> bool:
    """Return whether a line of a node's comment begins with one of these words, perhaps after signs, or contains one in capitals."""
    comment = ''
    with suppress(KeyError, ValueError):
        comment = node.get('C')
    capitals = {word.upper() for word in words}
    if capitals.intersection(re.findall(r'\w+', comment)):
        return True
    return any(line.strip(' \t[](){}+*!.:').lower().startswith(tuple(words)) for line in comment.splitlines())
