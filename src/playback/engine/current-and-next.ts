/** The track that the player has loaded and the one that follows it, each on its way into the pipeline or in it. */
import type { PlayId } from '../../decode/decoder-messages.js';
import type { Feed } from '../../streams/feed.js';
import { milliseconds } from '../../units.js';
import { NetworkTrack } from './network-track.js';
import { FROM_START, isFile, type QueueTrack, type RequestedTrack } from './queue-track.js';
import type { FileSource, SourceResolver } from './source-resolver.js';

/** One playing of a local file, or of a part of one. */
export interface FileTrack extends RequestedTrack {
  readonly kind: 'file';
  /** Undefined until it is resolved. */
  source: FileSource | undefined;
}

export type LoadingTrack = FileTrack | NetworkTrack;

export class CurrentAndNext {
  #current: LoadingTrack | undefined;
  #next: LoadingTrack | undefined;
  /** The next track that the pipeline was given. */
  queuedInPipeline: LoadingTrack | undefined;

  constructor(private readonly sources: SourceResolver) {}

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

  /** Replaces all that was loaded; of the same stream what can be kept is taken over. */
  load(request: RequestedTrack): LoadingTrack {
    const current = this.#create(request);
    const before = this.currentStream;
    if (current.kind === 'network' && before?.track.location === request.track.location) current.takeOver(before);
    this.forget();
    this.#current = current;
    return current;
  }

  follow(track: QueueTrack | undefined): void {
    this.nextStream?.disconnect();
    this.#next = track && this.#create({ track, from: FROM_START, elapsed: milliseconds(0) });
  }

  forget(): void {
    this.disconnect();
    this.#current = this.#next = undefined;
  }

  /** Drops every connection. May be called twice. */
  disconnect(): void {
    this.currentStream?.disconnect();
    this.nextStream?.disconnect();
  }

  /** The next track is the current one from now on. */
  advance(): void {
    this.currentStream?.disconnect();
    this.#current = this.#next;
    this.#next = undefined;
  }

  /** A track that cannot be played is let go. */
  drop(playId: PlayId): void {
    for (const track of [this.#current, this.#next]) {
      if (track?.track.playId !== playId) continue;
      if (track.kind === 'network') track.disconnect();
      if (track === this.#next) this.#next = undefined;
      else this.#current = undefined;
    }
  }

  /** Another playing of the same stream may have taken the feed over. */
  ownerOf(feed: Feed): NetworkTrack | undefined {
    return [this.currentStream, this.nextStream].find((track) => track?.feed === feed);
  }

  #create({ track, from, elapsed }: RequestedTrack): LoadingTrack {
    if (!isFile(track)) return new NetworkTrack(track, from);
    const loaded = this.files.find((file) => file.track.location === track.location);
    return { kind: 'file', track, from, elapsed, source: this.sources.known(track.location, loaded?.source) };
  }
}
