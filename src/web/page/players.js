// The form for the players and their settings.

import { byId, el, setOptions } from './dom.js';
import { calledLevel, playedLevel } from './levels.js';
import { inLanguage, say, sideName, t } from './words.js';

/** The times for a move that are offered, in seconds. */
export const TIMES = [0.1, 0.3, 1, 3, 10, 30];
const DEPTHS = [1, 2, 4, 6, 8, 10, 12, 16, 20];

function field(label, control) {
  return el('label', {}, el('span', {}, label), ' ', control);
}

/** Builds the form; `change` is called with a side, the name of a setting and its new value. */
export function buildPlayers(change) {
  for (const side of ['black', 'white']) {
    const select = (name) => el('select', {
      id: `${side}-${name}`, onchange: (event) => change(side, name, event.target.value),
    });
    byId('players').append(el('fieldset', { id: `${side}-player` },
      el('legend', {}),
      ...['machine', 'level', 'time', 'depth', 'evaluation'].map((name) => field('', select(name)))));
  }
}

/** Converts the value of a control to that of a setting. */
export function readSetting(name, value) {
  if (name === 'machine') return value === 'true';
  if (value === '') return null;
  return name === 'time' || name === 'depth' ? Number(value) : value;
}

function show(side, name, label, options, chosen) {
  const select = byId(`${side}-${name}`);
  select.previousElementSibling.textContent = label;
  setOptions(select, options, chosen ?? '');
}

/** Shows the settings. */
export function showPlayers(players, levels, state) {
  for (const [index, side] of ['black', 'white'].entries()) {
    const player = players[side];
    byId(`${side}-player`).firstElementChild.textContent = sideName(side);
    show(side, 'machine', t('plays', { side: sideName(side) }), [['false', t('person')], ['true', t('machine')]], String(player.machine));
    show(side, 'level', t('level'), levels.slice(0, state.levels).map((level) => [level, `${level} – ${calledLevel(level, state.levels)}`]), playedLevel(player.level, state.levels));
    const numbers = (list, own) => [...new Set([...list, ...(own ? [own] : [])])].sort((a, b) => a - b).map((n) => [String(n), inLanguage(n)]);
    show(side, 'time', t('time'), [...numbers(TIMES, player.time), ['', t('noLimit')]], player.time);
    show(side, 'depth', t('depth'), [['', t('noLimit')], ...numbers(DEPTHS, player.depth)], player.depth);
    const evaluations = state?.evaluations ?? [];
    show(side, 'evaluation', t('evaluation'), evaluations.map(([name]) => [name, say(name)]), state?.chosen[index]);
    byId(`${side}-evaluation`).title = say(evaluations.find(([name]) => name === state.chosen[index])?.[1] ?? '');
    for (const name of ['level', 'time', 'depth']) byId(`${side}-${name}`).parentElement.hidden = !player.machine;
  }
}
