// The engine's thoughts, as they arrive.

import { byId, el, setText } from './dom.js';
import { forBlack, inWords, place, rank, short } from './scores.js';
import { bottomSide } from './strips.js';
import { t } from './words.js';

export const SWITCHES = ['legal', 'thoughts', 'analysis', 'line', 'scores', 'curve'];

/** Builds the switches; `change` is called with a name and true for on. */
export function buildSwitches(change) {
  byId('switches').append(...SWITCHES.map((name) => el('label', {},
    el('input', { type: 'checkbox', id: `show-${name}`, onchange: (event) => change(name, event.target.checked) }), ' ', el('span', {}))));
  byId('thoughts').append(
    el('p', { id: 'thought-score' }), el('p', { id: 'thought-depth' }), el('p', { id: 'thought-line' }),
  );
}

export function showSwitches(show) {
  for (const name of SWITCHES) {
    const box = byId(`show-${name}`);
    box.checked = show[name];
    setText(box.nextElementSibling, t(name === 'thoughts' ? 'thinks' : name));
  }
}

function effort({ source, depth, nodes, time }) {
  if (source !== 'search') return t('exactFrom', { source: t(source) });
  const { lang } = document.documentElement;
  const seconds = time.toLocaleString(lang, { maximumFractionDigits: 1 });
  return t('depthNodes', { depth, nodes: nodes.toLocaleString(lang), time: seconds });
}

/** Shows the score beside the board, from the side at the bottom up. */
export function showBar(thought, scale, result, players) {
  const bottom = bottomSide(players);
  const best = thought?.lines[0];
  const score = result ? { black: 1, white: -1 }[result.winner] * Infinity || 0 : best ? forBlack(best.score, thought.side) : 0;
  const share = Math.round(50 + 50 * place(bottom === 'black' ? score : -score, scale));
  const bar = byId('bar');
  bar.className = bottom;
  bar.style.setProperty('--share', share / 100);
  bar.setAttribute('aria-valuenow', 2 * share - 100);
  bar.setAttribute('aria-label', words(best, thought));
}

const words = (best, thought) => (best ? t('score', { text: inWords(best.score, best.exact, thought.side) }) : t('nothing'));

/** Shows the best line, or that there is none. */
export function showThoughts(thought, isOn) {
  byId('thoughts').hidden = !isOn;
  if (!isOn) return;
  const best = thought?.lines[0];
  setText(byId('thought-score'), words(best, thought));
  setText(byId('thought-depth'), best ? effort(best) : '');
  setText(byId('thought-line'), best ? t('pv', { line: best.pv.join(' ') }) : '');
}

/** The known score of each move, by its name: `{ score, exact }`; exact values replace scores. */
export function scoresOfMoves(thought, solved) {
  const scores = new Map();
  for (const { pv, score, exact } of thought?.lines ?? []) scores.set(pv[0], { score, exact });
  for (const [move, score] of Object.entries(solved?.moves ?? {})) scores.set(move, { score, exact: true });
  return scores;
}

/** The score to write on a place that would complete one of these moves: that of the best move. */
export function mark(moves, scores, side) {
  const known = moves.map(({ move }) => scores.get(move)).filter(Boolean);
  if (!known.length) return null;
  const { score, exact } = known.reduce((a, b) => (rank(b) > rank(a) ? b : a));
  return { short: short(score, exact), long: inWords(score, exact, side) };
}
