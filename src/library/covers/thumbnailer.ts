/**
 * The program that makes pictures smaller (`native/thumbnails`), as a child process: started for the first picture, ended
 * after some idle seconds, confined in memory, files and sockets. One picture at a time, in a lower priority than
 * playing and answering. Thread: main, which only moves bytes.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

import { confined } from '../../confined.js';
import { NotFound } from '../../errors.js';
import type { Log } from '../../log.js';
import { ByteReader } from './byte-reader.js';

export const FORMATS = ['jpeg', 'webp'] as const;
export type PictureFormat = (typeof FORMATS)[number];

/** A picture that is wanted. */
export interface WantedPicture {
  /** Pixels of the longer side at most; a smaller picture keeps its size. */
  readonly edge: number;
  readonly format: PictureFormat;
}

export interface MadePicture extends WantedPicture {
  readonly bytes: Buffer;
}

/** Two shades of the colour that stands out, as `#rrggbb`. */
export interface Accent {
  /** White text on it has a contrast of at least 7 : 1. */
  readonly dark: string;
  /** Black text on it has a contrast of at least 7 : 1. */
  readonly light: string;
}

export interface Thumbnails {
  readonly accent: Accent;
  /** In the order in which they were wanted. */
  readonly pictures: readonly MadePicture[];
}

/** Bytes of a picture, read when they are needed. */
export interface PictureBytes {
  readonly length: number;
  readonly parts: AsyncIterable<Uint8Array>;
}

interface Child {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  readonly answers: ByteReader;
  /** Aborted when the process is gone. */
  readonly gone: AbortSignal;
}

/** Bytes of the program's own data: pictures that need more are refused. Most take 5 to 12 MB. */
const MEMORY = 64 * 1024 * 1024;
const PATIENCE_MILLISECONDS = 15_000;
const IDLE_MILLISECONDS = 10_000;
/** Bytes of one result; a JPEG of 1200 × 1200 pixels has some 400 KiB. */
const OUTPUT_LIMIT = 8 * 1024 * 1024;
const HEAD_WORDS = 4;
const OUTPUT_WORDS = 3;
const WORD = 4;

export class Thumbnailer {
  #child: Child | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param confine absolute path of the confining program; the other one lies beside it */
  constructor(
    private readonly confine: string,
    private readonly log: Log,
  ) {}

  /** The process; undefined while none runs. */
  get pid(): number | undefined {
    return this.#child?.process.pid;
  }

  /**
   * Makes a JPEG, PNG or WebP smaller. Not to be called again before the last call has settled.
   * @param wanted with the largest edge first
   * @throws NotFound UNREADABLE_PICTURE when it is damaged, too large, or takes too long; what `parts` throws
   */
  async make(picture: PictureBytes, wanted: readonly WantedPicture[]): Promise<Thumbnails> {
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#start());
    const late = setTimeout(() => child.process.kill('SIGKILL'), PATIENCE_MILLISECONDS);
    let isWhole = false;
    try {
      const [, made] = await Promise.all([send(child, picture, wanted), receive(child.answers, wanted)]);
      isWhole = true;
      if (made === undefined) throw unreadable();
      return made;
    } finally {
      clearTimeout(late);
      // What is left of a broken conversation would be taken for the next one.
      if (!isWhole) this.#end(child);
      this.#idle = setTimeout(() => this.stop(), IDLE_MILLISECONDS).unref();
    }
  }

  /** Ends the process. The next picture starts another one. */
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
    // A program that has ended closes its input.
    process.stdin.on('error', () => undefined);
    process.once('error', (error) => this.log.error('covers cannot be made smaller', { program: this.confine, error }));
    const over = (): void => {
      gone.abort();
      answers.end();
      if (this.#child === child) this.#child = undefined;
    };
    process.once('error', over);
    process.once('close', over);
    // Nothing waits for an idle helper at the end of the daemon.
    process.unref();
    return child;
  }

  #end(child: Child): void {
    if (this.#child === child) this.#child = undefined;
    child.process.kill('SIGKILL');
    child.process.stdin.destroy();
  }
}

async function send(
  { process, gone }: Child,
  { length, parts }: PictureBytes,
  wanted: readonly WantedPicture[],
): Promise<void> {
  const numbers = [length, wanted.length, ...wanted.flatMap(({ edge, format }) => [edge, FORMATS.indexOf(format)])];
  process.stdin.write(words(numbers));
  for await (const part of parts) {
    if (gone.aborted) throw unreadable();
    if (!process.stdin.write(part)) await once(process.stdin, 'drain', { signal: gone }).catch(refuse);
  }
}

/** @returns undefined for a picture that the program refuses */
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

/** Not at the cost of what is playing. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

function unreadable(): NotFound {
  return new NotFound('UNREADABLE_PICTURE', 'The picture is damaged, or far too large.');
}

function refuse(): never {
  throw unreadable();
}
