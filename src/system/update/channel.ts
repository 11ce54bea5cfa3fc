/**
 * The address that a person has named for updates: looks up what its channel file offers, and fetches the bundle. No
 * address is contacted while none is set. What was found is kept in memory only. Thread: main.
 *
 *   update_url ─▶ channel file (≤ 256 KiB, 20 s) ─▶ what is offered ─▶ bundle, in pieces after interruptions ─▶ SHA-256
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Backoff, doublingDelays } from '../../backoff.js';
import { Conflict, TimedOut, TonearmError, Unavailable, Unprocessable } from '../../errors.js';
import { BodyReader } from '../../net/body-reader.js';
import { RemoteFailure } from '../../net/failure.js';
import type { GetOptions, HttpAnswer } from '../../net/guarded-http.js';
import { type ChannelFile, LONGEST_CHANNEL, readChannelFile } from './channel-file.js';

const PATIENCE_MILLISECONDS = 20_000;
/** Longest wait for the time from the network, without which a certificate cannot be checked. */
const TIME_PATIENCE_MILLISECONDS = 8000;
/** Longest download: the largest bundle at 90 kB/s. */
const LONGEST_DOWNLOAD_MILLISECONDS = 3 * 3_600_000;
const DELAYS = doublingDelays(1000, 16_000);
/** Bytes of progress after which an interruption counts as the first. */
const PROGRESS = 2 ** 20;

export interface Found {
  /** The channel's address, as it was set. */
  readonly address: string;
  readonly file: ChannelFile;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface ChannelDeps {
  /** Address of the channel file; `""` for none. */
  readonly address: () => string;
  /** A client for one address that a person has named, which follows no redirect to another host. */
  readonly http: (named: URL) => { get(address: string, options: GetOptions): Promise<HttpAnswer> };
  readonly now?: () => number;
  /** Milliseconds: how long a channel file may take, and the pauses after interruptions of a download. */
  readonly patience?: number;
  readonly delays?: readonly number[];
  /** Milliseconds without bytes after which a server is given up. */
  readonly silence?: number;
}

export class Channel {
  #found: Found | undefined;

  constructor(private readonly deps: ChannelDeps) {}

  /** What was found at the address that is set now. */
  get found(): Found | undefined {
    return this.#found?.address === this.deps.address() ? this.#found : undefined;
  }

  /**
   * Looks up what is offered now.
   * @throws Conflict NO_UPDATE_ADDRESS, Unavailable UPDATE_CHANNEL_UNREACHABLE, UPDATE_CHANNEL_UNREADABLE or
   *   CLOCK_NOT_SET, TimedOut UPDATE_CHANNEL_TIMEOUT, Unprocessable UPDATE_ADDRESS_REFUSED
   */
  async lookUp(): Promise<Found> {
    const address = this.deps.address();
    if (address === '') throw new Conflict('NO_UPDATE_ADDRESS', 'No address for updates is set: see `update_url`.');
    const signal = AbortSignal.timeout(this.deps.patience ?? PATIENCE_MILLISECONDS);
    const { text, url } = await this.#read(address, signal).catch((error: unknown) => {
      throw this.#refusal(error, signal.aborted);
    });
    try {
      this.#found = { address, file: readChannelFile(text, url), at: (this.deps.now ?? Date.now)() };
    } catch (error) {
      const sentence = `The channel file ${(error as Error).message}.`;
      throw new Unavailable('UPDATE_CHANNEL_UNREADABLE', sentence, { cause: error });
    }
    return this.#found;
  }

  /** Forgets what was found, such as an update that is for another box. */
  forget(): void {
    this.#found = undefined;
  }

  /**
   * The bytes of a bundle that was found. After an interruption it goes on where it was, or reads past what it has where
   * the server sends all of it again.
   * @throws Unavailable UPDATE_CHANNEL_UNREACHABLE, Unprocessable UPDATE_ADDRESS_REFUSED, or UPDATE_DAMAGED for bytes
   *   that are not those announced; and the signal's reason
   */
  async *bytesOf({ address, file }: Found, signal: AbortSignal): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const backoff = new Backoff(this.deps.delays ?? DELAYS);
    const until = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_DOWNLOAD_MILLISECONDS)]);
    const http = this.deps.http(new URL(address));
    let received = 0;
    while (received < file.bytes) {
      const before = received;
      try {
        for await (const bytes of this.#piece(http, file, received, until)) {
          received += bytes.length;
          if (received > file.bytes) throw damaged('it is longer than announced');
          hash.update(bytes);
          yield bytes;
        }
        if (received < file.bytes) throw cutOff('it ended early');
      } catch (error) {
        signal.throwIfAborted();
        if (received - before >= PROGRESS) backoff.reset();
        const isOver = until.aborted || backoff.isExhausted || !(error instanceof RemoteFailure && error.retry);
        if (isOver) throw this.#refusal(error, false);
        await delay(backoff.next(), undefined, { signal });
      }
    }
    if (hash.digest('hex') !== file.sha256) throw damaged('its SHA-256 sum is another one');
  }

  /** A part of the bundle in one answer, from a position on. @throws RemoteFailure, or Unprocessable UPDATE_DAMAGED */
  async *#piece(
    http: ReturnType<ChannelDeps['http']>,
    { url, bytes: size }: ChannelFile,
    from: number,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer> {
    const headers = from === 0 ? {} : { range: `bytes=${from}-` };
    const answer = await http.get(url.href, { signal, headers, timePatience: TIME_PATIENCE_MILLISECONDS });
    const reader = new BodyReader(answer.body, this.deps.silence);
    try {
      let ahead = 0;
      if (answer.status === 200) {
        const length = answer.headers['content-length'];
        if (length !== undefined && Number(length) !== size) throw damaged('it has another size than announced');
        ahead = from;
      } else {
        requireStatus(answer, 206);
        if (!answer.headers['content-range']?.startsWith(`bytes ${from}-`)) throw cutOff('it sends another part');
      }
      for (let bytes = await reader.next(); bytes !== undefined; bytes = await reader.next()) {
        const isAhead = Math.min(ahead, bytes.length);
        ahead -= isAhead;
        if (isAhead < bytes.length) yield bytes.subarray(isAhead);
      }
    } finally {
      reader.close();
    }
  }

  async #read(address: string, signal: AbortSignal): Promise<{ text: string; url: URL }> {
    const headers = { accept: 'application/json' };
    const http = this.deps.http(new URL(address));
    const answer = await http.get(address, { signal, headers, timePatience: TIME_PATIENCE_MILLISECONDS });
    const reader = new BodyReader(answer.body, this.deps.silence);
    try {
      requireStatus(answer, 200);
      return { text: (await reader.bytes(LONGEST_CHANNEL)).toString(), url: answer.url };
    } finally {
      reader.close();
    }
  }

  #refusal(error: unknown, isLate: boolean): Error {
    if (error instanceof TonearmError) return error;
    const failure = error instanceof RemoteFailure ? error : undefined;
    if (isLate || failure?.code === 'STREAM_TIMEOUT') {
      const sentence = 'The server of the updates does not answer in time.';
      return new TimedOut('UPDATE_CHANNEL_TIMEOUT', sentence, { cause: error });
    }
    const reason = error instanceof Error ? error.message : String(error);
    if (failure?.code === 'CLOCK_NOT_SET') {
      const sentence = `Updates cannot be looked up yet: ${reason}.`;
      return new Unavailable('CLOCK_NOT_SET', sentence, { cause: error });
    }
    if (failure?.code === 'STREAM_ADDRESS_FORBIDDEN') {
      const sentence = `The address of the updates is not contacted: ${reason}.`;
      return new Unprocessable('UPDATE_ADDRESS_REFUSED', sentence, { cause: error });
    }
    const sentence = `The server of the updates cannot be reached: ${reason}.`;
    return new Unavailable('UPDATE_CHANNEL_UNREACHABLE', sentence, { cause: error });
  }
}

/** @throws RemoteFailure for another status; a retry may help where the server is to blame */
function requireStatus({ status }: HttpAnswer, wanted: number): void {
  if (status === wanted) return;
  const retry = status >= 500 || status === 429;
  throw new RemoteFailure('STREAM_REFUSED', `it answers ${status}`, { retry });
}

const cutOff = (message: string) => new RemoteFailure('STREAM_UNREACHABLE', message, { retry: true });

function damaged(reason: string): Unprocessable {
  return new Unprocessable('UPDATE_DAMAGED', `The update that was downloaded is not the one announced: ${reason}.`);
}
