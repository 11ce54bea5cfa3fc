/**
 * What ffprobe says of a file: the facts that ffmpeg's output does not carry. One short process, run beside the first
 * ffmpeg. Thread: the decoder worker's.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { UndecodableFile } from '../decoder.js';
import type { ChildPrograms } from './child-programs.js';
import { inputArguments, type FfmpegRequest } from './ffmpeg-run.js';

export interface Probe {
  /** ffmpeg's name of the codec. */
  readonly codec: string;
  /** Used bits of an integer sample; undefined for lossy codecs and floats. */
  readonly bitsPerSample: number | undefined;
  /** Sound in the file, in units of `1 / ticks` s; undefined when it does not say or counts otherwise. */
  readonly duration: number | undefined;
  readonly ticks: number | undefined;
  /** Time of the first frame, in the same units. */
  readonly start: number;
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
].join(':');
const MOST_CHARACTERS = 64 * 1024;

/** @throws UndecodableFile when ffprobe finds no audio in the file, or never answers */
export async function probe(
  children: ChildPrograms,
  file: Pick<FfmpegRequest, 'path' | 'demuxer' | 'patience'>,
): Promise<Probe> {
  const child = children.start('ffprobe', [
    '-v',
    'error',
    ...inputArguments(file),
    '-select_streams',
    'a:0',
    '-show_entries',
    ENTRIES,
    '-of',
    'json',
  ]);
  let text = '';
  let hasEnded = false;
  child.once('close', () => (hasEnded = true));
  child.once('error', () => (hasEnded = true));
  child.stderr?.resume();
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    if (text.length < MOST_CHARACTERS) text += part;
  });
  const began = performance.now();
  const isOver = () => hasEnded || performance.now() - began > file.patience;
  while (!isOver()) await delay(1);
  children.kill(child);
  const found = parseProbe(text);
  if (found === undefined) throw new UndecodableFile('NOT_AUDIO', 'ffprobe found no sound in the file');
  return found;
}

interface Answer {
  readonly streams?: readonly Readonly<Record<string, unknown>>[];
  readonly format?: Readonly<Record<string, unknown>>;
}

/** ffprobe's JSON; undefined when there is no audio in it. Numbers that are not known are left out, or `N/A`. */
export function parseProbe(json: string): Probe | undefined {
  let answer: Answer;
  try {
    answer = JSON.parse(json) as Answer;
  } catch {
    return undefined;
  }
  const stream = answer.streams?.[0];
  const codec = stream?.['codec_name'];
  if (stream === undefined || typeof codec !== 'string') return undefined;
  const ticks = ticksASecond(stream['time_base']);
  const duration = numberOf(stream['duration_ts']);
  const seconds = numberOf(answer.format?.['duration']) ?? 0;
  const bits = numberOf(stream['bits_per_raw_sample']) ?? 0;
  const stored = /^pcm_[su]/.test(codec) ? stream['bits_per_sample'] : codec.startsWith('dsd_') ? 1 : undefined;
  return {
    codec,
    bitsPerSample: bits || (numberOf(stored) ?? 0) || undefined,
    duration: duration !== undefined && duration > 0 ? duration : undefined,
    ticks,
    start: numberOf(stream['start_pts']) ?? 0,
    seconds: Math.max(seconds, 0),
    bitrate: Math.round((numberOf(stream['bit_rate']) ?? numberOf(answer.format?.['bit_rate']) ?? 0) / 1000),
    gapless: parseGapless(tagOf(stream['tags']) ?? tagOf(answer.format?.['tags'])),
  };
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

function ticksASecond(timeBase: unknown): number | undefined {
  const match = typeof timeBase === 'string' ? /^1\/(\d+)$/.exec(timeBase) : null;
  return match === null ? undefined : Number(match[1]) || undefined;
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
