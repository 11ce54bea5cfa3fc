/** Rows of tracks that a long press, or an item of their menu, begins to choose, and a swipe puts into the queue. */
import { addToQueue } from '../state/commands.js';
import { say } from '../state/language.js';
import { beginSelection, type Chosen, isChosen, selection, toggleChosen } from '../state/selection.js';
import type { RowActions } from './list/row-swipe.js';
import type { MenuItem } from './sheet.js';

/** What a row does: play and open its menu, or be chosen while a selection is open. */
export function choosable(track: Chosen, play: () => void, menu: () => void) {
  if (selection.value === undefined) return { onTap: play, onMenu: menu, onHold: () => beginSelection(track) };
  return { onTap: () => toggleChosen(track), chosen: isChosen(track) };
}

export function selectItem(track: Chosen): MenuItem {
  return { icon: 'check', label: say('select.begin'), act: () => beginSelection(track) };
}

/** To the right music plays next, to the left it goes to the end of the queue. */
export function queueSwipe(act: (choice: 'next' | 'last') => void): RowActions {
  return {
    right: { icon: 'playNext', act: () => act('next') },
    left: { icon: 'queueAdd', act: () => act('last') },
  };
}

export function trackSwipe({ title, path }: Chosen): RowActions {
  return queueSwipe((choice) => void addToQueue(title, [path], choice === 'next'));
}
