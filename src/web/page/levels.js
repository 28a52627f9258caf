// The levels of the machine: numbers from 1 to the last one of the game, which is full strength.

import { t } from './words.js';

let names = new Map();

/** Takes over the levels that have a name, as pairs of a number and a name. */
export const nameLevels = (pairs) => {
  names = new Map(pairs);
};

/** The number of a level that may be kept by its name. */
export const numberOf = (level) => [...names].find(([, name]) => name === level)?.[0] ?? level;

/** The level that is played in a game with so many. */
export const playedLevel = (level, last) => String(Math.min(Number(level), last));

/** What people call a level: the name of the next one below that has a name, and of full strength at the end. */
export function calledLevel(level, last) {
  const all = [...names];
  const found = Number(level) === last ? all.at(-1) : all.findLast(([number]) => Number(number) <= Number(level));
  return found ? t(found[1]) : '';
}
