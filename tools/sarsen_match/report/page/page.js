"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const at = id => document.getElementById(id);
const PAGE = 100;
const games = data.games.map(([number, pair, black, white, result, winner, how, opening, moves, wall, depth, score]) =>
  ({ number, pair, black, white, result, winner, how, opening, moves, wall, depth, score }));
let shown = games, page = 0, game = null, moves = [], count = 0;

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function tellResult() {
  at("title").textContent = document.title;
  at("heading").textContent = data.heading;
  at("summary").textContent = data.summary;
  at("remarks").append(...data.remarks.map(text => element("li", text)));
  at("void-section").hidden = !data.voids.length;
  at("voids").append(...data.voids.map(([pair, why]) => element("li", `pair ${pair}: ${why}`)));
}

function named(series) {
  return Object.fromEntries(Object.entries(series).map(([key, points]) => [data.players[key], points]));
}

function drawCurves() {
  const two = Object.keys(data.players).length === 2;
  const figures = [
    chart(two ? "Elo of A over the pairs, with its interval of 95 %:" : "Ratings over the pairs, with intervals of 95 %:", named(data.ratings), [0]),
    data.test && chart("Log likelihood ratio of the test, with its bounds", { "": data.test.curve }, data.test.bounds),
    chart("Seconds a move, by ply:", named(data.plies.wall)),
    chart("Depth of search, by ply:", named(data.plies.depth)),
  ].filter(Boolean);
  at("charts").append(...figures);
  at("curves").hidden = !figures.length;
}

const FILTERS = [
  ["all games", () => true],
  ["draws", g => g.winner === null],
  ["faults", g => /[BW]\+[FT]/.test(g.result)],
  ...Object.entries(data.players).map(([key, name]) => [`won by ${name}`, g => g.winner === key]),
];

function listGames() {
  const pages = Math.max(1, Math.ceil(shown.length / PAGE));
  page = Math.min(Math.max(0, page), pages - 1);
  const rows = shown.slice(page * PAGE, (page + 1) * PAGE).map(g => {
    const row = document.createElement("tr");
    row.append(...[g.number, g.black, g.white, g.result, g.how].map(text => element("td", text)));
    row.title = g.how;
    row.dataset.game = g.number;
    row.setAttribute("aria-selected", g === game);
    row.onclick = () => { open(g); at("game").focus({ preventScroll: true }); };
    return row;
  });
  at("games").tBodies[0].replaceChildren(...rows);
  at("range").textContent = shown.length ? `${page * PAGE + 1} to ${Math.min(shown.length, (page + 1) * PAGE)} of ${shown.length}` : "none";
  at("newer").disabled = page === 0;
  at("older").disabled = page === pages - 1;
}

function open(chosen) {
  game = chosen;
  const words = game.moves ? game.moves.split(" ") : [];
  moves = [];
  for (let i = 0; i < words.length; i += 2) moves.push({ color: words[i], move: words[i + 1] });
  at("caption").textContent = `Game ${game.number}: ${data.players[game.black]} (black) - ${data.players[game.white]} (white), ${game.result}, ${game.how}`;
  at("moves").replaceChildren(...moves.map((m, i) => {
    const item = element("li", m.move, i < game.opening ? { class: "opening" } : {});
    item.onclick = () => go(i + 1);
    return item;
  }));
  for (const row of at("games").tBodies[0].rows) row.setAttribute("aria-selected", +row.dataset.game === game.number);
  go(moves.length);
}

function go(to) {
  if (!game) return;
  count = Math.min(Math.max(0, to), moves.length);
  at("board").replaceChildren(drawBoard(data.game, data.size, moves, count));
  [...at("moves").children].forEach((item, i) => item.setAttribute("aria-current", i === count - 1));
  at("note").textContent = note();
}

function note() {
  if (!count) return "The start.";
  const { color, move } = moves[count - 1], asked = count - 1 - game.opening;
  const parts = [`${count}. ${color === "b" ? "Black" : "White"} ${move}`];
  if (asked < 0) parts.push("opening");
  else {
    parts.push(data.players[color === "b" ? game.black : game.white]);
    if (game.wall[asked] != null) parts.push(`${game.wall[asked].toFixed(3)} s`);
    if (game.depth[asked] != null) parts.push(`depth ${game.depth[asked]}`);
    if (game.score[asked] != null) parts.push(`score ${game.score[asked]}`);
  }
  return parts.join(", ");
}

const share = row => (row[2] + row[3] / 2) / row[1];
const OPENING_KEYS = [row => row[0], row => -row[1], row => -row[2], row => -row[3], row => -row[4], row => -share(row)];

function listOpenings(column) {
  const key = OPENING_KEYS[column], compare = (a, b) => (key(a) > key(b)) - (key(a) < key(b));
  const rows = data.openings.slice().sort(compare).slice(0, 2000).map(row => {
    const line = document.createElement("tr");
    line.append(...[...row, `${(100 * share(row)).toFixed(1)} %`].map(text => element("td", text)));
    return line;
  });
  at("openings").tBodies[0].replaceChildren(...rows);
}

tellResult();
drawCurves();
at("filter").append(...FILTERS.map(([name], i) => element("option", name, { value: i })));
at("filter").onchange = event => { shown = games.filter(FILTERS[event.target.value][1]); page = 0; listGames(); };
at("newer").onclick = () => { page--; listGames(); };
at("older").onclick = () => { page++; listGames(); };
at("first").onclick = () => go(0);
at("previous").onclick = () => go(count - 1);
at("next").onclick = () => go(count + 1);
at("last").onclick = () => go(moves.length);
at("game").onkeydown = event => {
  const steps = { ArrowLeft: count - 1, ArrowRight: count + 1, Home: 0, End: moves.length };
  if (event.key in steps) { event.preventDefault(); go(steps[event.key]); }
};
[...at("openings").tHead.rows[0].cells].forEach((cell, i) => { cell.onclick = () => listOpenings(i); });
listOpenings(1);
listGames();
if (games.length) open(games[0]);
