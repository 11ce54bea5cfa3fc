/**
 * An answer's body, chunk by chunk, with the right to look at its beginning first. A server that falls silent while
 * somebody waits for it, or only drips, is given up. Thread: main.
 */
import type { IncomingMessage } from 'node:http';

import { failureOf, RemoteFailure } from './failure.js';

const SILENCE_MILLISECONDS = 10_000;
/** Less than this in all that time is no better than silence: the slowest sound is twenty times as fast. */
const LEAST_BYTES = 512;

export class BodyReader {
  readonly #body: IncomingMessage;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #silence: number;
  #front: Buffer[] = [];
  /** Milliseconds that were waited for the last so many bytes. */
  #waited = 0;
  #got = 0;

  constructor(body: IncomingMessage, silence = SILENCE_MILLISECONDS) {
    this.#body = body;
    this.#chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    this.#silence = silence;
  }

  /** The next bytes; undefined at the end. @throws RemoteFailure when the connection breaks or falls silent */
  async next(): Promise<Buffer | undefined> {
    return this.#front.shift() ?? (await this.#pull());
  }

  /** The first bytes, `wanted` of them where the server sends so many at once; they stay to be read. */
  async peek(wanted: number): Promise<Buffer> {
    const length = () => this.#front.reduce((sum, chunk) => sum + chunk.length, 0);
    while (length() < wanted) {
      const chunk = await this.#pull();
      if (chunk === undefined) break;
      this.#front.push(chunk);
    }
    const whole = Buffer.concat(this.#front);
    this.#front = whole.length === 0 ? [] : [whole];
    return whole;
  }

  /** Puts bytes back: they are what comes next. */
  unread(bytes: Buffer): void {
    if (bytes.length > 0) this.#front.unshift(bytes);
  }

  /** All of it as text, UTF-8 where it is. @throws RemoteFailure when there is more than `most` */
  async text(most: number): Promise<string> {
    return decodeText(await this.bytes(most));
  }

  /** All of it. @throws RemoteFailure when there is more than `most` */
  async bytes(most: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) {
      length += chunk.length;
      if (length > most) {
        this.close();
        throw new RemoteFailure('STREAM_PROTOCOL', `more than ${most} bytes where less was expected`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  /** Closes the connection. May be called twice. */
  close(): void {
    this.#body.destroy();
  }

  async #pull(): Promise<Buffer | undefined> {
    const began = performance.now();
    const timer = setTimeout(
      () => {
        this.#body.destroy(new RemoteFailure('STREAM_TIMEOUT', 'the server sends next to nothing', { retry: true }));
      },
      Math.max(this.#silence - this.#waited, 0),
    );
    try {
      const step = await this.#chunks.next();
      if (step.done === true) return undefined;
      this.#waited += performance.now() - began;
      this.#got += step.value.length;
      if (this.#got >= LEAST_BYTES) this.#waited = this.#got = 0;
      return step.value;
    } catch (error) {
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** UTF-8 where it is, else Latin-1: what servers of all ages send. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
