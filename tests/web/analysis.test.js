// Beginning a game in one touch, and the analysis: in the game's own unit, the same everywhere, and at rest
// while nobody looks.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PROGRAM, finish, game, hide, open, place, serve, setUp, tab, timeOfPages, untilAtRest, untilSpent, waitForMoves } from './harness.js';
import { processorTime } from './processes.js';

const world = setUp();

const person = { machine: false };
const machine = { machine: true, level: '1', time: 0.1, depth: 2 };
const ANALYSIS = { thoughts: true, analysis: true, scores: true, curve: true };
const settings = (black, white, rest = {}) => ({ language: 'en', players: { black, white }, ...rest });

test('game, opponent, level and side are chosen in one touch each', async () => {
  const page = await open(world, { hash: '#game=tictactoe', settings: settings(person, machine) });
  const choice = (group, value) => page.locator(`#start-${group} [data-value="${value}"]`);
  await choice('game', 'connect4').click();
  await page.locator('#board[data-board="rack"]').waitFor();
  await choice('level', '7').click();
  assert.equal(await choice('level', '7').getAttribute('aria-pressed'), 'true');
  assert.match(await page.locator('#strip-top').textContent(), /Yellow\s*machine, level 7/);
  assert.match(await page.locator('#start-level-title').textContent(), /expert/);
  await choice('time', '0.3').click();
  assert.equal(await choice('time', '0.3').getAttribute('aria-pressed'), 'true');
  await choice('side', 'white').click();
  await waitForMoves(page, 1);
  assert.match(await page.locator('#strip-bottom').textContent(), /Yellow\s*you/);
  await choice('opponent', 'person').click();
  assert.match(await page.locator('#status').textContent(), /Yellow to move/);
  assert.equal(await choice('level', '7').isVisible(), false);
  assert.equal(await choice('time', '0.3').isVisible(), false);
  await finish(page);
});

test('a game offers the levels that it has, and a level kept by its name is known', async () => {
  const kept = { machine: true, level: 'master', time: 0.1, depth: null };
  const page = await open(world, { hash: '#game=connect4', settings: settings(person, kept) });
  const levels = page.locator('#start-level button:visible');
  assert.equal(await levels.count(), 10);
  assert.equal(await page.locator('#start-level [aria-pressed="true"]').textContent(), '10');
  await page.locator('#start-game [data-value="tictactoe"]').click();
  await page.locator('#board[data-board="paper"]').waitFor();
  const fewer = await levels.count();
  assert.ok(fewer > 2 && fewer < 10, `${fewer} levels`);
  assert.equal(await page.locator('#start-level [aria-pressed="true"]').textContent(), String(fewer));
  assert.match(await page.locator('#start-level-title').textContent(), /master/);
  await finish(page);
});

test('whose turn it is, and that the machine answers, is plain', async () => {
  const slow = { machine: true, level: '10', time: 60, depth: null };
  const page = await open(world, { hash: '#game=connect4&size=8x7', settings: settings(person, slow) });
  await page.locator('#strip-bottom.turn').waitFor();
  assert.equal(await page.locator('#strip-top.turn').count(), 0);
  await place(page, 'D1').click();
  await page.locator('#strip-top.turn.busy').waitFor();
  assert.match(await page.locator('#status').textContent(), /Yellow: the machine is thinking/);
  await page.locator('#stop').click();
  await page.locator('#strip-bottom.turn').waitFor();
  await finish(page);
});

test('scores are told in the unit of the game', async () => {
  const page = await open(world, { hash: '#game=othello&moves=F5', settings: settings(person, person, { tab: 'analysis', show: ANALYSIS }) });
  await page.locator('#thought-score').filter({ hasText: /(Black|White) by \d+\.\d discs/ }).waitFor();
  await page.locator('#board .score').filter({ has: page.locator('xpath=self::*[@data-text!=""]') }).first().waitFor();
  const marks = await page.locator('#board .score:not([data-text=""])').evaluateAll((nodes) => nodes.map((node) => node.dataset.text));
  for (const mark of marks) assert.match(mark, /^([+−]\d{1,2}(\.\d)?|=|✓.*|✗.*)$/, mark);
  await finish(page);
});

test('hint, panel and marks agree', async () => {
  const page = await open(world, { hash: '#game=othello&moves=F5.D6.C3', settings: settings(person, person, { tab: 'analysis', show: ANALYSIS }) });
  await page.locator('#board .score.best').waitFor();
  await page.locator('#hint').click();
  await page.locator('#board .hint').waitFor();
  // All of it is read at once: the analysis goes on.
  for (let look = 0; look < 5; look += 1) {
    const { panel, said, best, hinted, next } = await page.evaluate(() => ({
      panel: document.getElementById('thought-line').textContent.match(/[A-H][1-8]/)[0],
      said: document.getElementById('hint-text').textContent,
      best: document.querySelector('#board .score.best').parentElement.dataset.name,
      hinted: document.querySelector('#board .hint').dataset.name,
      next: document.querySelectorAll('#thought-lines li').length,
    }));
    assert.deepEqual([said, best, hinted], [`Hint: ${panel}.`, panel, panel]);
    assert.equal(next, 2, 'several lines');
    await page.waitForTimeout(300);
  }
  await finish(page);
});

test('a click on the curve goes there', async () => {
  const page = await open(world, { hash: '#game=connect4&moves=D1.D2.D3.D4.D5.D6.A1.A2', settings: settings(person, person, { tab: 'analysis' }) });
  const { x, y, width, height } = await page.locator('#curve svg').boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.waitForFunction(() => location.hash.includes('at=4'));
  assert.equal((await game(page)).moves.length, 8);
  await finish(page);
});

test('a page that is hidden lets the program rest, and goes on when it is seen', async () => {
  const slow = { machine: true, level: '10', time: 0.5, depth: null };
  const page = await open(world, { hash: '#game=othello', settings: settings(slow, slow) });
  const count = async () => (await game(page)).moves.length;
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length > 3);
  await hide(page, true);
  await page.locator('.strip.busy').waitFor({ state: 'detached' });
  const before = await count();
  await page.waitForTimeout(1500);
  assert.equal(await count(), before);
  await hide(page, false);
  await page.waitForFunction((before) => document.querySelectorAll('#moves button').length > before + 2, before);
  await finish(page);
});

test('the program stops within a second when nobody sees the page, and nothing is burnt there, nor where nothing is to be done', async () => {
  const slow = { machine: false, level: '10', time: 60, depth: null };
  const program = await serve(PROGRAM, '--threads', '1', '--hash', '16');
  const page = await open({ ...world, program }, { hash: '#game=othello', settings: settings(slow, slow) });
  await page.locator('#start-opponent [data-value="none"]').click();
  const ofProgram = () => processorTime(program.pid);
  const ofBoth = async () => ofProgram() + await timeOfPages(world.browser);
  await untilSpent(ofProgram, 0.3);
  await hide(page, true);
  await page.waitForTimeout(1000);
  const before = ofProgram();
  await page.waitForTimeout(1000);
  assert.ok(ofProgram() - before < 0.05, 'it thinks for nobody');
  await untilAtRest(ofBoth);
  await hide(page, false);
  await untilSpent(ofProgram, 0.3);
  // Two people who look at the board.
  await page.locator('#start-opponent [data-value="person"]').click();
  await page.locator('.strip.busy').waitFor({ state: 'detached' });
  await untilAtRest(ofBoth);
  await page.close();
  await program.end();
});
