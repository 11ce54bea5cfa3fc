/**
 * Lets an external source (a phone over Bluetooth) interrupt the queue. One that begins to sound takes the place of the
 * queue; while it is there, transport commands go to it. When it falls silent by itself, or is gone, the queue goes on
 * where it was, if it was interrupted while it played. Thread: main.
 *
 *             sounds                  pause, by somebody here
 *      none ─────────▶ playing ◀───────────────────────────▶ muted ──falls silent──▶ paused
 *        ▲               │           resume                     │                      │
 *        └── silent, gone, stop, or the queue is played ────────┴──── (but for: silent) ┘
 *
 * The queue and its position stay what they were: nothing of an external source is ever saved.
 */
import type { Log } from '../log.js';
import { sampleRateHz } from '../units.js';
import type { Engine } from './engine/engine.js';
import type { ExternalCommand, ExternalSource, ExternalSources } from './external-source.js';
import type { CurrentTrack, PlaybackKind, PlayerAspect } from './types.js';

export interface ExternalPlaybackDeps {
  readonly engine: Pick<Engine, 'playCapture' | 'releaseCapture' | 'trouble'>;
  readonly sources: ExternalSources;
  readonly queue: {
    /** Pauses where it is played, until `giveBack`. */
    interrupt(): void;
    /** Goes on if it was interrupted, and nobody has paused, stopped or played it since. */
    giveBack(): void;
    pause(): Promise<void>;
  };
  readonly changed: (aspects: ReadonlySet<PlayerAspect>) => void;
  readonly log: Log;
}

interface Session {
  source: ExternalSource;
  /** Another one for each title. */
  key: number;
  /** `muted`: paused by somebody here, and it has not fallen silent yet. */
  phase: 'playing' | 'muted' | 'paused';
}

const TRANSPORT: ReadonlySet<PlayerAspect> = new Set(['status', 'currentTrack', 'nextTrack', 'position']);
const TITLE: ReadonlySet<PlayerAspect> = new Set(['currentTrack', 'position']);

export class ExternalPlayback {
  /** Locations of sources that sound and are not played, until they fall silent. */
  readonly #refused = new Set<string>();
  #session: Session | undefined;
  /** Above every key of the queue. */
  #nextKey = Number.MAX_SAFE_INTEGER;
  #unsubscribe: (() => void) | undefined;

  constructor(private readonly deps: ExternalPlaybackDeps) {}

  /** Sources are let in from now on. */
  start(): void {
    this.#unsubscribe ??= this.deps.sources.subscribe(() => this.#look());
    this.#look();
  }

  /** No source is played any more, and the queue does not go on by itself. May be called twice. */
  end(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.stop();
  }

  /** Undefined while the queue has its turn. */
  get kind(): PlaybackKind | undefined {
    if (this.#session === undefined) return undefined;
    return this.#session.phase === 'playing' ? 'playing' : 'paused';
  }

  currentTrack(): CurrentTrack | undefined {
    if (this.#session === undefined) return undefined;
    const { key, source } = this.#session;
    const { location, name, title, artist, album, genre, length, sampleRate, cover } = source;
    // The position goes on by itself between two looks.
    const { elapsed } = this.deps.sources.sources().find((now) => now.location === location) ?? source;
    return {
      entry: { key, location },
      index: -1,
      elapsed,
      facts: { length, sampleRate: sampleRateHz(sampleRate), bitrate: 0 },
      stream: { station: name, genre, artist, title, album, seekable: false, ...(cover !== undefined && { cover }) },
    };
  }

  /** Nothing is played of it from now on, whether it obeys or not. */
  async pause(): Promise<void> {
    const session = this.#session;
    if (session?.phase !== 'playing') return;
    session.phase = 'muted';
    this.deps.engine.releaseCapture();
    const saved = this.deps.queue.pause();
    this.deps.changed(TRANSPORT);
    await this.#sendPause(session);
    await saved;
  }

  /** @throws Unavailable when the source takes no commands */
  async resume(): Promise<void> {
    const session = this.#session;
    if (session === undefined || session.phase === 'playing') return;
    if (session.phase === 'muted') this.#admit(session);
    await this.send('play');
  }

  /** Somebody here wants silence: the queue does not go on by itself. */
  stop(): void {
    if (this.#session === undefined) return;
    void this.deps.queue.pause().catch((error: unknown) => this.deps.log.debug('not saved', { error }));
    this.drop();
  }

  /** The source is not played any more, and is asked to pause: somebody plays the queue. */
  drop(): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#session = undefined;
    this.#refused.add(session.source.location);
    this.deps.engine.releaseCapture();
    void this.#sendPause(session);
    this.deps.changed(TRANSPORT);
  }

  /** @throws Unavailable when the source takes no commands */
  async send(command: ExternalCommand): Promise<void> {
    if (this.#session !== undefined) await this.deps.sources.command(this.#session.source.location, command);
  }

  /** Sources may be others, or do something else. */
  #look(): void {
    const sources = this.deps.sources.sources();
    for (const location of this.#refused) {
      if (!sources.some((source) => source.location === location && source.isSounding)) this.#refused.delete(location);
    }
    if (this.#session !== undefined) this.#follow(this.#session, sources);
    if (this.#session !== undefined) return;
    const next = sources.find(({ isSounding, location }) => isSounding && !this.#refused.has(location));
    if (next !== undefined) this.#admit({ source: next, key: this.#nextKey--, phase: 'playing' });
  }

  #follow(session: Session, sources: readonly ExternalSource[]): void {
    const before = session.source;
    const now = sources.find(({ location }) => location === before.location);
    if (now === undefined || (!now.isSounding && session.phase === 'playing')) {
      this.#leave();
      return;
    }
    session.source = now;
    if (now.isSounding && session.phase === 'paused') {
      this.#admit(session);
      return;
    }
    if (!now.isSounding && session.phase === 'muted') session.phase = 'paused';
    const isOther = (['title', 'artist', 'album'] as const).some((name) => now[name] !== before[name]);
    if (isOther) session.key = this.#nextKey--;
    if (isOther || now.length !== before.length || now.cover !== before.cover) this.deps.changed(TITLE);
  }

  #admit(session: Session): void {
    session.phase = 'playing';
    this.#session = session;
    const { queue, engine, log, changed } = this.deps;
    queue.interrupt();
    const { source } = session;
    engine.playCapture(source, (reason) => {
      if (this.#session !== session) return;
      log.warn('external source: cannot be played', { source: source.location, reason });
      // Not again and again what cannot be had; and what has lost its output does not go on by itself.
      this.#refused.add(source.location);
      if (engine.trouble === undefined) this.#leave();
      else this.stop();
    });
    changed(TRANSPORT);
  }

  /** The queue has its turn again. */
  #leave(): void {
    this.#session = undefined;
    this.deps.engine.releaseCapture();
    this.deps.queue.giveBack();
    this.deps.changed(TRANSPORT);
  }

  /** One that takes no commands plays on unheard. Never rejects. */
  async #sendPause({ source: { location } }: Session): Promise<void> {
    try {
      await this.deps.sources.command(location, 'pause');
    } catch (error) {
      this.deps.log.debug('external source: did not take the command to pause, plays on unheard', {
        source: location,
        error,
      });
    }
  }
}
