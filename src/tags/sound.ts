/**
 * Finds the sound in files that music-metadata cannot make anything of: those of other formats, with ffprobe, which is
 * told the container by the first bytes and never guesses; and layer III of free format. Thread: the workers that read
 * tags.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { confined } from '../confined.js';
import { demuxerOf } from '../formats/containers.js';
import { ID3V2_HEADER_BYTES, id3v2Bytes } from '../formats/id3v2.js';
import { audioEnd } from './mpeg-length.js';
import { withFile } from './read-at.js';
import { type Found, nothingFound, numbered } from './found.js';
import { parseMpegHeader } from '../formats/mpeg-header.js';

const run = promisify(execFile);

const PATIENCE_MILLISECONDS = 8000;
const OUTPUT_LIMIT = 256 * 1024;
const HEAD_BYTES = 65_536;

/**
 * What is found of the sound of a file; undefined for a file without.
 * @param confine absolute path of the program that confines ffprobe; without it only layer III is found
 * @throws the file system's errors
 */
export async function findSound(path: string, confine?: string): Promise<Found | undefined> {
  const { free, demuxer } = withFile(path, (readAt, size) => {
    const start = id3v2Bytes(readAt(0, ID3V2_HEADER_BYTES));
    const head = readAt(start, HEAD_BYTES);
    const format = freeFormatOf(head);
    return { free: format && { ...format, bytes: audioEnd(readAt, size) - start }, demuxer: demuxerOf(head) };
  });
  if (free !== undefined) {
    const { sampleRate, samples, averageSize, bytes } = free;
    const bitrate = (averageSize * 8 * sampleRate) / samples;
    const duration = ((bytes / averageSize) * samples) / sampleRate;
    return { common: nothingFound(), format: { sampleRate, bitrate, duration } };
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

/**
 * Layer III of free format (ISO/IEC 11172-3 section 2.4.2.3): no bit rate is told, and all frames are equally long but for
 * their padding.
 */

/** Bytes of the header that are the same in all frames of a file: padding may change. */
const SAME = [0xff, 0xff, 0xfd];

/** Some encoders go up to 640 kbit/s. */
const MOST_FREE_BYTES = 4096;

const FRAMES = 3;

interface FreeFormat {
  /** Hz. */
  readonly sampleRate: number;
  /** Samples of each channel in a frame. */
  readonly samples: number;
  /** Bytes of a frame on average. */
  readonly averageSize: number;
}

/** Undefined where not three frames follow each other. @param head from the first frame on */
function freeFormatOf(head: Buffer): FreeFormat | undefined {
  const like = head.length < 4 || head.readUInt8(2) >> 4 !== 0 ? undefined : parseMpegHeader(withRate(head), 0);
  if (like?.layer !== 3) return undefined;
  const isFrame = (at: number): boolean =>
    SAME.every((mask, byte) => ((head[at + byte] ?? 0) & mask) === ((head[byte] ?? 0) & mask));
  const padding = (at: number): number => ((head[at + 2] ?? 0) >> 1) & 1;
  for (let first = 4; first < MOST_FREE_BYTES; first++) {
    const size = first - padding(0);
    let count = 0;
    let at = 0;
    for (; at + 3 <= head.length && isFrame(at); count++) at += size + padding(at);
    const isEnd = at + 3 > head.length;
    if (count > FRAMES || (count === FRAMES && isEnd)) {
      return { sampleRate: like.sampleRate, samples: like.samplesPerFrame, averageSize: at / count };
    }
  }
  return undefined;
}

/** A header that says a rate, to be read as others are. */
function withRate(head: Buffer): Buffer {
  const header = Buffer.from(head.subarray(0, 4));
  header.writeUInt8(header.readUInt8(2) | 0x10, 2);
  return header;
}
