/**
 * Finds the sound in files that music-metadata cannot make anything of: those of other formats, with ffprobe, which is
 * told the container by the first bytes and never guesses; and layer III of free format. Thread: the workers that read
 * tags.
 */
import { execFile } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { confined } from '../confined.js';
import { audioEnd, audioStart, type ReadAt } from './mpeg-length.js';
import { freeFormatOf } from './free-format.js';
import { type Found, nothingFound, numbered } from './found.js';

const run = promisify(execFile);

const PATIENCE_MILLISECONDS = 8000;
const OUTPUT_LIMIT = 256 * 1024;
const HEAD_BYTES = 65_536;

/** How containers begin, as Latin-1 from a byte on, and ffmpeg's name of what reads them (`ffmpeg -demuxers`). */
const BEGINNINGS: readonly (readonly [demuxer: string, at: number, ...begins: string[]])[] = [
  ['caf', 0, 'caff'],
  ['au', 0, '.snd'],
  ['w64', 0, 'riff\x2e\x91\xcf\x11'],
  ['wav', 0, 'RIFF', 'RIFX', 'RF64', 'BW64'],
  ['aiff', 8, 'AIFF', 'AIFC'],
  ['iff', 8, '8SVX', '16SV'],
  ['iff', 0, 'FRM8'],
  ['voc', 0, 'Creative Voice File'],
  ['mov', 4, 'ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'],
  ['matroska', 0, '\x1a\x45\xdf\xa3'],
  ['ogg', 0, 'OggS'],
  ['flac', 0, 'fLaC'],
  ['wv', 0, 'wvpk'],
  ['ape', 0, 'MAC '],
  ['tta', 0, 'TTA1'],
  ['tak', 0, 'tBaK'],
  ['shn', 0, 'ajkg'],
  ['mpc8', 0, 'MPCK'],
  ['mpc', 0, 'MP+'],
  ['asf', 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  ['dsf', 0, 'DSD '],
  ['dts', 0, '\x7f\xfe\x80\x01', '\xfe\x7f\x01\x80', '\x1f\xff\xe8\x00', '\xff\x1f\x00\xe8'],
  ['truehd', 4, '\xf8\x72\x6f\xba'],
  ['mlp', 4, '\xf8\x72\x6f\xbb'],
  ['loas', 0, '\x56\xe0', '\x56\xe1', '\x56\xe2'],
  ['aac', 0, '\xff\xf1', '\xff\xf9'],
  ['amr', 0, '#!AMR'],
  ['rm', 0, '.RMF', '.ra\xfd'],
  ['oma', 0, 'EA3'],
];
const AC3 = '\x0b\x77';
/** `bsid`, the upper five bits of this byte (ATSC A/52, annex E), is larger in E-AC-3. */
const BSID_AT = 5;
const MOST_AC3 = 10;

/** Undefined for what begins in no known way. */
function demuxerOf(head: Buffer): string | undefined {
  const begins = (at: number, text: string): boolean => head.toString('latin1', at, at + text.length) === text;
  if (begins(0, AC3)) return (head[BSID_AT] ?? 0) >> 3 > MOST_AC3 ? 'eac3' : 'ac3';
  return BEGINNINGS.find(([, at, ...texts]) => texts.some((text) => begins(at, text)))?.[0];
}

/**
 * What is found of the sound of a file; undefined for a file without.
 * @param confine absolute path of the program that confines ffprobe; without it only layer III is found
 * @throws the file system's errors
 */
export async function findSound(path: string, confine?: string): Promise<Found | undefined> {
  const descriptor = openSync(path, 'r');
  let demuxer: string | undefined;
  try {
    const readAt: ReadAt = (from, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, from));
    };
    const start = audioStart(readAt);
    const head = readAt(start, HEAD_BYTES);
    const free = freeFormatOf(head);
    if (free !== undefined) {
      const { sampleRate, samples, averageSize } = free;
      const frames = (audioEnd(readAt, fstatSync(descriptor).size) - start) / averageSize;
      const bitrate = (averageSize * 8 * sampleRate) / samples;
      return { common: nothingFound(), format: { sampleRate, bitrate, duration: (frames * samples) / sampleRate } };
    }
    demuxer = demuxerOf(head);
  } finally {
    closeSync(descriptor);
  }
  return demuxer === undefined || confine === undefined ? undefined : probed(path, demuxer, confine);
}

interface Answer {
  readonly streams?: readonly {
    readonly sample_rate?: string;
    readonly duration?: string;
    readonly bit_rate?: string;
    readonly tags?: Readonly<Record<string, string>>;
  }[];
  readonly format?: {
    readonly duration?: string;
    readonly bit_rate?: string;
    readonly tags?: Readonly<Record<string, string>>;
  };
}

/** Undefined where ffprobe finds no sound, takes too long, or is not installed: then nothing could play the file. */
async function probed(path: string, demuxer: string, confine: string): Promise<Found | undefined> {
  const wanted = 'stream=sample_rate,duration,bit_rate:stream_tags:format=duration,bit_rate:format_tags';
  const reading = ['-protocol_whitelist', 'file', '-f', demuxer, '-i', `file:${path}`];
  const args = ['-v', 'error', ...reading, '-select_streams', 'a:0', '-show_entries', wanted, '-of', 'json'];
  let answer: Answer;
  try {
    const { stdout } = await run(confine, confined('ffprobe', args, { file: path }), {
      timeout: PATIENCE_MILLISECONDS,
      killSignal: 'SIGKILL',
      maxBuffer: OUTPUT_LIMIT,
    });
    answer = JSON.parse(stdout) as Answer;
  } catch {
    return undefined;
  }
  const stream = answer.streams?.[0];
  const sampleRate = numberOf(stream?.sample_rate);
  if (stream === undefined || sampleRate === undefined) return undefined;
  const duration = numberOf(stream.duration) ?? numberOf(answer.format?.duration);
  const bitrate = numberOf(stream.bit_rate) ?? numberOf(answer.format?.bit_rate);
  return {
    common: commonOf({ ...stream.tags, ...answer.format?.tags }),
    format: { sampleRate, ...(duration !== undefined && { duration }), ...(bitrate !== undefined && { bitrate }) },
  };
}

function numberOf(text: string | undefined): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

/** Tags by ffmpeg's names of them, which are the same for all formats. */
function commonOf(tags: Readonly<Record<string, string>>): Found['common'] {
  const known = new Map(Object.entries(tags).map(([name, text]) => [name.toLowerCase(), text]));
  const common = nothingFound();
  const put = (name: string, add: (text: string) => unknown): void => {
    const text = known.get(name);
    if (typeof text === 'string' && text !== '') add(text);
  };
  put('title', (text) => (common.title = text));
  put('artist', (text) => {
    common.artist = text;
    common.artists = [text];
  });
  put('album', (text) => (common.album = text));
  put('album_artist', (text) => (common.albumartist = text));
  put('composer', (text) => (common.composer = [text]));
  put('genre', (text) => (common.genre = [text]));
  put('track', (text) => (common.track = numbered(text)));
  put('disc', (text) => (common.disk = numbered(text)));
  put('date', (text) => {
    common.date = text;
    const year = Number.parseInt(text.slice(0, 4), 10);
    if (!Number.isNaN(year)) common.year = year;
  });
  return common;
}
