// A player's actions besides playing on: taking back, reloading, passing, asking, two machines.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PROGRAM, choose, finish, game, open, place, release, serve, setUp, tab, violations, visit, waitForMoves } from './harness.js';

const world = setUp();

const machine = (extra) => ({ machine: true, level: '1', time: 1, depth: null, ...extra });
const person = { machine: false };
const settings = (black, white, show = {}) => ({ language: 'en', players: { black, white }, show: { thoughts: false, curve: false, ...show } });

test('the machine answers, a move is taken back with its answer, and played again', async () => {
  const page = await open(world, { hash: '#game=connect4', settings: settings(person, machine()) });
  await place(page, 'D1').click();
  await waitForMoves(page, 2);
  const { moves } = await game(page);
  await page.locator('#back').click();
  await page.waitForFunction(() => location.hash.includes('at=0'));
  assert.match(await page.locator('#board button[data-name="D1"]').getAttribute('aria-label'), /empty/);
  await page.locator('#forward').click();
  await page.waitForFunction(() => !location.hash.includes('at='));
  assert.deepEqual((await game(page)).moves, moves);
  await finish(page);
});

test('nothing can be taken back before the user has moved', async () => {
  const page = await open(world, { hash: '#game=tictactoe', settings: settings(machine(), person) });
  await waitForMoves(page, 1);
  assert.equal(await page.locator('#back').isEnabled(), false);
  await page.locator('#board > button.legal').first().click();
  await waitForMoves(page, 3);
  await page.locator('#back').click();
  await page.waitForFunction(() => location.hash.includes('at=1'));
  assert.equal(await page.locator('#back').isEnabled(), false);
  await finish(page);
});

test('a click in the list of moves goes there, and another move begins another line', async () => {
  const page = await open(world, { hash: '#game=connect4&moves=D1.D2.D3.D4' });
  await tab(page, 'moves');
  await page.locator('#moves button').nth(2).click();
  await page.waitForFunction(() => location.hash.includes('at=2'));
  assert.equal(await page.locator('#moves [aria-current]').textContent(), '2.  D2');
  await place(page, 'C1').click();
  await waitForMoves(page, 3);
  assert.deepEqual((await game(page)).moves, ['D1', 'D2', 'C1']);
  await page.locator('body').press('Backspace');
  await page.waitForFunction(() => location.hash.includes('at=2'));
  await finish(page);
});

test('after a jump the machine waits until it is told to go on', async () => {
  const page = await open(world, { hash: '#game=tictactoe&moves=B2.A1.C1&at=1', settings: settings(person, machine()) });
  await page.locator('#go').waitFor();
  assert.match(await page.locator('#status').textContent(), /waits/);
  await page.locator('#go').click();
  await page.waitForFunction(() => document.querySelector('#moves [aria-current]').dataset.ply === '2');
  await finish(page);
});

test('a stone is picked by its number, and another one instead', async () => {
  const page = await open(world, { hash: '#game=stonehenge' });
  await page.locator('#board button[data-name="K"]').focus();
  await page.keyboard.press('4');
  await page.keyboard.press('6');
  assert.equal(await page.locator('.hand .picked').getAttribute('data-name'), '6');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 1);
  assert.deepEqual((await game(page)).moves, ['K6']);
  assert.equal(await page.locator('#board button[data-name="O"] .disc').getAttribute('data-text'), 'O');
  await finish(page);
});

test('a reload keeps the game, and a link restores it elsewhere', async () => {
  const page = await open(world, { hash: '#game=stonehenge' });
  await place(page, '6').click();
  await place(page, 'K').click();
  await waitForMoves(page, 1);
  await page.reload();
  await page.locator('#board .cell.black').waitFor();
  assert.deepEqual((await game(page)).moves, ['K6']);
  const hash = new URL(page.url()).hash;
  const other = await open(world, { hash });
  await other.locator('#board .cell.black').waitFor();
  assert.equal(await other.locator('#board .cell.black .disc').getAttribute('data-text'), '6');
  await finish(other);
  await finish(page);
});

test('a forced pass is announced loudly and played by a click', async () => {
  const start = '--------------------------XXX------XX-------XXOO------O------O-X X';
  const page = await open(world, { hash: `#game=othello&start=${encodeURIComponent(start)}` });
  const banner = page.locator('#banner');
  await banner.waitFor();
  assert.match(await banner.textContent(), /Black has no legal move and must pass/);
  assert.equal(await banner.getAttribute('role'), 'alert');
  await page.locator('#banner-button').click();
  await waitForMoves(page, 1);
  assert.match(await banner.textContent(), /Black had no legal move and has passed/);
  assert.match(await page.locator('#status').textContent(), /White to move/);
  await finish(page);
});

test('a phone shows a pass and the result with a panel open, too', async () => {
  const start = '------------------------OXXXX------XX--------------------------- X';
  for (const viewport of [{ width: 360, height: 740 }, { width: 740, height: 360 }]) {
    const page = await open(world, { hash: `#game=othello&start=${encodeURIComponent(start)}`, viewport });
    await tab(page, 'moves');
    await page.locator('#banner-button').click();
    await waitForMoves(page, 1);
    await visit(page, '#game=connect4&moves=D1.D2.E1.E2.F1.F2.G1');
    await page.locator('#status').filter({ hasText: 'Red wins.' }).waitFor({ state: 'visible' });
    const { x, y, width, height } = await page.locator('#status').boundingBox();
    const top = await page.evaluate(([x, y]) => document.elementFromPoint(x, y).id, [x + width / 2, y + height / 2]);
    assert.equal(top, 'status', 'nothing lies over it');
    await finish(page);
  }
});

test('the machine that has to pass says so', async () => {
  const start = '--------------------------XXX------XX-------XXOO------O------O-X X';
  const page = await open(world, { hash: `#game=othello&start=${encodeURIComponent(start)}`, settings: settings(machine(), person) });
  await waitForMoves(page, 1);
  assert.match(await page.locator('#banner').textContent(), /Black had no legal move and has passed/);
  assert.match(await page.locator('#status').textContent(), /White: your turn/);
  await finish(page);
});

test('a win is shown with its line, and another game begins', async () => {
  const page = await open(world, { hash: '#game=connect4&moves=D1.D2.E1.E2.F1.F2' });
  await place(page, 'G1').click();
  await page.locator('#again').waitFor();
  assert.match(await page.locator('#status').textContent(), /The game is over: Red wins\./);
  const won = await page.locator('#board .won').evaluateAll((nodes) => nodes.map((node) => node.dataset.name).sort());
  assert.deepEqual(won, ['D1', 'E1', 'F1', 'G1']);
  // The list of moves has the pieces of the board.
  assert.deepEqual([await page.locator('#moves .shape-ring').count(), await page.locator('#moves .shape-star').count()], [4, 3]);
  assert.equal(await page.locator('#board polyline.line.black').count(), 1);
  await page.locator('#again').click();
  await waitForMoves(page, 0);
  assert.equal(await page.locator('#board .cell.black').count(), 0);
  await finish(page);
});

test('the lines of Stonehenge show their owners', async () => {
  const page = await open(world, { hash: '#game=stonehenge&moves=K6.J5' });
  assert.match((await page.locator('.tally').allTextContents()).join(), /^Lines \d+,Lines \d+$/);
  assert.ok(await page.locator('#board polyline.black').count() > 0);
  assert.ok(await page.locator('#board .badge.black').count() > 0);
  await finish(page);
});

test('two machines play to the end by themselves', async () => {
  const page = await open(world, { hash: '#game=tictactoe', settings: settings(machine(), machine()) });
  await page.locator('#again').waitFor();
  await finish(page);
});

test('a machine without any limit plays at once when it is told to', async () => {
  const page = await open(world, { hash: '#game=connect4&size=8x7', settings: settings(person, machine({ level: '10', time: null })) });
  await place(page, 'D1').click();
  await waitForMoves(page, 1);
  await page.waitForTimeout(300);
  await page.locator('#stop').click();
  await waitForMoves(page, 2);
  await finish(page);
});

test('a hint is shown on the board', async () => {
  const page = await open(world, { hash: '#game=tictactoe&moves=B2.A1.A3.B1' });
  await page.locator('#hint').click();
  await page.locator('#board .hint').waitFor();
  assert.equal(await page.locator('#hint-text').textContent(), 'Hint: C1.');
  await finish(page);
});

test('what the engine thinks is shown, the scores of moves exactly where they are solved', async () => {
  const show = { thoughts: true, curve: true, line: true, scores: true };
  const page = await open(world, { hash: '#game=tictactoe&moves=B2.A1.A3.B1', settings: settings(person, person, show) });
  await page.locator('#board .score[data-text="✓1"]').waitFor();
  assert.match(await page.locator('#board button[data-name="C1"]').getAttribute('aria-label'), /X wins in 1/);
  assert.match(await page.locator('#thought-score').textContent(), /X wins in 1/);
  assert.equal(await page.locator('#thought-depth').textContent(), 'Exact (solver)');
  // A score leaves no room for the number of a move in the expected line.
  assert.equal(await page.locator('#board .number:not([data-text=""])').count(), 0);
  assert.equal(await page.locator('#curve circle').count(), 1);
  await tab(page, 'analysis');
  await page.locator('#show-scores').uncheck();
  await page.locator('#board .number.black[data-text="1"]').waitFor();
  for (const name of ['thoughts', 'curve', 'line']) await page.locator(`#show-${name}`).uncheck();
  assert.equal(await page.locator('#thoughts').isVisible(), false);
  assert.equal(await page.locator('#curve').isVisible(), false);
  assert.equal(await page.locator('#board .score:not([data-text=""])').count(), 0);
  assert.equal(await page.locator('#board .number:not([data-text=""])').count(), 0);
  await finish(page);
});

test('what the book knows is shown as exact', async () => {
  const show = { thoughts: true, curve: true, line: true, scores: true };
  const page = await open(world, { hash: '#game=connect4', settings: settings(person, person, show) });
  await page.locator('#board .score[data-text="✓41"]').waitFor();
  assert.equal(await page.locator('#thought-depth').textContent(), 'Exact (book)');
  assert.match(await page.locator('#thought-score').textContent(), /Red wins in 41/);
  assert.match(await page.locator('#thought-line').textContent(), /D1 D2 /);
  await finish(page);
});

test('the search tree is drawn with what was cut off', async () => {
  const page = await open(world, { hash: '#game=tictactoe&moves=B2.A1.A3.B1' });
  await tab(page, 'analysis');
  await page.locator('#tree-panel summary').click();
  await page.locator('#tree-plies').selectOption('3');
  await page.locator('#tree-draw').click();
  await page.locator('#tree svg').waitFor();
  assert.match(await page.locator('#tree-text').textContent(), /^\d+ positions, [1-9]\d* moves cut off, value: X wins in 1\.$/);
  assert.ok(await page.locator('#tree .edge.cut').count() > 0);
  await finish(page);
});

test('the thoughts on the machine\'s own move stay until the next', async () => {
  const page = await open(world, { hash: '#game=tictactoe&moves=B2.A1.C1', settings: settings(person, machine(), { thoughts: true, curve: true }) });
  await page.locator('#go').click();
  await waitForMoves(page, 4);
  assert.match(await page.locator('#thought-depth').textContent(), /^(Depth|Exact) /);
  assert.equal(await page.locator('#curve circle').count(), 1);
  await finish(page);
});

const EXAMPLES = process.env.HEELSTONE_EXAMPLES;
const skip = !EXAMPLES && 'HEELSTONE_EXAMPLES names no folder of programs';

test('a game that is not of this program appears by itself', { skip }, async () => {
  const program = await serve(`${EXAMPLES}/dots_and_boxes`, '--threads', '1', '--hash', '1');
  const page = await open({ ...world, program }, { hash: '#game=dotsandboxes&size=2x2' });
  for (let ply = 0; ply < 12; ply += 1) {
    await page.locator('#board button[data-next]').first().click();
    await waitForMoves(page, ply + 1);
  }
  assert.match(await page.locator('#status').textContent(), /The game is over: /);
  assert.deepEqual(await violations(page), []);
  await finish(page);
  await program.end();
});

test('a move from one square to another takes two clicks, whatever it is called', { skip }, async () => {
  const program = await serve(`${EXAMPLES}/breakthrough`, '--threads', '1', '--hash', '1');
  const page = await open({ ...world, program }, { hash: '#game=breakthrough' });
  assert.deepEqual(await page.locator('.tally').allTextContents(), ['Pieces 16', 'Pieces 16']);
  // A move begins with its piece, and only then the squares that it reaches are offered.
  assert.equal(await page.locator('#board button[data-next]').count(), 8);
  for (const [ply, [from, to]] of [['B2', 'B3'], ['A7', 'A6'], ['B3', 'B4'], ['A6', 'A5'], ['B4', 'A5']].entries()) {
    await place(page, from).click();
    await place(page, to).click();
    await waitForMoves(page, ply + 1);
  }
  assert.deepEqual((await game(page)).moves, ['b2b3', 'a7a6', 'b3b4', 'a6a5', 'b4a5']);
  assert.deepEqual(await page.locator('.tally').allTextContents(), ['Pieces 15', 'Pieces 16']);
  assert.match(await page.locator('#sgf').inputValue(), /;B\[b4a5\]\)$/);
  assert.deepEqual(await violations(page), []);
  await finish(page);
  await program.end();
});

test('a game that somebody has sent waits to be looked at, and goes on where it was', async () => {
  const page = await open(world, { hash: '#game=connect4&moves=D1', settings: settings(person, machine()) });
  await page.locator('#status').filter({ hasText: 'Yellow: the machine waits' }).waitFor();
  assert.deepEqual((await game(page)).moves, ['D1']);
  await page.evaluate(() => { location.hash = '#game=othello&moves=F5'; });
  await page.locator('#status').filter({ hasText: 'White: the machine waits' }).waitFor();
  await page.reload();
  await page.locator('#status').filter({ hasText: 'White: the machine waits' }).waitFor();
  await page.locator('#go').click();
  await waitForMoves(page, 2);
  // A game of this browser goes on after a reload, here in the midst of a search.
  const slow = machine({ level: '10', time: 600, evaluation: null });
  await page.evaluate((kept) => localStorage.setItem('heelstone', kept), JSON.stringify(settings(person, slow)));
  await page.evaluate((kept) => sessionStorage.setItem('heelstone', kept), JSON.stringify(settings(person, slow)));
  await page.reload();
  await page.locator('#board [data-next]').first().waitFor();
  await visit(page, '#game=checkers');
  await page.keyboard.type('1115');
  await page.locator('#stop').waitFor();
  await page.reload();
  await page.locator('#status').filter({ hasText: 'the machine is thinking' }).waitFor();
  await finish(page);
});

test('a network that is gone is told, and the move is not shown as played', async () => {
  const page = await open(world, { hash: '#game=othello' });
  await page.context().setOffline(true);
  await place(page, 'F5').click();
  await page.locator('#alert').filter({ hasText: 'The connection to the program was lost' }).waitFor();
  assert.match(await place(page, 'F5').getAttribute('aria-label'), /empty/);
  await page.context().setOffline(false);
  await page.locator('body:not(.offline)').waitFor();
  await place(page, 'F5').click();
  await waitForMoves(page, 1);
  assert.deepEqual((await game(page)).moves, ['F5']);
  await release(page);
});

test('an address that is refused gives way to that of the game', async () => {
  const page = await open(world, { hash: '#game=othello&moves=F5' });
  for (const wrong of ['#game=nonsense', '#game=othello&moves=A1', '#moves=zzz']) {
    await page.evaluate((hash) => { location.hash = hash; }, wrong);
    await page.waitForFunction(() => location.hash === '#game=othello&size=8x8&moves=F5');
  }
  await finish(page);
});

test('whoever comes for the first time, or changes the game, plays the side that moves first', async () => {
  const page = await open(world, { hash: '#game=draughts', settings: null });
  await page.locator('#status').filter({ hasText: 'White: your turn.' }).waitFor();
  await choose(page, 'connect4');
  await page.locator('#status').filter({ hasText: 'Red: your turn.' }).waitFor();
  await choose(page, 'draughts');
  await page.locator('#status').filter({ hasText: 'White: your turn.' }).waitFor();
  await finish(page);
});

test('a link that names no game says so', async () => {
  const page = await open(world, { hash: '#moves=zzz' });
  await page.locator('#alert').filter({ hasText: 'This link names no game.' }).waitFor();
  await finish(page);
});

test('a page outlives its program: it says so, and goes on with the next one', async () => {
  const program = await serve(PROGRAM, '--threads', '1', '--hash', '1');
  const page = await open({ ...world, program }, { hash: '#game=tictactoe&moves=B2' });
  assert.deepEqual(await program.end(), { code: 0, signal: null });
  await page.locator('#alert').filter({ hasText: 'The connection to the program was lost' }).waitFor();
  const next = await serve(PROGRAM, '--threads', '1', '--hash', '1', '--port', new URL(program.address).port);
  await page.locator('body:not(.offline)').waitFor();
  await place(page, 'A1').click();
  await waitForMoves(page, 2);
  assert.deepEqual((await game(page)).moves, ['B2', 'A1']);
  await release(page);
  await next.end();
});

test('settings that nobody could have made are left aside', async () => {
  const odd = { language: 'en', players: { black: { machine: 'perhaps', level: 'wizard', time: 'long', depth: [], x: 1 }, white: null }, show: { scores: 7 } };
  const page = await open(world, { hash: '#game=tictactoe&moves=B2.A1', settings: odd });
  assert.deepEqual((await game(page)).moves, ['B2', 'A1']);
  assert.equal(await page.locator('#alert').textContent(), '');
  await finish(page);
});

test('who plays a side, and how, is chosen at any time and kept', async () => {
  const page = await open(world, { hash: '#game=connect4&moves=D1' });
  await page.locator('#white-level').waitFor({ state: 'hidden' });
  await page.locator('#players-panel summary').click();
  await page.locator('#white-evaluation').selectOption('windows');
  await page.locator('#white-machine').selectOption('true');
  await waitForMoves(page, 2);
  await page.locator('#white-level').selectOption('1');
  await page.locator('#white-time').selectOption('0.1');
  await page.locator('#white-depth').selectOption('2');
  await page.reload();
  await page.locator('#board .cell.white').waitFor();
  assert.equal(await page.locator('#white-depth').inputValue(), '2');
  assert.equal(await page.locator('#white-evaluation').inputValue(), 'windows');
  await page.locator('#players-panel summary').click();
  await page.locator('#swap').click();
  await waitForMoves(page, 3);
  assert.match(await page.locator('#status').textContent(), /Yellow: your turn/);
  await finish(page);
});

test('another game is chosen, and its sizes', async () => {
  const page = await open(world, {});
  await choose(page, 'connect4');
  await page.locator('#size').selectOption('8x7');
  await page.waitForFunction(() => location.hash.includes('size=8x7'));
  assert.equal(await page.locator('#board button').count(), 56);
  await finish(page);
});
