// A task: to find the best move of a position. It comes from a review, or from the solver.

import { byId, setText } from './dom.js';
import { t } from './words.js';

export class Puzzle {
  /** The task, as `{ game, start, moves, answers, isPlayed, solved }`: the position by the moves that lead to it;
      `isPlayed` if the right move is played. */
  #task = null;

  /** Sets a task, in the words of `text`. */
  open(task, text = t('findMove')) {
    this.#task = task;
    this.#tell(text);
  }

  close() {
    this.#task = null;
    this.#tell('');
  }

  /** True while the position is on the board and the move is to be found. */
  isOpen(state) {
    const task = this.#task;
    return task !== null && state.game === task.game && state.at === task.moves.length && (state.start ?? null) === task.start
      && task.moves.every((move, index) => state.moves[index] === move);
  }

  /** Judges a move; null if there is no task here, else `{ isRight, plays }`. */
  answer(state, move) {
    if (!this.isOpen(state)) return null;
    const { answers, isPlayed, solved } = this.#task;
    const isRight = answers.includes(move);
    this.#tell(isRight ? t('rightMove', { move }) : t('wrongMove', { move }));
    if (!isRight) return { isRight, plays: false };
    this.#task = null;
    solved();
    return { isRight, plays: isPlayed };
  }

  /** The right move, if there is a task here. */
  solution(state) {
    return this.isOpen(state) ? this.#task.answers[0] : null;
  }

  /** Tells the solution. */
  reveal() {
    const { answers: [move], solved } = this.#task;
    this.#task = null;
    this.#tell(t('solutionMove', { move }));
    solved();
  }

  #tell(text) {
    setText(byId('puzzle-text'), text);
  }
}
