/**
 * What a controller has sent and what becomes of it: one track, and the one that is to follow without a gap. It plays in
 * the place of the queue (RemoteTracks), which comes back when it is stopped or over. Thread: main.
 *
 *      no media ──set──▶ stopped ──play──▶ playing ◀──▶ paused
 *                           ▲                 │            │
 *                           └── over, stop, taken away ────┘
 *
 * Between two tracks that a controller sends one by one, the queue is not to be heard: it comes back a little after the
 * end. After an end by itself it plays on, if it played before; after a stop it stays silent. Whoever starts something else
 * meanwhile (the page, an alarm) takes the place away, and the controller sees that it is stopped.
 */
import { StateNotSaved } from '../errors.js';
import { Listeners } from '../listeners.js';
import type { PlayerEvent } from '../playback/types.js';
import { type Milliseconds, milliseconds } from '../units.js';
import type { UpnpDeps } from './deps.js';
import { type Described, readDidl } from './didl.js';
import { isForeign } from './protocol-info.js';
import { UpnpError } from './upnp-error.js';

export type TransportState = 'NO_MEDIA_PRESENT' | 'STOPPED' | 'TRANSITIONING' | 'PLAYING' | 'PAUSED_PLAYBACK';

/** A track as the controller sent it. */
export interface Media extends Described {
  readonly uri: string;
  /** DIDL-Lite, as it came. */
  readonly didl: string;
}

export interface Played {
  readonly elapsed: Milliseconds;
  /** 0 where nobody knows. */
  readonly length: Milliseconds;
  readonly isSeekable: boolean;
}

/** Milliseconds after the end in which a controller sends the next track; longer than HTTP and a slow phone need. */
const GRACE = 5000;
/** Characters of a description that is kept, and sent to all subscribers. */
const LONGEST_DIDL = 32 * 1024;
const NOTHING_PLAYED = milliseconds(0);

type RendererDeps = Pick<UpnpDeps, 'player' | 'streams' | 'sentTracks' | 'clock' | 'log'>;

export class Renderer {
  readonly #listeners = new Listeners();
  readonly #unsubscribe: () => void;
  #media: Media | undefined;
  #next: Media | undefined;
  /** Tracks that are in the place of the queue, by the keys of their entries. */
  #entries = new Map<number, Media>();
  /** As their decoders know them, which is more than most controllers say. */
  readonly #lengths = new WeakMap<Media, Milliseconds>();
  #isBegun = false;
  #isStopped = false;
  #hasFailed = false;
  #returning: NodeJS.Timeout | undefined;

  constructor(private readonly deps: RendererDeps) {
    this.#unsubscribe = deps.player.subscribe((event) => this.#look(event));
  }

  get media(): Media | undefined {
    return this.#media;
  }

  get next(): Media | undefined {
    return this.#next;
  }

  /** The last track could not be played. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get state(): TransportState {
    const { player } = this.deps;
    if (this.#media === undefined) return 'NO_MEDIA_PRESENT';
    if (!this.#isBegun || player.remoteTracks.current === undefined) return 'STOPPED';
    if (player.queueStatus().kind === 'paused') return 'PAUSED_PLAYBACK';
    return player.queueTrack()?.facts === undefined ? 'TRANSITIONING' : 'PLAYING';
  }

  /** Where in the track it is. */
  played(): Played {
    const media = this.#media;
    const { current } = this.deps.player.remoteTracks;
    const isThere = this.#isBegun && current !== undefined && this.#entries.get(current.key) === media;
    const track = isThere ? this.deps.player.queueTrack() : undefined;
    const { elapsed = NOTHING_PLAYED, facts, stream } = track ?? {};
    if (media !== undefined && facts !== undefined && facts.length > 0) this.#lengths.set(media, facts.length);
    const length = media === undefined ? NOTHING_PLAYED : (this.#lengths.get(media) ?? media.length);
    return { elapsed, length, isSeekable: stream?.seekable === true };
  }

  /** @param listener called when anything of it is another @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** @param uri `""` for none. What plays is replaced at once. @throws UpnpError */
  async set(uri: string, didl: string): Promise<void> {
    const media = this.#read(uri, didl);
    const { state } = this;
    this.#media = media;
    this.#next = undefined;
    this.#hasFailed = false;
    // What is left of the former track is not current any more.
    this.#entries.clear();
    if (media !== undefined && (state === 'PLAYING' || state === 'TRANSITIONING')) await this.#begin(media);
    else if (state !== 'STOPPED' && state !== 'NO_MEDIA_PRESENT') await this.stop();
    this.#listeners.call();
  }

  /** @param uri `""` for none @throws UpnpError */
  async setNext(uri: string, didl: string): Promise<void> {
    const media = this.#read(uri, didl);
    if (this.#media === undefined && media !== undefined) throw new UpnpError(701, 'there is no current track');
    this.#next = media;
    if (this.#isBegun) await this.#follow();
    this.#listeners.call();
  }

  /** @throws UpnpError; Unavailable when the output is away */
  async play(): Promise<void> {
    const { player } = this.deps;
    const { state } = this;
    if (this.#media === undefined) throw new UpnpError(701, 'there is nothing to play');
    if (state === 'STOPPED') await this.#begin(this.#media);
    else if (state === 'PAUSED_PLAYBACK') await this.#saved(player.resumeTrack());
    this.#listeners.call();
  }

  /** @throws UpnpError */
  async pause(): Promise<void> {
    const { state } = this;
    if (state === 'PAUSED_PLAYBACK') return;
    if (state !== 'PLAYING' && state !== 'TRANSITIONING') throw new UpnpError(701, 'nothing plays');
    await this.#saved(this.deps.player.pause());
  }

  /** Silence; the queue comes back a little later. */
  async stop(): Promise<void> {
    if (!this.#isBegun) return;
    this.#isStopped = true;
    await this.#saved(this.deps.player.remoteTracks.halt());
  }

  /** @throws UpnpError 711 when nothing follows */
  async skip(): Promise<void> {
    if (this.#media === undefined) throw new UpnpError(701, 'there is nothing to play');
    if (this.#next === undefined) throw new UpnpError(711, 'nothing follows');
    if (this.deps.player.remoteTracks.current !== undefined && this.#isBegun) {
      await this.#saved(this.deps.player.remoteTracks.next());
      return;
    }
    this.#media = this.#next;
    this.#next = undefined;
    await this.play();
  }

  /** @throws UpnpError */
  async seek(to: Milliseconds): Promise<void> {
    const { state } = this;
    if (state === 'STOPPED' || state === 'NO_MEDIA_PRESENT') throw new UpnpError(701, 'nothing plays');
    const { length, isSeekable } = this.played();
    if (!isSeekable && to > 0) throw new UpnpError(711, 'the server of this track lets nobody seek');
    if (length > 0 && to > length) throw new UpnpError(711, 'that is behind the end');
    await this.#saved(this.deps.player.remoteTracks.seek(to));
    this.#listeners.call();
  }

  /** The queue is back, silent. May be called twice. Never rejects. */
  async close(): Promise<void> {
    this.#unsubscribe();
    clearTimeout(this.#returning);
    this.#isBegun = false;
    await this.#return(false);
  }

  /** @throws UpnpError */
  #read(uri: string, didl: string): Media | undefined {
    if (uri === '') return undefined;
    const judged = this.deps.streams.examine(uri);
    if (judged instanceof Error) throw new UpnpError(716, judged.message);
    const kept = didl.length > LONGEST_DIDL ? '' : didl;
    const described = readDidl(kept, uri);
    if (isForeign(described)) throw new UpnpError(714, described.type);
    return { ...described, uri, didl: kept };
  }

  async #begin(media: Media): Promise<void> {
    const { remoteTracks } = this.deps.player;
    clearTimeout(this.#returning);
    this.#returning = undefined;
    this.#isBegun = true;
    this.#isStopped = this.#hasFailed = false;
    this.#entries.clear();
    this.#note(media);
    const saving = remoteTracks.begin({ locations: [media.uri], isShuffled: false });
    const key = remoteTracks.current?.key;
    if (key !== undefined) this.#entries.set(key, media);
    await this.#saved(saving);
    if (this.#next !== undefined) await this.#follow();
  }

  async #follow(): Promise<void> {
    const { remoteTracks } = this.deps.player;
    const [next, { current }] = [this.#next, remoteTracks];
    if (next !== undefined) this.#note(next);
    const before = current && this.#entries.get(current.key);
    this.#entries.clear();
    if (current !== undefined && before !== undefined) this.#entries.set(current.key, before);
    const { entry, saved } = remoteTracks.follow(next?.uri);
    if (entry !== undefined && next !== undefined) this.#entries.set(entry.key, next);
    await this.#saved(saved);
  }

  /** A cover may lie where a track may lie. */
  #note({ uri: url, title, artist, album, genre, length, art }: Media): void {
    const { streams, sentTracks } = this.deps;
    const isFetched = art !== '' && !(streams.examine(art) instanceof Error);
    sentTracks.note({ url, title, artist, album, genre, length, art: isFetched ? art : '' });
  }

  #look(event: PlayerEvent): void {
    if (!this.#isBegun) return;
    if (event.type === 'trackSkipped' && event.track.location === this.#media?.uri) this.#hasFailed = true;
    const { remoteTracks } = this.deps.player;
    const { current, isOver } = remoteTracks;
    if (!remoteTracks.isActive) this.#leave();
    else if (isOver) this.#returnSoon();
    else if (current !== undefined) this.#advanceTo(this.#entries.get(current.key));
    this.#listeners.call();
  }

  #advanceTo(media: Media | undefined): void {
    if (media === undefined || media === this.#media) return;
    if (media === this.#next) this.#next = undefined;
    this.#media = media;
    this.#hasFailed = false;
  }

  /** Somebody plays something else. */
  #leave(): void {
    clearTimeout(this.#returning);
    this.#returning = undefined;
    this.#isBegun = false;
    this.#next = undefined;
  }

  #returnSoon(): void {
    this.#returning ??= this.deps.clock
      .setTimeout(() => {
        this.#returning = undefined;
        void this.#return(!this.#isStopped);
      }, GRACE)
      .unref();
  }

  /** Never rejects. @param goesOn the queue plays on if it played before */
  async #return(goesOn: boolean): Promise<void> {
    await this.#saved(this.deps.player.remoteTracks.end(goesOn)).catch((error: unknown) => {
      this.deps.log.error('renderer: the queue is not back (a fault of ours)', { error });
    });
  }

  /** What a controller sends is not kept over a restart: a disk that refuses is no reason not to play. */
  async #saved(saving: Promise<unknown>): Promise<void> {
    try {
      await saving;
    } catch (error) {
      if (!(error instanceof StateNotSaved)) throw error;
      this.deps.log.warn('renderer: the queue that comes back is not saved', { error });
    }
  }
}
