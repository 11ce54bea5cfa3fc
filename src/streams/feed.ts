/** What the main thread does for one remote track while it is played, as the engine in front of it sees it. */
import type { Station, StreamTitle } from './icy.js';
import type { NetworkInput } from '../decode/playable-source.js';

export interface FeedEvents {
  /** Enough is there to begin. */
  ready(input: NetworkInput): void;
  /** On from so many seconds of this feed's sound on. */
  titled(seconds: number, title: StreamTitle): void;
  /** The track cannot be played, or cannot go on; the feed is closed. */
  failed(code: string, reason: string): void;
}

export interface StreamTrouble {
  readonly code: string;
  readonly detail: string;
}

export interface Feed {
  /** What is on now is on now: it cannot be moved about in, and a pause does not keep it. */
  readonly isLive: boolean;
  readonly station: Station | undefined;
  /** Nothing comes, and it is tried again. */
  readonly trouble: StreamTrouble | undefined;
  /** Seconds of sound that the decoder has not taken; Infinity where the reserve is not counted. */
  readonly reserve: number;
  /** Nothing more will come. */
  readonly isComplete: boolean;
  /** Frame of the track up to which it was decoded. */
  readonly decoded: number;
  /** Closes every connection. May be called twice. */
  close(): void;
}

/** How long a feed puts up with a server, in ms. */
export interface Patience {
  /** Until there is enough to begin with. */
  readonly start: number;
  /** With failures before anything came, and after something did. */
  readonly first: number;
  readonly later: number;
  /** For the time from the network, without which no certificate can be checked. */
  readonly time: number;
}

export const PATIENCE: Patience = { start: 30_000, first: 15_000, later: 120_000, time: 60_000 };
