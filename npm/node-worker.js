// What a worker of a page has and one of Node.js lacks, for the module that `workerData` names.

import { readFile } from 'node:fs/promises';
import { Worker as Thread, parentPort, workerData } from 'node:worker_threads';

globalThis.self = globalThis;
self.postMessage = (message) => parentPort.postMessage(message);
self.close = () => process.exit();
self.addEventListener = (event, hear, { once = false } = {}) => {
  // Errors are told to the thread that has started this one.
  if (event === 'message') parentPort[once ? 'once' : 'on']('message', (data) => hear({ data }));
};
self.Worker = class {
  #thread;

  constructor(file) {
    this.#thread = new Thread(new URL(import.meta.url), { workerData: file.href });
  }

  addEventListener(event, hear) {
    this.#thread.on(event, (data) => hear(event === 'message' ? { data } : data));
  }

  postMessage(message) {
    this.#thread.postMessage(message);
  }
};
// The program lies in files.
self.fetch = async (file) => {
  const bytes = await readFile(new URL(file));
  return { ok: true, arrayBuffer: async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) };
};

// Nothing waits for it: Node.js 20 dies where a worker is ended while one of its modules waits. If it fails, the thread that
// has started this one is told.
import(workerData);
