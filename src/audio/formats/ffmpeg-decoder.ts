/**
 * The decoder of everything that only ffmpeg reads: one child process that is started anew at every seek.
 *
 * Exactness: where timestamps count frames (MP4, WavPack, TTA …) ffmpeg begins at an earlier packet, because a codec
 * needs some before it is in step, and cuts by the timestamp of the wanted frame (`atrim`, after `-copyts`). Elsewhere it
 * begins at the beginning, and what is in front of the wanted frame is dropped here.
 * Trimming: edit lists and what the codec notes are ffmpeg's; the end is cut at the counted frames, and at those of
 * iTunes' own note where a file has one.
 */
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

export class FfmpegDecoder implements Decoder {
  readonly facts: DecoderFacts;
  readonly #source: Source;
  readonly #probe: Probe;
  readonly #sample: FfmpegRequest['sample'];
  /** The first frame behind the sound. */
  readonly #end: number;
  #run: FfmpegRun | undefined;
  /** The frame that the next block begins with, and the first one that is wanted. */
  #at = 0;
  #wanted = 0;

  private constructor(source: Source, found: Probe, run: FfmpegRun, sample: FfmpegRequest['sample']) {
    this.#source = source;
    this.#probe = found;
    this.#run = run;
    this.#sample = sample;
    const { sampleRate: rate = 0, layout } = run.format ?? {};
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
      channels: layout?.channels ?? 0,
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
    let run = begin(source, 'f32');
    let sample: FfmpegRequest['sample'] = 'f32';
    try {
      const looking = probe(source.children, requestOf(source));
      // Both are heard of, but ffmpeg knows better why a file cannot be played.
      const [ready, looked] = await Promise.allSettled([run.ready(), looking]);
      if (ready.status === 'rejected') throw ready.reason;
      if (looked.status === 'rejected') throw looked.reason;
      const found = looked.value;
      if ((found.bitsPerSample ?? 0) > FLOAT_BITS && ready.value.layout.channels <= 2) {
        run.close();
        sample = 's32';
        run = begin(source, sample);
        await run.ready();
      }
      return new FfmpegDecoder(source, found, run, sample);
    } catch (error) {
      run.close();
      throw error;
    }
  }

  async read(): Promise<Reading> {
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
    this.#wanted = Math.max(frame, 0);
    this.#at = this.#wanted;
    if (this.#wanted >= this.#end) return Promise.resolve();
    const middle = this.#middle(this.#wanted);
    if (middle === undefined) this.#at = 0;
    this.#run = begin(this.#source, this.#sample, middle);
    return Promise.resolve();
  }

  /** How ffmpeg begins exactly at a frame; undefined when it has to begin at the beginning. */
  #middle(frame: number): Pick<FfmpegRequest, 'inputOptions' | 'filter'> | undefined {
    const { sampleRate } = this.facts;
    const { start, ticks } = this.#probe;
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
    this.#stop();
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
