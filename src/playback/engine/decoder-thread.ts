/**
 * The decoder worker as the main thread has it: started, queried, ended, and replaced when it dies or hangs. Thread: main;
 * no call waits.
 */
import { Worker } from 'node:worker_threads';

import { Unavailable } from '../../errors.js';
import type { Log } from '../../log.js';
import { endWorker } from '../../stuck-workers.js';
import type { PlaybackClock } from '../../playback-clock.js';
import { frameCount, type ByteOffset, type FrameCount } from '../../units.js';
import {
  AT_WORK,
  WAKE_BYTES,
  WakeWord,
  type DecoderWorkerData,
  type FromDecoder,
  type PlayId,
  type ToDecoder,
  type TrackEvent,
  type LoadNumber,
} from '../../decode/decoder-messages.js';
import { isOnShare } from '../../files/files.js';
import { HungWorker } from './hung-worker.js';
import { WorkerFailures, type Remedy } from './worker-failures.js';

/** Heap limits, in MiB: the worker allocates next to nothing, and a small machine has little. */
const LIMITS = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };
/** One that does not answer for this long waits for a disk that hangs. */
const LOCATE_MILLISECONDS = 2000;
/** A worker that has not come to a message after this long does not start any more. */
const START_MILLISECONDS = 10_000;
/** Workers that wait for a disk or a server, left behind at a time: each keeps its memory. */
const MOST_LEFT = 2;
/** Play ids count from 1. */
const NO_TRACK: PlayId = 0;

export interface DecoderThreadDeps {
  /** Files of the worker's bundle and of the addon. */
  readonly workerFile: string;
  readonly nativeFile: string;
  /** Library roots: nothing outside them is opened. Read whenever a worker is started. */
  readonly roots: readonly string[];
  readonly clock?: PlaybackClock | undefined;
  readonly log: Log;
}

/** What the worker says of a track, for the load with this number. */
export type DecoderReport = TrackEvent & { readonly load: LoadNumber };

export interface DecoderThreadEvents {
  reported(report: DecoderReport): void;
  /** The track that is played or about to be, at which a worker that ends by itself has failed. */
  culprit(): PlayId | undefined;
  /** Another worker is there, which has sound and ring of the one that ended by itself or hangs, and nothing else of it. */
  restarted(remedy: Remedy): void;
  /** All that was decoded has been played. */
  isDry(): boolean;
}

export class DecoderThread {
  /** See `WakeWord`. */
  readonly #words = new Int32Array(new SharedArrayBuffer(WAKE_BYTES));
  readonly #failures = new WorkerFailures();
  /** The last message of each of these kinds, for the next worker. */
  readonly #kept = new Map<'sound' | 'ring', ToDecoder>();
  readonly #located = new Map<number, (offset: ByteOffset | undefined) => void>();
  #requests = 0;
  #worker: Worker | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #isReplaced = true;
  /** The worker has come to a message. */
  #isAwake = false;
  #startedAt = 0;
  readonly #left = new Set<Worker>();
  readonly #hung = new HungWorker({
    isStarted: () => this.#isAwake || performance.now() - this.#startedAt > START_MILLISECONDS,
    ask: () => this.#ask(NO_TRACK, frameCount(0)),
    late: () => this.#leave({ kind: 'replace' }),
    hung: () => {
      const playId = this.events.culprit();
      if (playId !== undefined) this.#leave({ kind: 'hung', playId });
    },
    isDry: () => this.events.isDry(),
    isAtRest: () => Atomics.load(this.#words, WakeWord.restsAt) === Atomics.load(this.#words, WakeWord.wakes),
    isOnShare,
  });

  constructor(
    private readonly deps: DecoderThreadDeps,
    private readonly events: DecoderThreadEvents,
  ) {}

  /** Starts a worker; one that was there is forgotten. */
  start(): void {
    const { workerFile, nativeFile: native, roots, clock, log } = this.deps;
    Atomics.store(this.#words, WakeWord.restsAt, AT_WORK);
    const data: DecoderWorkerData = { wake: this.#words.buffer, native, roots, timeFactor: clock?.factor ?? 1 };
    const worker = new Worker(workerFile, { workerData: data, resourceLimits: LIMITS });
    worker.on('message', (message: FromDecoder) => {
      if (worker === this.#worker) this.#received(message);
    });
    worker.on('error', (error) => log.error('decoder worker failed', { error }));
    worker.on('exit', () => {
      if (worker !== this.#worker) return;
      this.#forget();
      this.#ended();
    });
    worker.unref();
    this.#worker = worker;
    this.#startedAt = performance.now();
    for (const message of this.#kept.values()) this.post(message);
  }

  /** A worker that dies is replaced, and later where workers die one after the other. */
  #ended(): void {
    if (!this.#isReplaced) return;
    const culprit = this.events.culprit();
    this.deps.log.warn('decoder worker ended, starting another', { track: culprit });
    const remedy = this.#failures.died(culprit);
    const restart = (): void => {
      this.start();
      this.events.restarted(remedy);
    };
    if (remedy.kind === 'restartLater') this.#restartTimer = setTimeout(restart, remedy.delay).unref();
    else restart();
  }

  #forget(): Worker | undefined {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isAwake = false;
    this.#hung.forget();
    this.#answerAll();
    return worker;
  }

  /** Another worker takes over from one that is inside a call which does not return: it ends with that call. */
  #leave(remedy: Remedy): void {
    if (!this.#isReplaced || this.#left.size >= MOST_LEFT) return;
    const worker = this.#forget();
    if (worker === undefined) return;
    this.deps.log.warn('decoder worker waits for a disk or server that does not answer, starting another', {
      remedy: remedy.kind,
    });
    this.#left.add(worker);
    worker.once('exit', () => this.#left.delete(worker));
    void endWorker(worker);
    this.start();
    this.events.restarted(remedy);
  }

  /** There are other library roots now: the worker opens files in those from now on. */
  rootsChanged(): void {
    this.post({ kind: 'roots', roots: this.deps.roots });
  }

  /** A worker that ends from now on is not replaced. */
  letEnd(): void {
    this.#isReplaced = false;
    clearTimeout(this.#restartTimer);
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.letEnd();
    const worker = this.#forget();
    if (worker !== undefined) await endWorker(worker);
  }

  /** Without a worker the message is dropped, but for sound and ring, which the next worker gets. */
  post(message: ToDecoder): void {
    if (message.kind === 'sound' || message.kind === 'ring') this.#kept.set(message.kind, message);
    this.#hung.sending(message);
    this.#send(message);
  }

  #send(message: ToDecoder): void {
    this.#worker?.postMessage(message);
    this.#notify();
  }

  /** Has the worker look at the ring and at its messages. */
  wake(): void {
    this.#hung.woken();
    this.#notify();
  }

  #notify(): void {
    Atomics.add(this.#words, WakeWord.wakes, 1);
    Atomics.notify(this.#words, WakeWord.wakes);
  }

  /** Workers that ended by themselves and were replaced. */
  get restarts(): number {
    return this.#failures.total;
  }

  /** Kernel id of the thread; 0 while there is none, or the kernel does not say. */
  get threadId(): number {
    return this.#worker === undefined ? 0 : Atomics.load(this.#words, WakeWord.threadId);
  }

  /** Resolves when the worker has looked at its messages. @throws Unavailable DECODER_BUSY, DECODER_MISSING */
  async answer(): Promise<void> {
    if (this.#worker === undefined) throw new Unavailable('DECODER_MISSING', 'no decoder is running');
    await this.locate(NO_TRACK, frameCount(0));
  }

  /**
   * Where in its file a frame of an open track lies; undefined when it is not known, or there is no worker.
   * @throws Unavailable DECODER_BUSY when the decoder does not answer in time
   */
  async locate(playId: PlayId, frame: FrameCount): Promise<ByteOffset | undefined> {
    if (this.#worker === undefined) return undefined;
    let deadline: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const busy = new Unavailable('DECODER_BUSY', 'the decoder waits for its file and does not answer');
      deadline = setTimeout(() => reject(busy), LOCATE_MILLISECONDS).unref();
    });
    return Promise.race([this.#ask(playId, frame), late]).finally(() => clearTimeout(deadline));
  }

  /** As `locate`, however long it takes. */
  #ask(playId: PlayId, frame: FrameCount): Promise<ByteOffset | undefined> {
    const request = ++this.#requests;
    return new Promise((resolve) => {
      this.#located.set(request, resolve);
      this.#send({ kind: 'locate', request, playId, frame });
    });
  }

  #received(message: FromDecoder): void {
    this.#isAwake = true;
    if (message.kind === 'queued') this.#failures.lived();
    if (message.kind !== 'located') {
      this.events.reported(message);
      return;
    }
    this.#located.get(message.request)?.(message.offset);
    this.#located.delete(message.request);
  }

  /** The worker that was asked is gone. */
  #answerAll(): void {
    for (const resolve of this.#located.values()) resolve(undefined);
    this.#located.clear();
  }
}
