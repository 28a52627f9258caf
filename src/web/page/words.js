// The words of the page in the user's language.

import { FRENCH } from './french.js';
import { SENTENCES } from './sentences.js';

const ENGLISH = {
  game: 'Game', size: 'Size', newGame: 'New game', language: 'Language', theme: 'Colours',
  auto: 'like the system', light: 'light', dark: 'dark', board: 'Board', moves: 'Moves',
  takeback: 'Take back', forward: 'Forward', hint: 'Hint', moveNow: 'Move now', goOn: 'Continue',
  another: 'Play again', players: 'Players', swap: 'Swap sides', thoughts: 'Engine',
  show: 'Show', tree: 'Search tree', plies: 'Plies', minimax: 'without cut-offs', draw: 'a draw',
  treeAbout: 'Textbook alpha-beta from this position; scores are seen from {side}, who maximizes. Dashed: moves cut off.',
  record: 'Save and load', position: 'Position', sgf: 'Game (SGF)', copyPosition: 'Copy the position',
  copyGame: 'Copy the game', copyLink: 'Copy a link', save: 'Save as a file', paste: 'Paste a game or a position',
  load: 'Load', file: 'or choose a file', keys: 'Arrow keys move over the board and Enter plays; the name of a place typed plays there, where pieces fall the letter or number of a column; the number of a stone picks it. Backspace takes back.',
  person: 'a person', machine: 'the machine', plays: '{side} is played by',
  level: 'Level', time: 'Seconds per move', depth: 'Depth', noLimit: 'no limit', evaluation: 'Evaluation',
  novice: 'novice', intermediate: 'intermediate', expert: 'expert', master: 'master',
  start: 'Start', toMove: '{side} to move.', yourTurn: '{side}: your turn.', thinking: '{side}: the machine is thinking …',
  waits: '{side}: the machine waits. “Continue” lets it move.',
  mustPass: '{side} has no legal move and must pass.', pass: 'Pass', passed: '{side} had no legal move and has passed.',
  lost: 'The connection to the program is lost. Reconnecting ...', isOver: 'The game is over: {result}',
  wonBy: '{side} wins by {number}.', won: '{side} wins.', drawn: 'a draw.', repetition: 'The position has come again.', even: 'even',
  wins: '{side} wins', winsIn: '{side} wins in {number}', winsBy: '{side} wins by {number}',
  legal: 'legal moves', scores: 'score of each move', line: 'expected line on the board',
  curve: 'curve of the score', depthNodes: 'Depth {depth}, {nodes} nodes, {time} s', pv: 'Expected: {line}',
  exactFrom: 'Exact ({source})', book: 'book', solver: 'solver',
  thinks: 'the engine’s thoughts', analysis: 'Analyse on my turn, too', nothing: 'The engine is idle.', score: 'Score: {text}', curveTitle: 'The score over the game',
  empty: 'empty', isLegal: 'legal', isLast: 'last move', isPicked: 'picked', isWon: 'in a won line', isNext: 'move {number} of the expected line',
  inHand: 'Stones and choices', counted: '{what}: {black} {blacks}, {white} {whites}.', hintIs: 'Hint: {move}.',
  refused: 'Refused: {why}.', refusedInEnglish: 'Refused: {why}.', copied: 'Copied.', notCopied: 'The browser did not allow copying. Select the text instead.',
  played: '{side} played {move}.', drawIt: 'Draw', treeSays: '{nodes} positions, {cut} moves cut off, value: {value}.',
  trademarks: 'Connect 4 is a trademark of Hasbro, Othello one of MegaHouse; Stonehenge is a game by Reiner Knizia. None of them is connected with this program.',
  actions: 'Actions', panels: 'Panels', tabPlay: 'Play', tabAnalysis: 'Analysis', tabLearn: 'Learn',
  kept: 'Kept games', keptNone: 'The games that you play are kept in this browser and listed here.', settings: 'Settings', howTo: 'How to play',
  keptGame: '{game}, {count} moves: {result}', unfinished: 'not finished', forget: 'Forget {game}',
  touch: 'Touch or click a place to play there, or anywhere in its column where pieces fall. A piece is moved by dragging it, or by touching it and then where it goes.',
  newBegun: 'New game.', backToLast: 'Back to the last game', lastGame: 'Your last game is not finished.', goOnWithIt: 'Go on with it',
  you: 'you', aPerson: 'a person', machineAt: 'machine, {level}',
  whyOver: 'The game is over.', whyMachine: '{side} is to move, and the machine plays for that side.', whyFull: 'This column is full.',
  whyTaken: '{place} is taken.', whyOthers: 'It is {side}’s turn: this piece belongs to the other side.', whyStuck: 'The piece on {place} cannot move.',
  whyNotThere: 'The picked piece cannot go to {place}.', whyIllegal: '{side} cannot play on {place}.',
  startGame: 'New game of', startOpponent: 'Against', startLevel: 'Level of the machine', startSide: 'You play', more: 'More about the players',
  'opponent-machine': 'the machine', 'opponent-person': 'a person', 'opponent-none': 'machine alone',
  aheadBy: '{side} by {number} {unit}', winsByUnits: '{side} wins by {number} {unit}', aboutEven: 'about even ({side} +{number})',
  slightlyAhead: '{side} is slightly ahead (+{number})', clearlyAhead: '{side} is ahead (+{number})', farAhead: '{side} is far ahead (+{number})',
  review: 'Review the game', stopReview: 'Stop the review', reviewing: 'Progress of the review',
  previousMistake: 'Last mistake', nextMistake: 'Next mistake', betterLine: 'Show the better line', tryAgain: 'Try again',
  noMistakes: 'no mistakes', 'count-inaccuracy': '{count} inaccurate', 'count-mistake': '{count} mistaken', 'count-blunder': '{count} blundered',
  'grade-best': 'the best move', 'grade-good': 'a good move', 'grade-inaccuracy': 'an inaccuracy', 'grade-mistake': 'a mistake', 'grade-blunder': 'a blunder',
  judged: '{side} plays {move}: {grade}.', gaveAway: 'It gives away {number} {unit}.', wasBest: '{move} was best: {score}.',
  judgedExactly: 'This is exact.', judgedBySearch: 'This is the engine’s estimate.',
  findMove: 'Find the best move.', rightMove: '{move} is right!', wrongMove: '{move} is not the best move. Try another one.',
  cutOff: '{count} cut off: {names}', treeNode: '{move}: {value}', cell: '{name}, {what}', tooLarge: 'the file is too large',
};

const LANGUAGES = { en: ENGLISH, fr: FRENCH };

/** The translations of the program's sentences, by language: patterns, since the sentences contain
    names and numbers. */
const SAYINGS = { fr: Object.entries(SENTENCES).map(([english, other]) => [pattern(english), other]) };

let words = ENGLISH;
let sayings = null;

function pattern(english) {
  const escaped = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's');
}

/** The browser's preferred language among those of the page, or else English. */
export function preferred() {
  const known = navigator.languages.map((name) => name.slice(0, 2)).find((name) => name in LANGUAGES);
  return known ?? 'en';
}

/** Switches the page to a language, including the words already on it. */
export function speak(language) {
  words = LANGUAGES[language] ?? ENGLISH;
  sayings = SAYINGS[language] ?? null;
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll('[data-t-label]')) {
    node.setAttribute('aria-label', t(node.dataset.tLabel));
  }
}

/** The words for `key`, with each `{name}` replaced by its value. */
export function t(key, values = {}) {
  return fill(words[key] ?? ENGLISH[key] ?? key, values);
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** The translation of the program's sentence into the page's language; null if there is none, as
    for a game that the page does not know. */
export function translated(said) {
  if (!sayings) return said;
  for (const [english, other] of sayings) {
    const found = english.exec(said);
    if (found) return fill(other, inOwnWords(found.groups ?? {}));
  }
  return null;
}

const inOwnWords = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, say(value)]));

/** The translation, or else the sentence as the program wrote it. */
export const say = (said) => translated(said) ?? said;

let sides = { black: 'Black', white: 'White' };

/** Sets the names of the sides, as the program gives them. */
export function nameSides(names) {
  sides = names;
  // The style has colours for sides named after a colour.
  Object.assign(document.documentElement.dataset, names);
}

/** The name of a side, as a sentence begins. */
export const sideName = (side) => say(sides[side]);

/** The text on the stones of a side: its name, if that is one letter. */
export const sign = (side) => (sides[side].length === 1 ? sides[side] : '');

/** The words without a French translation. */
export const untranslated = () => Object.keys(ENGLISH).filter((key) => !(key in FRENCH));
