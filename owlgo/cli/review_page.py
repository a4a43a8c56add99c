"""Write a review as one self-contained HTML page: boards and curves as SVG, and a list of faults to click.

The page works by keyboard alone and on small screens.  Text of the record is escaped, with visible control characters.
"""
import html
import json
from typing import Any

from owlgo.cli.drawing import BOARD_SCRIPT
from owlgo.cli.review_script import SCRIPT, STYLE
from owlgo.cli.review_text import sentence, title
from owlgo.engine.core.draw import hoshi
from owlgo.engine.core.points import COLUMNS, row_col
from owlgo.engine.core.printable import printable
from owlgo.engine.review.data import Finding, Review

PAGE = '''<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style></head><body>
<header><h1>{heading}</h1><p>{about}</p></header>
<main>
<section class="game" aria-label="Game">
<div id="board"></div>
<p class="steps"><button type="button" id="first" aria-label="first move">&#8676;</button>
<button type="button" id="back" aria-label="back">&larr;</button>
<input type="range" id="move" aria-label="move" min="{first}" max="{last}" value="{first}">
<button type="button" id="next" aria-label="next">&rarr;</button>
<button type="button" id="last" aria-label="last move">&#8677;</button></p>
<div id="said" aria-live="polite"></div>
</section>
<section class="found">
<h2>Who was ahead</h2>
<div id="curve"></div>
<p class="legend"><span class="wins">Black wins, of all games</span> <span class="leads">Black leads, in points</span></p>
<h2>What went wrong, the worst first</h2>
<ol id="faults" class="list">{faults}</ol>
<h2>What became of dragons</h2>
<ol id="changes" class="list">{changes}</ol>
<p class="note">Level {level}. A status is proved, read (the surroundings were assumed to hold) or guessed (the reading was not
finished; the lists do not use it). Unchecked dragons count as alive. Points and win rates come from playouts and vary.
The arrow keys go from move to move.</p>
</section>
</main>
<script>
const DATA = {data};
{board}
{script}
</script></body></html>
'''
"""The page without its contents."""


def page(review: Review) -> str:
    """Write the page."""
    faults = review.faults
    changes = [one for one in review.findings if one.kind == 'change' and not one.fault]
    ended = f'; {review.info["RE"]}' if review.info.get('RE') else ''
    heading = f'{review.info.get("PB") or "Black"} \N{EN DASH} {review.info.get("PW") or "White"}'
    about = f'{review.name}: {review.size}\N{MULTIPLICATION SIGN}{review.size}, komi {review.komi:g}{ended}'
    escaped = {name: html.escape(printable(text)) for name, text in (('title', title(review)), ('heading', heading), ('about', about))}
    return PAGE.format(style=STYLE, script=SCRIPT, board=BOARD_SCRIPT, data=_data(review), level=review.level,
                       first=review.moments[0].number, last=review.moments[-1].number,
                       faults=_items(faults, True), changes=_items(changes, False), **escaped)


def _items(findings: list[Finding], costs: bool) -> str:
    """Write findings as links to moves, readable without the script."""
    def item(one: Finding) -> str:
        cost = f'<b>{one.cost:.1f}</b> ' if costs else ''
        return f'<li><a href="#{one.number}">{cost}{html.escape(sentence(one))}</a></li>'
    return ''.join(map(item, findings)) or '<li class="none">nothing found</li>'


def _data(review: Review) -> str:
    """Write the moments for the page's script, as JSON that cannot end the script."""
    moments: list[dict[str, Any]] = []
    for k, moment in enumerate(review.moments):
        said = [{'text': sentence(one), 'fault': one.fault, 'stones': one.stones} for one in review.at(moment.number)] if k else []
        fates = [[f'{fate.color.capitalize()} {fate.vertex} ({len(fate.stones)}): {fate.words}', fate.stones, fate.status,
                  fate.certainty] for fate in moment.fates]
        moments.append({'n': moment.number, 'color': moment.color, 'move': moment.move, 'board': moment.board, 'lead': moment.lead,
                        'wins': moment.winning, 'better': moment.choice, 'line': moment.line, 'said': said, 'fates': fates})
    data = {'size': review.size, 'letters': COLUMNS, 'stars': [row_col(p) for p in hoshi(review.size)], 'moments': moments}
    text = json.dumps(data, separators=(',', ':'))
    return text.replace('<', '\\u003c').replace('>', '\\u003e').replace('&', '\\u0026')
