/**
 * LRCLIB, a free collection of lyrics that needs no account (lrclib.net/docs), or another server that speaks its
 * interface. It is asked only when somebody wants to see the lyrics of a track, with what the library knows of it: artist,
 * title, album, length. Answers are bounded in size and time, and kept. Thread: main.
 *
 *     track ─▶ kept answer? ─▶ GET /api/get, one after the other, so many a minute ─┬─ 200, 404 ─▶ kept
 *                                                                                   └─ else a pause
 */
import { createHash } from 'node:crypto';
import { TimedOut, Unavailable } from '../errors.js';
import { Slots } from '../slots.js';
import type { Log } from '../log.js';
import { BodyReader } from '../net/body-reader.js';
import { RemoteFailure } from '../net/failure.js';
import type { GetOptions, HttpAnswer } from '../net/guarded-http.js';
import type { KeptAnswer, LyricsCache } from './lyrics-cache.js';

export interface LrclibDeps {
  /** Judges addresses itself, and says who asks. */
  readonly http: { get(address: string, options: GetOptions): Promise<HttpAnswer> };
  readonly cache: Pick<LyricsCache, 'find' | 'keep'>;
  readonly log: Log;
  /** Milliseconds that an answer may take. */
  readonly patience?: number;
  /** Milliseconds of any clock that never goes back. */
  readonly now?: () => number;
}

/** What is asked for. */
export interface Song {
  readonly artist: string;
  readonly title: string;
  /** `""` when unknown. */
  readonly album: string;
  /** Milliseconds; 0 when unknown. */
  readonly length: number;
}

const PATIENCE_MILLISECONDS = 15_000;
/** Longest wait for the time from the network, without which a certificate cannot be checked. */
const TIME_PATIENCE_MILLISECONDS = 8000;
const ANSWER_BYTES = 512 * 1024;
/** Characters of the lyrics of a song: the longest ones have a tenth. */
const TEXT_LIMIT = 128 * 1024;
/** Characters of a name: a longer one is no song's. */
const NAME_LIMIT = 500;
/** One request at a time; more songs than this are never waited for. */
const WAITING = 8;
/** Requests in a minute: whoever skips through a library must not become a burden. */
const MOST_A_MINUTE = 30;
const MINUTE = 60_000;
/** Pauses after a failure, and after a server that says how long it wants to be left alone. */
const PAUSE_MILLISECONDS = 15_000;
const LONGEST_PAUSE_MILLISECONDS = 3_600_000;

export class Lrclib {
  readonly #now: () => number;
  readonly #slots = new Slots(1, WAITING);
  /** Questions under way, by the name of their answer. */
  readonly #asking = new Map<string, Promise<KeptAnswer | null>>();
  /** When the last requests began, the oldest first. */
  #begun: number[] = [];
  #pause: { readonly address: string; readonly until: number; readonly reason: string } | undefined;

  constructor(private readonly deps: LrclibDeps) {
    this.#now = deps.now ?? (() => performance.now());
  }

  /**
   * Null when the server has no lyrics of this song. @param address without the path of the interface
   * @throws Unavailable LYRICS_UNREACHABLE, CLOCK_NOT_SET, TOO_BUSY; TimedOut LYRICS_TIMEOUT
   */
  async find(song: Song, address: string): Promise<KeptAnswer | null> {
    if (song.artist === '' || song.title === '') return null;
    const target = targetOf(song, address);
    const name = createHash('sha1').update(target).digest('hex');
    const kept = await this.deps.cache.find(name);
    if (kept !== undefined) return kept;
    const asking = this.#asking.get(name) ?? this.#ask(target, address, name);
    this.#asking.set(name, asking);
    return asking;
  }

  async #ask(target: string, address: string, name: string): Promise<KeptAnswer | null> {
    // To wait for a turn counts as well.
    const signal = AbortSignal.timeout(this.deps.patience ?? PATIENCE_MILLISECONDS);
    try {
      const answer = await this.#slots.run(async () => {
        this.#requireTurn(address);
        signal.throwIfAborted();
        return this.#answer(target, address, signal);
      });
      await this.deps.cache.keep(name, answer);
      return answer;
    } catch (error) {
      throw this.#failure(error, address, signal);
    } finally {
      this.#asking.delete(name);
    }
  }

  /** @throws Unavailable LYRICS_UNREACHABLE during a pause, TOO_BUSY after too many requests */
  #requireTurn(address: string): void {
    const now = this.#now();
    if (this.#pause?.address === address && now < this.#pause.until) throw unreachable(this.#pause.reason);
    this.#pause = undefined;
    this.#begun = this.#begun.filter((at) => at > now - MINUTE);
    if (this.#begun.length >= MOST_A_MINUTE) {
      throw new Unavailable('TOO_BUSY', 'Too many lyrics were asked for within a minute.');
    }
    this.#begun.push(now);
  }

  #failure(error: unknown, address: string, signal: AbortSignal): Error {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Unavailable) {
      if (error.code === 'LYRICS_UNREACHABLE' && this.#pause === undefined) {
        this.#rest(address, 'its last answer was not understood', PAUSE_MILLISECONDS);
      }
      return error;
    }
    if (error instanceof RemoteFailure && error.code === 'CLOCK_NOT_SET') {
      return new Unavailable(error.code, `The server of lyrics cannot be asked yet: ${reason}.`);
    }
    const isLate = signal.aborted || (error instanceof RemoteFailure && error.code === 'STREAM_TIMEOUT');
    this.#rest(address, isLate ? 'it does not answer in time' : reason, PAUSE_MILLISECONDS);
    this.deps.log.debug('lyrics: server not asked', { address, error });
    if (isLate) return new TimedOut('LYRICS_TIMEOUT', 'The server of lyrics does not answer in time.');
    return unreachable(reason, error);
  }

  #rest(address: string, reason: string, milliseconds: number): void {
    this.#pause = { address, reason, until: this.#now() + milliseconds };
  }

  /** @throws Unavailable, RemoteFailure, or Error when the answer breaks off */
  async #answer(target: string, address: string, signal: AbortSignal): Promise<KeptAnswer | null> {
    const options = { signal, timePatience: TIME_PATIENCE_MILLISECONDS, headers: { accept: 'application/json' } };
    const { status, headers, body } = await this.deps.http.get(target, options);
    const reader = new BodyReader(body);
    try {
      if (status === 404) return null;
      if (status !== 200) {
        const reason = `it answers ${status}`;
        this.#rest(address, reason, pauseOf(headers['retry-after']));
        throw unreachable(reason);
      }
      const bytes = await reader.bytes(ANSWER_BYTES);
      return answerIn(bytes.toString());
    } finally {
      reader.close();
    }
  }
}

function targetOf({ artist, title, album, length }: Song, address: string): string {
  const clipped = (text: string): string => text.slice(0, NAME_LIMIT);
  const query = new URLSearchParams({ artist_name: clipped(artist), track_name: clipped(title) });
  if (album !== '') query.set('album_name', clipped(album));
  if (length > 0) query.set('duration', String(Math.round(length / 1000)));
  return `${address.replace(/\/+$/, '')}/api/get?${query.toString()}`;
}

function pauseOf(retryAfter: string | undefined): number {
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0;
  return Math.min(Math.max(seconds * 1000, PAUSE_MILLISECONDS), LONGEST_PAUSE_MILLISECONDS);
}

/** @throws Unavailable LYRICS_UNREACHABLE for what is no answer of the interface */
function answerIn(json: string): KeptAnswer | null {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    throw unreachable('it does not answer in JSON');
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw unreachable('it does not answer with lyrics');
  const { syncedLyrics, plainLyrics, instrumental } = raw as Readonly<Record<string, unknown>>;
  const isText = (value: unknown): boolean => value === null || value === undefined || typeof value === 'string';
  if (!('plainLyrics' in raw || 'syncedLyrics' in raw) || !isText(syncedLyrics) || !isText(plainLyrics)) {
    throw unreachable('it does not answer with lyrics');
  }
  const [synced, plain] = [textOf(syncedLyrics), textOf(plainLyrics)];
  const isInstrumental = instrumental === true;
  return synced === '' && plain === '' && !isInstrumental ? null : { synced, plain, isInstrumental };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' && value.length <= TEXT_LIMIT ? value.trim() : '';

function unreachable(reason: string, cause?: unknown): Unavailable {
  return new Unavailable('LYRICS_UNREACHABLE', `The server of lyrics cannot be asked: ${reason}.`, { cause });
}
