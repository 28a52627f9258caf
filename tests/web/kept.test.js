// What was played is found again: by the browser's buttons, in the list of games and after a reload.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { finish, game, open, place, setUp, waitForMoves } from './harness.js';

const world = setUp();

test('the browser goes back and forward through moves and games', async () => {
  const page = await open(world, { hash: '#game=connect4' });
  await place(page, 'D1').click();
  await waitForMoves(page, 1);
  await place(page, 'D2').click();
  await waitForMoves(page, 2);
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes('at=1'));
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes('at=0'));
  for (const at of ['at=1', 'moves=D1.D2']) {
    await page.locator('#forward').click();
    await page.waitForFunction((at) => location.hash.includes(at) && (at === 'at=1' || !location.hash.includes('at=')), at);
  }
  await page.locator('#new').click();
  await waitForMoves(page, 0);
  await page.goBack();
  await waitForMoves(page, 2);
  await finish(page);
});

test('after taking back, the browser goes back to what was before', async () => {
  const page = await open(world, { hash: '#game=connect4' });
  for (const [index, name] of ['D1', 'D2', 'D3'].entries()) {
    await place(page, name).click();
    await waitForMoves(page, index + 1);
  }
  await page.locator('#back').click();
  await page.waitForFunction(() => location.hash.includes('at=2'));
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes('at=1'));
  await page.goForward();
  await page.waitForFunction(() => location.hash.includes('at=2') || location.hash.endsWith('D1.D2'));
  await finish(page);
});

test('games are kept and listed, and one is gone on with', async () => {
  const page = await open(world, { hash: '#game=connect4&moves=D1.D2' });
  await page.locator('#game').selectOption('othello');
  await place(page, 'F5').click();
  await waitForMoves(page, 1);
  await page.locator('#game').selectOption('tictactoe');
  await waitForMoves(page, 0);
  assert.equal(await page.locator('#kept li').count(), 2);
  await page.reload();
  await page.locator('#kept .resume').filter({ hasText: 'Connect 4, 2 moves' }).click();
  await waitForMoves(page, 2);
  assert.deepEqual(await game(page), { game: 'connect4', moves: ['D1', 'D2'], at: null });
  await page.locator('#kept .remove').first().click();
  assert.equal(await page.locator('#kept li').count(), 0);
  await finish(page);
});

test('a reload does not keep a game twice', async () => {
  const page = await open(world, { hash: '#game=connect4&moves=D1.D2' });
  await page.reload();
  await place(page, 'D3').click();
  await waitForMoves(page, 3);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('heelstone-games')).map(({ moves }) => moves));
  assert.deepEqual(kept, [['D1', 'D2', 'D3']]);
  await finish(page);
});
