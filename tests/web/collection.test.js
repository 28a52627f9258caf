// Files with many games: a list to search, from which a click opens one.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { finish, game, open, setUp, tab, violations, waitForMoves } from './harness.js';

const world = setUp();

const touch = { hasTouch: true, isMobile: true };
const SIZES = [
  ['a desk', { viewport: { width: 1280, height: 800 } }],
  ['a phone', { viewport: { width: 390, height: 664 }, ...touch }],
  ['a small phone', { viewport: { width: 320, height: 568 }, ...touch }],
  ['a phone on its side', { viewport: { width: 750, height: 342 }, ...touch }],
];

/** A WTHOR file: each game has two players by number, the discs of Black, and squares. */
function wthor(year, games) {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(games.length, 4);
  head.writeUInt16LE(year, 10);
  head[12] = 8;
  return Buffer.concat([head, ...games.map(({ black, white, discs, squares }) => {
    const bytes = Buffer.alloc(68);
    bytes.writeUInt16LE(1, 0);
    bytes.writeUInt16LE(black, 2);
    bytes.writeUInt16LE(white, 4);
    bytes[6] = discs;
    bytes.set(squares, 8);
    return bytes;
  })]);
}

function names(width, all) {
  const head = Buffer.alloc(16);
  head.writeUInt16LE(all.length, 8);
  return Buffer.concat([head, ...all.map((name) => Buffer.concat([Buffer.from(name, 'latin1'), Buffer.alloc(width)]).subarray(0, width))]);
}

const file = (name, buffer) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(buffer) });

const GAMES = Array.from({ length: 900 }, (_, index) => ({ black: index % 3, white: (index + 1) % 3, discs: 20 + (index % 30), squares: index === 500 ? [56, 64] : [56, 66, 65] }));
const TOURNAMENT = [
  file('WTH_2024.wtb', wthor(2024, GAMES)),
  file('WTHOR.JOU', names(20, ['Tamenori', 'Ben Seeley', 'Marc Lef\xe8vre'])),
  file('WTHOR.TRN', names(26, ['?', 'Paris Open'])),
];

async function pick(page, files) {
  await tab(page, 'moves');
  await page.locator('#record-panel').evaluate((node) => { node.open = true; });
  await page.locator('#file').setInputFiles(files);
}

const found = (page, text) => page.locator('#found').filter({ hasText: text }).waitFor();

for (const [size, options] of SIZES) {
  test(`the games of a tournament are listed, searched and opened on ${size}`, async () => {
    const page = await open(world, { hash: '#game=connect4', ...options });
    await pick(page, TOURNAMENT);
    await found(page, '900 games, the first 100');
    assert.equal(await page.locator('#games button').first().textContent(), 'Tamenori – Ben Seeley20-44 · Paris Open · 2024');
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.querySelector('#panel-moves').scrollWidth <= document.querySelector('#panel-moves').clientWidth));
    await page.locator('#search').fill('lefèvre tamenori 40-24');
    await found(page, /^30 games of 900$/);
    const [first] = await page.locator('#games button').all();
    await (options.hasTouch ? first.tap() : first.click());
    await page.waitForFunction(() => location.hash.includes('game=othello'));
    await waitForMoves(page, 3);
    assert.deepEqual((await game(page)).moves, ['F5', 'F6', 'E6']);
    await finish(page);
  });
}

test('a game that cannot be played is refused in words, and the list stays', async () => {
  const page = await open(world, { hash: '#game=othello&moves=F5' });
  const bad = file('bad.wtb', wthor(2024, [{ black: 0, white: 1, discs: 40, squares: [11] }, GAMES[0]]));
  await pick(page, [bad]);
  await found(page, /^2 games$/);
  await page.locator('#games button').first().click();
  await page.locator('#alert').filter({ hasText: 'Refused: move 1 of the record, "A1", is not legal.' }).waitFor();
  assert.deepEqual((await game(page)).moves, ['F5']);
  await page.locator('#games button').nth(1).focus();
  await page.keyboard.press('Enter');
  await waitForMoves(page, 3);
  await finish(page);
});

test('files of other formats are listed in the same way, dropped on the page too', async () => {
  const page = await open(world, { hash: '#game=connect4' });
  // A file before that was refused is no longer spoken of.
  await pick(page, [file('empty.pdn', '')]);
  await page.locator('#alert').filter({ hasText: /./ }).waitFor();
  const pdn = '[Event "Cup"]\n[White "Ann"]\n[Black "Bob"]\n[Date "2020"]\n[Result "2-0"]\n1. 32-28 19-23 2-0\n\n[White "Cid"]\n[GameType "21"]\n1. 11-15 *\n';
  await pick(page, [file('games.pdn', pdn)]);
  await found(page, /^2 games$/);
  assert.equal(await page.locator('#alert').textContent(), '');
  // The first points of the result are those of the first name.
  assert.equal(await page.locator('#games').textContent(), 'Ann – Bob2-0 · Cup · 2020Cid – ?');
  await page.locator('#games button').nth(1).click();
  await page.waitForFunction(() => location.hash.includes('game=checkers'));
  await tab(page, 'moves');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['(;GM[tictactoe]SZ[3]PB[Eve];B[B2])(;GM[tictactoe]SZ[3];B[A1];W[B2])'], 'some.sgf'));
    document.querySelector('#board').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.locator('#games').filter({ hasText: 'Game 2' }).waitFor();
  await page.locator('#games button').nth(1).click();
  await waitForMoves(page, 2);
  assert.equal((await game(page)).game, 'tictactoe');
  await finish(page);
});

test('a file with one game, a list of moves or nonsense does what pasting it does', async () => {
  const page = await open(world, { hash: '#game=othello' });
  await pick(page, [file('one.sgf', '(;GM[tictactoe]SZ[3];B[B2])')]);
  await waitForMoves(page, 1);
  assert.equal((await game(page)).game, 'tictactoe');
  await pick(page, [file('moves.txt', 'f5d6c3')]);
  await waitForMoves(page, 3);
  await pick(page, [file('nonsense.txt', 'hello')]);
  await page.locator('#alert').filter({ hasText: 'Refused: ' }).waitFor();
  assert.deepEqual((await game(page)).moves, ['F5', 'D6', 'C3']);
  await finish(page);
});
