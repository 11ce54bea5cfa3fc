/**
 * Where the bytes of a stream go on the main thread: into the pipe as they are where mpg123 decodes them, or through
 * ffmpeg. Both know how much sound they were given, which is what a listener's reserve is measured in.
 */
import { createPipeMemory, PipeWriter } from './byte-pipe.js';
import { MpegClock } from './mpeg-clock.js';
import type { RemoteInput } from './remote-input.js';
import type { AudioKind } from './sniff.js';
import { Transcoder } from './transcoder.js';

/** 13 s at 320 kbit/s. */
const MPEG_PIPE_BYTES = 512 * 1024;
const PCM_PIPE_SECONDS = 8;
const MOST_PCM_PIPE_BYTES = 8 * 1024 * 1024;
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

export interface SoundSink {
  /** Undefined until it is known what the sound is like. */
  readonly input: RemoteInput | undefined;
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
  readonly input: RemoteInput;
  readonly #pipe: PipeWriter;
  readonly #clock = new MpegClock();
  #bytes = 0;

  constructor() {
    const memory = createPipeMemory(MPEG_PIPE_BYTES);
    this.#pipe = new PipeWriter(memory);
    this.input = { kind: 'mpeg', memory };
  }

  get seconds(): number {
    return this.#clock.seconds;
  }

  get reserve(): number {
    return this.#bytes === 0 ? 0 : (this.#pipe.fill / this.#bytes) * this.seconds;
  }

  get decoded(): number {
    return this.#pipe.decoded;
  }

  take(bytes: Buffer): Promise<boolean> {
    this.#clock.take(bytes);
    this.#bytes += bytes.length;
    return this.#pipe.writeAll(bytes);
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
  input: RemoteInput | undefined;
  readonly #bitrate: number;
  readonly #progress: () => void;
  #kind: Exclude<AudioKind, 'mpeg'>;
  #pipe: PipeWriter | undefined;
  #transcoder: Transcoder;
  #rate = 0;
  #frames = 0;

  /** @param progress called when sound has come out of ffmpeg */
  constructor(kind: Exclude<AudioKind, 'mpeg'>, bitrate: number, progress: () => void) {
    this.#kind = kind;
    this.#bitrate = bitrate;
    this.#progress = progress;
    this.#transcoder = this.#start();
  }

  get seconds(): number {
    return this.#rate === 0 ? 0 : this.#frames / this.#rate;
  }

  get reserve(): number {
    return this.#pipe === undefined ? 0 : this.#pipe.fill / PCM_FRAME_BYTES / this.#rate;
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
    if (kind !== 'mpeg') this.#kind = kind;
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
    return new Transcoder(this.#kind, this.#rate === 0 ? undefined : this.#rate, {
      format: (rate) => {
        this.#open(rate);
      },
      pcm: (bytes) => {
        this.#frames += bytes.length / PCM_FRAME_BYTES;
        this.#progress();
        return this.#pipe?.writeAll(bytes) ?? Promise.resolve(false);
      },
    });
  }

  #open(sampleRate: number): void {
    if (this.#pipe !== undefined) return;
    const frames = Math.min(sampleRate * PCM_PIPE_SECONDS, MOST_PCM_PIPE_BYTES / PCM_FRAME_BYTES);
    const memory = createPipeMemory(Math.floor(frames) * PCM_FRAME_BYTES);
    this.#rate = sampleRate;
    this.#pipe = new PipeWriter(memory);
    this.input = { kind: 'pcm', memory, sampleRate, format: NAMES[this.#kind], bitrate: this.#bitrate };
  }
}
