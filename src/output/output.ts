/**
 * The output: keeps a device open behind a ring at the rate that is wanted (`OutputState`), opens it again when it was lost
 * or busy, releases it after a minute of silence, and switches to another one, whose device is open before the old one
 * falls silent. Thread: main.
 *
 * A ring outlives its device as long as rate and sample format stay: frames that were decoded and not played are played by
 * the next device. One call at a time works on devices (`#working`).
 */
import { Conflict } from '../errors.js';
import type { Log } from '../log.js';
import { REAL_TIME, type PlaybackClock } from '../playback-clock.js';
import { milliseconds, type Milliseconds } from '../units.js';
import { DeviceLoss } from './device-loss.js';
import type { Native, NativePcm } from '../native.js';
import { logOpen, negotiatedOf, reportScheduling, type Negotiated } from './negotiated.js';
import type { OutputEvents, OutputTrouble } from './output-events.js';
import { nextState, type OutputState } from './output-state.js';
import { bestRate } from './rates.js';
import { RingControl } from './ring-control.js';
import { RingMemory } from './ring-memory.js';
import { Command, ringWords, Word, WriterState, type RingHandle } from './ring-layout.js';
import { OutputUnavailable, type SinkTarget } from './sinks/sink.js';

export type { OutputEvents, OutputTrouble };

const RELEASE_MILLISECONDS = 60_000;
/** A device that is changed to before any track is known is opened at this rate, or the best it has for it. */
const FIRST_RATE = 44_100;

export class Output {
  readonly #native: Native;
  readonly #log: Log;
  readonly #events: OutputEvents;
  readonly #eventFd: number;
  readonly #memory = new RingMemory();
  readonly #control = new RingControl(() => this.kick());
  readonly #clock: PlaybackClock;
  readonly #loss: DeviceLoss;
  #target: SinkTarget;
  /** Counts the wishes for another output. */
  #switches = 0;
  #pcm: NativePcm | undefined;
  #ring: RingHandle | undefined;
  #words: Int32Array | undefined;
  /** Rate of the track that is to be played; the device may be open at another that serves it. */
  #rate: number | undefined;
  #trouble: OutputTrouble | undefined;
  #working: Promise<void> | undefined;
  /** A device that was released is still being closed. */
  #closing: Promise<void> | undefined;
  #state: OutputState = 'released';
  /** `returnsWithin` of the device that is open: when it is lost its target may not know it any more. */
  #returnsWithin: Milliseconds | undefined;
  #negotiated: Negotiated | undefined;
  readonly #openingListeners = new Set<() => void>();
  #schedulingTold = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #releaseTimer: NodeJS.Timeout | undefined;

  constructor(native: Native, target: SinkTarget, log: Log, events: OutputEvents, clock = REAL_TIME) {
    this.#clock = clock;
    this.#loss = new DeviceLoss(() => clock.now());
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

  /** What the device that was opened last gave, which may have been released since; undefined before the first. */
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
    this.#want();
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
      if (number !== this.#switches || this.#state === 'closed') {
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
    if (!this.#loss.isReported()) return undefined;
    this.tryAgain();
    await this.#working;
    return this.#loss.isReported() ? this.#trouble : undefined;
  }

  /** Sound cards have come or gone: a device that could not be had is tried at once, also while nothing plays. */
  tryAgain(): void {
    if (this.#trouble !== undefined) this.#want();
  }

  #want(): void {
    const isUsable = this.#pcm !== undefined && this.#writerState() !== WriterState.failed;
    this.#state = nextState(this.#state, isUsable ? 'keep' : 'want');
    this.#work();
    this.#releaseIfIdle();
  }

  /** @param fadeIn how long a resume takes to reach the volume, where that is longer than a click needs */
  command(command: Command, fadeIn = milliseconds(0)): void {
    this.#control.command(command, fadeIn);
    clearTimeout(this.#releaseTimer);
    if (command === Command.run) this.#want();
    else this.#releaseIfIdle();
    this.kick();
  }

  /** A flush: frames in the ring are dropped; what the worker pushes next is played. */
  requestFlush(): void {
    this.#control.requestFlush();
  }

  /** Software gain, 0 to 1; 1 leaves samples untouched. */
  setGain(gain: number): void {
    this.#control.setGain(gain);
  }

  /** Fades to silence from the present gain; the volume stays what it is. Returns at once. */
  fadeOut(duration: Milliseconds): void {
    this.#control.fadeOut(duration);
  }

  /** Ends a fade: back to the volume without a click, at once while it plays and else when it plays again. */
  restoreGain(duration = milliseconds(0)): void {
    this.#control.restoreGain(duration);
  }

  /** Silent, or soon to be, whatever the volume. */
  get isFadedOut(): boolean {
    return this.#control.isFadedOut;
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
    if (!this.#loss.isReported()) this.#state = nextState(this.#state, 'release'); // a lost device is looked for
    await this.#working;
    if (this.#isWanted()) return; // again, meanwhile
    this.#closing = this.#closeDevice();
    await this.#closing;
  }

  async #closeDevice(): Promise<void> {
    const pcm = this.#pcm;
    this.#pcm = undefined;
    this.#state = nextState(this.#state, 'deviceClosed');
    await pcm?.close();
  }

  /** May be called twice. */
  async close(): Promise<void> {
    this.#state = nextState(this.#state, 'close');
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#releaseTimer);
    await this.release();
  }

  #releaseIfIdle(): void {
    if (this.#control.isRunning) return;
    clearTimeout(this.#releaseTimer);
    this.#releaseTimer = this.#clock.setTimeout(() => void this.release(), RELEASE_MILLISECONDS).unref();
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
    if (this.#state === 'closed') {
      await pcm.close();
      throw new Conflict('SUPERSEDED', 'The daemon ends.');
    }
    putVolumeInForce();
    this.#state = nextState(this.#state, 'want');
    this.#rate ??= rate;
    this.#attach(pcm, target);
    this.#releaseIfIdle();
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
    return this.#state !== 'closed' && this.#state !== 'released' && this.#rate !== undefined;
  }

  /** The rate for which a device has to be opened; undefined when all is as it is wanted. */
  #due(): number | undefined {
    const rate = this.#rate;
    if (!this.#isWanted() || rate === undefined) return undefined;
    const pcm = this.#state === 'open' ? this.#pcm : undefined;
    return pcm !== undefined && bestRate(rate, pcm.rates) === pcm.rate ? undefined : rate;
  }

  /** Opens and reopens until the device is at the wanted rate, or refuses. */
  async #open(): Promise<void> {
    clearTimeout(this.#retryTimer);
    for (let rate = this.#due(); rate !== undefined; rate = this.#due()) {
      const target = this.#target;
      await this.#closing;
      await this.#closeDevice();
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
    this.#state = nextState(this.#state, 'opened');
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
      this.#control.follow(ring);
    }
    pcm.attach(Buffer.from(ring.memory), ring.eventFd, () => {
      this.#signalled(pcm);
    });
    this.#pcm = pcm;
    this.#negotiated = negotiatedOf(target.sink.name, pcm);
    for (const listener of [...this.#openingListeners]) listener();
    logOpen(this.#log, this.#negotiated, this.#rate);
    if (!this.#schedulingTold) reportScheduling(this.#log, ring);
    this.#schedulingTold = true;
    const isSoon = this.#loss.end();
    this.#events.ringReady(ring, isNew);
    if (isSoon === undefined) return;
    this.#releaseIfIdle();
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
    if (this.#state === 'closed') return;
    const isNews = this.#loss.report();
    const isUrgent = this.#control.isRunning;
    if (isUrgent || this.#loss.isReported()) {
      this.#retryTimer = this.#clock
        .setTimeout(() => {
          this.#work();
        }, this.#loss.pause(isUrgent))
        .unref();
    }
    if (isNews) this.#events.lost();
  }

  #writerState(): number | undefined {
    return this.#words && Atomics.load(this.#words, Word.state);
  }

  /** The writer thread reports that the stream was played to its end, or that the device failed. */
  #signalled(pcm: NativePcm): void {
    if (pcm !== this.#pcm || this.#words === undefined) return;
    const state = this.#writerState();
    if (state === WriterState.drained) this.#events.drained();
    if (state !== WriterState.failed) return;
    const { name } = this.#target.sink;
    this.#log.warn('output lost', { device: name, errno: Atomics.load(this.#words, Word.error) });
    this.#trouble = { code: 'OUTPUT_MISSING', detail: `${name}: lost while in use` };
    this.#state = nextState(this.#state, 'failed');
    this.#loss.began(this.#returnsWithin);
    this.#work();
  }
}

function isSameSet(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
