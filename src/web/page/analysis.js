// The one analysis of a position: hint, panel, bar, curve and marks are all taken from it, so that they never
// contradict each other.

import { rank } from './scores.js';

/** Joins what the search thinks of a position with the exact values that are known there: the lines, the best
    first, and the places of the first one's moves. Null if nothing is known. */
export function analysisOf(thought, solved, { to_move: side, at: ply }) {
  const exact = solved?.moves ?? {};
  const searched = thought?.lines ?? [];
  const known = ([move, score]) => ({ pv: [move], score, exact: true, source: 'solver' });
  const lines = [
    ...searched.map((line) => (line.pv[0] in exact && !line.exact ? { ...line, ...known([line.pv[0], exact[line.pv[0]]]), pv: line.pv } : line)),
    ...Object.entries(exact).filter(([move]) => searched.every(({ pv }) => pv[0] !== move)).map(known),
  ];
  if (!lines.length) return null;
  lines.sort((a, b) => rank(b) - rank(a));
  const isFirst = lines[0].pv[0] === searched[0]?.pv[0];
  return { side: thought?.side ?? side, ply: thought?.ply ?? ply, lines, clicks: isFirst ? thought.clicks : [] };
}
