"""Write a proof as one self-contained HTML page: boards as SVG, and every reply to step through."""
import html
from typing import Any

from owlgo.cli.page_templates import fill_page
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, PASS, all_points, row_col
from owlgo.engine.core.variation import Variation
from owlgo.engine.solver.problem import Study


def page(game: Game, study: Study, proofs: dict[str, list[Variation]], words: list[str]) -> str:
    """Write the page: ``proofs`` by the side that moves first, ``words`` with the results."""
    margin = 2      # rows and columns shown around the region and its wall
    shown = [row_col(p) for p in (*study.region.points, *study.wall)]
    rows, columns = [row for row, _ in shown], [column for _, column in shown]
    view = [max(0, min(rows) - margin), max(0, min(columns) - margin),
            min(game.size - 1, max(rows) + margin), min(game.size - 1, max(columns) + margin)]
    stones = {_at(p): 'B' if game.color_at(p) == BLACK else 'W' for p in all_points(game.size) if game.color_at(p) != EMPTY}
    left = [2000]      # moves of all proofs on the page
    data = {'view': view, 'stones': stones, 'dragon': [_at(p) for p in study.dragon],
            'proofs': {who: _moves(variations, game.size, left) for who, variations in proofs.items()}}
    return fill_page('solve', game.size, data, title=html.escape(f'Life and death of {game.vertex(study.pos)}'),
                     words='<br>'.join(map(html.escape, words)))


def _at(p: int) -> str:
    return '{},{}'.format(*row_col(p))


def _moves(variations: list[Variation], size: int, left: list[int]) -> list[dict[str, Any]]:
    """Return moves for the page's script, breadth first, while some are ``left``."""
    roots: list[dict[str, Any]] = []
    queue = [(variation, roots) for variation in variations]
    for variation, below in queue:
        if left[0] == 0:
            break
        left[0] -= 1
        following: list[dict[str, Any]] = []
        move = {'words': _words(variation, size), 'color': 'B' if variation.color == BLACK else 'W',
                'at': _at(variation.move) if variation.move != PASS else None, 'next': following}
        below.append(move)
        queue += [(child, following) for child in variation.children]
    return roots


def _words(variation: Variation, size: int) -> str:
    """Write a move, with its outcome at the end of a line or if it differs from the proof's."""
    name, _, outcome = variation.words(size).partition(': ')
    return name if variation.children and outcome in ('dies', 'lives') else f'{name}: {outcome}'
