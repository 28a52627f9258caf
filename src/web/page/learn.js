// The rules of the game, step by step, with pictures made from the game's own drawing.

import { Board, wonLines } from './board.js';
import { withOrders, nextPlaces } from './clicks.js';
import { byId, el } from './dom.js';
import { colourOf } from './look.js';
import { say, t, translated } from './words.js';

export class Lessons {
  #ask;
  /** The game whose rules were asked for. */
  #asked = '';
  #steps = [];
  #shown = '';

  /** `ask` asks the program for the rules of the present game. */
  constructor(ask) {
    this.#ask = ask;
  }

  /** Shows the rules of the game, which are asked for when somebody wants to read them. */
  show({ game, size }, language) {
    const key = `${game} ${size}`;
    if (byId('panel-learn').hidden) return;
    if (this.#asked !== key) {
      this.#asked = key;
      this.#steps = [];
      this.#ask();
    }
    this.#draw(language);
  }

  hear({ game, size, steps }, language) {
    if (this.#asked !== `${game} ${size}`) return;
    this.#steps = steps.map((step) => ({ ...step, legal: withOrders(step.legal, step.places) }));
    this.#draw(language);
  }

  #draw(language) {
    const key = `${this.#asked} ${language} ${this.#steps.length}`;
    if (this.#shown === key) return;
    this.#shown = key;
    const drawn = this.#steps.map(({ places }) => JSON.stringify(places));
    // A picture that is already there is not drawn again.
    const isSame = (index) => drawn.indexOf(drawn[index]) < index;
    byId('lessons').replaceChildren(...this.#steps.map((step, index) => el('li', {}, isSame(index) ? null : picture(step), ...words(step))));
  }
}

function words({ text, example }) {
  const lang = translated(text) === null ? 'en' : undefined;
  const way = example?.clicks.join(t('then'));
  return [el('p', { lang }, say(text)), ...(way ? [el('p', { class: 'example' }, t('tryIt', { way }))] : [])];
}

/** The position of a step. What it shows is said in the text beside it. */
function picture(step) {
  const frame = el('div', { class: 'board' });
  const board = new Board(frame, frame);
  const none = [];
  board.draw(step, {
    next: nextPlaces(step.legal, none), picked: none, sent: null, hint: step.example?.clicks ?? none, best: none, ghosts: new Set(),
    last: step.last, won: new Set(wonLines(step).flatMap(({ places }) => places)), pv: new Map(), scores: new Map(), showLegal: true, moves: false,
  });
  for (const button of board.buttons()) button.removeAttribute('data-name');
  const figure = el('div', { class: 'picture', inert: true, 'aria-hidden': 'true' }, frame);
  colourOf(step.look, figure.style);
  return figure;
}
