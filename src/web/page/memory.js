// Keeps things over a reload: the game in the page's address, the settings in the browser.

const KEY = 'heelstone';

export const DEFAULTS = {
  language: null,
  theme: 'auto',
  tab: 'play',
  players: {
    black: { machine: false, level: '4', time: 1, depth: null, evaluation: null },
    white: { machine: true, level: '4', time: 1, depth: null, evaluation: null },
  },
  show: { legal: true, thoughts: true, analysis: false, line: false, scores: false, curve: true },
};

/** The tabs of the panel. */
export const TABS = ['play', 'analysis', 'moves', 'learn'];

const KINDS = { machine: 'boolean', level: 'string', time: 'number', depth: 'number', evaluation: 'string' };

/** The limits of the program. */
const LIMITS = { time: [0.001, 600], depth: [1, 1000] };

const isWithin = ([least, most], value) => value >= least && value <= most;

/** Takes over settings that are known and well formed; another version may have stored others. */
function takeOver(settings, kept) {
  for (const [name, value] of Object.entries(kept ?? {})) {
    const isOptional = name !== 'machine' && name !== 'level' && name in KINDS;
    const isKind = typeof value === (KINDS[name] ?? 'boolean') && (typeof value !== 'number' || isWithin(LIMITS[name], value));
    const fits = isKind || (value === null && isOptional);
    if (name in settings && fits) settings[name] = value;
  }
}

/** Tells whether nothing of this page is kept here. */
export function keepsNothing() {
  try {
    return [localStorage, sessionStorage].every((store) => store.getItem(KEY) === null);
  } catch {
    return true;
  }
}

/** The settings of this tab, or else those of the last one. */
export function recall() {
  const settings = structuredClone(DEFAULTS);
  for (const store of [localStorage, sessionStorage]) {
    try {
      const kept = JSON.parse(store.getItem(KEY) ?? '{}');
      settings.language = kept.language ?? settings.language;
      settings.theme = kept.theme ?? settings.theme;
      if (TABS.includes(kept.tab)) settings.tab = kept.tab;
      for (const side of ['black', 'white']) takeOver(settings.players[side], kept.players?.[side]);
      takeOver(settings.show, kept.show);
    } catch {
      // Ignore settings that cannot be read.
    }
  }
  return settings;
}

export function remember(settings) {
  const text = JSON.stringify(settings);
  for (const store of [localStorage, sessionStorage]) {
    try {
      store.setItem(KEY, text);
    } catch {
      // The store is full or forbidden: nothing is kept.
    }
  }
}

/** The game in the address, as an `open` message; null if there is none. */
export function readLink(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  if (!fields.has('game')) return null;
  const open = { do: 'open', game: fields.get('game') };
  if (fields.has('size')) open.size = fields.get('size');
  if (fields.has('start')) open.start = fields.get('start');
  if (fields.get('moves')) open.moves = fields.get('moves').split('.');
  const at = Number.parseInt(fields.get('at') ?? '', 10);
  if (at >= 0) open.at = at;
  return open;
}

/** The address of a game, from `#` on. */
export function writeLink(state) {
  const fields = new URLSearchParams({ game: state.game, size: state.size });
  if (state.start) fields.set('start', state.start);
  if (state.moves.length) fields.set('moves', state.moves.join('.'));
  if (state.at < state.moves.length) fields.set('at', state.at);
  return `#${fields}`;
}
