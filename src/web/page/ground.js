// What a board is made of, drawn below the pieces and, where they are behind it, above them.

import { svg } from './dom.js';
import { STROKES, boxOf, unitY } from './layout.js';

/** True for a label that is a stroke of the board. */
export const isStroke = ({ kind, text }) => kind === 'label' && text in STROKES;

/** The parts below and above the pieces, for a look and a layout. */
export function drawGround(look, layout) {
  const strokes = layout.on.filter(isStroke).map(drawStroke);
  if (!layout.lattice) {
    const cells = layout.cells.map((cell) => drawCell(look.cells, cell, layout.size));
    // Strokes lead from cell to cell, or they are the cells' own edges and stand for moves.
    const isUnder = look.cells === 'hexagon';
    return { under: [...field(layout), ...(isUnder ? strokes : []), ...cells, ...(isUnder ? [] : strokes)], over: [] };
  }
  const draw = GROUNDS[look.board] ?? GROUNDS.plain;
  const { under, over = [] } = draw(layout, look);
  return { under: [...under, ...strokes], over };
}

function drawStroke({ x, y, text }) {
  const [dx, dy] = STROKES[text];
  return svg('line', { class: 'stroke', x1: x - dx, y1: unitY(y) - dy, x2: x + dx, y2: unitY(y) + dy });
}

const rect = (kind, { x, y, width, height }, rx = 0) => svg('rect', { class: kind, x, y, width, height, rx });

/** All of an irregular board. */
const field = ({ left, top, width, height }) => [rect('ground', { x: left, y: top, width, height }, 1.2)];

/** A cell of an irregular board. */
function drawCell(shape, { x, y: row }, size) {
  const y = unitY(row);
  if (shape === 'hexagon') {
    // Hexagons whose rows are as far apart as their middles side by side.
    const [w, h] = [size / 2, size / 3];
    const points = [[0, -2 * h], [w, -h], [w, h], [0, 2 * h], [-w, h], [-w, -h]];
    return svg('polygon', { class: 'hole', points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(' ') });
  }
  if (shape === 'round') return svg('circle', { class: 'hole', cx: x, cy: y, r: size / 2 });
  return rect('hole', { x: x - size / 2, y: y - size / 2, width: size, height: size }, 0.1);
}

/** The positions of the lines between cells and around them, across or down. */
function steps(from, length, size) {
  return Array.from({ length: Math.round(length / size) + 1 }, (_, index) => from + index * size);
}

function lines(layout, withEdge, wave = 0) {
  const box = boxOf(layout);
  const inner = (list) => (withEdge ? list : list.slice(1, -1));
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const [dx, dy] = [box.width / 3, box.height / 3];
  const down = inner(steps(box.x, box.width, layout.size)).map((x) => `M${x - wave} ${box.y}c${wave * 2} ${dy} ${-wave} ${2 * dy} ${wave} ${bottom - box.y}`);
  const across = inner(steps(box.y, box.height, layout.size)).map((y) => `M${box.x} ${y + wave}c${dx} ${-wave * 2} ${2 * dx} ${wave} ${right - box.x} ${-wave}`);
  return [...down, ...across].map((d) => svg('path', { class: 'grid', d, pathLength: 1 }));
}

/** A frame around the cells. */
function framed(layout, edge) {
  const { x, y, width, height } = boxOf(layout);
  return { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge };
}

const GROUNDS = {
  plain: (layout) => ({ under: [rect('ground', framed(layout, 0.12), 0.2), ...lines(layout, false)] }),
  turf: (layout) => ({ under: [rect('ground', framed(layout, 0.12), 0.4), ...lines(layout, false)] }),
  paper: (layout) => ({ under: [rect('ground', framed(layout, 0.12), 0.05), ...lines(layout, false, 0.08)] }),
  felt(layout) {
    const box = boxOf(layout);
    const { size } = layout;
    const wide = Math.min(box.width, box.height) >= 8 * size;
    const ends = ({ start, length }) => [start + 2 * size, start + length - 2 * size];
    const [xs, ys] = [{ start: box.x, length: box.width }, { start: box.y, length: box.height }].map(ends);
    const dots = wide ? xs.flatMap((cx) => ys.map((cy) => svg('circle', { class: 'spot', cx, cy, r: 0.13 }))) : [];
    return { under: [rect('ground', framed(layout, 0.12), 0.15), ...lines(layout, false), ...dots] };
  },
  wood(layout) {
    const { size, checkered } = layout;
    const dark = layout.cells.filter(({ x, y }) => checkered || Math.round((x + unitY(y)) / size) % 2 === 0);
    const squares = dark.map(({ x, y }) => rect('dark', { x: x - size / 2, y: unitY(y) - size / 2, width: size, height: size }));
    return { under: [rect('ground', framed(layout, 0.12), 0.15), ...squares] };
  },
  rack(layout, { cells: shape }) {
    const { x, y, width, height } = framed(layout, 0.14);
    const r = layout.size * (shape === 'round' ? 0.42 : 0.45);
    const hole = (cx, cy) => `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    const holes = layout.cells.map((cell) => hole(cell.x, unitY(cell.y)));
    const rims = layout.cells.map((cell) => svg('circle', { class: 'rim', cx: cell.x, cy: unitY(cell.y), r }));
    const front = svg('path', { class: 'front', 'fill-rule': 'evenodd', d: `M${x} ${y}h${width}v${height}h${-width}z${holes.join('')}` });
    return { under: [rect('ground', { x, y, width, height }, 0.2)], over: [front, ...rims] };
  },
};
