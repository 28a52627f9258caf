// What is said of something that the program refuses.

import { t, translated } from './words.js';

/** A longer reason would lie over the board. */
const LONGEST = 150;

/** The reason in the language of the page if there is one, and otherwise in English. */
export function reason(why) {
  const known = translated(why);
  const text = known ?? why;
  return { text: text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text, isEnglish: known === null };
}

export function refusalText(why) {
  const { text, isEnglish } = reason(why);
  return t(isEnglish ? 'refusedInEnglish' : 'refused', { why: text });
}
