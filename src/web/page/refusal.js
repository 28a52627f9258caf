// What is said of something that the program refuses.

import { afterColon, t, translated } from './words.js';

/** A longer reason would lie over the board, unless there is room for it. */
const LONGEST = 150;

/** The reason in the language of the page if there is one, and otherwise in English. */
export function reason(why, longest = LONGEST) {
  const known = translated(why);
  const text = known === null ? why : afterColon(known);
  return { text: text.length > longest ? `${text.slice(0, longest)} …` : text, isEnglish: known === null };
}

export function refusalText(why, longest) {
  const { text, isEnglish } = reason(why, longest);
  return t(isEnglish ? 'refusedInEnglish' : 'refused', { why: text });
}
