"""Files of ``owlgo problems``: the problem's record with refutations added, certificates, and one page for all problems."""
import html
import json
import re
from collections.abc import Sequence
from pathlib import Path

from sgfmill import common, sgf

from owlgo.cli.page_templates import board_look, fill_page
from owlgo.cli.problem_data import VERDICTS, CheckedProblem, FirstMove, Report, counts
from owlgo.cli.problem_text import achieves, refutation, sentences, sides, summary, tempting, title
from owlgo.engine.core.files import read_file, write_file
from owlgo.engine.core.points import BLACK, MAX_SIZE, parse_vertex, row_col
from owlgo.engine.core.printable import printable
from owlgo.regress.problems import PROBLEMS_BYTES, Puzzle, beginning, games_of

MARGIN = 2
"""Rows and columns shown round the stones on the page."""
NAME_BYTES = 200
"""Longest name of a file, without number and suffix, in bytes: file systems take 255."""


def base_name(name: str, taken: set[str]) -> str:
    """Return a file name for a problem, without suffix, that is not among those ``taken``, and add it to them."""
    base = re.sub(r'[^\w.\-]+', '_', name.removesuffix('.sgf')).strip('_.') or 'problem'
    base = base.encode()[:NAME_BYTES].decode(errors='ignore')
    found, number = base, 1
    while found.lower() in taken:
        number += 1
        found = f'{base}-{number}'
    taken.add(found.lower())
    return found


def write(folder: Path, base: str, one: Puzzle, answered: CheckedProblem) -> None:
    """Write a problem's record and its certificates into a folder.  Raises OSError."""
    write_file(folder / f'{base}.certificates.json', json.dumps(answered.certificates, indent=1))
    write_file(folder / f'{base}.sgf', annotated(one, answered.report))


def annotated(one: Puzzle, report: Report) -> str:
    """Return the problem's record with the answer: a comment at its start, and comments, marks and refutations at the first moves.

    Raises OSError if its file cannot be read, ValueError if it has changed.
    """
    game = _game(one)
    start = beginning(game)[2][-1] if one.source else game.get_root()
    start.add_comment_text('\n'.join(['OwlGo: ' + sentences(report)[0], *sentences(report)[1:]]))
    letter = 'b' if report.to_move == 'black' else 'w'
    told = tempting(report)
    for found in report.moves:
        right = report.works(found)
        if right or found in told:
            node = _child(start, letter, found.move, report.size)
            said = f'{found.move} {achieves(report, found.outcome)}' if found.outcome is not None and right else refutation(report, found)
            node.add_comment_text(f'OwlGo: {said}.')
            if not any(node.has_property(name) for name in ('TE', 'BM', 'DO', 'IT')):
                mark = 'TE' if right else 'BM' if report.fails(found) else 'DO'
                node.set_raw(mark, b'' if mark == 'DO' else b'1')
            _add(node, letter, found, report.size)
    return str(game.serialise(), 'utf-8')


def _game(one: Puzzle) -> sgf.Sgf_game:
    """Return the game of a problem as UTF-8, from its record or made anew."""
    if one.source:
        found = games_of(read_file(one.source, PROBLEMS_BYTES))[one.number - 1]
        text = found.serialise().decode(found.get_charset(), 'replace')
        return sgf.Sgf_game.from_bytes(text.encode('utf-8'), override_encoding='UTF-8')
    game = sgf.Sgf_game(one.size, encoding='UTF-8')
    root = game.get_root()
    black, white = ([common.move_from_vertex(name, one.size) for name in names] for names in (one.black, one.white))
    root.set_setup_stones(black, white)
    root.set('PL', 'b' if one.color == BLACK else 'w')
    root.set('TR', [common.move_from_vertex(name, one.size) for name in one.crucial or (one.target,)])
    root.set('GN', printable(one.name))
    node = root
    for k, name in enumerate(one.line):
        node = node.new_child()
        node.set_move('bw'[(one.color - BLACK + k) % 2], common.move_from_vertex(name, one.size))
    return game


def _child(node: sgf.Tree_node, letter: str, name: str, size: int) -> sgf.Tree_node:
    """Return the node of a move below a node; a new one if there is none."""
    move = letter, common.move_from_vertex(name, size)
    for child in node:
        if child.get_move() == move:
            return child
    child = node.new_child()
    child.set_move(*move)
    return child


def _add(node: sgf.Tree_node, letter: str, found: FirstMove, size: int) -> None:
    """Add the best play after a first move below it."""
    for k, name in enumerate(found.line):
        node = _child(node, letter if k % 2 else 'w' if letter == 'b' else 'b', name, size)


def page(reports: Sequence[Report]) -> str:
    """Write all problems as one self-contained page with boards; a click on a move shows its line."""
    looks = {size: board_look(size) for size in {one.size for one in reports}}
    found = counts(reports)
    buttons = ''.join(f'<button data-verdict="{name}">{name} {found[name]}</button>' for name in VERDICTS)
    articles = ''.join(_article(k, one) for k, one in enumerate(reports))
    return fill_page('problems', MAX_SIZE, {'looks': looks, 'problems': [_problem(one) for one in reports]},
                     summary=html.escape(summary(reports)), buttons=buttons, articles=articles)


def _article(number: int, one: Report) -> str:
    said = ''.join(f'<li>{html.escape(printable(line))}</li>' for line in sentences(one))
    return f'<article data-verdict="{one.verdict}" id="p{number}"><h2>{html.escape(printable(title(one)))}</h2>' \
           f'<div class="board"></div><p class="moves"></p><ul>{said}</ul></article>\n'


def _problem(one: Report) -> dict[str, object]:
    """Return what the page's script needs to draw a problem."""
    stones = [*((_at(name, one.size), 'B') for name in one.black), *((_at(name, one.size), 'W') for name in one.white)]
    moves = [found for found in one.moves if one.works(found) or found in tempting(one)]
    shown = [place for place, _ in stones] + [_at(found.move, one.size) for found in moves if found.move != 'PASS']
    rows, columns = [row for row, _ in shown], [column for _, column in shown]
    view = [max(0, min(rows) - MARGIN), max(0, min(columns) - MARGIN),
            min(one.size - 1, max(rows) + MARGIN), min(one.size - 1, max(columns) + MARGIN)]
    first, second = (side[0] for side in sides(one))
    lines = [{'name': found.move, 'right': one.works(found),
              'line': [[_at(name, one.size) if name != 'PASS' else None, first if k % 2 == 0 else second]
                       for k, name in enumerate([found.move, *found.line])]} for found in moves]
    return {'size': one.size, 'view': view, 'stones': stones, 'marked': [_at(name, one.size) for name in one.stones], 'moves': lines}


def _at(name: str, size: int) -> tuple[int, int]:
    return row_col(parse_vertex(name, size))
