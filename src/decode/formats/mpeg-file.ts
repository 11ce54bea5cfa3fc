/**
 * An MPEG audio file as a row of frames: skips tags and damage, knows what the file promises, and finds the byte
 * position of any frame. It walks headers only; decoding is `mpeg-decoder.ts`.
 */
import { textAt } from '../../formats/bytes.js';
import { UndecodableFile } from '../decoder.js';
import { FileWindow } from './file-window.js';
import { isSameStream, parseMpegHeader, parseStreamInformation, type MpegHeader } from '../../formats/mpeg-header.js';

/** How far into a file (behind its tags) the first frame may lie, and how far damage is searched for the next one. */
const SEARCH_BYTES = 1024 * 1024;
/** The index keeps the offset of every n-th frame: 5 bytes a second. */
const INDEX_STRIDE = 32;
const HEADER_BYTES = 4;

/** A run of whole frames that lie one behind the other. `at` is the index into the window's bytes. */
export interface FrameRun {
  readonly at: number;
  readonly length: number;
  readonly frames: number;
}

export interface WarmUp {
  readonly frames: number;
  readonly bytes: number;
  readonly overhead: number;
  readonly most: number;
}

export class MpegFile {
  readonly first: MpegHeader;
  /** Offset of the first audio frame, behind an information frame. */
  readonly audioStart: number;
  readonly promisedFrames: number | undefined;
  readonly gapless: { readonly delay: number; readonly padding: number } | undefined;
  readonly #window: FileWindow;
  readonly #index: number[];
  /** The index reaches to the end. */
  #isWalked = false;
  /** The next frame to be taken: its number and offset. */
  #frame = 0;
  #offset: number;

  /** @param start behind ID3v2 tags @throws UndecodableFile */
  constructor(path: string, start: number) {
    this.#window = new FileWindow(path);
    try {
      const found = this.#search(start, undefined);
      if (found === undefined) throw new UndecodableFile('NOT_AUDIO', 'no MPEG audio frame found');
      const { offset, header } = found;
      this.first = header;
      const at = this.#window.show(offset, header.length);
      const information = parseStreamInformation(this.#window.bytes.subarray(at, at + header.length), header);
      this.audioStart = information === undefined ? offset : offset + header.length;
      this.promisedFrames = information?.frames;
      this.gapless = information?.gapless;
    } catch (error) {
      this.close();
      throw error;
    }
    this.#offset = this.audioStart;
    this.#index = [this.audioStart];
  }

  get size(): number {
    return this.#window.size;
  }

  get bytes(): Uint8Array {
    return this.#window.bytes;
  }

  /** Number and byte offset of the frame that `take` begins with. */
  get position(): { readonly frame: number; readonly offset: number } {
    return { frame: this.#frame, offset: this.#offset };
  }

  /** Takes the next whole frames, at most about `bytes` bytes of them; undefined at the end of the file. */
  take(bytes: number): FrameRun | undefined {
    let header = this.#headerAt(this.#offset);
    if (header === undefined) {
      const found = this.#search(this.#offset, this.first);
      if (found === undefined) return undefined;
      this.#offset = found.offset;
      header = found.header;
    }
    const start = this.#offset;
    const at = this.#window.show(start, Math.max(bytes, header.length));
    let frames = 0;
    while (header !== undefined && this.#offset + header.length <= this.#window.size) {
      const length = this.#offset - start + header.length;
      if (frames > 0 && (length > bytes || this.#window.visible(start) < length + HEADER_BYTES)) break;
      this.#note();
      this.#offset += header.length;
      this.#frame++;
      frames++;
      if (this.#window.visible(this.#offset) < HEADER_BYTES) break;
      header = this.#headerAt(this.#offset);
    }
    return frames === 0 ? undefined : { at, length: this.#offset - start, frames };
  }

  /** Goes to a frame by number, or to the end when there are fewer. Walks the headers that were never walked. */
  goTo(frame: number): void {
    const known = Math.min(Math.floor(frame / INDEX_STRIDE), this.#index.length - 1);
    this.#frame = known * INDEX_STRIDE;
    this.#offset = this.#index[known] ?? this.audioStart;
    while (this.#frame < frame && this.#step());
  }

  /**
   * Walks on so that a later `goTo` finds its frame known; stays where it is. Nothing is done while `least` frames ahead
   * of here are known, else up to `most` of them are.
   */
  lookAhead(least: number, most: number): void {
    const known = this.#index.length * INDEX_STRIDE;
    if (this.#isWalked || known >= this.#frame + least) return;
    const [frame, offset] = [this.#frame, this.#offset];
    try {
      this.goTo(known);
      while (this.#frame < frame + most && !this.#isWalked) this.#isWalked = !this.#step();
    } finally {
      [this.#frame, this.#offset] = [frame, offset];
    }
  }

  /**
   * Goes as far in front of a frame as decoding has to begin there: `frames` frames, and what the first of those may
   * borrow from frames in front of it, `bytes` bytes of which each gives all but `overhead`. At most `most` frames.
   */
  goBefore(frame: number, { frames, bytes, overhead, most }: WarmUp): void {
    this.goTo(Math.max(frame - most, 0));
    const points: { readonly frame: number; readonly offset: number }[] = [];
    while (this.#frame < frame - frames) {
      points.push(this.position);
      if (!this.#step()) break;
    }
    let { offset: end } = this.position;
    for (let lacking = bytes, point = points.pop(); lacking > 0 && point !== undefined; point = points.pop()) {
      lacking -= Math.max(end - point.offset - overhead, 0);
      end = point.offset;
      [this.#frame, this.#offset] = [point.frame, point.offset];
    }
  }

  /** Goes to the frame that holds a byte offset, or to the next one where damage lies; beyond the end, to the end. */
  goToOffset(offset: number): void {
    let known = this.#index.length - 1;
    while (known > 0 && (this.#index[known] ?? 0) > offset) known--;
    this.#frame = known * INDEX_STRIDE;
    this.#offset = this.#index[known] ?? this.audioStart;
    while (this.#offset <= offset) {
      const header = this.#headerAt(this.#offset);
      if (header !== undefined && this.#offset + header.length > offset) return;
      if (!this.#step()) return;
    }
  }

  /** May be called twice. */
  close(): void {
    this.#window.close();
  }

  #step(): boolean {
    const header = this.#headerAt(this.#offset);
    if (header !== undefined) {
      if (this.#offset + header.length > this.#window.size) return false;
      this.#note();
      this.#offset += header.length;
      this.#frame++;
      return true;
    }
    const found = this.#search(this.#offset, this.first);
    if (found === undefined) return false;
    this.#offset = found.offset;
    return true;
  }

  #note(): void {
    if (this.#frame === this.#index.length * INDEX_STRIDE) this.#index.push(this.#offset);
  }

  #headerAt(offset: number): MpegHeader | undefined {
    if (offset + HEADER_BYTES > this.#window.size) return undefined;
    const header = parseMpegHeader(this.#window.bytes, this.#window.show(offset, HEADER_BYTES));
    if (this.#window.visible(offset) < HEADER_BYTES) return undefined;
    return header !== undefined && isSameStream(header, this.first) ? header : undefined;
  }

  /**
   * The first believable frame at or behind `offset`: a header of the stream whose frame is followed by another
   * header of it, or ends the file (or the audio before a closing tag).
   */
  #search(offset: number, stream: MpegHeader | undefined): { offset: number; header: MpegHeader } | undefined {
    const end = Math.min(offset + SEARCH_BYTES, this.#window.size - HEADER_BYTES);
    for (let candidate = offset; candidate <= end; candidate++) {
      const at = this.#window.show(candidate, HEADER_BYTES);
      if (this.#window.visible(candidate) < HEADER_BYTES) return undefined;
      if (this.#window.bytes[at] !== 0xff) continue;
      const header = parseMpegHeader(this.#window.bytes, at);
      if (header === undefined || (stream !== undefined && !isSameStream(header, stream))) continue;
      if (this.#isFollowed(candidate + header.length, header)) return { offset: candidate, header };
    }
    return undefined;
  }

  #isFollowed(next: number, header: MpegHeader): boolean {
    if (next === this.#window.size) return true;
    if (next + HEADER_BYTES > this.#window.size) return false;
    const at = this.#window.show(next, HEADER_BYTES);
    if (this.#window.visible(next) < HEADER_BYTES) return false;
    const after = parseMpegHeader(this.#window.bytes, at);
    if (after !== undefined) return isSameStream(after, header);
    const mark = textAt(this.#window.bytes, at, HEADER_BYTES);
    return mark.startsWith('TAG') || mark === 'APET' || mark === 'LYRI';
  }
}
