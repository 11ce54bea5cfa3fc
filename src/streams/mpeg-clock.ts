/** How much sound an MPEG audio stream has carried so far: its frames are counted as their bytes go by. */
import { isSameStream, parseMpegHeader, type MpegHeader } from '../formats/mpeg-header.js';

const HEADER_BYTES = 4;

export class MpegClock {
  #seconds = 0;
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of the current frame that are to come. */
  #missing = 0;
  #stream: MpegHeader | undefined;
  #candidate: MpegHeader | undefined;

  get seconds(): number {
    return this.#seconds;
  }

  /** Counts the frames that begin in these bytes. */
  take(bytes: Buffer): void {
    if (this.#missing >= bytes.length) {
      this.#missing -= bytes.length;
      return;
    }
    const all = Buffer.concat([this.#rest, bytes.subarray(this.#missing)]);
    this.#missing = 0;
    let at = 0;
    while (at + HEADER_BYTES <= all.length) {
      const header = parseMpegHeader(all, at);
      if (header === undefined || (this.#stream !== undefined && !isSameStream(header, this.#stream))) {
        at++;
        this.#candidate = undefined;
        continue;
      }
      // A first frame is believed when another of its kind follows it.
      if (this.#stream === undefined && this.#candidate !== undefined && isSameStream(header, this.#candidate)) {
        this.#stream = header;
      }
      this.#candidate = header;
      this.#seconds += header.samplesPerFrame / header.sampleRate;
      at += header.length;
    }
    this.#missing = Math.max(at - all.length, 0);
    this.#rest = Buffer.from(all.subarray(Math.min(at, all.length)));
  }
}
