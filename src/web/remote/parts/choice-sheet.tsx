/** The ways to play music, as items of its menu. */
import { say } from '../state/language.js';
import type { MenuItem } from './sheet.js';

export type Choice = 'now' | 'next' | 'last';

/** Menu items: play now, next, last. @param act never rejects */
export function waysToPlay(act: (choice: Choice) => void): MenuItem[] {
  return [
    { icon: 'play', label: say('track.playNow'), act: () => act('now') },
    { icon: 'playNext', label: say('track.playNext'), act: () => act('next') },
    { icon: 'queueAdd', label: say('track.add'), act: () => act('last') },
  ];
}
