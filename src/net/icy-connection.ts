/**
 * A connection to a SHOUTcast 1 server, whose answer begins with `ICY 200 OK`, which Node's parser rejects. Replaces
 * that by `HTTP/1.0 200 OK` and passes on everything else. Thread: main.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

const MARK = Buffer.from('ICY ');

/** Whether a request may have failed because the answer began with `ICY`: Node's parser found no status line. */
export function mayBeIcyAnswer(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'HPE_INVALID_CONSTANT';
}

export class IcyConnection extends Duplex {
  /** Received bytes, until there are enough to compare with the mark; undefined afterwards. */
  #start: Buffer | undefined = Buffer.alloc(0);

  constructor(private readonly socket: Socket) {
    super();
    socket.on('data', (chunk) => {
      const bytes = this.#translated(chunk);
      if (bytes.length > 0 && !this.push(bytes)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  #translated(chunk: Buffer): Buffer {
    if (this.#start === undefined) return chunk;
    const start = Buffer.concat([this.#start, chunk]);
    if (start.length < MARK.length) {
      this.#start = start;
      return Buffer.alloc(0);
    }
    this.#start = undefined;
    const isMarked = start.subarray(0, MARK.length).equals(MARK);
    return isMarked ? Buffer.concat([Buffer.from('HTTP/1.0 '), start.subarray(MARK.length)]) : start;
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}
