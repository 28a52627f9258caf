// The page: shows what the program sends, and sends what the user does.

import { Album, commonPlies } from './album.js';
import { analysisOf } from './analysis.js';
import { Board, wonLines } from './board.js';
import { click, completes, nextPlaces, withOrders } from './clicks.js';
import { Collection } from './collection.js';
import { bindControls, showControls } from './controls.js';
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
import { keepsNothing, readLink, recall, remember } from './memory.js';
import { showMoves } from './moves.js';
import { buildPlayers, readSetting, showPlayers } from './players.js';
import { buildRecord, refusePasted, showRecord } from './record.js';
import { reason, refusalText } from './refusal.js';
import { forBlack, tellUnits } from './scores.js';
import { buildStart, showStart } from './start.js';
import { calm, hush, offer, showAlert, showNote, showStatus } from './status.js';
import { Strips, bottomSide } from './strips.js';
import { Study } from './study.js';
import { Surface } from './surface.js';
import { buildTabs } from './tabs.js';
import { buildSwitches, showBar, showSwitches, showThoughts, wanted } from './thoughts.js';
import { clearTree, showTree } from './tree.js';
import { capital, nameSides, preferred, say, sideName, speak, t, translated } from './words.js';
import { bestPlaces, expectedLine, placesOf, scoresByPlace } from './view.js';
import { connect } from './wire.js';

/** True until the first game of somebody whose browser keeps nothing of this page. */
let isNewcomer = keepsNothing();
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
    if (isNewcomer) sit(begins(readLink(location.hash)?.game ?? hello.game));
    isNewcomer = false;
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
    hush();
    refusePasted('');
    collection.show(message);
  },
  refused(message) {
    forgetSent();
    study.stop(true);
    if (editor.isOpen) editor.refuse(t('cannotSetUp', { why: reason(message.why).text }));
    else if (!album.isLoading || !refusePasted(refusalText(message.why, Infinity))) showAlert(refusalText(message.why));
    if (album.refuse(state)) album.open({ do: 'open', game: hello.game, size: hello.size }, undefined, 'replace');
  },
};

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
    refusePasted('');
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
  setOptions(byId('size'), game.sizes.map((size) => [size, capital(say(size))]));
  byId('size-label').hidden = game.sizes.length < 2;
}

function showAll() {
  if (!state) return;
  showGames();
  byId('game').value = state.game;
  showSizes();
  byId('size').value = state.size;
  const { title } = hello.games.find(({ name }) => name === state.game);
  const { about } = state;
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
  showControls(state, settings.players, { isPersonsTurn: isPersonsTurn(), isPuzzleDone: study.isDone(state), canSetUp: pieces().length > 0 });
  // The strips tell the counts.
  setText(byId('caption'), state.counts ? '' : state.captions.map(say).join(' '));
  setText(byId('tree-about'), t('treeAbout', { side: sideName('black') }));
  showThinking();
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
    pv: shownLine(isTask),
    scores: settings.show.scores && !isTask ? scoresByPlace(state, picked, present()) : new Map(),
    showLegal: settings.show.legal,
    // Everybody sits at the end of the board where the pieces begin.
    isTurned: isTurned(),
  };
  document.body.classList.toggle('drags', canPlay && state.legal.some(({ clicks }) => clicks.length > 1));
  const beside = board.draw(state, view);
  return strips.showTray(strips.showHands(beside, state, view), state, view);
}

/** The moves that are shown on the board: a better line that was asked for, or else what is expected. */
function shownLine(isTask) {
  const better = study.betterLine(state);
  if (better) return expectedLine(analysisOf(better, null, state));
  return settings.show.line && !isTask ? expectedLine(present()) : new Map();
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
  if (study.takes(state, move)) { picked = []; hush(); return showThinking(); }
  if (!send({ do: 'play', move })) return showAlert(t('lost'));
  hush();
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
  const ply = state && plyBack(state, settings.players);
  if (ply !== null) goTo(ply);
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

/** The side that begins a game. */
const begins = (game) => hello.games.find(({ name }) => name === game)?.begins ?? 'black';

/** Whoever moved first in the game before does so in the next, where the other side may begin. */
function chooseGame() {
  const name = byId('game').value;
  const [former, next] = [begins(state.game), begins(name)];
  if (former !== next) sit(settings.players[former].machine ? former : next);
  byId('game').value = name;
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
bindControls({
  chooseGame, begin, takeBack, goForward, askHint, setUp, send,
  swap: () => setPlayers({ black: settings.players.white, white: settings.players.black }),
  setLanguage(name) {
    settings.language = name;
    keep(applyLanguage);
  },
  setTheme(name) {
    settings.theme = name;
    keep(applyTheme);
  },
  erase(key, place) {
    if (editor.isOpen) editor.empty(place);
    else if (key === 'Backspace') takeBack();
  },
});
addEventListener('popstate', (event) => album.follow(event.state, state, goTo));
document.addEventListener('visibilitychange', sendRest);
listLanguages();
applyTheme();
applyLanguage();
