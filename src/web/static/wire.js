// The connection to the program, which runs in a worker of this page: the same messages as those of the
// server, by the same function.

import { FILES, PROGRAMS, TABLE } from './built.js';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** How long a worker may say nothing before it is taken to be searching. */
const SILENCE = 100;
/** How long to wait until this page is isolated. */
const ISOLATION = 4000;
const RELOADED = 'heelstone-reloaded';

const IDLE = { do: 'rest', on: true };

/** True where the processor's vectors can be used: a function of one vector is valid. */
const hasVectors = () => WebAssembly.validate(new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]));

/** What has to be said to another worker so that it is where the last one was. */
class Memory {
  #state = null;
  #settings = new Map();
  /** The first move of the line that the machine thinks of. */
  #best = null;
  /** The review that is not at its end. */
  #review = null;

  told(message) {
    if (message.is === 'state') this.#state = message;
    if (message.is === 'state' || message.is === 'hello') this.#best = null;
    if (message.is === 'thinking' && message.for === 'move') [this.#best] = message.lines[0].pv;
    if (message.is === 'review' && message.done === message.of) this.#review = null;
  }

  said(message) {
    if (['players', 'think', 'rest'].includes(message.do)) this.#settings.set(message.do, message);
    if (message.do === 'review') this.#review = message.on ? message : null;
    if (message.do === 'open' || message.do === 'load') this.#review = null;
  }

  /** The messages that bring a game to where it stands, and then those that were not heard. */
  replay(unheard) {
    const { game, size, start, moves, at, paused } = this.#state ?? {};
    const settings = ['players', 'think'].map((name) => this.#settings.get(name)).filter(Boolean);
    const opened = this.#state ? [{ do: 'open', game, size, start: start ?? undefined, moves, at }] : [];
    const stopped = paused ? [{ do: 'goto', ply: at }] : [];
    const rest = this.#settings.get('rest') ?? { do: 'rest', on: false };
    const review = this.#review ? [this.#review] : [];
    return [IDLE, ...settings, ...opened, ...stopped, ...review, ...unheard.flatMap((message) => this.#without(message)), rest];
  }

  /** A message to a worker that has lost its search: who asks for the move now gets the best one so far. */
  #without(message) {
    if (message.do !== 'stop') return message.do === 'rest' ? [] : [message];
    if (!this.#best) return [];
    const people = { do: 'players', black: {}, white: {} };
    return [people, { do: 'play', move: this.#best }, this.#settings.get('players')].filter(Boolean);
  }
}

class Engine {
  #hear;
  #change;
  #worker = null;
  #module = null;
  #isThreaded = false;
  #memory = new Memory();
  /** What was sent and has not been heard, by number. */
  #unheard = new Map();
  #sent = 0;
  #silence = 0;
  #wait = FIRST_WAIT;

  constructor(hear, change) {
    [this.#hear, this.#change] = [hear, change];
    this.#begin();
  }

  async #begin() {
    try {
      await isolate();
      this.#isThreaded = globalThis.crossOriginIsolated === true && hasVectors();
      const { threaded, plain } = PROGRAMS;
      this.#module ??= await WebAssembly.compile(await (await fetch(this.#isThreaded ? threaded : plain)).arrayBuffer());
      this.#start([]);
      this.#change(true);
      this.#wait = FIRST_WAIT;
      keepAll();
    } catch (error) {
      console.error(error);
      this.#tryAgain();
    }
  }

  #tryAgain() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#unheard.clear();
    this.#change(false);
    setTimeout(() => this.#begin(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  #start(replay) {
    this.#worker?.terminate();
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }) => { if (worker === this.#worker) this.#take(data); });
    worker.addEventListener('error', () => { if (worker === this.#worker) this.#tryAgain(); });
    this.#worker = worker;
    worker.postMessage({ start: {
      module: this.#module,
      isThreaded: this.#isThreaded,
      table: TABLE,
      files: new URL('data/', import.meta.url).href,
      replay: replay.map((message) => JSON.stringify(message)),
    } });
  }

  #take({ say, heard, failed }) {
    if (heard) this.#unheard.delete(heard);
    if (failed) {
      console.error(failed);
      this.#tryAgain();
    }
    if (!say) return;
    const message = JSON.parse(say);
    this.#memory.told(message);
    this.#hear(message);
  }

  send(message) {
    if (!this.#worker) return false;
    this.#memory.said(message);
    this.#sent += 1;
    this.#unheard.set(this.#sent, message);
    this.#worker.postMessage({ hear: JSON.stringify(message), number: this.#sent });
    if (!this.#isThreaded) this.#watch();
    return true;
  }

  /** Puts another worker in the place of one that searches and so hears nothing. */
  #watch() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (!this.#unheard.size || !this.#worker) return;
      const replay = this.#memory.replay([...this.#unheard.values()]);
      this.#unheard.clear();
      this.#start(replay);
    }, SILENCE);
  }
}

/** Lets a service worker keep the page, and isolate it where the host does not, which takes a reload. */
async function isolate() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const late = new Promise((resolve) => { setTimeout(resolve, ISOLATION); });
  try {
    await serviceWorker.register('service.js');
    if (globalThis.crossOriginIsolated || sessionStorage.getItem(RELOADED)) return;
    const ready = await Promise.race([serviceWorker.ready, late]);
    if (!ready) return;
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
    await new Promise(() => {});
  } catch {
    // Without it the page works as long as the host answers.
  }
}

/** Fetches what the games need, so that all of them can be played where there is no network. */
async function keepAll() {
  const ready = await navigator.serviceWorker?.ready;
  ready?.active?.postMessage({ keep: FILES });
}

/** Connects; `hear` gets each message, `change` gets true when connected and false when not. */
export function connect(hear, change) {
  const engine = new Engine(hear, change);
  return (message) => engine.send(message);
}
