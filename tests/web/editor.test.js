// A position is set up by clicks, with mouse, touch and keyboard, at every size; the program says why one cannot arise.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isTried, finish, game, open, setUp, tab, violations, visit, waitForMoves } from './harness.js';

const world = setUp();

const touch = { hasTouch: true, isMobile: true };
const SIZES = [
  ['a desk', { viewport: { width: 1280, height: 800 } }],
  ['a phone', { viewport: { width: 390, height: 664 }, ...touch }],
  ['a small phone', { viewport: { width: 320, height: 568 }, ...touch }],
  ['a phone on its side', { viewport: { width: 750, height: 342 }, ...touch }],
];
const GAMES = ['tictactoe', 'connect4', 'othello', 'stonehenge', 'draughts', 'checkers'];

const settings = (language) => ({ language, players: { black: { machine: false }, white: { machine: false } } });

async function edit(page) {
  await tab(page, 'moves');
  await page.locator('#record-panel').evaluate((node) => { node.open = true; });
  await page.locator('#set-up').click();
  await page.locator('#editor-done').waitFor();
}

const cell = (page, name) => page.locator(`#board [data-name="${name}"]`);
const piece = (page, name) => page.locator('#editor-pieces').getByRole('button', { name, exact: true });
const told = (page, text) => page.locator('#editor-text').filter({ hasText: text }).waitFor();
const start = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('start');
const waitForStart = (page) => page.waitForFunction(() => location.hash.includes('start='));

for (const [size, options] of SIZES) {
  if (!isTried(size, 'a desk', 'a small phone')) continue;
  test(`all that sets up a position is in view on ${size}, in each language, and everybody can use it`, async () => {
    for (const language of ['en', 'fr', 'de']) {
      const page = await open(world, { settings: settings(language), ...options });
      for (const name of GAMES) {
        await visit(page, `#game=${name}`);
        await edit(page);
        const beyond = await page.evaluate(() => {
          const parts = [...document.querySelectorAll('#board > button, #editor button')].filter((node) => {
            const { left, top, right, bottom } = node.getBoundingClientRect();
            return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
          });
          const cut = [...document.querySelectorAll('#editor button')].filter((node) => node.scrollWidth > node.clientWidth + 1);
          const small = [...document.querySelectorAll('#editor button')].filter((node) => node.offsetHeight < 44);
          return [...parts, ...cut, ...small].map((node) => node.id || node.textContent || node.dataset.name);
        });
        assert.deepEqual(beyond, [], `${name}, ${language}`);
        // What is around the editor is the same at every size.
        if (language === 'en') assert.deepEqual(await violations(page, size === 'a desk' ? 'html' : '#editor'), [], name);
        await page.locator('#editor-cancel').click();
      }
      await finish(page);
    }
  });

  test(`a position is set up by clicks on ${size}, and the game before it is kept`, async () => {
    const page = await open(world, { hash: '#game=connect4&moves=D1.D2', ...options });
    const hit = (name) => (options.hasTouch ? cell(page, name).tap() : cell(page, name).click());
    await edit(page);
    // A click goes through all that can stand there: red, yellow, nothing.
    for (const owner of ['black', 'white', '', 'black']) {
      await hit('A1');
      assert.equal(await cell(page, 'A1').getAttribute('data-owner'), owner);
    }
    await piece(page, 'Yellow').click();
    await hit('B1');
    await piece(page, 'Red').click();
    await hit('D3');
    await page.locator('#editor-sides').getByText('Yellow moves').click();
    await page.locator('#editor-done').click();
    await waitForStart(page);
    assert.equal(start(page), '......./......./......./...X.../...O.../XO.X... w');
    assert.equal(await page.locator('#editor').isVisible(), false);
    assert.deepEqual((await game(page)).moves, []);
    await hit('D4');
    await waitForMoves(page, 1);
    await page.goBack();
    await page.waitForFunction(() => location.hash.includes('at=0') || !location.hash.includes('moves='));
    await page.goBack();
    // The address is there at once, the board when the program has answered, to what was asked before as well.
    await page.locator('#board [data-name="B1"][data-owner=""]').waitFor();
    assert.deepEqual((await game(page)).moves, ['D1', 'D2']);
    await finish(page);
  });
}

test('a position that cannot arise is refused in words, in each language, and nothing is lost', async () => {
  const reasons = {
    en: 'This cannot be set up: the disc on A3 floats above an empty cell.',
    fr: 'Position impossible\u00a0: le jeton en A3 flotte au-dessus d’une case vide.',
    de: 'So geht es nicht: die Scheibe auf A3 schwebt über einem leeren Feld.',
  };
  for (const [language, reason] of Object.entries(reasons)) {
    const page = await open(world, { hash: '#game=connect4&moves=D1.D2', settings: settings(language) });
    const before = page.url();
    await edit(page);
    await cell(page, 'A3').click();
    await page.locator('#editor-done').click();
    await told(page, reason);
    assert.equal(await cell(page, 'A3').getAttribute('data-owner'), 'black', 'the board stays as it was changed');
    await page.locator('#editor-cancel').click();
    assert.equal(await cell(page, 'A3').getAttribute('data-owner'), '');
    assert.equal(await cell(page, 'D1').getAttribute('data-owner'), 'black');
    assert.equal(page.url(), before);
    await cell(page, 'D3').click();
    await waitForMoves(page, 3);
    await finish(page);
  }
});

test('a position is set up with the keyboard alone', async () => {
  const page = await open(world, { hash: '#game=checkers' });
  await tab(page, 'moves');
  await page.locator('#record-panel summary').click();
  await page.locator('#set-up').focus();
  await page.keyboard.press('Enter');
  await page.locator('#editor-clear').focus();
  await page.keyboard.press('Enter');
  await piece(page, 'White, king').focus();
  await page.keyboard.press('Space');
  await cell(page, '1').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), '2, White, king');
  await page.keyboard.press('Delete');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), '2, empty');
  await piece(page, 'Black').focus();
  await page.keyboard.press('Space');
  await cell(page, '10').focus();
  await page.keyboard.press('Enter');
  await page.locator('#editor-done').focus();
  await page.keyboard.press('Enter');
  await waitForStart(page);
  assert.equal(start(page), 'B:WK1:B10');
  await finish(page);
});

test('the stones say who owns the lines', async () => {
  const page = await open(world, { hash: '#game=stonehenge' });
  await edit(page);
  for (const [name, place] of [['Black, 6', 'A'], ['White, 6', 'B']]) {
    await piece(page, name).click();
    await cell(page, place).click();
  }
  await page.locator('#editor-done').click();
  await waitForStart(page);
  assert.equal(start(page), 'Ff................ X.............. b');
  await finish(page);
});

test('the machine waits while a position is set up, and goes on with the game after that', async () => {
  const machine = { machine: true, level: '10', time: 60, depth: null };
  const players = { black: { machine: false }, white: machine };
  const page = await open(world, { hash: '#game=connect4&size=8x7', settings: { language: 'en', players } });
  await cell(page, 'A1').click();
  await page.locator('#stop').waitFor();
  await edit(page);
  await page.locator('.strip.busy').waitFor({ state: 'detached' });
  assert.deepEqual((await game(page)).moves, ['A1']);
  await page.locator('#editor-cancel').click();
  await page.locator('.strip.busy').waitFor();
  await page.locator('#stop').click();
  await waitForMoves(page, 2);
  await finish(page);
});
