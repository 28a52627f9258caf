// Draughts in the page: pieces that move and capture, a board with two ends, and rules with pictures.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { finish, game, open, place, setUp, tab, violations, waitForMoves } from './harness.js';

const world = setUp();

const person = { machine: false };
const machine = { machine: true, level: '1', time: 0.1, depth: 2 };
const against = (black, white, rest = {}) => ({ language: 'en', players: { black, white }, ...rest });

const VARIANTS = [['draughts', '10x10'], ['draughts', 'frisian'], ['draughts', 'russian'], ['draughts', 'brazilian'], ['draughts', 'italian'], ['checkers', '8x8']];

/** White captures from 38 over 32 to 27, and from there over 22 to 18. */
const TWO_STEPS = '#game=draughts&start=W:W38,48:B5,22,32';

/** The middle of a place. */
async function middle(page, name) {
  const { x, y, width, height } = await page.locator(`#board [data-name="${name}"]`).boundingBox();
  return [x + width / 2, y + height / 2];
}

async function drag(page, from, to) {
  await page.mouse.move(...await middle(page, from));
  await page.mouse.down();
  await page.mouse.move(...await middle(page, to), { steps: 5 });
  await page.mouse.up();
}

test('everybody sits behind their own pieces', async () => {
  for (const [black, white, below] of [[person, machine, '1'], [machine, person, '50'], [person, person, '50']]) {
    const page = await open(world, { hash: '#game=draughts&start=B:W46,47,50:B1,2,5', settings: against(black, white) });
    const above = below === '1' ? '50' : '1';
    assert.ok((await middle(page, below))[1] > (await middle(page, above))[1], `${below} is below ${above}`);
    const own = await page.locator('#strip-bottom').getAttribute('data-side');
    assert.equal(own, below === '1' ? 'black' : 'white');
    // A number beside each row names the square that is nearest to it.
    const labels = await page.locator('#board > .label').allTextContents();
    const numbers = [...Array(10).keys()].map((row) => (below === '1' ? 50 - 5 * row : 5 * row + 1));
    assert.deepEqual(labels.map(Number).sort((a, b) => a - b), numbers.sort((a, b) => a - b));
    await page.locator('#board [data-name="23"]').focus();
    const [, before] = await middle(page, '23');
    await page.keyboard.press('ArrowUp');
    const [, after] = await middle(page, await page.evaluate(() => document.activeElement.dataset.name));
    assert.ok(after < before, 'the arrows lead where they point');
    await finish(page);
  }
});

test('the board turns when somebody takes the other side', async () => {
  const page = await open(world, { hash: '#game=draughts&start=W:W46,47:B1,2', settings: against(machine, person) });
  const [, white] = await middle(page, '46');
  await tab(page, 'play');
  await page.locator('#start-side [data-value="black"]').click();
  await page.locator('#strip-bottom[data-side="black"]').waitFor();
  assert.ok((await middle(page, '46'))[1] < white);
  await finish(page);
});

test('a man is dragged, and a piece that cannot move says so', async () => {
  const page = await open(world, { hash: '#game=draughts' });
  await drag(page, '32', '28');
  await waitForMoves(page, 1);
  await drag(page, '1', '7');
  assert.deepEqual((await game(page)).moves, ['32-28']);
  await page.mouse.click(...await middle(page, '1'));
  await page.locator('#note').filter({ hasText: 'The piece on 1 cannot move.' }).waitFor();
  await finish(page);
});

const WAYS = {
  'click by click': async (page) => { for (const name of ['38', '27', '18']) await place(page, name).click(); },
  'by clicks on its ends': async (page) => { await place(page, '38').click(); await page.mouse.click(...await middle(page, '18')); },
  'by dragging it to the end': (page) => drag(page, '38', '18'),
  'by dragging it step by step': async (page) => { await drag(page, '38', '27'); await place(page, '18').click(); },
};
for (const [way, capture] of Object.entries(WAYS)) {
  test(`a capture of two steps is made ${way}`, async () => {
    const page = await open(world, { hash: TWO_STEPS });
    await capture(page);
    await waitForMoves(page, 1);
    await page.locator('#board [data-name="18"].white').waitFor();
    for (const name of ['22', '32', '38']) await page.locator(`#board [data-name="${name}"].empty`).waitFor();
    // Who does not see the board is told.
    assert.match(await page.locator('#last').textContent(), /White played 38x18\. Taken: 22, 32\./);
    assert.equal(await page.locator('#strip-top .count').textContent(), '1');
    await finish(page);
  });
}

test('a capture is seen going from square to square', async () => {
  const page = await open(world, { hash: TWO_STEPS });
  await page.evaluate(() => {
    window.slides = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function note(frames, ...rest) {
      const moves = frames.filter(({ transform }) => /^translate\(/.test(transform ?? ''));
      if (moves.length) window.slides.push(moves.map(({ transform }) => transform));
      return animate.call(this, frames, ...rest);
    };
  });
  for (const name of ['38', '27', '18']) await place(page, name).click();
  await waitForMoves(page, 1);
  const slides = await page.evaluate(() => window.slides);
  assert.equal(slides.length, 1);
  assert.equal(new Set(slides[0]).size, 2, 'from where it stood, and from the square between');
  await finish(page);
});

test('a king is seen and told', async () => {
  const page = await open(world, { hash: '#game=checkers&start=W:W6,31:B12,20' });
  await place(page, '6').click();
  await place(page, '2').click();
  await waitForMoves(page, 1);
  assert.match(await page.locator('#last').textContent(), /The piece on 2 is a king now\./);
  const king = page.locator('#board [data-name="2"]');
  assert.match(await king.getAttribute('aria-label'), /^2, White, king/);
  assert.equal(await king.locator('.disc').getAttribute('data-text'), '♛');
  await finish(page);
});

test('a variant is named and described as what it is', async () => {
  const page = await open(world, { hash: '#game=draughts&size=italian' });
  await tab(page, 'learn');
  assert.match(await page.locator('#about').textContent(), /8 x 8 squares in which men do not capture kings/);
  assert.equal(await page.locator('#size option:checked').textContent(), 'Italian');
  await finish(page);
});

for (const [name, size] of VARIANTS) {
  test(`the rules of ${name} ${size} have pictures, and are told in every language`, async () => {
    const page = await open(world, { hash: `#game=${name}&size=${size}` });
    await tab(page, 'learn');
    await page.locator('#lessons li').first().waitFor();
    assert.equal(await page.locator('#lessons li').count(), 7);
    assert.ok(await page.locator('#lessons .picture').count() >= 6);
    // The second step shows what is taken: somebody has to capture there.
    const shown = page.locator('#lessons li').nth(1);
    assert.match(await shown.locator('.example').textContent(), / then /);
    assert.equal(await shown.locator('.cell.legal').count(), 1);
    assert.deepEqual(await violations(page), []);
    for (const language of ['fr', 'de']) {
      await tab(page, 'play');
      await page.locator('#language').selectOption(language);
      await tab(page, 'learn');
      const foreign = await page.locator('#lessons p[lang="en"], #about[lang="en"]').allTextContents();
      assert.deepEqual(foreign, [], language);
    }
    await finish(page);
  });
}
