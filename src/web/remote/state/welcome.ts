/** The first run: an empty library on a box without a name, and a phone that has not seen the welcome yet. */
import { effect } from '@preact/signals';
import { bodyOf, box } from './box.js';
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
    if (reported === undefined || reported.scan.scanning || reported.scan.last === null) return;
    queueMicrotask(() => end());
    const { player_name: player, host_name: host } = reported.settings;
    if (player !== '' || host !== '' || reported.queue.amount > 0 || path.peek().length > 0) return;
    bodyOf(box.GET('/tracks', { params: { query: { limit: 1 } } })).then(
      (tracks) => {
        if (tracks.length === 0 && path.peek().length === 0) go('welcome');
      },
      () => undefined,
    );
  });
}
