/** A remote track from its address on: finds out what is there, and lets the feed of that kind do the rest. Thread: main. */
import type { DecodeFrom } from '../decode/decoder-messages.js';
import { failureOf, RemoteFailure } from '../net/failure.js';
import { PATIENCE, type Feed, type FeedEvents, type StreamTrouble } from './feed.js';
import { FileFeed } from './file-feed.js';
import type { Station } from './icy.js';
import { LiveFeed, type FeedDeps } from './live-feed.js';
import { locate, type Located } from './locate.js';
import { Retry } from './retry.js';
import type { AudioKind } from './sniff.js';
import { SpoolFeed } from './spool-feed.js';

/** What our own decoders read range by range; the rest needs ffmpeg, which must have the whole file. */
const READ_IN_RANGES: ReadonlySet<AudioKind> = new Set(['mpeg', 'flac', 'ogg', 'wav', 'aiff']);

export class RemoteFeed implements Feed {
  readonly #closed = new AbortController();
  #feed: Feed | undefined;
  #trouble: StreamTrouble | undefined;

  /** @param from where it is to begin, where that can be chosen */
  constructor(
    private readonly parts: FeedDeps,
    private readonly address: string,
    private readonly from: DecodeFrom,
    private readonly events: FeedEvents,
  ) {
    this.#open().catch((error: unknown) => {
      this.#fail(failureOf(error));
    });
  }

  get isLive(): boolean {
    return this.#feed?.isLive ?? false;
  }

  get station(): Station | undefined {
    return this.#feed?.station;
  }

  get trouble(): StreamTrouble | undefined {
    return this.#feed === undefined ? this.#trouble : this.#feed.trouble;
  }

  get reserve(): number {
    return this.#feed?.reserve ?? 0;
  }

  get isComplete(): boolean {
    return this.#feed?.isComplete ?? false;
  }

  get decoded(): number {
    return this.#feed?.decoded ?? 0;
  }

  close(): void {
    this.#closed.abort();
    this.#feed?.close();
  }

  #fail({ code, message }: RemoteFailure): void {
    if (this.#closed.signal.aborted) return;
    this.close();
    this.events.failed(code, message);
  }

  async #open(): Promise<void> {
    const located = await this.#locateInTime().catch(async (error: unknown) => {
      const failure = failureOf(error);
      if (failure.code !== 'CLOCK_NOT_SET') throw failure;
      await this.#waitForClock(failure);
      return this.#locateInTime();
    });
    if (this.#closed.signal.aborted) {
      if (located.kind !== 'hls') located.reader.close();
    } else if (located.kind !== 'file') {
      this.#feed = new LiveFeed(this.parts, this.address, located, this.from, this.events);
    } else if (READ_IN_RANGES.has(located.audio)) {
      this.#feed = new FileFeed(this.parts, located, this.events);
    } else {
      this.#feed = new SpoolFeed(located, this.events);
    }
  }

  /** @throws RemoteFailure the one given, when the time does not come */
  async #waitForClock(failure: RemoteFailure): Promise<void> {
    const { http, log, patience = PATIENCE } = this.parts;
    this.#trouble = { code: failure.code, detail: failure.message };
    log.info('stream waits for the time from the network', { url: this.address });
    if (!(await http.time.comes(patience.time, this.#closed.signal))) throw failure;
    this.#trouble = undefined;
  }

  /** Each step has its own patience, but there may be a dozen addresses, and lists that come line by line. */
  async #locateInTime(): Promise<Located> {
    const timer = setTimeout(
      () => {
        this.#fail(new RemoteFailure('STREAM_TIMEOUT', 'there is no end to finding out where the sound is'));
      },
      (this.parts.patience ?? PATIENCE).start,
    );
    return this.#locate().finally(() => {
      clearTimeout(timer);
    });
  }

  async #locate(): Promise<Located> {
    const { signal } = this.#closed;
    const retry = new Retry((this.parts.patience ?? PATIENCE).first);
    for (;;) {
      try {
        return await locate(this.parts.http, this.address, { signal, titles: true });
      } catch (error) {
        const failure = failureOf(error);
        if (!failure.retry || failure.code === 'CLOCK_NOT_SET' || signal.aborted) throw failure;
        this.#trouble = { code: failure.code, detail: failure.message };
        await retry.after(failure, signal);
      }
    }
  }
}
