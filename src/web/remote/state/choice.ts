/** What a touch on music does: it plays at once, and a notice gives back what played before. */
import { say } from './language.js';
import { notify } from './notices.js';
import { addToQueue, playFrom } from './commands.js';
import type { Choice } from '../parts/choice-sheet.js';

export interface Music {
  /** Title of the track or album that is added. */
  readonly title: string;
  readonly locations: readonly string[];
  /** Index of the touched one; undefined when all of them are meant, from the first. */
  readonly start?: number | undefined;
}

export function play(music: Music): void {
  if (music.locations.length > 0) carryOut('now', music);
}

export function carryOut(choice: Choice, { title, locations, start }: Music): void {
  // The tracks may have gone meanwhile.
  if (locations.length === 0) notify(say('problem.NOTHING_TO_PLAY'));
  else if (choice === 'now') void playFrom(locations, start ?? 0);
  else void addToQueue(title, start === undefined ? locations : locations.slice(start, start + 1), choice === 'next');
}
