/** The track that the player has loaded and the one that follows it, each on its way into the pipeline or in it. */
import type { DecodeFrom, PlayId } from '../../decode/decoder-messages.js';
import type { Feed } from '../../streams/feed.js';
import { milliseconds } from '../../units.js';
import { FileTrack } from './file-track.js';
import { NetworkTrack } from './network-track.js';
import { isFile, type QueueTrack } from './queue-track.js';
import type { SourceResolver } from './source-resolver.js';

export const FROM_START: DecodeFrom = { kind: 'elapsed', elapsed: milliseconds(0) };

export type LoadingTrack = FileTrack | NetworkTrack;

export class LoadingTracks {
  readonly #sources: SourceResolver;
  #current: LoadingTrack | undefined;
  #next: LoadingTrack | undefined;

  constructor(sources: SourceResolver) {
    this.#sources = sources;
  }

  get current(): LoadingTrack | undefined {
    return this.#current;
  }

  get next(): LoadingTrack | undefined {
    return this.#next;
  }

  /** The current track where it is a stream, and the next one. */
  get currentStream(): NetworkTrack | undefined {
    return this.#current?.kind === 'network' ? this.#current : undefined;
  }

  get nextStream(): NetworkTrack | undefined {
    return this.#next?.kind === 'network' ? this.#next : undefined;
  }

  get files(): readonly FileTrack[] {
    return [this.#current, this.#next].filter((track) => track?.kind === 'file');
  }

  /** Takes the place of all that was loaded; of the same stream what can be kept is taken over. */
  load(track: QueueTrack, from: DecodeFrom): LoadingTrack {
    const current = this.#create(track, from);
    const before = this.currentStream;
    if (current.kind === 'network' && before?.track.location === track.location) current.takeOver(before);
    this.forget();
    this.#current = current;
    return current;
  }

  follow(track: QueueTrack | undefined): LoadingTrack | undefined {
    this.#next?.disconnect();
    this.#next = track && this.#create(track, FROM_START);
    return this.#next;
  }

  forget(): void {
    this.disconnect();
    this.#current = this.#next = undefined;
  }

  /** Drops every connection. May be called twice. */
  disconnect(): void {
    this.#current?.disconnect();
    this.#next?.disconnect();
  }

  /** The next track is the current one from now on. */
  advance(): void {
    this.#current?.disconnect();
    this.#current = this.#next;
    this.#next = undefined;
  }

  /** A track that cannot be played is let go. */
  drop(playId: PlayId): void {
    for (const track of [this.#current, this.#next]) {
      if (track?.track.playId !== playId) continue;
      track.disconnect();
      if (track === this.#next) this.#next = undefined;
      else this.#current = undefined;
    }
  }

  /** Another playing of the same stream may have taken the feed over. */
  ownerOf(feed: Feed): NetworkTrack | undefined {
    return [this.currentStream, this.nextStream].find((track) => track?.feed === feed);
  }

  #create(track: QueueTrack, from: DecodeFrom): LoadingTrack {
    if (!isFile(track)) return new NetworkTrack(track, from);
    const loaded = this.files.find((file) => file.track.location === track.location);
    return new FileTrack(track, from, this.#sources.known(track.location, loaded?.source));
  }
}
