// Boards, drawn from the moves alone. A page knows how Othello turns discs; in every other game a
// move puts a stone down, and a game whose moves are no vertices has no board.

const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const DEFAULT_SIZES = { tictactoe: [3, 3], connect4: [7, 6], othello: [8, 8] };
const LARGEST_BOARD = 25;
const STONEHENGE_ROWS = [[1, 2], [3, 4, 5], [6, 7, 8, 9], [10, 11, 12, 13, 14], [15, 16, 17, 18]];
const STONEHENGE_INDENT = [3, 2, 1, 0, 1];
const DIRECTIONS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

// {column, row} from 0, or null: not every move is a vertex.
function vertexOf(move) {
  const found = /^([A-HJ-Z])([1-9][0-9]?)$/i.exec(move);
  if (!found) return null;
  return { column: COLUMNS.indexOf(found[1].toUpperCase()), row: Number(found[2]) - 1 };
}

// The board of a game: `draw(ply)` gives its picture after so many moves; null: there is none.
// A move is {color, text}.
function boardOf(game, size, moves) {
  if (game === "stonehenge") return stonehengeBoard(moves);
  const [columns, rows] = gridSize(game, size, moves);
  if (!columns || columns > LARGEST_BOARD || rows > LARGEST_BOARD) return null;
  return gridBoard(game, columns, rows, moves);
}

function gridSize(game, size, moves) {
  const told = /^([0-9]+)(?:x([0-9]+))?$/.exec(size || "");
  if (told) return [Number(told[1]), Number(told[2] || told[1])];
  if (DEFAULT_SIZES[game]) return DEFAULT_SIZES[game];
  const seen = moves.map((move) => vertexOf(move.text)).filter((vertex) => vertex);
  const most = (values) => Math.max(0, ...values.map((value) => value + 1));
  return [most(seen.map((v) => v.column)), most(seen.map((v) => v.row))];
}

// What stands on the grid after so many moves: stones by "column,row".
function gridStones(game, moves, ply) {
  const stones = new Map();
  const put = (column, row, color) => stones.set(column + "," + row, { column, row, color });
  if (game === "othello") {
    for (const [column, row, color] of [[3, 3, "w"], [4, 3, "b"], [3, 4, "b"], [4, 4, "w"]]) {
      put(column, row, color);
    }
  }
  for (const move of moves.slice(0, ply)) {
    const vertex = vertexOf(move.text);
    if (!vertex) continue;
    put(vertex.column, vertex.row, move.color);
    if (game === "othello") turnDiscs(stones, vertex, move.color);
  }
  return stones;
}

function turnDiscs(stones, { column, row }, color) {
  for (const [dx, dy] of DIRECTIONS) {
    const line = [];
    let x = column + dx;
    let y = row + dy;
    let next = stones.get(x + "," + y);
    while (next && next.color !== color) {
      line.push(next);
      x += dx;
      y += dy;
      next = stones.get(x + "," + y);
    }
    if (next) for (const disc of line) disc.color = color;
  }
}

function gridBoard(game, columns, rows, moves) {
  const downward = game === "othello";
  const x = (column) => column + 1.5;
  const y = (row) => (downward ? row + 1.5 : rows - row + 0.5);
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
    const last = ply ? vertexOf(moves[ply - 1].text) : null;
    for (const stone of gridStones(game, moves, ply).values()) {
      picture.append(drawStone(x(stone.column), y(stone.row), stone.color));
    }
    if (last) picture.append(drawMark(x(last.column), y(last.row)));
    return picture;
  };
  return { draw };
}

function stonehengeBoard(moves) {
  const places = new Map();
  STONEHENGE_ROWS.forEach((cells, row) => {
    cells.forEach((cell, at) => {
      places.set(COLUMNS[cell - 1], { x: STONEHENGE_INDENT[row] / 2 + at + 1, y: row + 0.8 });
    });
  });
  const placed = moves.map((move) => /^([A-HJ-S])([1-9])$/i.exec(move.text));
  const draw = (ply) => {
    const picture = svg("svg", { viewBox: "0.3 0 5.4 5.6", class: "board" });
    for (const [letter, { x, y }] of places) {
      picture.append(svg("circle", { cx: x, cy: y, r: 0.44, class: "cell" }));
      picture.append(boardLabel(x, y, letter));
    }
    for (let i = 0; i < ply; i++) {
      const place = placed[i] && places.get(placed[i][1].toUpperCase());
      if (!place) continue;
      picture.append(drawStone(place.x, place.y, moves[i].color));
      const value = boardLabel(place.x, place.y, placed[i][2]);
      value.setAttribute("class", moves[i].color === "b" ? "on-black" : "on-white");
      picture.append(value);
      if (i === ply - 1) picture.append(svg("circle", { cx: place.x, cy: place.y, r: 0.44, class: "ring" }));
    }
    return picture;
  };
  return { draw };
}

function drawStone(x, y, color) {
  const name = color === "b" ? "stone black" : "stone white";
  return svg("circle", { cx: x, cy: y, r: 0.41, class: name });
}

function drawMark(x, y) {
  return svg("circle", { cx: x, cy: y, r: 0.09, class: "mark" });
}

function boardLabel(x, y, text) {
  const label = svg("text", { x, y, class: "label" });
  label.textContent = text;
  return label;
}
