// The engine in a page.

import { EngineOf } from './index.js';

export { Refused } from './index.js';

/** A function of one vector: valid where the processor's vectors can be used. */
const VECTOR = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

const programs = new Map();

const fetched = async (name) => {
  const answer = await fetch(new URL(`program/${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`${name} cannot be fetched: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
};

const host = {
  files: new URL('program/data/', import.meta.url).href,
  canShare: () => globalThis.crossOriginIsolated === true && WebAssembly.validate(VECTOR),
  program(name) {
    if (!programs.has(name)) programs.set(name, fetched(name));
    return programs.get(name);
  },
  worker() {
    const worker = new Worker(new URL('program/worker.js', import.meta.url), { type: 'module' });
    return {
      post: (message) => worker.postMessage(message),
      listen(hear, fail) {
        worker.addEventListener('message', ({ data }) => hear(data));
        worker.addEventListener('error', ({ message }) => fail(message));
      },
      async end() {
        worker.terminate();
      },
    };
  },
};

export class Engine extends EngineOf {
  static host = host;
}
