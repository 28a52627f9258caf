// What a user studies beside the game: the review of it, a better line, a task to solve.

import { byId, el, setText } from './dom.js';
import { Puzzle } from './puzzle.js';
import { Review } from './review.js';
import { hush } from './status.js';
import { sideName, t } from './words.js';

export class Study {
  #present;
  #goTo;
  #send;
  #open;
  #uncover;
  #sit;
  #changed;
  #puzzle = new Puzzle();
  #review;
  /** A better line than the one played, as what is thought of the position before it. */
  #better = null;
  /** The position in which it is shown. */
  #lineAt = null;
  /** True while the program makes a puzzle. */
  #isAsked = false;

  /** `present` returns the state on the board, `goTo` goes to a position of the game, `open` opens a game,
      `uncover` puts a panel away that lies over the board, `sit` lets the user play a side, `changed` shows all
      anew. */
  constructor(send, { present, goTo, open, uncover, sit, changed }) {
    this.#changed = changed;
    this.#sit = sit;
    this.#send = send;
    this.#uncover = uncover;
    this.#present = present;
    this.#goTo = goTo;
    this.#open = open;
    byId('puzzle-next').addEventListener('click', () => this.#askPuzzle());
    byId('puzzles').replaceChildren(
      el('h2', { 'data-t': 'puzzles' }), el('p', { 'data-t': 'puzzlesAbout' }),
      el('div', { class: 'row' },
        el('button', { type: 'button', id: 'puzzle-new', 'data-t': 'newPuzzle', onclick: () => this.#askPuzzle() }),
        el('button', { type: 'button', id: 'puzzle-solution', 'data-t': 'solution', onclick: () => this.#giveUp() })),
      el('p', { id: 'puzzle-about', role: 'status' }));
    this.#review = new Review(send, {
      goTo, showLine: (judged) => this.#showLine(judged), tryAgain: (judged) => this.#tryAgain(judged),
    });
  }

  /** Shows a better line than the move played, in the position before it. */
  #showLine({ number, side, score, exact, pv, clicks }) {
    this.#puzzle.close();
    this.#better = { ply: number - 1, side, lines: [{ pv, score, exact, source: 'review' }], clicks };
    this.#lineAt = number - 1;
    this.#goTo(number - 1);
  }

  /** Goes to the position before a mistake, to find a better move. The game stays as it is. */
  #tryAgain(judged) {
    const { game, start, moves } = this.#present();
    this.#lineAt = null;
    this.#puzzle.open({
      game, start: start ?? null, moves: moves.slice(0, judged.number - 1), answers: [judged.pv[0]], isPlayed: false,
      solved: () => this.#showLine(judged),
    });
    this.#goTo(judged.number - 1);
  }

  #askPuzzle() {
    this.#isAsked = this.#send({ do: 'puzzle', seed: Math.floor(Math.random() * 2 ** 32) });
    if (this.#isAsked) setText(byId('puzzle-about'), t('makingPuzzle'));
  }

  /** Puts a puzzle on the board. */
  takePuzzle({ game, size, position, side, line, difficulty, value }) {
    this.#isAsked = false;
    this.#sit(side);
    this.#open({ do: 'open', game, size, start: position, waits: true });
    this.#uncover();
    hush();
    const [[, plies]] = Object.entries(value);
    const about = t('puzzleAbout', { side: sideName(side), difficulty });
    setText(byId('puzzle-about'), about);
    this.#puzzle.open({
      game, start: position, moves: [], answers: [line[0]], isPlayed: true,
      solved: () => setText(byId('puzzle-about'), t('solutionIs', { line: line.join(' ') })),
    }, 'win' in value && plies ? t('findWin', { side: sideName(side), plies }) : t('findOnly', { side: sideName(side) }));
  }

  /** Shows the solution of the task on the board. */
  #giveUp() {
    const state = this.#present();
    if (!this.#puzzle.isOpen(state)) return;
    this.#puzzle.reveal(state);
    this.#changed();
  }

  /** Takes a step of the review, and puts the score that it has found on the `curve`, seen from Black. */
  hear(message, curve) {
    const found = this.#review.hear(message);
    if (found) curve.set(found.ply, found.score);
    this.#showReview(this.#present());
  }

  /** Beside a better line, and the task to find it, the review speaks of the move that they are better than. */
  #showReview(state) {
    const isTask = this.#puzzle.isOpen(state);
    const isBefore = isTask || this.betterLine(state) !== null;
    this.#review.show(state, { number: state.at + (isBefore ? 1 : 0), isTask });
  }

  /** Takes over the next state, which has `common` moves with the last. Returns the analysis to show there, if any. */
  follow(next, common) {
    this.#review.follow(common);
    if (this.#lineAt !== next.at || common < 0) this.#lineAt = null;
    return this.betterLine(next);
  }

  show(state) {
    this.#showReview(state);
    this.#puzzle.show(state);
    byId('puzzle-solution').disabled = !this.#puzzle.isOpen(state);
    if (this.#isAsked && state.busy !== 'puzzle') {
      // Something else was done meanwhile.
      this.#isAsked = false;
      setText(byId('puzzle-about'), '');
    }
  }

  /** Ends what waits for the program, which has refused something or cannot be reached any more. */
  stop(isRefused) {
    if (isRefused) this.#review.refuse();
    else this.#review.stop();
    const state = this.#present();
    if (state) this.#showReview(state);
  }

  /** True while a task is on the board: what is thought of the position would tell the solution. */
  isTask(state) {
    return this.#puzzle.isOpen(state);
  }

  /** The solution of the task on the board, once it was asked for. */
  told(state) {
    return this.#puzzle.told(state);
  }

  /** True where a puzzle is solved, so that there may be another. */
  isDone(state) {
    return this.#puzzle.isDone(state);
  }

  /** The better line that is shown, as what is thought of the position; null if there is none. */
  betterLine({ at }) {
    return this.#lineAt === at ? this.#better : null;
  }

  /** Takes a move as the answer to a task; returns true if it is not to be played. */
  takes(state, move) {
    const answer = this.#puzzle.answer(state, move);
    return answer !== null && !answer.plays;
  }
}
