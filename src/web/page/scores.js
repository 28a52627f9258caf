// Scores in words. A score is a number, or an object with a proved result.

import { say, sideName, t } from './words.js';

const isNumber = (score) => typeof score === 'number';

export const other = (side) => (side === 'black' ? 'white' : 'black');

/** Returns 1 if the side whose score it is has a proved win, -1 for a proved loss, else 0. */
export function proved(score) {
  if (isNumber(score)) return 0;
  return 'win' in score || 'win_by' in score ? 1 : -1;
}

/** What the scores of the game are told in: `per` of them are one `unit` of its margin, if it has one. */
let units = { per: null, unit: '', scale: 1 };

export function tellUnits({ per_margin: per, unit, scale }) {
  units = { per, unit: unit ? say(unit) : '', scale };
}

/** An estimate as a number: in the game's own unit, or else in hundredths of the bar beside the board. */
function amount(score) {
  const { per, scale } = units;
  return per ? Math.round((10 * score) / per) / 10 : Math.round(100 * place(score, scale));
}

const written = (number) => number.toLocaleString(document.documentElement.lang, units.per ? { minimumFractionDigits: 1 } : {});

const isFine = (number) => units.per !== null && units.per !== undefined && Math.abs(number) < 9.95;

/** The score in a few characters for the board, seen from the side to move. */
export function short(score, exact) {
  if (isNumber(score)) {
    if (exact && score === 0) return '=';
    const number = amount(score);
    // On a board of a phone there is no room for a fraction of a large number.
    const digits = { minimumFractionDigits: isFine(number) ? 1 : 0, maximumFractionDigits: isFine(number) ? 1 : 0 };
    return `${number < 0 ? '−' : '+'}${Math.abs(number).toLocaleString(document.documentElement.lang, digits)}`;
  }
  const [[name, number]] = Object.entries(score);
  const sign = proved(score) > 0 ? '✓' : '✗';
  const margin = name.endsWith('_by');
  return `${sign}${number === null ? '' : margin ? `${proved(score) > 0 ? '+' : '−'}${number}` : number}`;
}

/** How an estimate without a unit is told, from this share of the bar on. */
const DEGREES = [[60, 'farAhead'], [30, 'clearlyAhead'], [8, 'slightlyAhead']];

/** The score in words; `side` is the side whose score it is. */
export function inWords(score, exact, side) {
  if (isNumber(score)) {
    const number = Math.abs(amount(score));
    if (number === 0) return exact ? t('draw') : t('even');
    const ahead = sideName(score > 0 ? side : other(side));
    if (units.per) return t('aheadBy', { side: ahead, number: written(number), unit: units.unit });
    const degree = DEGREES.find(([least]) => number >= least)?.[1];
    return t(degree ?? 'aboutEven', { side: ahead, number });
  }
  const [[name, number]] = Object.entries(score);
  const winner = sideName(proved(score) > 0 ? side : other(side));
  if (number === null) return t('wins', { side: winner });
  if (name.endsWith('_by') && units.unit && number !== 1) return t('winsByUnits', { side: winner, number, unit: units.unit });
  return t(name.endsWith('_by') ? 'winsBy' : 'winsIn', { side: winner, number });
}

/** The score seen from Black as a number; a proof is ±Infinity. */
export function forBlack(score, side) {
  const sign = side === 'black' ? 1 : -1;
  return isNumber(score) ? sign * score : sign * proved(score) * Infinity;
}

/** A score of Black on a scale from -1 to 1; `scale` is a usual evaluation. */
export function place(score, scale) {
  if (!Number.isFinite(score)) return Math.sign(score);
  return score / (Math.abs(score) + 2 * scale);
}

/** A number that orders moves by their scores, the best for the side to move highest. */
export function rank({ score }) {
  if (isNumber(score)) return score;
  const [[name, number]] = Object.entries(score);
  const size = name.endsWith('_by') ? number ?? 0 : -(number ?? 0);
  return proved(score) * (1e6 + size);
}
