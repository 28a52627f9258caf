// Links, records, languages, and who can read the page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { isTried, finish, game, open, release, setUp, tab, violations, visit, waitForMoves } from './harness.js';

const world = setUp();

const BAD_LINKS = [
  '#game=chess', '#game=connect4&size=99x99', '#game=connect4&moves=Z9', '#game=connect4&moves=D1.D1',
  '#game=othello&start=nonsense', '#game=stonehenge&moves=K6.K6', `#game=connect4&moves=${'D1.'.repeat(3000)}`,
  '#game=%00%FF<script>', '#game=',
];

for (const hash of BAD_LINKS) {
  test(`the bad link ${hash.slice(0, 40)} is refused with a sentence`, async () => {
    const page = await open(world, { hash });
    const alert = page.locator('#alert');
    await alert.filter({ hasText: 'Refused: ' }).waitFor();
    assert.match(await alert.textContent(), /\w+ \w+.*\.$/);
    assert.deepEqual((await game(page)).moves, []);
    await finish(page);
  });
}

test('pasted garbage is refused with a sentence, and the game stays', async () => {
  const page = await open(world, { hash: '#game=connect4&moves=D1.D2' });
  await tab(page, 'moves');
  await page.locator('#record-panel summary').click();
  for (const garbage of ['hello', '(', '(;GM[connect4]SZ[7:6];B[Z9])', '(;GM[chess])', '<b>bold</b>', '\u{1f600}'.repeat(5000), '']) {
    await page.locator('#paste').fill(garbage);
    assert.equal(await page.locator('#paste-error').isVisible(), false);
    await page.locator('#load').click();
    await page.locator('#paste-error').filter({ hasText: 'Refused: ' }).waitFor();
    // Next to the field, and nowhere else.
    assert.equal(await page.locator('#alert').textContent(), '');
    await page.locator('#paste').fill('something else');
  }
  await page.locator('#paste').fill('x'.repeat(70000));
  await page.locator('#load').click();
  await page.locator('#paste-error').filter({ hasText: 'too large' }).waitFor();
  assert.deepEqual((await game(page)).moves, ['D1', 'D2']);
  await finish(page);
});

test('a game is saved, pasted, and loaded from a file', async () => {
  const page = await open(world, { hash: '#game=connect4&moves=D1.D2' });
  await tab(page, 'moves');
  await page.locator('#record-panel summary').click();
  const download = page.waitForEvent('download');
  await page.locator('#save').click();
  const saved = await download;
  assert.equal(saved.suggestedFilename(), 'connect4.sgf');
  const text = await readFile(await saved.path(), 'utf8');
  assert.equal(text.trim(), await page.locator('#sgf').inputValue());
  await page.locator('#paste').fill('....../....../ w');
  await page.locator('#new').click();
  await waitForMoves(page, 0);
  await page.locator('#file').setInputFiles({ name: 'a.sgf', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await waitForMoves(page, 2);
  const position = await page.locator('#position').inputValue();
  await page.locator('#new').click();
  await waitForMoves(page, 0);
  await page.locator('#paste').fill(position);
  await page.locator('#load').click();
  await page.waitForFunction(() => location.hash.includes('start='));
  assert.equal(await page.locator('#position').inputValue(), position);
  await finish(page);
});

test('the game and its link are copied', async () => {
  const page = await open(world, { hash: '#game=tictactoe&moves=B2', permissions: ['clipboard-read', 'clipboard-write'] });
  await tab(page, 'moves');
  await page.locator('#record-panel summary').click();
  for (const [button, expected] of [['position', '.../.X./... w'], ['link', page.url()]]) {
    await page.locator(`#copy-${button}`).click();
    await page.locator('#note').filter({ hasText: 'Copied.' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), expected);
  }
  await release(page);
});

test('the page speaks French to those who do', async () => {
  const page = await open(world, { settings: null, locale: 'fr-FR', hash: '#game=othello' });
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
  assert.equal(await page.locator('#new').textContent(), 'Nouvelle partie');
  assert.equal(await page.locator('#start-time button').first().textContent(), '0,1 s');
  assert.match(await page.locator('#status').textContent(), /Noir\u00a0: à vous de jouer/);
  assert.deepEqual(await violations(page), []);
  await page.locator('#language').selectOption('en');
  assert.equal(await page.locator('#new').textContent(), 'New game');
  await page.reload();
  await page.locator('#board button').first().waitFor();
  assert.equal(await page.locator('#new').textContent(), 'New game');
  await release(page);
});

test('what a language lacks is listed, and French lacks nothing', async () => {
  const page = await open(world, { hash: '#game=othello' });
  const all = await page.evaluate(async () => {
    const { LANGUAGES } = await import('/languages.js');
    const { lacking } = await import('/words.js');
    return Object.keys(LANGUAGES).map((language) => ({ language, ...lacking(language) }));
  });
  for (const { language, words, sentences } of all) {
    for (const text of [...words, ...sentences]) console.log(`${language} lacks: ${text}`);
  }
  assert.deepEqual(all.filter(({ language }) => ['en', 'fr'].includes(language)).flatMap(({ words, sentences }) => [...words, ...sentences]), []);
  await release(page);
});

test('nothing comes from another host, and the first view is small', async () => {
  const page = await open(world, { hash: '#game=othello', isNew: true });
  const sizes = await page.evaluate(() => performance.getEntries().map(({ transferSize }) => transferSize ?? 0));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`first view: ${bytes} bytes`);
  assert.ok(bytes > 10_000 && bytes < 300_000, `${bytes} bytes`);
  for (const url of page.requests) assert.equal(new URL(url).host, new URL(world.program.address).host);
  await release(page);
});

test('a click is answered on the board at once, while the engine thinks', async () => {
  const show = { thoughts: true, scores: true, line: true, curve: true };
  const page = await open(world, { hash: '#game=othello', settings: { language: 'en', players: { black: { machine: false }, white: { machine: false } }, show } });
  await page.waitForTimeout(500);
  const seen = [];
  const complete = [];
  for (let ply = 0; ply < 12; ply += 1) {
    const [first, all] = await page.evaluate((ply) => new Promise((resolve) => {
      const button = document.querySelector('#board button[data-next]');
      const begin = performance.now();
      let first = null;
      const look = () => {
        if (!button.classList.contains('empty')) first ??= performance.now() - begin;
        if (document.querySelector('#moves [aria-current]').dataset.ply !== String(ply + 1)) return;
        observer.disconnect();
        resolve([first, performance.now() - begin]);
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { attributes: true, subtree: true, childList: true });
      button.click();
      look();
    }), ply);
    seen.push(first);
    complete.push(all);
  }
  const say = (times) => {
    times.sort((a, b) => a - b);
    return `median ${times[6].toFixed(1)} ms, worst ${times[11].toFixed(1)} ms`;
  };
  console.log(`click to board: ${say(seen)}; answer of the program: ${say(complete)}`);
  assert.ok(seen.every((time) => time !== null));
  await release(page);
});

test('a move is on the board before the program has answered', async () => {
  const page = await open(world, { hash: '#game=connect4' });
  const look = () => page.locator('#board button[data-name="D1"]').getAttribute('class');
  // Nothing of the answer can be there yet: the page has not come to hear it.
  const before = await page.evaluate(() => {
    const button = document.querySelector('#board button[data-name="D1"]');
    button.click();
    return button.className;
  });
  assert.match(before, /black.*sent/);
  await waitForMoves(page, 1);
  assert.doesNotMatch(await look(), /sent/);
  // Without a program nothing is played.
  await page.evaluate(() => { WebSocket.prototype.send = () => {}; });
  const other = page.locator('#board button[data-name="D2"]');
  await other.click();
  assert.match(await other.getAttribute('class'), /white.*sent/);
  assert.equal((await game(page)).moves.length, 1);
  await release(page);
});

const VIEWS = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
];

for (const [name, options] of VIEWS) {
  test(`everybody can read the page, ${name}`, async () => {
    const show = { thoughts: true, scores: true, line: true, curve: true };
    const settings = { language: 'en', players: { black: { machine: false }, white: { machine: false } }, show };
    const page = await open(world, { hash: '#game=stonehenge&moves=K6.J5.A4', settings, ...options });
    await tab(page, 'analysis');
    await page.locator('#tree-panel summary').click();
    await page.locator('#tree-plies').selectOption('1');
    await page.locator('#tree-draw').click();
    await page.locator('#tree svg').waitFor();
    await page.locator('#board .score:not([data-text=""])').first().waitFor();
    assert.deepEqual(await violations(page), []);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(width <= 0, `the page is ${width} pixels too wide`);
    await finish(page);
  });
}

// With something in each panel: a game that was reviewed, a record, a puzzle that was asked for.
for (const [name, options] of VIEWS) {
  if (!isTried(name, 'dark', 'on a phone')) continue;
  test(`everybody can use every panel, ${name}`, async () => {
    const page = await open(world, { hash: '#game=tictactoe&moves=B2.B1.A1.C3.C1', ...options });
    await tab(page, 'moves');
    await page.locator('#review-start').click();
    await page.locator('#review-summary').filter({ hasText: 'O: 1 mistake' }).waitFor();
    await page.locator('#record-panel summary').click();
    for (const hash of [null, '#game=connect4&moves=D1.D2', '#game=othello&moves=F5.D6', '#game=draughts&start=W:W38,48:B5,22,32']) {
      if (hash) await visit(page, hash);
      // What is around the panels is the same with each of them.
      assert.deepEqual(await violations(page), [], `the page of ${hash}`);
      for (const panel of ['play', 'analysis', 'moves', 'learn']) {
        await tab(page, panel);
        if (panel === 'play') await page.locator('#players-panel').evaluate((node) => { node.open = true; });
        if (panel === 'learn') await page.locator('#lessons li').first().waitFor();
        assert.deepEqual(await violations(page, `#panel-${panel}`), [], `${panel} of ${hash}`);
      }
    }
    await finish(page);
  });
}

test('a move by touch', async () => {
  const page = await open(world, { hash: '#game=connect4', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.locator('#board button[data-name="D1"]').tap();
  await waitForMoves(page, 1);
  await release(page);
});
