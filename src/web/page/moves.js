// The list of moves; a click goes to the position after a move.

import { byId, el } from './dom.js';
import { drawPiece } from './look.js';
import { sideName, t } from './words.js';

let shown = '';
let seen = '';

export function showMoves({ game, look, moves, sides, at }, language, goTo) {
  const list = byId('moves');
  const key = JSON.stringify([game, moves, language]);
  if (key !== shown) {
    shown = key;
    const button = (parts, label, ply) => el('li', {}, el('button', {
      type: 'button', 'aria-label': label, 'data-ply': ply, onclick: () => goTo(ply),
    }, ...parts));
    const name = (move) => (move === 'pass' ? t('pass') : move);
    list.replaceChildren(
      button([t('start')], t('start'), 0),
      ...moves.map((move, index) => button(
        [`${index + 1}. `, el('span', { class: 'pip' }, drawPiece(look, sides[index])), ` ${name(move)}`],
        `${index + 1}. ${name(move)}, ${sideName(sides[index])}`, index + 1)),
    );
  }
  for (const button of list.querySelectorAll('button')) {
    const isHere = Number(button.dataset.ply) === at;
    if (isHere) button.setAttribute('aria-current', 'step');
    else button.removeAttribute('aria-current');
    // The moves after the position on the board were taken back.
    button.classList.toggle('taken-back', Number(button.dataset.ply) > at);
  }
  const place = JSON.stringify([key, at]);
  if (place !== seen) keepMoveInView();
  seen = place;
}

/** Scrolls the list, and the panel around it, to the position on the board. The page itself stays where it is. */
export function keepMoveInView() {
  const list = byId('moves');
  const here = list.querySelector('[aria-current]');
  if (!here) return;
  for (const box of [list, list.closest('[role="tabpanel"]')]) {
    const [inner, outer] = [here, box].map((node) => node.getBoundingClientRect());
    if (inner.top >= outer.top && inner.bottom <= outer.bottom) continue;
    box.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
  }
}
