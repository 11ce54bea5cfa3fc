/**
 * The decoder of everything that only ffmpeg reads: one child process that is started anew at every seek.
 *
 * Exactness: where timestamps count frames (MP4, WavPack, TTA …) ffmpeg begins at an earlier packet, because a codec
 * needs some before it is in step, and cuts by the timestamp of the wanted frame (`atrim`, after `-copyts`). Elsewhere it
 * begins at the beginning, and what is in front of the wanted frame is dropped here.
 * Trimming: edit lists and what the codec notes are ffmpeg's; the end is cut at the counted frames, and at those of
 * iTunes' own note where a file has one.
 */
import { statSync } from 'node:fs';

import {
  byteOffset,
  frameCount,
  framesToMilliseconds,
  milliseconds,
  sampleRateHz,
  type ByteOffset,
  type FrameCount,
  type Milliseconds,
} from '../../units.js';
import type { Decoder, DecoderFacts, Reading } from '../decoder.js';
import type { ChildPrograms } from './child-programs.js';
import { codecName, type FfmpegFormat } from './ffmpeg-formats.js';
import { probe, type Probe } from './ffmpeg-probe.js';
import { FfmpegRun, type FfmpegRequest } from './ffmpeg-run.js';

const PATIENCE = milliseconds(10_000);
/** Sound that is decoded before the wanted frame, so that the codec is in step: more than any of them needs. */
const WARM_UP_SECONDS = 1;
/** A float holds no more. */
const FLOAT_BITS = 24;

/** What is decoded. */
export interface FfmpegSource {
  readonly children: ChildPrograms;
  readonly path: string;
  /** Bytes of the file. */
  readonly size: number;
  readonly format: FfmpegFormat;
  /** How long ffmpeg may give nothing; default 10 s. */
  readonly patience?: Milliseconds;
}

type Source = Required<FfmpegSource>;

/** What has to be found out of a file before it can be decoded. */
interface Known {
  readonly probe: Probe;
  readonly sampleRate: number;
  readonly channels: number;
  readonly sample: FfmpegRequest['sample'];
}

/**
 * The file that was opened last, and what is known of it: a seek opens a file anew, and then needs one program instead
 * of three. One for each thread.
 */
let last: { readonly path: string; readonly changed: number; readonly known: Known } | undefined;

export class FfmpegDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #source: Source;
  readonly #known: Known;
  /** The first frame behind the sound. */
  readonly #end: number;
  #run: FfmpegRun | undefined;
  /** ffmpeg was started for where the decoder stands, or is not to be. */
  #isBegun: boolean;
  /** The frame that the next block begins with, and the first one that is wanted. */
  #at = 0;
  #wanted = 0;

  private constructor(source: Source, known: Known, run: FfmpegRun | undefined) {
    const { probe: found, sampleRate: rate } = known;
    this.#source = source;
    this.#known = known;
    this.#run = run;
    this.#isBegun = run !== undefined;
    const sampleRate = sampleRateHz(rate);
    const total = totalFrames(source.format, found, rate);
    this.#end = total ?? Infinity;
    const length =
      total === undefined
        ? milliseconds(Math.round(found.seconds * 1000))
        : framesToMilliseconds(frameCount(total), sampleRate);
    this.facts = {
      format: codecName(found.codec),
      bitsPerSample: found.bitsPerSample,
      sampleRate,
      channels: known.channels,
      totalFrames: total === undefined ? undefined : frameCount(total),
      length,
      encoderDelay: frameCount(found.gapless?.delay ?? 0),
      padding: frameCount(found.gapless?.padding ?? 0),
      bitrate: found.bitrate || (length === 0 ? 0 : Math.round((source.size * 8) / length)),
    };
  }

  /** Rejects with UndecodableFile. */
  static async open({ patience = PATIENCE, ...rest }: FfmpegSource): Promise<FfmpegDecoder> {
    const source = { ...rest, patience };
    const changed = statSync(source.path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (last?.path === source.path && last.changed === changed) return new FfmpegDecoder(source, last.known, undefined);
    const { known, run } = await lookInto(source);
    last = { path: source.path, changed, known };
    return new FfmpegDecoder(source, known, run);
  }

  async read(): Promise<Reading> {
    if (!this.#isBegun) await this.seek(frameCount(0));
    while (this.#at < this.#end && this.#run !== undefined) {
      const block = await this.#run.read();
      if (block === 'later' || block === undefined) return block;
      const start = this.#at;
      this.#at += block.frames;
      const skip = Math.max(this.#wanted - start, 0);
      const frames = Math.min(this.#at, this.#end) - start - skip;
      if (frames > 0) return { ...block, left: block.left + skip, right: block.right + skip, frames };
    }
    this.#stop();
    return undefined;
  }

  seek(frame: FrameCount): Promise<void> {
    this.#stop();
    this.#isBegun = true;
    this.#wanted = Math.max(frame, 0);
    this.#at = this.#wanted;
    if (this.#wanted >= this.#end) return Promise.resolve();
    const middle = this.#middle(this.#wanted);
    if (middle === undefined) this.#at = 0;
    this.#run = begin(this.#source, this.#known.sample, middle);
    return Promise.resolve();
  }

  /** How ffmpeg begins exactly at a frame; undefined when it has to begin at the beginning. */
  #middle(frame: number): Pick<FfmpegRequest, 'inputOptions' | 'filter'> | undefined {
    const { sampleRate } = this.facts;
    const { start, ticks } = this.#known.probe;
    const early = frame / sampleRate - WARM_UP_SECONDS;
    const isExact = ticks !== undefined && sampleRate % ticks === 0;
    if (this.#source.format.times !== 'exact' || !isExact || early <= 0) return undefined;
    const first = frame + start * (sampleRate / ticks);
    return {
      inputOptions: ['-noaccurate_seek', '-copyts', '-ss', early.toFixed(6)],
      filter: `atrim=start_pts=${first}`,
    };
  }

  /** Spread evenly: how the bytes of a frame lie is ffmpeg's knowledge. */
  byteOffsetOf(frame: FrameCount): ByteOffset {
    const share = Math.min(Math.max(frame, 0) / this.#estimatedFrames(), 1);
    return byteOffset(Math.round(share * this.#source.size));
  }

  frameAt(offset: ByteOffset): FrameCount {
    const share = Math.min(Math.max(offset / this.#source.size, 0), 1);
    return frameCount(Math.floor(share * this.#estimatedFrames()));
  }

  #estimatedFrames(): number {
    const { totalFrames, length, sampleRate } = this.facts;
    return Math.max(totalFrames ?? (length * sampleRate) / 1000, 1);
  }

  #stop(): void {
    this.#run?.close();
    this.#run = undefined;
  }

  close(): void {
    this.#isBegun = true;
    this.#stop();
  }
}

/** Starts ffmpeg, which is asked what comes out, and ffprobe beside it. Rejects with UndecodableFile. */
async function lookInto(source: Source): Promise<{ known: Known; run: FfmpegRun }> {
  let sample: FfmpegRequest['sample'] = 'f32';
  let run = begin(source, sample);
  try {
    const looking = probe(source.children, requestOf(source));
    // Both are heard of, but ffmpeg knows better why a file cannot be played.
    const [ready, looked] = await Promise.allSettled([run.ready(), looking]);
    if (ready.status === 'rejected') throw ready.reason;
    if (looked.status === 'rejected') throw looked.reason;
    const { sampleRate, layout } = ready.value;
    if ((looked.value.bitsPerSample ?? 0) > FLOAT_BITS && layout.channels <= 2) {
      run.close();
      sample = 's32';
      run = begin(source, sample);
    }
    return { known: { probe: looked.value, sampleRate, channels: layout.channels, sample }, run };
  } catch (error) {
    run.close();
    throw error;
  }
}

function requestOf({ path, format, patience }: Source): Pick<FfmpegRequest, 'path' | 'demuxer' | 'patience'> {
  return { path, demuxer: format.demuxer, patience };
}

function begin(
  source: Source,
  sample: FfmpegRequest['sample'],
  middle: Pick<FfmpegRequest, 'inputOptions' | 'filter'> = {},
): FfmpegRun {
  const { rate } = source.format;
  const resampled = rate === undefined ? {} : { filter: `aresample=${rate}:resampler=soxr` };
  return new FfmpegRun(source.children, {
    ...requestOf(source),
    sample,
    ...resampled,
    ...middle,
  });
}

function totalFrames(format: FfmpegFormat, found: Probe, rate: number): number | undefined {
  const { duration, ticks, gapless } = found;
  const counted =
    format.isCounted === true && duration !== undefined && ticks !== undefined
      ? Math.round((duration * rate) / ticks)
      : undefined;
  if (gapless === undefined) return counted;
  // iTunes counts the frames of its encoder, which are half as many where a decoder doubles the rate.
  const isSane = counted === undefined || (gapless.frames <= counted && gapless.frames > counted / 2);
  return isSane ? gapless.frames : counted;
}
