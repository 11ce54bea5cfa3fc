/**
 * What a touch on music means while something else plays in the room: played at once, next, or at the end. It is asked
 * each time, unless the answer was to hold for this visit.
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
  /** All that is played one after the other. */
  readonly locations: readonly string[];
  /** The one that was touched; undefined when all of them were meant, from the first. */
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
  // They may have gone while somebody chose.
  if (locations.length === 0) notify(say('problem.NOTHING_TO_PLAY'));
  else if (choice === 'now') void playFrom(locations, start ?? 0);
  else void addToQueue(title, start === undefined ? locations : locations.slice(start, start + 1), choice === 'next');
}
