/**
 * The decoder of everything that only ffmpeg reads: one child process that is started anew at every seek.
 *
 * Exactness: see ffmpeg-beginnings.ts; what comes out in front of the wanted frame is dropped here.
 * Trimming: edit lists and what the codec notes are ffmpeg's; what it does not heed is cut by the container's header
 * (container-lengths.ts), and the end at the counted frames, or at those of iTunes' own note where a file has one.
 */
import { statSync } from 'node:fs';

import {
  byteOffset,
  frameCount,
  milliseconds,
  type ByteOffset,
  type FrameCount,
  type Milliseconds,
} from '../../units.js';
import { WantedSpan } from '../blocks.js';
import { UndecodableFile, type Decoder, type DecoderFacts, type Reading } from '../decoder.js';
import { factsOf } from '../facts.js';
import type { ChildPrograms } from './child-programs.js';
import type { Measured } from './container-lengths.js';
import { Beginnings, type Beginning } from './ffmpeg-beginnings.js';
import { codecName, type FfmpegFormat } from './ffmpeg-formats.js';
import { probe, type Probe, type ProbedFile } from './ffmpeg-probe.js';
import { FfmpegRun, type FfmpegRequest } from './ffmpeg-run.js';

const PATIENCE = milliseconds(10_000);
/** A float holds no more. */
const FLOAT_BITS = 24;

/** What is decoded. */
export interface FfmpegSource {
  readonly children: ChildPrograms;
  readonly path: string;
  /** Offset of the first byte behind tags, and bytes of the file. */
  readonly start: number;
  readonly size: number;
  readonly format: FfmpegFormat;
  /** How long ffmpeg may give nothing; default 10 s. */
  readonly patience?: Milliseconds;
}

type Source = Required<FfmpegSource>;

/** What has to be found out of a file before it can be decoded. */
interface Known {
  readonly probe: Probe;
  readonly measured: Measured | undefined;
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
  readonly #beginnings: Beginnings;
  /** ffmpeg's frames in front of the sound. */
  readonly #lead: number;
  /** In ffmpeg's frames. */
  readonly #span: WantedSpan;
  /** ffmpeg was started for where the decoder stands, or is not to be. */
  #isBegun: boolean;
  /** ffmpeg has given frames, from wherever in the file. */
  #hasGiven = false;

  private constructor(
    private readonly source: Source,
    private readonly known: Known,
    private run: FfmpegRun | undefined,
  ) {
    const { probe: found, measured, sampleRate, channels } = known;
    this.#isBegun = run !== undefined;
    const frames = measured?.frames ?? totalFrames(source.format, found, sampleRate);
    this.#lead = measured?.lead ?? 0;
    this.#span = new WantedSpan(this.#lead, this.#lead + (frames ?? Infinity));
    const { delay = this.#lead, padding = 0 } = found.gapless ?? {};
    this.facts = factsOf({
      ...{ format: codecName(found.codec), bitsPerSample: found.bitsPerSample, sampleRate, channels },
      ...{ frames, length: Math.round(found.seconds * 1000), delay, padding },
      ...{ bitrate: found.bitrate || undefined, bytes: source.size },
    });
    this.#beginnings = new Beginnings({
      ...source,
      file: fileOf(source),
      probe: found,
      sampleRate,
      frames: this.#estimatedFrames(),
    });
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
    while (this.#span.at < this.#span.end && this.run !== undefined) {
      const block = await this.run.read();
      if (block === undefined && !this.#hasGiven && this.#span.from === this.#lead) {
        throw new UndecodableFile('NOT_AUDIO', 'ffmpeg knows the format, but found no sound in it');
      }
      if (block === 'later' || block === undefined) return block;
      this.#hasGiven = true;
      const wanted = this.#span.take(block);
      if (wanted !== undefined) return wanted;
    }
    this.#stop();
    return undefined;
  }

  async seek(frame: FrameCount): Promise<void> {
    this.#stop();
    this.#isBegun = true;
    const from = this.#lead + Math.max(frame, 0);
    this.#span.from = this.#span.at = from;
    if (from >= this.#span.end) return;
    const beginning = await this.#beginnings.at(from);
    this.#span.at = beginning.first;
    this.run = begin(this.source, this.known.sample, beginning);
  }

  /** Offset of the packet that holds the frame; where the container does not tell, by the frame's share of the sound. */
  async byteOffsetOf(frame: FrameCount): Promise<ByteOffset> {
    const { size } = this.source;
    const from = this.#lead + Math.max(frame, 0);
    if (from >= this.#span.end) return byteOffset(size);
    const offset = await this.#beginnings.offsetOf(from);
    const share = Math.min(Math.max(frame, 0) / this.#estimatedFrames(), 1);
    return byteOffset(offset ?? Math.round(share * size));
  }

  async frameAt(offset: ByteOffset): Promise<FrameCount> {
    const { size } = this.source;
    const found = offset > 0 && offset < size ? await this.#beginnings.frameAt(offset) : undefined;
    const share = Math.min(Math.max(offset / size, 0), 1);
    const frame = found === undefined ? Math.floor(share * this.#estimatedFrames()) : Math.max(found - this.#lead, 0);
    return frameCount(Math.min(frame, this.facts.totalFrames ?? Infinity));
  }

  #estimatedFrames(): number {
    const { totalFrames, length, sampleRate } = this.facts;
    return Math.max(totalFrames ?? (length * sampleRate) / 1000, 1);
  }

  #stop(): void {
    this.run?.close();
    this.run = undefined;
  }

  close(): void {
    this.#isBegun = true;
    this.#stop();
    this.#beginnings.close();
  }
}

/** Starts ffmpeg, which is asked what comes out, and ffprobe beside it. Rejects with UndecodableFile. */
async function lookInto(source: Source): Promise<{ known: Known; run: FfmpegRun }> {
  let sample: FfmpegRequest['sample'] = 'f32';
  let run = begin(source, sample);
  try {
    const looking = probe(source.children, fileOf(source));
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
    const measured = source.format.measure?.(source.path, source.start);
    return { known: { probe: looked.value, measured, sampleRate, channels: layout.channels, sample }, run };
  } catch (error) {
    run.close();
    throw error;
  }
}

function fileOf({ path, format, patience }: Source): ProbedFile {
  return { path, demuxer: format.demuxer, patience };
}

/** @param beginning how to begin elsewhere than at the beginning */
function begin(source: Source, sample: FfmpegRequest['sample'], beginning?: Beginning): FfmpegRun {
  const { rate, options = [] } = source.format;
  const resampled = rate === undefined ? {} : { filter: `aresample=${rate}:resampler=soxr` };
  const inputOptions = [...options, ...(beginning?.inputOptions ?? [])];
  return new FfmpegRun(source.children, { ...fileOf(source), sample, ...resampled, ...beginning, inputOptions });
}

function totalFrames(format: FfmpegFormat, found: Probe, rate: number): number | undefined {
  const { duration, tick, gapless } = found;
  const counted =
    format.isCounted === true && duration !== undefined && tick !== undefined
      ? Math.round((duration * rate * tick.over) / tick.under)
      : undefined;
  if (gapless === undefined) return counted;
  // iTunes counts the frames of its encoder, which are half as many where a decoder doubles the rate.
  const isSane = counted === undefined || (gapless.frames <= counted && gapless.frames > counted / 2);
  return isSane ? gapless.frames : counted;
}
