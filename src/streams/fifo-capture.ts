/**
 * Sound that another program writes into a named pipe (16 bits, little-endian, stereo), on its way to the decoder. What nobody
 * takes in time is left out, so that no delay gathers. Thread: main.
 */
import type { Socket } from 'node:net';
import { createPipeMemory, PipeWriter } from '../decode/pipes/byte-pipe.js';
import { CaptureControl } from '../decode/pipes/capture-control.js';
import { FRAME_BYTES } from '../decode/pipes/pipe-decoder.js';
import type { CaptureInput } from '../decode/playable-source.js';
import { type CapturedSound, PIPE_BYTES } from './capture.js';
import { openFifo } from './fifo.js';

/** Bytes of a frame in the named pipe. */
const SENT_FRAME_BYTES = 4;
const FULL_SCALE = 32_768;

export class FifoCapture implements CapturedSound {
  readonly input: CaptureInput;
  readonly control: CaptureControl;
  readonly #pipe: PipeWriter;
  #stream: Socket | undefined;
  /** Bytes of a frame of which not all have come. */
  #rest: Buffer = Buffer.alloc(0);
  #isClosed = false;

  /**
   * @param ended called once, with the reason, when no more comes; not after `close`
   * @param came called whenever some has come
   */
  constructor(
    path: string,
    readonly sampleRate: number,
    format: string,
    private readonly ended: (reason: string) => void,
    private readonly came: () => void = () => undefined,
  ) {
    const memory = createPipeMemory(PIPE_BYTES);
    const control = CaptureControl.createMemory();
    this.#pipe = new PipeWriter(memory);
    this.control = new CaptureControl(control);
    this.input = { memory, control, sampleRate, format };
    void this.#open(path);
  }

  /** Frame of the track up to which it was decoded. */
  get decoded(): number {
    return this.#pipe.decoded;
  }

  /** May be called twice. */
  close(): void {
    this.#isClosed = true;
    this.#stream?.destroy();
    this.#pipe.close();
  }

  /** Never rejects. */
  async #open(path: string): Promise<void> {
    try {
      const stream = await openFifo(path);
      this.#stream = stream;
      stream.on('error', (error) => this.#finish(error.message));
      stream.on('close', () => this.#finish('nothing more comes'));
      stream.on('data', (bytes: Buffer) => {
        this.#pass(bytes);
        this.came();
      });
      if (this.#isClosed) stream.destroy();
    } catch (error) {
      this.#finish((error as Error).message);
    }
  }

  #finish(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#pipe.end();
    this.ended(reason);
  }

  /** Whole frames only: what there is no room for must not shift the channels. */
  #pass(bytes: Buffer): void {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const whole = Math.floor(all.length / SENT_FRAME_BYTES);
    this.#rest = Buffer.from(all.subarray(whole * SENT_FRAME_BYTES));
    const frames = Math.min(whole, Math.floor(this.#pipe.room / FRAME_BYTES));
    if (frames === 0) return;
    const samples = new Float32Array(2 * frames);
    for (let at = 0; at < samples.length; at++) samples[at] = all.readInt16LE(2 * at) / FULL_SCALE;
    this.#pipe.write(new Uint8Array(samples.buffer));
  }
}
