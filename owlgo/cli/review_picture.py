"""Draw the moments of a review before its faults."""
from owlgo.cli.drawing import Picture
from owlgo.cli.review_text import sentence
from owlgo.engine.core.points import EMPTY, STONES, all_points, parse_vertex
from owlgo.engine.review.data import Finding, Moment, Review

SIGNS = {sign: color for color, sign in STONES.items()}
"""Colours by their signs in a moment's board."""


def worst(review: Review) -> Picture:
    """Return the position before the move that cost most; without a fault, the last position."""
    if not review.faults:
        return _picture(review, review.moments[-1], ['Nothing went wrong that was seen.'])
    return _before(review, review.faults[0])


def by_move(review: Review, most: int) -> dict[int, Picture]:
    """Return the positions before the worst moves, at most ``most`` faults (0: all), by the number of the move."""
    return {fault.number: _before(review, fault) for fault in review.faults[:most or None]}


def _before(review: Review, fault: Finding) -> Picture:
    """Return the position before a move that is a fault."""
    before = next(one for one, after in zip(review.moments, review.moments[1:], strict=False) if after.number == fault.number)
    return _picture(review, before, [sentence(fault), 'The move that was played: ?' + (', a better one: !' if fault.better else '')], fault)


def _picture(review: Review, moment: Moment, text: list[str], fault: Finding | None = None) -> Picture:
    colors = dict(zip(all_points(review.size), (SIGNS[sign] for sign in moment.board if sign in SIGNS), strict=True))
    labels = {parse_vertex(name, review.size): sign for name, sign in ((fault.move, '?'), (fault.better, '!')) if name} if fault else {}
    marked = [parse_vertex(name, review.size) for name in fault.stones] if fault else []
    return Picture(review.size, lambda pos: colors[pos], text, [pos for pos in marked if colors[pos] != EMPTY],
                   {pos: sign for pos, sign in labels.items() if pos in colors})
