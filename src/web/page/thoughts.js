// The engine's thoughts, as they arrive.

import { byId, el, setText } from './dom.js';
import { forBlack, inWords, place, short } from './scores.js';
import { bottomSide } from './strips.js';
import { capital, sideName, t } from './words.js';

export const SWITCHES = ['legal', 'thoughts', 'analysis', 'line', 'scores', 'curve'];

/** Builds the switches; `change` is called with a name and true for on. */
export function buildSwitches(change) {
  for (const name of SWITCHES) {
    const box = el('input', { type: 'checkbox', id: `show-${name}`, onchange: (event) => change(name, event.target.checked) });
    byId(name === 'analysis' ? 'analysis-switch' : 'switches').append(el('label', {}, box, ' ', el('span', {})));
  }
  byId('thoughts').append(
    el('p', { id: 'thought-score' }), el('p', { id: 'thought-depth' }), el('p', { id: 'thought-line' }), el('ol', { id: 'thought-lines', start: 2 }),
  );
}

/** What the switches want of a person's turn: that it is analysed, and that every move is. */
export const wanted = ({ analysis, line, scores }) => ({ on: analysis || line || scores, moves: analysis || scores });

export function showSwitches(show) {
  for (const name of SWITCHES) {
    const box = byId(`show-${name}`);
    box.checked = show[name];
    setText(box.nextElementSibling, t(name === 'thoughts' ? 'thinks' : name));
  }
}

function effort({ source, depth, nodes, time }) {
  if (source === 'hint') return '';
  if (source !== 'search') return t('exactFrom', { source: t(source) });
  const { lang } = document.documentElement;
  const seconds = time.toLocaleString(lang, { maximumFractionDigits: 1 });
  return t('depthNodes', { depth, nodes: nodes.toLocaleString(lang), time: seconds });
}

/** Shows the score beside the board, from the side at the bottom up: that of the analysis, or the `known` one of the
    position, seen from Black. */
export function showBar(analysis, known, { scale, result, look }, players) {
  const bottom = bottomSide(players, look);
  const best = analysis?.lines[0];
  const found = known ?? (best ? forBlack(best.score, analysis.side) : 0);
  const score = result ? { black: 1, white: -1 }[result.winner] * Infinity || 0 : found;
  const share = Math.round(50 + 50 * place(bottom === 'black' ? score : -score, scale));
  const bar = byId('bar');
  bar.className = bottom;
  bar.style.setProperty('--share', share / 100);
  bar.setAttribute('aria-valuenow', 2 * share - 100);
  bar.setAttribute('aria-label', known === undefined ? words(best, analysis) : t('score', { text: ofBlack(known) }));
}

/** A score of Black in words. */
const ofBlack = (score) => (Number.isFinite(score) ? inWords(score, false, 'black') : t('wins', { side: sideName(score > 0 ? 'black' : 'white') }));

const isTold = (best) => best && best.source !== 'hint';

const words = (best, analysis) => (isTold(best) ? t('score', { text: inWords(best.score, best.exact, analysis.side) }) : t('nothing'));

/** The most lines shown. */
const MOST_LINES = 3;

/** Shows the best lines, or that there are none. */
export function showThoughts(analysis, isOn) {
  byId('thoughts').hidden = !isOn;
  if (!isOn) return;
  const [best, ...others] = analysis?.lines ?? [];
  setText(byId('thought-score'), isTold(best) ? capital(inWords(best.score, best.exact, analysis.side)) : t('nothing'));
  setText(byId('thought-depth'), best ? effort(best) : '');
  setText(byId('thought-line'), best ? t('pv', { line: best.pv.join(' ') }) : '');
  const rows = others.slice(0, MOST_LINES - 1).map(({ score, exact, pv }) => [capital(inWords(score, exact, analysis.side)), pv.join(' ')]);
  const list = byId('thought-lines');
  const key = JSON.stringify(rows);
  if (list.dataset.rows === key) return;
  list.dataset.rows = key;
  list.replaceChildren(...rows.map(([score, line]) => el('li', {}, el('b', {}, score), `: ${line}`)));
}

/** The score to write on a place that would complete one of these moves: that of the best move. */
export function mark(moves, lines, side) {
  const names = new Set(moves.map(({ move }) => move));
  // The lines are in order.
  const line = lines.find(({ pv, source }) => names.has(pv[0]) && source !== 'hint');
  if (!line) return null;
  return { short: short(line.score, line.exact), long: inWords(line.score, line.exact, side), best: line === lines[0] };
}
