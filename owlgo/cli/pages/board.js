// Points are [row, column] from the top left; a line of the board is a unit.
const circle = ([r, c], radius, style) => `<circle cx="${c}" cy="${r}" r="${radius}" ${style}/>`;
const ring = (point, radius, color) => circle(point, radius, `fill="none" stroke="${color}" stroke-width=".09"`);
const square = ([r, c], side, color) =>
  `<rect x="${c - side / 2}" y="${r - side / 2}" width="${side}" height="${side}" fill="${color}"/>`;
const stone = (point, color, radius = DISC, style = "") =>
  circle(point, radius, `fill="${STONES[color === "B" ? 0 : 1]}" stroke="#111" stroke-width=".03" ${style}`);
const shade = (point, color) => square(point, 1.01, color);
const frame = ([r, c], side, color) => `<rect x="${c - side / 2}" y="${r - side / 2}" width="${side}" height="${side}" rx=".08" ` +
  `fill="none" stroke="${color}" stroke-width=".07"/>`;
const numeral = ([r, c], text, color, height = text > 99 ? .4 : .5) => `<text x="${c}" y="${r + height / 3}" font-size="${height}" ` +
  `font-weight="bold" text-anchor="middle" fill="${color}">${text}</text>`;
// The point under a click on a board that drawBoard has drawn, or null beside the lines.
function pointAt(svg, event, [top, left, bottom, right]) {
  const {x, y} = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const [r, c] = [Math.round(y), Math.round(x)];
  return r >= top && r <= bottom && c >= left && c <= right ? [r, c] : null; }
// view: first row and column shown, last ones; stones: [point, color]; marks: [point, SVG over the stones];
// under: [point, SVG below the lines].
function drawBoard({size, letters, stars}, [top, left, bottom, right], stones, marks, label, under = []) {
  const seen = ([r, c]) => r >= top && r <= bottom && c >= left && c <= right;
  const [x, y, width, height] = [left - 1.2, top - 1.2, right - left + 1.9, bottom - top + 1.9];
  let svg = `<svg viewBox="${x} ${y} ${width} ${height}" role="img" aria-label="${label}">` +
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${WOOD}"/>`;
  const drawn = (list) => list.filter(([point]) => seen(point)).map(([, mark]) => mark).join("");
  svg += drawn(under);
  const line = (path, x, y, name) => `<path d="${path}" stroke="${INK}" stroke-width=".03"/>` +
    `<text x="${x}" y="${y}" font-size=".4" text-anchor="middle">${name}</text>`;
  for (let r = top; r <= bottom; r++) svg += line(`M${left} ${r}H${right}`, left - .85, r + .13, size - r);
  for (let c = left; c <= right; c++) svg += line(`M${c} ${top}V${bottom}`, c, top - .7, letters[c]);
  svg += stars.filter(seen).map((point) => circle(point, .1, `fill="${INK}"`)).join("");
  svg += stones.filter(([point]) => seen(point)).map(([point, color]) => stone(point, color)).join("");
  return svg + drawn(marks) + "</svg>"; }
