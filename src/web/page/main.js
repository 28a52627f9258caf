// The page: shows what the program sends, and sends what the user does.

import { Board, wonLines } from './board.js';
import { click, completes, nextPlaces, withOrders } from './clicks.js';
import { showCurve } from './curve.js';
import { byId, setOptions, setText } from './dom.js';
import { readLink, recall, remember, writeLink } from './memory.js';
import { showMoves } from './moves.js';
import { buildPlayers, readSetting, showPlayers } from './players.js';
import { buildRecord, showRecord } from './record.js';
import { forBlack } from './scores.js';
import { showAlert, showStatus } from './status.js';
import { buildSwitches, mark, scoresOfMoves, showSwitches, showThoughts } from './thoughts.js';
import { clearTree, showTree } from './tree.js';
import { nameSides, preferred, say, sideName, speak, t, translated } from './words.js';
import { connect } from './wire.js';

/** The most moves of the expected line shown on the board; more would only confuse. */
const LINE_LENGTH = 6;

const settings = recall();
let hello = null;
let state = null;
let picked = [];
let hint = [];
/** The move that was sent and is not answered yet, as `{ place, side }`; it is shown at once. */
let sent = null;
let thought = null;
let solved = null;
let curve = new Map();
/** The link that the page was opened with, until the program answers it. */
let opening = null;

const send = connect(hear, (isConnected) => {
  document.body.classList.toggle('offline', !isConnected);
  forgetSent();
  if (isConnected) showAlert('');
  else if (state) showAlert(t('lost'));
});

const hearers = {
  hello(message) {
    hello = message;
    showGames();
    for (const player of Object.values(settings.players)) {
      if (!hello.levels.includes(player.level)) player.level = hello.levels.at(-1);
    }
    sendPlayers();
    sendThink();
    opening = readLink(location.hash);
    send(opening ?? { do: 'open', game: hello.game, size: hello.size });
  },
  state: takeState,
  thinking(message) {
    if (!state || message.ply !== state.at) return;
    thought = message;
    curve.set(message.ply, forBlack(message.lines[0].score, message.side));
    showThinking();
  },
  solved(message) {
    if (!state || message.ply !== state.at) return;
    solved = message;
    showThinking();
  },
  hint(message) {
    if (!state || message.ply !== state.at) return;
    hint = message.clicks;
    setText(byId('hint-text'), t('hintIs', { move: message.move === 'pass' ? t('pass') : message.move }));
    showBoard();
  },
  tree: showTree,
  refused({ why }) {
    forgetSent();
    const said = translated(why);
    showAlert(said === null ? t('refusedInEnglish', { why }) : t('refused', { why: said }));
    if (opening) {
      opening = null;
      send({ do: 'open', game: hello.game, size: hello.size });
    }
  },
};

function hear(message) {
  hearers[message.is]?.(message);
}

function takeState(next) {
  const isOther = !state || state.position !== next.position || state.at !== next.at;
  const common = state ? commonPlies(state, next) : 0;
  curve = new Map([...curve].filter(([ply]) => ply <= common));
  if (isOther) {
    [picked, hint, solved, sent] = [[], [], null, null];
    if (common < 0) thought = null;
    setText(byId('hint-text'), '');
    clearTree();
  }
  state = { ...next, legal: withOrders(next.legal, next.places) };
  nameSides(state.side_names);
  opening = null;
  history.replaceState(null, '', writeLink(state));
  showAll();
}

/** The number of plies that two games have in common; -1 if they start differently. */
function commonPlies(a, b) {
  if (a.game !== b.game || a.size !== b.size || a.start !== b.start) return -1;
  const different = a.moves.findIndex((move, index) => b.moves[index] !== move);
  return different < 0 ? a.moves.length : different;
}

function showGames() {
  setOptions(byId('game'), hello.games.map(({ name, title }) => [name, say(title)]));
  setText(byId('version'), `Heelstone ${hello.version}.`);
}

function showSizes() {
  const game = hello.games.find(({ name }) => name === byId('game').value);
  setOptions(byId('size'), game.sizes.map((size) => [size, size]));
  byId('size-label').hidden = game.sizes.length < 2;
}

function showAll() {
  if (!state) return;
  showGames();
  byId('game').value = state.game;
  showSizes();
  byId('size').value = state.size;
  const { title, about } = hello.games.find(({ name }) => name === state.game);
  setText(byId('about'), say(about));
  byId('about').lang = translated(about) === null ? 'en' : settings.language;
  document.title = `Heelstone – ${say(title)}`;
  showStatus(state, settings.players, () => play('pass'));
  showPlayers(settings.players, hello.levels, state);
  showMoves(state, settings.language, goTo);
  showRecord(state);
  showButtons();
  showThinking();
}

function showButtons() {
  byId('back').disabled = state.at === 0;
  byId('forward').disabled = state.at === state.moves.length;
  byId('hint').disabled = !isPersonsTurn();
  byId('stop').hidden = state.busy !== 'move';
  byId('go').hidden = !(state.paused && settings.players[state.to_move].machine && !state.result);
  byId('again').hidden = !state.result;
  setText(byId('caption'), [...state.captions.map(say), ...countsText(state)].join(' '));
  setText(byId('tree-about'), t('treeAbout', { side: sideName('black') }));
}

/** The count of each side, unless the game's captions give it. */
function countsText({ counts, captions }) {
  if (!counts || captions.length) return [];
  const what = say(counts.what);
  return [t('counted', {
    what: what[0].toUpperCase() + what.slice(1),
    black: sideName('black'), blacks: counts.black, white: sideName('white'), whites: counts.white,
  })];
}

function isPersonsTurn() {
  return !state.result && (!settings.players[state.to_move].machine || state.paused);
}

function showThinking() {
  const { show } = settings;
  showThoughts(thought, state.scale, show.thoughts);
  showCurve(curve, state.moves.length, state.at, state.scale, show.curve);
  showBoard();
}

function showBoard() {
  board.draw(state, {
    next: isPersonsTurn() && !sent ? nextPlaces(state.legal, picked) : new Set(),
    picked,
    sent,
    last: state.last,
    hint,
    won: new Set(wonLines(state).flatMap(({ places }) => places)),
    pv: settings.show.line ? expectedLine() : new Map(),
    scores: settings.show.scores ? scoresByPlace() : new Map(),
    showLegal: settings.show.legal,
  });
}

/** The thought on the position on the board; the last thought may be on the previous position. */
function present() {
  return thought?.ply === state.at ? thought : null;
}

/** The number and the side of the first expected move on each place. */
function expectedLine() {
  const line = new Map();
  for (const [index, clicks] of (present()?.clicks ?? []).slice(0, LINE_LENGTH).entries()) {
    const side = index % 2 === 0 ? thought.side : thought.side === 'black' ? 'white' : 'black';
    const place = clicks.at(-1);
    if (!line.has(place)) line.set(place, { number: index + 1, side });
  }
  return line;
}

function scoresByPlace() {
  const scores = scoresOfMoves(present(), solved);
  const marks = new Map();
  for (const name of nextPlaces(state.legal, picked)) {
    const moves = completes(state.legal, picked, name);
    const through = state.legal.filter(({ clicks }) => clicks.includes(name));
    const found = mark(moves.length ? moves : through, scores, state.to_move);
    if (found) marks.set(name, found);
  }
  return marks;
}

function clickPlace(name) {
  if (!state || sent || !isPersonsTurn()) return;
  const result = click(state.legal, picked, name);
  picked = result.picked;
  if (result.move) play(result.move);
  else showBoard();
}

/** Sends a move and shows it at once; its effects are shown when the program answers. */
function play(move) {
  showAlert('');
  if (!send({ do: 'play', move })) return;
  const legal = state.legal.find(({ move: name }) => name === move);
  sent = { place: legal?.clicks.at(-1), side: state.to_move };
  showBoard();
}

function forgetSent() {
  if (!sent) return;
  sent = null;
  showBoard();
}

const goTo = (ply) => send({ do: 'goto', ply });

/** Goes back to the last move of a person. */
function takeBack() {
  if (!state || state.at === 0) return;
  const isPerson = (ply) => !settings.players[state.sides[ply]].machine;
  const plies = [...Array(state.at).keys()].reverse();
  goTo(plies.find(isPerson) ?? state.at - 1);
}

/** Goes forward to the next turn of a person. */
function goForward() {
  if (!state || state.at === state.moves.length) return;
  const { sides } = state;
  const next = sides.findIndex((side, ply) => ply > state.at && !settings.players[side].machine);
  goTo(next > 0 ? next : sides.length);
}

function sendPlayers() {
  send({ do: 'players', ...settings.players });
}

function sendThink() {
  const { analysis, line, scores } = settings.show;
  send({ do: 'think', on: analysis || line || scores, moves: scores });
}

function begin() {
  send({ do: 'open', game: byId('game').value, size: byId('size').value || undefined });
}

function applyLanguage() {
  settings.language ??= preferred();
  byId('language').value = settings.language;
  speak(settings.language);
  showSwitches(settings.show);
  showAll();
}

function applyTheme() {
  byId('theme').value = settings.theme;
  document.documentElement.dataset.theme = settings.theme;
}

function keep(apply) {
  remember(settings);
  apply();
}

function listen() {
  const on = (id, kind, action) => byId(id).addEventListener(kind, action);
  on('game', 'change', () => {
    showSizes();
    byId('size').selectedIndex = 0;
    begin();
  });
  on('size', 'change', begin);
  on('new', 'click', begin);
  on('again', 'click', begin);
  on('back', 'click', takeBack);
  on('forward', 'click', goForward);
  on('hint', 'click', () => send({ do: 'hint' }));
  on('stop', 'click', () => send({ do: 'stop' }));
  on('go', 'click', () => send({ do: 'go' }));
  on('swap', 'click', () => {
    const { black, white } = settings.players;
    settings.players = { black: white, white: black };
    keep(sendPlayers);
  });
  on('tree-draw', 'click', () => send({ do: 'tree', plies: Number(byId('tree-plies').value), minimax: byId('tree-minimax').checked }));
  on('language', 'change', (event) => {
    settings.language = event.target.value;
    keep(applyLanguage);
  });
  on('theme', 'change', (event) => {
    settings.theme = event.target.value;
    keep(applyTheme);
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Backspace' && !event.target.closest('input, textarea, select')) takeBack();
  });
  addEventListener('hashchange', () => {
    if (location.hash === writeLink(state)) return;
    opening = readLink(location.hash);
    if (opening) send(opening);
  });
}

const board = new Board(clickPlace);
buildPlayers((side, name, value) => {
  settings.players[side][name] = readSetting(name, value);
  keep(sendPlayers);
});
buildSwitches((name, isOn) => {
  settings.show[name] = isOn;
  keep(() => {
    sendThink();
    showAll();
  });
});
buildRecord(() => state, (text) => send({ do: 'load', text }));
listen();
applyTheme();
applyLanguage();
