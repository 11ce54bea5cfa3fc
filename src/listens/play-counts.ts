/**
 * Counts by itself what is played and what is skipped. A track that is stopped counts as played when enough of it was
 * heard, and else waits for what comes next: it may go on. Streams count when a client has told of them, and of their
 * length. Thread: main; playing never waits for a count. Nothing wakes up while nothing is to be counted.
 */
import { TonearmError } from '../errors.js';
import type { Library } from '../library/library.js';
import type { Log } from '../log.js';
import type { Player } from '../playback/player.js';
import type { ListeningFacts, ListeningEvent } from '../playback/types.js';
import { SerialQueue } from '../serial-queue.js';
import { lengthOf, trackAt } from './known-track.js';
import type { ReportedListens } from './reported-listens.js';

export interface PlayCountsDeps {
  readonly player: Pick<Player, 'subscribe'>;
  readonly library: Pick<Library, 'entries' | 'streamsAt' | 'played' | 'skipped'>;
  readonly reported: ReportedListens;
  readonly log: Log;
  /** Milliseconds between two tries on a disk that refuses. */
  readonly retryAfter?: number;
}

export type Verdict = 'played' | 'skipped';

interface Count {
  readonly verdict: Verdict;
  readonly id: string;
  /** Unix seconds. */
  readonly at: number;
}

/** Share of a track that must have been played to count as a play. */
const SHARE = 0.4;
/** Milliseconds: nothing counts of a track that is not longer, or of which not more was heard. */
const SHORTEST_TRACK = 10_000;
const SHORTEST_PLAYED = 2000;
const RETRY_MILLISECONDS = 30_000;
/** Counts that wait for the disk; the oldest are given up first. */
const MOST_WAITING = 1000;

/** @param length of the whole track, in ms; 0 when unknown. @returns undefined for what does not count */
export function verdictOn(played: number, length: number): Verdict | undefined {
  if (length <= SHORTEST_TRACK || played <= SHORTEST_PLAYED) return undefined;
  return played >= length * SHARE ? 'played' : 'skipped';
}

export class PlayCounts {
  readonly #waiting: Count[] = [];
  readonly #work = new SerialQueue();
  #retryTimer: NodeJS.Timeout | undefined;
  #failing = false;
  #unsubscribe: (() => void) | undefined;

  constructor(private readonly deps: PlayCountsDeps) {}

  start(): void {
    this.#unsubscribe ??= this.deps.player.subscribe((event) => {
      if (event.type === 'listening') this.#hear(event);
    });
  }

  /** Tries once more to save what waits. May be called twice. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    await this.#work.whenIdle();
    await this.#save();
    clearTimeout(this.#retryTimer);
  }

  #hear({ phase, listening }: ListeningEvent): void {
    const at = Math.floor(Date.now() / 1000);
    void this.#work.run(() =>
      phase === 'begun' ? this.deps.reported.begins(listening) : this.#judge(phase, listening, at),
    );
  }

  /** Never rejects. */
  async #judge(phase: ListeningEvent['phase'], listening: ListeningFacts, at: number): Promise<void> {
    const { library, reported } = this.deps;
    const { location, played, length } = listening;
    if (await reported.has(listening)) return;
    const track = await trackAt(library, location);
    const verdict = track && verdictOn(played, lengthOf(location, track, length));
    if (track === undefined || verdict === undefined || (verdict === 'skipped' && phase !== 'over')) return;
    this.#waiting.push({ verdict, id: track.id, at });
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
    await Promise.all([reported.add(phase, listening), this.#save()]);
  }

  /** In their order; what the disk refuses stays for later. */
  async #save(): Promise<void> {
    clearTimeout(this.#retryTimer);
    const { library, log, retryAfter = RETRY_MILLISECONDS } = this.deps;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      try {
        await library[next.verdict](next.id, next.at);
        this.#failing = false;
      } catch (error) {
        if (!this.#failing) log.warn('play counts: not saved, trying again later', { error });
        this.#failing = true;
        if (error instanceof TonearmError) break;
      }
      this.#waiting.shift();
    }
    if (this.#waiting.length === 0 || this.#unsubscribe === undefined) return;
    this.#retryTimer = setTimeout(() => {
      void this.#work.run(() => this.#save());
    }, retryAfter).unref();
  }
}
