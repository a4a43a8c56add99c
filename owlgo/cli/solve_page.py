"""Write a proof as one self-contained HTML page: boards as SVG, and every reply to step through."""
import html
import json
from typing import TYPE_CHECKING, Any

from owlgo.cli.drawing import BOARD_SCRIPT
from owlgo.engine.core.draw import hoshi
from owlgo.engine.core.points import BLACK, COLUMNS, EMPTY, PASS, all_points, row_col

if TYPE_CHECKING:
    from owlgo.engine.core.game import Game
    from owlgo.engine.core.variation import Variation
    from owlgo.engine.solver.problem import Study

TEMPLATE = '''<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>%(title)s</title>
<style>
body { font: 16px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #222; background: #fafafa }
svg { width: min(32em, 100%%); display: block; margin: 1em 0 }
button { font: inherit; margin: 0 .4em .4em 0; padding: .2em .7em; border: 1px solid #999; border-radius: .3em; background: #fff }
#where { min-height: 1.5em } .moves { min-height: 3em }
</style></head><body>
<h1>%(title)s</h1>
<p>%(words)s</p>
<p id="start"></p>
<div id="board"></div>
<p id="where"></p>
<p><button id="back">&larr; back</button></p>
<p class="moves" id="moves"></p>
<script>
const DATA = %(data)s;
%(board)s
let path = [];
const setup = () => Object.assign({}, DATA.stones);
const beside = (p) => { const [r, c] = p.split(",").map(Number);
  const inside = (x) => x >= 0 && x < DATA.size;
  return [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]].filter((at) => at.every(inside)).map(String); };
function captured(stones, from) {
  const seen = new Set([from]), queue = [from];
  for (const p of queue) for (const q of beside(p)) {
    if (!(q in stones)) return [];
    if (stones[q] === stones[from] && !seen.has(q)) { seen.add(q); queue.push(q); } }
  return queue; }
function play(stones, move) {
  if (!move.at) return;
  stones[move.at] = move.color;
  for (const q of beside(move.at)) if (q in stones && stones[q] !== move.color) for (const p of captured(stones, q)) delete stones[p]; }
function key(stones, color) { return color + Object.keys(stones).sort().map((p) => p + stones[p]).join(" "); }
// Where every position is shown first: a move that leads to one that is shown elsewhere leads there.
const shown = new Map();
function note(list, way) {
  for (const move of list) {
    const here = [...way, move];
    if (move.next.length) { const stones = setup(); here.forEach((one) => play(stones, one));
      const name = key(stones, move.color); if (!shown.has(name)) shown.set(name, here); }
    note(move.next, here); } }
for (const [who, moves] of Object.entries(DATA.proofs)) note(moves, [{words: who + " first", next: moves}]);
function elsewhere(way) { const stones = setup(); way.forEach((move) => play(stones, move));
  return shown.get(key(stones, way[way.length - 1].color)); }
function draw() {
  const stones = setup(); path.forEach((move) => play(stones, move));
  const last = path.length ? path[path.length - 1].at : null;
  const place = (p) => p.split(",").map(Number), follow = path.length ? path[path.length - 1].next : [];
  const marks = Object.keys(stones).map((p) => [place(p), p === last ? ring(place(p), .2, "#d33") :
    DATA.dragon.includes(p) ? square(place(p), .2, "#d33") : ""]);
  for (const move of follow) if (move.at) { const p = place(move.at);
    marks.push([p, circle(p, .3, `fill="${WOOD}"`) + stone(p, move.color, .28, 'fill-opacity=".45"')]); }
  const svg = drawBoard(DATA, DATA.view, Object.entries(stones).map(([p, color]) => [place(p), color]), marks,
    path.map((move) => move.words).join(", "));
  document.getElementById("board").innerHTML = svg;
  document.getElementById("where").textContent = path.map((move) => move.words).join(" \\u2192 ");
  const moves = document.getElementById("moves"), there = path.length > 1 && !follow.length ? elsewhere(path) : undefined;
  moves.replaceChildren(...follow.map((move) => button(move.words, () => { path.push(move); draw(); })));
  if (there) moves.replaceChildren(button("go on where this position is shown", () => { path = [...there]; draw(); }));
  document.getElementById("back").disabled = path.length < 2; }
function button(text, action) { const b = document.createElement("button"); b.textContent = text; b.onclick = action; return b; }
document.getElementById("back").onclick = () => { if (path.length > 1) path.pop(); draw(); };
const begin = (who) => { path = [{words: who + " first", next: DATA.proofs[who]}]; draw(); };
document.onkeydown = (event) => { if (event.key === "ArrowLeft") document.getElementById("back").click();
  else if (event.key === "ArrowRight") { const first = document.querySelector("#moves button"); if (first) first.click(); } };
document.getElementById("start").replaceChildren(...Object.keys(DATA.proofs).map((who) => button(who + " first", () => begin(who))));
if (Object.keys(DATA.proofs).length) begin(Object.keys(DATA.proofs)[0]); else draw();
</script></body></html>
'''
"""The page without its contents."""


def page(game: 'Game', study: 'Study', proofs: 'dict[str, list[Variation]]', words: list[str]) -> str:
    """Write the page: ``proofs`` by the side that moves first, ``words`` with the results."""
    margin = 2      # rows and columns shown around the region and its wall
    shown = [row_col(p) for p in (*study.region.points, *study.wall)]
    rows, columns = [row for row, _ in shown], [column for _, column in shown]
    view = [max(0, min(rows) - margin), max(0, min(columns) - margin),
            min(game.size - 1, max(rows) + margin), min(game.size - 1, max(columns) + margin)]
    stones = {_at(p): 'B' if game.color_at(p) == BLACK else 'W' for p in all_points(game.size) if game.color_at(p) != EMPTY}
    left = [2000]      # moves of all proofs on the page
    data = {'size': game.size, 'view': view, 'stones': stones, 'dragon': [_at(p) for p in study.dragon],
            'letters': COLUMNS, 'stars': [row_col(p) for p in hoshi(game.size)],
            'proofs': {who: _moves(variations, game.size, left) for who, variations in proofs.items()}}
    text = json.dumps(data, separators=(',', ':')).replace('<', '\\u003c')
    return TEMPLATE % {'title': html.escape(f'Life and death of {game.vertex(study.pos)}'), 'words': '<br>'.join(map(html.escape, words)),
                       'data': text, 'board': BOARD_SCRIPT}


def _at(p: int) -> str:
    return '{},{}'.format(*row_col(p))


def _moves(variations: 'list[Variation]', size: int, left: list[int]) -> list[dict[str, Any]]:
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


def _words(variation: 'Variation', size: int) -> str:
    """Write a move, with its outcome at the end of a line or if it differs from the proof's."""
    name, _, outcome = variation.words(size).partition(': ')
    return name if variation.children and outcome in ('dies', 'lives') else f'{name}: {outcome}'
