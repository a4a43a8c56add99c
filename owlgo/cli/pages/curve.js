// Draws win rate and lead by move in an element; a click calls chosen(index of a moment).  Returns a function that marks a moment.
function drawCurve(place, moments, chosen) {
  const W = 600, H = 200, LEFT = 34, RIGHT = 40, TOP = 10, BOTTOM = 22, end = moments.length - 1;
  const across = (k) => LEFT + (W - LEFT - RIGHT) * (end ? k / end : 0);
  const most = Math.max(5, ...moments.map((moment) => Math.abs(moment.lead)));
  const down = (part) => TOP + (H - TOP - BOTTOM) * (1 - part);
  const path = (value) => moments.map((moment, k) => (k ? "L" : "M") + across(k).toFixed(1) + " " + down(value(moment)).toFixed(1)).join("");
  let svg = `<svg viewBox="0 0 ${W} ${H}" role="img" aria-label="win rate and lead by move">`;
  for (const part of [0, .5, 1]) svg += `<path class="grid" d="M${LEFT} ${down(part)}H${W - RIGHT}" stroke="#d8d4cc"/>` +
    `<text x="${LEFT - 4}" y="${down(part) + 4}" font-size="11" text-anchor="end">${100 * part}</text>` +
    `<text class="lead" x="${W - RIGHT + 4}" y="${down(part) + 4}" font-size="11" fill="#2a6f97">` +
    `${part === .5 ? "0" : (part ? "+" : "\u2212") + most.toFixed(0)}</text>`;
  const step = moments.length > 150 ? 50 : moments.length > 40 ? 20 : 5;
  moments.forEach((moment, k) => { if (moment.n % step === 0)
    svg += `<text x="${across(k)}" y="${H - 6}" font-size="11" text-anchor="middle">${moment.n}</text>`; });
  svg += `<path class="lead line" d="${path((m) => .5 + m.lead / most / 2)}" fill="none" stroke="#2a6f97" stroke-width="1.5"/>` +
    `<path class="wins" d="${path((m) => m.wins)}" fill="none" stroke="#24221e" stroke-width="2"/>`;
  moments.forEach((moment, k) => { if (moment.said.some((one) => one.fault))
    svg += `<circle cx="${across(k)}" cy="${down(moment.wins)}" r="4" fill="#b3261e"/>`; });
  place.innerHTML = svg + `<path class="now" stroke="#b3261e" stroke-width="1.5" d=""/></svg>`;
  place.onclick = (event) => { const box = place.firstChild.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * W;
    chosen(Math.round((x - LEFT) / (W - LEFT - RIGHT) * end)); };
  return (k) => place.querySelector(".now").setAttribute("d", `M${across(k)} ${TOP}V${H - BOTTOM}`); }
