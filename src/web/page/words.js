// The words of the page in the user's language.

import { LANGUAGES } from './languages.js';

const ENGLISH = LANGUAGES.en.words;

let words = ENGLISH;
/** The translations of the program's sentences: patterns, since the sentences contain names and numbers. */
let sayings = [];

function pattern(english) {
  const escaped = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's');
}

/** The browser's preferred language among those of the page, or else English. */
export function preferred() {
  const known = navigator.languages.map((name) => name.slice(0, 2)).find((name) => name in LANGUAGES);
  return known ?? 'en';
}

/** Switches the page to a language, including the words already on it. */
export function speak(language) {
  const known = LANGUAGES[language] ?? LANGUAGES.en;
  words = known.words;
  sayings = Object.entries(known.sentences).map(([english, other]) => [pattern(english), other]);
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll('[data-t-label]')) {
    node.setAttribute('aria-label', t(node.dataset.tLabel));
  }
}

/** The words for `key`, with each `{name}` replaced by its value. */
export function t(key, values = {}) {
  return fill(words[key] ?? ENGLISH[key] ?? key, values);
}

/** The words for a number of things: of the forms of `key` the first one is that for one, the second for others. */
export function counted(key, count, values = {}) {
  const [one, others] = t(key, { count, ...values }).split('|');
  return count === 1 ? one : others;
}

const fill = (text, values) => unbroken(text).replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** No line breaks between a word and its punctuation, before which some languages have a space. */
const unbroken = (text) => text.replace(/ (?=[:;?!»…])/g, '\u00a0').replace(/« /g, '«\u00a0');

/** The translation of the program's sentence into the page's language; null if there is none, as
    for a game that the page does not know. */
export function translated(said) {
  for (const [english, other] of sayings) {
    const found = english.exec(said);
    if (found) return fill(other, inOwnWords(found.groups ?? {}));
  }
  return words === ENGLISH ? said : null;
}

const inOwnWords = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, say(value)]));

/** The translation, or else the sentence as the program wrote it. */
export const say = (said) => translated(said) ?? said;

/** A number as the page's language writes it. */
export const inLanguage = (number) => number.toLocaleString(document.documentElement.lang);

/** A text as it stands after a colon: in German a sentence begins there. */
export const afterColon = (text) => (document.documentElement.lang === 'de' ? capital(text) : text);

/** A text as a sentence begins. */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

let sides = { black: 'Black', white: 'White' };

/** Sets the names of the sides, as the program gives them. */
export function nameSides(names) {
  sides = names;
  // The style has colours for sides named after a colour.
  Object.assign(document.documentElement.dataset, names);
}

/** The name of a side, as a sentence begins. */
export const sideName = (side) => say(sides[side]);

/** The text on the stones of a side: its name, if that is one letter. */
export const sign = (side) => (sides[side].length === 1 ? sides[side] : '');

/** What a language lacks: words of the page, and sentences of the program that another language has. */
export function lacking(language) {
  const { words: own, sentences } = LANGUAGES[language];
  const said = new Set(Object.values(LANGUAGES).flatMap((other) => Object.keys(other.sentences)));
  return {
    words: Object.keys(ENGLISH).filter((key) => !(key in own)),
    sentences: language === 'en' ? [] : [...said].filter((english) => !(english in sentences)),
  };
}
