// The program and a browser, for the tests of the page.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

export const PROGRAM = process.env.HEELSTONE_BIN ?? fileURLToPath(new URL('../../target/debug/heelstone', import.meta.url));
export const BROWSER = process.env.HEELSTONE_CHROMIUM ?? '/usr/bin/chromium';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A slow machine is no failure. */
export const PATIENCE = Number(process.env.HEELSTONE_PATIENCE ?? 60_000);

/** What takes long is tried with these sizes, games or views, and with all of them where HEELSTONE_ALL_SIZES is set, as every
    night. */
export const isTried = (one, ...usual) => Boolean(process.env.HEELSTONE_ALL_SIZES) || usual.includes(one);

/** Starts a program as a server; its address, and how to end it. */
export async function serve(path, ...args) {
  const program = spawn(path, ['web', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    program.stdout.once('data', (data) => resolve(data.toString().trim()));
    program.once('exit', (code) => reject(new Error(`the program left with ${code}`)));
  });
  const ended = new Promise((resolve) => { program.once('exit', (code, signal) => resolve({ code, signal })); });
  return {
    address,
    pid: program.pid,
    async end() {
      program.kill('SIGINT');
      return ended;
    },
  };
}

/** A program and a browser for all tests of a file. */
export function setUp() {
  const world = {};
  before(async () => {
    world.program = await serve(PROGRAM, '--threads', '2', '--hash', '16');
    world.browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox', '--disable-gpu'] });
  });
  after(async () => {
    await world.browser?.close();
    await world.program?.end();
  });
  return world;
}

const TWO_PEOPLE = { players: { black: { machine: false }, white: { machine: false } }, language: 'en', show: { thoughts: false, curve: false } };

/** Pages that tests are done with, by what they were opened with: to use one again takes two thirds of the time that a
    new one takes. */
const spare = new Map();

async function newPage(world, options) {
  const context = await world.browser.newContext({ viewport: { width: 1200, height: 900 }, locale: 'en-GB', ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.on('console', (message) => {
    // Only a picture by itself has no icon of its own.
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (['error', 'warning'].includes(message.type()) && !isIcon) page.complaints.push(message.text());
  });
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('request', (request) => page.requests.push(request.url()));
  Object.assign(page, { complaints: [], requests: [], rest: world.program.address + REST });
  await page.goto(page.rest);
  return page;
}

/** A place of the server where no game is played: the program does not think, and what is kept can be changed. */
const REST = 'icon.svg';

/** Loads the page as if it was the first time, with these settings kept from an earlier one, if any. */
async function load(page, address, settings) {
  Object.assign(page, { complaints: [], requests: [] });
  await page.evaluate((text) => {
    localStorage.clear();
    sessionStorage.clear();
    if (text) localStorage.setItem('heelstone', text);
  }, settings && JSON.stringify(settings));
  await page.goto(address);
  await page.locator('#board button').first().waitFor().catch((error) => {
    throw new Error(`${error.message}\n${page.complaints.join('\n')}`);
  });
}

/** A page without anything kept from another. Whatever it complains of is noted down in `page.complaints`. With `isNew`
    it has nothing in its cache either. */
export async function open(world, { hash = '', settings = TWO_PEOPLE, isNew = false, ...options } = {}) {
  const kind = JSON.stringify([world.program.address, options]);
  const page = (isNew ? null : spare.get(kind)?.pop()) ?? await newPage(world, options);
  page.kind = kind;
  await load(page, world.program.address + hash, settings);
  return page;
}

/** A test is done with a page: another may have it. */
export async function release(page) {
  await page.goto(page.rest);
  spare.set(page.kind, [...spare.get(page.kind) ?? [], page]);
}

/** A test is done with a page, which has nothing to complain of. */
export async function finish(page) {
  assert.deepEqual(page.complaints, []);
  await release(page);
}

/** Goes to another game by its link, which takes a fifth of the time of opening a page. */
export async function visit(page, hash) {
  await page.evaluate((hash) => { location.hash = hash; }, hash);
  await page.waitForFunction(({ game, size, moves }) => {
    const isChosen = (id, value) => document.getElementById(id).value === value;
    const plies = document.querySelectorAll('#moves button').length - 1;
    return isChosen('game', game) && (!size || isChosen('size', size)) && plies >= (moves ? moves.split('.').length : 0);
  }, Object.fromEntries(new URLSearchParams(hash.slice(1))));
}

/** The game in the address of the page. */
export async function game(page) {
  const fields = new URLSearchParams(new URL(page.url()).hash.slice(1));
  return { game: fields.get('game'), moves: fields.get('moves')?.split('.') ?? [], at: fields.get('at') };
}

/** Waits until so many moves have been played. */
export async function waitForMoves(page, count) {
  await page.waitForFunction((count) => {
    const moves = new URLSearchParams(location.hash.slice(1)).get('moves');
    return (moves ? moves.split('.').length : 0) === count;
  }, count);
}

/** Opens a tab of the panel. */
export async function tab(page, name) {
  const button = page.locator(`#tab-${name}`);
  if (await button.getAttribute('aria-selected') !== 'true') await button.click();
}

export const place = (page, name) => page.locator(`[data-name="${name}"]:not([aria-disabled])`).first();

/** Begins a game by the select at the top. */
export async function choose(page, name) {
  await page.locator('#game').selectOption(name);
  await page.waitForFunction((name) => new URLSearchParams(location.hash.slice(1)).get('game') === name, name);
}

/** Lets the page believe that nobody sees it, or that it is seen again. */
export const hide = (page, isHidden) => page.evaluate((isHidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}, isHidden);

/** The seconds of processor time that the pages of a browser have taken so far, those of their workers too. */
export async function timeOfPages(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

const wait = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

/** Waits until a second takes next to no processor time, as `clock` tells it: `most` seconds. */
export async function untilAtRest(clock, most = 0.1, end = Date.now() + PATIENCE) {
  const before = await clock();
  await wait(1000);
  const spent = await clock() - before;
  if (spent <= most) return;
  if (Date.now() > end) throw new Error(`${spent} s of processor time in a second, and no rest`);
  await untilAtRest(clock, most, end);
}

/** Waits until `seconds` more of processor time are spent. */
export async function untilSpent(clock, seconds) {
  for (const start = await clock(); await clock() < start + seconds;) await wait(100);
}

let axe = null;

/** What axe-core finds against WCAG AA in the page or in a part of it, in words. */
export async function violations(page, part = 'html') {
  // The policy of the page keeps foreign scripts out; the tools of the browser may run one.
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axe ??= await readFile(AXE, 'utf8'));
  const { violations: found } = await page.evaluate((part) => globalThis.axe.run(part, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'],
  }), part);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`));
}
