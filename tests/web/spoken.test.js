// Games played by those who hear the page: by the keyboard, through the accessibility tree alone. Moves, captures,
// lines and the end are told in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { finish, open, place, release, setUp, waitForMoves } from './harness.js';

const world = setUp();

const GAMES = ['tictactoe', 'connect4', 'othello', 'stonehenge', 'draughts'];

/** Where the longest games begin, so that fewer moves are left. */
const LATE = {
  othello: '&start=-OOOX---OOOOOX----OOXOXXOOOXOXOOOOXXOXOOOXOOXOOXOOX--XX-O--X-X-- X',
  draughts: '&start=W:W34,35,36,39,46:B14,23,25,27',
};

/** What a screen reader knows: the element with the focus, and what live regions have said. */
async function listener(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const value = (property) => property?.value ?? '';
  return {
    async focus() {
      const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
      const { nodes } = await session.send('Accessibility.getPartialAXTree', { objectId: result.objectId, fetchRelatives: false });
      return { role: value(nodes[0].role), name: value(nodes[0].name) };
    },
    async said() {
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      const texts = new Map(nodes.map((node) => [node.nodeId, node]));
      const words = (node) => (node.role?.value === 'StaticText' ? value(node.name) : (node.childIds ?? []).map((id) => (texts.has(id) ? words(texts.get(id)) : '')).join(''));
      return nodes.filter(({ role }) => ['status', 'alert'].includes(value(role))).map(words).join(' ');
    },
  };
}

/** Numbers that look random and are the same in every run. */
function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * sides);
  };
}

const isPlayable = ({ role, name }) => role === 'button' && /, legal/.test(name);

/** Presses Tab until something with the focus fits. */
async function tabTo(page, reader, fits) {
  for (let steps = 0; steps < 120; steps += 1) {
    const here = await reader.focus();
    if (fits(here)) return here;
    await page.keyboard.press('Tab');
  }
  return assert.fail('Tab leads there');
}

for (const name of GAMES) {
  test(`a game of ${name} is played by ear and keyboard alone`, async () => {
    const page = await open(world, { hash: `#game=${name}${LATE[name] ?? ''}`, reducedMotion: 'reduce' });
    const reader = await listener(page);
    const roll = dice(5);
    const heard = [];
    for (let ply = 0; ply < 300; ply += 1) {
      const said = await reader.said();
      heard.push(said);
      if (/The game is over/.test(said)) break;
      if (/must pass/.test(said)) {
        await tabTo(page, reader, ({ role, name }) => role === 'button' && name === 'Pass');
        await page.keyboard.press('Enter');
        await waitForMoves(page, ply + 1);
        continue;
      }
      // On the board first, where a key leads from one place to play to the next.
      const onBoard = name === 'draughts' ? /^\d+, / : /^[A-Z]\d*, /;
      const isCell = (here) => isPlayable(here) && (name === 'draughts' ? /^\d+, / : /^[A-Z]\d*, empty/).test(here.name);
      await tabTo(page, reader, (here) => here.role === 'button' && onBoard.test(here.name));
      const key = ['PageDown', 'PageUp'][roll(2)];
      for (let steps = roll(4); steps >= 0; steps -= 1) await page.keyboard.press(key);
      assert.ok(isCell(await reader.focus()), `${key} leads to a place to play`);
      await page.keyboard.press('Enter');
      // A piece has been picked: a key leads to where it can go.
      while (name === 'draughts' && await page.locator('#board .picked').count()) {
        await page.keyboard.press('PageDown');
        assert.ok(isCell(await reader.focus()), 'to the next square');
        await page.keyboard.press('Enter');
      }
      if (name === 'stonehenge') {
        await tabTo(page, reader, (here) => isPlayable(here) && /^\d, /.test(here.name));
        await page.keyboard.press('Enter');
      }
      await waitForMoves(page, ply + 1);
      await page.waitForFunction((at) => document.querySelector('#moves [aria-current]')?.dataset.ply === at, String(ply + 1));
    }
    assert.match(heard.at(-1), /The game is over: /);
    assert.match(heard[1], /(Black|White|Red|X) played ([A-Z]\d|\d+-\d+)\./);
    if (name === 'othello') assert.match(heard[1], /Turned over: [A-H][1-8]\./);
    if (name === 'draughts') assert.match(heard.join('\n'), /played \d+x\d+\. Taken: \d+/);
    if (name === 'stonehenge') assert.match(heard.join('\n'), /The line [A-S, ]+ is (Black|White)’s\./);
    await finish(page);
  });
}

test('the end says by how much', async () => {
  const ending = 'B4.E1.N1.L5.O5.J6.P6.A4.Q3.F3.C3.H2.D1.G2';
  const page = await open(world, { hash: `#game=stonehenge&moves=${ending}` });
  await place(page, '2').click();
  await place(page, 'R').click();
  await page.locator('#status').filter({ hasText: 'The game is over: Black wins by 8 to ' }).waitFor();
  await release(page);
  const wiped = await open(world, { hash: '#game=othello&moves=E6.F4.E3.F6.G5.D6.E7.F5.C5' });
  // The empty squares count for the winner, so that the margin is told and not the count.
  assert.match(await wiped.locator('#status').textContent(), /Black wins by 64\./);
  await release(wiped);
});
