"use strict";
// Boards, drawn from the moves alone. A position is a map from cells to {color, text}.
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const DEFAULT_SIZE = { tictactoe: [3, 3], connect4: [7, 6], othello: [8, 8] };
const STONEHENGE_ROWS = [2, 3, 4, 5, 4];

function vertex(word) {
  const match = /^([A-HJ-Z])(\d{1,2})$/.exec(word);
  return match && [LETTERS.indexOf(match[1]), +match[2] - 1];
}

function gridSize(game, size, moves) {
  const told = /^(\d+)(?:x(\d+))?$/.exec(size || "");
  if (told) return [+told[1], +(told[2] || told[1])];
  if (DEFAULT_SIZE[game]) return DEFAULT_SIZE[game];
  const seen = moves.map(m => vertex(m.move)).filter(Boolean);
  return [Math.max(1, ...seen.map(v => v[0] + 1)), Math.max(1, ...seen.map(v => v[1] + 1))];
}

function flip(stones, column, row, color) {
  for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) {
    if (!dx && !dy) continue;
    const line = [];
    let x = column + dx, y = row + dy;
    while (stones.has(`${x},${y}`) && stones.get(`${x},${y}`).color !== color) { line.push(`${x},${y}`); x += dx; y += dy; }
    if (stones.has(`${x},${y}`)) for (const cell of line) stones.set(cell, { color });
  }
}

// The stones after some moves of a game on a grid.
function gridStones(game, moves) {
  const stones = new Map();
  if (game === "othello") {
    for (const [cell, color] of [["3,4", "w"], ["4,3", "w"], ["3,3", "w"], ["4,4", "w"]]) stones.set(cell, { color });
    // Black begins with E4 and D5.
    stones.set("4,3", { color: "b" }); stones.set("3,4", { color: "b" });
  }
  for (const { color, move } of moves) {
    const at = vertex(move);
    if (!at) continue;
    if (game === "othello") flip(stones, at[0], at[1], color);
    stones.set(`${at[0]},${at[1]}`, { color });
  }
  return stones;
}

function disc(x, y, r, stone, last) {
  const parts = [svg("circle", { cx: x, cy: y, r, fill: stone.color === "b" ? "var(--black)" : "var(--white)", stroke: "var(--faint)" })];
  if (stone.text) parts.push(svg("text", { x, y: y + 5, "text-anchor": "middle", style: `font-size:15px;fill:${stone.color === "b" ? "#fff" : "#111"}` }, stone.text));
  if (last) parts.push(stone.text
    ? svg("circle", { cx: x, cy: y, r: r + 2, fill: "none", stroke: "var(--mark)", "stroke-width": 3 })
    : svg("circle", { cx: x, cy: y, r: r * 0.28, fill: "var(--mark)" }));
  return parts;
}

function drawGrid(game, size, allMoves, count) {
  const [columns, rows] = gridSize(game, size, allMoves);
  const unit = 40, pad = 22, fromTop = game === "othello";
  const root = svg("svg", { viewBox: `0 0 ${columns * unit + pad} ${rows * unit + pad}` });
  const stones = gridStones(game, allMoves.slice(0, count));
  const last = count ? vertex(allMoves[count - 1].move) : null;
  for (let row = 0; row < rows; row++) {
    const y = pad + (fromTop ? row : rows - 1 - row) * unit;
    root.append(svg("text", { x: pad - 6, y: y + unit / 2 + 4, "text-anchor": "end" }, String(row + 1)));
    for (let column = 0; column < columns; column++) {
      const x = pad + column * unit, stone = stones.get(`${column},${row}`);
      root.append(svg("rect", { x: x + 1, y: y + 1, width: unit - 2, height: unit - 2, fill: "var(--cell)" }));
      if (stone) root.append(...disc(x + unit / 2, y + unit / 2, unit * 0.4, stone, last && last[0] === column && last[1] === row));
    }
  }
  for (let column = 0; column < columns; column++) root.append(svg("text", { x: pad + (column + 0.5) * unit, y: pad - 6, "text-anchor": "middle" }, LETTERS[column]));
  return root;
}

function drawStonehenge(moves, count) {
  const unit = 46, root = svg("svg", { viewBox: "0 0 260 250" });
  const stones = new Map();
  for (const { color, move } of moves.slice(0, count)) {
    const at = vertex(move);
    if (at) stones.set(at[0], { color, text: String(at[1] + 1) });
  }
  const last = count ? vertex(moves[count - 1].move) : null;
  let cell = 0;
  STONEHENGE_ROWS.forEach((length, row) => {
    // The last row stands under the gaps of the one before.
    const left = 130 - (length - 1) * unit / 2, y = 28 + row * unit;
    for (let i = 0; i < length; i++, cell++) {
      const x = left + i * unit, stone = stones.get(cell);
      root.append(svg("circle", { cx: x, cy: y, r: 20, fill: "var(--cell)", stroke: "var(--line)" }));
      if (stone) root.append(...disc(x, y, 18, stone, last && last[0] === cell));
      else root.append(svg("text", { x, y: y + 4, "text-anchor": "middle" }, LETTERS[cell]));
    }
  });
  return root;
}

function drawBoard(game, size, moves, count) {
  return game === "stonehenge" ? drawStonehenge(moves, count) : drawGrid(game, size, moves, count);
}
