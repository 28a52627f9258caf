// Motion: what fell, turned, moved or was taken between two positions. Nothing waits for it, and those who
// asked their system for less motion see none.

const REDUCED = matchMedia('(prefers-reduced-motion: reduce)');

const FALL_MS = 110;
const TURN_MS = 180;
const TURN_GAP_MS = 40;
const STROKE_MS = 200;
const SLIDE_MS = 220;
const FADE_MS = 200;

const running = new Set();

function run(node, frames, options) {
  const animation = node.animate(frames, { fill: 'backwards', ...options });
  running.add(animation);
  const done = () => running.delete(animation);
  animation.finished.then(done, done);
  return animation;
}

/** Ends all motion: the board is as it will be. */
export function settle() {
  for (const animation of [...running]) animation.finish();
}

/** A piece falls by that many pixels, and bounces a little. */
function fall(node, height, cells) {
  const duration = Math.min(400, 200 + FALL_MS * Math.sqrt(cells));
  run(node, [
    { transform: `translateY(${-height}px)`, easing: 'cubic-bezier(.5, 0, .9, .7)' },
    { transform: 'none', offset: 0.72, easing: 'ease-out' },
    { transform: `translateY(${-0.03 * height}px)`, offset: 0.86, easing: 'ease-in' },
    { transform: 'none' },
  ], { duration });
}

function grow(node) {
  run(node, [{ transform: 'scale(.4)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 160, easing: 'ease-out' });
}

/** The strokes of a pen, one after the other. */
function write(strokes) {
  for (const [index, node] of strokes.entries()) {
    const part = STROKE_MS / strokes.length;
    run(node, [{ strokeDasharray: '0 1' }, { strokeDasharray: '1 0' }], { duration: part, delay: index * part, easing: 'ease-out' });
  }
}

/** A piece is turned over: what it was until it stands on its edge, then what it is. */
function turn(node, former, delay) {
  node.parentNode.append(former);
  former.classList.add('former');
  const half = TURN_MS / 2;
  run(former, [{ transform: 'none' }, { transform: 'scaleX(0)' }], { duration: half, delay, easing: 'ease-in', fill: 'both' })
    .finished.finally(() => former.remove());
  run(node, [{ transform: 'scaleX(0)' }, { transform: 'none' }], { duration: half, delay: delay + half, easing: 'ease-out' });
}

/** A piece moves along `ways`, each as far as it is from its end, and stops at each for a moment. */
function slide(node, ways) {
  const easing = 'ease-in-out';
  const stops = ways.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)`, easing }));
  run(node, [...stops, { transform: 'none' }], { duration: Math.min(400, SLIDE_MS * Math.sqrt(ways.length)) });
}

function fade(holder, former) {
  holder.append(former);
  former.classList.add('former');
  run(former, [{ opacity: 1, transform: 'none' }, { opacity: 0, transform: 'scale(.6)' }], { duration: FADE_MS, fill: 'both' })
    .finished.finally(() => former.remove());
}

/** Draws a line from one end to the other. */
export function light(node) {
  if (REDUCED.matches) return;
  run(node, [{ strokeDasharray: '0 1' }, { strokeDasharray: '1 0' }], { duration: 350, easing: 'ease-out' });
}

const middle = (node) => ({ x: node.offsetLeft, y: node.offsetTop });

function away(from, to) {
  const [a, b] = [middle(from), middle(to)];
  return { x: a.x - b.x, y: a.y - b.y };
}

/** Where a piece stood that moved from one button to another: along the `path` of the move, if that leads there. */
function waysOf(from, to, path) {
  const stops = path.length > 2 && path[0] === from && path.at(-1) === to ? path.slice(0, -1) : [from];
  return stops.map((stop) => away(stop, to));
}

/** Shows the `changes` of a board, each `{ button, piece, former, was, owner }`; `falls` is true if pieces
    fall, and `path` are the buttons of the move. */
export function animate(changes, { falls, path }) {
  if (REDUCED.matches || !changes.length) return;
  const left = changes.filter(({ was, owner }) => was && !owner);
  for (const change of changes) {
    const { button, piece, former, was, owner } = change;
    const origin = owner && was !== owner && left.find((other) => other.was === owner);
    if (origin) {
      left.splice(left.indexOf(origin), 1);
      slide(piece, waysOf(origin.button, button, path));
      if (former) fade(former.holder, former.node);
    } else if (was && owner) {
      const { x, y } = away(button, path.at(-1) ?? button);
      turn(piece, former.node, (TURN_GAP_MS * Math.round(Math.max(Math.abs(x), Math.abs(y)) / button.offsetWidth)) );
    } else if (owner && falls) {
      fall(piece, button.offsetTop + button.offsetHeight / 2, button.offsetTop / button.offsetHeight);
    } else if (owner) {
      const strokes = [...piece.querySelectorAll('.pen')];
      if (strokes.length) write(strokes);
      else grow(piece);
    }
  }
  for (const { former } of left) fade(former.holder, former.node);
}
