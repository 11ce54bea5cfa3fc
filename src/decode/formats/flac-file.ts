/**
 * A FLAC file as a row of frames: reads STREAMINFO, skips tags, pictures and damage, finds where frames begin and end, and
 * the frame that holds any sample. It reads headers only; decoding is `flac-decoder.ts`. Source: RFC 9639.
 *
 * A frame does not say how long it is. The next one is found by its header: sync code, CRC-8 and the very number that
 * must follow, which chance does not give.
 */
import { textAt } from '../../formats/bytes.js';
import { UndecodableFile } from '../decoder.js';
import { FileWindow } from './file-window.js';
import {
  MAX_HEADER_BYTES,
  parseFrameHeader,
  parseStreamInfo,
  type FlacFrameHeader,
  type FlacStreamInfo,
} from './flac-header.js';
import { SeekPoints, type SeekPoint } from './seek-points.js';

const STREAMINFO_BYTES = 34;
/** How far damage is searched for the next frame: further than the largest picture. */
const SEARCH_BYTES = 32 * 1024 * 1024;
/** A search by halves ends when so little is left, and the frames there are walked. */
const WALK_BYTES = 32 * 1024;
const FRAME_OVERHEAD_BYTES = 64;
/** A frame of silence has no fewer bytes. */
const LEAST_FRAME_BYTES = 10;

/** A frame in the file. `first` is the number of its first sample, counted from the file's first. */
export interface FlacFrame {
  readonly offset: number;
  /** Where `isFollowed` is false, something that is no frame may lie between its end and the next one's beginning. */
  readonly length: number;
  readonly isFollowed: boolean;
  readonly first: number;
  readonly samples: number;
}

interface FoundHeader {
  readonly offset: number;
  readonly header: FlacFrameHeader;
}

export class FlacFile {
  readonly info: FlacStreamInfo;
  /** Offset of the first frame. */
  readonly audioStart: number;
  readonly #window: FileWindow;
  readonly #points: SeekPoints;
  /** Samples in front of the first frame, where the file was cut out of a longer one; undefined until it is found. */
  readonly #base: number | undefined;
  /** Bytes that no frame exceeds. */
  readonly #bound: number;
  /** Where the next frame is looked for, and the number that its first sample should have. */
  #offset: number;
  #expected = 0;

  /** @param start behind ID3v2 tags @throws UndecodableFile */
  constructor(path: string, start: number) {
    this.#window = new FileWindow(path);
    try {
      const { info, end } = this.#readMetadata(start);
      this.info = info;
      const { maxBlockSize, channels, bitsPerSample } = info;
      this.#bound = Math.ceil((maxBlockSize * channels * (bitsPerSample + 1)) / 8) + FRAME_OVERHEAD_BYTES;
      this.#window.widen(2 * this.#bound + WALK_BYTES);
      const behind = start + 4 + 4 + STREAMINFO_BYTES;
      const first = (end < this.size ? this.#search(end) : undefined) ?? this.#search(behind);
      if (first === undefined) throw new UndecodableFile('NOT_AUDIO', 'no FLAC frame found');
      this.audioStart = first.offset;
      this.#base = this.#numberOf(first.header);
      this.#offset = first.offset;
    } catch (error) {
      this.close();
      throw error;
    }
    this.#points = new SeekPoints(this.info.sampleRate, { offset: this.audioStart, frame: 0 });
  }

  get size(): number {
    return this.#window.size;
  }

  /** No file of this size holds more. */
  get mostFrames(): number {
    return (Math.floor((this.size - this.audioStart) / LEAST_FRAME_BYTES) + 1) * this.info.maxBlockSize;
  }

  /** The bytes of a frame that was just taken; they hold until the next call. */
  bytesOf({ offset, length }: FlacFrame): Uint8Array {
    const at = this.#window.show(offset, length);
    return this.#window.bytes.subarray(at, at + length);
  }

  /** The next whole frame; undefined at the end of the file. Behind damage its `first` is larger than what was due. */
  take(): FlacFrame | undefined {
    for (;;) {
      let found = this.#headerAt(this.#offset);
      if (found === undefined || this.#firstOf(found.header) < this.#expected) {
        found = this.#search(this.#offset, { offset: this.#offset, frame: this.#expected });
        if (found === undefined) return undefined;
      }
      const { offset, header } = found;
      const end = this.#endOf(found);
      if (end === undefined) {
        this.#offset = offset + 1; // its end is damaged, or it is none
        continue;
      }
      const frame = {
        offset,
        length: end.offset - offset,
        isFollowed: end.isFollowed,
        first: this.#firstOf(header),
        samples: header.blockSize,
      };
      this.#offset = end.offset;
      this.#expected = frame.first + frame.samples;
      this.#points.note({ offset: frame.offset, frame: frame.first });
      return frame;
    }
  }

  /** Samples up to the end of the last frame, where STREAMINFO does not say. */
  countFrames(): number {
    return this.#aside(() => {
      this.#narrow('offset', this.size);
      while (this.take() !== undefined);
      return this.#expected;
    });
  }

  /** Goes to the frame that holds a sample, or to the next one where it is damaged; beyond the end, to the end. */
  goTo(sample: number): void {
    this.#narrow('frame', sample);
    for (;;) {
      const [offset, expected] = [this.#offset, this.#expected];
      const frame = this.take();
      if (frame === undefined) return;
      if (frame.first + frame.samples <= sample) continue;
      [this.#offset, this.#expected] = [offset, expected];
      return;
    }
  }

  /** The frame that holds a sample or a byte, without moving; undefined when there is none. */
  lookUp(kind: 'frame' | 'offset', value: number): FlacFrame | undefined {
    return this.#aside(() => {
      this.#narrow(kind, value);
      let frame = this.take();
      while (frame !== undefined && (kind === 'frame' ? frame.first + frame.samples : this.#offset) <= value)
        frame = this.take();
      return frame;
    });
  }

  /** Moves about in the file and comes back. */
  #aside<Result>(look: () => Result): Result {
    const [offset, expected] = [this.#offset, this.#expected];
    const result = look();
    [this.#offset, this.#expected] = [offset, expected];
    return result;
  }

  /** May be called twice. */
  close(): void {
    this.#window.close();
  }

  /** Goes to a frame not far before a sample or a byte, by halves and by proportion in turn. */
  #narrow(kind: 'frame' | 'offset', value: number): void {
    const known = this.#points.around(kind, value);
    let low = known.low;
    let high = known.high ?? { offset: this.size, frame: this.info.totalFrames ?? Infinity };
    for (let turn = 0; high.offset - low.offset > WALK_BYTES; turn++) {
      const share = (value - low[kind]) / (high[kind] - low[kind]);
      const isUseful = turn % 2 === 0 && share > 0 && share < 1;
      const span = high.offset - low.offset;
      const probe = low.offset + Math.max(Math.floor(span * (isUseful ? share : 0.5)) - WALK_BYTES / 4, 1);
      const found = this.#search(probe, low, high.offset);
      const point = found && { offset: found.offset, frame: this.#firstOf(found.header) };
      if (point === undefined || point.frame >= high.frame) high = { offset: probe, frame: high.frame };
      else if (point[kind] <= value) low = point;
      else high = { offset: probe, frame: point.frame };
    }
    this.#offset = low.offset;
    this.#expected = low.frame;
  }

  /** RFC 9639 section 8: blocks with a length each, of which only STREAMINFO is read. */
  #readMetadata(start: number): { readonly info: FlacStreamInfo; readonly end: number } {
    const at = this.#window.show(start, 8 + STREAMINFO_BYTES);
    const mark = textAt(this.#window.bytes, at, 4);
    const body = this.#window.bytes.subarray(at + 8, at + Math.min(this.#window.visible(start), 8 + STREAMINFO_BYTES));
    const info = mark === 'fLaC' ? parseStreamInfo(body) : undefined;
    if (info === undefined) throw new UndecodableFile('NOT_AUDIO', 'no FLAC stream information found');
    let offset = start + 4;
    for (let isLast = false; !isLast && offset + 4 <= this.#window.size;) {
      const index = this.#window.show(offset, 4);
      const [kind = 0, a = 0, b = 0, c = 0] = this.#window.bytes.subarray(index, index + 4);
      isLast = (kind & 0x80) !== 0;
      offset += 4 + a * 65_536 + b * 256 + c;
    }
    return { info, end: offset };
  }

  #numberOf(header: FlacFrameHeader): number {
    // Where frames are equally long only the last may be shorter; STREAMINFO tells how long they are.
    return header.isVariable ? header.number : header.number * this.info.maxBlockSize;
  }

  #firstOf(header: FlacFrameHeader): number {
    return this.#numberOf(header) - (this.#base ?? 0);
  }

  /** A header of this stream at `offset`. */
  #headerAt(offset: number): FoundHeader | undefined {
    if (offset + 6 > this.#window.size) return undefined;
    const at = this.#window.show(offset, MAX_HEADER_BYTES);
    const end = at + this.#window.visible(offset);
    const header = parseFrameHeader(this.#window.bytes, at, end);
    return header !== undefined && this.#belongs(header) ? { offset, header } : undefined;
  }

  #belongs({ channels, sampleRate, bitsPerSample, blockSize }: FlacFrameHeader): boolean {
    const { info } = this;
    return (
      channels === info.channels &&
      (sampleRate === undefined || sampleRate === info.sampleRate) &&
      (bitsPerSample === undefined || bitsPerSample === info.bitsPerSample) &&
      blockSize <= info.maxBlockSize
    );
  }

  /** The first believable frame at or behind `from` and in front of `to` that can come after a point. */
  #search(from: number, after?: SeekPoint, to = Math.min(from + SEARCH_BYTES, this.size)): FoundHeader | undefined {
    for (let offset = this.#sync(from, to); offset !== undefined; offset = this.#sync(offset + 1, to)) {
      const found = this.#headerAt(offset);
      if (found === undefined || (after !== undefined && !this.#comesAfter(after, found))) continue;
      if (this.#endOf(found) !== undefined) return found;
    }
    return undefined;
  }

  #comesAfter(point: SeekPoint, { offset, header }: FoundHeader): boolean {
    const first = this.#firstOf(header);
    const between = (Math.floor((offset - point.offset) / LEAST_FRAME_BYTES) + 1) * this.info.maxBlockSize;
    return first >= point.frame && first < (this.info.totalFrames ?? point.frame + between + 1);
  }

  /** Where the next sync code may be, from `from` on. */
  #sync(from: number, to: number): number | undefined {
    let offset = from;
    while (offset < Math.min(to, this.#window.size - 1)) {
      const at = this.#window.show(offset, 2);
      const end = at + Math.min(this.#window.visible(offset), to - offset);
      if (end <= at) return undefined;
      const bytes = this.#window.bytes.subarray(0, end);
      const index = bytes.indexOf(0xff, at);
      if (index < 0) offset += end - at;
      else if (index + 1 < end && ((bytes[index + 1] ?? 0) & 0xfe) !== 0xf8) offset += index + 1 - at;
      else return offset + index - at;
    }
    return undefined;
  }

  /** Where a frame ends: at the next one, or with the file; undefined when there is no other within reach. */
  #endOf({ offset, header }: FoundHeader): { readonly offset: number; readonly isFollowed: boolean } | undefined {
    const next = header.number + (header.isVariable ? header.blockSize : 1);
    const reach = 2 * this.#bound;
    let from = offset + header.length + 2;
    let later: number | undefined;
    for (;;) {
      const at = this.#window.show(offset, from - offset);
      const visible = Math.min(this.#window.visible(offset), reach);
      const isAll = offset + visible >= this.size;
      const bytes = this.#window.bytes.subarray(0, at + visible);
      for (let index = bytes.indexOf(0xff, at + from - offset); index >= 0; index = bytes.indexOf(0xff, index + 1)) {
        if (index + MAX_HEADER_BYTES > bytes.length && !isAll) break;
        const after = parseFrameHeader(bytes, index, bytes.length);
        if (after === undefined || after.isVariable !== header.isVariable || !this.#belongs(after)) continue;
        if (after.number === next) return { offset: offset + index - at, isFollowed: true };
        if (after.number > next) later ??= offset + index - at;
      }
      if (isAll && later === undefined) return { offset: this.size, isFollowed: false };
      if (isAll || visible >= reach) return later === undefined ? undefined : { offset: later, isFollowed: false };
      from = Math.max(from, offset + visible - MAX_HEADER_BYTES);
      this.#window.show(offset, Math.min(reach, this.size - offset));
    }
  }
}
