"use strict";
// The page of owlgo web.  The server answers questions about a position; all that is shown of it is kept in `state`.
const by = (id) => document.getElementById(id);
const MARK = "#d33", VITAL = "#2a6f97", NEAR = matchMedia("(max-width: 52em)");
const state = {tab: "", source: null, record: null, at: 0, tried: [], flipped: false, dragon: null, strings: null, told: null, line: null, solving: null,
  hint: null, score: null, review: null, cursor: null, said: [], dragonColor: null, stones: []};
const GONE = "The server does not answer: is owlgo web still running?";
let running = null, reviewing = null, markCurve = null;

// --- the server ---
class Refused extends Error { constructor(text, status) { super(text); this.status = status; } }
async function request(path, body, signal) {
  let answer;
  try { answer = await fetch(path, {method: "POST", body: JSON.stringify(body), headers: {"Content-Type": "application/json"}, signal}); }
  catch (error) { if (error.name === "AbortError") throw error; throw new Refused(GONE); }
  if (!answer.ok) throw new Refused((await answer.json()).error, answer.status);
  return answer; }
// Ask about this tab's record, which is opened again if the server has forgotten the tab.
async function send(path, body, signal) {
  try { return await request(path, {...body, tab: state.tab}, signal); }
  catch (error) {
    if (error.status !== 410 || !state.source) throw error;
    state.tab = (await (await request("api/open", state.source, signal)).json()).tab;
    return request(path, {...body, tab: state.tab}, signal); } }
// Only the newest question counts: one that is still read is dropped, and the server stops reading it.
async function ask(path, body) {
  stop();
  const mine = running = new AbortController();
  complain(""); working("Reading\u2026");
  try { return await (await send(path, {at: state.at, tried: triedMoves(), level: Number(by("level").value), ...body}, mine.signal)).json(); }
  catch (error) { if (error.name !== "AbortError" && error.status !== 409) complain(error.message); return null; }
  finally { if (running === mine) { running = null; working(""); } } }
function stop() { if (running) { running.abort(); running = null; working(""); } }
function working(words) { by("working").hidden = !words; by("working").firstElementChild.textContent = words; }
function complain(words, mild = false) { by("error").classList.toggle("mild", mild); by("error").hidden = !words; by("error").textContent = words && words[0].toUpperCase() + words.slice(1); }

// --- what a reload keeps: the record, and the move that is shown ---
function remember(name, what) {
  try { sessionStorage.setItem(name, JSON.stringify(what)); }
  catch { forget(name); } }        // too large for the browser's store, or there is none
function forget(name) { try { sessionStorage.removeItem(name); } catch { } }
function remembered(name) { try { return JSON.parse(sessionStorage.getItem(name)); } catch { return null; } }

// --- small things ---
const element = (name, text, className) => { const e = document.createElement(name); e.textContent = text || "";
  if (className) e.className = className; return e; };
const button = (text, action) => { const b = element("button", text); b.type = "button"; b.onclick = action; return b; };
const other = (color) => color === "black" ? "white" : "black";
const named = (color) => color === "black" ? "Black" : "White";
const size = () => state.record.size;
const point = (name) => [size() - Number(name.slice(1)), state.record.look.letters.indexOf(name[0])];
const vertex = ([r, c]) => state.record.look.letters[c] + (size() - r);
const colorOf = (sign) => sign === "X" ? "black" : sign === "O" ? "white" : null;
const colorAt = ([r, c], board = shown()) => colorOf(board[r * size() + c]);
const isPoint = (name) => /^[A-Z][0-9]+$/.test(name);

// --- the position ---
const shownLine = () => state.line ? state.line.moves.slice(0, state.line.step) : [];
const played = () => [...state.tried, ...shownLine()];
const triedMoves = () => state.tried.map((one) => [one.color, one.vertex]);
function shown() {
  return position().board; }
function position() {
  if (state.line && state.line.step) return state.line.moves[state.line.step - 1];
  return state.tried.length ? state.tried[state.tried.length - 1] : state.record.positions[state.at]; }
function turn() {
  if (state.solving) return state.solving.color;
  const moves = played(), next = state.record.moves[state.at];
  const color = moves.length ? other(moves[moves.length - 1].color) : next ? next.color : state.record.to_move;
  return state.flipped ? other(color) : color; }
// Take the moves of the line that are shown as tried, so that the next one is played after them.
function playOn() { state.tried = played(); state.line = null; }
function moved(keepDragon) {
  state.told = state.hint = state.score = null; state.flipped = false; state.said = [];
  if (!keepDragon || !state.dragon || colorAt(point(state.dragon)) !== state.dragonColor) state.dragon = null;
  if (state.strings) markStrings(keepDragon ? state.strings.filter((name) => colorAt(point(name)) === state.dragonColor) : []); }
function goTo(at) {
  stop();
  state.at = Math.min(Math.max(at, 0), state.record.positions.length - 1);
  state.tried = []; state.line = null; state.solving = null; moved(false); remember("at", state.at); draw(); }
function stepLine(step) { state.line.step = Math.min(Math.max(step, 1), state.line.moves.length); draw(); }
function takeBack() {
  stop();
  if (state.solving && state.solving.over) state.solving.over = null;
  if (state.line) state.line = null;
  else if (state.solving) { if (state.tried.length > state.solving.from) state.tried.splice(-2); }
  else if (state.tried.length) state.tried.pop();
  else return;
  moved(true); state.said = state.solving ? [task()] : []; draw();
  if (state.dragon && !state.solving && !state.strings) askStatus(state.dragon); }

// --- questions ---
async function askStatus(name) {
  playOn(); state.solving = state.strings = null; moved(false);
  state.dragon = name; state.dragonColor = colorAt(point(name)); state.stones = [name]; draw();
  const told = await ask("api/status", {vertex: name});
  if (told) { state.told = told; state.stones = told.stones; state.said = []; draw(); } }
const withBoards = (told) => [{color: told.color, vertex: told.move, words: ""}, ...told.line].slice(0, told.positions.length)
  .map((one, k) => ({...one, ...told.positions[k]}));
async function play(name) {
  const color = turn();
  if (state.solving) { if (!state.solving.over) await solve(name); return; }
  playOn(); state.flipped = false;
  if (!state.dragon || state.strings) {
    const after = await ask("api/play", {tried: [...triedMoves(), [color, name]]});
    if (after) { state.tried.push({color, vertex: name, ...after}); moved(true); draw(); }
    return; }
  state.told = null; draw();
  const told = await ask("api/try", {vertex: state.dragon, move: name, color});
  if (!told) return;
  state.line = {moves: withBoards(told), step: Math.min(2, told.positions.length)};
  state.said = [element("p", told.sentence, "verdict " + ({yes: "won", no: "lost"}[told.works] || ""))];
  draw(); }

async function askHint() {
  if (state.solving) return;
  const color = turn();
  playOn(); moved(false); state.flipped = turn() !== color; draw();
  const told = await ask("api/hint", {color});
  if (!told) return;
  state.hint = told;
  state.said = [element("p", told.move === "PASS" ? `${named(color)} passes` : `${named(color)} ${told.move}`, "verdict"), list(told.sentences)];
  draw(); }
async function askScore() {
  if (state.solving) return;
  playOn(); moved(false); draw();
  const told = await ask("api/score", {});
  if (!told) return;
  state.score = told;
  state.said = [element("p", told.result, "verdict"), list(told.sentences)];
  draw(); }

// --- goals of several strings ---
const GOALS = {any: "Does one live?", all: "Do all live?", capture: "Is one taken?", connect: "Do they connect?"};
// The strings in question, by a stone of each; none ends it.
function markStrings(names) {
  state.strings = names.length ? names : null; state.told = null; state.said = [];
  if (names.length) { state.stones = names; if (!names.includes(state.dragon)) state.dragon = names[0]; } }
function stringOf(name) {
  const found = [name];
  for (const one of found) {
    const [r, c] = point(one);
    found.push(...[[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]].filter((at) => at.every((k) => k >= 0 && k < size()) &&
      colorAt(at) === colorAt([r, c])).map(vertex).filter((next) => !found.includes(next))); }
  return found; }
function toggleString(name) {
  if (colorAt(point(name)) !== state.dragonColor) return askStatus(name);
  playOn(); stop();
  const others = state.strings.filter((one) => !stringOf(name).includes(one));
  markStrings(others.length < state.strings.length ? others : [...others, name]); draw(); }
async function askGoal(goal) {
  const told = await ask("api/goal", {goal, stones: state.strings, color: turn()});
  if (!told || !state.strings) return;
  state.told = {...told, zone: told.matter, wall: []};
  state.said = [element("p", told.sentences[0], "verdict"), list(told.sentences.slice(1))]; draw(); }

// --- a problem against the prover ---
const aim = () => `${state.solving.color === state.dragonColor ? "save" : "kill"} ${named(state.dragonColor)} ${state.dragon}`;
const task = () => element("p", `You are ${named(state.solving.color)}: ${aim()}.  The prover answers.`, "verdict");
function beginSolving(color) {
  playOn();
  state.solving = {color, from: state.tried.length, over: null}; state.told = null; state.said = [task()]; draw(); by("board").focus(); }
async function solve(name) {
  const problem = state.solving;
  const told = await ask("api/respond", {vertex: state.dragon, move: name, color: problem.color});
  if (!told || state.solving !== problem) return;
  const moves = withBoards(told);
  if (told.over) {
    state.solving.over = told.over;
    state.line = {moves, step: Math.min(2, moves.length)};
    const end = (told.certain ? "" : "probably ") + {lives: "it lives", dead: "it is dead", ko: "it is a ko"}[told.over];
    const best = told.solved && told.over === "ko" ? ", the best that there is" : "";
    state.said = [element("p", `${told.solved ? "Solved" : "Not solved"}: ${end}${best}.`, "verdict " + (told.solved ? "won" : "lost")),
      element("p", told.sentence), list(told.why)];
  } else {
    state.tried.push(...moves.slice(0, 2));
    state.said = [task(), element("p", `${named(told.color)} ${told.move}, ${named(other(told.color))} ${told.reply}.  Go on.`)]; }
  draw(); }
function again() { stop(); state.tried = state.tried.slice(0, state.solving.from); state.line = null; beginSolving(state.solving.color); }
function leave() { stop(); state.solving = null; state.line = null; moved(true); draw(); }

// --- drawing ---
function list(texts) { const ul = element("ul"); ul.append(...texts.map((text) => element("li", text))); return ul; }
const note = () => played().length ? null : state.record.notes[state.at];
const escaped = (text) => element("i", text).innerHTML;
const SHAPES = {SQ: (at, ink) => frame(at, .6, ink), CR: (at, ink) => ring(at, .33, ink),
  TR: ([r, c], ink) => `<path d="M${c} ${r - .32}l.28 .48h-.56z" fill="none" stroke="${ink}" stroke-width=".08"/>`,
  MA: ([r, c], ink) => `<path d="M${c - .2} ${r - .2}l.4 .4m0 -.4l-.4 .4" stroke="${ink}" stroke-width=".08"/>`,
  SL: (at, ink) => square(at, .2, ink)};
// The record's own marks and labels, as far as nothing was asked about the position.
function noted() {
  const said = note(), over = [];
  if (!said || state.told || state.dragon || state.score) return over;
  const ink = (at) => colorAt(at) === "black" ? "#fff" : "#111";
  for (const [name, text] of Object.entries(said.labels)) {
    const at = point(name), short = text.length > 4 ? text.slice(0, 3) + "\u2026" : text;
    over.push([at, (colorAt(at) ? "" : circle(at, .4, `fill="${WOOD}"`)) + numeral(at, escaped(short), ink(at), .75 - .13 * short.length)]); }
  for (const [name, mark] of Object.entries(said.marks)) { const at = point(name); over.push([at, SHAPES[mark](at, ink(at))]); }
  return over; }
function marks() {
  const over = noted(), under = [], told = state.told, moves = played(), board = shown();
  const marked = state.dragon ? state.stones : [];
  const numbers = new Map();
  moves.forEach((one, k) => { if (isPoint(one.vertex)) numbers.set(one.vertex, [k + 1, one.color]); });
  if (told) {
    told.zone.forEach((name) => under.push([point(name), shade(point(name), ZONE)]));
    told.wall.forEach((name) => { if (colorAt(point(name))) over.push([point(name), ring(point(name), .42, WALL)]); });
    for (const [name, mover] of vital(told))
      if (name && isPoint(name) && !colorAt(point(name))) over.push([point(name), circle(point(name), .3,
        `fill="${{black: "#111", white: "#fff"}[mover] || "none"}" fill-opacity=".6" stroke="${VITAL}" stroke-width=".09"`)]); }
  marked.filter((name) => colorAt(point(name), board) === state.dragonColor && !numbers.has(name))
    .forEach((name) => over.push([point(name), square(point(name), .24, MARK)]));
  for (const [name, [number, color]] of numbers) if (colorAt(point(name), board) === color)
    over.push([point(name), numeral(point(name), number, color === "black" ? "#fff" : "#111")]);
  const last = state.record.moves[state.at - 1];
  if (!moves.length && last && isPoint(last.vertex) && colorAt(point(last.vertex))) over.push([point(last.vertex), ring(point(last.vertex), .24, MARK)]);
  if (state.score) for (const color of ["black", "white"])
    [...state.score.territory[color], ...state.score.dead[other(color)]].forEach((name) => over.push([point(name), owned(point(name), color)]));
  const better = state.hint ? state.hint.move : moves.length ? "" : betterMove();
  if (better && !told && isPoint(better) && !colorAt(point(better))) over.push([point(better),
    circle(point(better), .36, `fill="none" stroke="${VITAL}" stroke-width=".09" stroke-dasharray=".2 .12"`)]);
  if (state.cursor) over.push([state.cursor, `<g class="cursor">${frame(state.cursor, .98, MARK)}</g>`]);
  return [over, under]; }
const vital = (told) => told.goal ? told.moves.map((name) => [name, told.to_move]) :
  told.attack === told.defence ? [[told.attack, ""]] : [[told.attack, other(told.color)], [told.defence, told.color]];
const owned = ([r, c], color) => `<rect class="owned" x="${c - .16}" y="${r - .16}" width=".32" height=".32" ` +
  `fill="${STONES[color === "black" ? 0 : 1]}" stroke="#777" stroke-width=".04"/>`;
const whole = (n = size()) => [0, 0, n - 1, n - 1];
const stonesOf = (board, n) => [...board].map((sign, k) => [[Math.floor(k / n), k % n], sign === "X" ? "B" : "W", sign])
  .filter(([, , sign]) => sign !== ".");
function drawPosition() {
  const [over, under] = marks(), where = by("where").textContent || "board";
  by("board").innerHTML = drawBoard(state.record.look, whole(), stonesOf(shown(), size()), over, where, under); }
function draw() {
  if (!state.record) return;
  const {record, line, solving, told} = state, count = record.positions.length - 1, moves = played(), moment = momentAt(state.at);
  by("move").max = count; by("move").value = state.at;
  by("move").setAttribute("aria-valuetext", `move ${state.at} of ${count}`);
  by("steps").hidden = count === 0;
  by("first").disabled = solving || state.at === 0; by("back").disabled = solving || state.at === 0 && !state.tried.length;
  by("next").disabled = by("last").disabled = solving || state.at === count; by("move").disabled = Boolean(solving);
  const last = record.moves[state.at - 1];
  const where = [count ? last ? `Move ${state.at} of ${count}: ${named(last.color)} ${last.vertex}.` : "The start." : "",
    moves.length ? "Then " + moves.map((one) => one.vertex).join(" ") + "." : "",
    moment && !moves.length ? `${moment.lead < 0 ? "W+" : "B+"}${Math.abs(moment.lead).toFixed(1)}, Black wins ${Math.round(100 * moment.wins)} %.` : "",
    `${named(turn())} to move.`];
  by("where").textContent = where.filter(Boolean).join(" ");
  by("turn").replaceChildren(element("span", "", `disc ${turn()}`), `${named(turn())} to move`);
  by("turn").setAttribute("aria-label", `${named(turn())} to move: change`);
  by("turn").disabled = Boolean(solving);
  by("pass").disabled = Boolean(solving && solving.over);
  by("undo").disabled = !moves.length;
  by("hint").disabled = by("score").disabled = Boolean(solving);
  const {captures} = position(), taken = ["black", "white"].map((color) => `${named(color)} ${captures[color]}`).join(", ");
  by("count").textContent = `${record.komi === null ? "No komi" : `Komi ${record.komi}`}. Captured by ${taken}.`;
  by("line").hidden = !line || line.moves.length < 2;
  if (line) {
    by("line-back").disabled = line.step <= 1; by("line-next").disabled = line.step >= line.moves.length;
    const words = line.moves[line.step - 1].words;
    by("line-words").textContent = `${line.step} of ${line.moves.length}: ${named(line.moves[line.step - 1].color)} ` +
      `${line.moves[line.step - 1].vertex}${words ? ", " + words : ""}`; }
  const comment = note() ? note().comment : "";
  by("comment").hidden = !comment;
  by("comment").textContent = comment;
  by("legend").hidden = !told;
  for (const [part, shownNow] of Object.entries({zone: told && told.zone.length, wall: told && told.wall.length,
    vital: told && vital(told).some(([name]) => name && isPoint(name))})) by("legend").querySelector(`.${part}`).hidden = !shownNow;
  by("score-legend").hidden = !state.score;
  by("answer").replaceChildren(...answer());
  by("offers").replaceChildren(...offers());
  by("review").hidden = count === 0;
  if (markCurve && state.review) markCurve(Math.min(Math.max(state.at - state.review.moments[0].n, 0), state.review.moments.length - 1));
  document.querySelectorAll("#found .list button").forEach((one) => {
    if (Number(one.dataset.number) === state.at) one.setAttribute("aria-current", "true"); else one.removeAttribute("aria-current"); });
  drawPosition(); }
function answer() {
  if (state.said.length) return state.said;
  const told = state.told, moment = momentAt(state.at);
  if (told) {
    const verdict = element("p", `${named(told.color)} ${told.vertex}: ${told.seki ? "alive in seki" : told.status}`, "verdict");
    verdict.append(" ", element("span", told.grade, told.certain ? "grade" : "grade guess"));
    return [verdict, list(told.sentences)]; }
  if (state.strings) return [element("p", `${named(state.dragonColor)} ${state.strings.join(", ")}.`, "verdict"),
    element("p", "Click a stone of each other string of this colour, then ask.  Who moves first is chosen below the board.", "hint")];
  if (state.dragon) return [element("p", `${named(state.dragonColor)} ${state.dragon}.`, "verdict"),
    element("p", "An empty point: does a move there work?", "hint")];
  const faults = moment && !played().length ? moment.said.map((one) => element("p", one.text, one.fault ? "lost" : "")) : [];
  if (betterMove() && !played().length) faults.push(element("p", `The engine would have played ${momentAt(state.at - 1).line.join(" ")} (dashed).`));
  return [...faults, element("p", "Click a stone: does its dragon live, and why?  Then click an empty point: does a move there work?", "hint")]; }
function offers() {
  const {told, solving, dragon, line, hint} = state;
  if (hint && isPoint(hint.move)) return [button(`Play ${named(hint.color)} ${hint.move}`, () => showMove(hint.move, hint.color))];
  if (solving) return [button("Start again", again), button("Leave the problem", leave)];
  if (!dragon) return [];
  if (state.strings) return [...Object.entries(GOALS).map(([goal, words]) => button(words, () => askGoal(goal))),
    button(`Back to ${dragon}`, () => askStatus(dragon))];
  const first = state.dragonColor, found = [];
  if (told && told.attack) found.push(button(`Show ${named(other(first))} ${told.attack}`, () => showMove(told.attack, other(first))));
  if (told && told.defence) found.push(button(`Show ${named(first)} ${told.defence}`, () => showMove(told.defence, first)));
  if (told) found.push(button(`Kill it: play ${named(other(first))}`, () => beginSolving(other(first))),
    button(`Save it: play ${named(first)}`, () => beginSolving(first)),
    button("Several strings", () => { markStrings([dragon]); draw(); }));
  else found.push(line ? button(`Back to ${dragon}`, takeBack) : button(`Ask about ${dragon}`, () => askStatus(dragon)));
  return found; }
function showMove(name, color) { if (turn() !== color) state.flipped = !state.flipped; play(name); }

// --- opening ---
async function open(source, title = "", at = null) {
  stop(); stopReview(); complain(""); working("Opening\u2026");
  const mine = running = new AbortController();
  let record;
  try { record = await (await request("api/open", state.tab ? {...source, tab: state.tab} : source, mine.signal)).json(); }
  catch (error) {
    if (error.name === "AbortError") return;
    if (error.status === 410 && state.tab) { state.tab = ""; return open(source, title, at); }
    return complain(error.message); }
  finally { if (running === mine) { running = null; working(""); } }
  Object.assign(state, {tab: record.tab, source, record, review: null, cursor: [record.size >> 1, record.size >> 1]});
  for (const [id, shownNow] of [["choose", false], ["view", true], ["other", true]]) by(id).hidden = !shownNow;
  by("found").hidden = true; markCurve = null;
  const players = record.players.some(Boolean) ? `${record.players[0] || "Black"} \u2013 ${record.players[1] || "White"}` : "";
  by("name").textContent = title || [players || record.name, record.result].filter(Boolean).join(", ");
  document.title = `${title || players || record.name} \u2013 OwlGo`;
  complain(record.warnings.join("; "), true);
  remember("opened", {source, title});
  goTo(at ?? record.after ?? 0); by("board").focus({preventScroll: true}); }
async function openFile(file) {
  if (file.size > most) return complain(`${file.name} is larger than ${most >> 20} MB.`);
  openBytes(new Uint8Array(await file.arrayBuffer()), file.name); }
function openBytes(bytes, name) {
  let text = "";
  for (let k = 0; k < bytes.length; k += 32768) text += String.fromCharCode(...bytes.subarray(k, k + 32768));
  return open({data: btoa(text), name}); }
let most = 4 << 20;
async function fetched(path) {
  try { return await (await fetch(path)).json(); } catch { complain(GONE); return null; } }
async function prepare() {
  const told = await fetched("api/preparing");
  if (!told) return;
  by("preparing").hidden = !told.preparing;
  by("preparing").textContent = told.preparing && told.preparing[0].toUpperCase() + told.preparing.slice(1) + ".";
  if (told.preparing) setTimeout(prepare, 1000); }
async function start() {
  const told = await fetched("api/start");
  if (!told) return;
  prepare();
  most = told.most;
  by("examples").replaceChildren(...told.examples.map((one) => {
    const item = element("li"), b = button("", () => open({example: one.name}, one.title));
    b.innerHTML = drawBoard(one.look, whole(one.look.size), stonesOf(one.board, one.look.size), [], "");
    b.append(one.title); b.firstChild.setAttribute("aria-hidden", "true"); item.append(b); return item; }));
  by("folder").hidden = !told.files.length; by("more").hidden = !told.more;
  by("files").replaceChildren(...told.files.map((name) => { const item = element("li"); item.append(button(name, () => open({file: name}))); return item; }));
  const kept = remembered("opened"), other = kept && kept.source.given && kept.source.given !== told.given;
  if (kept && !other) open(kept.source, kept.title, remembered("at")); else if (told.given) open({given: told.given}); }

// --- the review ---
// A review reads every move, so its level is lower than that of a single question.
const reviewLevel = () => ({4: 0, 10: 1, 12: 4})[by("level").value];
const momentAt = (at) => state.review ? state.review.moments[at - state.review.moments[0].n] : undefined;
function stopReview() { if (reviewing) { reviewing.abort(); reviewing = null; showProgress(null); } }
function showProgress(line) {
  by("progress").hidden = by("stop-review").hidden = !line; by("begin-review").hidden = Boolean(line || state.review && state.review.level === reviewLevel());
  if (line && line.total) { by("progress").max = line.total; by("progress").value = line.done; } else by("progress").removeAttribute("value");
  by("progress-words").textContent = line && line.total ? `${line.done} of ${line.total}` : ""; }
async function review() {
  stopReview();
  const mine = reviewing = new AbortController();
  showProgress({}); complain("");
  try {
    const reader = (await send("api/review", {level: reviewLevel()}, mine.signal)).body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "", found = null;
    for (;;) {
      const {value, done} = await reader.read();
      if (done) break;
      text += value;
      const lines = text.split("\n"); text = lines.pop();
      for (const line of lines.map((one) => JSON.parse(one))) {
        if (line.error) throw new Refused(line.error);
        if (line.review) found = line.review; else showProgress(line); } }
    if (!found) throw new Refused("the review was broken off");
    state.review = found; showReview();
  } catch (error) { if (error.name !== "AbortError") complain(error.message); }
  finally { if (reviewing === mine) { reviewing = null; showProgress(null); } } }
function showReview() {
  const {moments, sections} = state.review, begin = moments[0].n;
  by("found").hidden = false;
  markCurve = drawCurve(by("curve"), moments, (k) => jump(k + begin));
  by("sections").replaceChildren(...sections.flatMap(({heading, items}) => {
    const list = element("ol", "", "list");
    list.append(...items.map((one) => {
      const item = element("li"), b = button("", () => jump(one.number)); b.dataset.number = one.number;
      if (one.cost !== undefined) b.append(element("b", one.cost.toFixed(1)), " ");
      b.append(one.text); item.append(b); return item; }));
    return [element("h3", heading), list]; }), ...(sections.length ? [] : [element("p", "Nothing went wrong that was seen.")]));
  draw(); }
// What the engine would have played instead of the last move, if that was another.
function betterMove() {
  const before = momentAt(state.at - 1), moment = momentAt(state.at);
  return before && moment && before.better !== moment.move ? before.better : ""; }
function jump(number) { goTo(number); if (NEAR.matches) by("board").scrollIntoView(); }

// --- mouse and keys ---
const act = (at) => { state.cursor = at; if (colorAt(at) && !state.solving) (state.strings ? toggleString : askStatus)(vertex(at)); else if (!colorAt(at)) play(vertex(at)); };
// No click event: there is none if the board is drawn anew, with an answer, between press and release.
let pressed = null;
by("board").onpointerdown = (event) => { pressed = event.button ? null : [event.clientX, event.clientY]; };
by("board").onpointerup = (event) => {
  const still = pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 10;
  const at = still ? pointAt(by("board").firstChild, event, whole()) : null;
  pressed = null;
  if (at) act(at); };
function moveCursor(at) {
  state.cursor = at; drawPosition();
  const color = colorAt(at);
  by("cursor-words").textContent = `${vertex(at)}, ${color ? named(color) : "empty"}`; }
function nextString() {
  const n = size(), board = shown(), seen = new Set(), firsts = [];
  for (let k = 0; k < n * n; k++) {
    const name = vertex([Math.floor(k / n), k % n]);
    if (board[k] === "." || seen.has(name)) continue;
    firsts.push(k);
    stringOf(name).forEach((one) => seen.add(one)); }
  const here = state.cursor[0] * n + state.cursor[1], next = firsts.find((k) => k > here) ?? firsts[0];
  if (next !== undefined) { by("board").focus(); moveCursor([Math.floor(next / n), next % n]); } }
function flip() { if (!state.solving) { state.flipped = !state.flipped; draw(); } }
function pass() { if (!(state.solving && state.solving.over)) play("PASS"); }
const ends = () => state.line ? [1, state.line.moves.length] : [0, state.record.positions.length - 1];
// Back takes tried moves back first; a problem is left by its button alone.
const step = (by_) => state.line ? stepLine(state.line.step + by_) : by_ < 0 && (state.tried.length || state.solving) ? takeBack() :
  state.solving ? null : goTo(state.at + by_);
const toEnd = (last) => state.line ? stepLine(ends()[last]) : state.solving ? null : goTo(ends()[last]);
const KEYS = {"[": () => step(-1), "]": () => step(1), n: nextString, c: flip, u: takeBack, p: pass, h: askHint, s: askScore,
  Escape: () => { stop(); stopReview(); }};
const BOARD_KEYS = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
const WALK_KEYS = {ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => toEnd(0), End: () => toEnd(1)};
document.addEventListener("keydown", (event) => {
  if (!state.record || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  let action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (event.target === by("board")) {
    const way = BOARD_KEYS[event.key], keep = (x) => Math.min(Math.max(x, 0), size() - 1);
    if (way) action = () => moveCursor([keep(state.cursor[0] + way[0]), keep(state.cursor[1] + way[1])]);
    if (event.key === "Enter" || event.key === " ") action = () => act(state.cursor);
  }
  action = action || WALK_KEYS[event.key];
  if (action) { event.preventDefault(); action(); } });
for (const [id, action] of Object.entries({first: () => goTo(0), back: () => step(-1), next: () => step(1),
  last: () => goTo(Infinity), "line-back": () => stepLine(state.line.step - 1), "line-next": () => stepLine(state.line.step + 1), turn: flip,
  pass, undo: takeBack, hint: askHint, score: askScore, stop, "begin-review": review, "stop-review": stopReview,
  paste: () => openBytes(new TextEncoder().encode(by("text").value), "pasted text"),
  other: () => { stop(); stopReview(); for (const [part, now] of [["choose", true], ["view", false], ["other", false]]) by(part).hidden = !now;
    state.record = null; forget("opened"); by("name").textContent = ""; document.title = "OwlGo"; complain(""); by("examples").querySelector("button").focus(); }}))
  by(id).onclick = action;
by("level").onchange = () => { if (!reviewing) showProgress(null); };
by("move").oninput = (event) => goTo(Number(event.target.value));
by("file").onchange = (event) => { if (event.target.files[0]) openFile(event.target.files[0]); event.target.value = ""; };
for (const kind of ["dragover", "dragleave", "drop"]) document.addEventListener(kind, (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;         // selected text may be dropped into the field
  event.preventDefault(); by("drop").classList.toggle("over", kind === "dragover");
  if (kind === "drop" && event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]); });
window.addEventListener("pagehide", () => { if (state.tab) navigator.sendBeacon("api/close",
  new Blob([JSON.stringify({tab: state.tab})], {type: "application/json"})); });
start();
