// The review of a game in the page: judged in the background, with the mistakes marked and to be tried again.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { finish, open, place, setUp, tab, waitForMoves } from './harness.js';

const world = setUp();

// X takes the centre, and O answers at an edge, which loses; then X lets O off.
const GAME = '#game=tictactoe&moves=B2.B1.A1.C3.C1';

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
  assert.match(await page.locator('#review-summary').textContent(), /O: 1 mistake\./);
  // The bar tells what the review has found.
  const bar = page.locator('#bar');
  await page.locator('#moves button[data-ply="3"]').click();
  await page.waitForFunction(() => document.querySelector('#bar').getAttribute('aria-valuenow') === '100');
  assert.match(await bar.getAttribute('aria-label'), /X wins/);
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
  // It stays there, whatever the engine thinks of the position.
  const better = await page.locator('#board .number').evaluateAll((nodes) => nodes.map(({ dataset }) => dataset.name));
  await tab(page, 'analysis');
  await page.locator('#show-analysis').check();
  await page.locator('#show-thoughts').check();
  await page.locator('#thought-depth').filter({ hasText: /./ }).waitFor();
  assert.deepEqual(await page.locator('#board .number').evaluateAll((nodes) => nodes.map(({ dataset }) => dataset.name)), better);
  await page.locator('#show-analysis').uncheck();
  await tab(page, 'moves');
  const said = page.locator('#review-text');
  assert.match(await said.textContent(), /^O plays B1: a mistake\./);
  await page.locator('#moves button[data-ply="2"]').click();
  await page.locator('#review-again').click();
  await page.locator('#puzzle-text').filter({ hasText: 'Find the best move' }).waitFor();
  await page.locator('#moves button[data-ply="1"][aria-current]').waitFor();
  assert.equal(await said.textContent(), 'Find the best move.');
  await place(page, 'B1').click();
  await page.locator('#puzzle-text').filter({ hasText: 'B1 is not the best move' }).waitFor();
  await page.locator('#moves button[data-ply="5"]').waitFor();
  await page.locator('#moves button[data-ply="2"]').click();
  await finish(page);
});

// A game of the program against itself but for two moves, each the worst that there was: White's 22nd and Black's 35th.
const LONG = ['D3.C5.F6.F5.E6.E3.C3.F3.C4.B4.C6.D2.C2.D6.B5.F4.E1.C1.D1.F1.D7.C7.E2.B6.G6.F2.A5.A6.B3.G5.A4.F7.C8.D8',
  'B1.A1.E8.F8.E7.B8.H4.A2.A3.B7.A8.A7.G7.H8.G8.H5.G4.H3.G2.G1.pass.H2.H1.B2.H6.H7.pass.G3'].join('.');
/** The seconds for each position; a page takes half a second. */
const REVIEW_TIME = Number(process.env.HEELSTONE_REVIEW_TIME ?? 0.1);

test('the review of a whole game of Othello tells how far it is, and finds the blunders in it', async () => {
  const page = await open(world, { hash: '#game=othello' });
  await page.evaluate((time) => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function hurry(text) {
      const message = JSON.parse(text);
      send.call(this, message.do === 'review' && message.on ? JSON.stringify({ ...message, time }) : text);
    };
  }, REVIEW_TIME);
  await page.evaluate((moves) => { location.hash = `#game=othello&moves=${moves}`; }, LONG);
  await waitForMoves(page, 62);
  await tab(page, 'moves');
  await page.locator('#review-start').click();
  // Bar and words at once: the next move may be judged right after.
  await page.waitForFunction(() => {
    const { value, max } = document.querySelector('#review-progress');
    return value > 0 && value < max && /^[1-5]?\d of 62 moves judged\./.test(document.querySelector('#review-summary').textContent);
  });
  await page.locator('#review-progress').waitFor({ state: 'hidden' });
  for (const ply of [22, 35]) assert.match(await page.locator(`#moves button[data-ply="${ply}"]`).textContent(), / \?\?$/);
  await page.locator('#moves button[data-ply="34"]').click();
  const summary = await page.locator('#review-summary').textContent();
  console.log(`a review of 62 moves at ${REVIEW_TIME} s each: ${summary}`);
  // The button leads from mistake to mistake.
  await page.locator('#review-next').click();
  await page.locator('#moves button[data-ply="35"][aria-current]').waitFor();
  assert.match(await page.locator('#review-text').textContent(), /^Black plays B1: a blunder\. It gives away [\d.]+ discs\. [A-H][1-8] was best/);
  await finish(page);
});

test('a list of moves is pasted like a record, and a wrong one is refused in words', async () => {
  const page = await open(world, { hash: '#game=othello' });
  await waitForMoves(page, 0);
  await tab(page, 'moves');
  await page.locator('#record-panel summary').click();
  await page.locator('#paste').fill('1. f5 d6 2. c9');
  await page.locator('#load').click();
  await page.locator('#paste-error').filter({ hasText: /move 3, "c9"/ }).waitFor();
  await page.locator('#paste').fill('1. f5 d6 2. c3');
  await page.locator('#load').click();
  await waitForMoves(page, 3);
  assert.equal(await page.locator('#paste-error').isVisible(), false);
  // A list of another game, and a link.
  await page.locator('#paste').fill('4455');
  await page.locator('#load').click();
  await page.locator('#board[data-board="rack"]').waitFor();
  await waitForMoves(page, 4);
  await page.locator('#paste').fill('Look: http://localhost:1/#game=tictactoe&size=3x3&moves=B2.A1.C3');
  await page.locator('#load').click();
  await waitForMoves(page, 3);
  assert.match(page.url(), /game=tictactoe/);
  await finish(page);
});

test('a puzzle says what is right and what is wrong, and how the game goes on', async () => {
  const page = await open(world, { hash: '#game=tictactoe' });
  await waitForMoves(page, 0);
  await tab(page, 'learn');
  await page.locator('#puzzle-new').click();
  await page.locator('#puzzle-text').filter({ hasText: /Find the only winning move/ }).waitFor();
  await page.locator('#puzzle-solution:enabled').click();
  const solution = await page.locator('#puzzle-text').filter({ hasText: /The only winning move is/ }).textContent();
  const right = solution.match(/is (\w+)\./)[1];
  assert.match(await page.locator('#puzzle-about').textContent(), new RegExp(`Best play: ${right}`));
  assert.deepEqual(await page.locator('#board .hint').evaluateAll((nodes) => nodes.map(({ dataset }) => dataset.name)), [right]);
  // The position is still there: the move that wins can be played.
  await place(page, right).click();
  await waitForMoves(page, 1);

  // The next one is a touch away, beside the board.
  await page.locator('#puzzle-next').click();
  await page.locator('#puzzle-text').filter({ hasText: /Find the only winning move/ }).waitFor();
  await waitForMoves(page, 0);
  const places = page.locator('#board [data-next]');
  await places.first().waitFor();
  const said = /not the best move|is right/;
  await places.first().click();
  await page.locator('#puzzle-text').filter({ hasText: said }).waitFor();
  await finish(page);
});

test('a puzzle is solved by the side that is to move, and what was right is told until the next move', async () => {
  const settings = { language: 'en', players: { black: { machine: true, level: '1' }, white: { machine: true, level: '1' } }, show: {} };
  for (const side of ['black', 'white']) {
    settings.players[side].machine = false;
    const page = await open(world, { hash: '#game=tictactoe', settings });
    settings.players[side].machine = true;
    await tab(page, 'learn');
    await page.locator('#puzzle-new').click();
    const task = await page.locator('#puzzle-text').filter({ hasText: /wins/ }).textContent();
    const strip = page.locator('.strip').filter({ hasText: new RegExp(`^${task[0]}`) });
    await strip.filter({ hasText: 'you' }).waitFor();
    await page.locator('#puzzle-about').filter({ hasText: /to move/ }).waitFor();
    await page.locator('#puzzle-solution:enabled').click();
    const right = (await page.locator('#puzzle-text').filter({ hasText: /only winning move is/ }).textContent()).match(/is (\w+)\./)[1];
    await place(page, right).click();
    await page.locator(`#board [data-name="${right}"][aria-disabled]`).waitFor();
    await page.locator('#puzzle-text').filter({ hasText: /only winning move is/ }).waitFor();
    await finish(page);
  }
});

test('the opening has a name, and the moves of the book can be played', async () => {
  const page = await open(world, { hash: '#game=othello&moves=F5.D6.C3.D3.C4' });
  await waitForMoves(page, 5);
  await tab(page, 'analysis');
  await page.locator('#opening-name').filter({ hasText: 'Tiger' }).waitFor();
  const moves = page.locator('#explorer button');
  const first = await moves.first().getAttribute('data-move');
  await moves.first().click();
  await waitForMoves(page, 6);
  assert.match(page.url(), new RegExp(`C4\\.${first}$`));
  await finish(page);
});
