/** Takes exact numbers of bytes from a stream, one after the other. */
import type { Readable } from 'node:stream';

export class ByteReader {
  readonly #ended: () => Error;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #isOver = false;
  #wake: (() => void) | undefined;

  /** @param ended the error of `take` when the stream ends before */
  constructor(stream: Readable, ended: () => Error) {
    this.#ended = ended;
    stream.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
      this.#wake?.();
    });
    stream.on('error', () => this.end());
  }

  /** The stream gives no more. */
  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /** Not to be called again before it has settled. @throws what the constructor was told */
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
