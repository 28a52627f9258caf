// The rules, for somebody who has never seen the game: told in the page, with pictures, in the user's language.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { choose, finish, game, open, release, setUp, tab, violations, visit, waitForMoves } from './harness.js';

const world = setUp();

const GAMES = ['tictactoe', 'connect4', 'othello', 'stonehenge', 'draughts', 'checkers'];
const person = { machine: false };
const speaking = (language) => ({ language, players: { black: person, white: person } });
const THEN = { en: ', then ', fr: ', puis ', de: ', dann ' };

const steps = (page) => page.locator('#lessons p:first-of-type').allTextContents();

for (const [language, then] of Object.entries(THEN)) {
  test(`the first turn of each game is played by doing what the rules say, in ${language}`, async () => {
    const page = await open(world, { settings: speaking(language) });
    await tab(page, 'learn');
    for (const name of GAMES) {
      await visit(page, `#game=${name}`);
      const example = await page.locator('#lessons .example').first().textContent();
      const places = example.replace(/^[^:]*: ?/, '').replace(/\.$/, '').split(then);
      for (const place of places) await page.locator(`.strip.turn .hand [data-name="${place}"], #board [data-name="${place}"]`).click();
      await waitForMoves(page, 1);
      assert.ok((await steps(page)).every((text) => text.length > 30), `each step of ${name} says something`);
    }
    await finish(page);
  });
}

test('the rules of Stonehenge say what a move is, who owns a line and why the game is over', async () => {
  const page = await open(world, { hash: '#game=stonehenge' });
  await tab(page, 'learn');
  await page.locator('#lessons li').first().waitFor();
  const text = (await steps(page)).join('\n');
  for (const told of [/A move puts one of your stones on an empty cell/, /A line goes to the side with the larger sum/, /equal sums goes to/, /The game is over as soon as a side owns eight lines/]) {
    assert.match(text, told);
  }
  // The pictures show it: a line that is owned, and a game in which eight are.
  const pictures = page.locator('#lessons .picture');
  assert.equal(await pictures.nth(0).locator('polyline.black, polyline.white').count(), 0);
  assert.ok(await pictures.nth(1).locator('polyline.line.white').count() > 0);
  assert.equal(await pictures.nth(3).locator('polyline.line.black').count(), 8);
  await release(page);
});

test('each step has a picture of the game, which no key or screen reader stops at', async () => {
  const page = await open(world, { hash: '#game=tictactoe' });
  await tab(page, 'learn');
  for (const [name, board] of [['tictactoe', 'paper'], ['connect4', 'rack'], ['othello', 'felt'], ['stonehenge', 'turf']]) {
    await choose(page, name);
    await page.locator(`#lessons .board[data-board="${board}"]`).first().waitFor();
    const count = await page.locator('#lessons li').count();
    assert.ok(count >= 3, `${name} has ${count} steps`);
    const pictures = await page.locator(`#lessons .picture[inert] .board[data-board="${board}"]`).count();
    assert.ok(pictures >= 3, `${name} has ${pictures} pictures`);
    assert.deepEqual(await violations(page), []);
  }
  await finish(page);
});

test('the rules follow the language, and are English for a game that it does not know', async () => {
  const page = await open(world, { hash: '#game=connect4' });
  await tab(page, 'learn');
  await page.locator('#lessons li').first().waitFor();
  await page.evaluate(async () => {
    const { GERMAN } = await import('/german.js');
    delete GERMAN.sentences['Four discs of your colour in a row win: across, upwards or diagonally.'];
  });
  await tab(page, 'play');
  await page.locator('#language').selectOption('de');
  await tab(page, 'learn');
  const texts = await steps(page);
  assert.match(texts[0], /^Rot beginnt/);
  assert.match(texts[1], /^Four discs/);
  assert.equal(await page.locator('#lessons p:first-of-type').nth(1).getAttribute('lang'), 'en');
  assert.equal((await game(page)).game, 'connect4');
  await release(page);
});
