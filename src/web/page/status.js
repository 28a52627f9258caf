// Who is to move, how it ended, and passes, which nobody should overlook.

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

/** What the last move was, for those who do not see it. */
function lastText({ at, moves, sides }) {
  if (at === 0 || moves[at - 1] === 'pass') return '';
  return `${t('played', { side: sideName(sides[at - 1]), move: moves[at - 1] })} `;
}

export function showStatus(state, players, pass) {
  setText(byId('status'), lastText(state) + turnText(state, players));
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

let timer = null;

/** A sentence that interrupts: a refusal, a lost connection. */
export function showAlert(text) {
  clearTimeout(timer);
  setText(byId('alert'), text);
  if (text) timer = setTimeout(() => setText(byId('alert'), ''), 12000);
}
