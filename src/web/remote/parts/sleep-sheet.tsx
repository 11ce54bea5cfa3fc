/** After how long it falls silent by itself. */
import { say } from '../state/language.js';
import { setSleepTimer } from '../state/commands.js';
import { sleepMinutes } from '../state/player.js';
import { closeSheet, openSheet } from '../state/sheets.js';

const MINUTES = [15, 30, 45, 60, 90];

export function openSleepTimer(): void {
  const choose = (minutes: number) => (): void => {
    closeSheet();
    setSleepTimer(minutes);
  };
  openSheet({
    title: say('sleep.title'),
    body: () => (
      <>
        <SleepLeft />
        <ul class="menu">
          {MINUTES.map((minutes, at) => (
            <li key={minutes}>
              <button type="button" data-first={at === 0 ? '' : undefined} onClick={choose(minutes)}>
                {say('sleep.minutes', { count: minutes })}
              </button>
            </li>
          ))}
          <li>
            <button type="button" onClick={choose(0)}>
              {say('sleep.off')}
            </button>
          </li>
        </ul>
      </>
    ),
  });
}

function SleepLeft() {
  const left = sleepMinutes.value;
  return left > 0 ? <p class="faint">{say('sleep.left', { count: left })}</p> : null;
}
