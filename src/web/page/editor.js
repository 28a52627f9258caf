// Sets up a position: what stands on the board is changed place by place, and the program tells whether it can arise.

import { el, byId, setText } from './dom.js';
import { contentName, dress, makeButton } from './dress.js';
import { drawPiece } from './look.js';
import { sideName, t } from './words.js';

const SIDES = ['black', 'white'];

/** What the board shows of a place beside what stands there: nothing. */
const PLAIN = {
  picked: [], sent: null, moves: false, hint: [], best: [], ghosts: new Set(), last: [], won: new Set(),
  pv: new Map(), scores: new Map(), showLegal: false, edits: true,
};

export class Editor {
  #on;
  /** The state as it was, with the drawing as it is changed; null while nothing is set up. */
  #state = null;
  /** What can stand on a cell, `{ owner, text }`; nothing is the first. */
  #contents = [];
  /** The one that a click puts down; null if clicks go through all of them. */
  #chosen = null;
  #isAsked = false;

  /** `on` has `change()`, called when the board is to be drawn, `done(message)`, which asks the program for the position,
      and `close(isDone)`. */
  constructor(on) {
    this.#on = on;
    byId('editor-clear').addEventListener('click', () => this.#put(() => this.#contents[0]));
    byId('editor-cancel').addEventListener('click', () => this.close());
    byId('editor-done').addEventListener('click', () => this.#finish());
  }

  get isOpen() {
    return this.#state !== null;
  }

  /** Begins with the position of `state`; `pieces` are those of the game, `{ side, text }`. */
  open(state, pieces) {
    const nothing = { owner: null, text: '' };
    this.#contents = [nothing, ...pieces.map(({ side, text }) => ({ owner: side, text }))];
    [this.#chosen, this.#isAsked] = [null, false];
    this.#state = { ...state, lines: [], result: null, places: state.places.map((place) => this.#bare(place, state)) };
    this.#tell(t('setUpHelp'));
    this.#show();
    this.#buildPieces();
    this.#buildSides();
    this.#on.change();
  }

  close() {
    if (!this.isOpen) return;
    this.#state = null;
    this.#show();
    this.#on.close(this.#isAsked);
  }

  /** The program has another state: that which was asked for, or that of another game. */
  follow(isOther) {
    if (this.isOpen && (this.#isAsked || isOther)) this.close();
  }

  /** Says why the position is refused; it stays as it is. */
  refuse(why) {
    this.#isAsked = false;
    this.#tell(why, true);
  }

  /** Puts the chosen piece on a place, or takes it away if it is there; or else what comes next there. */
  click(name) {
    this.#put((place) => {
      const at = this.#contents.findIndex(({ owner, text }) => owner === place.owner && (!owner || text === place.text));
      if (this.#chosen === null) return this.#contents[(at + 1) % this.#contents.length];
      return this.#contents[at === this.#chosen ? 0 : this.#chosen];
    }, name);
  }

  /** Takes away what stands on a place. */
  empty(name) {
    this.#put(() => this.#contents[0], name);
  }

  /** Draws the board as it is; `isTurned` if it is seen from its other end. */
  draw(board, isTurned) {
    const cells = this.#state.places.filter(({ kind }) => kind === 'cell');
    board.draw(this.#state, { ...PLAIN, next: new Set(cells.map(({ name }) => name)), isTurned });
  }

  #show() {
    byId('editor').hidden = !this.isOpen;
    document.body.classList.toggle('editing', this.isOpen);
  }

  #tell(text, isRefused = false) {
    setText(byId('editor-text'), text);
    byId('editor-text').classList.toggle('refused', isRefused);
  }

  /** A place without what follows from the pieces, such as the owner of a line. */
  #bare(place, { places }) {
    if (place.kind === 'label') return { ...place, owner: null, text: place.owner && place.text.length === 1 ? '.' : place.text };
    const isNamed = places.some(({ kind, owner, name, text }) => kind === 'cell' && !owner && name === text);
    return { ...place, emptyText: isNamed ? place.name : '.' };
  }

  #put(content, name = null) {
    const { places } = this.#state;
    const change = (place) => {
      if (place.kind !== 'cell' || (name !== null && place.name !== name)) return place;
      const { owner, text } = content(place);
      return { ...place, owner, text: owner ? text : place.emptyText };
    };
    this.#state = { ...this.#state, places: places.map(change) };
    this.#tell(t('setUpHelp'));
    this.#on.change();
  }

  #buildPieces() {
    const { look } = this.#state;
    const [nothing, ...pieces] = this.#contents.map((content, index) => {
      const button = makeButton('');
      delete button.dataset.name;
      dress(button, { kind: 'cell', name: '', ...content }, { look }, { ...PLAIN, next: new Set(['']) });
      button.setAttribute('aria-label', contentName(content.owner, content.text));
      button.addEventListener('click', () => this.#choose(this.#chosen === index ? null : index));
      return button;
    });
    const ofSide = pieces.length / SIDES.length;
    byId('editor-pieces').style.setProperty('--columns', ofSide > 3 ? ofSide : pieces.length + 1);
    byId('editor-pieces').replaceChildren(...pieces, nothing);
    this.#choose(null);
  }

  #choose(index) {
    this.#chosen = index;
    const buttons = [...byId('editor-pieces').children];
    const [nothing, ...pieces] = [buttons.at(-1), ...buttons.slice(0, -1)];
    for (const [at, button] of [nothing, ...pieces].entries()) button.setAttribute('aria-pressed', String(at === index));
  }

  #buildSides() {
    const buttons = SIDES.map((side) => el('button', { type: 'button', 'data-side': side, onclick: () => this.#turn(side) },
      el('span', { class: 'emblem' }, drawPiece(this.#state.look, side)), t('setUpMoves', { side: sideName(side) })));
    byId('editor-sides').replaceChildren(...buttons);
    this.#turn(this.#state.to_move);
  }

  #turn(side) {
    this.#state = { ...this.#state, to_move: side };
    for (const button of byId('editor-sides').children) button.setAttribute('aria-pressed', String(button.dataset.side === side));
  }

  #finish() {
    const { places, to_move: toMove } = this.#state;
    const standing = places.filter(({ kind, owner }) => kind === 'cell' && owner);
    this.#isAsked = true;
    this.#on.done({ do: 'arrange', pieces: Object.fromEntries(standing.map(({ name, text }) => [name, text])), to_move: toMove });
  }
}
