// The speed of the program as WebAssembly, to compare with `heelstone bench --nodes N`:
// node benches/wasm.js PROGRAM.wasm N [GAME]

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { initialize, instantiate, pass, passText, sharedMemory } from '../src/web/static/engine.js';

const GAMES = fileURLToPath(new URL('../src/games/', import.meta.url));

const [file, nodes, game = ''] = process.argv.slice(2);
const module = await WebAssembly.compile(await readFile(file));
const needsMemory = WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory');
const said = [];
const program = await instantiate(module, { say: (text) => said.push(text) }, needsMemory ? sharedMemory() : undefined);
initialize(program);
program.start(0, 1);
const { games } = JSON.parse(said.pop());
for (const name of new Set(games.flatMap(({ data }) => data))) {
  const title = new TextEncoder().encode(name);
  pass(program, Buffer.concat([title, await readFile(GAMES + name)]));
  program.supply(title.length);
}
const before = process.cpuUsage();
passText(program, game);
program.bench(Number(nodes));
const { user } = process.cpuUsage(before);
console.log(said.join('\n'));
const sum = said.reduce((all, line) => all + Number(line.split(' ')[1]), 0);
console.log(`signature: ${sum}, ${(user / 1e6).toFixed(2)} s of user time`);
