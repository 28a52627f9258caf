// Draws the search tree from left to right, with a row for each leaf.

import { byId, setText, svg } from './dom.js';
import { inWords } from './scores.js';
import { t } from './words.js';

const COLUMN = 250;
const BOX = 175;
const ROW = 22;
const SHOWN_NAMES = 6;

function value({ bound, score }) {
  const sign = { exact: '', least: '≥ ', most: '≤ ' }[bound];
  return `${sign}${typeof score === 'number' ? score : inWords(score, true, 'black')}`;
}

/** Places each node: leaves in rows from the top, other nodes at the middle of their children. */
function arrange(nodes) {
  const spots = [];
  let row = 0;
  function visit(index, depth, move, parent) {
    const { edges } = nodes[index];
    const spot = { index, depth, move, parent, cut: [] };
    const at = spots.push(spot) - 1;
    const rows = [];
    for (const [name, child] of edges) {
      if (child === null) spot.cut.push(name);
      else rows.push(visit(child, depth + 1, name, at));
    }
    if (spot.cut.length) spot.cutRow = row++;
    spot.row = rows.length ? (rows[0] + rows[rows.length - 1]) / 2 : spot.cut.length ? spot.cutRow : row++;
    return spot.row;
  }
  visit(0, 0, null, null);
  return { spots, rows: row };
}

const x = (depth) => 10 + depth * COLUMN;
const y = (row) => 16 + row * ROW;

function drawSpot(spot, nodes, spots) {
  const node = nodes[spot.index];
  const parts = [];
  const best = node.best ? ' best' : '';
  if (spot.parent !== null) {
    const from = spots[spot.parent];
    const [startX, startY, endX, endY] = [x(from.depth) + BOX, y(from.row), x(spot.depth), y(spot.row)];
    const bend = `C${startX + 40},${startY} ${endX - 40},${endY} ${endX},${endY}`;
    parts.push(svg('path', { class: `edge${best}`, d: `M${startX},${startY} ${bend}` }));
  }
  if (spot.cut.length) {
    const names = spot.cut.slice(0, SHOWN_NAMES).join(' ') + (spot.cut.length > SHOWN_NAMES ? ' …' : '');
    parts.push(
      svg('path', { class: 'edge cut', d: `M${x(spot.depth) + BOX},${y(spot.row)} L${x(spot.depth + 1)},${y(spot.cutRow)}` }),
      svg('text', { class: 'cut', x: x(spot.depth + 1) + 4, y: y(spot.cutRow) + 4 }, t('cutOff', { count: spot.cut.length, names })));
  }
  const shape = { inner: '', horizon: ' horizon', final: ' final' }[node.kind];
  const text = spot.move === null ? value(node) : t('treeNode', { move: spot.move, value: value(node) });
  parts.push(svg('g', { class: `node ${node.side}${shape}${best}` },
    svg('title', {}, node.position),
    svg('rect', { x: x(spot.depth), y: y(spot.row) - 9, width: BOX, height: 18, rx: node.kind === 'inner' ? 9 : 1 }),
    svg('text', { x: x(spot.depth) + 6, y: y(spot.row) + 4 }, text)));
  return parts;
}

/** Draws the tree of a message. */
export function showTree(message) {
  const { nodes, cut } = message;
  const { spots, rows } = arrange(nodes);
  const depth = Math.max(...spots.map((spot) => spot.depth)) + 2;
  const width = x(depth);
  const height = y(rows);
  const parts = spots.flatMap((spot) => drawSpot(spot, nodes, spots));
  const words = t('treeSays', { nodes: nodes.length, cut, value: value(nodes[0]) });
  setText(byId('tree-text'), words);
  byId('tree').replaceChildren(svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words }, ...parts));
}

/** Removes the tree, which belongs to another position. */
export function clearTree() {
  setText(byId('tree-text'), '');
  byId('tree').replaceChildren();
}
