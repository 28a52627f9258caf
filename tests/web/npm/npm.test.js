// The package for npm, in Node.js, as `tools/npm_package.py` has put it together.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const FOLDER = process.env.HEELSTONE_NPM ?? fileURLToPath(new URL('../../../target/npm/heelstone/', import.meta.url));
const { Engine, Refused } = await import(`${FOLDER}/node.js`);

const STARTS = 100;
/** Starts until what is kept for all engines is there. */
const FIRST = 20;
const MIB = 1 << 20;

async function withEngine(options, body) {
  const engine = await Engine.start(options);
  try {
    await body(engine);
  } finally {
    await engine.end();
  }
}

for (const threads of [true, false]) {
  const how = threads ? 'with threads' : 'without threads';

  test(`${how}, a game is played to its end`, () => withEngine({ threads }, async (engine) => {
    assert.ok(engine.games.some(({ name }) => name === 'othello'));
    const begun = await engine.open('tictactoe', { moves: ['B2'] });
    assert.deepEqual([begun.to_move, begun.at, begun.legal.length], ['white', 1, 8]);
    while (engine.state.result === null) {
      const move = await engine.genmove({ depth: 9 });
      assert.equal(engine.state.moves.at(-1), move);
    }
    assert.equal(engine.state.result.winner, null);
    await assert.rejects(engine.genmove(), Refused);
  }));

  test(`${how}, a refusal is a sentence and changes nothing`, () => withEngine({ threads }, async (engine) => {
    await engine.open('connect4');
    await assert.rejects(engine.play('Z9'), { name: 'Refused', message: '"Z9" is not a legal move here' });
    assert.equal((await engine.play('D1')).at, 1);
    await assert.rejects(engine.open('chess'), Refused);
    assert.equal((await engine.goto(0)).at, 0);
  }));

  test(`${how}, a game with files of its own finds them`, () => withEngine({ threads }, async (engine) => {
    await engine.open('othello');
    const move = await engine.genmove({ depth: 4 });
    assert.ok(['C4', 'D3', 'E6', 'F5'].includes(move.toUpperCase()), move);
  }));
}

test('an analysis gets deeper, and ends when nobody asks for more', () => withEngine({}, async (engine) => {
  await engine.open('stonehenge');
  const depths = [];
  for await (const [best] of engine.analyze()) {
    depths.push(best.depth);
    if (depths.length === 3) break;
  }
  assert.deepEqual(depths, [...depths].sort((a, b) => a - b));
  assert.ok((await engine.genmove({ depth: 1 })).length > 0);
}));

test('what waits when an engine ends fails, and so does what comes later', async () => {
  const engine = await Engine.start();
  await engine.open('othello');
  const failed = assert.rejects(engine.genmove({ time: 600 }), /has ended/);
  await engine.end();
  await failed;
  await assert.rejects(engine.play('D3'), /has ended/);
});

test('a hundred starts and ends leave nothing behind', { timeout: 600_000 }, async (context) => {
  const threads = async () => (await readdir('/proc/self/task').catch(() => [])).length;
  let [first, tasks] = [0, 0];
  for (let start = 1; start <= STARTS; start += 1) {
    await withEngine({ table: 1 }, async (engine) => {
      await engine.open('connect4');
      await engine.genmove({ depth: 4 });
    });
    if (start === FIRST) [first, tasks] = [process.memoryUsage().rss, await threads()];
  }
  const growth = (process.memoryUsage().rss - first) / MIB;
  context.diagnostic(`${growth.toFixed(1)} MiB more after ${STARTS - FIRST} starts, ${await threads()} threads`);
  // An engine that stayed would keep its table, its book and its weights: 5 MiB at least.
  assert.ok(growth < STARTS - FIRST, `${growth} MiB`);
  assert.ok(await threads() <= tasks, 'threads are left');
});

test('an option that is misspelt or out of its range is refused', async () => {
  await assert.rejects(Engine.start({ table: 0 }), RangeError);
  await assert.rejects(Engine.start({ memory: 1 }), /start has no option memory/);
  await withEngine({}, async (engine) => {
    await assert.rejects(engine.open('othello', { moves: [], from: '' }), /open has no option from/);
    await assert.rejects(engine.genmove({ nodes: 5 }), /genmove has no option nodes/);
    assert.equal(await engine.open('tictactoe', {}).then(({ game }) => game), 'tictactoe');
  });
});

test('the package has this version, and every file that it names', async () => {
  const about = JSON.parse(await readFile(`${FOLDER}/package.json`, 'utf8'));
  const cargo = await readFile(new URL('../../../Cargo.toml', import.meta.url), 'utf8');
  assert.equal(about.version, /^version = "(.*)"$/m.exec(cargo)[1]);
  assert.equal(about.license, /^license = "(.*)"$/m.exec(cargo)[1]);
  for (const file of [...Object.values(about.exports['.']), 'README.md', 'LICENSE-MIT', 'LICENSE-APACHE']) {
    assert.ok(await readFile(new URL(file, `file://${FOLDER}/`)), file);
  }
});

test('the types are those of the functions', async () => {
  const declared = await readFile(`${FOLDER}/index.d.ts`, 'utf8');
  const body = declared.slice(declared.indexOf('export class Engine {'));
  const named = [...body.matchAll(/^ {2}(?:static |readonly )*(\w+)[(:]/gm)].map(([, name]) => name);
  const base = Object.getPrototypeOf(Engine);
  const written = [...Object.getOwnPropertyNames(base.prototype), 'start'];
  assert.deepEqual(new Set(named.filter((name) => name !== 'constructor')), new Set(written.filter((name) => name !== 'constructor')));
});

test('the example of the README runs', async () => {
  const page = await readFile(`${FOLDER}/README.md`, 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(page)[1].replace("'heelstone'", JSON.stringify(`file://${FOLDER}/node.js`));
  const folder = await mkdtemp(join(tmpdir(), 'heelstone-npm-'));
  await writeFile(join(folder, 'example.mjs'), example);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'example.mjs')], { encoding: 'utf8' });
  await rm(folder, { recursive: true });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^the machine plays \w+\n/);
});
