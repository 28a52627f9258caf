// The look of a game: its pieces as pictures, from the shapes and colours that the program names.

import { svg } from './dom.js';

const body = () => svg('circle', { class: 'body', cx: 50, cy: 50, r: 46 });
const shine = () => svg('path', { class: 'shine', d: 'M14 50A36 36 0 0 1 50 14' });
const polygon = (kind, points) => svg('polygon', { class: kind, points });
const stroke = (d) => svg('path', { class: 'pen', d, pathLength: 1 });

const STAR = '50,20 57.9,39.1 78.5,40.7 62.8,54.2 67.6,74.3 50,63.5 32.4,74.3 37.2,54.2 21.5,40.7 42.1,39.1';

const SHAPES = {
  disc: () => [body(), shine()],
  ring: () => [body(), svg('circle', { class: 'mark', cx: 50, cy: 50, r: 29 }), shine()],
  star: () => [body(), polygon('mark', STAR), shine()],
  cross: () => [stroke('M20 22C38 38 62 64 81 79'), stroke('M79 20C66 37 38 62 21 81')],
  nought: () => [stroke('M55 17C28 14 15 34 17 54 19 76 38 86 56 82 76 77 86 58 82 40 78 24 62 15 48 19')],
  stone: () => [svg('path', { class: 'body', d: 'M16 88V44C16 20 30 8 50 8S84 20 84 44V88Q50 96 16 88Z' })],
  slab: () => [polygon('body', '12,24 28,10 74,12 90,26 86,78 72,92 26,90 10,76')],
};

const MARKED = new Set(['cross', 'nought']);

/** The picture of a side's piece. */
export function drawPiece(look, side) {
  const { shape, colour } = look.pieces[side];
  const parts = (SHAPES[shape] ?? SHAPES.disc)();
  return svg('svg', { class: `piece shape-${shape} colour-${colour}`, viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    ...parts, svg('circle', { class: 'dot', cx: 50, cy: 50, r: 11 }));
}

/** True if the shape itself is the side's letter. */
export const isLetter = (look, side) => MARKED.has(look.pieces[side].shape);

/** Gives the page the colours of the sides, for marks, bars and curves. */
export function colourPage(look) {
  colourOf(look, document.documentElement.style);
  document.documentElement.dataset.board = look.board;
}

/** Gives a part of the page the colours of the sides. */
export function colourOf(look, style) {
  for (const side of ['black', 'white']) {
    const { colour } = look.pieces[side];
    style.setProperty(`--${side}`, `var(--piece-${colour}, var(--piece-${side}))`);
    style.setProperty(`--on-${side}`, `var(--on-piece-${colour}, var(--on-piece-${side}))`);
  }
}
