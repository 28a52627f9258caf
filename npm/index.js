// An engine: the program in a worker, and what is said to it. `browser.js` and `node.js` start the worker.

const PLAIN = 'heelstone.wasm';
const THREADED = 'heelstone-threads.wasm';
const PERSON = {};

/** What the program refused; the message is its sentence. */
export class Refused extends Error {
  name = 'Refused';
}

/** A game in progress, with a worker of its own. */
export class EngineOf {
  #worker;
  #isThreaded;
  #hello = null;
  #state = null;
  #sent = 0;
  /** Who waits for a message: `hear` takes one and tells whether it was the one, `fail` ends the waiting. */
  #waiting = new Set();
  /** Requests are made one after the other. */
  #queue = Promise.resolve();
  #end = null;

  constructor(worker, isThreaded) {
    [this.#worker, this.#isThreaded] = [worker, isThreaded];
    worker.listen((message) => this.#take(message), (why) => this.#stop(new Error(why)));
  }

  /** Starts an engine. Each subclass has a `host`. */
  static async start({ table = 16, threads, ...others } = {}) {
    refuseOptions('start', others);
    if (!Number.isInteger(table) || table < 1) throw new RangeError('the table is a whole number of MiB, from 1');
    const { host } = this;
    const isThreaded = threads ?? host.canShare();
    const module = await host.program(isThreaded ? THREADED : PLAIN);
    const engine = new this(host.worker(), isThreaded);
    const hello = engine.#next(({ is }) => is === 'hello');
    engine.#worker.post({ start: { module, files: host.files, isThreaded, table, replay: [] } });
    engine.#hello = await hello;
    return engine;
  }

  get games() {
    return this.#hello.games;
  }

  get state() {
    return this.#state;
  }

  get isThreaded() {
    return this.#isThreaded;
  }

  /** Says a message of the protocol. */
  send(message) {
    if (this.#end) throw this.#end;
    this.#sent += 1;
    this.#worker.post({ hear: JSON.stringify(message), number: this.#sent });
  }

  /** Calls a function for each message of the program; returns a function that ends this. */
  listen(hear) {
    const listener = { hear: (message) => { hear(message); return false; }, fail: () => {} };
    this.#waiting.add(listener);
    return () => { this.#waiting.delete(listener); };
  }

  async open(game, { size, start, moves, ...others } = {}) {
    refuseOptions('open', others);
    return this.#change({ do: 'open', game, size, start, moves });
  }

  load(text) {
    return this.#change({ do: 'load', text });
  }

  play(move) {
    return this.#change({ do: 'play', move });
  }

  goto(ply) {
    return this.#change({ do: 'goto', ply });
  }

  /** Lets the machine play a move, and returns its name. */
  async genmove({ level, time, depth, evaluation, ...others } = {}) {
    refuseOptions('genmove', others);
    return this.#alone(async () => {
      const { at, to_move: side, result } = this.#state ?? await this.#ask({ do: 'open' });
      if (result !== null) throw new Refused('the game is over');
      const machine = { machine: true, level: level === undefined ? undefined : String(level), time, depth, evaluation };
      const played = this.#next((message) => isState(message) && message.at > at && !message.busy);
      this.send({ do: 'players', black: PERSON, white: PERSON, [side]: machine });
      if (this.#state.paused) this.send({ do: 'go' });
      try {
        const { moves } = await played;
        return moves[at];
      } finally {
        if (!this.#end) await this.#ask({ do: 'players', black: PERSON, white: PERSON });
      }
    });
  }

  /** What the engine thinks of the position, deeper and deeper; it ends when nobody asks for more. */
  async* analyze() {
    if (!this.#isThreaded) throw new Refused('an analysis needs threads: see "Threads" in the README');
    const [found, wake] = [[], []];
    const thought = {
      hear: (message) => {
        const isDone = isState(message) && message.busy === null && thought.has_begun;
        thought.has_begun ||= isState(message) && message.busy === 'analysis';
        if (message.is === 'thinking' && message.for === 'analysis') found.push(message.lines);
        if (isDone) found.push(null);
        if (found.length) wake.pop()?.();
        return false;
      },
      fail: () => { found.push(null); wake.pop()?.(); },
    };
    this.#waiting.add(thought);
    try {
      this.send({ do: 'think', on: true });
      for (;;) {
        if (!found.length) await new Promise((resolve) => { wake.push(resolve); });
        const lines = found.shift();
        if (!lines) return;
        yield lines;
      }
    } finally {
      this.#waiting.delete(thought);
      if (!this.#end) this.send({ do: 'think', on: false });
    }
  }

  /** Ends the engine with all its threads. */
  async end() {
    this.#stop(new Error('the engine has ended'));
    await this.#worker.end();
  }

  #take({ say, failed }) {
    if (failed) this.#stop(new Error(failed));
    if (!say) return;
    const message = JSON.parse(say);
    if (isState(message)) this.#state = message;
    for (const listener of [...this.#waiting]) {
      if (listener.hear(message)) this.#waiting.delete(listener);
    }
  }

  #stop(why) {
    this.#end ??= why;
    for (const { fail } of this.#waiting) fail(this.#end);
    this.#waiting.clear();
  }

  /** The next message that is the one; a refusal in its place is an error. */
  #next(isIt) {
    return new Promise((resolve, reject) => {
      this.#waiting.add({
        hear(message) {
          if (message.is === 'refused') reject(new Refused(message.why));
          else if (isIt(message)) resolve(message);
          else return false;
          return true;
        },
        fail: reject,
      });
    });
  }

  #ask(message) {
    const answer = this.#next(isState);
    this.send(message);
    return answer;
  }

  #change(message) {
    return this.#alone(() => this.#ask(message));
  }

  #alone(body) {
    const result = this.#queue.then(body);
    this.#queue = result.catch(() => {});
    return result;
  }
}

const isState = ({ is }) => is === 'state';

/** An option that is misspelt would be ignored. */
function refuseOptions(name, others) {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`${name} has no option ${unknown}`);
}
