// Every game of the match: a list to choose from, and one of them move by move.

const data = JSON.parse(document.getElementById("data").textContent);
// A line of JSON for each game, read when that game is looked at: a page may have many thousands.
const details = document.getElementById("details").textContent.trim().split("\n");
const current = { game: null, ply: 0 };
// What people call the sides, where the referee tells.
const sides = data.boards ? data.boards.sides : { black: "black", white: "white" };
Object.assign(document.documentElement.dataset, sides);

// As `report/embed.py` packs it.
const games = data.games.map((row, index) => {
  const [pair, place, black, white, result, winner, plies, reason, opening, counts] = row;
  return { index, pair, place, black, white, result, winner, plies, reason, opening, counts };
});

const winnerOf = (game) => {
  if (game.winner >= 0) return data.keys[game.winner];
  return game.result === "Void" ? "nobody" : "draw";
};

const share = (part, of) => (of ? (100 * part) / of : 0);
const percent = (value) => value.toFixed(1) + " %";

const openings = data.openings.map((row, index) => {
  const [text, games, blackWins, draws, points] = row;
  return {
    index,
    text: text || "(none)",
    games,
    black: share(blackWins + draws / 2, games),
    first: share(points / 2, games),
    draws: share(draws, games),
  };
});

function openingColumns() {
  const columns = [
    { title: "opening", value: (row) => row.text, text: (row) => row.text },
    { title: "games", number: true, value: (row) => row.games, text: (row) => String(row.games) },
    { title: `${sides.black} scores`, number: true, value: (row) => row.black, text: (row) => percent(row.black) },
    { title: "draws", number: true, value: (row) => row.draws, text: (row) => percent(row.draws) },
  ];
  if (data.keys.length === 2) {
    const title = `${data.keys[0]} scores`;
    columns.push({
      title, number: true, value: (row) => row.first, text: (row) => percent(row.first),
    });
  }
  return columns;
}

const gameColumns = [
  { title: "game", number: true, value: (g) => 2 * g.pair + g.place, text: (g) => `${g.pair}.${g.place}` },
  { title: sides.black, value: (g) => g.black, text: (g) => data.keys[g.black] },
  { title: sides.white, value: (g) => g.white, text: (g) => data.keys[g.white] },
  { title: "result", value: (g) => g.result, text: (g) => g.result },
  { title: "winner", value: (g) => g.winner, text: (g) => winnerOf(g) },
  { title: "plies", number: true, value: (g) => g.plies, text: (g) => String(g.plies) },
  {
    title: "end",
    value: (g) => data.reasons[g.reason],
    text: (g) => data.reasons[g.reason] + (g.counts ? "" : " (repeat)"),
  },
];

const gameTable = pagedTable(byId("game-table"), gameColumns, games, (game) => {
  open(game, 0);
  show();
});
pagedTable(byId("opening-table"), openingColumns(), openings, (opening) => {
  byId("filter").value = opening.text;
  filter();
  byId("games").scrollIntoView();
});

function byId(id) {
  return document.getElementById(id);
}

// Games whose line has all the words.
function filter() {
  const wanted = byId("filter").value.toLowerCase().trim();
  const matches = (game) => {
    const cells = gameColumns.map((column) => column.text(game));
    const line = [openings[game.opening].text, ...cells].join(" ").toLowerCase();
    return line.includes(wanted);
  };
  gameTable.fill(wanted ? games.filter(matches) : games);
}
byId("filter").addEventListener("input", filter);

// The moves of a game, with what is known of each.
function unpack(game) {
  const [words, colors, opening, depth, score, nodes, wall, frames] = JSON.parse(details[game.index]);
  const asked = (values, ply) => (values && ply >= opening ? values[ply - opening] ?? null : null);
  const moves = (words ? words.split(" ") : []).map((text, ply) => ({
    text,
    color: colors ? colors[ply] : "bw"[ply % 2],
    isOpening: ply < opening,
    depth: asked(depth, ply),
    score: asked(score, ply),
    nodes: asked(nodes, ply),
    wall: asked(wall, ply),
  }));
  return { moves, frames: frames || null };
}

function open(game, ply) {
  if (!game) return;
  const { moves, frames } = unpack(game);
  current.game = game;
  current.moves = moves;
  current.board = boardOf(data.size, moves, data.boards, frames);
  gameTable.mark(game);
  const name = (player) => `${data.keys[player]} ${data.names[player]}`.trim();
  byId("game-title").textContent = `Game ${game.pair}.${game.place}: ${game.result}`;
  byId("game-about").textContent =
    `${name(game.black)} (${sides.black}) and ${name(game.white)} (${sides.white}); ${data.reasons[game.reason]}`;
  byId("game-fault").textContent = data.faults[game.index] || "";
  byId("moves").replaceChildren(...moves.map(moveRow));
  go(ply);
}

// Brings the viewer into sight, and the keys to it.
function show() {
  byId("viewer").focus({ preventScroll: true });
  byId("viewer").scrollIntoView({ block: "nearest" });
}

function moveRow(move, index) {
  const player = move.color === "b" ? current.game.black : current.game.white;
  const show = (value) => (value === null ? "" : String(value));
  const time = move.wall === null ? "" : move.wall.toFixed(1);
  const cells = [index + 1, data.keys[player], move.text, time, show(move.depth), show(move.score), show(move.nodes)];
  const row = el("tr", move.isOpening ? { class: "opening" } : {});
  cells.forEach((cell, at) => row.append(el("td", at === 1 || at === 2 ? {} : { class: "number" }, String(cell))));
  row.addEventListener("click", () => go(index + 1));
  return row;
}

function go(ply) {
  const { game, moves, board } = current;
  if (!game) return;
  current.ply = Math.min(Math.max(ply, 0), moves.length);
  byId("board").replaceChildren(board ? board.draw(current.ply) : "(no board was drawn)");
  const move = moves[current.ply - 1];
  byId("position").textContent = move
    ? `ply ${current.ply} of ${moves.length}: ${sides[SIDES[move.color]]} ${move.text}`
    : `start of ${moves.length} plies`;
  const rows = [...byId("moves").children];
  rows.forEach((row, at) => row.classList.toggle("picked", at === current.ply - 1));
  keepInView(byId("moves").closest(".scroll"), rows[current.ply - 1] || rows[0]);
  history.replaceState(null, "", `#game-${game.pair}-${game.place}-${current.ply}`);
}

// scrollIntoView would move the page as well.
function keepInView(box, row) {
  if (!row) return;
  const top = row.offsetTop - row.offsetHeight * 2;
  if (top < box.scrollTop || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight) {
    box.scrollTop = top;
  }
}

const steps = {
  ArrowLeft: () => go(current.ply - 1),
  ArrowRight: () => go(current.ply + 1),
  Home: () => go(0),
  End: () => go(Infinity),
  ArrowUp: () => open(gameTable.beside(-1), 0),
  ArrowDown: () => open(gameTable.beside(1), 0),
};
byId("viewer").addEventListener("keydown", (event) => {
  const step = steps[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
  event.preventDefault();
  step();
});
for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", steps[button.dataset.step]);
}

// A link to a game: #game-PAIR-PLACE, and the ply where it matters.
function follow() {
  const told = /^#game-([0-9]+)-([12])(?:-([0-9]+))?$/.exec(location.hash);
  const wanted = told && games.find((g) => g.pair === Number(told[1]) && g.place === Number(told[2]));
  if (!wanted) return false;
  open(wanted, Number(told[3] || 0));
  return true;
}
window.addEventListener("hashchange", () => {
  if (follow()) show();
});
if (follow()) {
  show();
} else {
  const there = location.hash;
  open(games[0], 0);
  history.replaceState(null, "", there || location.pathname + location.search);
}
