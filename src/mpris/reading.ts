/** The player as its properties show it. Source: MPRIS 2.2, "org.mpris.MediaPlayer2.Player". */
import type { RepeatMode } from '../player/modes.js';
import type { Player, VolumeControl } from '../player/types.js';

export const STATUS = { playing: 'Playing', paused: 'Paused', stopped: 'Stopped' } as const;

/** A mark that is not set yet repeats the track; another shuffle for each round still goes round the list. */
export const LOOP_OF: Readonly<Record<RepeatMode, string>> = {
  off: 'None',
  all: 'Playlist',
  shuffle: 'Playlist',
  one: 'Track',
  ab: 'Track',
};

export const REPEAT_OF: Readonly<Record<string, RepeatMode>> = { None: 'off', Playlist: 'all', Track: 'one' };

/** Position of what is heard in milliseconds; 0 when stopped. A seek counts from its acceptance on, before it is heard. */
export function positionOf(player: Player): number {
  const current = player.currentTrack();
  if (current === undefined) return 0;
  const place = player.resumePoint();
  return current.elapsed === 0 && place?.index === current.index ? place.elapsed : current.elapsed;
}

/** Share of the way through the output's own steps, 0 to 1; undefined when its card is gone. */
export function shareOf(volume: VolumeControl): number | undefined {
  try {
    const { volume: level, min, max } = volume.read();
    return max > min ? (level - min) / (max - min) : 1;
  } catch {
    return undefined;
  }
}

/** The step for a share; what is below 0 or above 1 is brought inside. @throws Unavailable */
export function stepOf(volume: VolumeControl, share: number): number {
  const { min, max } = volume.read();
  return Math.round(min + Math.min(Math.max(share, 0), 1) * (max - min));
}

/** Whether there is anything to play. */
export function canPlay(player: Player): boolean {
  return player.queue().entries.length > 0 || player.currentTrack() !== undefined;
}

export function canGoNext(player: Player): boolean {
  return player.nextTrack() !== undefined;
}

/** At the head of the queue only a queue that goes round has one before it. */
export function canGoPrevious(player: Player): boolean {
  const current = player.currentTrack();
  const { entries, firstIndex } = player.queue();
  if (current === undefined || entries.length === 0) return false;
  const { repeat } = player.modes();
  return current.index !== firstIndex || repeat === 'all' || repeat === 'one' || repeat === 'ab';
}

/** @param length of the track in milliseconds; 0 when it is not known */
export function canSeek(player: Player, length: number): boolean {
  const current = player.currentTrack();
  return current !== undefined && length > 0 && current.stream?.seekable !== false;
}
