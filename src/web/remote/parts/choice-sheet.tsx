/** Asks how to play music that was touched while something else plays. */
import { say } from '../state/language.js';
import { openSheet } from '../state/sheets.js';
import { Menu, type MenuItem } from './sheet.js';

export type Choice = 'now' | 'next' | 'last';

/** Menu items: play now, next, last. @param act never rejects */
export function waysToPlay(act: (choice: Choice) => void): MenuItem[] {
  return [
    { icon: 'play', label: say('track.playNow'), act: () => act('now') },
    { icon: 'playNext', label: say('track.playNext'), act: () => act('next') },
    { icon: 'queueAdd', label: say('track.add'), act: () => act('last') },
  ];
}

/** @param answer gets the choice, and whether it holds from now on */
export function openChoice(title: string, answer: (choice: Choice, isToHold: boolean) => void): void {
  let isToHold = false;
  openSheet({
    title,
    body: () => (
      <>
        <p class="faint">{say('choice.why')}</p>
        <Menu items={waysToPlay((choice) => answer(choice, isToHold))} />
        <label class="line check">
          <input type="checkbox" onChange={({ currentTarget }) => (isToHold = currentTarget.checked)} />
          {say('choice.hold')}
        </label>
      </>
    ),
  });
}
