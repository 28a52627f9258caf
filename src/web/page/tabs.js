// The panel with its tabs. Where there is room it is always open; on a phone it slides over the lower part,
// and the tab that opened it closes it.

import { byId } from './dom.js';
import { TABS as NAMES } from './memory.js';
import { keepMoveInView } from './moves.js';

const ROOMY = matchMedia('(min-width: 48rem) and (min-height: 30rem) and (orientation: landscape)');

/** Sets up the tabs; `change` is called with the name of the open one, or null. Returns `open`, which opens one, and
    `close`, which puts the panel away where it lies over the board. */
export function buildTabs(chosen, change) {
  let open = ROOMY.matches ? chosen : null;
  let last = chosen;

  function show() {
    document.body.classList.toggle('panel-open', open !== null);
    for (const name of NAMES) {
      const tab = byId(`tab-${name}`);
      tab.setAttribute('aria-selected', String(name === open));
      tab.tabIndex = name === last ? 0 : -1;
      byId(`panel-${name}`).hidden = name !== open;
    }
    if (open === 'moves') keepMoveInView();
    change(open);
  }

  function choose(name) {
    open = name === open && !ROOMY.matches ? null : name;
    last = name;
    show();
  }

  for (const [index, name] of NAMES.entries()) {
    const tab = byId(`tab-${name}`);
    tab.addEventListener('click', () => choose(name));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = NAMES[(index + step + NAMES.length) % NAMES.length];
      if (open !== next) choose(next);
      byId(`tab-${next}`).focus();
    });
  }
  ROOMY.addEventListener('change', () => {
    open = ROOMY.matches ? last : null;
    show();
  });
  show();
  return {
    open(name) {
      if (open !== name) choose(name);
    },
    close() {
      if (open === null || ROOMY.matches) return;
      open = null;
      show();
    },
  };
}
