/**
 * Where the bytes of a stream go on the main thread: into the pipe as they are where mpg123 decodes them, or through
 * ffmpeg. Both know how much sound they were given, which is what a listener's reserve is measured in.
 */
import type { Milliseconds } from '../units.js';
import { createPipeMemory, PipeWriter } from '../decode/pipes/byte-pipe.js';
import { MpegClock } from './mpeg-clock.js';
import type { NetworkInput } from '../decode/playable-source.js';
import type { AudioKind } from './sniff.js';
import { Transcoder } from './transcoder.js';

/** 26 s at 320 kbit/s, of which the decoder keeps some (kept-pipe.ts). */
const MPEG_PIPE_BYTES = 1024 * 1024;
const PCM_PIPE_SECONDS = 16;
const MOST_PCM_PIPE_BYTES = 16 * 1024 * 1024;
/** What is not wanted is left out up to here; the decoder, which knows the exact frame, drops the rest. */
const MPEG_WARM_UP_SECONDS = 0.5;
const PCM_SKIP_MARGIN_SECONDS = 0.01;
const SKIP_BYTES = 256;
/** Float32 stereo. */
const PCM_FRAME_BYTES = 8;

const NAMES: Readonly<Record<AudioKind, string>> = {
  mpeg: 'MP3',
  aac: 'AAC',
  loas: 'AAC',
  ogg: 'Ogg',
  flac: 'FLAC',
  mpegts: 'AAC',
  mov: 'AAC',
  matroska: 'Matroska',
  wav: 'WAV',
  aiff: 'AIFF',
  asf: 'WMA',
};

/** Which part of something that has an end comes: from second `start` on, of which the first `skip` are not wanted. */
export interface Stretch {
  readonly length: Milliseconds;
  readonly start: number;
  readonly skip: number;
}

export interface SoundSink {
  /** Undefined until it is known what the sound is like. */
  readonly input: NetworkInput | undefined;
  /** Seconds of sound that came so far, and how many of them the decoder has not taken. */
  readonly seconds: number;
  readonly reserve: number;
  /** Frame of the track up to which it was decoded. */
  readonly decoded: number;
  /** Passes bytes on; resolves when more may come, to false when nobody wants them. @throws RemoteFailure */
  take(bytes: Buffer): Promise<boolean>;
  /** What comes next does not go on from what came: it may have a head of its own, and be of another kind. */
  restart(kind: AudioKind): Promise<void>;
  /** Nothing follows. @throws RemoteFailure when there was no sound at all */
  end(): Promise<void>;
  /** May be called twice. */
  close(): void;
}

export class MpegSink implements SoundSink {
  readonly #memory = createPipeMemory(MPEG_PIPE_BYTES);
  readonly #pipe = new PipeWriter(this.#memory);
  readonly #clock = new MpegClock();
  #bytes = 0;
  /** Seconds that were left out. */
  #skipped = 0;

  constructor(private readonly stretch?: Stretch) {}

  get input(): NetworkInput {
    const { length, start } = this.stretch ?? {};
    const extent = length === undefined || start === undefined ? undefined : { length, start: start + this.#skipped };
    return { kind: 'mpeg', memory: this.#memory, extent };
  }

  get seconds(): number {
    return this.#clock.seconds - this.#skipped;
  }

  get reserve(): number {
    return this.#bytes === 0 ? 0 : (this.#pipe.unread / this.#bytes) * this.seconds;
  }

  get decoded(): number {
    return this.#pipe.decoded;
  }

  take(bytes: Buffer): Promise<boolean> {
    const wanted = this.#skip(bytes);
    this.#clock.take(wanted);
    this.#bytes += wanted.length;
    return this.#pipe.writeAll(wanted);
  }

  /** Leaves out whole frames up to some before the place: the decoder needs them, and finds the first one by itself. */
  #skip(bytes: Buffer): Buffer {
    const until = (this.stretch?.skip ?? 0) - MPEG_WARM_UP_SECONDS;
    let at = 0;
    for (; this.#bytes === 0 && this.#skipped < until && at < bytes.length; at += SKIP_BYTES) {
      this.#clock.take(bytes.subarray(at, at + SKIP_BYTES));
      this.#skipped = this.#clock.seconds;
    }
    return bytes.subarray(at);
  }

  /** The decoder finds the next frame by itself. */
  restart(): Promise<void> {
    return Promise.resolve();
  }

  end(): Promise<void> {
    this.#pipe.end();
    return Promise.resolve();
  }

  close(): void {
    this.#pipe.close();
  }
}

export class PcmSink implements SoundSink {
  input: NetworkInput | undefined;
  #pipe: PipeWriter | undefined;
  #transcoder: Transcoder;
  #rate = 0;
  #frames = 0;
  /** Bytes of sound that are still to be left out. */
  #skip = 0;

  /**
   * @param confine absolute path of the confining program
   * @param progress called when sound has come out of ffmpeg
   */
  constructor(
    private readonly confine: string,
    private kind: AudioKind,
    private readonly bitrate: number,
    private readonly progress: () => void,
    private readonly stretch?: Stretch,
  ) {
    this.#transcoder = this.#start();
  }

  get seconds(): number {
    return this.#rate === 0 ? 0 : this.#frames / this.#rate;
  }

  get reserve(): number {
    return this.#pipe === undefined ? 0 : this.#pipe.unread / PCM_FRAME_BYTES / this.#rate;
  }

  get decoded(): number {
    return this.#pipe?.decoded ?? 0;
  }

  async take(bytes: Buffer): Promise<boolean> {
    await this.#transcoder.write(bytes);
    return true;
  }

  async restart(kind: AudioKind): Promise<void> {
    await this.#transcoder.end().catch(() => undefined); // what was cut may be of no use
    this.#transcoder.close();
    this.kind = kind;
    this.#transcoder = this.#start();
  }

  async end(): Promise<void> {
    await this.#transcoder.end();
    this.#pipe?.end();
  }

  close(): void {
    this.#transcoder.close();
    this.#pipe?.close();
  }

  #start(): Transcoder {
    return new Transcoder(this.confine, this.kind, this.#rate === 0 ? undefined : this.#rate, {
      format: (rate) => {
        this.#open(rate);
      },
      pcm: (bytes) => {
        const wanted = bytes.subarray(Math.min(this.#skip, bytes.length));
        this.#skip -= bytes.length - wanted.length;
        this.#frames += wanted.length / PCM_FRAME_BYTES;
        this.progress();
        return this.#pipe?.writeAll(wanted) ?? Promise.resolve(false);
      },
    });
  }

  #open(sampleRate: number): void {
    if (this.#pipe !== undefined) return;
    const wanted = 2 ** Math.ceil(Math.log2(sampleRate * PCM_PIPE_SECONDS * PCM_FRAME_BYTES));
    const memory = createPipeMemory(Math.min(wanted, MOST_PCM_PIPE_BYTES));
    this.#rate = sampleRate;
    this.#pipe = new PipeWriter(memory);
    const { length, start = 0, skip = 0 } = this.stretch ?? {};
    const frames = Math.floor(Math.max(skip - PCM_SKIP_MARGIN_SECONDS, 0) * sampleRate);
    this.#skip = frames * PCM_FRAME_BYTES;
    this.input = {
      kind: 'pcm',
      memory,
      sampleRate,
      format: NAMES[this.kind],
      bitrate: this.bitrate,
      extent:
        length === undefined ? undefined : { length, start: (Math.round(start * sampleRate) + frames) / sampleRate },
    };
  }
}
