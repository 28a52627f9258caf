// The position and the game as text: to copy, to paste, to load and to save.

import { byId, el, setText } from './dom.js';
import { showAlert, showNote } from './status.js';
import { t } from './words.js';

/** The longest text that the program accepts in a message. */
const LARGEST = 60000;

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    showNote(t('copied'));
  } catch {
    showAlert(t('notCopied'));
  }
}

function save(state) {
  const url = URL.createObjectURL(new Blob([`${state.record}\n`], { type: 'application/x-go-sgf' }));
  el('a', { href: url, download: `${state.game}.sgf` }).click();
  URL.revokeObjectURL(url);
}

/** Sets up the buttons; `present` returns the state, `load` takes a text. */
export function buildRecord(present, load) {
  byId('copy-position').addEventListener('click', () => copy(present().position));
  byId('copy-game').addEventListener('click', () => copy(present().record));
  byId('copy-link').addEventListener('click', () => copy(location.href));
  byId('save').addEventListener('click', () => save(present()));
  byId('load').addEventListener('click', () => {
    const text = byId('paste').value;
    if (text.length > LARGEST) refusePasted(t('refused', { why: t('tooLarge') }));
    else load(text);
  });
  byId('paste').addEventListener('input', () => refusePasted(''));
}

/** Says below the field what is wrong with the text in it; returns false if nobody sees the field. */
export function refusePasted(text) {
  setText(byId('paste-error'), text);
  byId('paste').setAttribute('aria-invalid', String(text !== ''));
  return byId('paste').checkVisibility();
}

export function showRecord(state) {
  for (const [id, text] of [['position', state.position], ['sgf', state.record]]) {
    if (byId(id).value !== text) byId(id).value = text;
  }
}
