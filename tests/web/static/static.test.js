// The page without a server: any web host has it as files, and the program runs in the page.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

import { chromium } from 'playwright-core';

import { BROWSER, hide, open, place, tab, timeOfPages, untilAtRest, untilSpent, waitForMoves } from '../harness.js';
import { SITE, host } from './host.js';

const world = {};
before(async () => {
  world.program = await host();
  world.browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox', '--disable-gpu'] });
});
after(async () => {
  await world.browser?.close();
  await world.program?.end();
});

const person = { machine: false };
const machine = (extra) => ({ machine: true, level: 'master', time: 0.3, depth: null, ...extra });
const ANALYSIS = { thoughts: true, analysis: true, scores: true, curve: true };
const settings = (black, white, rest = {}) => ({ language: 'en', players: { black, white }, show: { thoughts: false, curve: false }, ...rest });

/** What the tools of the tests complain of, and no page. */
const OF_THE_TOOLS = ['Service Worker registration blocked by Playwright'];

async function finish(page) {
  assert.deepEqual(page.complaints.filter((text) => !OF_THE_TOOLS.includes(text)), []);
  await page.context().close();
}

/** What the program says first. */
async function firstWords() {
  const page = await open(world);
  const words = await page.evaluate(async () => {
    const { initialize, instantiate } = await import('./engine.js');
    const module = await WebAssembly.compile(await (await fetch('heelstone.wasm')).arrayBuffer());
    const said = [];
    const program = await instantiate(module, { say: (text) => said.push(JSON.parse(text)) });
    initialize(program);
    program.start(0, 1);
    return said[0];
  });
  await finish(page);
  return words;
}

/** Waits until the browser has kept all that the games need. */
async function waitUntilKept(page) {
  await page.waitForFunction(async () => {
    const { FILES } = await import('./built.js');
    const kept = await Promise.all(FILES.map((name) => caches.match(new URL(name, location.href).href.split('#')[0])));
    return kept.every(Boolean);
  });
}

test('with the network switched off it plays every game, solves and reviews', async () => {
  const own = await host();
  const page = await open({ ...world, program: own }, { hash: '#game=tictactoe', settings: settings(person, machine()) });
  await page.waitForFunction(() => crossOriginIsolated);
  await waitUntilKept(page);
  await page.context().setOffline(true);
  await own.end();
  for (const [name, first, black] of [['connect4', 'D1', 'D1'], ['othello', 'F5', 'F5'], ['tictactoe', 'B2', 'B2'], ['stonehenge', null, null]]) {
    await page.goto(`${own.address}#game=${name}`);
    await page.reload();
    await page.locator('#board button').first().waitFor();
    if (first) {
      await place(page, black).click();
    } else {
      await place(page, '6').click();
      await place(page, 'K').click();
    }
    await waitForMoves(page, 2);
  }
  // The book proves what the first player of Connect 4 has.
  await page.evaluate((text) => { for (const store of [localStorage, sessionStorage]) store.setItem('heelstone', text); },
    JSON.stringify(settings(person, person, { tab: 'analysis', show: ANALYSIS })));
  await page.goto(`${own.address}#game=connect4`);
  await page.reload();
  await page.locator('#thought-depth').filter({ hasText: /book/ }).waitFor();
  // The solver, where no book reaches.
  await page.goto(`${own.address}#game=othello&start=${encodeURIComponent('XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X')}`);
  await page.reload();
  await page.locator('#board .score:not([data-text=""])').first().waitFor();
  await page.waitForFunction(() => /exact/i.test(document.querySelector('#thoughts').textContent));
  // The first player of Connect 4 throws the win away that the book knows of.
  const judged = await page.evaluate(async () => {
    const { connect } = await import('./wire.js');
    const moves = [];
    await new Promise((resolve) => {
      const begin = [{ do: 'open', game: 'connect4', moves: ['D1', 'D2', 'A1'] }, { do: 'review', on: true, time: 0.2 }];
      const hear = (message) => {
        if (message.is === 'hello') begin.forEach(send);
        if (message.judged) moves.push(message.judged);
        if (message.is === 'review' && message.done === message.of) resolve();
      };
      const send = connect(hear, () => {});
    });
    return moves;
  });
  const { grade, exact } = judged.find(({ number }) => number === 3);
  assert.deepEqual([judged.length, grade, exact], [3, 'blunder', true]);
  page.complaints = page.complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'));
  await finish(page);
});

test('a browser without shared memory plays, and hears what is said while it searches', async () => {
  const slow = machine({ time: 60 });
  const page = await open(world, { hash: '#game=connect4&size=8x7', settings: settings(person, slow), serviceWorkers: 'block' });
  assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), false);
  await place(page, 'D1').click();
  await page.locator('#strip-top.turn.busy').waitFor();
  // It has thought of something, and is told to play it.
  await page.waitForTimeout(1500);
  await page.locator('#stop').click();
  await waitForMoves(page, 2);
  // The machine's turn ends when its move is taken back, and the game goes on from there.
  await place(page, 'E1').click();
  await page.locator('#strip-top.turn.busy').waitFor();
  await page.locator('#back').click();
  await page.waitForFunction(() => location.hash.includes('at=2'));
  await finish(page);
});

test('a browser without shared memory analyses until somebody moves', async () => {
  const page = await open(world, { hash: '#game=othello', settings: settings(person, person, { tab: 'analysis', show: ANALYSIS }), serviceWorkers: 'block' });
  for (const [count, name] of ['F5', 'D6', 'C3'].entries()) {
    await page.locator('#thought-score').filter({ hasText: /discs|equal|level/i }).waitFor();
    await place(page, name).click();
    await waitForMoves(page, count + 1);
  }
  await finish(page);
});

test('a page with shared memory burns nothing while nobody sees it, nor while nothing is to be done', async () => {
  const slow = { ...machine({ level: '10', time: 60 }), machine: false };
  const page = await open(world, { hash: '#game=othello', settings: settings(slow, slow, { tab: 'play' }) });
  await page.waitForFunction(() => crossOriginIsolated);
  const clock = () => timeOfPages(world.browser);
  await page.locator('#start-opponent [data-value="none"]').click();
  await page.locator('.strip.busy').waitFor();
  await untilSpent(clock, 1);
  await hide(page, true);
  await untilAtRest(clock);
  await hide(page, false);
  await page.locator('.strip.busy').waitFor();
  await untilSpent(clock, 1);
  await page.locator('#start-opponent [data-value="person"]').click();
  await page.locator('.strip.busy').waitFor({ state: 'detached' });
  await untilAtRest(clock);
  await finish(page);
});

test('what is loaded before the first move is small', async () => {
  const names = (await readdir(SITE)).filter((name) => extname(name));
  const isProgram = (name) => name.endsWith('.wasm');
  const texts = await Promise.all(names.filter((name) => !isProgram(name)).map((name) => readFile(join(SITE, name))));
  const page = texts.reduce((all, text) => all + brotliCompressSync(text).length, 0);
  const programs = await Promise.all(names.filter(isProgram).map((name) => readFile(join(SITE, name))));
  const program = brotliCompressSync(programs.sort((a, b) => b.length - a.length)[0]).length;
  const { games, game } = await firstWords();
  // The files of the games are compressed already, more or less.
  const files = await Promise.all(games.find(({ name }) => name === game).data.map((name) => readFile(join(SITE, 'data', name))));
  const data = files.reduce((all, { length }) => all + length, 0);
  console.log(`first view: page ${page}, program ${program}, files of ${game} ${data} bytes with Brotli`);
  assert.ok(page < 300_000, `the page has ${page} bytes`);
  assert.ok(page + program < 1 << 20, `page and program have ${page + program} bytes`);
  assert.ok(page + program + data < 2 * (1 << 20), `with the first game they have ${page + program + data} bytes`);
});
