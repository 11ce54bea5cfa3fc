/**
 * The player as the house sees it, where somebody else may play into the box. A guest that begins to sound interrupts the
 * queue; while it is there, what is asked of the transport is asked of the guest. When it falls silent by itself, or is
 * gone, the queue goes on where it was, if it was interrupted while it played. Thread: main.
 *
 *             sounds                  pause, by somebody here
 *      none ─────────▶ playing ◀───────────────────────────▶ paused
 *        ▲               │           resume, or it sounds again  │
 *        └── silent, gone, stop, or the queue is played ──────────┘ (but for: silent)
 *
 * The queue and its place stay what they were: nothing of a guest is ever saved.
 */
import type { Engine } from './engine/engine.js';
import type { Log } from '../log.js';
import { byteOffset, sampleRateHz, type ByteOffset, type Milliseconds } from '../units.js';
import type { Guest, GuestCommand, GuestSource } from './guest.js';
import type { LivePlayer } from './live-player.js';
import type { PlaybackModes } from './modes.js';
import type {
  CurrentTrack,
  PlaybackStatus,
  Player,
  PlayerAspect,
  PlayerNews,
  QueueEntry,
  QueueSnapshot,
  ResumePoint,
  StartPosition,
} from './types.js';

export interface GuestPlayerParts {
  readonly queue: Player & Pick<LivePlayer, 'interrupt' | 'giveBack'>;
  readonly engine: Pick<Engine, 'playCapture' | 'releaseCapture'>;
  readonly source: GuestSource;
  readonly log: Log;
}

interface Stay {
  guest: Guest;
  /** Another one for each title. */
  key: number;
  /** `hushed`: paused by somebody here, and it has not fallen silent yet. */
  phase: 'playing' | 'hushed' | 'paused';
}

const TRANSPORT: ReadonlySet<PlayerAspect> = new Set(['status', 'currentTrack', 'nextTrack', 'position']);
const TITLE: ReadonlySet<PlayerAspect> = new Set(['currentTrack', 'position']);

export class GuestPlayer implements Player {
  readonly #queue: GuestPlayerParts['queue'];
  readonly #parts: GuestPlayerParts;
  readonly #listeners = new Set<(news: PlayerNews) => void>();
  /** Locations of guests that sound and are not heard, until they fall silent. */
  readonly #refused = new Set<string>();
  #stay: Stay | undefined;
  /** Above every key of the queue. */
  #nextKey = Number.MAX_SAFE_INTEGER;
  #end: (() => void) | undefined;

  constructor(parts: GuestPlayerParts) {
    this.#parts = parts;
    this.#queue = parts.queue;
    this.#queue.subscribe((news) => this.#hearQueue(news));
  }

  /** Guests are let in from now on. */
  start(): void {
    this.#end ??= this.#parts.source.subscribe(() => this.#look());
    this.#look();
  }

  /** No guest is heard any more, and the queue does not go on by itself. May be called twice. */
  sendGuestsAway(): void {
    this.#end?.();
    this.#end = undefined;
    if (this.#stay !== undefined) this.#sendAway(this.#stay);
  }

  status(): PlaybackStatus {
    const status = this.#queue.status();
    return this.#stay === undefined ? status : { ...status, kind: this.#isPlaying() ? 'playing' : 'paused' };
  }

  queue(): QueueSnapshot {
    return this.#queue.queue();
  }

  modes(): PlaybackModes {
    return this.#queue.modes();
  }

  resumePoint(): ResumePoint | undefined {
    return this.#queue.resumePoint();
  }

  currentTrack(): CurrentTrack | undefined {
    if (this.#stay === undefined) return this.#queue.currentTrack();
    const { key, guest } = this.#stay;
    const { location, name, title, artist, album, genre, length, sampleRate } = guest;
    // It goes on by itself between two looks.
    const { elapsed } = this.#parts.source.guests().find((now) => now.location === location) ?? guest;
    return {
      entry: { key, location },
      index: -1,
      elapsed,
      facts: { length, sampleRate: sampleRateHz(sampleRate), bitrate: 0 },
      stream: { station: name, genre, artist, title, album, seekable: false },
    };
  }

  /** Nobody knows what a guest plays next. */
  nextTrack(): QueueEntry | undefined {
    return this.#stay === undefined ? this.#queue.nextTrack() : undefined;
  }

  async filePosition(): Promise<ByteOffset> {
    return this.#stay === undefined ? this.#queue.filePosition() : byteOffset(0);
  }

  /** @throws Unavailable when the guest cannot be told */
  play(from: StartPosition): Promise<void> {
    return this.#stay === undefined ? this.#queue.play(from) : this.#resumeGuest(this.#stay);
  }

  async pause(): Promise<void> {
    if (this.#stay !== undefined) await this.#hush(this.#stay);
    else await this.#queue.pause();
  }

  /** @throws Unavailable when the guest cannot be told */
  resume(): Promise<void> {
    return this.#stay === undefined ? this.#queue.resume() : this.#resumeGuest(this.#stay);
  }

  async stop(): Promise<void> {
    if (this.#stay !== undefined) this.#sendAway(this.#stay);
    await this.#queue.stop();
  }

  /** @throws Unavailable when the guest cannot be told */
  next(): Promise<void> {
    return this.#stay === undefined ? this.#queue.next() : this.#tell(this.#stay, 'next');
  }

  /** @throws Unavailable when the guest cannot be told */
  previous(): Promise<void> {
    return this.#stay === undefined ? this.#queue.previous() : this.#tell(this.#stay, 'previous');
  }

  /** A guest cannot be moved about in. */
  async seek(to: Milliseconds): Promise<void> {
    if (this.#stay === undefined) await this.#queue.seek(to);
  }

  replaceQueue(locations: readonly string[]): Promise<number> {
    return this.#queue.replaceQueue(locations);
  }

  startAt(index: number, from: StartPosition): Promise<void> {
    return this.#queue.startAt(index, from);
  }

  flush(): Promise<void> {
    return this.#queue.flush();
  }

  insert(locations: readonly string[], position: number): Promise<number> {
    return this.#queue.insert(locations, position);
  }

  remove(positions: readonly number[]): Promise<void> {
    return this.#queue.remove(positions);
  }

  clear(): Promise<void> {
    return this.#queue.clear();
  }

  move(from: number, to: number, count: number): Promise<void> {
    return this.#queue.move(from, to, count);
  }

  undo(): Promise<void> {
    return this.#queue.undo();
  }

  shuffle(startIndex: number): Promise<number> {
    return this.#queue.shuffle(startIndex);
  }

  resumeTrack(): Promise<void> {
    return this.#queue.resumeTrack();
  }

  setModes(modes: Partial<PlaybackModes>): Promise<void> {
    return this.#queue.setModes(modes);
  }

  subscribe(listener: (news: PlayerNews) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #isPlaying(): boolean {
    return this.#stay?.phase === 'playing';
  }

  /** Guests may be others, or do something else. */
  #look(): void {
    const guests = this.#parts.source.guests();
    for (const location of this.#refused) {
      if (!guests.some((guest) => guest.location === location && guest.isSounding)) this.#refused.delete(location);
    }
    if (this.#stay !== undefined) this.#follow(this.#stay, guests);
    if (this.#stay !== undefined) return;
    const next = guests.find(({ isSounding, location }) => isSounding && !this.#refused.has(location));
    if (next !== undefined) this.#admit({ guest: next, key: this.#nextKey--, phase: 'playing' });
  }

  #follow(stay: Stay, guests: readonly Guest[]): void {
    const before = stay.guest;
    const now = guests.find(({ location }) => location === before.location);
    if (now === undefined || (!now.isSounding && stay.phase === 'playing')) {
      this.#leave();
      return;
    }
    stay.guest = now;
    if (now.isSounding && stay.phase === 'paused') {
      this.#admit(stay);
      return;
    }
    if (!now.isSounding && stay.phase === 'hushed') stay.phase = 'paused';
    const isOther = (['title', 'artist', 'album'] as const).some((name) => now[name] !== before[name]);
    if (isOther) stay.key = this.#nextKey--;
    if (isOther || now.length !== before.length) this.#announce(TITLE);
  }

  #admit(stay: Stay): void {
    stay.phase = 'playing';
    this.#stay = stay;
    this.#queue.interrupt();
    const { guest } = stay;
    this.#parts.engine.playCapture(guest, (reason) => {
      if (this.#stay !== stay) return;
      this.#parts.log.warn('a guest is not heard', { guest: guest.location, reason });
      // Not again and again what cannot be had; and what has lost its output does not go on by itself.
      this.#refused.add(guest.location);
      if (this.#queue.status().outputProblem === undefined) this.#leave();
      else this.#sendAway(stay);
    });
    this.#announce(TRANSPORT);
  }

  /** The queue has its turn again. */
  #leave(): void {
    this.#stay = undefined;
    this.#parts.engine.releaseCapture();
    this.#queue.giveBack();
    this.#announce(TRANSPORT);
  }

  /** Somebody here wants silence: the queue does not go on by itself. */
  #sendAway(stay: Stay): void {
    void this.#queue.pause().catch((error: unknown) => this.#parts.log.debug('not saved', { error }));
    this.#drop(stay);
  }

  /** It is not heard any more, and told so. */
  #drop(stay: Stay): void {
    this.#stay = undefined;
    this.#refused.add(stay.guest.location);
    this.#parts.engine.releaseCapture();
    void this.#tellPause(stay);
    this.#announce(TRANSPORT);
  }

  /** Nothing is heard of it from now on, whether it obeys or not. */
  async #hush(stay: Stay): Promise<void> {
    if (stay.phase !== 'playing') return;
    stay.phase = 'hushed';
    this.#parts.engine.releaseCapture();
    const saved = this.#queue.pause();
    this.#announce(TRANSPORT);
    await this.#tellPause(stay);
    await saved;
  }

  /** @throws TonearmError */
  async #resumeGuest(stay: Stay): Promise<void> {
    if (stay.phase === 'playing') return;
    if (stay.phase === 'hushed') this.#admit(stay);
    await this.#tell(stay, 'play');
  }

  #tell({ guest }: Stay, command: GuestCommand): Promise<void> {
    return this.#parts.source.command(guest.location, command);
  }

  /** One that cannot be told plays on unheard. Never rejects. */
  async #tellPause(stay: Stay): Promise<void> {
    try {
      await this.#tell(stay, 'pause');
    } catch (error) {
      this.#parts.log.debug('a guest plays on unheard', { guest: stay.guest.location, error });
    }
  }

  /** Whoever has the queue play wants to hear that. */
  #hearQueue(news: PlayerNews): void {
    if (this.#stay !== undefined && this.#queue.status().kind === 'playing') this.#drop(this.#stay);
    for (const listener of [...this.#listeners]) listener(news);
  }

  #announce(aspects: ReadonlySet<PlayerAspect>): void {
    for (const listener of [...this.#listeners]) listener({ type: 'changed', aspects });
  }
}
