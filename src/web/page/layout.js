// Measures a drawing: what is on the board and what beside it, and how large the board is.

/** A row is two units high, the width of a cell of two half cells. */
export const unitY = (y) => 2 * y;

/** Labels that are strokes of the board: half of each stroke, across and down. */
export const STROKES = { '-': [1.2, 0], '|': [0, 1.2], '/': [1, -2], '\\': [1, 2] };

/** How far the numbers beside a lattice, and the letters below it, are from the middle of the outer cells. */
const LABELS = 1.45;
const LETTERS = 1.53;
/** The room for them, from the edge of the board on. */
const MARGIN = 0.85;

const distance = (a, b) => Math.max(Math.abs(a.x - b.x), Math.abs(unitY(a.y) - unitY(b.y)));

/** Splits a drawing into the board and the parts beside it, and measures the board, seen from its other end if it
    `isTurned`. */
export function layOut(drawn, isTurned = false) {
  const places = isTurned ? turn(drawn) : drawn;
  const cells = places.filter(({ kind }) => kind === 'cell');
  const right = Math.max(...cells.map(({ x }) => x)) + 4;
  const bottom = Math.max(...cells.map(({ y }) => y));
  const isBeside = ({ kind, x, y }) => kind === 'choice' || (kind === 'label' && (x > right || y > bottom + 2));
  const on = places.filter((place) => !isBeside(place));
  // Posts between the cells count, so that a board does not change when cells go.
  const posts = on.filter(({ kind, text }) => kind === 'label' && !(text in STROKES));
  const distances = cells.flatMap((a, i) => [...posts, ...cells.slice(0, i)].map((b) => distance(a, b)));
  const crossings = new Set(cells.map(({ x }) => x)).size * new Set(cells.map(({ y }) => y)).size;
  // Only the dark squares are places.
  const checkered = crossings === 2 * cells.length && new Set(cells.map(({ x, y }) => (x / 2 + y) % 2)).size === 1;
  const lattice = checkered || crossings === cells.length;
  const size = Math.min(4, ...distances);
  const shared = { cells, beside: places.filter(isBeside), size: lattice ? size : 0.94 * size, lattice, checkered };
  return { ...shared, ...(lattice ? aroundLattice(on, cells, size) : around(on)) };
}

/** The drawing seen from the other end of the board. The letters stay below it and the numbers beside it. */
function turn(places) {
  const cells = places.filter(({ kind }) => kind === 'cell');
  const ends = (key) => [Math.min(...cells.map((cell) => cell[key])), Math.max(...cells.map((cell) => cell[key]))];
  const [[left, right], [top, bottom]] = [ends('x'), ends('y')];
  const isOutside = ({ kind, x }) => kind === 'label' && (x < left || x > right);
  const facing = ({ x, y }) => places.some((other) => isOutside(other) && other.y === y && (other.x < left) !== (x < left));
  return places.map((place) => {
    const [x, y] = [left + right - place.x, top + bottom - place.y];
    if (place.kind === 'choice') return place;
    if (place.kind === 'label' && (place.y < top || place.y > bottom)) return { ...place, x };
    return isOutside(place) && !facing(place) ? { ...place, y } : { ...place, x, y };
  });
}

function around(on) {
  const xs = on.map(({ x }) => x);
  const ys = on.map(({ y }) => unitY(y));
  const margin = 1.3;
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { on, left, top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}

/** The letters once, below, and the numbers near the cells: the board gets the room. */
function aroundLattice(on, cells, size) {
  const xs = cells.map(({ x }) => x);
  const ys = cells.map(({ y }) => unitY(y));
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  const near = on.flatMap((place) => {
    if (place.kind !== 'label') return [place];
    const y = unitY(place.y);
    // What is told above and on the right as well is told once.
    if (y < box.top || (place.x > box.right && /^ *\w+$/.test(place.text))) return [];
    const x = Math.max(place.x, box.left - LABELS);
    return [{ ...place, x, y: Math.min(y, box.bottom + LETTERS) / 2 }];
  });
  const labels = near.filter(({ kind }) => kind === 'label');
  const half = size / 2;
  const left = box.left - half - (labels.some(({ x }) => x < box.left) ? MARGIN : 0.15);
  const top = box.top - half - 0.15;
  return {
    on: near, left, top,
    width: box.right + half + 0.15 - left,
    height: box.bottom + half + (labels.some(({ y }) => unitY(y) > box.bottom) ? MARGIN : 0.15) - top,
  };
}

/** The box of the cells, with half a cell around their middles. */
export function boxOf({ cells, size }) {
  const xs = cells.map(({ x }) => x);
  const ys = cells.map(({ y }) => unitY(y));
  const [x, y] = [Math.min(...xs) - size / 2, Math.min(...ys) - size / 2];
  return { x, y, width: Math.max(...xs) + size / 2 - x, height: Math.max(...ys) + size / 2 - y };
}
