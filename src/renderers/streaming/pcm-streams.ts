/**
 * Decoded sound of tracks for renderers, by a worker that runs while there are any. Thread: main; nothing blocks.
 */
import { Worker } from 'node:worker_threads';
import type { DecoderFacts } from '../../decode/decoder.js';
import type { PlayableSource } from '../../decode/playable-source.js';
import type {
  FromStreamWorker,
  StreamId,
  StreamWorkerData,
  ToStreamWorker,
} from '../../decode/streaming/stream-messages.js';
import type { Log } from '../../log.js';
import type { FrameCount } from '../../units.js';

/** Heap limits in MiB, as the decoder worker has them. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4, stackSizeMb: 1 };
/** Milliseconds in which a file is opened. */
const PATIENCE = 20_000;

/** Why a track cannot be decoded; a retry does not help. */
export class Undecodable extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface PcmStreamsDeps {
  /** Files of the worker's bundle and of the addon. */
  readonly workerFile: string;
  readonly nativeFile: string;
  /** Library roots: nothing outside them is opened. */
  readonly roots: () => readonly string[];
  readonly log: Log;
}

interface Opening {
  readonly opened: (facts: DecoderFacts) => void;
  readonly refused: (error: Undecodable) => void;
}

export class PcmStreams {
  readonly #openings = new Map<StreamId, Opening>();
  readonly #reads = new Map<number, (bytes: Uint8Array | undefined) => void>();
  readonly #open = new Set<StreamId>();
  #worker: Worker | undefined;
  #streams = 0;
  #requests = 0;

  constructor(private readonly deps: PcmStreamsDeps) {}

  /** @throws Undecodable */
  async open(source: PlayableSource): Promise<PcmSource> {
    const stream = ++this.#streams;
    this.#open.add(stream);
    let late: NodeJS.Timeout | undefined;
    try {
      const facts = await new Promise<DecoderFacts>((opened, refused) => {
        this.#openings.set(stream, { opened, refused });
        late = setTimeout(() => refused(new Undecodable('UNREADABLE_FILE', 'it cannot be opened in time')), PATIENCE);
        this.#post({ kind: 'open', stream, source, roots: this.deps.roots() });
      });
      return {
        facts,
        read: (frames, at) => this.#read(stream, frames, at),
        close: () => this.#close(stream),
      };
    } catch (error) {
      this.#close(stream);
      throw error;
    } finally {
      clearTimeout(late);
      this.#openings.delete(stream);
    }
  }

  /** May be called twice. */
  stop(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    this.#forget('the daemon ends');
  }

  #read(stream: StreamId, frames: number, at: FrameCount | undefined): Promise<Uint8Array | undefined> {
    if (!this.#open.has(stream)) return Promise.resolve(undefined);
    const request = ++this.#requests;
    return new Promise((resolve) => {
      this.#reads.set(request, resolve);
      this.#post({ kind: 'read', stream, request, frames, at });
    });
  }

  #close(stream: StreamId): void {
    if (!this.#open.delete(stream)) return;
    this.#worker?.postMessage({ kind: 'close', stream } satisfies ToStreamWorker);
    if (this.#open.size === 0) this.stop();
  }

  #post(message: ToStreamWorker): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const { workerFile, nativeFile, log } = this.deps;
    const workerData: StreamWorkerData = { native: nativeFile };
    const worker = new Worker(workerFile, { workerData, resourceLimits: LIMITS });
    worker.on('message', (message: FromStreamWorker) => this.#received(message));
    worker.on('error', (error) => log.error('stream worker: failed', { error }));
    worker.on('exit', () => {
      if (worker !== this.#worker) return;
      this.#worker = undefined;
      this.#forget('the decoder has ended');
    });
    worker.unref();
    return worker;
  }

  #received(message: FromStreamWorker): void {
    switch (message.kind) {
      case 'opened':
        this.#openings.get(message.stream)?.opened(message.facts);
        return;
      case 'refused':
        this.#openings.get(message.stream)?.refused(new Undecodable(message.code, message.reason));
        return;
      case 'sound':
        this.#reads.get(message.request)?.(message.bytes);
        this.#reads.delete(message.request);
        return;
    }
  }

  /** Whatever is waited for ends. */
  #forget(because: string): void {
    for (const { refused } of this.#openings.values()) refused(new Undecodable('DECODER_FAILED', because));
    for (const resolve of this.#reads.values()) resolve(undefined);
    this.#openings.clear();
    this.#reads.clear();
    this.#open.clear();
  }
}

/** Decoded sound of one track: Int16, little-endian, interleaved stereo. */
export interface PcmSource {
  readonly facts: DecoderFacts;
  /** The next frames, at most so many; from a frame on where it is named. Undefined at the end. Never rejects. */
  readonly read: (frames: number, at: FrameCount | undefined) => Promise<Uint8Array | undefined>;
  /** May be called twice. */
  readonly close: () => void;
}
