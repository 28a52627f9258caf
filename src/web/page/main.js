// The page: shows what the program sends, and sends what the user does.

import { Album, commonPlies } from './album.js';
import { analysisOf } from './analysis.js';
import { Board, wonLines } from './board.js';
import { click, completes, nextPlaces, withOrders } from './clicks.js';
import { Collection } from './collection.js';
import { showCurve } from './curve.js';
import { byId, el, setOptions, setText } from './dom.js';
import { Editor } from './editor.js';
import { showExplorer } from './explorer.js';
import { effect, meant, plyBack, plyForward, typed, whyNot } from './intent.js';
import { showKept } from './kept.js';
import { Lessons } from './learn.js';
import { nameLevels, numberOf } from './levels.js';
import { LANGUAGES } from './languages.js';
import { colourPage } from './look.js';
import { readLink, recall, remember } from './memory.js';
import { showMoves } from './moves.js';
import { buildPlayers, readSetting, showPlayers } from './players.js';
import { buildRecord, showRecord } from './record.js';
import { forBlack, tellUnits } from './scores.js';
import { buildStart, showStart } from './start.js';
import { calm, hush, offer, showAlert, showNote, showStatus } from './status.js';
import { Strips, bottomSide } from './strips.js';
import { Study } from './study.js';
import { Surface } from './surface.js';
import { buildTabs } from './tabs.js';
import { buildSwitches, showBar, showSwitches, showThoughts, wanted } from './thoughts.js';
import { clearTree, showTree } from './tree.js';
import { nameSides, preferred, say, sideName, speak, t, translated } from './words.js';
import { bestPlaces, expectedLine, placesOf, scoresByPlace } from './view.js';
import { connect } from './wire.js';

/** A longer reason would lie over the board. */
const LONGEST_REASON = 150;

const settings = recall();
let hello = null;
let state = null;
let picked = [];
/** True while the best move is shown on request. */
let hinted = false;
/** The move that was sent and is not answered yet, as `{ place, from, side, text }`; it is shown at once. */
let sent = null;
let thought = null;
/** The analysis that the panel shows: that of the position, or the last one. */
let latest = null;
let solved = null;
let curve = new Map();
/** True if what changes on the board is to be seen moving: a move or two of the same game. */
let moves = false;

const send = connect(hear, (isConnected) => {
  document.body.classList.toggle('offline', !isConnected);
  forgetSent();
  if (!isConnected) study.stop(false);
  if (isConnected) showAlert('');
  else if (state) showAlert(t('lost'));
});

const album = new Album(send);

const hearers = {
  hello(message) {
    hello = message;
    showGames();
    nameLevels(hello.level_names);
    buildStart(hello.games, hello.levels, () => settings.players, { begin: (game) => { byId('game').value = game; chooseGame(); }, choose: setPlayers });
    for (const player of Object.values(settings.players)) {
      player.level = numberOf(player.level);
      if (!hello.levels.includes(player.level)) player.level = hello.levels.at(-1);
    }
    sendPlayers();
    sendThink();
    if (document.hidden || editor.isOpen) sendRest();
    if (location.hash.length > 1 && !readLink(location.hash)) showAlert(t('noLink'));
    const last = album.openFirst(hello);
    if (last) offer(t('lastGame'), t('goOnWithIt'), () => album.resume(last));
  },
  state: takeState,
  thinking(message) {
    if (!state || message.ply !== state.at) return;
    thought = message;
    showThinking();
  },
  solved(message) {
    if (!state || message.ply !== state.at) return;
    solved = message;
    showThinking();
  },
  hint(message) {
    if (!state || message.ply !== state.at) return;
    // A move that needs no thought, such as a pass, comes without any.
    if (!present()) {
      thought = { ply: state.at, side: state.to_move, lines: [{ pv: [message.move], score: 0, exact: false, source: 'hint' }], clicks: [message.clicks] };
    }
    hinted = true;
    showThinking();
  },
  lessons: (message) => lessons.hear(message, settings.language),
  tree: showTree,
  puzzle: (message) => study.takePuzzle(message),
  review: (message) => { study.hear(message, curve); showThinking(); },
  records(message) {
    album.await(null);
    collection.show(message);
  },
  refused(message) {
    forgetSent();
    study.stop(true);
    const why = shortened(message.why);
    const known = translated(message.why);
    const said = known && shortened(known);
    if (editor.isOpen) editor.refuse(t('cannotSetUp', { why: said ?? why }));
    else showAlert(said === null ? t('refusedInEnglish', { why }) : t('refused', { why: said }));
    if (album.refuse(state)) album.open({ do: 'open', game: hello.game, size: hello.size }, undefined, 'replace');
  },
};

const shortened = (text) => (text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)} …` : text);

function hear(message) {
  hearers[message.is]?.(message);
}

function takeState(next) {
  // Before the first game is open, the program tells of the one that it begins with.
  if (!state && album.awaitsOther(next)) return;
  const isOther = !state || state.position !== next.position || state.at !== next.at;
  const common = state ? commonPlies(state, next) : -1;
  editor.follow(isOther);
  album.enter(next, state, settings.players);
  moves = common >= 0 && next.at >= state.at && next.at <= state.at + 2;
  curve = new Map([...curve].filter(([ply]) => ply <= common));
  if (isOther) {
    [picked, hinted, solved, sent] = [[], false, null, null];
    if (common < 0) thought = null;
    thought = study.follow(next, common) ?? thought;
    if (state) calm();
    clearTree();
  }
  state = { ...next, legal: withOrders(next.legal, next.places) };
  nameSides(state.side_names);
  tellUnits(state);
  colourPage(state.look);
  showAll();
  document.body.classList.remove('waiting');
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
  strips.show(state, settings.players);
  showStart(hello.games, state, settings.players);
  showPlayers(settings.players, hello.levels, state);
  showKept(album.id, hello.games, (kept) => album.resume(kept));
  showMoves(state, settings.language, goTo);
  study.show(state);
  showExplorer(state, isPersonsTurn(), play);
  showRecord(state);
  lessons.show(state, settings.language);
  showButtons();
  showThinking();
}

function showButtons() {
  byId('back').disabled = state.at === 0;
  byId('forward').disabled = state.at === state.moves.length;
  byId('hint').disabled = !isPersonsTurn();
  // One at a time, so that none of the buttons moves.
  const waits = state.paused && settings.players[state.to_move].machine;
  const shown = study.isDone(state) ? 'puzzle-next' : state.result ? 'again' : state.busy === 'move' ? 'stop' : waits ? 'go' : 'hint';
  for (const id of ['again', 'stop', 'go', 'hint', 'puzzle-next']) byId(id).hidden = id !== shown;
  byId('set-up').hidden = !pieces().length;
  // The strips tell the counts.
  setText(byId('caption'), state.counts ? '' : state.captions.map(say).join(' '));
  setText(byId('tree-about'), t('treeAbout', { side: sideName('black') }));
}

function isPersonsTurn() {
  return !state.result && (!settings.players[state.to_move].machine || state.paused);
}

/** What is known of the position on the board. */
const present = () => analysisOf(thought?.ply === state.at ? thought : null, solved, state);

/** True if the last analysis is of a position a move or two before, or another one is to come. */
const isRecent = () => thought && (wanted(settings.show).on || (thought.ply <= state.at && thought.ply >= state.at - 2));

function showThinking() {
  const { show } = settings;
  const analysis = present();
  if (analysis && analysis.lines[0].source !== 'hint') curve.set(state.at, forBlack(analysis.lines[0].score, analysis.side));
  // Until there is another, that of the last turn stays.
  latest = analysis ?? (isRecent() ? analysisOf(thought, null, state) : null);
  showBar(latest, analysis ? undefined : curve.get(state.at), state, settings.players);
  showThoughts(latest, show.thoughts && !study.isTask(state));
  showCurve(curve, state.moves.length, state.at, state.scale, show.curve, goTo);
  const move = hinted && analysis ? analysis.lines[0].pv[0] : null;
  setText(byId('hint-text'), move ? t('hintIs', { move: move === 'pass' ? t('pass') : move }) : '');
  showBoard();
}

function showBoard() {
  if (editor.isOpen) return editor.draw(board, isTurned());
  const canPlay = isPersonsTurn() && !sent;
  // What is thought of the position would tell the solution.
  const isTask = study.isTask(state);
  const next = canPlay ? nextPlaces(state.legal, picked) : new Set();
  const view = {
    next, picked, sent, moves,
    hint: hinted ? bestPlaces(state, present()) : placesOf(state, study.told(state)),
    best: (settings.show.analysis || settings.show.scores) && !isTask ? bestPlaces(state, present()) : [],
    // Where a click completes a move, the piece can be seen before.
    ghosts: new Set([...next].filter((name) => completes(state.legal, picked, name).length)),
    last: state.last,
    won: new Set(wonLines(state).flatMap(({ places }) => places)),
    pv: (settings.show.line || study.showsLine(state)) && !isTask ? expectedLine(present()) : new Map(),
    scores: settings.show.scores && !isTask ? scoresByPlace(state, picked, present()) : new Map(),
    showLegal: settings.show.legal,
    // Everybody sits at the end of the board where the pieces begin.
    isTurned: isTurned(),
  };
  document.body.classList.toggle('drags', canPlay && state.legal.some(({ clicks }) => clicks.length > 1));
  const beside = board.draw(state, view);
  return strips.showTray(strips.showHands(beside, state, view), state, view);
}

const isTurned = () => Boolean(state.look.bottom) && state.look.bottom !== bottomSide(settings.players, state.look);

function clickPlace(name) {
  if (!state || sent) return undefined;
  if (editor.isOpen) return editor.click(name);
  const isMyTurn = isPersonsTurn();
  const result = isMyTurn ? click(state.legal, picked, meant(state, picked, name)) : { picked: [], move: null };
  const isPutBack = picked.includes(name);
  if (!result.move && !result.picked.length && !isPutBack) showNote(whyNot(state, name, { isPersonsTurn: isMyTurn, picked }));
  picked = result.picked;
  return result.move ? play(result.move) : showBoard();
}

/** Shows what a click would do. */
function hover(name) {
  if (state && !editor.isOpen) board.preview(name !== null && isPersonsTurn() && !sent ? meant(state, picked, name) : null);
}

/** Begins to drag; false if a move cannot begin there. */
function pick(name) {
  if (!state || sent || editor.isOpen || !isPersonsTurn()) return false;
  if (picked.includes(name)) return true;
  const from = nextPlaces(state.legal, picked).has(name) ? picked : [];
  if (!nextPlaces(state.legal, from).has(name) || completes(state.legal, from, name).length) return false;
  clickPlace(name);
  return picked.includes(name);
}

/** Plays the place whose name was typed, or the column; tells whether that was one, or more letters may follow. */
function type(text) {
  if (!state || sent || editor.isOpen) return null;
  const { name, isBegun } = typed(state, picked, text);
  if (name) clickPlace(name);
  return name ? 'played' : isBegun ? 'begun' : null;
}

/** Sends a move and shows it at once; its effects are shown when the program answers. */
function play(move) {
  hush();
  if (study.takes(state, move)) { picked = []; return showThinking(); }
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

function takeBack() {
  if (state?.at) goTo(plyBack(state, settings.players));
}

function goForward() {
  if (state && state.at < state.moves.length) goTo(plyForward(state, settings.players));
}

function sendPlayers() {
  send({ do: 'players', ...settings.players });
}

function setPlayers(players) {
  settings.players = players;
  keep(() => {
    sendPlayers();
    showAll();
  });
}

/** Lets the user play a side against the machine, which has played it. */
function sit(side) {
  const { black, white } = settings.players;
  const others = side === 'black' ? white : black;
  if (settings.players[side].machine && !others.machine) setPlayers({ black: white, white: black });
}

function chooseGame() {
  showSizes();
  byId('size').selectedIndex = 0;
  begin();
}

/** Shows the best move: that of the analysis, if there is one, or else the program is asked. */
function askHint() {
  if (!present()) return send({ do: 'hint' });
  hinted = true;
  return showThinking();
}

/** The program rests while nobody sees the page, and while a position is set up. */
const sendRest = () => send({ do: 'rest', on: document.hidden || editor.isOpen });

const sendThink = () => send({ do: 'think', ...wanted(settings.show) });

/** Begins another game; the last one is kept, and can be gone back to. */
function begin() {
  const former = album.present();
  album.open({ do: 'open', game: byId('game').value, size: byId('size').value || undefined });
  if (former) offer(t('newBegun'), t('backToLast'), () => album.resume(former));
}

/** What can stand on the places of the present game. */
const pieces = () => hello.games.find(({ name }) => name === state.game).pieces;

function setUp() {
  hush();
  tabs.close();
  editor.open(state, pieces());
  sendRest();
}

function applyLanguage() {
  if (!(settings.language in LANGUAGES)) settings.language = preferred();
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

function listLanguages() {
  byId('language').replaceChildren(...Object.entries(LANGUAGES).map(([value, { name }]) => el('option', { value, lang: value }, name)));
}

function listen() {
  const on = (id, kind, action) => byId(id).addEventListener(kind, action);
  on('game', 'change', chooseGame);
  on('size', 'change', begin);
  on('new', 'click', begin);
  on('again', 'click', begin);
  on('back', 'click', takeBack);
  on('forward', 'click', goForward);
  on('hint', 'click', askHint);
  on('set-up', 'click', setUp);
  on('stop', 'click', () => send({ do: 'stop' }));
  on('go', 'click', () => send({ do: 'go' }));
  on('swap', 'click', () => setPlayers({ black: settings.players.white, white: settings.players.black }));
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
    if (!['Backspace', 'Delete'].includes(event.key) || event.target.closest('input, textarea, select')) return;
    if (editor.isOpen) editor.empty(event.target.dataset.name ?? '');
    else if (event.key === 'Backspace') takeBack();
  });
  addEventListener('popstate', (event) => album.follow(event.state, state, goTo));
  document.addEventListener('visibilitychange', sendRest);
}

const study = new Study(send, { present: () => state, goTo, open: (message) => album.open(message), uncover: () => tabs.close(), sit, changed: showAll });
const board = new Board(byId('board'), document.documentElement);
const editor = new Editor({
  change: showBoard,
  done: (message) => album.open(message),
  close(isDone) {
    const former = isDone && album.present();
    if (former) offer(t('newBegun'), t('backToLast'), () => album.resume(former));
    sendRest();
    showAll();
    if (byId('set-up').checkVisibility()) byId('set-up').focus();
  },
});
const strips = new Strips();
const lessons = new Lessons(() => send({ do: 'learn' }));
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
buildRecord(() => state, (text) => album.load(text));
const collection = new Collection({
  load: (part) => (part.more ? send(part) : album.open(part)),
  search: (text) => send({ do: 'search', text }), reveal: () => tabs.open('moves'),
  pick: (number) => album.open({ do: 'record', number }),
});
const tabs = buildTabs(settings.tab, (name) => {
  if (!name) return;
  settings.tab = name;
  remember(settings);
  if (state) lessons.show(state, settings.language);
});
listen();
listLanguages();
applyTheme();
applyLanguage();
