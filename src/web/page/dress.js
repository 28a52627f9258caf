// Gives the button of a place its piece, its marks and its label.

import { el } from './dom.js';
import { drawPiece, isLetter } from './look.js';
import { sideName, sign, t } from './words.js';

export function makeButton(name) {
  const part = (kind) => el('span', { class: kind, 'aria-hidden': 'true' });
  return el('button', { type: 'button', 'data-name': name }, part('disc'), part('number'), part('score'));
}

/** Puts the piece of a side on a button, or takes it off; returns the former piece and the present one. */
function putPiece(button, disc, look, owner, isGhost) {
  const key = owner ? JSON.stringify([owner, look.pieces[owner]]) : '';
  const was = button.dataset.owner || null;
  const former = disc.querySelector('.piece:not(.former)');
  if (button.dataset.piece === key + isGhost) return null;
  button.dataset.piece = key + isGhost;
  former?.remove();
  const piece = owner ? drawPiece(look, owner) : null;
  if (piece) disc.prepend(piece);
  piece?.classList.toggle('ghost', isGhost);
  const now = isGhost ? null : owner;
  button.dataset.owner = now ?? '';
  if (was === now || button.dataset.drawn === undefined) return null;
  return { button, piece, was, owner: now, former: was ? { node: former, holder: disc } : null };
}

/** Signs that stand on a piece for a letter: a king's crown. */
const SIGNS = { K: '♛' };

const bareText = (owner, text) => (owner ? text.replace(/^[XO]/, '') : text === '.' ? '' : text);

/** The words for what is on a place. */
const whatStands = (owner, kind, bare, name) => [
  owner ? sideName(owner) : kind === 'cell' && t('empty'),
  owner && bare in SIGNS ? t('king') : (kind === 'choice' || bare !== name) && bare,
];

/** What can stand on a cell, in words. */
export const contentName = (owner, text) => whatStands(owner, 'cell', bareText(owner, text), '').filter(Boolean).join(', ');

/** What is on the place, once the move that was sent is played. */
function present({ name, owner, text }, sent) {
  if (sent?.place === name) return { owner: sent.side, text: sent.text ?? '', isSent: true };
  if (sent?.from === name) return { owner: null, text: '' };
  return { owner, text };
}

/** Gives a button the style and the label of its place; returns the change of its piece, if any. The style
    draws `data-text` on it; the label says the same in words. */
export function dress(button, place, { look, to_move: toMove }, view) {
  const { kind, name } = place;
  const [disc, number, score] = button.children;
  const { owner, text, isSent } = kind === 'cell' ? present(place, view.sent) : place;
  const isNext = view.next.has(name);
  const isPicked = view.picked.includes(name);
  const step = kind === 'cell' ? view.pv.get(name) : undefined;
  const mark = view.scores.get(name);
  const isLast = kind === 'cell' && view.last.includes(name);
  const bare = bareText(owner, text);
  const classes = {
    last: isSent || (isLast && !view.sent),
    sent: isSent,
    legal: isNext && view.showLegal,
    picked: isPicked,
    won: kind === 'cell' && view.won.has(name),
    hint: view.hint.includes(name),
    best: view.best.includes(name),
    lettered: Boolean(owner && bare),
  };
  button.className = [kind, owner ?? 'empty', ...Object.keys(classes).filter((key) => classes[key])].join(' ');
  const isGhost = !owner && view.ghosts.has(name);
  const change = kind === 'cell' ? putPiece(button, disc, look, owner ?? (isGhost ? toMove : null), isGhost) : null;
  button.dataset.drawn = '';
  disc.dataset.text = name === 'pass' ? t('pass') : (owner && SIGNS[bare]) || bare || (owner && !isLetter(look, owner) ? sign(owner) : '');
  // The score of a move says more than its number.
  const isNumbered = step && !owner && !mark;
  number.dataset.text = isNumbered ? step.number : '';
  number.className = `number ${isNumbered ? step.side : ''}`;
  score.dataset.text = mark ? mark.short : '';
  button.title = mark?.long ?? '';
  score.classList.toggle('long', score.dataset.text.length > 4);
  score.classList.toggle('best', Boolean(mark?.best));
  button.toggleAttribute('data-next', isNext);
  if (isNext || isPicked) button.removeAttribute('aria-disabled');
  else button.setAttribute('aria-disabled', 'true');
  if (isPicked) button.setAttribute('aria-pressed', 'true');
  else button.removeAttribute('aria-pressed');
  const what = [
    ...whatStands(owner, kind, bare, name),
    isNext && !view.edits && t('isLegal'),
    isLast && t('isLast'),
    isPicked && t('isPicked'),
    classes.won && t('isWon'),
    step && t('isNext', step),
    mark?.long,
  ].filter(Boolean).join(', ');
  const label = name === 'pass' ? t('pass') : t('cell', { name, what });
  if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
  return change;
}
