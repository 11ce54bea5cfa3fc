/**
 * The output: keeps a device open behind a ring at the rate that is wanted, opens it again when it was lost or busy,
 * and lets it go when nothing sounds for a minute. Thread: main.
 *
 *   closed ──want──▶ opening ──▶ open ──release (a minute of silence)──▶ closed
 *                     │  ▲        │
 *                     ▼  └─retry──┴─ device lost
 *                   waiting
 *
 * A ring outlives its device as long as rate and sample format stay: what was decoded and not heard is then played.
 */
import type { Log } from '../log.js';
import { milliseconds, type Milliseconds } from '../units.js';
import { SAMPLE_FORMAT_NAMES, type Native, type NativePcm } from './native.js';
import { bestRate } from './rates.js';
import { RingMemory } from './ring-memory.js';
import { Command, ringWords, Word, WriterState, type RingHandle } from './ring-layout.js';
import { OutputUnavailable, type Sink } from './sinks/sink.js';

const RETRY_MILLISECONDS = 1000;
const RELEASE_MILLISECONDS = 60_000;
const REPORT_MILLISECONDS = 500;

export interface OutputTrouble {
  readonly code: string;
  readonly detail: string;
}

export interface OutputEvents {
  /** A device on this ALSA card (or -1) is open; it plays when the promise has resolved, and only then. */
  opened(card: number): Promise<void>;
  /** A device plays from `ring`; `isNew`: what an earlier ring held is gone. */
  ringReady(ring: RingHandle, isNew: boolean): void;
  /** Everything up to the end of the stream was heard. */
  drained(): void;
  /** The device has no rate at all that is known here; it is not tried again by itself. */
  rateRefused(rate: number, reason: string): void;
}

/** What a device gave for what was asked of it. */
export interface Negotiated {
  /** PCM name. */
  readonly device: string;
  /** ALSA card number, or -1. */
  readonly card: number;
  /** Frames a second. */
  readonly rate: number;
  readonly format: string;
  /** Frames. */
  readonly period: number;
  readonly buffer: number;
}

export class Output {
  readonly #native: Native;
  readonly #sink: Sink;
  readonly #log: Log;
  readonly #events: OutputEvents;
  readonly #eventFd: number;
  readonly #memory = new RingMemory();
  #pcm: NativePcm | undefined;
  #ring: RingHandle | undefined;
  #words: Int32Array | undefined;
  /** Of the track that is to be heard; the device may be open at another that serves it. */
  #rate: number | undefined;
  #command: Command = Command.stop;
  /** Software volume, and what a fade leaves of it. */
  #gain = 1;
  #share = 1;
  #gainBits = 0x3f800000;
  #trouble: OutputTrouble | undefined;
  #working: Promise<void> | undefined;
  /** A device that was released is still being closed. */
  #closing: Promise<void> | undefined;
  #lost = false;
  #closed = false;
  /** The device was given back after a rest; the rate that is wanted stays known. */
  #released = false;
  #negotiated: Negotiated | undefined;
  #schedulingTold = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #releaseTimer: NodeJS.Timeout | undefined;

  constructor(native: Native, sink: Sink, log: Log, events: OutputEvents) {
    this.#native = native;
    this.#sink = sink;
    this.#log = log;
    this.#events = events;
    this.#eventFd = native.createEventFd();
  }

  get ring(): RingHandle | undefined {
    return this.#ring;
  }

  /** Of the device that was opened last, which may have been given back since; undefined before the first. */
  get negotiated(): Negotiated | undefined {
    return this.#negotiated;
  }

  /** Undefined while all is well, or while nothing was tried. */
  get trouble(): OutputTrouble | undefined {
    return this.#trouble;
  }

  /** Wants a device for a track of this rate; `ringReady` follows as soon as there is one. */
  want(rate: number): void {
    this.#rate = rate;
    this.#released = false;
    this.#work();
    if (this.#command !== Command.run) this.#releaseLater();
  }

  /** Sound cards have come or gone: a device that could not be had is tried at once, also while nothing plays. */
  tryAgain(): void {
    if (this.#trouble === undefined) return;
    this.#released = false;
    this.#work();
    if (this.#command !== Command.run) this.#releaseLater();
  }

  /** `fadeIn`: how long a pause takes to come back, where that is longer than a click needs. */
  command(command: Command, fadeIn = milliseconds(0)): void {
    this.#command = command;
    if (command === Command.run) this.#share = 1;
    this.#storeGain(fadeIn);
    if (this.#words !== undefined) Atomics.store(this.#words, Word.command, command);
    clearTimeout(this.#releaseTimer);
    if (command === Command.run) {
      this.#released = false;
      this.#work();
    } else {
      this.#releaseLater();
    }
    this.kick();
  }

  /** A flush: what the ring holds is not played; what the worker pushes next is. */
  requestFlush(): void {
    if (this.#words === undefined) return;
    Atomics.store(this.#words, Word.rampMilliseconds, 0);
    Atomics.add(this.#words, Word.flushRequested, 1);
    this.kick();
  }

  /** Software gain, 0 to 1; 1 leaves samples untouched. */
  setGain(gain: number): void {
    this.#gain = gain;
    this.#storeGain(milliseconds(0));
    this.kick();
  }

  /** Goes down to silence over this long, from wherever it is; the volume stays what it is. Returns at once. */
  fadeOut(duration: Milliseconds): void {
    this.#share = 0;
    this.#storeGain(duration);
    this.kick();
  }

  /** Ends a fade: back to the volume without a click, at once while it plays and else when it plays again. */
  restoreGain(duration = milliseconds(0)): void {
    if (this.#command !== Command.run) return;
    this.#share = 1;
    this.#storeGain(duration);
    this.kick();
  }

  /** Nothing is heard, or soon nothing will be, whatever the volume. */
  get isFadedOut(): boolean {
    return this.#share === 0;
  }

  #storeGain(ramp: Milliseconds): void {
    const bits = new DataView(new ArrayBuffer(4));
    bits.setFloat32(0, this.#gain * this.#share);
    this.#gainBits = bits.getInt32(0);
    if (this.#words === undefined) return;
    Atomics.store(this.#words, Word.rampMilliseconds, ramp);
    Atomics.store(this.#words, Word.gain, this.#gainBits);
  }

  /** The worker decodes into the ring with this id, and into none before it any more. */
  ringTaken(id: number): void {
    this.#memory.taken(id);
  }

  kick(): void {
    this.#native.kick(this.#eventFd);
  }

  /** Opens the device for a moment, so that what it is can be told; failing is not an error. */
  async probe(rate: number): Promise<OutputTrouble | undefined> {
    this.want(rate);
    await this.#working;
    return this.#trouble;
  }

  /** Gives the device back to the system; the ring keeps what it holds. */
  async release(): Promise<void> {
    this.#released = true;
    await this.#working;
    if (this.#isWanted()) return; // again, meanwhile
    const pcm = this.#pcm;
    this.#pcm = undefined;
    this.#closing = pcm?.close();
    await this.#closing;
  }

  /** May be called twice. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#releaseTimer);
    await this.release();
  }

  #releaseLater(): void {
    clearTimeout(this.#releaseTimer);
    this.#releaseTimer = setTimeout(() => void this.release(), RELEASE_MILLISECONDS).unref();
  }

  /** The writer thread asks for real-time scheduling by itself; whether it got it is told once. */
  #reportScheduling(words: Int32Array): void {
    this.#schedulingTold = true;
    setTimeout(() => {
      if (Atomics.load(words, Word.realtime) === 0) {
        this.#log.info('real-time scheduling was refused: playing without it (rtprio in limits.conf(5) grants it)');
      }
    }, REPORT_MILLISECONDS).unref();
  }

  #work(): void {
    this.#rate ??= this.#ring?.rate;
    if (this.#working !== undefined || this.#due() === undefined) return;
    this.#working = this.#open().finally(() => {
      this.#working = undefined;
    });
  }

  #isWanted(): boolean {
    return !this.#closed && !this.#released && this.#rate !== undefined;
  }

  /** The rate for which a device has to be opened; undefined when all is as it is wanted. */
  #due(): number | undefined {
    const rate = this.#rate;
    if (!this.#isWanted() || rate === undefined) return undefined;
    const pcm = this.#lost ? undefined : this.#pcm;
    return pcm !== undefined && bestRate(rate, pcm.rates) === pcm.rate ? undefined : rate;
  }

  /** Opens and reopens until the device is at the wanted rate, or refuses. */
  async #open(): Promise<void> {
    clearTimeout(this.#retryTimer);
    for (let rate = this.#due(); rate !== undefined; rate = this.#due()) {
      const old = this.#pcm;
      this.#pcm = undefined;
      this.#lost = false;
      await this.#closing;
      await old?.close();
      try {
        const pcm = await this.#sink.open(rate);
        await this.#events.opened(pcm.card);
        this.#attach(pcm);
      } catch (error) {
        this.#refused(error, rate);
        return;
      }
    }
  }

  #attach(pcm: NativePcm): void {
    const { rate, format, rates } = pcm;
    this.#trouble = undefined;
    let isNew = false;
    let ring = this.#ring;
    // Rates that come or go with the card decide which tracks are resampled.
    if (ring?.rate !== rate || ring.format !== format || !isSameSet(ring.rates, rates)) {
      ring = this.#memory.create(rate, format, this.#eventFd, rates);
      isNew = true;
      this.#ring = ring;
      this.#words = ringWords(ring);
      Atomics.store(this.#words, Word.gain, this.#gainBits);
      Atomics.store(this.#words, Word.command, this.#command);
    }
    pcm.attach(Buffer.from(ring.memory), ring.eventFd, () => {
      this.#signalled(pcm);
    });
    this.#pcm = pcm;
    const formatName = SAMPLE_FORMAT_NAMES[format];
    const { name: device } = this.#sink;
    const { periodFrames: period, bufferFrames: buffer, card } = pcm;
    this.#negotiated = { device, card, rate, format: formatName, period, buffer };
    this.#log.info('output open', {
      device,
      rate,
      format: formatName,
      period,
      buffer,
      ...(rate === this.#rate ? {} : { resampled: `from ${this.#rate}: the device lacks this rate` }),
    });
    if (!this.#schedulingTold) this.#reportScheduling(ringWords(ring));
    this.#events.ringReady(ring, isNew);
  }

  #refused(error: unknown, rate: number): void {
    const known = error instanceof OutputUnavailable;
    const trouble = { code: known ? error.code : 'OUTPUT_FAILED', detail: (error as Error).message };
    if (this.#trouble?.detail !== trouble.detail) this.#log.warn('output not available', { ...trouble });
    this.#trouble = trouble;
    if (trouble.code === 'RATE_UNSUPPORTED') {
      this.#events.rateRefused(rate, trouble.detail);
      return;
    }
    if (this.#closed || this.#command !== Command.run) return;
    this.#retryTimer = setTimeout(() => {
      this.#work();
    }, RETRY_MILLISECONDS).unref();
  }

  /** The writer thread has news. */
  #signalled(pcm: NativePcm): void {
    if (pcm !== this.#pcm || this.#words === undefined) return;
    const state = Atomics.load(this.#words, Word.state);
    if (state === WriterState.drained) this.#events.drained();
    if (state !== WriterState.failed) return;
    this.#log.warn('output lost', { device: this.#sink.name, errno: Atomics.load(this.#words, Word.error) });
    this.#trouble = { code: 'OUTPUT_MISSING', detail: `${this.#sink.name}: lost while in use` };
    this.#lost = true;
    this.#work();
  }
}

function isSameSet(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
