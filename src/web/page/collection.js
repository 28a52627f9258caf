// Files with games: their bytes go to the program, which lists the games; the list is searched, and a click opens one.

import { byId, el, setText } from './dom.js';
import { showAlert } from './status.js';
import { t } from './words.js';

/** The bytes of a file in one message. */
const PART = 30000;
/** The largest files together, as the program has it. */
const LARGEST = 16 * 1024 * 1024;

const PAUSE_MS = 200;

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Sends files part by part with `send`; the last part says that there is no more. */
async function sendFiles(files, send) {
  if (files.reduce((sum, { size }) => sum + size, 0) > LARGEST) return showAlert(t('refused', { why: t('tooLarge') }));
  const parts = [];
  for (const [index, file] of files.entries()) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    // Files of one name are told apart.
    const name = `${index} ${file.name}`;
    for (let at = 0; at === 0 || at < bytes.length; at += PART) parts.push({ do: 'file', name, data: hex(bytes.subarray(at, at + PART)), more: true });
  }
  if (parts.length) parts.at(-1).more = false;
  return parts.forEach(send);
}

export class Collection {
  #pick;
  #reveal;
  /** True until the list of new files is shown. */
  #isNew = false;
  #timer = null;

  /** `load` sends a part of a file, `search` asks for the games with some words, `pick` opens a game by its number,
      `reveal` opens the panel with the list. */
  constructor({ load, search, pick, reveal }) {
    [this.#pick, this.#reveal] = [pick, reveal];
    const take = (files) => {
      byId('search').value = '';
      this.#isNew = true;
      return sendFiles([...files], load);
    };
    byId('file').addEventListener('change', ({ target }) => {
      const files = [...target.files];
      target.value = '';
      take(files);
    });
    byId('search').addEventListener('input', ({ target }) => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => search(target.value), PAUSE_MS);
    });
    addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
    addEventListener('drop', (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      take(event.dataTransfer.files);
    });
  }

  /** Shows a list of games, `{ games, found, list }`. */
  show({ games, found, list }) {
    byId('collection').hidden = false;
    const shown = found > list.length ? t('gamesShown', { found, shown: list.length }) : t('gamesFound', { found });
    setText(byId('found'), `${shown} ${found < games ? t('gamesOf', { games }) : ''}`.trim());
    byId('games').replaceChildren(...list.map((game) => this.#item(game)));
    if (!this.#isNew) return;
    this.#isNew = false;
    this.#reveal();
    byId('record-panel').open = true;
    byId('collection').scrollIntoView({ block: 'start' });
  }

  #item({ number, black, white, event, date, result, first }) {
    const [one, other] = (first === 'white' ? [white, black] : [black, white]).map((name) => name || '?');
    const players = black || white ? `${one} – ${other}` : t('gameNumber', { number });
    const rest = [result, event, date].filter(Boolean).join(' · ');
    return el('li', {}, el('button', { type: 'button', onclick: () => this.#pick(number) }, el('strong', {}, players), rest && el('span', {}, rest)));
  }
}
