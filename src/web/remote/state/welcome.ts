/** The first run: on a box without a name on which nothing was ever played, for a phone that has not seen the welcome. */
import { effect } from '@preact/signals';
import { bodyOf, box, quietBox } from './box.js';
import { parts } from './player.js';
import { go, path } from './route.js';
import { store, stored } from './browser/stored.js';

const DONE = 'welcomed';

/** Remembers that the welcome was shown. */
export function welcomed(): void {
  store(DONE, '1');
}

/** Shows the first run in the place of the first screen, if it is one. Called once. */
export function startWelcome(): void {
  if (stored(DONE) !== null) return;
  const end = effect(() => {
    const reported = parts.value;
    if (reported === undefined) return;
    queueMicrotask(() => end());
    const { player_name: player, host_name: host } = reported.settings;
    if (player !== '' || host !== '' || reported.queue.amount > 0 || path.peek().length > 0) return;
    wasPlayed().then(
      (isUsed) => {
        if (!isUsed && path.peek().length === 0) go('welcome');
      },
      () => undefined,
    );
  });
}

/** Gives the box the time zone of this phone, unless a person or a file has chosen one. @throws Refused, TypeError */
export async function adoptTimeZone(): Promise<void> {
  const { timezone: now, timezone_chosen: isChosen } = await bodyOf(quietBox.GET('/system/time'));
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  if (!isChosen && timezone !== now) await quietBox.PUT('/system/time', { body: { timezone } });
}

/** Whether anything was ever played here: then another phone of the household has begun with the box. */
async function wasPlayed(): Promise<boolean> {
  const [home, stations] = await Promise.all([bodyOf(box.GET('/home')), bodyOf(box.GET('/radio/recent'))]);
  return home.recently_played.length > 0 || stations.length > 0;
}
