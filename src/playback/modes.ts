/** What the player does at the end of a track and of the queue: three modes that a person sets and that are kept. */

/** In the order of the wire's numbers 0 to 4. `ab` repeats the track as long as no marks are set. */
export const REPEAT_MODES = ['off', 'all', 'one', 'shuffle', 'ab'] as const;
export type RepeatMode = (typeof REPEAT_MODES)[number];

/** Playing pauses where the next track differs in this; in the order of the wire's numbers 0 to 7. */
export const SINGLE_MODES = ['off', 'track', 'album', 'albumArtist', 'artist', 'composer', 'work', 'genre'] as const;
export type SingleMode = (typeof SINGLE_MODES)[number];

export interface PlaybackModes {
  readonly repeat: RepeatMode;
  /** Shuffling was requested; whether the queue is shuffled now says its seed. */
  readonly shuffle: boolean;
  readonly single: SingleMode;
}

export const DEFAULT_MODES: PlaybackModes = { repeat: 'off', shuffle: false, single: 'off' };
