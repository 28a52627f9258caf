// The program: its instance, and the passing of text.

import { wasi } from './wasi.js';

const PAGE = 65_536;
/** The memory of a program with threads, as `tools/static_page.py` has it declared. */
const FIRST_PAGES = (64 << 20) / PAGE;
const MOST_PAGES = (512 << 20) / PAGE;

/** The memory that a program with threads shares. */
export function sharedMemory() {
  return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES, shared: true });
}

/** Prepares an instance of the program in this thread. `calls` are its `say`, `told` and `spawn`. */
export async function instantiate(module, { say = () => {}, told = () => {}, spawn = () => -1 }, memory) {
  let own = memory;
  const read = (start, length) => new TextDecoder().decode(new Uint8Array(own.buffer, start, length).slice());
  const instance = await WebAssembly.instantiate(module, {
    env: { memory },
    page: { say: (start, length) => say(read(start, length)), told },
    wasi: { 'thread-spawn': spawn },
    wasi_snapshot_preview1: wasi(() => own),
  });
  own ??= instance.exports.memory;
  return instance.exports;
}

/** Prepares the program itself, once for all its threads. */
export function initialize(program) {
  // Of a program with threads: what tells them apart.
  program.__wasi_init_tp?.();
  program._initialize();
}

/** Hands bytes to the program's next call. */
export function pass(program, bytes) {
  const start = program.buffer(bytes.length);
  new Uint8Array(program.memory.buffer, start, bytes.length).set(bytes);
}

/** Hands text to the program's next call. */
export const passText = (program, text) => pass(program, new TextEncoder().encode(text));
