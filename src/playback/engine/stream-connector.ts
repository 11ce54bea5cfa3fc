/** Connects to the network streams of a queue: to the current one when it is to sound, to the next one ahead of its time. */
import type { DecodeFrom } from '../../decode/decoder-messages.js';
import type { PlaybackClock } from '../../playback-clock.js';
import type { Feed, FeedEvents } from '../../streams/feed.js';
import type { CurrentAndNext } from './current-and-next.js';
import type { NetworkTrack } from './network-track.js';
import type { Pipeline } from './pipeline.js';
import { LONGEST_LOOK_MILLISECONDS, SHORTEST_LOOK_MILLISECONDS } from './stream-watch.js';

/** A stream that follows is connected to so long before it is played. */
const AHEAD_MILLISECONDS = 12_000;

/** Connects to an address at once. */
export type OpenFeed = (address: string, from: DecodeFrom, events: FeedEvents) => Feed;

export interface StreamConnectorDeps {
  readonly open: OpenFeed;
  readonly tracks: CurrentAndNext;
  readonly pipeline: Pick<Pipeline, 'position' | 'facts'>;
  /** Enough of it has come to begin. */
  readonly ready: (track: NetworkTrack) => void;
  /** The stream cannot be opened. */
  readonly failed: (track: NetworkTrack, code: string, reason: string) => void;
  /** Another title came, and is played later. */
  readonly titled: () => void;
  readonly clock: PlaybackClock;
}

export class StreamConnector {
  #aheadTimer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: StreamConnectorDeps) {}

  connect(track: NetworkTrack): void {
    const { open, tracks, ready, failed, titled } = this.deps;
    const feed: Feed = open(track.track.location, track.from, {
      ready(input) {
        const owner = tracks.ownerOf(feed);
        owner?.arrive(input);
        if (owner !== undefined) ready(owner);
      },
      titled(seconds, title) {
        tracks.ownerOf(feed)?.announce(seconds, title);
        titled();
      },
      failed(code, reason) {
        const owner = tracks.ownerOf(feed);
        if (owner !== undefined) failed(owner, code, reason);
      },
    });
    track.feed = feed;
  }

  /** Connects to the stream that follows when what is played is nearly over, as long as nobody calls `stop`. */
  lookAhead(): void {
    this.stop();
    const { tracks, pipeline, clock } = this.deps;
    const next = tracks.nextStream;
    const position = pipeline.position();
    if (next === undefined || next.feed !== undefined || position === undefined) return;
    const length = pipeline.facts(position.playId)?.length;
    if (length === 0) return; // nobody knows when it ends
    const left = length === undefined ? LONGEST_LOOK_MILLISECONDS : length - position.elapsed - AHEAD_MILLISECONDS;
    if (length !== undefined && left <= 0) {
      this.connect(next);
      return;
    }
    const pause = Math.max(left, SHORTEST_LOOK_MILLISECONDS);
    this.#aheadTimer = clock.setTimeout(() => this.lookAhead(), pause).unref();
  }

  /** May be called twice. */
  stop(): void {
    clearTimeout(this.#aheadTimer);
  }
}
