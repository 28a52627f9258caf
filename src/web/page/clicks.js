// Turns clicks into moves: every move is a sequence of places to click.

/** Adds to each move `anyOrder`: true if its places may be clicked in any order, as a stone in hand
    and a cell; false for a move from one cell to another. */
export function withOrders(legal, places) {
  const choices = new Set(places.filter(({ kind }) => kind === 'choice').map(({ name }) => name));
  return legal.map((move) => ({ ...move, anyOrder: choices.has(move.clicks[0]) }));
}

/** True if `clicks` contains the picked places, in any order. */
function leadsTo(clicks, picked) {
  const left = [...clicks];
  return picked.every((name) => {
    const index = left.indexOf(name);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

const inOrder = (clicks, picked) => picked.every((name, index) => clicks[index] === name);

/** The moves that continue the picked places in this order, or else in any order. */
function candidates(legal, picked) {
  const ordered = legal.filter(({ clicks }) => inOrder(clicks, picked));
  return ordered.length ? ordered : legal.filter(({ clicks, anyOrder }) => anyOrder && leadsTo(clicks, picked));
}

/** The one move of several steps that goes on from the picked places and ends here, if the next step is another place. */
function straightTo(legal, picked, name) {
  if (!picked.length || candidates(legal, [...picked, name]).length) return null;
  const ending = candidates(legal, picked).filter(({ clicks, anyOrder }) => !anyOrder && clicks.at(-1) === name);
  return ending.length === 1 ? ending[0] : null;
}

/** The result of a click on a place, given the places picked so far: `{ picked, move }`, where
    `move` is null until one is complete. */
export function click(legal, picked, name) {
  if (picked.includes(name) && !candidates(legal, [...picked, name]).length) {
    return { picked: picked.filter((other) => other !== name), move: null };
  }
  const direct = straightTo(legal, picked, name);
  if (direct) return { picked: [], move: direct.move };
  const tries = [[...picked, name], [...picked.slice(0, -1), name], [name]];
  for (const next of tries) {
    const fitting = candidates(legal, next);
    if (fitting.length) {
      const complete = fitting.find(({ clicks }) => clicks.length === next.length);
      return complete ? { picked: [], move: complete.move } : { picked: next, move: null };
    }
  }
  return { picked: [], move: null };
}

/** The places that can be clicked next. */
export function nextPlaces(legal, picked) {
  const names = new Set();
  for (const { clicks, anyOrder } of candidates(legal, picked)) {
    const ordered = inOrder(clicks, picked) && !(anyOrder && picked.length === 0);
    const rest = ordered ? clicks.slice(picked.length, picked.length + 1) : clicks;
    for (const name of rest) if (!picked.includes(name)) names.add(name);
  }
  return names;
}

/** The moves that a click on the place would complete. */
export function completes(legal, picked, name) {
  const next = [...picked, name];
  return candidates(legal, next).filter(({ clicks }) => clicks.length === next.length);
}
