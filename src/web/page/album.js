// The games of this browser: which one is on the board, which ones are kept, and how the browser's own
// buttons go back and forward among them.

import { keepGame, keptGames, newId, opening, sameGame } from './kept.js';
import { readLink, writeLink } from './memory.js';
import { hush } from './status.js';

/** The number of plies that two games have in common; -1 if they start differently. */
export function commonPlies(a, b) {
  if (a.game !== b.game || a.size !== b.size || a.start !== b.start) return -1;
  const different = a.moves.findIndex((move, index) => b.moves[index] !== move);
  return different < 0 ? a.moves.length : different;
}

export class Album {
  #send;
  /** The game that was asked for and is not on the board yet, as `{ message, id, entry }`; `entry` says what
      becomes of the browser's history. */
  #asked = null;
  /** The name under which the game on the board is kept. */
  id = null;
  /** The number of the present entry of the browser's history, so that back and forward can be told apart. */
  #number = history.state?.number ?? 0;

  constructor(send) {
    this.#send = send;
  }

  /** Opens the game of the address, or a new one. Returns the last game if it is not finished and the
      address names none. */
  openFirst({ game, size }) {
    const link = readLink(location.hash);
    const known = link && sameGame({ moves: [], size, ...link });
    const [last] = keptGames();
    const id = history.state?.id ?? known?.id;
    const waits = history.state?.waits ?? false;
    this.open(link ? asSent(link, id, waits) : { do: 'open', game, size }, id ?? newId(), 'replace');
    return !link && last && !last.result ? last : null;
  }

  open(message, id = newId(), entry = 'push') {
    if (this.#send(message)) this.await({ message, id, entry });
  }

  /** True while a text is read that was pasted. */
  get isLoading() {
    return this.#asked?.message.do === 'load';
  }

  /** Says which game is to come; null if none is, as where files have many games. */
  await(asked) {
    this.#asked = asked;
  }

  /** Opens what was pasted: a link to a game, which is there to be looked at, or else a text that the program reads. */
  load(text) {
    const [hash] = /#\S*\bgame=\S+/.exec(text) ?? [];
    const link = hash && readLink(hash);
    this.open(link ? asSent(link) : { do: 'load', text });
  }

  /** Goes on with a kept game. What was said is of another. */
  resume(kept) {
    hush();
    this.open(opening(kept), kept.id);
  }

  /** The game on the board as it is kept, if anything was played. */
  present() {
    return keptGames().find(({ id }) => id === this.id);
  }

  /** The program has refused; returns true if that was the game to begin with. */
  refuse(state) {
    const isFirst = this.#asked !== null && !state;
    this.#asked = null;
    if (state) this.#note('replaceState', state);
    return isFirst;
  }

  /** Returns true if another game than this one was asked for and is still to come. */
  awaitsOther({ game }) {
    return this.#asked !== null && (this.#asked.message.game ?? game) !== game;
  }

  /** Enters what is on the board now, after `former`: keeps the game, and notes it in the address. */
  enter(next, former, players) {
    const entry = this.#entry(next, former, players);
    if (entry === 'push') this.#number += 1;
    this.#note(entry === 'push' ? 'pushState' : 'replaceState', next);
    keepGame(this.id, next);
  }

  /** Notes the game on the board in the address, and whether its machine waits. */
  #note(how, state) {
    history[how]({ id: this.id, number: this.#number, waits: Boolean(state.paused) }, '', writeLink(state));
  }

  /** What becomes of the browser's history: a game that begins and a person's move are entries of their own,
      so that its button goes back to what was before. Names the game. */
  #entry(next, former, players) {
    if (this.#isAsked(next, former)) {
      const { id, entry } = this.#asked;
      this.#asked = null;
      this.id = id;
      return entry;
    }
    const common = former ? commonPlies(former, next) : -1;
    if (common < 0 || common < Math.min(former.at, former.moves.length)) {
      this.id = newId();
      return former ? 'push' : 'replace';
    }
    const isMove = next.at > former.at && next.moves.length > common;
    return isMove && !players[next.sides[next.at - 1]].machine ? 'push' : 'replace';
  }

  #isAsked(next, former) {
    if (!this.#asked) return false;
    const { message } = this.#asked;
    if (message.do === 'arrange') return true;
    if (message.do !== 'open') return !former || commonPlies(former, next) < former.moves.length || next.moves.length !== former.moves.length;
    return message.game === next.game && (message.size ?? next.size) === next.size && (message.start ?? null) === (next.start ?? null)
      && (message.moves ?? []).join(' ').toUpperCase() === next.moves.join(' ').toUpperCase();
  }

  /** Goes to what the browser's buttons, or an address typed, ask for. */
  follow(entry, state, goTo) {
    hush();
    const isBack = entry?.number < this.#number;
    this.#number = entry?.number ?? this.#number;
    const link = readLink(location.hash);
    if (!state) return;
    if (!link) {
      this.#note('replaceState', state);
      return;
    }
    const played = link.moves ?? [];
    const isHere = link.game === state.game && (link.size ?? state.size) === state.size
      && (link.start ?? null) === (state.start ?? null) && played.every((move, index) => state.moves[index] === move);
    if (isHere && (!entry || entry.id === this.id)) {
      const ply = Math.min(link.at ?? played.length, played.length);
      // After taking back, the board shows already what the entry before would.
      if (ply === state.at && isBack && this.#number > 0) history.back();
      else goTo(ply);
    } else {
      const id = entry?.id ?? sameGame({ moves: [], size: state.size, ...link })?.id;
      this.open(asSent(link, id), id, 'replace');
    }
  }
}

/** The game of a link that somebody has sent is there to be looked at; one of this browser, with an `id`, goes on. */
const asSent = (link, id, waits = false) => ({ ...link, waits: waits || (!id && Boolean(link.moves)) });
