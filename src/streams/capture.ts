/**
 * The sound of another device on its way to the decoder: an `arecord` (alsa-utils) that reads an ALSA PCM, and a pipe in
 * shared memory. What nobody takes in time is left out, so that no delay gathers. Thread: main.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

import { lowerToNormal } from '../decode/formats/child-programs.js';
import { createPipeMemory, PipeWriter } from '../decode/pipes/byte-pipe.js';
import type { CaptureInput } from '../decode/playable-source.js';
import { FRAME_BYTES } from '../decode/pipes/pipe-decoder.js';
import { CaptureControl } from '../decode/pipes/capture-control.js';

const PROGRAM = 'arecord';
/** Microseconds. A period is what is passed on at once; the buffer is for a moment in which nobody reads. */
const PERIOD_MICROSECONDS = 20_000;
const BUFFER_MICROSECONDS = 200_000;
/** 0.37 s at 44.1 kHz. */
export const PIPE_BYTES = 128 * 1024;
const MOST_COMPLAINT_CHARACTERS = 300;

/** Where sound comes from. */
export interface CaptureSource {
  /** What it is called in the log and in events. */
  readonly location: string;
  /** ALSA's name of the PCM; `""` where `open` reads something else. */
  readonly pcm: string;
  /** Frames a second, as the PCM has them: nothing is converted. */
  readonly sampleRate: number;
  /** The field's name of what it was on its way. */
  readonly format: string;
  /** Reads what is no PCM; `ended` is called once, with the reason, when no more comes; not after `close`. */
  readonly open?: (ended: (reason: string) => void) => CapturedSound;
}

/** Sound that comes now, on its way to the decoder. */
export interface CapturedSound {
  readonly input: CaptureInput;
  readonly control: CaptureControl;
  readonly sampleRate: number;
  /** Frame of the track up to which it was decoded. */
  readonly decoded: number;
  /** May be called twice. */
  close(): void;
}

export class Capture implements CapturedSound {
  readonly input: CaptureInput;
  readonly control: CaptureControl;
  readonly sampleRate: number;
  readonly #pipe: PipeWriter;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  /** Bytes of a frame of which not all have come. */
  #rest: Buffer = Buffer.alloc(0);
  #complaint = '';
  #isClosed = false;

  /**
   * @param ended called once, with the reason, when no more comes; not after `close`
   * @param program what captures, with the arguments of arecord(1)
   */
  constructor(source: CaptureSource, ended: (reason: string) => void, program: readonly string[] = [PROGRAM]) {
    const { pcm, sampleRate, format } = source;
    const memory = createPipeMemory(PIPE_BYTES);
    const control = CaptureControl.createMemory();
    this.sampleRate = sampleRate;
    this.#pipe = new PipeWriter(memory);
    this.control = new CaptureControl(control);
    this.input = { memory, control, sampleRate, format };
    const sound = ['--file-type=raw', '--format=FLOAT_LE', '--channels=2', `--rate=${sampleRate}`];
    const times = [`--period-time=${PERIOD_MICROSECONDS}`, `--buffer-time=${BUFFER_MICROSECONDS}`];
    const [command = PROGRAM, ...before] = program;
    const args = [...before, '--quiet', `--device=${pcm}`, ...sound, ...times];
    this.#child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    lowerToNormal(this.#child);
    let failure: string | undefined;
    this.#child.on('error', (error) => {
      failure = `${PROGRAM} cannot be run: ${error.message}`;
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.on('error', () => undefined);
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(0, MOST_COMPLAINT_CHARACTERS);
    });
    this.#child.stdout.on('data', (bytes: Buffer) => {
      this.#pass(bytes);
    });
    this.#child.on('close', () => {
      if (this.#isClosed) return;
      this.#pipe.end();
      ended(failure ?? (this.#complaint.trim() || 'nothing more comes'));
    });
  }

  /** Frame of the track up to which it was decoded. */
  get decoded(): number {
    return this.#pipe.decoded;
  }

  /** May be called twice. */
  close(): void {
    this.#isClosed = true;
    this.#child.kill('SIGKILL');
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    this.#pipe.close();
  }

  /** Whole frames only: what there is no room for must not shift the channels. */
  #pass(bytes: Buffer): void {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const whole = all.length - (all.length % FRAME_BYTES);
    this.#rest = Buffer.from(all.subarray(whole));
    const room = this.#pipe.room - (this.#pipe.room % FRAME_BYTES);
    this.#pipe.write(all.subarray(0, Math.min(whole, room)));
  }
}
