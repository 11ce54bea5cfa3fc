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
import { Listeners } from '../listeners.js';
import type { Native, NativePcm } from '../native.js';
import { milliseconds, sampleRateHz, type Milliseconds, type SampleRateHz } from '../units.js';
import { DeviceLoss } from './device-loss.js';
import { logOpen, negotiatedOf, reportScheduling, type Negotiated } from './negotiated.js';
import { nextState, type OutputState } from './output-state.js';
import { bestRate } from './rates.js';
import { RingControl } from './ring-control.js';
import { RingMemory } from './ring-memory.js';
import { Command, ringWords, Word, WriterState, type RingHandle } from './ring-layout.js';
import { OutputUnavailable, type SinkTarget } from './sinks/sink.js';

/** Why nothing can be played: the output is gone or busy, and is tried again. */
export interface OutputTrouble {
  readonly code: string;
  readonly detail: string;
}

export interface OutputDeps {
  readonly native: Native;
  /** The output that is played to at first. */
  readonly target: SinkTarget;
  /**
   * A device of this output, on this ALSA card (or -1), is open, while another may still play: resolves when its volume
   * is known, to what puts it in force. That is called when nothing sounds any more, and before this device plays.
   */
  readonly opened: (target: SinkTarget, card: number) => Promise<() => void>;
  readonly clock?: PlaybackClock | undefined;
  readonly log: Log;
}

/** What the output reports to the pipeline. */
export interface OutputEvents {
  /** A device plays from `ring`; `isNew`: what an earlier ring held is gone. */
  ringReady(ring: RingHandle, isNew: boolean): void;
  /** Everything up to the end of the stream was played. */
  drained(): void;
  /** The device failed while it was in use, and cannot be opened again: it was unplugged. It is looked for from now on. */
  lost(): void;
  /** There is a device again; `isSoon`: so soon that what it played goes on by itself. */
  back(isSoon: boolean): void;
  /** The device has no rate at all that is known here; it is not tried again by itself. */
  rateRefused(rate: SampleRateHz, reason: string): void;
}

const RELEASE = milliseconds(60_000);
/** Rate, or the best that a device has for it, at which one is opened before any track is known. */
const FIRST_RATE = sampleRateHz(44_100);

export class Output {
  /** Gain, fades and flushes. */
  readonly control: RingControl;
  readonly #eventFd: number;
  readonly #memory = new RingMemory();
  readonly #clock: PlaybackClock;
  readonly #loss: DeviceLoss;
  #events: OutputEvents | undefined;
  #target: SinkTarget;
  /** Counts the requests for another output. */
  #switches = 0;
  #pcm: NativePcm | undefined;
  #ring: RingHandle | undefined;
  /** Rate of the track that is to be played; the device may be open at another that serves it. */
  #rate: SampleRateHz | undefined;
  #trouble: OutputTrouble | undefined;
  #working: Promise<void> | undefined;
  /** A device that was released is still being closed. */
  #closing: Promise<void> | undefined;
  #state: OutputState = 'released';
  /** `returnsWithin` of the device that is open: when it is lost its target may not know it any more. */
  #returnsWithin: Milliseconds | undefined;
  /** PCM name of the device that was opened last; undefined where it is no PCM of ALSA. */
  #device: string | undefined;
  #negotiated: Negotiated | undefined;
  readonly #openings = new Listeners();
  #isSchedulingReported = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #releaseTimer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: OutputDeps) {
    const { native, target, clock = REAL_TIME } = deps;
    this.#clock = clock;
    this.#loss = new DeviceLoss(clock);
    this.#target = target;
    this.#eventFd = native.createEventFd();
    this.control = new RingControl(() => native.kick(this.#eventFd));
  }

  /** Events go there from now on. */
  connect(events: OutputEvents): void {
    this.#events = events;
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
    return this.#openings.add(listener);
  }

  /** Undefined while all is well, or while nothing was tried. */
  get trouble(): OutputTrouble | undefined {
    return this.#trouble;
  }

  /** Wants a device for a track of this rate; `ringReady` follows as soon as there is one. */
  want(rate: SampleRateHz): void {
    this.#rate = rate;
    this.#want();
  }

  /**
   * Goes on at another output, from the frame that is played, or rests there if it rests. The new device is open before the
   * old one falls silent, so that what is lost is the time of two short fades; where the old one may keep it busy (one sound
   * card may have two names) that is closed first. Resolves when the device is open and at its volume. Of several requests the last
   * one counts.
   * @throws OutputUnavailable when it cannot be opened: the old one goes on
   * @throws Conflict SUPERSEDED when another output was requested before this one was tried
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

  /** Makes a change that must not be played at once: the device, where one is open, is closed for so long. */
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
    this.control.command(command, fadeIn);
    clearTimeout(this.#releaseTimer);
    if (command === Command.run) this.#want();
    else this.#releaseIfIdle();
    this.deps.native.kick(this.#eventFd);
  }

  /** The worker decodes into the ring with this id, and into none before it any more. */
  ringTaken(id: number): void {
    this.#memory.taken(id);
  }

  /** Opens the device for a moment, so that what it is can be shown; failing is not an error. */
  async probe(rate = FIRST_RATE): Promise<OutputTrouble | undefined> {
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

  /** As `release`, where something else is played to from now on: a device that was lost is not looked for any more. */
  async rest(): Promise<void> {
    this.#loss.end();
    clearTimeout(this.#retryTimer);
    this.#trouble = undefined;
    await this.release();
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
    if (this.control.isRunning) return;
    clearTimeout(this.#releaseTimer);
    this.#releaseTimer = this.#clock.setTimeout(() => void this.release(), RELEASE).unref();
  }

  #work(): void {
    this.#rate ??= this.#ring?.rate;
    if (this.#working !== undefined || this.#due() === undefined) return;
    this.#working = this.#open().finally(() => (this.#working = undefined));
  }

  /** Waits until nobody else does anything to devices, and keeps others from it; afterwards all is as it is wanted. */
  async #alone(act: () => Promise<void>): Promise<void> {
    while (this.#working !== undefined) await this.#working;
    clearTimeout(this.#retryTimer);
    const acting = act();
    this.#working = acting
      .catch(() => undefined) // the caller gets it
      .then(() => this.#open())
      .finally(() => (this.#working = undefined));
    await acting;
  }

  async #exchange(target: SinkTarget): Promise<void> {
    const rate = this.#rate ?? this.#ring?.rate ?? FIRST_RATE;
    await this.#closing;
    const pcm = await this.#openSecond(target, rate);
    const putVolumeInForce = await this.deps.opened(target, pcm.card);
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

  /** While the old device plays, if that can be. An output that is no PCM is not kept busy by one. */
  async #openSecond({ sink }: SinkTarget, rate: SampleRateHz): Promise<NativePcm> {
    try {
      return await sink.open(rate);
    } catch (error) {
      const isBusy = error instanceof OutputUnavailable && error.code === 'OUTPUT_BUSY';
      const isPcm = sink.device !== undefined && this.#device !== undefined;
      if (!isBusy || !isPcm || this.#pcm === undefined) throw error;
      await this.#closeDevice();
      return await sink.open(rate);
    }
  }

  #isWanted(): boolean {
    return this.#state !== 'closed' && this.#state !== 'released' && this.#rate !== undefined;
  }

  /** The rate for which a device has to be opened; undefined when all is as it is wanted. */
  #due(): SampleRateHz | undefined {
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
        const putVolumeInForce = await this.deps.opened(target, pcm.card);
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
    this.#device = target.sink.device;
    let isNew = false;
    let ring = this.#ring;
    // Rates that come or go with the card decide which tracks are resampled.
    if (ring?.rate !== rate || ring.format !== format || !isSameSet(ring.rates, rates)) {
      ring = this.#memory.create(rate, format, this.#eventFd, rates);
      isNew = true;
      this.#ring = ring;
      this.control.follow(ring);
    }
    pcm.attach(Buffer.from(ring.memory), ring.eventFd, () => this.#signalled(pcm));
    this.#pcm = pcm;
    this.#negotiated = negotiatedOf(target.sink.name, pcm);
    this.#openings.call();
    logOpen(this.deps.log, this.#negotiated, this.#rate);
    if (!this.#isSchedulingReported) reportScheduling(this.deps.log, ring);
    this.#isSchedulingReported = true;
    const isSoon = this.#loss.end();
    this.#events?.ringReady(ring, isNew);
    if (isSoon === undefined) return;
    this.#releaseIfIdle();
    this.#events?.back(isSoon);
  }

  #refused(error: unknown, rate: SampleRateHz): void {
    const known = error instanceof OutputUnavailable;
    const trouble = { code: known ? error.code : 'OUTPUT_FAILED', detail: (error as Error).message };
    if (this.#trouble?.detail !== trouble.detail) this.deps.log.warn('output not available', { ...trouble });
    this.#trouble = trouble;
    if (trouble.code === 'RATE_UNSUPPORTED') {
      this.#events?.rateRefused(rate, trouble.detail);
      return;
    }
    if (this.#state === 'closed') return;
    const isFirst = this.#loss.report();
    const isUrgent = this.control.isRunning;
    if (isUrgent || this.#loss.isReported()) {
      this.#retryTimer = this.#clock.setTimeout(() => this.#work(), this.#loss.pause(isUrgent)).unref();
    }
    if (isFirst) this.#events?.lost();
  }

  #writerState(): number | undefined {
    return this.#ring && Atomics.load(ringWords(this.#ring), Word.state);
  }

  /** The writer thread reports that the stream was played to its end, or that the device failed. */
  #signalled(pcm: NativePcm): void {
    if (pcm !== this.#pcm || this.#ring === undefined) return;
    const state = this.#writerState();
    if (state === WriterState.drained) this.#events?.drained();
    if (state !== WriterState.failed) return;
    const { name } = this.#target.sink;
    this.deps.log.warn('output lost', { device: name, errno: Atomics.load(ringWords(this.#ring), Word.error) });
    this.#trouble = { code: 'OUTPUT_MISSING', detail: `${name}: lost while in use` };
    this.#state = nextState(this.#state, 'failed');
    this.#loss.began(this.#returnsWithin);
    this.#work();
  }
}

function isSameSet(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
