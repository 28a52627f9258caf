// Draws the board from the game's drawing, with a button for each place that can be clicked.

import { el, setText, svg } from './dom.js';
import { dress, makeButton } from './dress.js';
import { drawGround, isStroke } from './ground.js';
import { layOut, unitY } from './layout.js';
import { animate, light } from './motion.js';

const SYMBOLS = new Set(['X', 'O', '.', '']);

export class Board {
  #frame;
  #root;
  #nodes = new Map();
  #under = svg('svg', { 'aria-hidden': 'true', class: 'under' });
  #over = svg('svg', { 'aria-hidden': 'true', class: 'over' });
  #ground = { key: '', under: [], over: [] };
  /** The owners of lines as they were drawn last, by the places of each. */
  #owners = new Map();
  #previewed = null;

  /** Draws into `frame`; `root` is told how wide the board is for its height. */
  constructor(frame, root) {
    this.#frame = frame;
    this.#root = root;
    this.#frame.append(this.#under, this.#over);
  }

  /** Draws a position. `view` adds to it: the `next` and `picked` places, the `sent` move, the `last`, `hint`
      and `won` places, `pv` and `scores` by place, `moves`, true if what changes is to be seen moving, and
      `isTurned`, true if the board is seen from its other end.
      Returns the parts beside the board. */
  draw(state, view) {
    const layout = layOut(state.places, view.isTurned);
    this.#measure(layout, state.look);
    // Where every empty place can be played, marks would say nothing.
    const isFree = ({ name, owner }) => Boolean(owner) || view.next.has(name);
    this.#frame.classList.toggle('anywhere', view.next.size > 0 && layout.cells.every(isFree));
    const hadFocus = this.#frame.contains(document.activeElement);
    const seen = new Set();
    const changes = layout.on.map((place) => this.#drawPlace(place, layout, state, view, seen)).filter(Boolean);
    for (const [key, node] of this.#nodes) {
      if (seen.has(key)) continue;
      node.remove();
      this.#nodes.delete(key);
    }
    this.#drawLayers(state, layout, view.moves);
    if (view.moves) {
      const path = (view.sent?.path ?? view.last).map((name) => this.#nodes.get(`cell ${name}`)).filter(Boolean);
      animate(changes, { falls: state.look.falls, path });
    }
    this.preview(this.#previewed);
    const stop = this.#keepOneInTabOrder();
    if (hadFocus && document.activeElement === document.body) stop?.focus();
    return layout.beside;
  }

  /** Shows what a move on a place would look like, or nothing for `null`. */
  preview(name) {
    for (const node of this.#frame.querySelectorAll('.preview')) node.classList.remove('preview');
    this.#previewed = name;
    this.#nodes.get(`cell ${name}`)?.classList.add('preview');
  }

  #measure({ left, top, width, height, size, lattice }, look) {
    const { style } = this.#frame;
    style.aspectRatio = `${width} / ${height}`;
    this.#root.style.setProperty('--frame-ratio', width / height);
    style.setProperty('--unit', `${100 / width}cqw`);
    style.setProperty('--size', size);
    this.#frame.classList.toggle('lattice', lattice);
    Object.assign(this.#frame.dataset, { board: look.board, cells: look.cells });
    for (const layer of [this.#under, this.#over]) layer.setAttribute('viewBox', `${left} ${top} ${width} ${height}`);
  }

  #node(key, make, seen) {
    seen.add(key);
    if (!this.#nodes.has(key)) this.#nodes.set(key, make());
    return this.#nodes.get(key);
  }

  /** Draws a place; returns what has changed of its piece, if anything. */
  #drawPlace(place, { left, top, width, height }, state, view, seen) {
    const { kind, name, x, y, owner, text } = place;
    if (isStroke(place)) return null;
    const node = kind === 'label'
      ? this.#node(`label ${x} ${y}`, () => el('span', { class: 'label', 'aria-hidden': 'true' }), seen)
      : this.#node(`${kind} ${name}`, () => makeButton(name), seen);
    if (node.parentNode !== this.#frame) this.#frame.append(node);
    node.style.left = `${(100 * (x - left)) / width}%`;
    node.style.top = `${(100 * (unitY(y) - top)) / height}%`;
    if (kind !== 'label') return dress(node, place, state, view);
    const isMark = SYMBOLS.has(text);
    setText(node, isMark ? '' : text);
    node.className = `label${isMark ? ' badge' : ''}${text === '+' ? ' post' : ''} ${owner ?? ''}`;
    return null;
  }

  #drawLayers(state, layout, moves) {
    // The ground is drawn anew only where something of it has changed.
    const parts = layout.on.filter((place) => place.kind !== 'label' || isStroke(place));
    const key = JSON.stringify([state.look, layout.left, layout.width, parts.map(({ x, y, kind, text }) => [x, y, kind === 'label' && text])]);
    if (key !== this.#ground.key) this.#ground = { key, ...drawGround(state.look, layout) };
    const lines = this.#drawLines(state, layout, moves);
    const isWon = wonLines(state).length > 0;
    this.#under.replaceChildren(...this.#ground.under, ...(isWon ? [] : lines));
    this.#over.replaceChildren(...this.#ground.over, ...(isWon ? lines : []));
    if (moves) for (const line of [...this.#under.querySelectorAll('.new'), ...this.#over.querySelectorAll('.new')]) light(line);
  }

  #drawLines({ lines }, { cells, on }, moves) {
    const places = new Map(cells.map((place) => [place.name, place]));
    const badges = on.filter(({ kind, text }) => kind === 'label' && SYMBOLS.has(text));
    const former = this.#owners;
    this.#owners = new Map(lines.map(({ places: names, owner }) => [names.join(' '), owner]));
    return lines.flatMap(({ places: names, owner }) => {
      const points = names.map((name) => places.get(name)).filter(Boolean);
      const path = toBadge(points, badges).map(({ x, y }) => `${x},${unitY(y)}`).join(' ');
      const isNew = moves && owner && former.get(names.join(' ')) !== owner;
      const line = (kind) => svg('polyline', { class: `${kind} ${owner ?? 'open'}${isNew ? ' new' : ''}`, points: path, pathLength: 1 });
      return owner ? [line('line'), line('core')] : [line('line')];
    });
  }

  buttons() {
    return [...this.#frame.querySelectorAll('button')];
  }

  /** Keeps one stop of the Tab key on the board, at first a place to play; the arrow keys reach the rest. */
  #keepOneInTabOrder() {
    const buttons = this.buttons();
    const focused = buttons.find((button) => button === document.activeElement);
    const chosen = focused ?? buttons.find((button) => button.dataset.next !== undefined) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1;
    return chosen;
  }

  /** Where the keyboard enters the board. */
  stop() {
    return this.buttons().find((button) => button.tabIndex === 0);
  }
}

/** A line from its mark on, if it has one: a mark stands where one more place would be. */
function toBadge(points, badges) {
  const [first, second] = points;
  if (!second) return points;
  const [x, y] = [2 * first.x - second.x, 2 * first.y - second.y];
  const badge = badges.find((place) => place.x === x && place.y === y);
  return badge ? [badge, ...points] : points;
}

/** The won lines, if every line is won by being full of the winner's stones; none in games that own
    lines in another way. */
export function wonLines({ lines, places }) {
  const owners = new Map(places.map(({ name, owner }) => [name, owner]));
  const isFull = ({ places: names, owner }) => owner && names.every((name) => owners.get(name) === owner);
  return lines.every(isFull) ? lines : [];
}
