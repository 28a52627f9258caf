// What of an analysis is shown on the board: the best move, the expected line, the scores of moves.

import { completes, nextPlaces } from './clicks.js';
import { other } from './scores.js';
import { mark } from './thoughts.js';

/** The most moves of the expected line shown on the board; more would only confuse. */
const LINE_LENGTH = 6;

/** The places of a move. */
export const placesOf = ({ legal }, name) => legal.find(({ move }) => move === name)?.clicks ?? [];

/** The places of the best move. */
export const bestPlaces = (state, analysis) => placesOf(state, analysis?.lines[0].pv[0]);

/** The number and the side of the first expected move on each place. */
export function expectedLine(analysis) {
  const line = new Map();
  for (const [index, clicks] of (analysis?.clicks ?? []).slice(0, LINE_LENGTH).entries()) {
    const side = index % 2 === 0 ? analysis.side : other(analysis.side);
    const place = clicks.at(-1);
    if (!line.has(place)) line.set(place, { number: index + 1, side });
  }
  return line;
}

/** The marks of the moves, each on the place that is clicked next for it. */
export function scoresByPlace({ legal, to_move: side }, picked, analysis) {
  const marks = new Map();
  for (const name of nextPlaces(legal, picked)) {
    const moves = completes(legal, picked, name);
    const through = legal.filter(({ clicks }) => clicks.includes(name));
    const found = mark(moves.length ? moves : through, analysis?.lines ?? [], side);
    if (found) marks.set(name, found);
  }
  return marks;
}
