// A whole game of each game, with the mouse and with the keyboard alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { game, open, release, setUp, violations, waitForMoves } from './harness.js';

const world = setUp();

const GAMES = ['tictactoe', 'connect4', 'othello', 'stonehenge', 'checkers'];

/** Where the game by the keyboard begins, so that few moves are left: the keys do what they did before. */
const LATE = {
  othello: '&start=-OOOX---OOOOOX----OOXOXXOOOXOXOOOOXXOXOOOXOOXOOXOOX--XX-O--X-X-- X',
  checkers: '&start=B:WK8,18:BK28',
};

/** Numbers that look random and are the same in every run. */
function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * sides);
  };
}

const nextPlaces = (page, root) => page.locator(`${root} button[data-next]`).evaluateAll((nodes) => nodes.map((node) => node.dataset.name));
/** The hand of the side to move. */
const HAND = '.strip.turn .hand';

const isOver = (page) => page.locator('#again').isVisible();

/** Lets `move` play until the game is over; it gets the places of the board and those beside it. */
async function playOut(page, move) {
  for (let ply = 0; !(await isOver(page)); ply += 1) {
    assert.ok(ply < 300, 'the game ends');
    await move(await nextPlaces(page, '#board'), await nextPlaces(page, HAND));
    // A piece was picked: it goes on to the squares that it reaches.
    while (await page.locator('#board .picked').count()) await move(await nextPlaces(page, '#board'), []);
    await waitForMoves(page, ply + 1);
    await page.waitForFunction((at) => document.querySelector('#moves [aria-current]')?.dataset.ply === at, String(ply + 1));
  }
}

async function checkTheEnd(page, name) {
  assert.match(await page.locator('#status').textContent(), /The game is over: (Black|White|Red|Yellow|X|O|a draw)/);
  assert.equal((await game(page)).game, name);
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(await violations(page), []);
}

for (const name of GAMES) {
  test(`a whole game of ${name} by clicks`, async () => {
    const page = await open(world, { hash: `#game=${name}` });
    const roll = dice(7);
    const click = (root, names) => page.locator(`${root} button[data-name="${names[roll(names.length)]}"]`).click();
    await playOut(page, async (cells, choices) => {
      if (choices.length) await click(HAND, choices);
      if (cells.length) await click('#board', choices.length ? await nextPlaces(page, '#board') : cells);
      if (!cells.length && !choices.length) await page.locator('#banner-button').click();
    });
    await checkTheEnd(page, name);
    await release(page);
  });

  test(`a game of ${name} to its end by the keyboard alone`, async () => {
    const page = await open(world, { hash: `#game=${name}${LATE[name] ?? ''}`, reducedMotion: 'reduce' });
    const roll = dice(11);
    await tabTo(page, '#board');
    await playOut(page, async (cells, choices) => {
      if (cells.length) {
        await tabTo(page, '#board');
        await walkTo(page, cells[roll(cells.length)], roll);
        await page.keyboard.press('Enter');
      }
      if (choices.length) {
        await tabTo(page, HAND);
        const there = await nextPlaces(page, HAND);
        for (let step = roll(there.length); step > 0; step -= 1) await page.keyboard.press('Tab');
        await page.keyboard.press(roll(2) ? 'Enter' : 'Space');
      }
      if (!cells.length && !choices.length) {
        await tabTo(page, '#banner');
        await page.keyboard.press('Enter');
      }
    });
    await checkTheEnd(page, name);
    await release(page);
  });
}

/** Presses Tab until the focus is in there. */
async function tabTo(page, root) {
  const isThere = () => page.evaluate((root) => document.querySelector(root)?.contains(document.activeElement), root);
  for (let steps = 0; !(await isThere()); steps += 1) {
    assert.ok(steps < 100, `Tab leads to ${root}`);
    await page.keyboard.press('Tab');
  }
}

/** Presses arrow keys until the focus is on that place of the board. */
async function walkTo(page, name, roll) {
  const way = () => page.evaluate((name) => {
    const from = document.activeElement;
    const to = document.querySelector(`#board button[data-name="${name}"]`);
    return { x: to.offsetLeft - from.offsetLeft, y: to.offsetTop - from.offsetTop };
  }, name);
  for (let steps = 0; steps < 200; steps += 1) {
    const { x, y } = await way();
    if (Math.abs(x) <= 1 && Math.abs(y) <= 1) return;
    const isAcross = Math.abs(x) > Math.abs(y) !== (roll(6) === 0) ? Math.abs(x) > 1 : Math.abs(y) <= 1;
    await page.keyboard.press(isAcross ? (x > 0 ? 'ArrowRight' : 'ArrowLeft') : y > 0 ? 'ArrowDown' : 'ArrowUp');
  }
  assert.fail(`the arrows do not lead to ${name}`);
}
