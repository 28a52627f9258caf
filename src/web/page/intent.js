// What a user means: the place that a click or a typed name stands for, and why one cannot be played.

import { nextPlaces } from './clicks.js';
import { sideName, t } from './words.js';

/** The places above and below a place, and itself. */
function columnOf(places, name) {
  const place = places.find((one) => one.kind === 'cell' && one.name === name);
  return places.filter(({ kind, x }) => place && kind === 'cell' && x === place.x);
}

/** The reason why a click on `name` plays nothing. */
export function whyNot(state, name, { isPersonsTurn, picked }) {
  const side = sideName(state.to_move);
  if (state.result) return t('whyOver');
  if (!isPersonsTurn) return t('whyMachine', { side });
  if (state.must_pass) return t('mustPass', { side });
  const place = state.places.find((one) => one.name === name);
  if (state.look.falls && columnOf(state.places, name).every(({ owner }) => owner)) return t('whyFull');
  const isMoved = ({ clicks, anyOrder }) => clicks.length > 1 && !anyOrder;
  if (place?.owner && !state.legal.some(isMoved)) return t('whyTaken', { place: name });
  if (place?.owner && place.owner !== state.to_move) return t('whyOthers', { side });
  if (place?.owner) return t('whyStuck', { place: name });
  if (picked.length) return t('whyNotThere', { place: name });
  return t('whyIllegal', { place: name, side });
}

/** The place that a click on `name` means: where pieces fall, the one place to play in its column. */
export function meant(state, picked, name) {
  const next = nextPlaces(state.legal, picked);
  if (next.has(name) || picked.includes(name) || !state.look.falls) return name;
  const there = columnOf(state.places, name).filter((place) => next.has(place.name));
  return there.length === 1 ? there[0].name : name;
}

/** The place that was typed, as `{ name, isBegun }`: its name if it is complete, or a place of the column that
    has this letter or number; `isBegun` is true if more may follow. */
export function typed(state, picked, text) {
  const names = [...new Set([...nextPlaces(state.legal, picked), ...nextPlaces(state.legal, [])])];
  const begun = names.filter((name) => name.toUpperCase().startsWith(text));
  const isOne = begun.length === 1 && (state.look.falls || begun[0].length === text.length);
  const name = isOne ? begun[0] : state.look.falls ? columnTyped(state.places, text) : null;
  return { name, isBegun: !name && begun.length > 0 };
}

function columnTyped(places, text) {
  const cells = places.filter(({ kind }) => kind === 'cell');
  const columns = [...new Set(cells.map(({ x }) => x))].sort((a, b) => a - b);
  const letter = (name) => name.replace(/\d+$/, '').toUpperCase();
  return cells.find(({ x, name }) => x === columns[Number(text) - 1] || letter(name) === text)?.name ?? null;
}

/** What a move is seen to do before the program answers: a piece of `side` with `text` on `place`, and none on
    `from`; it goes along `path`. */
export function effect({ legal, places, to_move: side }, move) {
  const { clicks = [] } = legal.find((one) => one.move === move) ?? {};
  const at = (name) => places.find((place) => place.name === name);
  const from = clicks.slice(0, -1).map(at).find(({ kind, owner }) => kind === 'cell' && owner === side);
  const inHand = clicks.map(at).find(({ kind }) => kind === 'choice');
  const place = clicks.findLast((name) => at(name).kind === 'cell');
  return { place, path: clicks, from: from?.name, side, text: from?.text ?? inHand?.text.split(' ')[0] ?? '' };
}

/** Where taking back leads: before the last move of a person, or the last move if only machines play; null if there
    is none. */
export function plyBack({ at, sides }, players) {
  const isPerson = (side) => !players[side].machine;
  const ply = Object.keys(players).some(isPerson) ? sides.slice(0, at).findLastIndex(isPerson) : at - 1;
  return ply < 0 ? null : ply;
}

/** Where going forward leads: to the next turn of a person. */
export function plyForward({ at, sides }, players) {
  const ply = sides.findIndex((side, index) => index > at && !players[side].machine);
  return ply < 0 ? sides.length : ply;
}
