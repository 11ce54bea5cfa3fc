/**
 * How much of a track was really played: the frames that the output has played, added up over the plays of one listening.
 * Plain immutable data. A play is what has a play id: it goes on from where it was loaded without a leap, so what was played
 * of it is the way between its first frame and the position that is played. A seek begins another play of the same listening;
 * a pause moves nothing.
 */
import type { TrackClock } from './engine/timeline.js';
import { milliseconds, type Milliseconds } from '../units.js';
import type { QueueEntry } from './types.js';

export interface PlayedTime {
  readonly entry: QueueEntry;
  readonly playId: number;
  /** Heard in the plays before this one. */
  readonly before: Milliseconds;
  /** Where this play began; undefined until its first frames are decoded: nothing of it was played then. */
  readonly from: Milliseconds | undefined;
  /** The position that was played when somebody last looked. */
  readonly position: Milliseconds;
  /** Where the next track follows; undefined until that one's first frames are decoded. */
  readonly end: Milliseconds | undefined;
  /** 0 when unknown. */
  readonly length: Milliseconds;
  /** The rest of the track cannot be played: it ends before its length. */
  readonly endsEarly: boolean;
}

/** What the engine says of a play. */
export interface PlayFacts {
  readonly position?: Milliseconds | undefined;
  readonly clock?: Pick<TrackClock, 'ringRate' | 'trackRate' | 'trackFrame' | 'most'> | undefined;
  readonly length?: Milliseconds | undefined;
}

/** Ring frames of a clock to which no track follows yet. */
const NO_END = 2 ** 31 - 1;
const NONE = milliseconds(0);

/** Nothing of it is played yet. @param before what was played of the entry in the same listening */
export function playedTimeOf(entry: QueueEntry, playId: number, before = NONE): PlayedTime {
  return { entry, playId, before, from: undefined, position: NONE, end: undefined, length: NONE, endsEarly: false };
}

/** With what the engine says now of the same play. */
export function updated(playedTime: PlayedTime, { position, clock, length }: PlayFacts): PlayedTime {
  const now = { ...playedTime, position: position ?? playedTime.position, length: length ?? playedTime.length };
  if (clock === undefined) return now;
  const { ringRate, trackRate, trackFrame, most } = clock;
  const start = (trackFrame * 1000) / trackRate;
  return {
    ...now,
    from: playedTime.from ?? milliseconds(start),
    end: most < NO_END ? milliseconds(start + (most * 1000) / ringRate) : undefined,
  };
}

/** The next track was gone over to: it was played to its end. */
export function playedToEnd(playedTime: PlayedTime): PlayedTime {
  const { end, position, length, endsEarly } = playedTime;
  const last = end ?? (endsEarly ? position : Math.max(position, length));
  return { ...playedTime, position: milliseconds(last) };
}

/** Another play of the same listening. */
export function nextPlay(playedTime: PlayedTime, playId: number): PlayedTime {
  const { entry, length, endsEarly } = playedTime;
  return { ...playedTimeOf(entry, playId, totalPlayed(playedTime)), length, endsEarly };
}

/** Sum over all plays of the listening. Whole milliseconds, rounded down. */
export function totalPlayed({ before, from, position }: PlayedTime): Milliseconds {
  return milliseconds(Math.floor(before + (from === undefined ? 0 : Math.max(position - from, 0))));
}
