// The words of the page in the language of the user.

import { FRENCH } from './french.js';
import { SENTENCES } from './sentences.js';

const ENGLISH = {
  game: 'Game', size: 'Size', newGame: 'New game', language: 'Language', theme: 'Colours',
  auto: 'as the system', light: 'light', dark: 'dark', board: 'Board', moves: 'Moves',
  takeback: 'Take back', forward: 'Forward again', hint: 'Hint', moveNow: 'Move now', goOn: 'Go on',
  another: 'Another game', players: 'Players', swap: 'Change sides', thoughts: 'What the engine thinks',
  show: 'Show', tree: 'Search tree', plies: 'Plies', minimax: 'without cut-offs', draw: 'a draw',
  treeAbout: 'Alpha-beta as courses draw it, from this position: scores are seen from {side}, who maximizes. Dashed: moves that were cut off.',
  record: 'Save and load', position: 'Position', sgf: 'Game (SGF)', copyPosition: 'Copy the position',
  copyGame: 'Copy the game', copyLink: 'Copy a link', save: 'Save as a file', paste: 'Paste a game or a position',
  load: 'Load', file: 'or choose a file', keys: 'Arrow keys move over the board, Enter plays, Backspace takes back; the number of a stone picks it.',
  person: 'a person', machine: 'the machine', plays: '{side} is played by',
  level: 'Level', time: 'Seconds a move', depth: 'Depth', noLimit: 'no limit', evaluation: 'Evaluation',
  novice: 'novice', intermediate: 'intermediate', expert: 'expert', master: 'master',
  start: 'Start', toMove: '{side} is to move.', yourTurn: '{side}: your turn.', thinking: '{side}: the machine is thinking.',
  waits: '{side}: the machine waits. “Go on” lets it move.',
  mustPass: '{side} has no legal move and must pass.', pass: 'Pass', passed: '{side} had no legal move and has passed.',
  lost: 'The connection to the program is lost. It is tried again.', isOver: 'The game is over: {result}',
  wonBy: '{side} wins by {number}.', won: '{side} wins.', drawn: 'a draw.', repetition: 'The position has come again.', even: 'even', ahead: '{side} +{number}',
  wins: '{side} wins', winsIn: '{side} wins in {number}', winsBy: '{side} wins by {number}',
  legal: 'legal moves', scores: 'the score of each move', line: 'the expected line on the board',
  curve: 'the curve of the score', depthNodes: 'Depth {depth}, {nodes} nodes, {time} s', pv: 'Expected: {line}',
  thinks: 'the thoughts', analysis: 'thoughts in a person’s turn, too', nothing: 'Nothing is being thought about.', score: 'Score: {text}', curveTitle: 'The score over the game',
  empty: 'empty', isLegal: 'legal', isLast: 'last move', isPicked: 'picked', isWon: 'in a won line', isNext: 'move {number} of the expected line',
  inHand: 'Stones and choices', counted: '{what}: {black} {blacks}, {white} {whites}.', hintIs: 'Hint: {move}.',
  refused: 'This was refused: {why}.', refusedInEnglish: 'This was refused: {why}.', copied: 'Copied.', notCopied: 'The browser did not allow to copy. Select the text instead.',
  played: '{side} played {move}.', drawIt: 'Draw', treeSays: '{nodes} positions, {cut} moves cut off, value: {value}.',
  trademarks: 'Connect 4 is a trademark of Hasbro, Othello one of MegaHouse; Stonehenge is a game by Reiner Knizia. None of them has anything to do with this program.',
  cutOff: '{count} cut off: {names}', treeNode: '{move}: {value}', cell: '{name}, {what}', tooLarge: 'the file is too large',
};

const LANGUAGES = { en: ENGLISH, fr: FRENCH };

/** What the program says, by the language it is translated to: patterns, since it puts names and
    numbers into its sentences. */
const SAYINGS = { fr: Object.entries(SENTENCES).map(([english, other]) => [pattern(english), other]) };

let words = ENGLISH;
let sayings = null;

function pattern(english) {
  const escaped = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's');
}

/** The language of the browser, where there is one of the page's. */
export function preferred() {
  const known = navigator.languages.map((name) => name.slice(0, 2)).find((name) => name in LANGUAGES);
  return known ?? 'en';
}

/** Takes that language for all words of the page, those that stand in it included. */
export function speak(language) {
  words = LANGUAGES[language] ?? ENGLISH;
  sayings = SAYINGS[language] ?? null;
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll('[data-t-label]')) {
    node.setAttribute('aria-label', t(node.dataset.tLabel));
  }
}

/** The words for `key`, with `{name}` replaced by what `values` has. */
export function t(key, values = {}) {
  return fill(words[key] ?? ENGLISH[key] ?? key, values);
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** What the program says, in the language of the page; null where the page has no words for it, as
    for a game that it does not know. */
export function translated(said) {
  if (!sayings) return said;
  for (const [english, other] of sayings) {
    const found = english.exec(said);
    if (found) return fill(other, inOwnWords(found.groups ?? {}));
  }
  return null;
}

const inOwnWords = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, say(value)]));

/** The same, as the program has it where there are no other words. */
export const say = (said) => translated(said) ?? said;

let sides = { black: 'Black', white: 'White' };

/** Takes what the program calls the sides of the game on the board. */
export function nameSides(names) {
  sides = names;
  // The style has colours for names that are colours.
  Object.assign(document.documentElement.dataset, names);
}

/** What people call a side, as a sentence begins. */
export const sideName = (side) => say(sides[side]);

/** What is written on the stones of a side: its name, where that is one letter. */
export const sign = (side) => (sides[side].length === 1 ? sides[side] : '');

/** What has no French yet. */
export const untranslated = () => Object.keys(ENGLISH).filter((key) => !(key in FRENCH));
