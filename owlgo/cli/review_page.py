"""Write a review as one self-contained HTML page: boards and curves as SVG, and a list of faults to click.

The page works by keyboard alone and on small screens.  Text of the record is escaped, with visible control characters.
"""
import html
from typing import Any

from owlgo.cli.page_templates import fill_page
from owlgo.cli.review_text import sentence, title
from owlgo.engine.core.printable import printable
from owlgo.engine.review.data import Finding, Review


def page(review: Review) -> str:
    faults, changes = entries(review)
    ended = f'; {review.info["RE"]}' if review.info.get('RE') else ''
    heading = f'{review.info.get("PB") or "Black"} \N{EN DASH} {review.info.get("PW") or "White"}'
    about = f'{review.name}: {review.size}\N{MULTIPLICATION SIGN}{review.size}, komi {review.komi:g}{ended}'
    escaped = {name: html.escape(printable(text)) for name, text in (('title', title(review)), ('heading', heading), ('about', about))}
    return fill_page('review', review.size, {'moments': moments_data(review)}, level=review.level,
                     first=review.moments[0].number, last=review.moments[-1].number,
                     faults=_items(faults, True), changes=_items(changes, False), **escaped)


def entries(review: Review) -> tuple[list[tuple[Finding, str]], list[tuple[Finding, str]]]:
    """Return the faults, the worst first, and the other changes of dragons, each with its sentence."""
    changes = [one for one in review.findings if one.kind == 'change' and not one.fault]
    faults, others = ([(one, sentence(one)) for one in part] for part in (review.faults, changes))
    return faults, others


def _items(findings: list[tuple[Finding, str]], costs: bool) -> str:
    """Write findings as links to moves, readable without the script."""
    def item(one: Finding, text: str) -> str:
        cost = f'<b>{one.cost:.1f}</b> ' if costs else ''
        return f'<li><a href="#{one.number}">{cost}{html.escape(text)}</a></li>'
    return ''.join(item(*one) for one in findings) or '<li class="none">nothing found</li>'


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
