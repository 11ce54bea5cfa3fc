/**
 * One run of ffmpeg: from a file to blocks of PCM. ffmpeg writes a WAV of unknown
 * length into a pipe, because its header says what came out: rate, channels, their places. Everything that could lead
 * it elsewhere is forbidden: the demuxer is given, and it may open files and pipes only.
 * Thread: the decoder worker's. Memory: the pipe's buffer (about 200 KiB) and one chunk of 64 KiB.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

import { NOT_INSTALLED } from '../../confined.js';
import type { Milliseconds } from '../../units.js';
import { UndecodableFile, type Reading } from '../decoder.js';
import type { ChildPrograms } from './child-programs.js';
import { PcmConverter, type PcmLayout } from './pcm-samples.js';
import { parsePipedWav } from './wav-file.js';

export interface FfmpegRequest {
  /** Absolute path. */
  readonly path: string;
  /** ffmpeg's name of the container (`ffmpeg -demuxers`). */
  readonly demuxer: string;
  /** `s32` keeps integers that are finer than 24 bits. */
  readonly sample: 'f32' | 's32';
  /** Options in front of the input, such as where to begin. */
  readonly inputOptions?: readonly string[];
  /** An audio filter graph. */
  readonly filter?: string;
  /** ffmpeg that gives nothing for so long, although it is asked, is given up. */
  readonly patience: Milliseconds;
}

const GUARDS = ['-hide_banner', '-nostdin', '-v', 'error', '-max_alloc', `${64 * 1024 * 1024}`];
const COMPLAINT_CHARACTERS = 500;
const MOST_FRAMES = 8192;
const END_MILLISECONDS = 2000;

/** How ffmpeg and ffprobe are told to read an input, and nothing but it. */
export function inputArguments({ path, demuxer }: Pick<FfmpegRequest, 'path' | 'demuxer'>): string[] {
  return ['-protocol_whitelist', 'file,pipe', '-f', demuxer, '-i', `file:${path}`];
}

function argumentsOf(request: FfmpegRequest): string[] {
  return [
    ...GUARDS,
    ...['-threads', '1', '-filter_threads', '1'],
    ...(request.inputOptions ?? []),
    ...inputArguments(request),
    ...['-map', '0:a:0', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...(request.filter === undefined ? [] : ['-af', request.filter]),
    ...['-c:a', `pcm_${request.sample}le`, '-fflags', '+bitexact', '-flags:a', '+bitexact'],
    ...['-flush_packets', '0', '-f', 'wav', 'pipe:1'],
  ];
}

export class FfmpegRun {
  readonly #children: ChildPrograms;
  readonly #child: ChildProcess;
  readonly #patience: Milliseconds;
  #complaint = '';
  #isMissing = false;
  #isDry = false;
  #bytes: Uint8Array = new Uint8Array(0);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;
  #converter: PcmConverter | undefined;
  #format: { readonly sampleRate: number; readonly layout: PcmLayout } | undefined;
  #silentSince: number | undefined;

  constructor(children: ChildPrograms, request: FfmpegRequest) {
    this.#children = children;
    this.#patience = request.patience;
    this.#child = children.start('ffmpeg', argumentsOf(request), request.path);
    this.#child.once('error', () => (this.#isMissing = true));
    // Without a listener Node throws away what is unread when the program ends.
    this.#child.stdout?.on('readable', () => undefined).once('end', () => (this.#isDry = true));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-COMPLAINT_CHARACTERS);
    });
  }

  /** What comes out; undefined until ffmpeg has found out. */
  get format(): { readonly sampleRate: number; readonly layout: PcmLayout } | undefined {
    return this.#format;
  }

  /** Waits until `format` is known. @throws UndecodableFile when ffmpeg cannot make anything of the input */
  async ready(): Promise<{ readonly sampleRate: number; readonly layout: PcmLayout }> {
    for (;;) {
      if (this.#format !== undefined) return this.#format;
      if ((await this.#fill()) === 'end') throw await this.#refusal();
      await delay(1);
    }
  }

  /** The next block; undefined at the end, also where ffmpeg broke off. @throws UndecodableFile when nothing came */
  async read(): Promise<Reading> {
    for (;;) {
      if (this.#converter !== undefined) {
        const { frameBytes } = this.#converter;
        const frames = Math.min(Math.floor((this.#bytes.length - this.#at) / frameBytes), MOST_FRAMES);
        if (frames > 0) {
          const block = this.#converter.convert(this.#view, this.#at, frames);
          this.#at += frames * frameBytes;
          return block;
        }
      }
      const filled = await this.#fill();
      if (filled === 'nothing') return 'later';
      if (filled === 'end') {
        if (this.#format === undefined) throw await this.#refusal();
        this.close();
        return undefined;
      }
    }
  }

  /** May be called twice. */
  close(): void {
    this.#children.kill(this.#child);
  }

  /** Takes what has come through the pipe, behind what is left of the last chunk. */
  async #fill(): Promise<'something' | 'nothing' | 'end'> {
    let chunk = this.#take();
    if (chunk === null) {
      await new Promise(setImmediate); // the event loop turns: pipes are read, ends are heard of
      chunk = this.#take();
    }
    if (chunk === null) {
      if (this.#isDry || this.#isMissing) return 'end';
      this.#silentSince ??= performance.now();
      if (performance.now() - this.#silentSince <= this.#patience) return 'nothing';
      this.close();
      throw new UndecodableFile('UNREADABLE_FILE', `ffmpeg gave nothing for ${this.#patience / 1000} s`);
    }
    this.#silentSince = undefined;
    const rest = this.#bytes.subarray(this.#at);
    this.#bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    this.#at = 0;
    if (this.#format === undefined) this.#begin();
    return 'something';
  }

  #take(): Buffer | null {
    return (this.#child.stdout?.read() ?? null) as Buffer | null;
  }

  #begin(): void {
    const header = parsePipedWav(this.#bytes);
    if (header === undefined) return;
    this.#at = header.start;
    this.#format = header;
    this.#converter = new PcmConverter(header.layout, MOST_FRAMES);
  }

  /** Why nothing came. */
  async #refusal(): Promise<UndecodableFile> {
    const { exitCode } = await this.#ended();
    this.close();
    if (this.#isMissing || exitCode === NOT_INSTALLED) {
      return new UndecodableFile('UNSUPPORTED_FORMAT', 'ffmpeg is not installed');
    }
    const reason = lastLine(this.#complaint);
    const isUnknown = /decoder .*not found|unknown decoder|unsupported|not (yet )?implemented/i.test(this.#complaint);
    return new UndecodableFile(
      isUnknown ? 'UNSUPPORTED_FORMAT' : 'NOT_AUDIO',
      reason === '' ? `ffmpeg found no sound (exit ${exitCode ?? 'by a signal'})` : `ffmpeg: ${reason}`,
    );
  }

  async #ended(): Promise<ChildProcess> {
    const child = this.#child;
    for (let waited = 0; waited < END_MILLISECONDS; waited += 2) {
      if (this.#isMissing || child.exitCode !== null || child.signalCode !== null) break;
      await delay(2);
    }
    return child;
  }
}

/** The last line that is not empty, without the address in front and without the path in it. */
function lastLine(text: string): string {
  const line = text.split('\n').findLast((each) => each.trim() !== '') ?? '';
  return line
    .replace(/\[[^\]]* @ 0x[0-9a-f]+\] */g, '')
    .replace(/file:.*: /, '')
    .trim();
}
