// The list of moves; a click goes to the position after a move.

import { byId, el } from './dom.js';
import { sideName, t } from './words.js';

let shown = '';

export function showMoves({ game, moves, sides, at }, language, goTo) {
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
        [`${index + 1}. `, el('span', { class: `pip ${sides[index]}` }), ` ${name(move)}`],
        `${index + 1}. ${name(move)}, ${sideName(sides[index])}`, index + 1)),
    );
  }
  for (const button of list.querySelectorAll('button')) {
    const isHere = Number(button.dataset.ply) === at;
    if (isHere) button.setAttribute('aria-current', 'step');
    else button.removeAttribute('aria-current');
    // The moves after the position on the board were taken back.
    button.classList.toggle('taken-back', Number(button.dataset.ply) > at);
    if (isHere) {
      const { offsetTop, offsetHeight } = button.parentElement;
      if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = offsetTop - list.clientHeight / 2;
      }
    }
  }
}
