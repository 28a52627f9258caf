// The side to move, the result, passes, and what is said for a moment.

import { byId, setText } from './dom.js';
import { other } from './scores.js';
import { sideName, t } from './words.js';

/** The result of a game; `counts` tells by how much, where the sides have a count. */
export function resultText({ winner, margin, reason }, counts) {
  const text = !winner ? t('drawn') : wonText(winner, margin, counts);
  return reason ? `${text} ${t(reason)}` : text;
}

function wonText(winner, margin, counts) {
  const side = sideName(winner);
  const [own, others] = counts ? [counts[winner], counts[other(winner)]] : [];
  // Empty places may count for the winner, so that the margin says more.
  if (counts && (margin === null || margin === own - others)) return t('wonCount', { side, own, others });
  return margin === null ? t('won', { side }) : t('wonBy', { side, number: margin });
}

function turnText(state, players) {
  const side = sideName(state.to_move);
  if (state.result) return t('isOver', { result: resultText(state.result, state.counts) });
  if (!players[state.to_move].machine) {
    return t(players[other(state.to_move)].machine ? 'yourTurn' : 'toMove', { side });
  }
  return t(state.paused ? 'waits' : 'thinking', { side });
}

/** The last move and what it did, for users who do not see the board; `former` is the position before it, if that
    was shown. */
function lastText(state, former) {
  const { at, moves, sides } = state;
  if (at === 0 || moves[at - 1] === 'pass') return '';
  const isNext = former && former.at === at - 1 && former.game === state.game && former.start === state.start;
  const said = [t('played', { side: sideName(sides[at - 1]), move: moves[at - 1] }), ...(isNext ? effectTexts(state, former, sides[at - 1]) : [])];
  return `${said.join(' ')} `;
}

/** What a move of a side did to the pieces of the other side, and the lines that got an owner. */
function effectTexts(state, former, mover) {
  const owners = new Map(state.places.map(({ kind, name, owner }) => [`${kind} ${name}`, owner]));
  const lost = former.places.filter(({ kind, owner }) => kind === 'cell' && owner === other(mover));
  const named = (now) => lost.filter(({ name }) => owners.get(`cell ${name}`) === now).map(({ name }) => name);
  const [turned, taken] = [named(mover), named(null)];
  const kings = (places) => places.filter(({ kind, owner, text }) => kind === 'cell' && owner === mover && text.endsWith('K')).length;
  const crowned = kings(state.places) > kings(former.places) ? state.last.at(-1) : null;
  const had = new Map(former.lines.map(({ places, owner }) => [places.join(' '), owner]));
  const won = state.lines.filter(({ places, owner }) => owner && had.get(places.join(' ')) !== owner);
  return [
    ...(turned.length ? [t('turnedOver', { places: turned.join(', ') })] : []),
    ...(taken.length ? [t('taken', { places: taken.join(', ') })] : []),
    ...(crowned ? [t('crowned', { place: crowned })] : []),
    ...won.map(({ places, owner }) => t('lineWon', { side: sideName(owner), places: places.join(', ') })),
  ];
}

let told = null;
let last = '';

export function showStatus(state, players, pass) {
  if (!told || told.position !== state.position || told.at !== state.at) last = lastText(state, told);
  told = state;
  setText(byId('last'), last);
  setText(byId('status'), turnText(state, players));
  const banner = byId('banner');
  const button = byId('banner-button');
  const { at, moves, sides } = state;
  const hasPassed = at > 0 && moves[at - 1] === 'pass' && !state.result;
  const mustPass = state.must_pass && !state.result && (!players[state.to_move].machine || state.paused);
  const text = mustPass
    ? t('mustPass', { side: sideName(state.to_move) })
    : hasPassed ? t('passed', { side: sideName(sides[at - 1]) }) : '';
  setText(byId('banner-text'), text);
  banner.hidden = text === '';
  button.hidden = !mustPass;
  setText(button, t('pass'));
  button.onclick = pass;
}

const ALERT_MS = 12000;
const NOTE_MS = 3000;
const OFFER_MS = 8000;

let timer = null;

function showToast({ alert = '', note = '', action = null, time }) {
  clearTimeout(timer);
  setText(byId('alert'), alert);
  setText(byId('note'), note);
  const button = byId('toast-button');
  button.hidden = !action;
  setText(button, action?.text ?? '');
  button.onclick = () => {
    showToast({});
    action?.run();
  };
  byId('toast').classList.toggle('urgent', alert !== '');
  if (alert || note) timer = setTimeout(() => showToast({}), time);
}

/** Shows an urgent sentence: a refusal of the program or a lost connection. */
export const showAlert = (text) => showToast({ alert: text, time: ALERT_MS });

/** Says something for a moment. */
export const showNote = (text) => showToast({ note: text, time: NOTE_MS });

/** Offers an action for a while. */
export const offer = (text, action, run) => showToast({ note: text, action: { text: action, run }, time: OFFER_MS });

/** Takes back what was said, as after something that worked. */
export const hush = () => showToast({});

/** Takes back what was said of the position before, since the next thing has worked; what is offered stays. */
export const calm = () => {
  if (byId('toast-button').hidden) hush();
};
