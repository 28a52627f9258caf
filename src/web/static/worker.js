// The program in a web worker: hears the page's messages, and answers them. A message for it is one of
//   { start: { module, files, isThreaded, table, replay } }   the first; `replay` are messages to hear first
//   { hear: text, number }                                     a message of the page
// and one from it is one of
//   { say: text }       a message for the page
//   { heard: number }   so many of the page's messages have arrived: a worker that searches says nothing
//   { failed: why }     it cannot go on

import { initialize, instantiate, pass, passText, sharedMemory } from './engine.js';

const FETCH_FAILED = 'the files of this game cannot be fetched: the game stands as it was';

let program = null;
let files = '';
let games = [];
let present = null;
const arrived = new Set();
/** While messages are replayed, the last state of the game; otherwise null. */
let kept = null;
/** What was heard is carried out one after the other: some of it waits for files. */
let queue = Promise.resolve();
let waiting = 0;
let timer = 0;

function say(text) {
  const message = JSON.parse(text);
  if (message.is === 'hello') games = message.games;
  if (message.is === 'state') present = message.game;
  if (kept && message.is !== 'refused') kept[message.is] = text;
  else self.postMessage({ say: text });
}

async function spawn(module, memory, thread, argument) {
  const worker = new Worker(new URL('thread.js', import.meta.url), { type: 'module' });
  worker.addEventListener('message', goOn);
  worker.addEventListener('error', (event) => fail(event.message));
  worker.postMessage({ module, memory, thread, argument });
}

async function start({ module, isThreaded, table, replay, files: folder }) {
  files = folder;
  const memory = isThreaded ? sharedMemory() : undefined;
  let threads = 0;
  program = await instantiate(module, {
    say,
    spawn(argument) {
      threads += 1;
      spawn(module, memory, threads, argument);
      return threads;
    },
  }, memory);
  initialize(program);
  kept = replay.length ? {} : null;
  if (!program.start(isThreaded ? 1 : 0, table)) throw new Error('there is not enough memory');
  for (const text of replay) await hear(text);
  const last = kept?.state;
  kept = null;
  if (last) self.postMessage({ say: last });
  goOn();
}

/** The files that the program needs before it hears a message: those of the game, or of all games if a record
    may be of any. */
function wanted({ do: what, game, text }) {
  const mayBeAny = what === 'load' && text?.includes('(');
  const named = games.filter(({ name }) => mayBeAny || (what === 'open' && name === (game ?? present)));
  return named.flatMap(({ data }) => data).filter((name) => !arrived.has(name));
}

async function supply(name) {
  const answer = await fetch(files + name);
  if (!answer.ok) throw new Error(FETCH_FAILED);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const title = new TextEncoder().encode(name);
  const both = new Uint8Array(title.length + bytes.length);
  both.set(title);
  both.set(bytes, title.length);
  pass(program, both);
  program.supply(title.length);
  arrived.add(name);
}

async function hear(text) {
  try {
    for (const name of wanted(JSON.parse(text))) await supply(name);
  } catch {
    return self.postMessage({ say: JSON.stringify({ is: 'refused', why: FETCH_FAILED }) });
  }
  passText(program, text);
  return program.hear();
}

/** Takes what the searches have found, and runs the next one if it has no thread of its own. */
function goOn() {
  if (waiting || !program) return;
  clearTimeout(timer);
  const due = program.go_on();
  if (due >= 0) timer = setTimeout(goOn, due);
  // Messages that are here already come first.
  else timer = setTimeout(() => { if (!waiting && program.work()) goOn(); }, 0);
}

function fail(why) {
  self.postMessage({ failed: String(why) });
  self.close();
}

self.addEventListener('message', ({ data }) => {
  if (data.number) self.postMessage({ heard: data.number });
  clearTimeout(timer);
  waiting += 1;
  queue = queue.then(() => (data.start ? start(data.start) : hear(data.hear))).then(() => {
    waiting -= 1;
    goOn();
  }).catch(fail);
});
self.addEventListener('error', (event) => fail(event.message));
