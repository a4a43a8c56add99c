"""Style and script of the page of a review (``owlgo.cli.review_page``)."""

STYLE = '''
:root { --line: #d8d4cc; --soft: #6b6862; --ink: #24221e; --mark: #b3261e; --lead: #2a6f97 }
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76em; padding: 0 1em 2em; color: var(--ink); background: #fbfaf8 }
h1 { font-size: 1.5em; margin: .7em 0 0; overflow-wrap: anywhere } h2 { font-size: 1.1em; margin: 1.4em 0 .4em }
header p { margin: 0 0 1em; color: var(--soft); overflow-wrap: anywhere }
main { display: grid; grid-template-columns: minmax(0, 34em) minmax(0, 1fr); gap: 2em; align-items: start }
.game { position: sticky; top: .5em }
svg { display: block; width: 100% } #board svg { max-height: 78vh; border-radius: .3em }
#curve svg { background: #fff; border: 1px solid var(--line); border-radius: .3em; cursor: pointer }
.steps { display: flex; gap: .4em; margin: .6em 0 } .steps input { flex: 1; min-width: 0 }
button { font: inherit; min-width: 2.6em; min-height: 2.4em; border: 1px solid #aaa69e; border-radius: .3em; background: #fff }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid var(--lead); outline-offset: 1px }
#said { min-height: 9em; overflow-wrap: anywhere } #said p { margin: .2em 0 } #said .fault { color: var(--mark) }
#said ul { margin: .3em 0; padding-left: 1.2em; color: var(--soft); font-size: .9em; columns: 2; column-gap: 2em }
.list { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: .3em; background: #fff }
.list li + li { border-top: 1px solid var(--line) } .list .none { padding: .4em .7em; color: var(--soft) }
.list a { display: block; padding: .4em .7em; color: inherit; text-decoration: none } .list b { color: var(--mark); margin-right: .3em }
.list a:hover, .list a[aria-current] { background: #f3eee2 }
.legend { margin: .3em 0; color: var(--soft); font-size: .9em } .legend span { margin-right: 1.2em }
.legend span::before { content: ""; display: inline-block; width: 1.2em; border-top: 3px solid var(--ink); vertical-align: middle;
  margin-right: .4em } .legend .leads::before { border-color: var(--lead) }
.note { color: var(--soft); font-size: .9em }
@media (max-width: 52em) { main { display: block } .game { position: static } #said { min-height: 7em } #said ul { columns: 1 } }
'''
"""Style sheet of the page."""

SCRIPT = r'''
const size = DATA.size, moments = DATA.moments, first = moments[0].n;
const by = (id) => document.getElementById(id);
const point = (name) => [size - Number(name.slice(1)), DATA.letters.indexOf(name[0])];
const isPoint = (name) => /^[A-Z][0-9]+$/.test(name);
let at = 0;
function board(moment, marked, better) {
  const stones = [...moment.board].map((sign, k) => [[Math.floor(k / size), k % size], sign === "X" ? "B" : sign === "O" ? "W" : ""]);
  const marks = marked.map(([name, color]) => [point(name), square(point(name), .32, color)]);
  if (better && isPoint(better)) marks.push([point(better),
    circle(point(better), .36, 'fill="none" stroke="#2a6f97" stroke-width=".09" stroke-dasharray=".2 .12"')]);
  if (isPoint(moment.move)) marks.push([point(moment.move), ring(point(moment.move), .24, "#e0463c")]);
  return drawBoard(DATA, [0, 0, size - 1, size - 1], stones.filter(([, color]) => color), marks, `board after move ${moment.n}`); }
function paragraph(text, name) {
  const p = document.createElement("p"); p.textContent = text; if (name) p.className = name; return p; }
const percent = (part) => Math.round(100 * part) + " %";
const ahead = (lead) => (lead < 0 ? "W+" : "B+") + Math.abs(lead).toFixed(1);
function said(moment, before) {
  const what = [];
  const move = moment.color && before ? `Move ${moment.n}: ${moment.color === "black" ? "Black" : "White"} ${moment.move}. ` : "";
  what.push(paragraph(`${move}${ahead(moment.lead)}, Black wins ${percent(moment.wins)}.`));
  moment.said.forEach((one) => what.push(paragraph(one.text, one.fault ? "fault" : "")));
  if (before) what.push(paragraph(before.better === moment.move ? "The engine would have played this too." :
    `The engine would have played ${before.line.join(" ")} (dashed).`));
  const list = document.createElement("ul");
  for (const [text] of moment.fates.filter((fate) => fate[2] !== "alive")) {
    const item = document.createElement("li"); item.textContent = text; list.append(item); }
  if (list.children.length) what.push(list);
  return what; }
const W = 600, H = 200, LEFT = 34, RIGHT = 40, TOP = 10, BOTTOM = 22;
const across = (k) => LEFT + (W - LEFT - RIGHT) * (moments.length > 1 ? k / (moments.length - 1) : 0);
const most = Math.max(5, ...moments.map((moment) => Math.abs(moment.lead)));
const down = (part) => TOP + (H - TOP - BOTTOM) * (1 - part);
function curve() {
  const step_to = (k, part) => (k ? "L" : "M") + across(k).toFixed(1) + " " + down(part).toFixed(1);
  const path = (value) => moments.map((moment, k) => step_to(k, value(moment))).join("");
  let svg = `<svg viewBox="0 0 ${W} ${H}" role="img" aria-label="win rate and lead by move">`;
  for (const part of [0, .5, 1]) svg += `<path d="M${LEFT} ${down(part)}H${W - RIGHT}" stroke="#d8d4cc"/>` +
    `<text x="${LEFT - 4}" y="${down(part) + 4}" font-size="11" text-anchor="end">${100 * part}</text>` +
    `<text x="${W - RIGHT + 4}" y="${down(part) + 4}" font-size="11" fill="#2a6f97">` +
    `${part === .5 ? "0" : (part ? "+" : "\u2212") + most.toFixed(0)}</text>`;
  const step = moments.length > 150 ? 50 : moments.length > 40 ? 20 : 5;
  moments.forEach((moment, k) => { if (moment.n % step === 0)
    svg += `<text x="${across(k)}" y="${H - 6}" font-size="11" text-anchor="middle">${moment.n}</text>`; });
  svg += `<path d="${path((m) => .5 + m.lead / most / 2)}" fill="none" stroke="#2a6f97" stroke-width="1.5"/>` +
    `<path d="${path((m) => m.wins)}" fill="none" stroke="#24221e" stroke-width="2"/>`;
  moments.forEach((moment, k) => { if (moment.said.some((one) => one.fault))
    svg += `<circle cx="${across(k)}" cy="${down(moment.wins)}" r="4" fill="#b3261e"/>`; });
  return svg + `<path id="now" stroke="#b3261e" stroke-width="1.5" d=""/></svg>`; }
function show(k, quiet) {
  at = Math.min(Math.max(k, 0), moments.length - 1);
  const moment = moments[at], before = at ? moments[at - 1] : null, marked = new Map();
  moment.said.forEach((one) => one.stones.forEach((stone) => marked.set(stone, one.fault ? "#b3261e" : "#2a6f97")));
  const there = (name) => { const [r, c] = point(name); return moment.board[r * size + c] !== "."; };
  by("board").innerHTML = board(moment, [...marked].filter(([name]) => isPoint(name) && there(name)),
    before && before.better !== moment.move ? before.better : "");
  by("said").replaceChildren(...said(moment, before));
  by("move").value = moment.n;
  by("move").setAttribute("aria-valuetext", `move ${moment.n}`);
  by("now").setAttribute("d", `M${across(at)} ${TOP}V${H - BOTTOM}`);
  document.querySelectorAll(".list a").forEach((link) => {
    if (link.getAttribute("href") === "#" + moment.n) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current"); });
  if (!quiet) history.replaceState(null, "", "#" + moment.n); }
by("curve").innerHTML = curve();
by("curve").onclick = (event) => { const box = by("curve").firstChild.getBoundingClientRect();
  const x = (event.clientX - box.left) / box.width * W;
  show(Math.round((x - LEFT) / (W - LEFT - RIGHT) * (moments.length - 1))); };
by("first").onclick = () => show(0); by("back").onclick = () => show(at - 1);
by("next").onclick = () => show(at + 1); by("last").onclick = () => show(moments.length - 1);
by("move").oninput = (event) => show(Number(event.target.value) - first);
document.addEventListener("keydown", (event) => {
  if (event.target === by("move") || event.ctrlKey || event.altKey || event.metaKey) return;
  const go = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moments.length - 1 }[event.key];
  if (go !== undefined) { event.preventDefault(); show(go); } });
document.querySelectorAll(".list a").forEach((link) => link.addEventListener("click", (event) => {
  event.preventDefault(); show(Number(link.getAttribute("href").slice(1)) - first);
  if (matchMedia("(max-width: 52em)").matches) by("board").scrollIntoView(); }));
function fromHash() { const n = Number(location.hash.slice(1)); show(location.hash && n >= first ? n - first : 0, true); }
window.addEventListener("hashchange", fromHash);
fromHash();
'''
"""Script of the page."""
