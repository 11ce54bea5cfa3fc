/** Values of the MPRIS properties. Source: MPRIS 2.2, "org.mpris.MediaPlayer2.Player". */
import type { RepeatMode } from '../playback/modes.js';
import type { Player } from '../playback/player.js';
import type { VolumeControl } from '../volume/volume.js';

export const STATUS = { playing: 'Playing', paused: 'Paused', stopped: 'Stopped' } as const;

/** A-B repeat counts as repeating the track, shuffle in each round as repeating the list. */
export const LOOP_OF: Readonly<Record<RepeatMode, string>> = {
  off: 'None',
  all: 'Playlist',
  shuffle: 'Playlist',
  one: 'Track',
  ab: 'Track',
};

export const REPEAT_OF: Readonly<Record<string, RepeatMode>> = { None: 'off', Playlist: 'all', Track: 'one' };

/** Audible position in milliseconds; 0 when stopped. A seek counts as soon as it is accepted. */
export function positionOf(player: Player): number {
  const current = player.currentTrack();
  if (current === undefined) return 0;
  const resume = player.resumePoint();
  return current.elapsed === 0 && resume?.index === current.index ? resume.elapsed : current.elapsed;
}

/**
 * Volume from 0 (lowest step) to 1 (volume limit), on the perceptual scale of the HTTP interface. Undefined without a
 * sound card.
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

/** Sets the volume to a share, clamped to 0…1. @throws as `VolumeControl.set` */
export async function moveToShare(volume: VolumeControl, share: number): Promise<void> {
  // Not `limitPercent`, which is rounded to tenths: on a fine control it may be the step below the limit.
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

/** At the first entry only a repeating queue has a previous one. */
export function canGoPrevious(player: Player): boolean {
  const current = player.currentTrack();
  const { entries, firstIndex } = player.queue();
  if (current === undefined || entries.length === 0) return false;
  const { repeat } = player.modes();
  return current.index !== firstIndex || repeat === 'all' || repeat === 'one' || repeat === 'ab';
}

/** @param length of the track in milliseconds; 0 when unknown */
export function canSeek(player: Player, length: number): boolean {
  const current = player.currentTrack();
  return current !== undefined && length > 0 && current.stream?.seekable !== false;
}
