// The engine in Node.js.

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

import { EngineOf } from './index.js';

export { Refused } from './index.js';

const programs = new Map();

const host = {
  files: new URL('program/data/', import.meta.url).href,
  canShare: () => true,
  program(name) {
    const compiled = async () => WebAssembly.compile(await readFile(new URL(`program/${name}`, import.meta.url)));
    if (!programs.has(name)) programs.set(name, compiled());
    return programs.get(name);
  },
  worker() {
    const file = new URL('program/worker.js', import.meta.url).href;
    const worker = new Worker(new URL('node-worker.js', import.meta.url), { workerData: file });
    return {
      post: (message) => worker.postMessage(message),
      listen(hear, fail) {
        worker.on('message', hear);
        worker.on('error', ({ message }) => fail(message));
      },
      async end() {
        await worker.terminate();
      },
    };
  },
};

export class Engine extends EngineOf {
  static host = host;
}
