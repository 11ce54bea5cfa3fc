/** The player as other rooms know it: without what only the composition and the backup may call. */
import type { LivePlayer } from './live-player.js';

/** Commands, and what is played. */
export type Player = Pick<
  LivePlayer,
  | 'status'
  | 'queue'
  | 'modes'
  | 'resumePoint'
  | 'currentTrack'
  | 'nextTrack'
  | 'filePosition'
  | 'play'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'next'
  | 'previous'
  | 'seek'
  | 'replaceQueue'
  | 'startAt'
  | 'flush'
  | 'insert'
  | 'remove'
  | 'clear'
  | 'move'
  | 'undo'
  | 'shuffle'
  | 'resumeTrack'
  | 'setModes'
  | 'subscribe'
>;
