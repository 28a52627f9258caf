// A running match: asks for its state every second and shows it.

const EVERY = 1000;
const byId = (id) => document.getElementById(id);
// What was shown last, so that only what changed is replaced.
const shown = {};

async function refresh() {
  let told = null;
  if (!document.hidden) {
    try {
      const reply = await fetch("state");
      if (!reply.ok) throw new Error(reply.statusText);
      told = await reply.json();
    } catch {
      byId("progress").textContent = "The match no longer runs.";
      return;
    }
    show(told);
  }
  if (told && told.ended) return;
  setTimeout(refresh, EVERY);
}

function show(told) {
  const end = told.ended ? ". The match has ended." : "";
  const lines = [told.progress + end, ...told.said];
  put("progress", lines.join("\n"), (place, text) => {
    place.replaceChildren(...text.split("\n").map((line) => el("span", { class: "line" }, line)));
  });
  // Made by the report, which escapes all names; no script in it would run.
  put("result", told.result, (place, text) => { place.innerHTML = text; });
  put("charts", told.charts, (place, text) => { place.innerHTML = text; });
  put("last", told.last.join("\n"), (place, text) => { place.textContent = text; });
  if (told.boards) Object.assign(document.documentElement.dataset, told.boards.sides);
  put("games", JSON.stringify([told.games, told.boards]), (place) => {
    place.replaceChildren(...told.games.map((game) => gameOf(game, told)));
  });
}

function put(id, value, draw) {
  if (shown[id] === value) return;
  shown[id] = value;
  draw(byId(id), value);
}

function gameOf({ number, players, moves, frame }, { size, boards }) {
  const sides = boards ? boards.sides : SIDE_NAMES;
  const board = boardOf(size, moves, boards && { ...boards, start: {} }, frame && [frame]);
  const last = moves[moves.length - 1];
  const said = last ? `ply ${moves.length}: ${sides[SIDES[last.color]]} ${last.text}` : "start";
  const title = `Game ${number}: ${players[0]} (${sides.black}), ${players[1]} (${sides.white})`;
  const picture = board ? board.draw(frame ? 0 : moves.length) : el("p", {}, moves.map((m) => m.text).join(" "));
  return el("figure", {}, el("figcaption", {}, title), picture, el("p", { class: "soft" }, said));
}

const SIDE_NAMES = { black: "black", white: "white" };

refresh();
