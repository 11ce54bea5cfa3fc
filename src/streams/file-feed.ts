/**
 * A file on another machine: fetched from wherever the decoder asks, as far ahead as the pipe has room, and again from
 * there after a drop. A server without ranges is read from its beginning to the place. Thread: main.
 */
import type { Log } from '../log.js';
import { BodyReader } from '../net/body-reader.js';
import { createPipeMemory, PipeState, PipeWriter } from '../decode/pipes/byte-pipe.js';
import { failureOf, RemoteFailure } from '../net/failure.js';
import { PATIENCE, type Feed, type FeedEvents, type Patience, type StreamTrouble } from './feed.js';
import type { GuardedHttp } from '../net/guarded-http.js';
import type { FeedDeps } from './live-feed.js';
import { requireFine, type Located } from './locate.js';
import { Retry } from './retry.js';

const PIPE_BYTES = 1024 * 1024;
const READY_BYTES = 64 * 1024;

export class FileFeed implements Feed {
  readonly isLive = false;
  readonly station = undefined;
  readonly reserve = Infinity;
  isComplete = false;
  trouble: StreamTrouble | undefined;
  readonly #http: GuardedHttp;
  readonly #log: Log;
  readonly #url: string;
  readonly #size: number;
  readonly #seekable: boolean;
  readonly #memory = createPipeMemory(PIPE_BYTES);
  readonly #pipe = new PipeWriter(this.#memory);
  readonly #closed = new AbortController();
  readonly #patience: Patience;
  readonly #retry: Retry;
  #startTimer: NodeJS.Timeout | undefined;
  #reader: BodyReader | undefined;
  /** Which range it brings. */
  #readerRange = 0;
  /** File offset up to which the present range was written. */
  #offset = 0;
  #isReady = false;

  constructor(
    { http, log, patience = PATIENCE }: FeedDeps,
    { url, size, seekable, reader }: Extract<Located, { kind: 'file' }>,
    private readonly events: FeedEvents,
  ) {
    this.#http = http;
    this.#patience = patience;
    this.#retry = new Retry(patience.first);
    this.#log = log;
    this.#url = url;
    this.#size = size;
    this.#seekable = seekable;
    this.#startTimer = setTimeout(() => {
      this.#fail(new RemoteFailure('STREAM_TIMEOUT', 'the file comes too slowly'));
    }, patience.start);
    this.#watch().catch(() => undefined);
    this.#run(reader).catch((error: unknown) => {
      this.#fail(failureOf(error));
    });
  }

  get decoded(): number {
    return this.#pipe.decoded;
  }

  close(): void {
    clearTimeout(this.#startTimer);
    this.#closed.abort();
    this.#pipe.close();
    this.#reader?.close();
  }

  /** Ends the connection of a range that nobody wants any more. */
  async #watch(): Promise<void> {
    while (this.#pipe.state !== PipeState.closed) {
      const { signal } = this.#pipe;
      if (this.#pipe.asked !== this.#readerRange) this.#reader?.close();
      await this.#pipe.changed(signal);
    }
  }

  async #run(first: BodyReader): Promise<void> {
    let range = this.#pipe.asked;
    let reader: BodyReader | undefined = first;
    while (!this.#isClosed()) {
      if (this.#pipe.asked !== range) {
        range = this.#pipe.asked;
        this.#offset = this.#pipe.beginRange();
        reader = undefined;
      }
      try {
        reader ??= await this.#open(this.#offset);
        this.#reader = reader;
        this.#readerRange = range;
        await this.#pump(reader, range);
      } catch (error) {
        if (this.#isClosed()) return;
        if (this.#pipe.asked === range) await this.#dropped(failureOf(error));
      }
      reader?.close();
      reader = undefined;
      if (this.#offset >= this.#size && this.#pipe.asked === range) await this.#rest(range);
    }
  }

  /** Passes the body on until it ends or another range is wanted. */
  async #pump(reader: BodyReader, range: number): Promise<void> {
    while (this.#offset < this.#size) {
      const chunk = await reader.next();
      if (chunk === undefined) throw new RemoteFailure('STREAM_UNREACHABLE', 'the file was cut off', { retry: true });
      if (this.#pipe.asked !== range) return;
      const useful = chunk.subarray(0, this.#size - this.#offset);
      if (!(await this.#pipe.writeAll(useful))) return;
      this.#offset += useful.length;
      this.trouble = undefined;
      this.#retry.good(this.#patience.later);
      if (this.#pipe.fill >= READY_BYTES) this.#ready();
    }
  }

  /** All of it was written: nothing to do until another range is asked for. */
  async #rest(range: number): Promise<void> {
    this.isComplete = true;
    this.#pipe.end();
    this.#ready();
    for (;;) {
      const { signal } = this.#pipe;
      if (this.#pipe.state === PipeState.closed || this.#pipe.asked !== range) return;
      await this.#pipe.changed(signal);
    }
  }

  #ready(): void {
    if (this.#isReady || this.#closed.signal.aborted) return;
    this.#isReady = true;
    clearTimeout(this.#startTimer);
    this.events.ready({ kind: 'file', memory: this.#memory, size: this.#size, seekable: this.#seekable });
  }

  /** The body of the file from `offset` on. @throws RemoteFailure */
  async #open(offset: number): Promise<BodyReader> {
    this.isComplete = false;
    const headers = offset > 0 && this.#seekable ? { range: `bytes=${offset}-` } : {};
    const answer = await this.#http.get(this.#url, { headers, signal: this.#closed.signal });
    const reader = new BodyReader(answer.body);
    try {
      requireFine(answer.status);
      const [, start = '0', size = ''] = /bytes (\d+)-\d+\/(\d+)/.exec(answer.headers['content-range'] ?? '') ?? [];
      const isRange = answer.status === 206;
      if (isRange && (Number(start) !== offset || Number(size) !== this.#size)) {
        throw new RemoteFailure('STREAM_PROTOCOL', 'the server sends another range than was asked for');
      }
      if (!isRange) await this.#discard(reader, offset);
      return reader;
    } catch (error) {
      reader.close();
      throw error;
    }
  }

  async #discard(reader: BodyReader, bytes: number): Promise<void> {
    for (let left = bytes; left > 0;) {
      const chunk = await reader.next();
      if (chunk === undefined) throw new RemoteFailure('STREAM_PROTOCOL', 'the file became shorter');
      left -= chunk.length;
      if (left < 0) reader.unread(chunk.subarray(chunk.length + left));
    }
  }

  async #dropped(failure: RemoteFailure): Promise<void> {
    if (!failure.retry) throw failure;
    this.trouble = { code: failure.code, detail: failure.message };
    this.#log.warn('remote file dropped, trying again', {
      url: this.#url,
      code: failure.code,
      reason: failure.message,
    });
    await this.#retry.after(failure, this.#closed.signal);
  }

  #isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  #fail(failure: RemoteFailure): void {
    if (this.#closed.signal.aborted) return;
    this.close();
    this.events.failed(failure.code, failure.message);
  }
}
