/** A track as the player names it to the engine. */
import type { DecodeFrom, PlayId } from '../../decode/decoder-messages.js';
import { milliseconds, type Milliseconds } from '../../units.js';
import type { EnginePosition } from './engine-events.js';

export interface QueueTrack {
  readonly playId: PlayId;
  /** Absolute path, part of a file (`/path#track=2`), or URL. */
  readonly location: string;
}

export const FROM_START: DecodeFrom = { kind: 'elapsed', elapsed: milliseconds(0) };

export const isFile = ({ location }: QueueTrack): boolean => location.startsWith('/');

/** Position at which a playing begins; 0 where only the decoder knows it. */
export const startOf = (from: DecodeFrom): Milliseconds =>
  milliseconds(from.kind === 'elapsed' ? Math.max(from.elapsed, 0) : 0);

/** A track that the player wants loaded, and where it begins. */
export interface RequestedTrack {
  readonly track: QueueTrack;
  readonly from: DecodeFrom;
  /** The position of `from`, as far as it is known. */
  readonly elapsed: Milliseconds;
}

/** Where it begins, as a position. */
export const positionOf = (request: RequestedTrack | undefined): EnginePosition | undefined =>
  request && { playId: request.track.playId, elapsed: request.elapsed };
