/** One playing of a remote track: its feed, what the engine was given of it, and which of its titles is heard. */
import { milliseconds, type Milliseconds } from '../../units.js';
import type { DecodeFrom, TrackToDecode } from '../../decode/decoder-messages.js';
import type { Feed } from '../../streams/feed.js';
import type { StreamTitle } from '../../streams/icy.js';
import type { RemoteInput } from '../../decode/pipes/remote-input.js';

/** What is known of a remote track while it plays; an unknown text is `""`. */
export interface StreamNow {
  readonly station: string;
  readonly genre: string;
  /** What is heard now, as the station says. */
  readonly artist: string;
  readonly title: string;
  /** Of what is heard now, where somebody says. */
  readonly album?: string;
  /** A live stream, or a file on a server without ranges, cannot be moved about in. */
  readonly seekable: boolean;
}

/** A station that changes its title all the time keeps no more of them than this. */
const MOST_TITLES = 64;

function isMovable(input: RemoteInput): boolean {
  if (input.kind === 'spooled') return true;
  if (input.kind === 'capture') return false;
  return input.kind === 'file' ? input.seekable : input.extent !== undefined;
}

export class RemoteTrack {
  readonly track: TrackToDecode;
  /** Where it is to begin; a live stream only counts its time from there. */
  from: DecodeFrom;
  feed: Feed | undefined;
  /** It was found to be something in which one can go to any place. */
  isMovable = false;
  /** The engine decodes the present input. */
  isHanded = false;
  /** The engine knows the track, perhaps from before a pause. */
  isKnown = false;
  #input: RemoteInput | undefined;
  #title: StreamTitle = { artist: '', title: '' };
  #titles: { readonly at: number; readonly title: StreamTitle }[] = [];

  constructor(track: TrackToDecode, from: DecodeFrom) {
    this.track = track;
    this.from = from;
  }

  /** Set when enough has come to begin. */
  get input(): RemoteInput | undefined {
    return this.#input;
  }

  set input(input: RemoteInput | undefined) {
    this.#input = input;
    if (input !== undefined) this.isMovable = isMovable(input);
  }

  get playId(): number {
    return this.track.playId;
  }

  /** Position of the feed's first sound. */
  get base(): Milliseconds {
    return milliseconds(this.from.kind === 'elapsed' ? Math.max(this.from.elapsed, 0) : 0);
  }

  get now(): StreamNow {
    const { name = '', genre = '' } = this.feed?.station ?? {};
    return { station: name, genre, ...this.#title, seekable: this.isMovable };
  }

  /** It is the track that was played before, at another place: what is known of it, and what can be kept, is taken over. */
  takeOver(before: RemoteTrack): void {
    this.isMovable = before.isMovable;
    if (before.input?.kind !== 'spooled' && !(before.input?.kind === 'file' && before.input.seekable)) return;
    this.feed = before.feed;
    this.input = before.input;
    before.feed = before.input = undefined;
  }

  /** `title` is on from so many seconds of the feed's sound on. */
  announce(seconds: number, title: StreamTitle): void {
    this.#titles.push({ at: this.base + seconds * 1000, title });
    if (this.#titles.length > MOST_TITLES) this.#titles.shift();
  }

  /** Milliseconds until the next title is heard; undefined when none waits. */
  untilTitle(elapsed: Milliseconds): number | undefined {
    const next = this.#titles[0];
    return next === undefined ? undefined : Math.max(next.at - elapsed, 0);
  }

  /** Whether another title is heard at this position than before. */
  turnTo(elapsed: Milliseconds): boolean {
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
    this.feed = this.input = undefined;
    this.isHanded = false;
    this.#titles = [];
  }
}
