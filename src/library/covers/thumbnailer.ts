/**
 * Client of the thumbnail helper (`native/thumbnails`), a child process that scales JPEG, PNG and WebP. The helper starts
 * with the first picture, ends after IDLE_MS without one, and is confined in memory, files and sockets. It handles one
 * picture at a time, at a lower priority than playback and requests. Thread: main, which only copies bytes.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

import { confined } from '../../confined.js';
import { NotFound } from '../../errors.js';
import type { Log } from '../../log.js';
import { ByteReader } from './byte-reader.js';
import { lowerPriority } from './lower-priority.js';

export const FORMATS = ['jpeg', 'webp'] as const;
export type PictureFormat = (typeof FORMATS)[number];

/** Size and format of a thumbnail to make. */
export interface WantedPicture {
  /** Limit of the longer side in pixels; a smaller picture keeps its size. */
  readonly edge: number;
  readonly format: PictureFormat;
}

export interface MadePicture extends WantedPicture {
  readonly bytes: Buffer;
}

/** Two shades of the accent colour of a picture, as `#rrggbb`. */
export interface Accent {
  /** Background on which white text has a contrast of at least 7 : 1. */
  readonly dark: string;
  /** Background on which black text has a contrast of at least 7 : 1. */
  readonly light: string;
}

export interface Thumbnails {
  readonly accent: Accent;
  /** In the order of the request. */
  readonly pictures: readonly MadePicture[];
}

/** Bytes of a picture, which are read while they are sent. */
export interface PictureBytes {
  readonly length: number;
  readonly blocks: AsyncIterable<Uint8Array>;
}

interface Child {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  readonly answers: ByteReader;
  /** Aborted when the process has ended. */
  readonly gone: AbortSignal;
}

/** Memory of the helper's own data, in bytes; it refuses pictures that need more. Most need 5 to 12 MB. */
const MEMORY = 64 * 1024 * 1024;
/** Time for one picture, after which the helper is killed. */
const TIMEOUT_MS = 15_000;
const IDLE_MS = 10_000;
/** Limit of one thumbnail, in bytes; a JPEG of 1200 × 1200 pixels has about 400 KiB. */
const OUTPUT_LIMIT = 8 * 1024 * 1024;
/** Words at the head of an answer: status (0 for success), milliseconds of CPU, dark and light colour as 0xRRGGBB. */
const HEAD_WORDS = 4;
/** Words in front of the thumbnails, for each: width, height, length in bytes. */
const OUTPUT_WORDS = 3;
/** Bytes of an unsigned little-endian word. */
const WORD = 4;

export class Thumbnailer {
  #child: Child | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param confine absolute path of the confining program, in whose folder the helper `thumbnails` is */
  constructor(
    private readonly confine: string,
    private readonly log: Log,
  ) {}

  /** Process id of the helper; undefined while none runs. */
  get pid(): number | undefined {
    return this.#child?.process.pid;
  }

  /**
   * Makes thumbnails of a JPEG, PNG or WebP. Call it again only when the last call has settled.
   * @param wanted largest edge first
   * @throws NotFound UNREADABLE_PICTURE when it is damaged, too large, or takes too long; the errors of `blocks`
   */
  async make(picture: PictureBytes, wanted: readonly WantedPicture[]): Promise<Thumbnails> {
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#start());
    const timeout = setTimeout(() => child.process.kill('SIGKILL'), TIMEOUT_MS);
    let isWhole = false;
    try {
      const [, made] = await Promise.all([send(child, picture, wanted), receive(child.answers, wanted)]);
      isWhole = true;
      if (made === undefined) throw unreadable();
      return made;
    } finally {
      clearTimeout(timeout);
      // A helper that was interrupted in an answer would send the rest of it to the next request.
      if (!isWhole) this.#end(child);
      this.#idle = setTimeout(() => this.stop(), IDLE_MS).unref();
    }
  }

  /** Ends the helper; the next picture starts another one. */
  stop(): void {
    clearTimeout(this.#idle);
    if (this.#child !== undefined) this.#end(this.#child);
  }

  #start(): Child {
    const program = join(dirname(this.confine), 'thumbnails');
    const process = spawn(this.confine, confined(program, [], { memory: MEMORY }), {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    lowerPriority(process.pid);
    const answers = new ByteReader(process.stdout, unreadable);
    const gone = new AbortController();
    const child: Child = { process, answers, gone: gone.signal };
    // A write to a helper that has ended fails with EPIPE; `close` reports the end.
    process.stdin.on('error', () => undefined);
    process.once('error', (error) =>
      this.log.error('covers: thumbnail helper does not start (covers are not shown)', {
        program: this.confine,
        error,
      }),
    );
    const onEnd = (): void => {
      gone.abort();
      answers.end();
      if (this.#child === child) this.#child = undefined;
    };
    process.once('error', onEnd);
    process.once('close', onEnd);
    // An idle helper does not keep the daemon alive.
    process.unref();
    return child;
  }

  #end(child: Child): void {
    if (this.#child === child) this.#child = undefined;
    child.process.kill('SIGKILL');
    child.process.stdin.destroy();
  }
}

/** Sends a request: length of the picture, number of thumbnails, edge and format of each, then the picture. */
async function send(
  { process, gone }: Child,
  { length, blocks }: PictureBytes,
  wanted: readonly WantedPicture[],
): Promise<void> {
  const numbers = [length, wanted.length, ...wanted.flatMap(({ edge, format }) => [edge, FORMATS.indexOf(format)])];
  process.stdin.write(words(numbers));
  for await (const block of blocks) {
    if (gone.aborted) throw unreadable();
    if (!process.stdin.write(block)) await once(process.stdin, 'drain', { signal: gone }).catch(refuse);
  }
}

/** Receives the answer to a request. @returns undefined for a picture that the helper refuses */
async function receive(answers: ByteReader, wanted: readonly WantedPicture[]): Promise<Thumbnails | undefined> {
  const [status, , dark = 0, light = 0] = wordsOf(await answers.take(HEAD_WORDS * WORD));
  if (status !== 0) return undefined;
  const sizes = wordsOf(await answers.take(wanted.length * OUTPUT_WORDS * WORD));
  const pictures: MadePicture[] = [];
  for (const [index, { edge, format }] of wanted.entries()) {
    const length = sizes[index * OUTPUT_WORDS + 2] ?? 0;
    if (length > OUTPUT_LIMIT) throw unreadable();
    pictures.push({ edge, format, bytes: await answers.take(length) });
  }
  return { accent: { dark: colour(dark), light: colour(light) }, pictures };
}

function words(numbers: readonly number[]): Buffer {
  const buffer = Buffer.alloc(numbers.length * WORD);
  numbers.forEach((each, index) => buffer.writeUInt32LE(each, index * WORD));
  return buffer;
}

function wordsOf(buffer: Buffer): number[] {
  return Array.from({ length: buffer.length / WORD }, (_, index) => buffer.readUInt32LE(index * WORD));
}

function colour(value: number): string {
  return `#${value.toString(16).padStart(6, '0')}`;
}

function unreadable(): NotFound {
  return new NotFound('UNREADABLE_PICTURE', 'The picture is damaged, or far too large.');
}

function refuse(): never {
  throw unreadable();
}
