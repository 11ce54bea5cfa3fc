/**
 * What a touch on music does while something else plays: play it at once, next, or last. Asks each time, unless the answer
 * was to hold until the page is closed.
 */
import { say } from './language.js';
import { notify } from './notices.js';
import { isPlaying } from './player.js';
import { addToQueue, isAmongThem, playFrom } from './commands.js';
import { type Choice, openChoice } from '../parts/choice-sheet.js';

let remembered: Choice | undefined;

export interface Music {
  /** Title of the track or album that is added. */
  readonly title: string;
  readonly locations: readonly string[];
  /** Index of the touched one; undefined when all of them are meant, from the first. */
  readonly start?: number | undefined;
}

export function play(music: Music): void {
  if (music.locations.length === 0) return;
  if (!isPlaying.value || isAmongThem(music.locations)) carryOut('now', music);
  else if (remembered !== undefined) carryOut(remembered, music);
  else {
    openChoice(music.title, (choice, isToHold) => {
      if (isToHold) remembered = choice;
      carryOut(choice, music);
    });
  }
}

export function carryOut(choice: Choice, { title, locations, start }: Music): void {
  // The tracks may have gone meanwhile.
  if (locations.length === 0) notify(say('problem.NOTHING_TO_PLAY'));
  else if (choice === 'now') void playFrom(locations, start ?? 0);
  else void addToQueue(title, start === undefined ? locations : locations.slice(start, start + 1), choice === 'next');
}
