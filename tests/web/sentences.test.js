// The program's messages are French on the French page and German on the German one: each of its sentences is
// brought about, and no translation stands for a sentence that it does not say any more.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { open, release, setUp } from './harness.js';

const world = setUp();

const load = (text) => ({ do: 'load', text });
const begin = (game, moves = []) => ({ do: 'open', game, moves });
/** Two games, as the page sends a file. */
const LIST = Buffer.from('(;GM[Othello])(;GM[Othello])').toString('hex');
const arrange = (pieces) => ({ do: 'arrange', pieces, to_move: 'black' });
const players = (black, white = {}) => ({ do: 'players', black, white });

/** Rows of Connect 4 from the bottom up, as its notation has them from the top down. */
function columns(side, ...rows) {
  const all = [...rows, ...Array(6 - rows.length).fill('.......')].reverse();
  return load(`${all.join('/')} ${side}`);
}

/** Each is refused, except for what begins a game or says who plays. */
const MESSAGES = [
  ...['tictactoe', 'connect4', 'othello', 'stonehenge', 'draughts'].flatMap((game) => [begin(game), { do: 'learn' }]),
  ...['frisian', 'russian', 'brazilian', 'italian'].flatMap((size) => [{ do: 'open', game: 'draughts', size }, { do: 'learn' }]),
  begin('checkers'), { do: 'learn' },
  { do: 'fly' }, begin('chess'), { do: 'open', game: 'connect4', size: '99x99' }, { do: 'open', game: 'othello', size: '99x99' }, begin('connect4', ['Z9']),
  { do: 'open', game: 'othello', start: 'hello' },
  begin('tictactoe', ['B2', 'A1', 'A3', 'B1', 'C1']), { do: 'play', move: 'A2' }, { do: 'goto', ply: 99 },
  begin('tictactoe'), { do: 'play', move: 'Z9' },
  load('('), load('(;GM[chess])'), load('(;GM[Othello]TY[8a])'), load('(;GM[Othello]BO[10 *])'),
  load('(;GM[tictactoe]SZ[3];B[Z9])'), load('(;GM[tictactoe]SZ[3]AB[B2])'),
  load('XXX/OOO/... b'), load('XXX/.../... b'), load('X../.../... b'),
  players({ time: 0 }), players({ depth: 0 }), players({ level: 'wizard' }),
  { do: 'tree', plies: 9, minimax: true },
  begin('connect4'), load('hello'), load('./. b'), load('./././././. b'), columns('q', '.......'), columns('b', 'Q......'),
  columns('b', 'XX.....'), columns('b', 'X......'), columns('w', '.......', 'X......'),
  columns('b', 'XXXX...', 'OOOO...'), columns('b', 'XXXXOOO', 'O......'),
  columns('b', 'O......', 'X......'), columns('w', 'XXXXO..', 'OOXO...'),
  columns('w', 'OOO....', 'X......', 'X......', 'X......', 'X......'),
  begin('othello'), load('hello'), load(`${'-'.repeat(64)} Q`), load('- X'), load(`${'-'.repeat(63)}Z X`),
  load(`${'-'.repeat(64)} X`), load(`${'-'.repeat(27)}XX------XX${'-'.repeat(27)} X`),
  load(`X${'-'.repeat(26)}XX------XX${'-'.repeat(27)} X`),
  begin('othello'), { do: 'review', on: true }, load(''), load('f5 d6 z9'), load('f5 d6 hello'),
  begin('stonehenge'), load('hello'), load('. . b'), load(`${'.'.repeat(18)} . b`), load(`Z${'.'.repeat(17)} ${'.'.repeat(15)} b`),
  load(`EE${'.'.repeat(16)} ${'.'.repeat(15)} b`), load(`AAA${'.'.repeat(15)} ${'.'.repeat(15)} b`),
  load(`${'.'.repeat(18)} Z${'.'.repeat(14)} b`), load(`AB${'.'.repeat(16)} ${'.'.repeat(15)} b`),
  load(`A${'.'.repeat(17)} ${'.'.repeat(15)} b`), load(`${'.'.repeat(18)} X${'.'.repeat(14)} b`),
  begin('draughts'), load('hello'), load('W:W31'), load('W:WK31:BK5:H99'), load('W:W31:B5:Q'), load('W:W31:W32'), load('W:W99:B5'),
  load('W:W31:B31'), load('W:W31:B1:H1:H1'), load('W:W31,32:B1,2,3:E3'), load('W:W25-50:B1'), load('W:W1:B20'), load('W:W31:B'),
  arrange({ Z9: 'X' }), arrange({ 31: 'Q' }),
  { do: 'search', text: '' }, { do: 'file', name: 'a', data: 'xy' }, { do: 'file', name: 'a', data: LIST }, { do: 'record', number: 9 },
  { do: 'open', game: 'connect4', size: '8x7' }, { do: 'tree', plies: 4, minimax: true },
  { do: 'open', game: 'connect4', size: '8x7' }, players({ machine: true, depth: 60 }), { do: 'play', move: 'D1' }, { do: 'hint' }, { do: 'tree', plies: 1 }, { do: 'puzzle' },
];

/** What is rare, or needs a game of its own. */
const RARE = [
  'interrupted before the tree was complete', 'the search has failed, and the game stands as it was',
  'the record begins with a position that cannot be set up: {why}',
  // Variants, which the list of games names by their first one.
  'Frisian draughts', 'Russian draughts', 'Brazilian draughts', 'Italian draughts', 'The rules of international draughts on 8 x 8 squares.',
  'Draughts on 10 x 10 squares in which pieces capture sideways and straight ahead, too.',
  'Draughts on 8 x 8 squares with kings that fly and a free choice of captures.',
  'Draughts on 8 x 8 squares in which men do not capture kings.', 'frisian', 'russian', 'brazilian', 'italian',
  'Whoever can capture must: a man jumps forwards over a man of the other side, not over a king, to the empty square behind it, and that man leaves the board.',
  'no order of the moves leads to this position: the game would have ended before its last stone, or a line with equal sums would belong to the other side',
  'the files are too large', 'line {line} is full and has no owner', 'nobody', 'no puzzle of this game was found',
];

for (const [language, file, name] of [['fr', 'french', 'FRENCH'], ['de', 'german', 'GERMAN']]) test(`whatever the program says is said in ${language}`, async () => {
  const page = await open(world, { settings: { language }, hash: '#game=othello' });
  const { heard, unknown, unused } = await page.evaluate(async ([messages, file, name]) => {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    const heard = [];
    const textsOf = ({ side_names: names, captions, counts, places }) => [
      ...Object.values(names), ...captions, ...(counts ? [counts.what] : []),
      ...places.filter(({ kind, text }) => kind === 'label' && / /.test(text) && /[a-z]/.test(text)).map(({ text }) => text),
    ];
    let answered = null;
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.is === 'refused') heard.push(message.why);
      if (message.is === 'hello') heard.push(...message.games.flatMap(({ title, about }) => [title, about]));
      if (message.is === 'lessons') heard.push(...message.steps.map(({ text }) => text));
      if (message.is === 'state') heard.push(...message.evaluations.flat(), message.to_move, ...textsOf(message));
      answered?.(message);
    };
    await new Promise((resolve) => { socket.onopen = resolve; });
    // One after the other: a tree is given up when something else is asked for.
    for (const message of messages) {
      await new Promise((resolve) => {
        answered = ({ is, why }) => {
          if (message.do === 'learn' ? is === 'lessons' : message.do === 'tree' ? why?.includes('tree') : is === 'refused' || is === 'state' || is === 'records') resolve();
        };
        socket.send(JSON.stringify(message));
      });
    }
    socket.close();
    const { translated } = await import('/words.js');
    const { sentences } = (await import(`/${file}.js`))[name];
    const used = new Set(heard.map(translated).filter((said) => said !== null).map((said) => said.replaceAll('\u00a0', ' ')));
    // A sentence is used if it is what becomes of something that was heard, apart from what varies.
    const isUsed = (translation) => [...used].some((said) => translation.split(/\{\w+\}/).every((part) => said.includes(part)));
    return {
      heard,
      unknown: heard.filter((said) => translated(said) === null),
      unused: Object.keys(sentences).filter((english) => !isUsed(sentences[english])),
    };
  }, [MESSAGES, file, name]);
  const names = ['Othello', 'Stonehenge', 'X', 'O'];
  assert.deepEqual([...new Set(unknown)].filter((said) => !names.includes(said)), [], heard.join('\n'));
  assert.deepEqual(unused.filter((english) => !RARE.includes(english)), [], heard.join('\n'));
  await release(page);
});

test('a refusal is shown in French', async () => {
  const page = await open(world, { settings: { language: 'fr' }, hash: '#game=connect4&moves=Z9' });
  await page.locator('#alert').filter({ hasText: 'Refusé : le coup 1 de la partie, « Z9 », n’est pas légal.' }).waitFor();
  assert.equal(await page.locator('#white-evaluation').locator('option').first().textContent(), 'motifs');
  assert.equal(await page.locator('#about').getAttribute('lang'), 'fr');
  await release(page);
});
