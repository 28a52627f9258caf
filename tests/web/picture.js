// Takes the picture of the page for the README: node tests/web/picture.js docs/web.png

import { chromium } from 'playwright-core';

import { BROWSER, PROGRAM, serve } from './harness.js';

const [path] = process.argv.slice(2);
const program = await serve(PROGRAM, '--threads', '1');
const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, locale: 'en-GB' });
await context.addInitScript((text) => localStorage.setItem('heelstone', text), JSON.stringify({
  language: 'en',
  tab: 'moves',
  players: { black: { machine: false }, white: { machine: false } },
  show: { thoughts: true, analysis: true, scores: true, curve: true, legal: true },
}));
const page = await context.newPage();
const columns = [...'122435527534575161761'].map((column) => 'ABCDEFG'[column - 1]);
await page.goto(`${program.address}#game=connect4&size=7x6&moves=${columns.join('.')}`);
// Each position is thought about, so that there is a curve.
for (let ply = 0; ply <= columns.length; ply += 1) {
  await page.locator(`#moves button[data-ply="${ply}"]`).click();
  await page.waitForFunction((count) => document.querySelectorAll('#curve circle').length > count, ply);
  await page.waitForTimeout(500);
}
await page.locator('#tab-analysis').click();
await page.waitForTimeout(6_000);
await page.screenshot({ path });
await browser.close();
await program.end();
