// The side to move, the result, passes, and what is said for a moment.

import { byId, setText } from './dom.js';
import { other } from './scores.js';
import { sideName, t } from './words.js';

export function resultText({ winner, margin, reason }) {
  const text = !winner ? t('drawn')
    : margin === null ? t('won', { side: sideName(winner) })
      : t('wonBy', { side: sideName(winner), number: margin });
  return reason ? `${text} ${t(reason)}` : text;
}

function turnText(state, players) {
  const side = sideName(state.to_move);
  if (state.result) return t('isOver', { result: resultText(state.result) });
  if (!players[state.to_move].machine) {
    return t(players[other(state.to_move)].machine ? 'yourTurn' : 'toMove', { side });
  }
  return t(state.paused ? 'waits' : 'thinking', { side });
}

/** The last move, for users who do not see the board. */
function lastText({ at, moves, sides }) {
  if (at === 0 || moves[at - 1] === 'pass') return '';
  return `${t('played', { side: sideName(sides[at - 1]), move: moves[at - 1] })} `;
}

export function showStatus(state, players, pass) {
  setText(byId('last'), lastText(state));
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
const OFFER_MS = 15000;

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

/** Takes back an error, since the next thing has worked. */
export const calm = () => {
  if (byId('alert').textContent) hush();
};
