/**
 * An Ogg file as a row of pages, each proven by its checksum; damage between them is skipped. Source: RFC 3533 section 6.
 * Thread: the decoder worker's; reads block.
 */
import { FileWindow } from '../file-window.js';

const HEADER_BYTES = 27;
const MAX_PAGE_BYTES = 65_307;
const CONTINUED = 1;
const FIRST = 2;
const LAST = 4;

export interface OggPage {
  readonly offset: number;
  readonly length: number;
  readonly serial: number;
  readonly sequence: number;
  /** Where the stream stands behind the last packet that ends on this page; undefined when none does. */
  readonly granule: number | undefined;
  readonly isContinued: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Lengths of the pieces of packets on it; `isOpen`: the last one goes on upon the next page. */
  readonly pieces: readonly number[];
  readonly isOpen: boolean;
}

/** CRC-32 with the polynomial 0x04c11db7, neither reflected nor inverted. */
const CRC = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  return crc;
});

/** The checksum's own four bytes count as zeros. */
export function oggChecksum(page: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < page.length; i++)
    crc = (crc << 8) ^ (CRC[(crc >>> 24) ^ (i >= 22 && i < 26 ? 0 : (page[i] ?? 0))] ?? 0);
  return crc >>> 0;
}

export class OggFile {
  readonly #window: FileWindow;

  /** @throws UndecodableFile */
  constructor(path: string) {
    this.#window = new FileWindow(path);
  }

  get size(): number {
    return this.#window.size;
  }

  /** The first page at or behind `from` and in front of `to`. */
  next(from: number, to = this.size): OggPage | undefined {
    let offset = from;
    while (offset + HEADER_BYTES <= Math.min(this.size, to + HEADER_BYTES) && offset < to) {
      const at = this.#window.show(offset, HEADER_BYTES);
      const end = at + this.#window.visible(offset);
      if (end - at < HEADER_BYTES) return undefined;
      const index = this.#window.bytes.subarray(0, end - 3).indexOf(0x4f, at);
      if (index < 0) {
        offset += end - 3 - at;
        continue;
      }
      offset += index - at;
      const page = offset < to ? this.#pageAt(offset) : undefined;
      if (page !== undefined) return page;
      offset++;
    }
    return undefined;
  }

  /** The last page with a granule in front of `before`. */
  last(before: number, isWanted: (page: OggPage) => boolean): OggPage | undefined {
    for (let to = before; to > 0; to = Math.max(to - MAX_PAGE_BYTES, 0)) {
      let found: OggPage | undefined;
      for (let at = Math.max(to - MAX_PAGE_BYTES, 0); ;) {
        const page = this.next(at, to);
        if (page === undefined) break;
        if (page.granule !== undefined && isWanted(page)) found = page;
        at = page.offset + page.length;
      }
      if (found !== undefined || before - to > 64 * MAX_PAGE_BYTES) return found;
    }
    return undefined;
  }

  /** A copy of what a page carries. */
  bodyOf({ offset, length, pieces }: OggPage): Uint8Array {
    const at = this.#window.show(offset, length);
    const body = pieces.reduce((sum, piece) => sum + piece, 0);
    return this.#window.bytes.slice(at + length - body, at + length);
  }

  /** May be called twice. */
  close(): void {
    this.#window.close();
  }

  #pageAt(offset: number): OggPage | undefined {
    let at = this.#window.show(offset, HEADER_BYTES + 255);
    const { bytes } = this.#window;
    const isMarked = bytes[at + 1] === 0x67 && bytes[at + 2] === 0x67 && bytes[at + 3] === 0x53 && bytes[at + 4] === 0;
    if (bytes[at] !== 0x4f || !isMarked) return undefined;
    const count = bytes[at + 26] ?? 0;
    const laces = bytes.slice(at + HEADER_BYTES, at + HEADER_BYTES + count);
    const length = HEADER_BYTES + count + laces.reduce((sum, lace) => sum + lace, 0);
    if (offset + length > this.size) return undefined;
    at = this.#window.show(offset, length);
    if (this.#window.visible(offset) < length) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, length);
    if (oggChecksum(bytes.subarray(at, at + length)) !== view.getUint32(22, true)) return undefined;
    const high = view.getInt32(10, true);
    const flags = view.getUint8(5);
    const pieces: number[] = [];
    let piece = 0;
    for (const lace of laces) {
      piece += lace;
      if (lace === 255) continue;
      pieces.push(piece);
      piece = 0;
    }
    const isOpen = laces.at(-1) === 255;
    if (isOpen) pieces.push(piece);
    return {
      offset,
      length,
      serial: view.getUint32(14, true),
      sequence: view.getUint32(18, true),
      granule: high < 0 ? undefined : high * 2 ** 32 + view.getUint32(6, true),
      isContinued: (flags & CONTINUED) !== 0,
      isFirst: (flags & FIRST) !== 0,
      isLast: (flags & LAST) !== 0,
      pieces,
      isOpen,
    };
  }
}
