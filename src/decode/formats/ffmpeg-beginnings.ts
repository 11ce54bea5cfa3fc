/**
 * How ffmpeg is started so that it gives sound from a frame on, and which frame comes first; and where in the file that
 * frame lies. In all of it frames are those that ffmpeg gives when it begins at the beginning.
 *
 * - Times that count frames (MP4, WavPack, TTA …): it begins at an earlier packet, because a codec needs some before it
 *   is in step, and cuts by the time of the wanted frame (`atrim`, after `-copyts`).
 * - Times in milliseconds (Matroska): a packet of a codec whose packets are equally long begins at a multiple of that
 *   length, so that the nearest multiple is its first frame. It begins with such a packet (`aselect`).
 * - No container (ADTS, AC-3 …): frames are found by their headers, and ffmpeg reads the file from one of them on.
 * - Else it begins at the beginning, and drops what is in front.
 * Thread: the decoder worker's.
 */
import type { ChildPrograms } from './child-programs.js';
import type { FfmpegFormat } from './ffmpeg-formats.js';
import { packetsBetween, type Fraction, type Packet, type Probe, type ProbedFile } from './ffmpeg-probe.js';
import { FrameIndex } from './frame-index.js';

/** Sound that is decoded before the wanted frame, so that the codec is in step: more than any of them needs. */
const WARM_UP_SECONDS = 1;
/** So much is sooner decoded than asked about. */
const QUICK_SECONDS = 10;
/** ffmpeg is told to begin so much earlier than the packet that is wanted first. */
const EARLIER_SECONDS = 0.5;
/** A resampler that begins in the middle is in step after so many of its own frames. */
const RESAMPLER_FRAMES = 2000;
const MOST_GUESSES = 8;
/** What is looked at around a time: some packets, also where one lasts long. */
const BEFORE_SECONDS = 0.3;
const BEHIND_SECONDS = 2.5;

export interface Beginning {
  readonly inputOptions?: readonly string[];
  readonly filter?: string;
  /** The first frame that comes out. */
  readonly first: number;
}

export interface BeginningsOf {
  readonly children: ChildPrograms;
  readonly file: ProbedFile;
  readonly format: FfmpegFormat;
  /** Offset of the first byte behind tags, and of the end. */
  readonly start: number;
  readonly size: number;
  readonly probe: Probe;
  /** Hz of what comes out of ffmpeg. */
  readonly sampleRate: number;
  /** Frames in all; where it is estimated, about. */
  readonly frames: number;
}

/** Packets of these codecs begin at multiples of a number of frames; 0: of the second packet's length. */
const GRIDS: Readonly<Record<string, number>> = { aac: 0, mp3: 0, mp2: 0, dts: 0, opus: 120 };
const ROUNDING_TICKS = 1;

export class Beginnings {
  #index: FrameIndex | 'none' | undefined;

  constructor(private readonly of: BeginningsOf) {}

  /** How to begin at or before a frame. */
  async at(frame: number): Promise<Beginning> {
    const early = frame / this.of.sampleRate - WARM_UP_SECONDS;
    const found =
      early <= 0 ? undefined : (this.#byTime(frame, early) ?? this.#byHeader(frame) ?? (await this.#byGrid(early)));
    if (found !== undefined) return found;
    return frame === 0
      ? this.#from(0)
      : { ...this.#from(frame), filter: this.#filter(`atrim=start_sample=${frame}`) ?? '' };
  }

  #from(first: number): Beginning {
    const filter = this.#filter();
    return filter === undefined ? { first } : { first, filter };
  }

  /** In front of, or behind, the change of rate. */
  #filter(behind?: string, before?: string): string | undefined {
    const { rate } = this.of.format;
    const all = [before, rate === undefined ? undefined : `aresample=${rate}:resampler=soxr`, behind];
    return all.filter((each) => each !== undefined).join(',') || undefined;
  }

  #byTime(frame: number, early: number): Beginning | undefined {
    const { format, probe } = this.of;
    const { times, exactCodecs } = format;
    if (times !== 'exact' || exactCodecs?.test(probe.codec) === false || probe.tick === undefined) return undefined;
    const first = format.rate === undefined ? frame : frame - RESAMPLER_FRAMES;
    // Frames of the file for one that comes out, and for one tick.
    const fileRate = format.rate === undefined ? this.of.sampleRate : probe.tick.under / probe.tick.over;
    const ratio = fileRate / this.of.sampleRate;
    const perTick = (fileRate * probe.tick.over) / probe.tick.under;
    if (first < 0 || !Number.isInteger(ratio) || !Number.isInteger(perTick)) return undefined;
    const time = first * ratio + probe.start * perTick;
    return {
      inputOptions: ['-noaccurate_seek', '-copyts', '-ss', early.toFixed(6)],
      filter: this.#filter(undefined, `atrim=start_pts=${time}`) ?? '',
      first,
    };
  }

  #byHeader(frame: number): Beginning | undefined {
    const index = this.#headers();
    if (index === undefined) return undefined;
    const scale = this.of.sampleRate / index.sampleRate;
    // Only decoding tells where frames behind a break lie.
    if (frame >= index.end.frame * scale) return undefined;
    const point = index.before('frame', frame / scale - WARM_UP_SECONDS * index.sampleRate);
    return { inputOptions: ['-skip_initial_bytes', String(point.offset)], first: point.frame * scale };
  }

  #headers(): FrameIndex | undefined {
    const { format, file, start, sampleRate } = this.of;
    if (format.header === undefined) return undefined;
    this.#index ??= FrameIndex.of(file.path, start, format.header) ?? 'none';
    return this.#index === 'none' || sampleRate % this.#index.sampleRate !== 0 ? undefined : this.#index;
  }

  async #byGrid(early: number): Promise<Beginning | undefined> {
    const { format, probe, sampleRate } = this.of;
    const [first, second] = probe.begins;
    const grid = GRIDS[probe.codec];
    if (
      early < QUICK_SECONDS - WARM_UP_SECONDS ||
      format.times !== 'rounded' ||
      probe.tick === undefined ||
      grid === undefined
    )
      return undefined;
    if (first === undefined || second === undefined || Number.isNaN(second.time)) return undefined;
    const secondsATick = probe.tick.over / probe.tick.under;
    const perTick = sampleRate * secondsATick;
    const step = grid || second.samples;
    if (step < 2 * ROUNDING_TICKS * perTick) return undefined;
    const seconds = second.time * secondsATick + early;
    const packets = await this.#packets(seconds);
    const packet = packets.find(({ time }) => time >= seconds / secondsATick);
    if (packet === undefined) return undefined;
    const frame = first.samples + step * Math.round(((packet.time - second.time) * perTick) / step);
    const inside = Math.round(packet.time * perTick - second.samples / 2);
    return {
      inputOptions: [
        '-noaccurate_seek',
        '-copyts',
        '-seek_timestamp',
        '1',
        '-ss',
        (seconds - EARLIER_SECONDS).toFixed(3),
      ],
      filter: `aselect=gte(pts\\,${inside})`,
      first: frame,
    };
  }

  #packets(seconds: number): Promise<readonly Packet[]> {
    const { children, file, format } = this.of;
    const from = format.cannotJump === true ? undefined : seconds - BEFORE_SECONDS;
    return packetsBetween(children, file, from, seconds + BEHIND_SECONDS);
  }

  /** The byte offset of the packet that holds a frame; undefined where the container does not tell. */
  async offsetOf(frame: number): Promise<number | undefined> {
    const index = this.#headers();
    if (index !== undefined) return index.before('frame', (frame * index.sampleRate) / this.of.sampleRate).offset;
    const { tick } = this.of.probe;
    if (tick === undefined) return undefined;
    const seconds = frame / this.of.sampleRate + this.#startSeconds(tick);
    const packets = await this.#packets(seconds);
    const limit = (seconds * tick.under) / tick.over;
    return packets.findLast(({ time }) => time <= limit)?.offset;
  }

  /** The first frame of the packet that holds a byte; guessed by the share of the file, and guessed again from there. */
  async frameAt(offset: number): Promise<number | undefined> {
    const { sampleRate, start, size, frames } = this.of;
    const index = this.#headers();
    if (index !== undefined) return (index.before('offset', offset).frame * sampleRate) / index.sampleRate;
    const { tick } = this.of.probe;
    if (tick === undefined) return undefined;
    const length = frames / sampleRate;
    const share = (offset - start) / Math.max(size - start, 1);
    let guess = length * Math.min(Math.max(share, 0), 1);
    for (let guesses = 0; guesses < MOST_GUESSES; guesses++) {
      const packets = await this.#packets(guess + this.#startSeconds(tick));
      const at = packets.findLastIndex((packet) => packet.offset <= offset);
      // Several may lie in one block of the container: the first of them.
      const found = packets.find((packet) => packet.offset === packets[at]?.offset);
      const [first] = packets;
      if (first === undefined) return undefined;
      const secondsOf = ({ time }: Packet) => (time * tick.over) / tick.under - this.#startSeconds(tick);
      const isEnd = guess >= length - BEFORE_SECONDS;
      if (found !== undefined && (isEnd || packets[at + 1] !== undefined))
        return Math.max(Math.round(secondsOf(found) * sampleRate), 0);
      if (found === undefined && guess <= 0) return 0;
      const nearest = found ?? first;
      const slope = length / Math.max(size - start, 1);
      guess = Math.min(Math.max(secondsOf(nearest) + (offset - nearest.offset) * slope, 0), length);
    }
    return undefined;
  }

  #startSeconds(tick: Fraction): number {
    return (this.of.probe.start * tick.over) / tick.under;
  }

  /** May be called twice. */
  close(): void {
    if (this.#index !== 'none') this.#index?.close();
  }
}
