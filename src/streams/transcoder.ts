/**
 * ffmpeg between a stream and the decoder worker: compressed bytes in, stereo Float32 out. It runs beside the main
 * thread, which can wait for pipes; it sees no network and no files (`-protocol_whitelist pipe`) and is told which
 * demuxer to use, so that a stranger's bytes cannot choose one. Thread: main.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

import { confined, NOT_INSTALLED } from '../confined.js';
import { lowerToNormal } from '../decode/formats/child-programs.js';
import { parsePipedWav } from '../decode/formats/wav-file.js';
import { RemoteFailure } from '../net/failure.js';
import type { AudioKind } from './sniff.js';

const PROGRAM = 'ffmpeg';
const MOST_COMPLAINT_CHARACTERS = 300;
/** The largest piece of memory that ffmpeg may take: a stranger's header asks for what it likes. */
const MOST_BYTES_AT_ONCE = 64 * 1024 * 1024;

/** The stack of each thread counts to the memory that the program may take. */
const ONE_THREAD = ['-threads', '1'];

export interface TranscoderOutput {
  /** The rate of the sound: once, before the first of it. */
  format(sampleRate: number): void;
  /** Interleaved stereo, Float32 little-endian; the next comes when it resolves, and no more after `false`. */
  pcm(bytes: Buffer): Promise<boolean>;
}

export class Transcoder {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #done: Promise<void>;
  /** Resolves when the program has ended and all that it wrote was read. */
  readonly #closed: Promise<void>;
  #complaint = '';
  #failed: RemoteFailure | undefined;

  /**
   * @param confine absolute path of the confining program
   * @param sampleRate what to resample to; undefined for the stream's own
   */
  constructor(confine: string, kind: AudioKind, sampleRate: number | undefined, output: TranscoderOutput) {
    const rate = sampleRate === undefined ? [] : ['-ar', String(sampleRate)];
    const input = [
      ...ONE_THREAD,
      '-protocol_whitelist',
      'pipe',
      '-probesize',
      '65536',
      '-f',
      kind === 'mpeg' ? 'mp3' : kind,
      '-i',
      'pipe:0',
    ];
    const sound = [
      '-map',
      '0:a:0',
      '-ac',
      '2',
      ...rate,
      '-c:a',
      'pcm_f32le',
      ...ONE_THREAD,
      '-bitexact',
      '-flush_packets',
      '1',
    ];
    const guards = ['-v', 'error', '-hide_banner', '-max_alloc', String(MOST_BYTES_AT_ONCE), '-filter_threads', '1'];
    const args = [...guards, ...input, ...sound, '-f', 'wav', 'pipe:1'];
    this.#child = spawn(confine, confined(PROGRAM, args), { stdio: ['pipe', 'pipe', 'pipe'] });
    lowerToNormal(this.#child);
    this.#child.on('error', (cause) => {
      this.#failed = new RemoteFailure('UNSUPPORTED_FORMAT', 'ffmpeg cannot be run', { cause });
    });
    // ffmpeg may end before it has read everything.
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(0, MOST_COMPLAINT_CHARACTERS);
    });
    this.#closed = new Promise((resolve) => {
      this.#child.once('close', () => {
        resolve();
      });
    });
    this.#done = this.#pump(output);
    this.#done.catch(() => undefined);
  }

  /** Resolves when it takes more. @throws RemoteFailure when ffmpeg has ended */
  async write(bytes: Buffer): Promise<void> {
    const { stdin } = this.#child;
    if (stdin.writable && (stdin.write(bytes) || (await this.#drained()))) return;
    await this.#done;
    throw this.#failure();
  }

  /** False when it has ended instead. It is listened to only while it is waited for. */
  async #drained(): Promise<boolean> {
    const { stdin } = this.#child;
    const decided = new AbortController();
    const { signal } = decided;
    try {
      const events = [once(stdin, 'drain', { signal }), once(stdin, 'close', { signal })];
      await Promise.race(events);
      return stdin.writable;
    } catch {
      return false; // the pipe broke: why, ffmpeg says itself
    } finally {
      decided.abort();
    }
  }

  /** Nothing follows: resolves when all sound was passed on. @throws RemoteFailure when there was none */
  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#done;
  }

  /** May be called twice. */
  close(): void {
    this.#child.kill('SIGKILL');
    this.#child.stdin.destroy();
    this.#child.stdout.destroy();
  }

  async #pump(output: TranscoderOutput): Promise<void> {
    let head: Buffer | undefined = Buffer.alloc(0);
    for await (const chunk of this.#child.stdout as AsyncIterable<Buffer>) {
      let sound = chunk;
      if (head !== undefined) {
        head = Buffer.concat([head, chunk]);
        const format = parsePipedWav(head);
        if (format === undefined) continue;
        output.format(format.sampleRate);
        sound = head.subarray(format.start);
        head = undefined;
      }
      if (sound.length > 0 && !(await output.pcm(sound))) return;
    }
    if (head === undefined) return;
    // The output of ffmpeg may end before the exit code and the last of its messages are here.
    await this.#closed;
    throw this.#failure();
  }

  #failure(): RemoteFailure {
    if (this.#child.exitCode === NOT_INSTALLED) {
      return new RemoteFailure('UNSUPPORTED_FORMAT', 'ffmpeg is not installed');
    }
    return (
      this.#failed ??
      new RemoteFailure(
        'NOT_AUDIO',
        `ffmpeg finds no sound${this.#complaint === '' ? '' : `: ${this.#complaint.trim()}`}`,
      )
    );
  }
}
