"""Add a review to its record: comments, marks, variations and Sabaki's graph.

The record's own contents stay.  A new review replaces an earlier one's comments, and its variations unless they were edited.
"""
import re

from sgfmill import common, sgf, sgf_grammar

from owlgo.cli.review_text import sections, sentence, standing
from owlgo.engine.core.sgf import MARKS, wellformed
from owlgo.engine.review.data import Moment, Review

OURS = re.compile(r'(?:\A|\n\n)OwlGo: (?:[BW]\+[\d.]+|0), Black wins \d+%(?:\n.+)*(?=\n\n|\Z)')
"""A paragraph of ours, without empty lines, and the empty line before it."""


def annotated(data: bytes, review: Review) -> str:
    """Return the record with the review.  Raises SgfError for a bad record.

    The root's comment names the turning point and each side's biggest mistakes; the turning point is a hotspot (HO).  Sabaki draws
    its graph from SBKV, Black's win rate in percent, and SBKS, Black's lead in points.
    """
    coarse = sgf_grammar.parse_sgf_game(wellformed(data, review.name).encode('utf-8'))
    _mend(coarse)
    coarse.sequence[0]['SZ'] = [str(review.size).encode()]
    game = sgf.Sgf_game.from_coarse_game_tree(coarse, override_encoding='UTF-8')
    nodes = list(game.get_main_sequence())
    moved = [nodes[0], *(node for node in nodes if node.has_property('B') or node.has_property('W'))]
    for node in nodes:
        _clear(node)
    before, turn = None, review.turning_point
    for moment in review.moments:
        node = moved[moment.number]
        node.set_raw('SBKV', f'{100 * moment.winning:.1f}'.encode())
        node.set_raw('SBKS', f'{moment.lead:.1f}'.encode())
        node.add_comment_text(comment(review, moment))
        faults = [one for one in review.at(moment.number) if one.fault]
        if moment.color and before is not None:
            if faults and not any(node.has_property(name) for name in ('BM', 'DO', 'IT', 'TE')):
                node.set_raw('BM', b'1')
            # A move in the root has no parent for a variation.
            if faults and node.parent is not None:
                _add_line(node.parent, moment.color, before, review.size)
        if turn is not None and turn.number == moment.number:
            node.set_raw('HO', b'1')
        _mark(node, review, moment)
        before = moment
    return str(game.serialise(), 'utf-8')


def _mend(tree: sgf_grammar.Coarse_game_tree) -> None:
    """Remove properties without a name (small letters are no part of it), and join several comments."""
    trees = [tree]
    for one in trees:
        for node in one.sequence:
            node.pop('', None)
            if len(node.get('C', ())) > 1:
                node['C'] = [b'\n\n'.join(node['C'])]
        trees += one.children


def _clear(node: sgf.Tree_node) -> None:
    """Remove an earlier review's additions at a node of the main line."""
    for child in list(node)[1:]:
        if _is_line(child):
            child.delete()
    if node.has_property('C'):
        text = node.get('C')
        kept = OURS.sub('', text)
        if kept != text and node.has_property('HO'):
            node.unset('HO')
        if kept != text and OURS.match(text):
            kept = kept.removeprefix('\n\n')
        if kept:
            node.set('C', kept)
        else:
            node.unset('C')


def _is_line(node: sgf.Tree_node) -> bool:
    """Return whether a variation is an earlier review's, unedited."""
    if not node.has_property('C') or not re.fullmatch(r'OwlGo prefers \w+\.', node.get('C')):
        return False
    first = True
    while True:
        if set(node.properties()) - {'B', 'W'} - ({'C'} if first else set()) or len(node) > 1:
            return False
        if not len(node):
            return True
        node, first = node[0], False


def comment(review: Review, moment: Moment) -> str:
    """Return what is said about a moment; at the first, also the turning point and the biggest mistakes."""
    standings = f'OwlGo: {standing(moment.lead)}, Black wins {moment.winning:.0%}'
    brief = [f'{one.heading}:\n' + '\n'.join(text for _, text in one.items) for one in sections(review) if one.brief]
    return '\n'.join([standings, *(brief if moment is review.moments[0] else ()), *(sentence(one) for one in review.at(moment.number))])


def _add_line(parent: sgf.Tree_node, color: str, before: Moment, size: int) -> None:
    """Add the engine's line as a variation to a fault."""
    node = parent
    for k, name in enumerate(before.line):
        node = node.new_child()
        mover = color if k % 2 == 0 else 'white' if color == 'black' else 'black'
        node.set_move(mover[0], common.move_from_vertex(name, size))
        if k == 0:
            node.add_comment_text(f'OwlGo prefers {name}.')


def _mark(node: sgf.Tree_node, review: Review, moment: Moment) -> None:
    """Mark the dragons of the findings, unless the node has marks."""
    stones = {stone for one in review.at(moment.number) for stone in one.stones}
    if stones and not any(node.has_property(name) for name in MARKS):
        node.set('TR', {common.move_from_vertex(stone, review.size) for stone in stones})
