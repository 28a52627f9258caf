// The opening explorer: the name of the opening, and the moves of the book with their values.

import { byId, el } from './dom.js';
import { inWords } from './scores.js';
import { say, t } from './words.js';

let shown = '';

/** Shows what is known of the opening; `play` is called with a move that is chosen. */
export function showExplorer({ opening, book, to_move: side, unit }, canPlay, play) {
  const root = byId('explorer');
  const key = JSON.stringify([opening, book, side, unit, canPlay, document.documentElement.lang]);
  if (key === shown) return;
  shown = key;
  root.hidden = !opening && !book.length;
  const title = el('h2', { id: 'explorer-title' }, t('explorer'), ' ', el('span', { id: 'opening-name' }, opening ? say(opening) : ''));
  const moves = book.map(({ move, score, exact }) => el('li', {}, el('button', {
    type: 'button', 'data-move': move, disabled: !canPlay, onclick: () => play(move),
  }, el('span', {}, move === 'pass' ? t('pass') : move), el('small', {}, inWords(score, exact, side)))));
  root.replaceChildren(title, el('ul', { 'aria-labelledby': 'explorer-title', hidden: !book.length }, ...moves));
}
