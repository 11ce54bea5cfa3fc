/**
 * Watches the network stream that is played: holds the sound before the device runs dry and lets it go on when there is a
 * reserve again, and says when another title is played. Thread: main.
 */
import type { Log } from '../../log.js';
import type { PlaybackClock } from '../../playback-clock.js';
import type { NetworkTrack } from './network-track.js';
import type { EnginePipeline } from './remote-pipeline.js';

/** With less than this decoded the device, which holds half a second, is about to run dry. */
const LEAST_MILLISECONDS = 800;
/** Goes on with so much decoded, and so much on the way. */
const ENOUGH_MILLISECONDS = 900;
const ENOUGH_SECONDS_BEHIND = 3;
const LEAST_SECONDS_BEHIND = 0.5;
export const SHORTEST_LOOK_MILLISECONDS = 100;
export const LONGEST_LOOK_MILLISECONDS = 2000;

export interface StreamWatchDeps {
  readonly pipeline: Pick<EnginePipeline, 'position' | 'facts' | 'readings'>;
  /** The stream that the pipeline plays; undefined when it plays none. */
  readonly current: () => NetworkTrack | undefined;
  /** The stream is to sound. */
  readonly isRunning: () => boolean;
  /** The sound is held until there is a reserve again. */
  readonly isStalled: () => boolean;
  /** The sound is to be held, or to go on. */
  readonly stalls: (stalls: boolean) => void;
  /** Title, or whether the stream stalls, is another. */
  readonly changed: (track: NetworkTrack) => void;
  readonly clock: PlaybackClock;
  readonly log: Log;
}

export class StreamWatch {
  #reserveTimer: NodeJS.Timeout | undefined;
  #titleTimer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: StreamWatchDeps) {}

  /** Watches what is current from now on. */
  start(): void {
    this.#lookAtReserve();
    this.lookAtTitles();
  }

  /** May be called twice. */
  stop(): void {
    clearTimeout(this.#reserveTimer);
    clearTimeout(this.#titleTimer);
  }

  #lookAtReserve(): void {
    clearTimeout(this.#reserveTimer);
    const { current, isRunning, isStalled, clock, log } = this.deps;
    const track = current();
    const feed = track?.feed;
    if (track === undefined || feed === undefined || !isRunning()) return;
    // A network player keeps a reserve of its own, and waits for the network by itself.
    const isElsewhere = this.deps.pipeline.readings().isElsewhere === true;
    const decoded = isElsewhere ? Infinity : this.#decodedAhead(track);
    // Otherwise the decoder is only catching up: it was begun anew, or woken late.
    const isDry = !feed.isComplete && (feed.reserve < LEAST_SECONDS_BEHIND || feed.reserve === Infinity);
    const isSupplied = feed.isComplete || (decoded >= ENOUGH_MILLISECONDS && feed.reserve >= ENOUGH_SECONDS_BEHIND);
    const stalls = isStalled() ? !isSupplied && !isElsewhere : decoded < LEAST_MILLISECONDS && isDry;
    if ((decoded !== Infinity || isElsewhere) && stalls !== isStalled()) {
      this.deps.stalls(stalls);
      log.info(stalls ? 'stream waits for the network' : 'stream goes on', { url: track.track.location });
      this.deps.changed(track);
    }
    const spare = decoded + feed.reserve * 1000 - LEAST_MILLISECONDS;
    const pause = Math.min(Math.max(spare / 2, SHORTEST_LOOK_MILLISECONDS), LONGEST_LOOK_MILLISECONDS);
    this.#reserveTimer = clock.setTimeout(() => this.#lookAtReserve(), pause).unref();
  }

  /** Milliseconds of sound that are decoded and not played; Infinity where that is not known. */
  #decodedAhead({ track: { playId }, feed }: NetworkTrack): number {
    const position = this.deps.pipeline.position();
    const rate = this.deps.pipeline.facts(playId)?.sampleRate;
    if (feed === undefined || feed.decoded === 0 || rate === undefined || position?.playId !== playId) return Infinity;
    const played = (position.elapsed * rate) / 1000;
    return (((feed.decoded - played) | 0) * 1000) / rate;
  }

  lookAtTitles(): void {
    clearTimeout(this.#titleTimer);
    const { current, isRunning, pipeline, clock } = this.deps;
    const track = current();
    const position = pipeline.position();
    if (track === undefined || position?.playId !== track.track.playId) return;
    if (track.advanceTo(position.elapsed)) this.deps.changed(track);
    const due = track.untilTitle(position.elapsed);
    if (due === undefined || !isRunning()) return;
    this.#titleTimer = clock.setTimeout(() => this.lookAtTitles(), Math.max(due, SHORTEST_LOOK_MILLISECONDS)).unref();
  }
}
