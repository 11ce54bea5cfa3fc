/**
 * What ffprobe says of a file: the facts that ffmpeg's output does not carry, and where packets lie in a container. One
 * short process for each question. Thread: the decoder worker's.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { UndecodableFile } from '../decoder.js';
import type { ChildPrograms } from './child-programs.js';
import { inputArguments, type FfmpegRequest } from './ffmpeg-run.js';

export interface Fraction {
  readonly over: number;
  readonly under: number;
}

interface FirstFrame {
  /** In ticks. */
  readonly time: number;
  readonly samples: number;
}

export interface Probe {
  /** ffmpeg's name of the codec. */
  readonly codec: string;
  /** Used bits of an integer sample; undefined for lossy codecs and floats. */
  readonly bitsPerSample: number | undefined;
  /** The unit of the times in the file, in seconds; undefined when it is not known. */
  readonly tick: Fraction | undefined;
  /** Sound in the file, in ticks; undefined when it does not say. */
  readonly duration: number | undefined;
  /** Time of the first frame, in ticks. */
  readonly start: number;
  /** The first frames that come out, as far as they were looked at. */
  readonly begins: readonly FirstFrame[];
  /** The best estimate of the length, in seconds; 0 when there is none. */
  readonly seconds: number;
  /** kbit/s; 0 when unknown. */
  readonly bitrate: number;
  /** Frames in front of the sound, behind it, and of the sound itself, as iTunes notes them in `iTunSMPB`. */
  readonly gapless: { readonly delay: number; readonly padding: number; readonly frames: number } | undefined;
}

const ENTRIES = [
  'stream=codec_name,sample_fmt,bits_per_raw_sample,bits_per_sample,start_pts,time_base,duration_ts,bit_rate',
  'stream_tags=iTunSMPB',
  'format=duration,bit_rate',
  'format_tags=iTunSMPB',
  'frame=pts,nb_samples',
].join(':');
const FIRST_FRAMES = '%+#3';
const MOST_CHARACTERS = 64 * 1024;

export type ProbedFile = Pick<FfmpegRequest, 'path' | 'demuxer' | 'patience'>;

/** @throws UndecodableFile when ffprobe finds no audio in the file, or never answers */
export async function probe(children: ChildPrograms, file: ProbedFile): Promise<Probe> {
  const entries = ['-read_intervals', FIRST_FRAMES, '-show_entries', ENTRIES, '-of', 'json'];
  const found = parseProbe(await ffprobe(children, file, entries, MOST_CHARACTERS));
  if (found === undefined) throw new UndecodableFile('NOT_AUDIO', 'ffprobe found no sound in the file');
  return found;
}

/** What ffprobe writes about the first audio stream, at most `most` characters; less when it never ends. Never rejects. */
async function ffprobe(
  children: ChildPrograms,
  file: ProbedFile,
  questions: readonly string[],
  most: number,
): Promise<string> {
  const args = ['-v', 'error', ...inputArguments(file), '-select_streams', 'a:0', ...questions];
  const child = children.start('ffprobe', args, file.path);
  let text = '';
  let hasEnded = false;
  child.once('close', () => (hasEnded = true));
  child.once('error', () => (hasEnded = true));
  child.stderr?.resume();
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    if (text.length < most) text += part;
  });
  const began = performance.now();
  const isOver = () => hasEnded || performance.now() - began > file.patience;
  while (!isOver()) await delay(1);
  children.kill(child);
  return text;
}

interface Answer {
  readonly streams?: readonly Readonly<Record<string, unknown>>[];
  readonly frames?: readonly Readonly<Record<string, unknown>>[];
  readonly format?: Readonly<Record<string, unknown>>;
}

/** ffprobe's JSON; undefined when there is no audio in it. Numbers that are not known are left out, or `N/A`. */
function parseProbe(json: string): Probe | undefined {
  let answer: Answer;
  try {
    answer = JSON.parse(json) as Answer;
  } catch {
    return undefined;
  }
  const stream = answer.streams?.[0];
  const codec = stream?.['codec_name'];
  if (stream === undefined || typeof codec !== 'string') return undefined;
  const duration = numberOf(stream['duration_ts']);
  const seconds = numberOf(answer.format?.['duration']) ?? 0;
  const bits = numberOf(stream['bits_per_raw_sample']) ?? 0;
  const stored = /^pcm_[su]/.test(codec) ? stream['bits_per_sample'] : codec.startsWith('dsd_') ? 1 : undefined;
  return {
    codec,
    bitsPerSample: bits || (numberOf(stored) ?? 0) || undefined,
    duration: duration !== undefined && duration > 0 ? duration : undefined,
    tick: fractionOf(stream['time_base']),
    start: numberOf(stream['start_pts']) ?? 0,
    begins: (answer.frames ?? []).map((frame) => ({
      time: numberOf(frame['pts']) ?? NaN,
      samples: numberOf(frame['nb_samples']) ?? 0,
    })),
    seconds: Math.max(seconds, 0),
    bitrate: Math.round((numberOf(stream['bit_rate']) ?? numberOf(answer.format?.['bit_rate']) ?? 0) / 1000),
    gapless: parseGapless(tagOf(stream['tags']) ?? tagOf(answer.format?.['tags'])),
  };
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

function fractionOf(timeBase: unknown): Fraction | undefined {
  const [over = 0, under = 0] = typeof timeBase === 'string' ? timeBase.split('/').map(Number) : [];
  return over > 0 && under > 0 ? { over, under } : undefined;
}

function tagOf(tags: unknown): string | undefined {
  const tag = typeof tags === 'object' && tags !== null ? (tags as Record<string, unknown>)['iTunSMPB'] : undefined;
  return typeof tag === 'string' ? tag : undefined;
}

/** ` 00000000 00000840 000001CA 00000000003F31F6 …`: nothing, delay, padding and frames, in hexadecimal digits. */
function parseGapless(tag: string | undefined): Probe['gapless'] {
  const match = /^\s*[0-9a-f]+\s+([0-9a-f]+)\s+([0-9a-f]+)\s+([0-9a-f]+)/i.exec(tag ?? '');
  if (match === null) return undefined;
  const [delayed = 0, padding = 0, frames = 0] = match.slice(1).map((digits) => parseInt(digits, 16));
  return frames > 0 && Number.isSafeInteger(frames) ? { delay: delayed, padding, frames } : undefined;
}

export interface Packet {
  /** In ticks of the stream. */
  readonly time: number;
  /** Byte offset in the file. */
  readonly offset: number;
}

/** ffprobe begins at a packet before the wanted one only where it is told to begin earlier. */
const EARLIER_SECONDS = 0.5;
const MOST_PACKET_CHARACTERS = 1024 * 1024;

/**
 * The packets from shortly before a time, in seconds, to another; in the order of the file.
 * @param from undefined: from the beginning, without a jump
 */
export async function packetsBetween(
  children: ChildPrograms,
  file: ProbedFile,
  from: number | undefined,
  to: number,
): Promise<readonly Packet[]> {
  const start = from === undefined || from <= EARLIER_SECONDS ? '' : (from - EARLIER_SECONDS).toFixed(3);
  const interval = `${start}%${Math.max(to, 0.001).toFixed(3)}`;
  const entries = ['-read_intervals', interval, '-show_entries', 'packet=pts,pos', '-of', 'csv=p=0'];
  const text = await ffprobe(children, file, entries, MOST_PACKET_CHARACTERS);
  return text.split('\n').flatMap((line) => {
    const [time = NaN, offset = NaN] = line.split(',').map((part) => (/^-?\d+$/.test(part) ? Number(part) : NaN));
    return Number.isNaN(time) || Number.isNaN(offset) ? [] : [{ time, offset }];
  });
}
