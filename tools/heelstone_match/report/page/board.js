// Boards. The referee has drawn those of most games, and their pictures are in the page. Without them a
// move that is a vertex puts a stone on a grid, and other moves have no board. No game is known here.

const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const LARGEST_BOARD = 25;
// Strokes of a picture, as steps from their middle.
const STROKES = { "-": [0.6, 0], "|": [0, 0.6], "/": [0.5, -1], "\\": [0.5, 1] };
const SIDES = { b: "black", w: "white" };

// The board of a game: `draw(ply)` gives its picture after so many moves; null: there is none.
// A move is {color, text}; `drawn` are the pictures of the match, `frames` those of this game.
function boardOf(size, moves, drawn, frames) {
  return drawn && frames ? drawnBoard(drawn, frames) : gridBoard(size, moves);
}

// As `report/boards.py` packs them.
function drawnBoard({ sides, spots, start }, frames) {
  const middles = spots.map(([kind, x, y]) => ({ kind, x: x / 2, y }));
  const cells = middles.filter(({ kind }) => kind === "cell");
  const isLattice = new Set(cells.map(({ x }) => x)).size * new Set(cells.map(({ y }) => y)).size === cells.length;
  const size = isLattice ? 1 : 0.94 * nearest(cells);
  const sign = (side) => (sides[side].length === 1 ? sides[side] : "");
  const draw = (ply) => {
    const { standing, last } = frameAt(start, frames, ply);
    const layers = { under: [], cells: [], over: [] };
    for (const [number, content] of standing) {
      const spot = middles[number];
      const [side, text] = [SIDES[content[0]], content.slice(1)];
      if (spot.kind === "cell") drawCell(spot, side, text, { size, isLattice, sign }, layers);
      else drawBeside(spot, side, text, layers);
    }
    for (const number of last) {
      const { x, y } = middles[number];
      layers.over.push(svg("circle", { cx: x, cy: y, r: 0.46 * size, class: "ring" }));
    }
    const picture = svg("svg", { viewBox: viewBox(middles, standing), class: "board" });
    picture.style.setProperty("--letter", `${0.4 * size}px`);
    picture.append(...layers.under, ...layers.cells, ...layers.over);
    return picture;
  };
  return { draw };
}

// What stands at each spot after so many moves, and where the last one was.
function frameAt(start, frames, ply) {
  const standing = new Map(Object.entries(start));
  let last = [];
  for (const [places, change] of frames.slice(0, ply + 1)) {
    for (let i = 0; i < change.length; i += 2) {
      if (change[i + 1]) standing.set(String(change[i]), change[i + 1]);
      else standing.delete(String(change[i]));
    }
    last = places;
  }
  return { standing, last };
}

function nearest(cells) {
  const distance = (a, b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
  return Math.min(2, ...cells.flatMap((a, i) => cells.slice(0, i).map((b) => distance(a, b))));
}

// All that may ever be seen, so that a board stays where it is.
function viewBox(middles, standing) {
  const ends = [...standing].map(([number, content]) => middles[number].x + (isLong(content.slice(1)) ? content.length / 3 : 0));
  const [xs, ys] = [middles.map(({ x }) => x), middles.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - 0.75, Math.min(...ys) - 0.75];
  return `${left} ${top} ${Math.max(...xs, ...ends) + 0.75 - left} ${Math.max(...ys) + 0.75 - top}`;
}

const isLong = (text) => text.length > 2;

function drawCell({ x, y }, side, text, { size, isLattice, sign }, layers) {
  layers.cells.push(isLattice
    ? svg("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, class: "cell" })
    : svg("circle", { cx: x, cy: y, r: 0.47 * size, class: "cell" }));
  if (!side) {
    if (text !== ".") layers.over.push(boardLabel(x, y, text));
    return;
  }
  layers.over.push(drawStone(x, y, side, 0.41 * size));
  const written = text.replace(/^[XO]/, "") || sign(side);
  if (written) layers.over.push(boardLabel(x, y, written, `on-${side}`));
}

// A text, the owner of a line, or a stroke.
function drawBeside({ x, y }, side, text, layers) {
  const stroke = STROKES[text];
  if (stroke) {
    const [dx, dy] = stroke;
    layers.under.push(svg("line", { x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy, class: "stroke" }));
  } else if (side && /^[XO]$/.test(text)) {
    layers.over.push(drawStone(x, y, side, 0.25, "badge"));
  } else if (text !== ".") {
    layers.over.push(boardLabel(x, y, text, isLong(text) ? "label long" : "label"));
  }
}

// {column, row} from 0, or null: not every move is a vertex.
function vertexOf(move) {
  const found = /^([A-HJ-Z])([1-9][0-9]?)$/i.exec(move);
  if (!found) return null;
  return { column: COLUMNS.indexOf(found[1].toUpperCase()), row: Number(found[2]) - 1 };
}

function gridBoard(size, moves) {
  const [columns, rows] = gridSize(size, moves);
  if (!columns || columns > LARGEST_BOARD || rows > LARGEST_BOARD) return null;
  const x = (column) => column + 1.5;
  const y = (row) => rows - row + 0.5;
  const draw = (ply) => {
    const picture = svg("svg", { viewBox: `0 0 ${columns + 1.5} ${rows + 1.5}`, class: "board" });
    for (let column = 0; column < columns; column++) {
      picture.append(boardLabel(x(column), 0.6, COLUMNS[column]));
      for (let row = 0; row < rows; row++) {
        picture.append(
          svg("rect", { x: x(column) - 0.5, y: y(row) - 0.5, width: 1, height: 1, class: "cell" }),
        );
      }
    }
    for (let row = 0; row < rows; row++) picture.append(boardLabel(0.5, y(row), row + 1));
    moves.slice(0, ply).forEach(({ text, color }, index) => {
      const vertex = vertexOf(text);
      if (!vertex) return;
      const [cx, cy] = [x(vertex.column), y(vertex.row)];
      picture.append(drawStone(cx, cy, SIDES[color], 0.41));
      if (index === ply - 1) picture.append(svg("circle", { cx, cy, r: 0.46, class: "ring" }));
    });
    return picture;
  };
  return { draw };
}

function gridSize(size, moves) {
  const told = /^([0-9]+)(?:x([0-9]+))?$/.exec(size || "");
  if (told) return [Number(told[1]), Number(told[2] || told[1])];
  const vertices = moves.map((move) => vertexOf(move.text));
  const places = vertices.filter((vertex, index) => vertex || moves[index].text !== "pass");
  // Where some moves are no vertices, those that look so are none either.
  if (places.includes(null)) return [0, 0];
  const most = (values) => Math.max(0, ...values.map((value) => value + 1));
  return [most(places.map((v) => v.column)), most(places.map((v) => v.row))];
}

function drawStone(cx, cy, side, r, name = "stone") {
  return svg("circle", { cx, cy, r, class: `${name} ${side}` });
}

function boardLabel(x, y, text, name = "label") {
  const label = svg("text", { x, y, class: name });
  label.textContent = text;
  return label;
}
