/**
 * A remote file that only ffmpeg reads (MP4 keeps its index at the end as often as at the beginning): fetched as a whole
 * into a temporary file and played from there, where seeking is as exact as in a local one. Thread: main.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { failureOf, RemoteFailure } from '../net/failure.js';
import type { Feed, FeedEvents } from './feed.js';
import type { Located } from './locate.js';

/** The temporary folder may be in memory, and two files may be there at a time. */
const MOST_BYTES = Math.min(256 * 1024 * 1024, totalmem() / 8);
const MOST_MILLISECONDS = 120_000;

export class SpoolFeed implements Feed {
  readonly isLive = false;
  readonly station = undefined;
  readonly trouble = undefined;
  readonly reserve = Infinity;
  readonly decoded = 0;
  isComplete = false;
  readonly #closed = new AbortController();
  readonly #located: Extract<Located, { kind: 'file' }>;
  readonly #events: FeedEvents;
  #folder: string | undefined;

  constructor(located: Extract<Located, { kind: 'file' }>, events: FeedEvents) {
    this.#located = located;
    this.#events = events;
    this.#fetch().catch((error: unknown) => {
      if (this.#closed.signal.aborted) return;
      this.close();
      const { code, message } = failureOf(error);
      this.#events.failed(code, message);
    });
  }

  close(): void {
    this.#closed.abort();
    this.#located.reader.close();
    if (this.#folder !== undefined) void rm(this.#folder, { recursive: true, force: true }).catch(() => undefined);
    this.#folder = undefined;
  }

  async #fetch(): Promise<void> {
    const { reader, size, url } = this.#located;
    if (size > MOST_BYTES)
      throw new RemoteFailure('UNSUPPORTED_FORMAT', 'the file is too large to be fetched as a whole');
    this.#folder = await mkdtemp(join(tmpdir(), 'tonearm-remote-'));
    if (this.#closed.signal.aborted) {
      this.close(); // the folder came too late
      return;
    }
    const path = join(this.#folder, `file${/\.\w{1,5}$/.exec(new URL(url).pathname)?.[0] ?? ''}`);
    const deadline = AbortSignal.timeout(MOST_MILLISECONDS);
    async function* body(): AsyncGenerator<Buffer> {
      let left = size;
      for (let chunk = await reader.next(); chunk !== undefined && left > 0; chunk = await reader.next()) {
        yield chunk.subarray(0, left);
        left -= chunk.length;
      }
      if (left > 0) throw new RemoteFailure('STREAM_UNREACHABLE', 'the file was cut off');
    }
    const signal = AbortSignal.any([this.#closed.signal, deadline]);
    await pipeline(body, createWriteStream(path, { mode: 0o600 }), { signal }).catch((error: unknown) => {
      throw deadline.aborted ? new RemoteFailure('STREAM_TIMEOUT', 'the file comes too slowly') : error;
    });
    this.isComplete = true;
    this.#events.ready({ kind: 'spooled', path });
  }
}
