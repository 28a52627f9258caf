// Draws the board from the game's drawing, with a button for each place that can be clicked.

import { byId, el, setText, svg } from './dom.js';
import { say, sideName, sign, t } from './words.js';

const STROKES = { '-': [1.2, 0], '|': [0, 1.2], '/': [1, -2], '\\': [1, 2] };
const SYMBOLS = new Set(['X', 'O', '.', '']);

/** A row is two units high, the width of a cell of two half cells. */
const unitY = (y) => 2 * y;

/** Splits a drawing into the board and the parts beside it, and measures the board. */
function layOut(places) {
  const cells = places.filter(({ kind }) => kind === 'cell');
  const right = Math.max(...cells.map(({ x }) => x)) + 4;
  const bottom = Math.max(...cells.map(({ y }) => y));
  const isBeside = ({ kind, x, y }) => kind === 'choice' || (kind === 'label' && (x > right || y > bottom + 2));
  const on = places.filter((place) => !isBeside(place));
  const xs = on.map(({ x }) => x);
  const ys = on.map(({ y }) => unitY(y));
  const distance = (a, b) => Math.max(Math.abs(a.x - b.x), Math.abs(unitY(a.y) - unitY(b.y)));
  const distances = cells.flatMap((a, i) => cells.slice(0, i).map((b) => distance(a, b)));
  const size = Math.min(4, ...distances);
  const lattice = new Set(cells.map(({ x }) => x)).size * new Set(cells.map(({ y }) => y)).size === cells.length;
  const margin = lattice ? 1 : 1.6;
  const left = Math.min(...xs) - margin;
  const top = Math.min(...ys) - margin;
  return {
    on, beside: places.filter(isBeside), size: lattice ? size : 0.94 * size, lattice, left, top,
    width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top,
  };
}

export class Board {
  #frame = byId('board');
  #tray = byId('tray');
  #nodes = new Map();
  #under = svg('svg', { 'aria-hidden': 'true', class: 'under' });
  #over = svg('svg', { 'aria-hidden': 'true', class: 'over' });
  #click;

  /** Creates a board that calls `click` with the name of a clicked place. */
  constructor(click) {
    this.#click = click;
    this.#frame.append(this.#under, this.#over);
    this.#frame.addEventListener('keydown', (event) => this.#walk(event));
    for (const root of [this.#frame, this.#tray]) {
      root.addEventListener('click', (event) => {
        const button = event.target.closest('button[data-name]');
        if (button) this.#click(button.dataset.name);
      });
    }
  }

  /** Draws a position. `view` adds to it: the `next` and `picked` places, the `sent` move, the
      `last`, `hint` and `won` places, and `pv` and `scores` by place. */
  draw(state, view) {
    const layout = layOut(state.places);
    this.#measure(layout);
    const hadFocus = [this.#frame, this.#tray].some((root) => root.contains(document.activeElement));
    const seen = new Set();
    for (const place of layout.on) this.#drawPlace(place, layout, view, seen);
    this.#drawTray(layout.beside, view, seen);
    for (const [key, node] of this.#nodes) {
      if (seen.has(key)) continue;
      node.remove();
      this.#nodes.delete(key);
    }
    this.#drawLines(state, layout);
    const stop = this.#keepOneInTabOrder();
    // If the focused stone was just played, it is gone: move the focus to the board.
    if (hadFocus && document.activeElement === document.body) stop?.focus();
  }

  #measure({ left, top, width, height, size, lattice }) {
    const { style } = this.#frame;
    style.aspectRatio = `${width} / ${height}`;
    byId('frame').style.setProperty('--frame-ratio', width / height);
    style.setProperty('--unit', `${100 / width}cqw`);
    style.setProperty('--size', size);
    this.#frame.classList.toggle('lattice', lattice);
    for (const layer of [this.#under, this.#over]) layer.setAttribute('viewBox', `${left} ${top} ${width} ${height}`);
  }

  #node(key, make, seen) {
    seen.add(key);
    if (!this.#nodes.has(key)) this.#nodes.set(key, make());
    return this.#nodes.get(key);
  }

  #drawPlace(place, { left, top, width, height }, view, seen) {
    const { kind, name, x, y, owner, text } = place;
    if (kind === 'label' && text in STROKES) return;
    const node = kind === 'label'
      ? this.#node(`label ${x} ${y}`, () => el('span', { class: 'label', 'aria-hidden': 'true' }), seen)
      : this.#node(`${kind} ${name}`, () => makeButton(name), seen);
    if (node.parentNode !== this.#frame) this.#frame.append(node);
    node.style.left = `${(100 * (x - left)) / width}%`;
    node.style.top = `${(100 * (unitY(y) - top)) / height}%`;
    if (kind === 'label') {
      setText(node, owner && SYMBOLS.has(text) ? '' : text === '.' ? '·' : text);
      node.className = owner ? `label badge ${owner}` : 'label';
    } else {
      dress(node, place, view);
    }
  }

  #drawTray(beside, view, seen) {
    const rows = [...new Set(beside.map(({ y }) => y))].sort((a, b) => a - b);
    for (const y of rows) {
      const row = this.#node(`row ${y}`, () => el('div', { class: 'hand' }), seen);
      const places = beside.filter((place) => place.y === y).sort((a, b) => a.x - b.x);
      const nodes = places.map((place) => {
        if (place.kind === 'choice') {
          const button = this.#node(`choice ${place.name} ${y}`, () => makeButton(place.name), seen);
          dress(button, place, view);
          return button;
        }
        const span = this.#node(`text ${place.x} ${y}`, () => el('span'), seen);
        setText(span, place.owner ? place.text : say(place.text));
        span.className = place.owner ? `stone ${place.owner}` : 'title';
        return span;
      });
      // Unchanged nodes stay in place and keep the focus.
      if (nodes.some((node, index) => row.children[index] !== node) || row.children.length !== nodes.length) {
        const active = document.activeElement;
        row.replaceChildren(...nodes);
        if (row.contains(active)) active.focus();
      }
      if (row.parentNode !== this.#tray) this.#tray.append(row);
    }
    this.#tray.hidden = rows.length === 0;
    this.#tray.setAttribute('aria-label', t('inHand'));
  }

  #drawLines({ lines, places }, { on }) {
    const cells = new Map(places.filter(({ kind }) => kind === 'cell').map((place) => [place.name, place]));
    const strokes = on.filter(({ kind, text }) => kind === 'label' && text in STROKES).map(({ x, y, text }) => {
      const [dx, dy] = STROKES[text];
      return svg('line', { class: 'stroke', x1: x - dx, y1: unitY(y) - dy, x2: x + dx, y2: unitY(y) + dy });
    });
    const drawn = lines.map(({ places: names, owner }) => {
      const points = names.map((name) => cells.get(name)).filter(Boolean);
      const path = points.map(({ x, y }) => `${x},${unitY(y)}`).join(' ');
      return svg('polyline', { class: `line ${owner ?? 'open'}`, points: path });
    });
    const above = wonLines({ lines, places }).length > 0;
    this.#under.replaceChildren(...strokes, ...(above ? [] : drawn));
    this.#over.replaceChildren(...(above ? drawn : []));
  }

  #buttons() {
    return [...this.#frame.querySelectorAll('button')];
  }

  /** Keeps one stop of the Tab key on the board; the arrow keys reach the rest. */
  #keepOneInTabOrder() {
    const buttons = this.#buttons();
    const current = buttons.find((button) => button.tabIndex === 0);
    const chosen = current ?? buttons.find((button) => button.dataset.next !== undefined) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1;
    return chosen;
  }

  #walk(event) {
    if (this.#tray.querySelector(`button[data-name="${CSS.escape(event.key)}"]`)) this.#click(event.key);
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = event.target.closest('button[data-name]');
    if (!step || !from) return;
    event.preventDefault();
    const [dx, dy] = step;
    const middle = (node) => ({ x: node.offsetLeft, y: node.offsetTop });
    const here = middle(from);
    let best = null;
    for (const button of this.#buttons()) {
      const { x, y } = middle(button);
      const along = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      const cost = along + aside;
      if (along > 1 && along >= aside && (!best || cost < best.cost)) best = { button, cost };
    }
    if (!best) return;
    from.tabIndex = -1;
    best.button.tabIndex = 0;
    best.button.focus();
  }
}

/** The won lines, if every line is won by being full of the winner's stones; none in games that own
    lines in another way. */
export function wonLines({ lines, places }) {
  const owners = new Map(places.map(({ name, owner }) => [name, owner]));
  const isFull = ({ places: names, owner }) => owner && names.every((name) => owners.get(name) === owner);
  return lines.every(isFull) ? lines : [];
}

function makeButton(name) {
  const disc = el('span', { class: 'disc', 'aria-hidden': 'true' });
  const number = el('span', { class: 'number', 'aria-hidden': 'true' });
  const score = el('span', { class: 'score', 'aria-hidden': 'true' });
  return el('button', { type: 'button', 'data-name': name }, disc, number, score);
}

/** Gives a button the style and the label of its place. The style draws `data-text` on it; the
    label says the same in words. */
function dress(button, { kind, name, owner, text }, view) {
  const [disc, number, score] = button.children;
  const isNext = view.next.has(name);
  const isPicked = view.picked.includes(name);
  const step = kind === 'cell' ? view.pv.get(name) : undefined;
  const mark = view.scores.get(name);
  const isLast = kind === 'cell' && view.last.includes(name);
  const isSent = kind === 'cell' && !owner && view.sent?.place === name;
  const bare = owner ? text.replace(/^[XO]/, '') : text === '.' ? '' : text;
  const shown = name === 'pass' ? t('pass') : bare || (owner ? sign(owner) : '');
  const classes = {
    last: isLast || isSent,
    sent: isSent,
    legal: isNext && view.showLegal,
    picked: isPicked,
    won: kind === 'cell' && view.won.has(name),
    hint: view.hint.includes(name),
  };
  button.className = [kind, owner ?? (isSent ? view.sent.side : 'empty'), ...Object.keys(classes).filter((key) => classes[key])].join(' ');
  disc.dataset.text = shown;
  number.dataset.text = step && !owner ? step.number : '';
  number.className = `number ${step?.side ?? ''}`;
  score.dataset.text = mark ? mark.short : '';
  button.title = mark?.long ?? '';
  score.classList.toggle('long', score.dataset.text.length > 4);
  if (isNext) button.dataset.next = '';
  else delete button.dataset.next;
  if (isNext || isPicked) button.removeAttribute('aria-disabled');
  else button.setAttribute('aria-disabled', 'true');
  if (isPicked) button.setAttribute('aria-pressed', 'true');
  else button.removeAttribute('aria-pressed');
  const what = [
    owner ? sideName(owner) : kind === 'cell' && t('empty'),
    (kind === 'choice' || bare !== name) && bare,
    isNext && t('isLegal'),
    isLast && t('isLast'),
    isPicked && t('isPicked'),
    classes.won && t('isWon'),
    step && t('isNext', step),
    mark?.long,
  ].filter(Boolean).join(', ');
  const label = name === 'pass' ? t('pass') : t('cell', { name, what });
  if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
}
