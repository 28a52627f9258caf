// The board first, at every size: all that is needed to play is in view, nothing jumps, every sensible click
// plays, and one that cannot play says why.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isTried, finish, game, open, place, setUp, tab, visit, waitForMoves } from './harness.js';

const world = setUp();

const touch = { hasTouch: true, isMobile: true };
const SIZES = [
  ['a desk', { viewport: { width: 1280, height: 800 } }],
  ['a phone', { viewport: { width: 390, height: 664 }, ...touch }],
  ['a narrow phone', { viewport: { width: 360, height: 740 }, ...touch }],
  ['a small phone', { viewport: { width: 320, height: 568 }, ...touch }],
  ['a phone on its side', { viewport: { width: 750, height: 342 }, ...touch }],
];
const GAMES = ['tictactoe', 'connect4', 'othello', 'stonehenge', 'draughts', 'checkers'];

const person = { machine: false };
const machine = { machine: true, level: '1', time: 0.1, depth: 2 };
const against = (black, white, rest = {}) => ({ language: 'en', players: { black, white }, ...rest });

/** Clicks or touches the middle of a place, whether it can be played or not. */
async function hitPlace(page, name, { hasTouch }) {
  const { x, y, width, height } = await page.locator(`#board [data-name="${name}"]`).boundingBox();
  await (hasTouch ? page.touchscreen.tap(x + width / 2, y + height / 2) : page.mouse.click(x + width / 2, y + height / 2));
}

/** The names of what cannot be seen without scrolling, or lies under something else. */
const outOfView = (page, selectors) => page.evaluate((selectors) => {
  const isSeen = (node) => {
    const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
    if (width === 0 || left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return false;
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there && (node.contains(there) || there.contains(node));
  };
  const name = (node) => node.id || node.dataset.name || node.className;
  const nodes = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
  return nodes.filter((node) => !isSeen(node)).map(name);
}, selectors);

const NEEDED = ['#strip-top', '#strip-bottom', '#bar', '#board', '#board > button', '#line', '#status', '#back', '#forward', '#hint',
  '#new', '#game', '#tabs button', '.hand > *:not(.gap)', '.strip .emblem', '.count:not(:empty)'];

test('a hint is seen on the board of every game', async () => {
  const page = await open(world);
  const picture = async (name) => page.screenshot({ clip: await page.locator(`#board [data-name="${name}"]`).boundingBox() });
  for (const name of GAMES) {
    await visit(page, `#game=${name}`);
    await page.locator('#hint').click();
    await page.locator('#board .hint').first().waitFor();
    const hinted = await page.locator('#board .hint').evaluateAll((nodes) => nodes.map((node) => node.dataset.name));
    const marked = [];
    for (const one of hinted) marked.push(await picture(one));
    // The same without the mark.
    await page.locator('#board .hint').evaluateAll((nodes) => nodes.forEach((node) => node.classList.remove('hint')));
    for (const [index, one] of hinted.entries()) assert.ok(!(await picture(one)).equals(marked[index]), `${name}: ${one} has no mark`);
  }
  await finish(page);
});

for (const [size, options] of SIZES) {
  for (const language of ['en', 'fr']) {
    test(`all that a game needs is in view on ${size}, in the language ${language}`, async () => {
      const page = await open(world, { settings: against(person, person, { language }), ...options });
      for (const name of GAMES) {
        await visit(page, `#game=${name}`);
        assert.deepEqual(await outOfView(page, NEEDED), [], name);
        const beyond = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);
        assert.deepEqual(beyond.filter((pixels) => pixels > 0), [], `${name}: nothing to scroll`);
        const cut = await page.locator('#actions button, #tabs button, .name, #status').evaluateAll((nodes) => nodes
          .filter((node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 1).map((node) => node.textContent));
        assert.deepEqual(cut, [], `${name}: no text is cut`);
      }
      await finish(page);
    });
  }

  if (isTried(size, 'a phone')) {
    test(`nothing moves while a page loads on ${size}`, async () => {
      const page = await open(world, { hash: '#game=stonehenge', ...options });
      const shifts = await page.evaluate(() => new Promise((resolve) => {
        const told = [];
        new PerformanceObserver((list) => told.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(told.map(({ value, sources }) => [value, ...sources.map(({ node }) => node?.id || node?.className)])), 500);
      }));
      assert.deepEqual(shifts, []);
      await finish(page);
    });

    test(`nothing moves during whole games on ${size}`, async () => {
      for (const name of ['othello', 'stonehenge', 'connect4', 'checkers'].filter((name) => isTried(name, 'othello', 'stonehenge'))) {
        const settings = against(machine, machine);
        const page = await open(world, { hash: `#game=${name}`, settings, ...options });
        await page.evaluate(async () => {
          // What was drawn while the page was loaded has been seen.
          for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => { requestAnimationFrame(resolve); });
          window.shifts = [];
          new PerformanceObserver((list) => {
            for (const { value, sources } of list.getEntries()) window.shifts.push([value, ...sources.map(({ node }) => node?.id || node?.className)]);
          }).observe({ type: 'layout-shift' });
          const box = () => JSON.stringify(['board', 'strip-top', 'strip-bottom', 'actions'].map((id) => document.getElementById(id).getBoundingClientRect()));
          window.boxes = new Set([box()]);
          new MutationObserver(() => window.boxes.add(box())).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        });
        await page.locator('#again').waitFor();
        assert.deepEqual(await page.evaluate(() => window.shifts), []);
        assert.equal(await page.evaluate(() => window.boxes.size), 1);
        await finish(page);
      }
    });
  }

  if (isTried(size, 'a desk', 'a small phone')) {
    test(`who plays, and how strong, is read in full on ${size}`, async () => {
      for (const language of ['en', 'fr', 'de']) {
        const settings = against(person, { ...machine, level: '10' }, { language });
        const page = await open(world, { settings, ...options });
        for (const isOpen of [false, true]) {
          if (isOpen) await tab(page, 'play');
          for (const name of ['othello', 'stonehenge', 'draughts']) {
            await visit(page, `#game=${name}`);
            const cut = await page.locator('.who, .who > span').evaluateAll((nodes) => nodes
              .filter((node) => node.checkVisibility() && node.clientWidth > 1 && node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent));
            assert.deepEqual(cut, [], `${name}, ${language}`);
          }
        }
        await finish(page);
      }
    });
  }

  test(`board, whose turn it is and analysis are seen together on ${size}`, async () => {
    const page = await open(world, { hash: '#game=othello', settings: against(person, person, { tab: 'play' }), ...options });
    await tab(page, 'analysis');
    for (const name of ['othello', 'stonehenge']) {
      await visit(page, `#game=${name}`);
      assert.deepEqual(await outOfView(page, ['#board > button', '.strip.turn', '.strip.turn .count', '.strip.turn .hand > *', '#thought-score', '#tab-analysis']), [], name);
      assert.equal(await page.locator('.strip.turn').count(), 1);
    }
    await finish(page);
  });

  test(`a click anywhere in a column plays there on ${size}`, async () => {
    const page = await open(world, { hash: '#game=connect4', ...options });
    const hit = (name) => hitPlace(page, name, options);
    await hit('D6');
    await waitForMoves(page, 1);
    await hit('D1');
    await waitForMoves(page, 2);
    assert.deepEqual((await game(page)).moves, ['D1', 'D2']);
    await finish(page);
  });

  test(`a click that cannot play says why on ${size}`, async () => {
    const page = await open(world, { hash: '#game=othello&moves=F5', ...options });
    const hit = (name) => hitPlace(page, name, options);
    const note = (text) => page.locator('#note').filter({ hasText: text }).waitFor();
    await hit('A1');
    await note('White cannot play on A1.');
    await hit('F5');
    await note('F5 is taken.');
    assert.equal(await page.locator('#note').isVisible(), true);
    // It is not true of the next position any more.
    await page.locator('#back').click();
    await page.locator('#note:empty').waitFor({ state: 'attached', timeout: 2000 });
    await page.locator('#forward').click();
    assert.deepEqual((await game(page)).moves, ['F5']);
    await finish(page);
  });

  test(`a new game can be undone on ${size}`, async () => {
    const page = await open(world, { hash: '#game=connect4&moves=D1.D2.D3', ...options });
    await page.locator('#new').click();
    await waitForMoves(page, 0);
    await page.locator('#toast-button').filter({ hasText: 'Back to the last game' }).click();
    await waitForMoves(page, 3);
    assert.deepEqual((await game(page)).moves, ['D1', 'D2', 'D3']);
    await finish(page);
  });
}

test('a full column, a game that is over and the machine\'s turn are told apart', async () => {
  const page = await open(world, { hash: '#game=connect4&moves=D1.D2.D3.D4.D5.D6' });
  const note = (text) => page.locator('#note').filter({ hasText: text }).waitFor();
  await hitPlace(page, 'D4', {});
  await note('This column is full.');
  await page.evaluate(() => { location.hash = '#game=connect4&moves=D1.D2.E1.E2.F1.F2.G1'; });
  await waitForMoves(page, 7);
  await hitPlace(page, 'A1', {});
  await note('The game is over.');
  await finish(page);
  const slow = { machine: true, level: '10', time: 60, depth: null };
  const other = await open(world, { hash: '#game=connect4&size=8x7&moves=D1', settings: against(person, slow) });
  await other.locator('#go').click();
  await hitPlace(other, 'A1', {});
  await other.locator('#note').filter({ hasText: 'Yellow is to move, and the machine plays for that side.' }).waitFor();
  await finish(other);
});

test('columns and places are played by their names typed', async () => {
  const page = await open(world, { hash: '#game=connect4' });
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.next), '', 'the first place to play has the focus');
  await page.keyboard.press('d');
  await waitForMoves(page, 1);
  await page.keyboard.press('3');
  await waitForMoves(page, 2);
  await page.locator(':focus').blur();
  await page.keyboard.press('4');
  await waitForMoves(page, 3);
  assert.deepEqual((await game(page)).moves, ['D1', 'C1', 'D2']);
  await finish(page);
  const othello = await open(world, { hash: '#game=othello' });
  await othello.keyboard.press('ArrowRight');
  await othello.keyboard.type('f5');
  await waitForMoves(othello, 1);
  assert.deepEqual((await game(othello)).moves, ['F5']);
  await finish(othello);
  const checkers = await open(world, { hash: '#game=checkers' });
  await checkers.keyboard.type('11-15');
  await waitForMoves(checkers, 1);
  await checkers.keyboard.type('2318');
  await waitForMoves(checkers, 2);
  assert.deepEqual((await game(checkers)).moves, ['11-15', '23-18']);
  await finish(checkers);
});

test('a move is seen before it is made, by hovering and by the focus', async () => {
  const page = await open(world, { hash: '#game=connect4' });
  await page.locator('#board [data-name="C5"]').hover();
  assert.equal(await page.locator('#board .preview').getAttribute('data-name'), 'C1');
  assert.equal(await page.locator('#board .preview .ghost').count(), 1);
  await page.mouse.move(2, 2);
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator('#board .preview').count(), 1);
  await finish(page);
});

test('a stone is dragged from the hand to its place', async () => {
  const page = await open(world, { hash: '#game=stonehenge' });
  await page.locator('.strip.turn .hand [data-name="6"]').hover();
  await page.mouse.down();
  const { x, y, width, height } = await page.locator('#board [data-name="K"]').boundingBox();
  await page.mouse.move(x + width / 2 + 20, y + height / 2, { steps: 4 });
  await page.mouse.move(x + width / 2, y + height / 2);
  assert.equal(await page.locator('.dragged').count(), 1);
  await page.mouse.up();
  await waitForMoves(page, 1);
  assert.deepEqual((await game(page)).moves, ['K6']);
  assert.equal(await page.locator('.dragged').count(), 0);
  await finish(page);
});

test('no label of a board lies outside it', async () => {
  const page = await open(world);
  for (const name of GAMES) {
    await visit(page, `#game=${name}`);
    const outside = await page.evaluate(() => {
      const box = document.getElementById('board').getBoundingClientRect();
      const isOutside = (node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        return right > box.right + 2 || left < box.left - 8 || top < box.top - 2 || bottom > box.bottom + 4;
      };
      return [...document.querySelectorAll('#board .label')].filter(isOutside).map(({ textContent }) => textContent);
    });
    assert.deepEqual(outside, [], name);
  }
  await finish(page);
});

test('the count of each side is beside its name, as label and number', async () => {
  const page = await open(world, { hash: '#game=othello&moves=F5' });
  assert.match(await page.locator('.strip[data-side="black"]').textContent(), /Black .*Discs 4/);
  assert.match(await page.locator('.strip[data-side="white"]').textContent(), /White .*Discs 1/);
  await visit(page, '#game=stonehenge');
  assert.match(await page.locator('.strip[data-side="black"]').textContent(), /Lines 0/);
  await finish(page);
});

const LOOKS = {
  connect4: ['rack', 'ring', 'star'], othello: ['felt', 'disc', 'ring'], tictactoe: ['paper', 'cross', 'nought'], stonehenge: ['turf', 'stone', 'slab'],
};

test('each game has its own board and pieces, told apart by more than colour', async () => {
  const page = await open(world);
  for (const [name, [board, black, white]] of Object.entries(LOOKS)) {
    await visit(page, `#game=${name}`);
    assert.equal(await page.locator('#board').getAttribute('data-board'), board);
    assert.equal(await page.locator(`.strip[data-side="black"] .emblem .shape-${black}`).count(), 1, name);
    assert.equal(await page.locator(`.strip[data-side="white"] .emblem .shape-${white}`).count(), 1, name);
  }
  await finish(page);
});

test('the mark of the last move is in the middle of the disc', async () => {
  const page = await open(world, { hash: '#game=connect4&moves=D1.D2' });
  const middle = (node) => node.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  });
  const [x, y] = await middle(page.locator('#board .last .dot'));
  const [cellX, cellY] = await middle(page.locator('#board .last'));
  assert.ok(Math.hypot(x - cellX, y - cellY) < 1, `${x - cellX}, ${y - cellY}`);
  await finish(page);
});

for (const reducedMotion of ['no-preference', 'reduce']) {
  test(`a disc falls and discs turn, with ${reducedMotion} for motion`, async () => {
    const page = await open(world, { hash: '#game=connect4', reducedMotion });
    const motions = () => page.evaluate(() => window.motions);
    await page.evaluate(() => {
      window.motions = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function count(...rest) {
        window.motions += 1;
        return animate.apply(this, rest);
      };
    });
    await place(page, 'D1').click();
    await waitForMoves(page, 1);
    assert.equal(await motions(), reducedMotion === 'reduce' ? 0 : 1);
    await page.locator('#game').selectOption('othello');
    await place(page, 'F5').click();
    await waitForMoves(page, 1);
    // The disc that is put appears, and one is turned: what it was and what it is.
    assert.equal(await motions(), reducedMotion === 'reduce' ? 0 : 4);
    await finish(page);
  });
}

for (const [size, options] of SIZES) {
  if (!isTried(size, 'a phone', 'a phone on its side')) continue;
  test(`all that is needed is in view with text at twice its size on ${size}`, async () => {
    const page = await open(world, options);
    await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
    for (const name of GAMES) {
      await visit(page, `#game=${name}`);
      assert.deepEqual(await outOfView(page, NEEDED), [], name);
      const { width, height } = await page.locator('#board').boundingBox();
      const { innerWidth, innerHeight } = await page.evaluate(() => ({ innerWidth, innerHeight }));
      const share = Math.max(width / innerWidth, height / innerHeight);
      assert.ok(share > 0.4, `the board of ${name} has ${share} of the window`);
    }
    await finish(page);
  });
}

test('no mark on the board is written in the colour of its ground', async () => {
  const show = { analysis: true, line: true };
  const page = await open(world, { hash: '#game=othello', settings: against(person, person, { show }) });
  // Looked at at once: the line, and with it the numbers, changes while the analysis goes deeper.
  const colours = await (await page.waitForFunction(() => {
    const number = document.querySelector('#board .number.black:not([data-text=""])');
    return number && [getComputedStyle(number, '::before').color, getComputedStyle(number).backgroundColor];
  })).jsonValue();
  assert.deepEqual(colours, ['rgb(255, 255, 255)', 'rgb(27, 28, 31)']);
  await finish(page);
});

test('a note hides neither the board nor a button', async () => {
  for (const [, options] of SIZES) {
    const page = await open(world, { hash: '#game=othello&moves=F5', ...options });
    await hitPlace(page, 'A1', options);
    await page.locator('#note').filter({ hasText: 'White cannot play on A1.' }).waitFor();
    assert.deepEqual(await outOfView(page, NEEDED.filter((selector) => selector !== '#status' && selector !== '#line')), []);
    await finish(page);
  }
});

test('buttons are large enough for a finger', async () => {
  for (const [, options] of SIZES.slice(1)) {
    const page = await open(world, options);
    for (const name of ['connect4', 'stonehenge']) {
      await visit(page, `#game=${name}`);
      // A phone of 320 pixels has no room for six stones of that width.
      const least = name === 'stonehenge' && options.viewport.width < 360 ? 39 : 43.5;
      const small = await page.locator('#new, #actions button, #tabs button, header select, .hand > *').evaluateAll((nodes, least) => nodes
        .filter((node) => node.checkVisibility()).filter((node) => node.offsetHeight < 43.5 || node.offsetWidth < least).map((node) => node.id || node.textContent), least);
      assert.deepEqual(small, [], name);
    }
    await finish(page);
  }
});
