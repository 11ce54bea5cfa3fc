/**
 * How much of a track was really heard: the frames that the output has played, added up over the plays of one listening.
 * Plain immutable data. A play is what has a play id: it goes on from where it was loaded without a leap, so what was heard
 * of it is the way between its first frame and the place that is heard. A seek begins another play of the same listening;
 * a pause moves nothing.
 */
import type { TrackClock } from './engine/timeline.js';
import { milliseconds, type Milliseconds } from '../units.js';
import type { QueueEntry } from './types.js';

export interface Hearing {
  readonly entry: QueueEntry;
  readonly playId: number;
  /** Heard in the plays before this one. */
  readonly before: Milliseconds;
  /** Where this play began; undefined until its first frames are decoded: nothing of it was heard then. */
  readonly from: Milliseconds | undefined;
  /** The place that was heard when somebody last looked. */
  readonly place: Milliseconds;
  /** Where the next track follows; undefined until that one's first frames are decoded. */
  readonly end: Milliseconds | undefined;
  /** 0 when unknown. */
  readonly length: Milliseconds;
  /** The rest of the track cannot be played: it ends before its length. */
  readonly endsEarly: boolean;
}

/** What the engine says of a play. */
export interface HeardFacts {
  readonly place?: Milliseconds | undefined;
  readonly course?: Pick<TrackClock, 'ringRate' | 'trackRate' | 'trackFrame' | 'most'> | undefined;
  readonly length?: Milliseconds | undefined;
}

/** Ring frames of a course to which no track follows yet. */
const NO_END = 2 ** 31 - 1;
const NONE = milliseconds(0);

/** Nothing of it is heard yet. @param before what was heard of the entry in the same listening */
export function hearingOf(entry: QueueEntry, playId: number, before = NONE): Hearing {
  return { entry, playId, before, from: undefined, place: NONE, end: undefined, length: NONE, endsEarly: false };
}

/** With what the engine says now of the same play. */
export function heardOn(hearing: Hearing, { place, course, length }: HeardFacts): Hearing {
  const heard = { ...hearing, place: place ?? hearing.place, length: length ?? hearing.length };
  if (course === undefined) return heard;
  const { ringRate, trackRate, trackFrame, most } = course;
  const start = (trackFrame * 1000) / trackRate;
  return {
    ...heard,
    from: hearing.from ?? milliseconds(start),
    end: most < NO_END ? milliseconds(start + (most * 1000) / ringRate) : undefined,
  };
}

/** The next track was gone over to: it was heard to its end. */
export function heardToEnd(hearing: Hearing): Hearing {
  const { end, place, length, endsEarly } = hearing;
  const last = end ?? (endsEarly ? place : Math.max(place, length));
  return { ...hearing, place: milliseconds(last) };
}

/** Another play of the same listening. */
export function movedOn(hearing: Hearing, playId: number): Hearing {
  const { entry, length, endsEarly } = hearing;
  return { ...hearingOf(entry, playId, totalHeard(hearing)), length, endsEarly };
}

/** Of all plays of the listening. Whole milliseconds, rounded down. */
export function totalHeard({ before, from, place }: Hearing): Milliseconds {
  return milliseconds(Math.floor(before + (from === undefined ? 0 : Math.max(place - from, 0))));
}
