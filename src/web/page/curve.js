// The curve of the score over the game, seen from Black.

import { byId, svg } from './dom.js';
import { place } from './scores.js';
import { sideName, t } from './words.js';

const WIDTH = 300;
const HEIGHT = 80;

/** Draws the known `scores` by ply, of a game of `plies` plies; `at` is the ply on the board. A click
    goes to the nearest ply. */
export function showCurve(scores, plies, at, scale, isOn, goTo) {
  const root = byId('curve');
  root.hidden = !isOn;
  if (!isOn) return;
  const x = (ply) => 4 + ((WIDTH - 8) * ply) / Math.max(plies, 8);
  const y = (score) => HEIGHT / 2 - (HEIGHT / 2 - 5) * place(score, scale);
  const points = [...scores].sort(([a], [b]) => a - b).map(([ply, score]) => [x(ply), y(score)]);
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('curveTitle') },
    svg('rect', { class: 'ground', width: WIDTH, height: HEIGHT }),
    svg('line', { class: 'zero', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    svg('line', { class: 'here', x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
    svg('polyline', { class: 'graph', points: points.map((point) => point.join(',')).join(' ') }),
    ...points.map(([cx, cy]) => svg('circle', { class: 'graph', cx, cy, r: 2.5 })),
    svg('text', { x: 4, y: 12 }, sideName('black')), svg('text', { x: 4, y: HEIGHT - 4 }, sideName('white')));
  picture.addEventListener('click', (event) => {
    const { left, width } = picture.getBoundingClientRect();
    const where = ((event.clientX - left) / width) * WIDTH;
    const ply = Math.round(((where - 4) * Math.max(plies, 8)) / (WIDTH - 8));
    goTo(Math.max(0, Math.min(ply, plies)));
  });
  root.replaceChildren(picture);
}
