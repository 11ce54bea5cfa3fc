/** One logical stream of an Ogg file: its packets, page by page. Source: RFC 3533 section 6. */
import type { OggFile, OggPage } from './ogg-file.js';

/** A longer packet is a picture in a tag, or nonsense: it is passed over without being kept. */
const MAX_PACKET_BYTES = 1024 * 1024;

/** The packets that end on one page. */
export interface PageOfPackets {
  readonly page: OggPage;
  readonly packets: readonly Uint8Array[];
  /** Something is missing in front of it: a page was lost, or the stream was entered here. */
  readonly isBroken: boolean;
}

export class OggStream {
  readonly #file: OggFile;
  readonly #serial: number;
  readonly #end: number;
  #offset: number;
  #sequence: number | undefined;
  /** The beginning of a packet that goes on; undefined when its beginning is not there. */
  #parts: Uint8Array[] | undefined;

  /** The pages of `serial` between two offsets. */
  constructor(file: OggFile, serial: number, start: number, end: number) {
    this.#file = file;
    this.#serial = serial;
    this.#offset = start;
    this.#end = end;
  }

  next(): PageOfPackets | undefined {
    for (;;) {
      const page = this.#file.next(this.#offset, this.#end);
      if (page === undefined) return undefined;
      this.#offset = page.offset + page.length;
      if (page.serial !== this.#serial) continue;
      const isBroken = page.sequence !== this.#sequence;
      this.#sequence = (page.sequence + 1) >>> 0;
      if (isBroken || !page.isContinued) this.#parts = page.isContinued ? undefined : [];
      return { page, packets: this.#packetsOf(page), isBroken };
    }
  }

  #packetsOf(page: OggPage): Uint8Array[] {
    const body = this.#file.bodyOf(page);
    const packets: Uint8Array[] = [];
    let at = 0;
    for (const [index, length] of page.pieces.entries()) {
      this.#parts?.push(body.subarray(at, at + length));
      at += length;
      const size = this.#parts?.reduce((sum, part) => sum + part.length, 0) ?? 0;
      if (size > MAX_PACKET_BYTES) this.#parts = [new Uint8Array(MAX_PACKET_BYTES)];
      if (page.isOpen && index === page.pieces.length - 1) break;
      if (this.#parts !== undefined) packets.push(this.#parts.length === 1 ? body1(this.#parts) : joined(this.#parts));
      this.#parts = [];
    }
    return packets;
  }
}

function body1(parts: readonly Uint8Array[]): Uint8Array {
  return parts[0] ?? new Uint8Array(0);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
