// The games kept in the browser: each with its moves, so that none is lost by beginning another.

import { byId, el } from './dom.js';
import { resultText } from './status.js';
import { counted, say, t } from './words.js';

const KEY = 'heelstone-games';
const MOST = 30;

export const newId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

/** The kept games, the last one first. */
export function keptGames() {
  try {
    const games = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(games) ? games.filter(isGame) : [];
  } catch {
    return [];
  }
}

const isText = (value) => typeof value === 'string';

function isGame(kept) {
  return kept && [kept.id, kept.game, kept.size].every(isText) && Array.isArray(kept.moves) && kept.moves.every(isText)
    && Number.isFinite(kept.when);
}

function write(games) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
  } catch {
    // The store is full or forbidden: nothing is kept.
  }
}

/** Keeps the game as it stands, unless nothing was played. */
export function keepGame(id, { game, size, start, moves, at, result }) {
  if (!moves.length) return;
  const rest = keptGames().filter((kept) => kept.id !== id);
  write([{ id, game, size, start, moves, at, when: Date.now(), result }, ...rest]);
}

const forget = (id) => write(keptGames().filter((kept) => kept.id !== id));

/** The kept game with these moves, from the same start. */
export function sameGame({ game, size, start, moves }) {
  const isSame = (kept) => kept.game === game && kept.size === size && (kept.start ?? null) === (start ?? null)
    && kept.moves.join(' ') === moves.join(' ');
  return keptGames().find(isSame);
}

/** The message that opens a kept game. */
export function opening({ game, size, start, moves, at }) {
  return { do: 'open', game, size, moves, ...(start ? { start } : {}), ...(at < moves.length ? { at } : {}) };
}

/** Lists the kept games but the present one; `open` is called with the chosen one. */
export function showKept(present, games, open) {
  const others = keptGames().filter(({ id, game }) => id !== present && games.some(({ name }) => name === game));
  byId('kept-none').hidden = others.length > 0;
  // As the user's country writes it, if it speaks the language of the page.
  const { lang } = document.documentElement;
  const locale = navigator.languages.find((name) => name.startsWith(lang)) ?? lang;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  byId('kept').replaceChildren(...others.map((kept) => {
    const title = say(games.find(({ name }) => name === kept.game).title);
    const outcome = kept.result ? resultText(kept.result) : t('unfinished');
    const words = counted('keptGame', kept.moves.length, { game: title, result: outcome });
    const remove = el('button', {
      type: 'button', class: 'remove', 'aria-label': t('forget', { game: words }),
      onclick: () => {
        forget(kept.id);
        showKept(present, games, open);
      },
    }, '×');
    return el('li', {}, el('button', { type: 'button', class: 'resume', onclick: () => open(kept) },
      el('span', {}, words), el('small', {}, format.format(kept.when))), remove);
  }));
}
