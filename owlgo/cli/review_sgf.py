"""A review written into the record that it is of: what was there stays, and comments, marks, variations and Sabaki's graph are added.

What an earlier review has added is replaced: its paragraphs of comments, and its variations where nobody has added anything to them.
"""
import re

from sgfmill import common, sgf, sgf_grammar

from owlgo.cli.review_text import sentence, standing
from owlgo.engine.core.sgf import wellformed
from owlgo.engine.review.data import Moment, Review

MARKS = ('TR', 'SQ', 'CR', 'MA', 'SL')
"""Mark properties: a point may have one of them in a node."""
OPINIONS = ('BM', 'DO', 'IT', 'TE')
OURS = re.compile(r'(?:\A|\n\n)OwlGo: (?:[BW]\+[\d.]+|0), Black wins \d+%(?:\n.+)*(?=\n\n|\Z)')
"""A paragraph of ours, which has no empty line in it, and the empty line before it."""
LINE = re.compile(r'OwlGo prefers \w+\.')
"""The comment of a variation's first move."""


def annotated(data: bytes, review: Review) -> str:
    """The record with the review in it.  Raises SgfError if it is none.

    SBKV is Black's win rate in percent, SBKS Black's lead in points: Sabaki draws its graph from them.
    """
    coarse = sgf_grammar.parse_sgf_game(wellformed(data, review.name).encode('utf-8'))
    _mend(coarse)
    coarse.sequence[0]['SZ'] = [str(review.size).encode()]
    game = sgf.Sgf_game.from_coarse_game_tree(coarse, override_encoding='UTF-8')
    nodes = list(game.get_main_sequence())
    moved = [nodes[0], *(node for node in nodes if node.has_property('B') or node.has_property('W'))]
    for node in nodes:
        _clear(node)
    before = None
    for moment in review.moments:
        node = moved[moment.number]
        node.set_raw('SBKV', f'{100 * moment.winning:.1f}'.encode())
        node.set_raw('SBKS', f'{moment.lead:.1f}'.encode())
        node.add_comment_text(comment(review, moment))
        faults = [one for one in review.at(moment.number) if one.fault]
        if moment.color and before is not None:
            if faults and not any(node.has_property(name) for name in OPINIONS):
                node.set_raw('BM', b'1')
            # Before a move in the root there is nothing that a variation could begin at.
            if faults and node.parent is not None:
                _add_line(node.parent, moment.color, before, review.size)
        _mark(node, review, moment)
        before = moment
    return str(game.serialise(), 'utf-8')


def _mend(tree: sgf_grammar.Coarse_game_tree) -> None:
    """Take away properties whose name had small letters alone (they are no part of a name, and nobody could read what is left), and make
    one comment of several.
    """
    trees = [tree]
    for one in trees:
        for node in one.sequence:
            node.pop('', None)
            if len(node.get('C', ())) > 1:
                node['C'] = [b'\n\n'.join(node['C'])]
        trees += one.children


def _clear(node: sgf.Tree_node) -> None:
    """Take away what an earlier review has said at a node of the main line."""
    for child in list(node)[1:]:
        if _is_line(child):
            child.delete()
    if node.has_property('C'):
        text = node.get('C')
        kept = OURS.sub('', text)
        if kept != text and OURS.match(text):
            kept = kept.removeprefix('\n\n')
        if kept:
            node.set('C', kept)
        else:
            node.unset('C')


def _is_line(node: sgf.Tree_node) -> bool:
    """Whether a variation is as an earlier review has left it."""
    if not node.has_property('C') or not LINE.fullmatch(node.get('C')):
        return False
    first = True
    while True:
        if set(node.properties()) - {'B', 'W'} - ({'C'} if first else set()) or len(node) > 1:
            return False
        if not len(node):
            return True
        node, first = node[0], False


def comment(review: Review, moment: Moment) -> str:
    """The comment on a move."""
    standings = f'OwlGo: {standing(moment.lead)}, Black wins {moment.winning:.0%}'
    return '\n'.join([standings, *(sentence(one) for one in review.at(moment.number))])


def _add_line(parent: sgf.Tree_node, color: str, before: Moment, size: int) -> None:
    """The engine's line as a variation of a fault."""
    node = parent
    for k, name in enumerate(before.line):
        node = node.new_child()
        mover = color if k % 2 == 0 else 'white' if color == 'black' else 'black'
        node.set_move(mover[0], common.move_from_vertex(name, size))
        if k == 0:
            node.add_comment_text(f'OwlGo prefers {name}.')


def _mark(node: sgf.Tree_node, review: Review, moment: Moment) -> None:
    """Mark the dragons that something is said of, if the node marks nothing yet."""
    stones = {stone for one in review.at(moment.number) for stone in one.stones}
    if stones and not any(node.has_property(name) for name in MARKS):
        node.set('TR', {common.move_from_vertex(stone, review.size) for stone in stones})
