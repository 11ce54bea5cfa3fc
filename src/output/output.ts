/**
 * The output: keeps a device open behind a ring at the rate that is wanted, opens it again when it was lost or busy,
 * lets it go when nothing sounds for a minute, and changes over to another one. Thread: main.
 *
 *   closed ──want──▶ opening ──▶ open ──release (a minute of silence)──▶ closed
 *                     │  ▲        │  ▲
 *                     ▼  └─retry──┤  └── switchTo: the other device is open before this one falls silent
 *                   waiting       └─ device lost
 *
 * A ring outlives its device as long as rate and sample format stay: what was decoded and not heard is then played.
 * What is done to devices is done by one call at a time (`#working`).
 */
import { Conflict } from '../errors.js';
import type { Log } from '../log.js';
import { REAL_TIME, type PlaybackClock } from '../playback-clock.js';
import { milliseconds, type Milliseconds } from '../units.js';
import { DeviceLoss } from './device-loss.js';
import { SAMPLE_FORMAT_NAMES, type Native, type NativePcm } from '../native.js';
import { OutputLevel } from './output-level.js';
import { bestRate } from './rates.js';
import { RingMemory } from './ring-memory.js';
import { Command, ringWords, Word, WriterState, type RingHandle } from './ring-layout.js';
import { OutputUnavailable, type SinkTarget } from './sinks/sink.js';

const RELEASE_MILLISECONDS = 60_000;
const REPORT_MILLISECONDS = 500;
/** A device that is changed to before any track is known is opened at this rate, or the best it has for it. */
const FIRST_RATE = 44_100;

export interface OutputTrouble {
  readonly code: string;
  readonly detail: string;
}

export interface OutputEvents {
  /**
   * A device of this output, on this ALSA card (or -1), is open, while another may still play: resolves when its volume
   * is known, to what puts it in force. That is called when nothing sounds any more, and before this device plays.
   */
  opened(target: SinkTarget, card: number): Promise<() => void>;
  /** A device plays from `ring`; `isNew`: what an earlier ring held is gone. */
  ringReady(ring: RingHandle, isNew: boolean): void;
  /** Everything up to the end of the stream was heard. */
  drained(): void;
  /** The device failed while it was in use, and cannot be opened again: it was unplugged. It is looked for from now on. */
  lost(): void;
  /** There is a device again; `isSoon`: so soon that what it played goes on by itself. */
  back(isSoon: boolean): void;
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
  readonly #log: Log;
  readonly #events: OutputEvents;
  readonly #eventFd: number;
  readonly #memory = new RingMemory();
  readonly #level = new OutputLevel();
  readonly #clock: PlaybackClock;
  readonly #absence: DeviceLoss;
  #target: SinkTarget;
  /** Counts the wishes for another output. */
  #switches = 0;
  #pcm: NativePcm | undefined;
  #ring: RingHandle | undefined;
  #words: Int32Array | undefined;
  /** Of the track that is to be heard; the device may be open at another that serves it. */
  #rate: number | undefined;
  #command: Command = Command.stop;
  #trouble: OutputTrouble | undefined;
  #working: Promise<void> | undefined;
  /** A device that was released is still being closed. */
  #closing: Promise<void> | undefined;
  #lost = false;
  /** Of the device that is open: when it is lost nobody may know of it any more. */
  #returnsWithin: Milliseconds | undefined;
  #closed = false;
  /** The device was given back after a rest; the rate that is wanted stays known. */
  #released = false;
  #negotiated: Negotiated | undefined;
  readonly #openingListeners = new Set<() => void>();
  #schedulingTold = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #releaseTimer: NodeJS.Timeout | undefined;

  constructor(native: Native, target: SinkTarget, log: Log, events: OutputEvents, clock = REAL_TIME) {
    this.#clock = clock;
    this.#absence = new DeviceLoss(() => clock.now());
    this.#native = native;
    this.#target = target;
    this.#log = log;
    this.#events = events;
    this.#eventFd = native.createEventFd();
  }

  /** The output that is played to. */
  get target(): SinkTarget {
    return this.#target;
  }

  get ring(): RingHandle | undefined {
    return this.#ring;
  }

  /** Of the device that was opened last, which may have been given back since; undefined before the first. */
  get negotiated(): Negotiated | undefined {
    return this.#negotiated;
  }

  /** @param listener called when `negotiated` is another one; must not throw @returns what ends that */
  subscribe(listener: () => void): () => void {
    this.#openingListeners.add(listener);
    return () => this.#openingListeners.delete(listener);
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

  /**
   * Goes on at another output, from the frame that is heard. Its device is open before the old one falls silent, so that
   * what is lost is the time of two short fades; where the old one keeps it busy (one card may have two names) that is
   * closed first. Resolves when the device is open and at its volume. Of several wishes the last one counts.
   * @throws OutputUnavailable when it cannot be opened: the old one goes on
   * @throws Conflict SUPERSEDED when another output was wished for before this one was tried
   */
  async switchTo(target: SinkTarget): Promise<void> {
    const number = ++this.#switches;
    await this.#alone(async () => {
      if (number !== this.#switches || this.#closed) {
        throw new Conflict('SUPERSEDED', 'Another output was chosen meanwhile.');
      }
      await this.#exchange(target);
    });
  }

  /** Makes a change that must not be heard at once: the device, where one is open, is closed for so long. */
  async whileSilent(change: () => Promise<void>): Promise<void> {
    await this.#alone(async () => {
      await this.#closing;
      await this.#closeDevice();
      await change();
    });
  }

  /** Looks for a device that was lost. Resolves to the trouble with it; to undefined when it is there or was not lost. */
  async look(): Promise<OutputTrouble | undefined> {
    if (!this.#absence.isTold()) return undefined;
    this.tryAgain();
    await this.#working;
    return this.#absence.isTold() ? this.#trouble : undefined;
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
    if (command === Command.run) this.#level.share(1);
    this.#level.store(fadeIn);
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
    this.#level.set(gain);
    this.kick();
  }

  /** Goes down to silence over this long, from wherever it is; the volume stays what it is. Returns at once. */
  fadeOut(duration: Milliseconds): void {
    this.#level.share(0);
    this.#level.store(duration);
    this.kick();
  }

  /** Ends a fade: back to the volume without a click, at once while it plays and else when it plays again. */
  restoreGain(duration = milliseconds(0)): void {
    if (this.#command !== Command.run) return;
    this.#level.share(1);
    this.#level.store(duration);
    this.kick();
  }

  /** Nothing is heard, or soon nothing will be, whatever the volume. */
  get isFadedOut(): boolean {
    return this.#level.isFadedOut;
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
    if (!this.#absence.isTold()) this.#released = true; // what is away is looked for, and has no device
    await this.#working;
    if (this.#isWanted()) return; // again, meanwhile
    this.#closing = this.#closeDevice();
    await this.#closing;
  }

  async #closeDevice(): Promise<void> {
    const pcm = this.#pcm;
    this.#pcm = undefined;
    await pcm?.close();
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
    this.#releaseTimer = this.#clock.setTimeout(() => void this.release(), RELEASE_MILLISECONDS).unref();
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

  /** Waits until nobody else does anything to devices, and keeps others from it; afterwards all is as it is wanted. */
  async #alone(act: () => Promise<void>): Promise<void> {
    while (this.#working !== undefined) await this.#working;
    clearTimeout(this.#retryTimer);
    const acting = act();
    this.#working = acting
      .catch(() => undefined) // told to the caller
      .then(() => this.#open())
      .finally(() => {
        this.#working = undefined;
      });
    await acting;
  }

  async #exchange(target: SinkTarget): Promise<void> {
    const rate = this.#rate ?? this.#ring?.rate ?? FIRST_RATE;
    await this.#closing;
    const pcm = await this.#openBeside(target, rate);
    const putVolumeInForce = await this.#events.opened(target, pcm.card);
    await this.#closeDevice();
    if (this.#closed) {
      await pcm.close();
      throw new Conflict('SUPERSEDED', 'The daemon ends.');
    }
    putVolumeInForce();
    this.#lost = this.#released = false;
    this.#rate ??= rate;
    this.#attach(pcm, target);
    if (this.#command !== Command.run) this.#releaseLater();
  }

  /** While the old device plays, if that can be. */
  async #openBeside({ sink }: SinkTarget, rate: number): Promise<NativePcm> {
    try {
      return await sink.open(rate);
    } catch (error) {
      const isBusy = error instanceof OutputUnavailable && error.code === 'OUTPUT_BUSY';
      if (!isBusy || this.#pcm === undefined) throw error;
      await this.#closeDevice();
      return await sink.open(rate);
    }
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
      const target = this.#target;
      await this.#closing;
      await this.#closeDevice();
      this.#lost = false;
      try {
        const pcm = await target.sink.open(rate);
        const putVolumeInForce = await this.#events.opened(target, pcm.card);
        putVolumeInForce();
        this.#attach(pcm, target);
      } catch (error) {
        this.#refused(error, rate);
        return;
      }
    }
  }

  #attach(pcm: NativePcm, target: SinkTarget): void {
    const { rate, format, rates } = pcm;
    this.#trouble = undefined;
    this.#target = target;
    this.#returnsWithin = target.returnsWithin;
    let isNew = false;
    let ring = this.#ring;
    // Rates that come or go with the card decide which tracks are resampled.
    if (ring?.rate !== rate || ring.format !== format || !isSameSet(ring.rates, rates)) {
      ring = this.#memory.create(rate, format, this.#eventFd, rates);
      isNew = true;
      this.#ring = ring;
      this.#words = ringWords(ring);
      this.#level.follow(ring);
      Atomics.store(this.#words, Word.command, this.#command);
    }
    pcm.attach(Buffer.from(ring.memory), ring.eventFd, () => {
      this.#signalled(pcm);
    });
    this.#pcm = pcm;
    const formatName = SAMPLE_FORMAT_NAMES[format];
    const { name: device } = target.sink;
    const { periodFrames: period, bufferFrames: buffer, card } = pcm;
    this.#negotiated = { device, card, rate, format: formatName, period, buffer };
    for (const listener of [...this.#openingListeners]) listener();
    this.#log.info('output open', {
      device,
      rate,
      format: formatName,
      period,
      buffer,
      ...(rate === this.#rate ? {} : { resampled: `from ${this.#rate}: the device lacks this rate` }),
    });
    if (!this.#schedulingTold) this.#reportScheduling(ringWords(ring));
    const isSoon = this.#absence.end();
    this.#events.ringReady(ring, isNew);
    if (isSoon === undefined) return;
    if (this.#command !== Command.run) this.#releaseLater();
    this.#events.back(isSoon);
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
    if (this.#closed) return;
    const isNews = this.#absence.tell();
    const isUrgent = this.#command === Command.run;
    if (isUrgent || this.#absence.isTold()) {
      this.#retryTimer = this.#clock
        .setTimeout(() => {
          this.#work();
        }, this.#absence.pause(isUrgent))
        .unref();
    }
    if (isNews) this.#events.lost();
  }

  /** The writer thread has news. */
  #signalled(pcm: NativePcm): void {
    if (pcm !== this.#pcm || this.#words === undefined) return;
    const state = Atomics.load(this.#words, Word.state);
    if (state === WriterState.drained) this.#events.drained();
    if (state !== WriterState.failed) return;
    const { name } = this.#target.sink;
    this.#log.warn('output lost', { device: name, errno: Atomics.load(this.#words, Word.error) });
    this.#trouble = { code: 'OUTPUT_MISSING', detail: `${name}: lost while in use` };
    this.#lost = true;
    this.#absence.began(this.#returnsWithin);
    this.#work();
  }
}

function isSameSet(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
