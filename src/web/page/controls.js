// The buttons below the board and the lists of the page: which of them there are at the moment, and what they do.

import { byId } from './dom.js';
import { plyBack } from './intent.js';

export function showControls(state, players, { isPersonsTurn, isPuzzleDone, canSetUp }) {
  byId('back').disabled = plyBack(state, players) === null;
  byId('forward').disabled = state.at === state.moves.length;
  byId('hint').disabled = !isPersonsTurn;
  // One at a time, so that none of the buttons moves.
  const waits = state.paused && players[state.to_move].machine;
  const shown = isPuzzleDone ? 'puzzle-next' : state.result ? 'again' : state.busy === 'move' ? 'stop' : waits ? 'go' : 'hint';
  for (const id of ['again', 'stop', 'go', 'hint', 'puzzle-next']) byId(id).hidden = id !== shown;
  byId('set-up').hidden = !canSetUp;
}

/** Binds the controls to actions of the page. */
export function bindControls(actions) {
  const on = (id, kind, action) => byId(id).addEventListener(kind, action);
  on('game', 'change', actions.chooseGame);
  on('size', 'change', actions.begin);
  on('new', 'click', actions.begin);
  on('again', 'click', actions.begin);
  on('back', 'click', actions.takeBack);
  on('forward', 'click', actions.goForward);
  on('hint', 'click', actions.askHint);
  on('set-up', 'click', actions.setUp);
  on('stop', 'click', () => actions.send({ do: 'stop' }));
  on('go', 'click', () => actions.send({ do: 'go' }));
  on('swap', 'click', actions.swap);
  on('tree-draw', 'click', () => actions.send({ do: 'tree', plies: Number(byId('tree-plies').value), minimax: byId('tree-minimax').checked }));
  on('language', 'change', ({ target }) => actions.setLanguage(target.value));
  on('theme', 'change', ({ target }) => actions.setTheme(target.value));
  addEventListener('keydown', (event) => {
    if (!['Backspace', 'Delete'].includes(event.key) || event.target.closest('input, textarea, select')) return;
    actions.erase(event.key, event.target.dataset.name ?? '');
  });
}
