// Scores in words. A score is a number, or an object that says what is proved.

import { sideName, t } from './words.js';

const isNumber = (score) => typeof score === 'number';

export const other = (side) => (side === 'black' ? 'white' : 'black');

/** Whether the side that the score is seen from wins: 1, loses: -1, or neither is proved: 0. */
export function proved(score) {
  if (isNumber(score)) return 0;
  return 'win' in score || 'win_by' in score ? 1 : -1;
}

/** The score for that side in a few characters, to stand on the board. */
export function short(score, exact) {
  if (isNumber(score)) {
    if (exact && score === 0) return '=';
    return score > 0 ? `+${score}` : `${score}`.replace('-', '−');
  }
  const [[name, number]] = Object.entries(score);
  const sign = proved(score) > 0 ? '✓' : '✗';
  const margin = name.endsWith('_by');
  return `${sign}${number === null ? '' : margin ? `${proved(score) > 0 ? '+' : '−'}${number}` : number}`;
}

/** The score of that side in words. */
export function inWords(score, exact, side) {
  if (isNumber(score)) {
    if (score === 0) return exact ? t('draw') : t('even');
    return t('ahead', { side: sideName(score > 0 ? side : other(side)), number: Math.abs(score) });
  }
  const [[name, number]] = Object.entries(score);
  const winner = sideName(proved(score) > 0 ? side : other(side));
  if (number === null) return t('wins', { side: winner });
  return t(name.endsWith('_by') ? 'winsBy' : 'winsIn', { side: winner, number });
}

/** The score seen from Black as a number; a proof is ±Infinity. */
export function forBlack(score, side) {
  const sign = side === 'black' ? 1 : -1;
  return isNumber(score) ? sign * score : sign * proved(score) * Infinity;
}

/** Where a score of Black stands between -1 and 1, when `scale` is a usual one. */
export function place(score, scale) {
  if (!Number.isFinite(score)) return Math.sign(score);
  return score / (Math.abs(score) + 2 * scale);
}

/** Orders moves by their scores, the best for the side to move first. */
export function rank({ score }) {
  if (isNumber(score)) return score;
  const [[name, number]] = Object.entries(score);
  const size = name.endsWith('_by') ? number ?? 0 : -(number ?? 0);
  return proved(score) * (1e6 + size);
}
