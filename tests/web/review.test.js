// The review of a game in the page: judged in the background, with the mistakes marked and to be tried again.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { open, place, setUp, tab, waitForMoves } from './harness.js';

const world = setUp();

// X takes the centre, and O answers at an edge, which loses; then X lets O off.
const GAME = '#game=tictactoe&moves=B2.B1.A1.C3.C1';

async function finish(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

async function reviewed(page) {
  await tab(page, 'moves');
  await page.locator('#review-start').click();
  await page.locator('#review-summary').filter({ hasText: /X: .*O: / }).waitFor();
  await page.locator('#review-progress').waitFor({ state: 'hidden' });
}

test('a review marks the mistakes, and goes from one to the next', async () => {
  const page = await open(world, { hash: GAME });
  await waitForMoves(page, 5);
  await reviewed(page);
  assert.match(await page.locator('#moves button[data-ply="2"]').textContent(), /B1 \?$/);
  assert.match(await page.locator('#moves button[data-ply="2"]').getAttribute('aria-label'), /B1, O: a mistake/);
  assert.match(await page.locator('#moves button[data-ply="1"]').textContent(), /B2$/);
  assert.match(await page.locator('#review-summary').textContent(), /O: mistakes 1/);
  await page.locator('#moves button[data-ply="0"]').click();
  await page.locator('#review-next').click();
  await page.locator('#moves button[data-ply="2"][aria-current]').waitFor();
  assert.match(await page.locator('#review-text').textContent(), /O plays B1: a mistake\. .* was best: a draw\. This is exact\./);
  await finish(page);
});

test('the better line is shown, and a mistake can be tried again without harm to the game', async () => {
  const page = await open(world, { hash: GAME });
  await waitForMoves(page, 5);
  await reviewed(page);
  await page.locator('#moves button[data-ply="2"]').click();
  await page.locator('#review-line').click();
  await page.locator('#moves button[data-ply="1"][aria-current]').waitFor();
  await page.locator('#board .number[data-text="1"]').waitFor();
  await page.locator('#moves button[data-ply="2"]').click();
  await page.locator('#review-again').click();
  await page.locator('#puzzle-text').filter({ hasText: 'Find the best move' }).waitFor();
  await page.locator('#moves button[data-ply="1"][aria-current]').waitFor();
  await place(page, 'B1').click();
  await page.locator('#puzzle-text').filter({ hasText: 'B1 is not the best move' }).waitFor();
  await page.locator('#moves button[data-ply="5"]').waitFor();
  await page.locator('#moves button[data-ply="2"]').click();
  await finish(page);
});

test('a list of moves is pasted like a record, and a wrong one is refused in words', async () => {
  const page = await open(world, { hash: '#game=othello' });
  await waitForMoves(page, 0);
  await tab(page, 'moves');
  await page.locator('#record-panel summary').click();
  await page.locator('#paste').fill('1. f5 d6 2. c9');
  await page.locator('#load').click();
  await page.locator('#alert').filter({ hasText: /move 3, "c9"/ }).waitFor();
  await page.locator('#paste').fill('1. f5 d6 2. c3');
  await page.locator('#load').click();
  await waitForMoves(page, 3);
  assert.equal(await page.locator('#alert').textContent(), '');
  await finish(page);
});
