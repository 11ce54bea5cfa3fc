/**
 * Reads the body of an HTTP answer in chunks, whose beginning can be peeked at. A server that stops sending, or sends
 * next to nothing, is given up. Thread: main.
 */
import type { IncomingMessage } from 'node:http';

import { failureOf, RemoteFailure } from './failure.js';

const SILENCE_MILLISECONDS = 10_000;
/** Fewer bytes in that time count as silence: the slowest audio stream sends twenty times as many. */
const LEAST_BYTES = 512;

export class BodyReader {
  readonly #body: IncomingMessage;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #silence: number;
  #front: Buffer[] = [];
  /** Milliseconds waited, and bytes received, since `LEAST_BYTES` were reached last. */
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

  /** The next bytes without consuming them: at least `wanted`, unless the body ends before. */
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

  /** Puts bytes back in front of the rest. */
  unread(bytes: Buffer): void {
    if (bytes.length > 0) this.#front.unshift(bytes);
  }

  /** The rest as text; see `decodeText`. @throws RemoteFailure for more than `most` bytes */
  async text(most: number): Promise<string> {
    return decodeText(await this.bytes(most));
  }

  /** The rest as bytes. @throws RemoteFailure for more than `most` bytes */
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

/** Decodes valid UTF-8 as such, anything else as Latin-1, which old servers send. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
