/** Reads blocks of a known length from a stream, for a protocol over the standard output of a child process. */
import type { Readable } from 'node:stream';

export class ByteReader {
  readonly #ended: () => Error;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #isOver = false;
  #wake: (() => void) | undefined;

  /** @param ended makes the error that `take` throws when the stream ends too early */
  constructor(stream: Readable, ended: () => Error) {
    this.#ended = ended;
    stream.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
      this.#wake?.();
    });
    stream.on('error', () => this.end());
  }

  /** Reports that no more bytes will come: `take` throws once it has too few. */
  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /**
   * Waits for the next `count` bytes. Call it again only when the last call has settled.
   * @throws the error of the constructor's `ended` when the stream ends before that
   */
  async take(count: number): Promise<Buffer> {
    while (this.#bytes < count) {
      if (this.#isOver) throw this.#ended();
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all.subarray(count)];
    this.#bytes -= count;
    return all.subarray(0, count);
  }
}
