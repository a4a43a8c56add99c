"""Write a review as one self-contained HTML page: boards and curves as SVG, and a list of faults to click.

The page works by keyboard alone and on small screens.  Text of the record is escaped, with visible control characters.
"""
import html
from typing import Any

from owlgo.cli.page_templates import fill_page
from owlgo.cli.review_text import Section, sections, sentence, title
from owlgo.engine.core.printable import printable
from owlgo.engine.review.data import Finding, Review

NOTHING = '<p class="note">Nothing went wrong that was seen.</p>'


def page(review: Review) -> str:
    """Return the page; it opens at the turning point."""
    ended = f'; {review.info["RE"]}' if review.info.get('RE') else ''
    heading = f'{review.info.get("PB") or "Black"} \N{EN DASH} {review.info.get("PW") or "White"}'
    about = f'{review.name}: {review.size}\N{MULTIPLICATION SIGN}{review.size}, komi {review.komi:g}{ended}'
    escaped = {name: html.escape(printable(text)) for name, text in (('title', title(review)), ('heading', heading), ('about', about))}
    turn, first = review.turning_point, review.moments[0].number
    return fill_page('review', review.size, {'moments': moments_data(review), 'opens': turn.number if turn else first}, level=review.level,
                     first=first, last=review.moments[-1].number, found=''.join(map(_list, sections(review))) or NOTHING, **escaped)


def _list(section: Section) -> str:
    """Write a section as links to moves, readable without the script."""
    def item(one: Finding, text: str) -> str:
        cost = f'<b>{one.cost:.1f}</b> ' if one.fault else ''
        return f'<li><a href="#{one.number}">{cost}{html.escape(text)}</a></li>'
    return f'<h2>{html.escape(section.heading)}</h2>\n<ol class="list">{"".join(item(*one) for one in section.items)}</ol>\n'


def sections_data(review: Review) -> list[dict[str, Any]]:
    """Return the sections for a script."""
    return [{'heading': heading, 'items': [{'number': one.number, 'text': text} | ({'cost': round(one.cost, 1)} if one.fault else {})
                                           for one, text in items]} for heading, items, _ in sections(review)]


def moments_data(review: Review) -> list[dict[str, Any]]:
    """Return the moments for a script."""
    moments: list[dict[str, Any]] = []
    for k, moment in enumerate(review.moments):
        said = [{'text': sentence(one), 'fault': one.fault, 'stones': one.stones} for one in review.at(moment.number)] if k else []
        fates = [[f'{fate.color.capitalize()} {fate.vertex} ({len(fate.stones)}): {fate.words}', fate.stones, fate.status,
                  fate.certainty] for fate in moment.fates]
        moments.append({'n': moment.number, 'color': moment.color, 'move': moment.move, 'board': moment.board, 'lead': moment.lead,
                        'wins': moment.winning, 'better': moment.choice, 'line': moment.line, 'said': said, 'fates': fates})
    return moments
