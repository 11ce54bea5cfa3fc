/** A track as the player names it to the engine. */
import type { DecodeFrom, PlayId } from '../../decode/decoder-messages.js';
import { frameCount, milliseconds, type Milliseconds } from '../../units.js';
import type { EnginePosition } from './pipeline.js';
import type { HeardPlace } from './timeline.js';

export interface QueueTrack {
  readonly playId: PlayId;
  /** Absolute path, part of a file (`/path#track=2`), or URL. */
  readonly location: string;
}

export const isFile = ({ location }: QueueTrack): boolean => location.startsWith('/');

/** Position at which a playing begins; 0 where only the decoder knows it. */
export const startOf = (from: DecodeFrom): Milliseconds =>
  milliseconds(from.kind === 'elapsed' ? Math.max(from.elapsed, 0) : 0);

/** A track that the player wants loaded, and where it begins. */
export interface Wanted {
  readonly track: QueueTrack;
  readonly from: DecodeFrom;
}

/** Where a track goes on that is interrupted: at the exact frame of a file, at the time of a stream. */
export function goingOn(wanted: Wanted, { elapsed }: EnginePosition, place: HeardPlace | undefined): Wanted {
  const { track } = wanted;
  if (place?.playId === track.playId && isFile(track)) {
    return { track, from: { kind: 'frame', frame: frameCount(place.frame) } };
  }
  // What was loaded and not begun yet begins where it was to begin.
  return elapsed > 0 ? { track, from: { kind: 'elapsed', elapsed } } : wanted;
}
