// Begins a game in one touch: which game, against whom, how strong, and which side. Each choice counts at once.

import { byId, el, setText } from './dom.js';
import { drawPiece } from './look.js';
import { calledLevel, playedLevel } from './levels.js';
import { TIMES } from './players.js';
import { other } from './scores.js';
import { bottomSide } from './strips.js';
import { inLanguage, say, sideName, t } from './words.js';

const OPPONENTS = ['machine', 'person', 'none'];

function group(id, names, choose) {
  const buttons = names.map((name) => el('button', { type: 'button', 'data-value': name, onclick: () => choose(name) }));
  byId(id).replaceChildren(...buttons);
}

/** Sets up the choices: `begin` is called with the name of a game, `choose` with the new players. */
export function buildStart(games, levels, players, { begin, choose }) {
  group('start-game', games.map(({ name }) => name), begin);
  group('start-opponent', OPPONENTS, (opponent) => choose(against(players(), opponent)));
  group('start-level', levels, (level) => choose(forBoth(players(), { level })));
  group('start-time', TIMES.map(String), (time) => choose(forBoth(players(), { time: Number(time) })));
  group('start-side', ['black', 'white'], (side) => choose(onSide(players(), side)));
}

/** The players when the opponent changes: the person at the bottom stays, or nobody does. */
function against(players, opponent) {
  const own = bottomSide(players);
  const is = (machine, side) => ({ ...players[side], machine });
  return { [own]: is(opponent === 'none', own), [other(own)]: is(opponent !== 'person', other(own)) };
}

const forBoth = ({ black, white }, setting) => ({ black: { ...black, ...setting }, white: { ...white, ...setting } });

/** The person plays `side`, and whoever played it the other. */
function onSide(players, side) {
  const own = bottomSide(players);
  return own === side ? players : { [side]: players[own], [own]: players[side] };
}

const opponentOf = ({ black, white }) => (black.machine && white.machine ? 'none' : black.machine || white.machine ? 'machine' : 'person');

function press(id, chosen, words) {
  for (const button of byId(id).children) {
    const { value } = button.dataset;
    button.setAttribute('aria-pressed', String(value === chosen));
    setText(button.querySelector('.text') ?? button, words(value));
  }
}

export function showStart(games, state, players) {
  const opponent = opponentOf(players);
  press('start-game', state.game, (name) => say(games.find((game) => game.name === name).title));
  press('start-opponent', opponent, (value) => t(`opponent-${value}`));
  const machine = players[opponent === 'machine' ? other(bottomSide(players)) : 'black'];
  const level = playedLevel(machine.level, state.levels);
  press('start-level', level, (number) => number);
  for (const button of byId('start-level').children) button.hidden = Number(button.dataset.value) > state.levels;
  setText(byId('start-level-name'), calledLevel(level, state.levels));
  press('start-time', String(machine.time), (time) => t('seconds', { time: inLanguage(Number(time)) }));
  for (const row of ['level', 'time']) byId(`start-${row}-row`).hidden = opponent === 'person';
  byId('start-side-row').hidden = opponent !== 'machine';
  for (const button of byId('start-side').children) {
    const { value } = button.dataset;
    const look = JSON.stringify(state.look.pieces[value]);
    if (button.dataset.look !== look) {
      button.dataset.look = look;
      button.replaceChildren(el('span', { class: 'emblem' }, drawPiece(state.look, value)), el('span', { class: 'text' }));
    }
  }
  press('start-side', bottomSide(players), (side) => sideName(side));
}
