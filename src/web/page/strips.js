// The strips above and below the board, one a side: name, player, count, and what is in its hand.

import { byId, el, setText } from './dom.js';
import { dress, makeButton } from './dress.js';
import { drawPiece } from './look.js';
import { playedLevel } from './levels.js';
import { other } from './scores.js';
import { capital, say, sideName, t } from './words.js';

const SPOTS = ['top', 'bottom'];

/** The side at the bottom: the only person's, or else the one that the game puts there, or Black. */
export const bottomSide = ({ black, white }, look) => {
  if (black.machine !== white.machine) return black.machine ? 'white' : 'black';
  return look?.bottom ?? 'black';
};

function build(strip) {
  const part = (kind, ...children) => el('span', { class: kind }, ...children);
  strip.append(part('emblem'), el('span', { class: 'who' }, part('name'), ' ', part('player'), part('brief')), part('hand'),
    part('tally', part('what'), ' ', part('count')));
}

/** The stones of a hand that are alike, as one: `1 1` is twice a 1. */
function together(place) {
  const words = place.text.split(' ');
  const isSame = words.length > 1 && words.every((word) => word === words[0]);
  return isSame ? { ...place, text: words[0], many: words.length } : place;
}

export class Strips {
  #slots = { key: '', black: [], white: [] };
  #nodes = new Map();

  constructor() {
    for (const spot of SPOTS) build(byId(`strip-${spot}`));
  }

  /** Shows both sides. */
  show(state, players) {
    const bottom = bottomSide(players, state.look);
    for (const [index, side] of [other(bottom), bottom].entries()) {
      const strip = byId(`strip-${SPOTS[index]}`);
      const [emblem, who, , tally] = strip.children;
      const isTurn = !state.result && state.to_move === side;
      strip.dataset.side = side;
      strip.classList.toggle('turn', isTurn);
      strip.classList.toggle('winner', state.result?.winner === side);
      strip.classList.toggle('busy', isTurn && state.busy === 'move');
      strip.setAttribute('aria-label', sideName(side));
      const look = JSON.stringify(state.look.pieces[side]);
      if (emblem.dataset.look !== look) {
        emblem.dataset.look = look;
        emblem.replaceChildren(drawPiece(state.look, side));
      }
      setText(who.children[0], sideName(side));
      const { machine, level } = players[side];
      const number = playedLevel(level, state.levels);
      const isYou = !machine && players[other(side)].machine;
      setText(who.children[1], machine ? t('machineAt', { level: number }) : isYou ? t('you') : '');
      // Where there is room for no more.
      setText(who.children[2], machine ? t('levelIs', { level: number }) : isYou ? t('you') : '');
      const { counts } = state;
      tally.hidden = !counts;
      setText(tally.children[0], counts ? capital(say(counts.what)) : '');
      setText(tally.children[1], counts ? String(counts[side]) : '');
    }
  }

  /** Shows the hands: the parts beside the board that a side has. Returns the other parts. */
  showHands(beside, state, view) {
    const key = `${state.game} ${state.size} ${state.start}`;
    if (this.#slots.key !== key) this.#slots = { key, black: [], white: [], hasHands: false };
    for (const spot of SPOTS) {
      const strip = byId(`strip-${spot}`);
      const { side } = strip.dataset;
      const own = beside.filter(({ owner }) => owner === side).sort((a, b) => a.x - b.x).map(together);
      // A strip stays as high as it was when its last stone is played.
      this.#slots.hasHands ||= own.length > 0;
      this.#showHand(strip.children[2], side, own, state, view);
    }
    document.body.classList.toggle('hands', this.#slots.hasHands);
    const rows = new Set(beside.filter(({ owner }) => owner).map(({ y }) => y));
    return beside.filter(({ owner, y, kind }) => !owner && (kind === 'choice' || !rows.has(y)));
  }

  /** Shows what is beside the board and belongs to no side. A pass has a button of its own. */
  showTray(rest, state, view) {
    const nodes = rest.filter(({ name }) => name !== 'pass').map((place) => {
      const isChoice = place.kind === 'choice';
      const node = this.#node(`tray ${place.kind} ${place.name || place.x} ${place.y}`, () => (isChoice ? makeButton(place.name) : el('span')));
      if (isChoice) dress(node, place, state, view);
      else setText(node, say(place.text));
      return node;
    });
    const tray = byId('tray');
    tray.setAttribute('aria-label', t('inHand'));
    tray.hidden = nodes.length === 0;
    if (nodes.some((node, index) => tray.children[index] !== node) || tray.children.length !== nodes.length) tray.replaceChildren(...nodes);
  }

  /** Each stone keeps its place in the hand when others are gone. */
  #showHand(hand, side, own, state, view) {
    const slots = this.#slots[side];
    for (const { text } of own) if (!slots.includes(text)) slots.push(text);
    slots.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    const nodes = slots.map((text) => {
      const place = own.find((one) => one.text === text);
      const kind = !place ? 'gap' : place.kind === 'choice' ? 'choice' : 'stone';
      const node = this.#node(`${side} ${text} ${kind}`, () => (kind === 'choice' ? makeButton(place.name) : el('span')));
      if (kind === 'choice') {
        node.dataset.name = place.name;
        dress(node, place, state, view);
        node.classList.add(state.look.pieces[side].shape);
      } else {
        setText(node, kind === 'gap' ? '' : text);
        node.className = `${kind} ${side} ${state.look.pieces[side].shape}`;
      }
      node.dataset.many = place?.many ? `×${place.many}` : '';
      return node;
    });
    if (nodes.length !== hand.children.length || nodes.some((node, index) => hand.children[index] !== node)) {
      const hadFocus = hand.contains(document.activeElement);
      const active = document.activeElement;
      hand.replaceChildren(...nodes);
      if (hadFocus && hand.contains(active)) active.focus();
    }
  }

  #node(key, make) {
    if (!this.#nodes.has(key)) this.#nodes.set(key, make());
    return this.#nodes.get(key);
  }
}
