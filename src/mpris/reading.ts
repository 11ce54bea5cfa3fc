/** The player as its properties show it. Source: MPRIS 2.2, "org.mpris.MediaPlayer2.Player". */
import type { RepeatMode } from '../playback/modes.js';
import type { Player, VolumeControl } from '../playback/types.js';

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
  const resume = player.resumePoint();
  return current.elapsed === 0 && resume?.index === current.index ? resume.elapsed : current.elapsed;
}

/**
 * Place on a slider that is even to the ear, as that of the HTTP interface: 0 is its lowest step, and 1 the loudest that
 * is allowed. Undefined while it is not known: the card is gone.
 */
export function shareOf(volume: VolumeControl): number | undefined {
  try {
    const { percent, limitPercent = 100 } = volume.read();
    if (percent === undefined) return undefined;
    return limitPercent > 0 ? Math.min(percent / limitPercent, 1) : 0;
  } catch {
    return undefined;
  }
}

/** Goes to a share; what is below 0 or above 1 is brought inside. @throws as `VolumeControl.set` */
export async function moveToShare(volume: VolumeControl, share: number): Promise<void> {
  // Not to the place of the limit, which is told in tenths: that of a fine control may belong to a step before.
  if (share >= 1) return volume.setPercent(100);
  const { limitPercent = 100 } = volume.read();
  await volume.setPercent(Math.max(share, 0) * limitPercent);
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
