// A thread of the program.

import { instantiate } from './engine.js';

self.addEventListener('message', async ({ data: { module, memory, thread, argument } }) => {
  const told = () => self.postMessage(null);
  const program = await instantiate(module, { told }, memory);
  program.wasi_thread_start(thread, argument);
  self.close();
}, { once: true });
