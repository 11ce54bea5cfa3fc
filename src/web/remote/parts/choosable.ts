/** Rows of tracks that a long press, or an item of their menu, begins to choose. */
import { say } from '../state/language.js';
import { beginSelection, type Chosen, selection, toggleChosen } from '../state/selection.js';
import type { MenuItem } from './sheet.js';

/** What a row does: play and open its menu, or be chosen while a selection is open. */
export function choosable(track: Chosen, play: () => void, menu: () => void) {
  const now = selection.value;
  if (now === undefined) return { onTap: play, onMenu: menu, onHold: () => beginSelection(track) };
  return { onTap: () => toggleChosen(track), chosen: now.tracks.has(track.path) };
}

export function selectItem(track: Chosen): MenuItem {
  return { icon: 'check', label: say('select.begin'), act: () => beginSelection(track) };
}
