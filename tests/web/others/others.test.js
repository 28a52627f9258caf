// The main ways through the page in Firefox and in WebKit, which every iPhone has.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';

import { SITE, host } from '../static/host.js';
import { OTHERS } from './drivers.js';
import { processorTime } from '../processes.js';
import { PROGRAM, serve, untilAtRest } from '../harness.js';

const SETTINGS = { language: 'en', players: { black: { machine: false }, white: { machine: true, level: '1', time: 0.1 } } };

const PEOPLE = { language: 'en', players: { black: { machine: false }, white: { machine: false } } };
const FAST = { machine: true, level: '10', time: 0.5, depth: null };
const WATCHED = { language: 'en', players: { black: FAST, white: FAST } };

/** Keeps settings in the page, for this tab too. */
const keep = (text) => { for (const store of [localStorage, sessionStorage]) store.setItem('heelstone', text); };

/** Lets the page believe that nobody sees it, or that it is seen again. */
const hide = (isHidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

/** What a whole browser takes in a second in which nothing happens. */
const AT_REST = 0.1;

const noSite = existsSync(SITE) || process.env.HEELSTONE_NO_SKIP ? false : 'target/static/page is not built: run tools/static_page.py target/static/page';

const countMoves = (count) => document.querySelectorAll('#moves li').length === count + 1;

for (const { name, start, skip } of OTHERS) {
  test(`the page plays, takes back, explains, analyses and reviews in ${name}`, { skip }, async () => {
    const program = await serve(PROGRAM, '--threads', '1', '--hash', '16');
    const browser = await start();
    const { page } = browser;
    try {
      await page.open(program.address);
      await page.run((text) => localStorage.setItem('heelstone', text), JSON.stringify(SETTINGS));
      await page.open(`${program.address}?#game=connect4`);
      await page.until(() => document.querySelector('#board[data-board="rack"] button'));
      await page.run(() => {
        window.complaints = [];
        addEventListener('error', ({ message }) => window.complaints.push(message));
        addEventListener('unhandledrejection', ({ reason }) => window.complaints.push(String(reason)));
      });
      // The machine answers; anywhere in a column is where the disc falls.
      await page.click('#board [data-name="D4"]');
      await page.until(countMoves, 2);
      await page.click('#back');
      await page.until(() => /moves=D1.*at=0/.test(location.hash));
      await page.click('#board [data-name="C1"]');
      await page.until(() => location.hash.includes('moves=C1.'));
      // The board is in view, and as large as its frame.
      const shape = await page.run(() => {
        const { width, height, bottom } = document.querySelector('#board').getBoundingClientRect();
        return { width, height, isInView: bottom <= innerHeight };
      });
      assert.ok(shape.isInView && shape.width > 250 && shape.height > 200, JSON.stringify(shape));
      await page.click('#tab-learn');
      await page.until(() => document.querySelectorAll('#lessons .picture .piece').length > 3);
      await page.click('#tab-analysis');
      await page.click('#show-analysis');
      await page.until(() => /Exact \(book\)/.test(document.querySelector('#thought-depth').textContent));
      await page.click('#tab-moves');
      await page.click('#review-start');
      await page.until(() => document.querySelector('#review-summary').textContent.includes('Red: ') && document.querySelector('#review-progress').hidden);
      // A capture of two steps, piece by piece.
      await page.run(() => { location.hash = '#game=draughts&start=B:W18,29,48:B1,12'; });
      await page.until(() => document.querySelector('#board[data-board="wood"] [data-name="12"][data-next]'));
      for (const square of ['12', '23', '34']) await page.click(`#board [data-name="${square}"]`);
      await page.until(() => location.hash.includes('moves=12x34.'));
      assert.deepEqual(await page.run(() => window.complaints), []);
    } finally {
      await browser.end();
      await program.end();
    }
  });

  // Whatever the browser lacks (shared memory, a service worker) makes it slower and breaks nothing.
  test(`the page without a server plays in ${name}`, { skip: skip || noSite }, async () => {
    const site = await host();
    const browser = await start();
    const { page } = browser;
    try {
      await page.open(site.address);
      // The first game is one that loads little.
      await page.until(() => document.querySelector('#board[data-board="rack"] [data-next]'));
      console.log(`${name}: ${await page.run(() => (globalThis.crossOriginIsolated ? 'with' : 'without'))} shared memory`);
      await page.click('#board [data-name="D4"]');
      await page.until(countMoves, 2);
      await page.run(() => { location.hash = '#game=othello'; });
      await page.until(() => document.querySelector('#board[data-board="felt"] [data-name="F5"][data-next]'));
      await page.click('#board [data-name="F5"]');
      await page.until(countMoves, 2);
      await page.click('#tab-analysis');
      // The book, or a search of some depth, has told what it thinks.
      await page.until(() => document.querySelector('#thought-depth').textContent !== '');
    } finally {
      await browser.end();
      await site.end();
    }
  });

  test(`the page without a server rests where nobody sees it, and where nothing is to be done, in ${name}`, { skip: skip || noSite }, async () => {
    const site = await host();
    const browser = await start();
    const { page } = browser;
    const clock = () => processorTime(browser.pid);
    const played = () => document.querySelectorAll('#moves li').length;
    const isLonger = (count) => document.querySelectorAll('#moves li').length > count;
    try {
      await page.open(site.address);
      await page.until(() => document.querySelector('#board [data-next]'));
      await page.run(keep, JSON.stringify(WATCHED));
      await page.open(`${site.address}?#game=othello`);
      await page.until(isLonger, 4);
      await page.run(hide, true);
      await untilAtRest(clock, AT_REST);
      const before = await page.run(played);
      await untilAtRest(clock, AT_REST);
      assert.equal(await page.run(played), before);
      await page.run(hide, false);
      await page.until(isLonger, before + 1);
      // Two people who look at the board.
      await page.run(keep, JSON.stringify(PEOPLE));
      await page.open(`${site.address}?idle#game=othello`);
      await page.until(() => document.querySelector('#board[data-board="felt"] [data-name="F5"][data-next]'));
      await untilAtRest(clock, AT_REST);
    } finally {
      await browser.end();
      await site.end();
    }
  });
}
