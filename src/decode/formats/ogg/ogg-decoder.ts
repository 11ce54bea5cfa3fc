/**
 * The decoder of Ogg files: Vorbis, Opus and FLAC, chained streams one behind the other. Where the sound begins and ends
 * comes from the granules (Vorbis I appendix A.2, RFC 7845 section 4, RFC 9639 section 10.1).
 */
import { byteOffset, frameCount, type ByteOffset, type FrameCount } from '../../../units.js';
import { cut, NumberedBlocks } from '../../blocks.js';
import type { Decoder, DecoderFacts, PcmBlock } from '../../decoder.js';
import { factsOf } from '../../facts.js';
import { OggFile, type OggPage } from './ogg-file.js';
import { oggLinks, type OggLink } from './ogg-links.js';
import { OggStream } from './ogg-stream.js';
import type { XiphLibraries } from './xiph-libraries.js';

/** A search by halves ends when so little is left, and the pages there are walked. */
const WALK_BYTES = 16 * 1024;

/** A link, and the number of its first frame in the file. */
interface Part extends OggLink {
  readonly first: number;
}

interface Packet {
  readonly bytes: Uint8Array;
  /** Granule of its first frame, and how many it has. */
  readonly granule: number;
  readonly frames: number;
}

export class OggDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #file: OggFile;
  readonly #parts: readonly Part[];
  #part: Part;
  #stream: OggStream | undefined;
  #packets: Packet[] = [];
  #before: Uint8Array | undefined;
  /** Granule behind the last packet; undefined when the next page has to tell. */
  #granule: number | undefined;
  readonly #blocks = new NumberedBlocks();

  private constructor(file: OggFile, links: readonly OggLink[]) {
    this.#file = file;
    let first = 0;
    this.#parts = links.map((link) => {
      const part = { ...link, first };
      first += link.frames ?? 0;
      return part;
    });
    const [begin] = this.#parts;
    if (begin === undefined) throw new Error('an Ogg file without a stream');
    this.#part = begin;
    const { format, bitsPerSample, sampleRate, channels, preSkip } = begin.codec;
    const isKnown = this.#parts.every(({ frames }) => frames !== undefined);
    const bytes = this.#parts.reduce((sum, { start, end }) => sum + end - start, 0);
    this.facts = factsOf({
      ...{ format, bitsPerSample, sampleRate, channels, delay: preSkip, bytes },
      frames: isKnown ? first : undefined,
    });
  }

  /** @param start behind ID3v2 tags. Rejects with UndecodableFile. */
  static async open(path: string, start: number, libraries: XiphLibraries): Promise<OggDecoder> {
    const file = new OggFile(path);
    try {
      const decoder = new OggDecoder(file, oggLinks(file, start, libraries));
      await decoder.#begin(decoder.#part);
      return decoder;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  async read(): Promise<PcmBlock | undefined> {
    for (;;) {
      const ready = this.#blocks.take();
      if (ready !== undefined) return ready;
      const packet = this.#packets.shift() ?? this.#load();
      if (packet === undefined) {
        const next = this.#parts[this.#parts.indexOf(this.#part) + 1];
        if (next === undefined) return undefined;
        await this.#begin(next);
        continue;
      }
      const block = this.#part.codec.decode(packet.bytes);
      if (block === undefined || packet.frames === 0) continue;
      this.#accept(packet, block);
    }
  }

  #accept({ granule, frames }: Packet, block: PcmBlock): void {
    const { origin, first, frames: total = Infinity } = this.#part;
    const at = granule - origin;
    const whole = Math.min(block.frames, frames, total - at);
    const skip = Math.max(-at, 0);
    if (whole <= skip) return;
    this.#blocks.put(first + at + skip, cut(block, skip, whole - skip));
  }

  /** Takes the packets of the next page; returns the first. */
  #load(): Packet | undefined {
    for (let next = this.#stream?.next(); next !== undefined; next = this.#stream?.next()) {
      const { page, packets, isBroken } = next;
      const { codec } = this.#part;
      const isHole = isBroken && this.#granule !== undefined && page.offset > this.#part.start;
      if (isHole) this.#before = undefined;
      const sound = packets.filter((packet) => packet.length > 0);
      const lengths = sound.map((packet, at) => codec.framesOf(packet, sound[at - 1] ?? this.#before));
      const length = lengths.reduce((sum, frames) => sum + frames, 0);
      if (isHole) this.#granule = this.#behindHole(page, length, lengths.at(-1) ?? 0);
      let granule = this.#granule ?? (page.granule ?? 0) - length;
      this.#packets = sound.map((bytes, at) => {
        const packet = { bytes, granule, frames: lengths[at] ?? 0 };
        granule += packet.frames;
        return packet;
      });
      this.#before = sound.at(-1) ?? this.#before;
      if (sound.length > 0) this.#granule = granule;
      const first = this.#packets.shift();
      if (first !== undefined) return first;
    }
    return undefined;
  }

  /**
   * Where a page begins behind lost ones; undefined when its granule tells. On the last page that stands in front of the
   * packets' end, by less than a packet: what was lost is taken for packets as long as the last.
   */
  #behindHole({ isLast, granule }: OggPage, length: number, packet: number): number | undefined {
    if (!isLast || granule === undefined || this.#granule === undefined || packet === 0) return undefined;
    const lost = Math.max(granule - length - this.#granule, 0);
    return this.#granule + Math.ceil(lost / packet) * packet;
  }

  /** Goes to the beginning of a link. */
  async #begin(part: Part): Promise<void> {
    this.#part = part;
    await part.codec.begin();
    this.#enter(part.start, part.base);
  }

  #enter(offset: number, granule: number | undefined): void {
    this.#stream = new OggStream(this.#file, this.#part.serial, offset, this.#part.end);
    this.#packets = [];
    this.#before = undefined;
    this.#granule = granule;
  }

  async seek(frame: FrameCount): Promise<void> {
    const wanted = Math.max(frame, 0);
    const part = this.#partOf(wanted);
    await this.#begin(part);
    this.#blocks.begin(wanted);
    const page = this.#pageBefore(part, wanted - part.first + part.origin - part.codec.preRoll);
    if (page?.granule === undefined) return;
    this.#enter(page.offset, undefined);
    // The packets of a page end at its granule, and the last one is what the next packet overlaps with.
    const before = this.#stream?.next()?.packets.at(-1);
    this.#before = before;
    if (before === undefined) return; // only its end is there: the next page tells
    this.#granule = page.granule;
    this.#packets = [{ bytes: before, granule: page.granule, frames: 0 }];
  }

  byteOffsetOf(frame: FrameCount): ByteOffset {
    const wanted = Math.max(frame, 0);
    const part = this.#partOf(wanted);
    const before = this.#pageBefore(part, wanted - part.first + part.origin);
    const behind = before === undefined ? part.start : before.offset + before.length;
    return byteOffset(this.#pageFrom(part, behind)?.offset ?? part.end);
  }

  frameAt(offset: ByteOffset): FrameCount {
    const part = this.#parts.findLast(({ start }) => start <= offset) ?? this.#parts[0] ?? this.#part;
    let granule = part.origin;
    const low = this.#narrow(part, (page) => page.offset + page.length <= offset);
    if (low?.granule !== undefined) granule = Math.max(low.granule, part.origin);
    return frameCount(part.first + granule - part.origin);
  }

  #partOf(frame: number): Part {
    return this.#parts.findLast(({ first }) => first <= frame) ?? this.#part;
  }

  /** The last page whose packets end at or before a granule. */
  #pageBefore(part: Part, granule: number): OggPage | undefined {
    return this.#narrow(part, (page) => (page.granule ?? 0) <= granule);
  }

  /** The first page of a link with a granule. */
  #pageFrom({ serial, end }: Part, offset: number, to = end): OggPage | undefined {
    let page = this.#file.next(offset, to);
    while (page !== undefined && (page.serial !== serial || page.granule === undefined))
      page = this.#file.next(page.offset + page.length, to);
    return page;
  }

  /** The last page for which something holds that holds for all before it too, found by halves. */
  #narrow(part: Part, holds: (page: OggPage) => boolean): OggPage | undefined {
    let low: OggPage | undefined;
    let from = part.start;
    let high = part.end;
    while (high - from > WALK_BYTES) {
      const probe = from + Math.floor((high - from) / 2);
      const page = this.#pageFrom(part, probe, high);
      if (page === undefined || !holds(page)) {
        high = probe;
      } else {
        low = page;
        from = page.offset + page.length;
      }
    }
    for (let page = this.#pageFrom(part, from); page !== undefined && holds(page); page = this.#pageFrom(part, from)) {
      low = page;
      from = page.offset + page.length;
    }
    return low;
  }

  close(): void {
    this.#file.close();
  }
}
