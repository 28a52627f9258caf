// The program and a browser, for the tests of the page.

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

/** A page of its own, without anything kept from another. Whatever it complains of is noted down in
    `page.complaints`. */
export async function open(world, { hash = '', settings = TWO_PEOPLE, ...options } = {}) {
  const context = await world.browser.newContext({ viewport: { width: 1200, height: 900 }, locale: 'en-GB', ...options });
  context.setDefaultTimeout(PATIENCE);
  if (settings) {
    await context.addInitScript((text) => {
      if (!localStorage.getItem('heelstone')) localStorage.setItem('heelstone', text);
    }, JSON.stringify(settings));
  }
  const page = await context.newPage();
  page.complaints = [];
  page.requests = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) page.complaints.push(message.text());
  });
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('request', (request) => page.requests.push(request.url()));
  await page.goto(world.program.address + hash);
  await page.locator('#board button').first().waitFor().catch((error) => {
    throw new Error(`${error.message}\n${page.complaints.join('\n')}`);
  });
  return page;
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

/** What axe-core finds against WCAG AA, in words. */
export async function violations(page) {
  // The policy of the page keeps foreign scripts out; the tools of the browser may run one.
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations: found } = await page.evaluate(() => globalThis.axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  }));
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`));
}
