/**
 * MPEG audio that comes through a pipe and goes on and on: whole frames to mpg123, damage and splices stepped over. It
 * cannot be moved about in, except to what was decoded and is not played yet (kept-pipe.ts). Thread: the decoder worker's; it never waits.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { byteOffset, frameCount, type ByteOffset, type FrameCount } from '../../units.js';
import { cut } from '../blocks.js';
import { UndecodableFile, type Decoder, type DecoderFacts, type PcmBlock, type Reading } from '../decoder.js';
import { factsOf } from '../facts.js';
import { isSameStream, parseMpegHeader, type MpegHeader } from '../../formats/mpeg-header.js';
import type { Mpg123 } from '../formats/mpg123.js';
import { PipeReader } from './byte-pipe.js';
import { KeptPipe } from './kept-pipe.js';
import type { Extent } from '../playable-source.js';

const WINDOW_BYTES = 16 * 1024;
const HEADER_BYTES = 4;
/** So much without a frame is no MPEG audio. */
const SEARCH_BYTES = 256 * 1024;
const OPEN_PATIENCE_MILLISECONDS = 10_000;
const OPEN_PAUSE_MILLISECONDS = 20;

export class LiveMpegDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #pipe: KeptPipe;
  readonly #mpg123: Mpg123;
  readonly #first: MpegHeader;
  readonly #window: Uint8Array;
  #blocks: Iterator<PcmBlock, undefined> | undefined;
  #offset = 0;
  #lost = 0;

  private constructor(pipe: PipeReader, mpg123: Mpg123, first: MpegHeader, window: Uint8Array, extent?: Extent) {
    this.#pipe = new KeptPipe(pipe, first.sampleRate, extent?.start);
    this.#mpg123 = mpg123;
    this.#first = first;
    this.#window = window;
    const { layer, sampleRate, channels, bitrate } = first;
    this.facts = factsOf({ format: `MP${layer}`, sampleRate, channels, bitrate, length: extent?.length ?? 0 });
  }

  /** Takes over `mpg123`, which must be fresh or reset. @throws UndecodableFile */
  static async open(memory: SharedArrayBuffer, mpg123: Mpg123, extent?: Extent): Promise<LiveMpegDecoder> {
    const pipe = new PipeReader(memory);
    const window = new Uint8Array(WINDOW_BYTES);
    let searched = 0;
    for (let waited = 0; searched < SEARCH_BYTES && waited < OPEN_PATIENCE_MILLISECONDS;) {
      const length = pipe.peek(window, 0, WINDOW_BYTES);
      const found = firstFrame(window, length, undefined);
      if (found !== undefined && found.header !== undefined) {
        pipe.skip(found.at);
        return new LiveMpegDecoder(pipe, mpg123, found.header, window, extent);
      }
      if (found !== undefined && found.at > 0) {
        pipe.skip(found.at);
        searched += found.at;
        continue;
      }
      if (pipe.isOver) break;
      await delay(OPEN_PAUSE_MILLISECONDS);
      waited += OPEN_PAUSE_MILLISECONDS;
    }
    throw new UndecodableFile('NOT_AUDIO', 'no MPEG audio frame found');
  }

  read(): Reading {
    for (;;) {
      const step = this.#blocks?.next();
      if (step !== undefined && step.done !== true) {
        const skip = this.#pipe.note(step.value.frames);
        if (skip === step.value.frames) continue;
        return cut(step.value, skip);
      }
      const run = this.#take();
      if (run === undefined) return this.#pipe.isOver ? undefined : 'later';
      this.#blocks = this.#mpg123.decode(run);
    }
  }

  /** The next whole frames; undefined where none is complete. @throws UndecodableFile when there are none any more */
  #take(): Uint8Array | undefined {
    for (;;) {
      const length = this.#pipe.peek(this.#window);
      const found = firstFrame(this.#window, length, this.#first);
      if (found === undefined) return undefined;
      this.#let(found.at);
      this.#lost = found.header === undefined ? this.#lost + found.at : 0;
      if (this.#lost > SEARCH_BYTES) throw new UndecodableFile('NOT_AUDIO', 'the stream has become something else');
      if (found.header === undefined) {
        if (found.at === 0) return undefined;
        continue;
      }
      let end = found.at;
      for (let header: MpegHeader | undefined = found.header; header !== undefined;) {
        if (end + header.length > length) break;
        end += header.length;
        header = end + HEADER_BYTES <= length ? parseMpegHeader(this.#window, end) : undefined;
        if (header !== undefined && !isSameStream(header, this.#first)) header = undefined;
      }
      if (end === found.at) return undefined;
      this.#let(end - found.at);
      return this.#window.subarray(found.at, end);
    }
  }

  #let(bytes: number): void {
    this.#pipe.pass(bytes);
    this.#offset += bytes;
  }

  seek(frame: FrameCount): void {
    this.#pipe.aim(frame);
  }

  byteOffsetOf(): ByteOffset {
    return byteOffset(this.#offset);
  }

  frameAt(): FrameCount {
    return frameCount(0);
  }

  close(): void {
    this.#blocks = undefined;
  }
}

/**
 * The first frame that another one follows: `header` is undefined where the bytes before `at` hold none. Undefined when
 * too few bytes are there to tell.
 */
function firstFrame(
  bytes: Uint8Array,
  length: number,
  stream: MpegHeader | undefined,
): { readonly at: number; readonly header: MpegHeader | undefined } | undefined {
  for (let at = 0; at + HEADER_BYTES <= length; at++) {
    const header = parseMpegHeader(bytes, at);
    if (header === undefined || (stream !== undefined && !isSameStream(header, stream))) continue;
    if (at + header.length + HEADER_BYTES > length) {
      // In the middle of a stream its last frame may stand alone; at its start it has to be sure.
      return at > 0 ? { at, header: undefined } : stream === undefined ? undefined : { at, header };
    }
    const next = parseMpegHeader(bytes, at + header.length);
    if (next !== undefined && isSameStream(next, header)) return { at, header };
  }
  const useless = length - HEADER_BYTES + 1;
  return useless > 0 ? { at: useless, header: undefined } : undefined;
}
