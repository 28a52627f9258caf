// The page: shows what the program sends, and sends what the user does.

import { Board, wonLines } from './board.js';
import { click, completes, nextPlaces, withOrders } from './clicks.js';
import { showCurve } from './curve.js';
import { byId, setOptions, setText } from './dom.js';
import { effect, meant, typed, whyNot } from './intent.js';
import { keepGame, keptGames, newId, opening, sameGame, showKept } from './kept.js';
import { colourPage } from './look.js';
import { readLink, recall, remember, writeLink } from './memory.js';
import { showMoves } from './moves.js';
import { buildPlayers, readSetting, showPlayers } from './players.js';
import { buildRecord, showRecord } from './record.js';
import { forBlack, other } from './scores.js';
import { hush, offer, showAlert, showNote, showStatus } from './status.js';
import { Strips } from './strips.js';
import { Surface } from './surface.js';
import { buildTabs } from './tabs.js';
import { buildSwitches, mark, scoresOfMoves, showBar, showSwitches, showThoughts } from './thoughts.js';
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
/** The move that was sent and is not answered yet, as `{ place, from, side, text }`; it is shown at once. */
let sent = null;
let thought = null;
let solved = null;
let curve = new Map();
/** The name under which the game is kept in the browser. */
let gameId = null;
/** The game that was asked for and is not on the board yet, as `{ message, id, entry }`; `entry` says what
    becomes of the browser's history. */
let asked = null;
/** True if what changes on the board is to be seen moving: a move or two of the same game. */
let moves = false;

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
    openFirst();
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
    sayHint(t('hintIs', { move: message.move === 'pass' ? t('pass') : message.move }));
    showBoard();
  },
  tree: showTree,
  refused({ why }) {
    forgetSent();
    const said = translated(why);
    showAlert(said === null ? t('refusedInEnglish', { why }) : t('refused', { why: said }));
    const isFirst = asked && !state;
    asked = null;
    if (isFirst) openGame({ do: 'open', game: hello.game, size: hello.size }, newId(), 'replace');
  },
};

function hear(message) {
  hearers[message.is]?.(message);
}

/** Opens the game of the address, or a new one. */
function openFirst() {
  const link = readLink(location.hash);
  const known = link && sameGame({ moves: [], size: hello.size, ...link });
  const last = keptGames()[0];
  openGame(link ?? { do: 'open', game: hello.game, size: hello.size }, history.state?.id ?? known?.id ?? newId(), 'replace');
  if (!link && last && !last.result) offer(t('lastGame'), t('goOnWithIt'), () => resume(last));
}

function openGame(message, id, entry) {
  if (send(message)) asked = { message, id, entry };
}

const resume = (kept) => openGame(opening(kept), kept.id, 'push');

/** True if the state is the game that was asked for. */
function isAsked({ game, size, moves: played, start }) {
  if (!asked) return false;
  const { message } = asked;
  if (message.do === 'load') return !state || commonPlies(state, { game, size, moves: played, start }) < state.moves.length || played.length !== state.moves.length;
  return message.game === game && (message.size ?? size) === size && (message.start ?? null) === (start ?? null)
    && (message.moves ?? []).join(' ').toUpperCase() === played.join(' ').toUpperCase();
}

function takeState(next) {
  const isOther = !state || state.position !== next.position || state.at !== next.at;
  const common = state ? commonPlies(state, next) : -1;
  const entry = entryFor(next, common);
  moves = common >= 0 && next.at >= state.at && next.at <= state.at + 2;
  curve = new Map([...curve].filter(([ply]) => ply <= common));
  if (isOther) {
    [picked, hint, solved, sent] = [[], [], null, null];
    if (common < 0) thought = null;
    sayHint('');
    clearTree();
  }
  state = { ...next, legal: withOrders(next.legal, next.places) };
  nameSides(state.side_names);
  colourPage(state.look);
  if (entry === 'push') history.pushState({ id: gameId }, '', writeLink(state));
  else history.replaceState({ id: gameId }, '', writeLink(state));
  keepGame(gameId, state);
  showAll();
}

/** What becomes of the browser's history: a game that begins and a person's move are entries of their own,
    so that the button of the browser goes back to what was before. Names the game. */
function entryFor(next, common) {
  if (isAsked(next)) {
    const { id, entry } = asked;
    asked = null;
    gameId = id;
    return entry;
  }
  const goesOn = common >= 0 && common >= Math.min(state.at, state.moves.length);
  if (!goesOn) {
    gameId = newId();
    return state ? 'push' : 'replace';
  }
  const isMove = next.at > state.at && next.moves.length > common;
  return isMove && !settings.players[next.sides[next.at - 1]].machine ? 'push' : 'replace';
}

/** Goes to what the browser's buttons, or an address typed, ask for. */
function followAddress({ state: entry }) {
  const link = readLink(location.hash);
  if (!link || !state) return;
  const played = link.moves ?? [];
  const isHere = link.game === state.game && (link.size ?? state.size) === state.size
    && (link.start ?? null) === (state.start ?? null) && played.every((move, index) => state.moves[index] === move);
  if (isHere && (!entry || entry.id === gameId)) goTo(Math.min(link.at ?? played.length, played.length));
  else openGame(link, entry?.id ?? sameGame({ moves: [], size: state.size, ...link })?.id ?? newId(), 'replace');
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

const sayHint = (text) => setText(byId('hint-text'), text);

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
  strips.show(state, settings.players);
  showPlayers(settings.players, hello.levels, state);
  showKept(gameId, hello.games, resume);
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
  showBar(thought, state.scale, state.result, settings.players);
  showThoughts(thought, show.thoughts);
  showCurve(curve, state.moves.length, state.at, state.scale, show.curve);
  showBoard();
}

function showBoard() {
  const canPlay = isPersonsTurn() && !sent;
  const next = canPlay ? nextPlaces(state.legal, picked) : new Set();
  const view = {
    next, picked, sent, hint, moves,
    // Where a click completes a move, the piece can be seen before.
    ghosts: new Set([...next].filter((name) => completes(state.legal, picked, name).length)),
    last: state.last,
    won: new Set(wonLines(state).flatMap(({ places }) => places)),
    pv: settings.show.line ? expectedLine() : new Map(),
    scores: settings.show.scores ? scoresByPlace() : new Map(),
    showLegal: settings.show.legal,
  };
  document.body.classList.toggle('drags', canPlay && state.legal.some(({ clicks }) => clicks.length > 1));
  const beside = board.draw(state, view);
  strips.showTray(strips.showHands(beside, state, view), state, view);
}

/** The thought on the position on the board; the last thought may be on the previous position. */
function present() {
  return thought?.ply === state.at ? thought : null;
}

/** The number and the side of the first expected move on each place. */
function expectedLine() {
  const line = new Map();
  for (const [index, clicks] of (present()?.clicks ?? []).slice(0, LINE_LENGTH).entries()) {
    const side = index % 2 === 0 ? thought.side : other(thought.side);
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
  if (!state || sent) return;
  const isMyTurn = isPersonsTurn();
  const result = isMyTurn ? click(state.legal, picked, meant(state, picked, name)) : { picked: [], move: null };
  const isPutBack = picked.includes(name);
  if (!result.move && !result.picked.length && !isPutBack) showNote(whyNot(state, name, { isPersonsTurn: isMyTurn, picked }));
  picked = result.picked;
  if (result.move) play(result.move);
  else showBoard();
}

/** Shows what a click would do. */
function hover(name) {
  if (state) board.preview(name !== null && isPersonsTurn() && !sent ? meant(state, picked, name) : null);
}

/** Begins to drag; false if a move cannot begin there. */
function pick(name) {
  if (!state || sent || !isPersonsTurn()) return false;
  if (picked.includes(name)) return true;
  const from = nextPlaces(state.legal, picked).has(name) ? picked : [];
  if (!nextPlaces(state.legal, from).has(name) || completes(state.legal, from, name).length) return false;
  clickPlace(name);
  return picked.includes(name);
}

/** Plays the place whose name was typed, or the column; true if more letters may follow. */
function type(text) {
  if (!state || sent) return false;
  const { name, isBegun } = typed(state, picked, text);
  if (name) clickPlace(name);
  return isBegun;
}

/** Sends a move and shows it at once; its effects are shown when the program answers. */
function play(move) {
  hush();
  if (!send({ do: 'play', move })) return;
  sent = effect(state, move);
  moves = true;
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

/** Begins another game; the last one is kept, and can be gone back to. */
function begin() {
  const former = state?.moves.length ? keptGames().find(({ id }) => id === gameId) : null;
  openGame({ do: 'open', game: byId('game').value, size: byId('size').value || undefined }, newId(), 'push');
  if (former) offer(t('newBegun'), t('backToLast'), () => resume(former));
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
  addEventListener('popstate', followAddress);
}

const board = new Board();
const strips = new Strips();
new Surface(board, { click: clickPlace, hover, pick, type, cancel: () => { picked = []; if (state) showBoard(); } });
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
buildRecord(() => state, (text) => openGame({ do: 'load', text }, newId(), 'push'));
buildTabs(settings.tab, (name) => {
  if (!name) return;
  settings.tab = name;
  remember(settings);
});
listen();
applyTheme();
applyLanguage();
