// A task: to find the best move of a position. It comes from a review, or from the solver.

import { byId, setText } from './dom.js';
import { t } from './words.js';

/** The solution and its answer: whoever plays on for more moves plays a game. */
const MOST_SHOWN = 2;

export class Puzzle {
  /** The task, as `{ game, start, moves, answers, isPlayed, solved }`: the position by the moves that lead to it;
      `isPlayed` if the right move is played. */
  #task = null;
  /** True until the move is found or told. */
  #isOpen = false;
  #isTold = false;
  #text = '';

  /** Sets a task, in the words of `text`. */
  open(task, text = t('findMove')) {
    [this.#task, this.#isOpen, this.#isTold, this.#text] = [task, true, false, text];
  }

  close() {
    [this.#task, this.#isOpen] = [null, false];
  }

  /** Shows what is said of the task while its position is on the board, and the solution until it is answered, too. */
  show(state) {
    const later = this.#isOpen ? [0] : [0, 1, MOST_SHOWN];
    const isThere = later.some((plies) => this.#isAt({ ...state, at: state.at - plies }));
    setText(byId('puzzle-text'), isThere ? this.#text : '');
  }

  #isAt(state) {
    const task = this.#task;
    return task !== null && state.game === task.game && state.at === task.moves.length && (state.start ?? null) === task.start
      && task.moves.every((move, index) => state.moves[index] === move);
  }

  /** True while the position is on the board and the move is to be found. */
  isOpen(state) {
    return this.#isOpen && this.#isAt(state);
  }

  /** Judges a move; null if there is no task here, else `{ isRight, plays }`. */
  answer(state, move) {
    if (!this.isOpen(state)) return null;
    const { answers, isPlayed, solved } = this.#task;
    const isRight = answers.includes(move);
    this.#tell(t(isRight ? 'rightMove' : 'wrongMove', { move }), state);
    if (!isRight) return { isRight, plays: false };
    this.#isOpen = false;
    solved();
    return { isRight, plays: isPlayed };
  }

  /** The right move, if it was told and the position is on the board. */
  told(state) {
    return this.#isTold && this.#isAt(state) ? this.#task.answers[0] : null;
  }

  /** True if the position on the board is a puzzle's, and its move found or told. */
  isDone({ start, result, at }) {
    const task = this.#task;
    return Boolean(task?.isPlayed) && !this.#isOpen && (start ?? null) === task.start && (result !== null || at <= MOST_SHOWN);
  }

  /** Tells the solution. */
  reveal(state) {
    const { answers: [move], solved } = this.#task;
    [this.#isOpen, this.#isTold] = [false, true];
    this.#tell(t('solutionMove', { move }), state);
    solved();
  }

  #tell(text, state) {
    this.#text = text;
    this.show(state);
  }
}
