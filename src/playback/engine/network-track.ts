/** One playing of a network stream: its feed, what the pipeline was given of it, and which of its titles is played. */
import type { DecodeFrom } from '../../decode/decoder-messages.js';
import type { NetworkInput, NetworkStream } from '../../decode/playable-source.js';
import type { Feed, StreamTrouble } from '../../streams/feed.js';
import type { StreamTitle } from '../../streams/icy.js';
import type { Milliseconds } from '../../units.js';
import { startOf, type QueueTrack, type RequestedTrack } from './queue-track.js';

/** What is known of a stream while it plays; an unknown text is `""`. */
export interface StreamNow {
  readonly station: string;
  readonly genre: string;
  /** What is played now, as the station says. */
  readonly artist: string;
  readonly title: string;
  /** Album of the title that is played now; undefined where the stream does not name one. */
  readonly album?: string;
  /** Name of its picture below `/covers`. */
  readonly cover?: string;
  /** A live stream, or a file on a server without ranges, cannot be moved about in. */
  readonly seekable: boolean;
}

/** A station that changes its title all the time keeps no more of them than this. */
const MOST_TITLES = 64;

function isMovable(input: NetworkInput): boolean {
  if (input.kind === 'spooled') return true;
  return input.kind === 'file' ? input.seekable : input.extent !== undefined;
}

export class NetworkTrack implements RequestedTrack {
  readonly kind = 'network';
  feed: Feed | undefined;
  /** Undefined until enough has come to begin. */
  source: NetworkStream | undefined;
  /** One can go to any position in it. */
  isMovable = false;
  #title: StreamTitle = { artist: '', title: '' };
  #titles: { readonly at: number; readonly title: StreamTitle }[] = [];

  constructor(
    readonly track: QueueTrack,
    /** Where to begin; a live stream only counts its time from there. */
    public from: DecodeFrom,
  ) {}

  get elapsed(): Milliseconds {
    return startOf(this.from);
  }

  beginAt(elapsed: Milliseconds): void {
    this.from = { kind: 'elapsed', elapsed };
  }

  /** Enough has come to begin. */
  arrive(input: NetworkInput): void {
    this.source = { kind: 'networkStream', location: this.track.location, input };
    this.isMovable = isMovable(input);
  }

  get now(): StreamNow {
    const { name = '', genre = '' } = this.feed?.station ?? {};
    return { station: name, genre, ...this.#title, seekable: this.isMovable };
  }

  /** Why nothing of it is played although it is to sound; undefined while nothing is known to be wrong. */
  troubleWhile(isStalled: boolean): StreamTrouble | undefined {
    const stalled = { code: 'STREAM_STALLED', detail: 'nothing comes from the stream' };
    return this.feed?.trouble ?? (isStalled ? stalled : undefined);
  }

  /** `before` is the same stream at another position: what is known of it, and what can be kept, is taken over. */
  takeOver(before: NetworkTrack): void {
    this.isMovable = before.isMovable;
    const input = before.source?.input;
    if (input?.kind !== 'spooled' && !(input?.kind === 'file' && input.seekable)) return;
    this.feed = before.feed;
    this.source = before.source;
    before.feed = before.source = undefined;
  }

  /** `title` is on from so many seconds of the feed's sound on. */
  announce(seconds: number, title: StreamTitle): void {
    this.#titles.push({ at: this.elapsed + seconds * 1000, title });
    if (this.#titles.length > MOST_TITLES) this.#titles.shift();
  }

  /** Milliseconds until the next title is played; undefined when none waits. */
  untilTitle(elapsed: Milliseconds): number | undefined {
    const next = this.#titles[0];
    return next === undefined ? undefined : Math.max(next.at - elapsed, 0);
  }

  /** Whether another title is played at this position than before. */
  advanceTo(elapsed: Milliseconds): boolean {
    const before = this.#title;
    for (let next = this.#titles[0]; next !== undefined && next.at <= elapsed; next = this.#titles[0]) {
      this.#title = next.title;
      this.#titles.shift();
    }
    return before.title !== this.#title.title || before.artist !== this.#title.artist;
  }

  /** Drops the connection and what it brought. */
  disconnect(): void {
    this.feed?.close();
    this.feed = this.source = undefined;
    this.#titles = [];
  }
}
