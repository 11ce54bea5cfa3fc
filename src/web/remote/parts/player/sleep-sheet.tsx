/** After how long the music pauses by itself. */
import { say } from '../../state/language.js';
import { setSleepTimer } from '../../state/commands.js';
import { sleepMinutes } from '../../state/player.js';
import { openSheet } from '../../state/sheets.js';
import { Menu } from '../sheet.js';

const MINUTES = [15, 30, 45, 60, 90];

export function openSleepTimer(): void {
  const items = [...MINUTES, 0].map((minutes) => ({
    label: minutes === 0 ? say('sleep.off') : say('sleep.minutes', { count: minutes }),
    act: () => setSleepTimer(minutes),
  }));
  openSheet({
    title: say('sleep.title'),
    body: () => (
      <>
        <SleepLeft />
        <Menu items={items} />
      </>
    ),
  });
}

function SleepLeft() {
  const left = sleepMinutes.value;
  return left > 0 ? <p class="faint">{say('sleep.left', { count: left })}</p> : null;
}
