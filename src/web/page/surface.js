// Pointers and keys on the board: clicks, drags, hovering, arrows, and the names of places typed.

import { byId, el } from './dom.js';
import { settle } from './motion.js';

/** A pointer that moves less than this, in pixels, clicks. */
const SLOP = 8;
/** How long the next key of a name may take. */
const TYPING_MS = 1500;

const isText = (node) => node.closest('input, textarea, select');

export class Surface {
  #board;
  #on;
  #roots = ['board', 'strip-top', 'strip-bottom', 'tray'].map(byId);
  #drag = null;
  #isDragged = false;
  #typed = '';
  #timer = null;

  /** Reports to `on`: `click(name)`, `hover(name or null)`, `pick(name)`, which returns true if a drag can
      begin there, and `type(text)`, which returns `played` for the name of a place, `begun` if the text may be the
      beginning of one, else null. */
  constructor(board, on) {
    this.#board = board;
    this.#on = on;
    for (const root of this.#roots) {
      root.addEventListener('click', (event) => this.#click(event, root));
      root.addEventListener('pointerdown', (event) => this.#press(event, root));
    }
    const [frame] = this.#roots;
    frame.addEventListener('pointermove', (event) => {
      if (event.pointerType !== 'touch') this.#on.hover(this.#placeAt(event, frame));
    });
    frame.addEventListener('pointerleave', () => this.#on.hover(null));
    frame.addEventListener('focusin', (event) => {
      if (event.target.matches(':focus-visible')) this.#on.hover(event.target.dataset.name ?? null);
    });
    frame.addEventListener('focusout', () => this.#on.hover(null));
    addEventListener('pointermove', (event) => this.#move(event));
    addEventListener('pointerup', (event) => this.#release(event));
    addEventListener('pointercancel', () => this.#drop());
    addEventListener('keydown', (event) => this.#key(event));
  }

  /** The place under a pointer; between the places of the board it is the nearest one. */
  #placeAt({ target, clientX, clientY }, root) {
    const button = target.closest?.('button[data-name]');
    if (button) return button.dataset.name;
    if (root.id !== 'board') return null;
    let best = null;
    for (const node of this.#board.buttons()) {
      const { left, top, width, height } = node.getBoundingClientRect();
      const away = Math.hypot(clientX - left - width / 2, clientY - top - height / 2);
      if (!best || away < best.away) best = { away, name: node.dataset.name };
    }
    return best?.name ?? null;
  }

  #click(event, root) {
    if (this.#isDragged) return;
    const name = this.#placeAt(event, root);
    if (name !== null) this.#on.click(name);
  }

  #press(event, root) {
    settle();
    const button = event.target.closest('button[data-name]');
    if (event.button !== 0 || !button || !root.contains(button)) return;
    this.#isDragged = false;
    this.#drag = { button, x: event.clientX, y: event.clientY, ghost: null };
  }

  #move({ clientX, clientY }) {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.ghost) {
      if (Math.hypot(clientX - drag.x, clientY - drag.y) < SLOP) return;
      if (!this.#on.pick(drag.button.dataset.name)) return this.#drop();
      drag.ghost = ghostOf(drag.button);
      document.body.append(drag.ghost);
    }
    drag.ghost.style.left = `${clientX}px`;
    drag.ghost.style.top = `${clientY}px`;
  }

  #release({ clientX, clientY }) {
    const drag = this.#drag;
    this.#drop();
    if (!drag?.ghost) return;
    // The click that follows belongs to the drag.
    this.#isDragged = true;
    setTimeout(() => { this.#isDragged = false; }, 100);
    const target = document.elementFromPoint(clientX, clientY);
    const [frame] = this.#roots;
    if (!target || !frame.contains(target)) return;
    const name = this.#placeAt({ target, clientX, clientY }, frame);
    if (name !== null && name !== drag.button.dataset.name) this.#on.click(name);
  }

  #drop() {
    this.#drag?.ghost?.remove();
    this.#drag = null;
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return;
    const isThere = event.target === document.body || this.#roots.some((root) => root.contains(event.target));
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const step = { PageDown: 1, PageUp: -1 }[event.key];
    if (arrow && event.target === document.body) {
      event.preventDefault();
      this.#board.stop()?.focus();
    } else if (arrow && this.#roots[0].contains(event.target)) {
      event.preventDefault();
      this.#walk(event.target, arrow);
    } else if (step && (event.target === document.body || this.#roots[0].contains(event.target))) {
      event.preventDefault();
      this.#leap(step);
    } else if (isThere && /^[a-z0-9]$/i.test(event.key)) {
      this.#type(event.key);
    } else if (event.key === 'Escape') {
      this.#drop();
      this.#on.cancel();
    }
  }

  #type(key) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.#typed = ''; }, TYPING_MS);
    const text = key.toUpperCase();
    // What is typed goes on with what was typed before, or begins anew.
    const beginnings = [this.#typed + text, ...(this.#typed ? [text] : [])];
    this.#typed = '';
    for (const beginning of beginnings) {
      const told = this.#on.type(beginning);
      if (told === 'begun') this.#typed = beginning;
      if (told) return;
    }
  }

  #walk(from, [dx, dy]) {
    const middle = (node) => ({ x: node.offsetLeft, y: node.offsetTop });
    const here = middle(from);
    let best = null;
    for (const button of this.#board.buttons()) {
      const { x, y } = middle(button);
      const along = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      // On a board of dark squares a way up leads to the next row, and a way across stays in its row.
      const cost = dy ? 2 * along + aside : along + 2 * aside;
      if (along > 1 && along >= aside && (!best || cost < best.cost)) best = { button, cost };
    }
    if (best) focusOn(best.button, from);
  }

  /** Moves the focus to the next place to play, or to the one before, in the order of reading. */
  #leap(step) {
    const buttons = this.#board.buttons().sort((a, b) => a.offsetTop - b.offsetTop || a.offsetLeft - b.offsetLeft);
    const from = this.#board.stop();
    const here = buttons.indexOf(document.activeElement);
    const ring = [...buttons.slice(here + 1), ...buttons.slice(0, here + 1)];
    const next = (step > 0 ? ring : [...ring.slice(0, -1).reverse(), ...ring.slice(-1)]).find(({ dataset }) => dataset.next !== undefined);
    if (next) focusOn(next, from);
  }
}

/** Puts the focus on a place, which becomes the board's stop of the Tab key. */
function focusOn(button, former) {
  if (former) former.tabIndex = -1;
  button.tabIndex = 0;
  button.focus();
}

/** A copy of what is on a place, to follow the pointer. */
function ghostOf(button) {
  const { width, height } = button.getBoundingClientRect();
  const ghost = el('div', { class: 'dragged', 'aria-hidden': 'true' }, button.querySelector('.disc').cloneNode(true));
  ghost.style.width = `${width}px`;
  ghost.style.height = `${height}px`;
  ghost.style.setProperty('--unit', `${width / 2}px`);
  for (const side of ['black', 'white']) ghost.classList.toggle(side, button.classList.contains(side));
  return ghost;
}
