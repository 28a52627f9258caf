// The review of the game: how far it is, what it found of each move, and the way from mistake to mistake.

import { byId, el, setText } from './dom.js';
import { forBlack, inWords } from './scores.js';
import { counted, say, sideName, t } from './words.js';

const GLYPHS = { inaccuracy: '?!', mistake: '?', blunder: '??' };
const GRADES = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];

export class Review {
  #send;
  #actions;
  /** What was found, by the number of the move, from 1. */
  #judged = new Map();
  /** How far it is, as `{ done, of }`; null before the first review of a game. */
  #progress = null;
  /** The moves of the game that is reviewed. */
  #moves = [];

  /** `actions` has `goTo(ply)`, `showLine(judged)` and `tryAgain(judged)`. */
  constructor(send, actions) {
    this.#send = send;
    this.#actions = actions;
    const button = (id, key, onclick) => el('button', { type: 'button', id, 'data-t': key, onclick });
    const sign = (id, key, text, onclick) => el('button', { type: 'button', id, 'data-t-label': key, onclick }, text);
    byId('review').replaceChildren(
      el('div', { class: 'row' },
        button('review-start', 'review', () => this.#toggle()),
        sign('review-previous', 'previousMistake', '‹ ?', () => this.#jump(-1)),
        sign('review-next', 'nextMistake', '? ›', () => this.#jump(1))),
      el('progress', { id: 'review-progress', 'data-t-label': 'reviewing', max: 1, value: 0 }),
      el('p', { id: 'review-summary', role: 'status' }),
      el('p', { id: 'review-text', role: 'status' }),
      el('div', { class: 'row', id: 'review-actions' },
        button('review-line', 'betterLine', () => this.#withHere(this.#actions.showLine)),
        button('review-again', 'tryAgain', () => this.#withHere(this.#actions.tryAgain))));
  }

  #state = null;
  /** The move that is spoken of. */
  #number = 0;

  get #isRunning() {
    return this.#progress !== null && this.#progress.done < this.#progress.of && !this.#progress.ended;
  }

  #toggle() {
    const on = !this.#isRunning;
    if (!this.#send({ do: 'review', on })) return;
    if (on) {
      this.#moves = [...this.#state.moves];
      this.#judged.clear();
      this.#progress = { done: 0, of: this.#moves.length + 1 };
    } else this.#progress.ended = true;
    this.show(this.#state);
  }

  /** Takes a step of the review. Returns the score of the position before the move, seen from Black. */
  hear({ done, of, judged }) {
    if (!this.#isRunning) return null;
    this.#progress = { done, of };
    if (!judged) return null;
    this.#judged.set(judged.number, judged);
    return { ply: judged.number - 1, score: forBlack(judged.score, judged.side) };
  }

  /** The program has refused something: the review, if nothing has come of it yet. */
  refuse() {
    if (this.#progress?.done === 0) this.stop();
  }

  /** Ends what waits for the program when it cannot be reached. */
  stop() {
    if (this.#isRunning) this.#progress.ended = true;
  }

  /** Forgets what was found of moves after the first `common` ones, which are no longer the game's; -1 for
      another game. */
  follow(common) {
    if (common < 0) this.#progress = null;
    else if (common < this.#moves.length) this.stop();
    for (const number of [...this.#judged.keys()]) if (number > common) this.#judged.delete(number);
  }

  #mistakes() {
    return [...this.#judged.values()].filter(({ grade }) => grade in GLYPHS).map(({ number }) => number).sort((a, b) => a - b);
  }

  /** Goes to the next mistake, or to the one before: to the position after it. */
  #jump(step) {
    const numbers = this.#mistakes();
    const { at } = this.#state;
    const next = step > 0 ? numbers.find((number) => number > at) : numbers.findLast((number) => number < at);
    if (next) this.#actions.goTo(next);
  }

  #withHere(action) {
    const judged = this.#judged.get(this.#number);
    if (judged) action(judged);
  }

  /** Speaks of the last move, or of move `number`; of a task it does not tell the solution. */
  show(state, { number = state.at, isTask = false } = {}) {
    [this.#state, this.#number] = [state, number];
    const isRunning = this.#isRunning;
    const start = byId('review-start');
    setText(start, t(isRunning ? 'stopReview' : 'review'));
    start.dataset.t = isRunning ? 'stopReview' : 'review';
    start.disabled = !state.moves.length;
    const bar = byId('review-progress');
    bar.hidden = !isRunning;
    bar.max = this.#progress?.of ?? 1;
    bar.value = this.#progress?.done ?? 0;
    const numbers = this.#mistakes();
    byId('review-previous').disabled = !numbers.some((number) => number < state.at);
    byId('review-next').disabled = !numbers.some((number) => number > state.at);
    for (const id of ['review-previous', 'review-next', 'review-summary', 'review-text', 'review-actions']) byId(id).hidden = !this.#judged.size;
    this.#showSummary();
    this.#showHere(this.#judged.get(number), isTask);
    this.#mark();
  }

  #showSummary() {
    // Until every move is judged, no side is without mistakes.
    const isDone = this.#judged.size === this.#moves.length;
    const of = (side) => GRADES.slice(2).map((grade) => [grade, this.#count(side, grade)]).filter(([, count]) => count)
      .map(([grade, count]) => counted(`count-${grade}`, count)).join(', ');
    const found = ['black', 'white'].map((side) => [sideName(side), of(side) || (isDone ? t('noMistakes') : '')]);
    const sides = found.filter(([, what]) => what).map(([side, what]) => t('sideHas', { side, what }));
    const progress = isDone ? [] : [t('judgedSoFar', { done: this.#judged.size, of: this.#moves.length })];
    setText(byId('review-summary'), this.#judged.size ? [...progress, ...sides].join(' ') : '');
  }

  #count(side, grade) {
    return [...this.#judged.values()].filter((one) => one.side === side && one.grade === grade).length;
  }

  #showHere(judged, isTask) {
    const isWorse = judged && judged.grade !== 'best';
    setText(byId('review-text'), isTask ? t('findMove') : judged ? judgement(judged, this.#state) : '');
    for (const id of ['review-line', 'review-again']) byId(id).disabled = !isWorse;
  }

  /** Puts the glyphs on the moves of the list. */
  #mark() {
    for (const button of byId('moves').querySelectorAll('button')) {
      const judged = this.#judged.get(Number(button.dataset.ply));
      const glyph = judged ? GLYPHS[judged.grade] ?? '' : '';
      const label = button.dataset.label ?? button.getAttribute('aria-label');
      button.dataset.label = label;
      button.setAttribute('aria-label', glyph ? `${label}: ${t(`grade-${judged.grade}`)}` : label);
      let mark = button.querySelector('.glyph');
      if (glyph && !mark) {
        mark = el('span', { class: 'glyph', 'aria-hidden': 'true' });
        button.append(mark);
      }
      if (mark) {
        setText(mark, glyph && ` ${glyph}`);
        mark.dataset.grade = judged?.grade ?? '';
      }
    }
  }
}

/** What is said of a move. */
function judgement({ move, side, grade, exact, gave, score, pv }, { unit }) {
  const name = (one) => (one === 'pass' ? t('pass') : one);
  const parts = [t('judged', { side: sideName(side), move: name(move), grade: t(`grade-${grade}`) })];
  if (grade !== 'best') {
    const amount = gave ? t('gaveAway', { number: Number(gave.toFixed(1)).toLocaleString(document.documentElement.lang), unit: say(unit) }) : '';
    parts.push(amount, t('wasBest', { move: name(pv[0]), score: inWords(score, exact, side) }));
  }
  parts.push(t(exact ? 'judgedExactly' : 'judgedBySearch'));
  return parts.filter(Boolean).join(' ');
}
