/** The addon without a device: a ring producer that remembers, a mixer with registers, and a place for kicks. */
import type {
  Native,
  NativeCardList,
  NativeLine,
  NativeMixer,
  NativePcm,
  NativePcmLimits,
  NativePositionKeeper,
  NativeRingProducer,
  NativeSoundChain,
  SampleFormat,
} from '../../src/native.js';
import { STANDARD_RATES } from '../../src/output/rates.js';
import { Word } from '../../src/output/ring-layout.js';
import type { Stereo } from '../decode/formats/fixtures.js';
import { frameCount, type SampleRateHz } from '../../src/units.js';

/** Frames that the fake resampler keeps until more are fed. */
const HELD_BACK = 100;

/** What was pushed into one ring; `head` is moved as the real producer moves it. */
export class FakeRingProducer implements NativeRingProducer {
  readonly #words: Int32Array;
  readonly #left: number[] = [];
  readonly #right: number[] = [];

  constructor(ring: Buffer) {
    this.#words = new Int32Array(ring.buffer, ring.byteOffset, 64);
  }

  push(samples: Float32Array | Int32Array, left: number, right: number, frames: number): void {
    for (let i = 0; i < frames; i++) {
      this.#left.push(samples[left + i] ?? NaN);
      this.#right.push(samples[right + i] ?? NaN);
    }
    Atomics.add(this.#words, Word.head, frames);
  }

  /** The chain and dither are left to the real addon. */
  mix(
    frames: number,
    _chain: NativeSoundChain,
    _dither: boolean,
    line: NativeLine,
    from: number,
    to: number,
    second?: NativeLine,
    secondFrom = 1,
    secondTo = 1,
  ): void {
    const inputs = [{ frames: fakeOf(line).take(frames), from, to }];
    if (second !== undefined) inputs.push({ frames: fakeOf(second).take(frames), from: secondFrom, to: secondTo });
    for (let i = 0; i < frames; i++) {
      const sums = [0, 0];
      for (const input of inputs) {
        const gain = input.from + ((input.to - input.from) * i) / frames;
        for (const channel of [0, 1] as const)
          sums[channel] = (sums[channel] ?? 0) + gain * (input.frames[i]?.[channel] ?? NaN);
      }
      this.#left.push(sums[0] ?? NaN);
      this.#right.push(sums[1] ?? NaN);
    }
    Atomics.add(this.#words, Word.head, frames);
  }

  get pushed(): Stereo {
    return { left: Float32Array.from(this.#left), right: Float32Array.from(this.#right) };
  }
}

function fakeOf(line: NativeLine): FakeLine {
  if (!(line instanceof FakeLine)) throw new Error('a line of another addon');
  return line;
}

/** A line whose resampler repeats or leaves out frames, and holds the newest ones back. */
export class FakeLine implements NativeLine {
  #rates = { from: 1, to: 1 };
  #fed: (readonly [number, number])[] = [];
  #given = 0;
  #ready = 0;
  isClosed = true;

  open(from: number, to: number): void {
    this.close();
    this.#rates = { from, to };
    this.isClosed = false;
  }

  feed(samples: Float32Array | Int32Array, left: number, right: number, frames: number, gain: number): number {
    for (let i = 0; i < frames; i++) {
      this.#fed.push([(samples[left + i] ?? NaN) * gain, (samples[right + i] ?? NaN) * gain]);
    }
    return this.#come(this.#rates.from === this.#rates.to ? 0 : HELD_BACK);
  }

  finish(): number {
    return this.#come(0);
  }

  close(): void {
    this.#fed = [];
    this.#given = this.#ready = 0;
    this.isClosed = true;
  }

  take(frames: number): (readonly [number, number])[] {
    if (this.#given + frames > this.#ready) throw new Error('not so many frames wait');
    const { from, to } = this.#rates;
    const taken = Array.from({ length: frames }, (_, at) => {
      const frame = this.#fed[Math.min(Math.floor(((this.#given + at) * from) / to), this.#fed.length - 1)];
      return frame ?? ([NaN, NaN] as const);
    });
    this.#given += frames;
    return taken;
  }

  #come(heldBack: number): number {
    const { from, to } = this.#rates;
    this.#ready = Math.max(Math.floor((2 * this.#fed.length * to + from) / (2 * from)) - heldBack, this.#ready);
    return this.#ready - this.#given;
  }
}

export interface MixerRegisters {
  steps: number;
  muted: boolean;
  /** The card was unplugged: every call throws. */
  gone?: boolean;
}

export interface FakeMixerOptions {
  readonly minimum?: number;
  readonly maximum?: number;
  /** dB of a step; left out, the control knows none. */
  readonly decibels?: (steps: number) => number;
}

export class FakeMixer implements NativeMixer {
  readonly control = 'Digital';
  readonly minimum: number;
  readonly maximum: number;
  readonly writes: number[] = [];
  /** Where it goes when it is reported to go to a step; left out, there. */
  obeys: ((steps: number) => number) | undefined;
  #moved: (() => void) | undefined;
  readonly #registers: MixerRegisters;
  readonly #decibels: ((steps: number) => number) | undefined;

  constructor(registers: MixerRegisters, options: FakeMixerOptions = {}) {
    this.#registers = registers;
    this.minimum = options.minimum ?? 0;
    this.maximum = options.maximum ?? 207;
    this.#decibels = options.decibels;
  }

  read() {
    this.#mustBeThere();
    return { steps: this.#registers.steps, muted: this.#registers.muted };
  }

  write(steps: number): void {
    this.#mustBeThere();
    this.writes.push(steps);
    this.#registers.steps = this.obeys?.(steps) ?? steps;
    // As a card does: a little later, and only what is not where it was reported to be.
    if (this.#registers.steps !== steps) setImmediate(() => this.#moved?.());
  }

  mute(on: boolean): void {
    this.#mustBeThere();
    this.#registers.muted = on;
  }

  decibels(steps: number): number | undefined {
    return this.#decibels?.(steps);
  }

  watch(moved: () => void): void {
    this.#moved = moved;
  }

  /** Another program moves it. */
  move(steps: number): void {
    this.#registers.steps = steps;
    this.#moved?.();
  }

  close(): void {
    this.#registers.gone = true;
    this.#moved = undefined;
  }

  #mustBeThere(): void {
    if (this.#registers.gone === true) throw Object.assign(new Error('mixer: No such device'), { errno: 19 });
  }
}

/** A device that is open; the test plays the writer thread. */
export class FakePcm implements NativePcm {
  readonly periodFrames = frameCount(5512);
  readonly bufferFrames = frameCount(22_050);
  rates: readonly SampleRateHz[] = STANDARD_RATES;
  readonly card = 3;
  readonly format: SampleFormat;
  readonly rate: SampleRateHz;
  ring: Buffer | undefined;
  closed = 0;
  /** Holds `close` back until it resolves. */
  closing: Promise<void> = Promise.resolve();
  isClosed = false;
  #signal: (() => void) | undefined;

  constructor(rate: SampleRateHz, format: SampleFormat) {
    this.rate = rate;
    this.format = format;
  }

  attach(ring: Buffer, _eventFd: number, onSignal: () => void): void {
    this.ring = ring;
    this.#signal = onSignal;
  }

  async close(): Promise<void> {
    this.closed++;
    await this.closing;
    this.isClosed = true;
  }

  /** The writer thread reads the ring. */
  get isSounding(): boolean {
    return this.ring !== undefined && !this.isClosed;
  }

  /** The writer thread changes its state and says so. */
  signal(state: number, error = 0): void {
    if (this.ring === undefined) throw new Error('nothing is attached');
    const words = new Int32Array(this.ring.buffer, this.ring.byteOffset, 64);
    Atomics.store(words, Word.error, error);
    Atomics.store(words, Word.state, state);
    this.#signal?.();
  }
}

/** Keeps no place. */
class FakePositionKeeper implements NativePositionKeeper {
  follow(): void {
    return;
  }

  rest(): void {
    return;
  }

  close(): void {
    return;
  }
}

export class FakeNative implements Native {
  readonly PositionKeeper = FakePositionKeeper;
  readonly producers: FakeRingProducer[] = [];
  kicks = 0;
  /** What `openMixer` gives; undefined: there is none. */
  mixer: ((card: string, control: string) => NativeMixer) | undefined;

  /** What `listCards` tells. */
  cards: NativeCardList = { cards: [], standard: -1, isStandardOwn: false };
  listCards = () => Promise.resolve(this.cards);

  readonly openPcm = () => Promise.reject(new Error('the fake has no device'));
  readonly openSocket = () => Promise.reject(new Error('the fake has no network'));

  /** What `readPcmLimits` answers by PCM name; it rejects for others, as a device that is busy does. */
  readonly limits = new Map<string, NativePcmLimits>();
  /** The PCMs that were opened for that. */
  readonly asked: string[] = [];
  readonly readPcmLimits = async (device: string): Promise<NativePcmLimits> => {
    this.asked.push(device);
    const limits = this.limits.get(device);
    if (limits === undefined) throw Object.assign(new Error(`PCM ${device}: busy`), { errno: 16 });
    return limits;
  };

  /** What was set last; undefined: nothing, or it was cleared. */
  chain: { readonly rate: number; readonly values: readonly number[] } | undefined;

  get Line(): Native['Line'] {
    return FakeLine;
  }

  get SoundChain(): Native['SoundChain'] {
    const say = (chain: FakeNative['chain']) => {
      this.chain = chain;
    };
    return class {
      set(rate: number, values: Float64Array): void {
        say({ rate, values: [...values] });
      }
      clear(): void {
        say(undefined);
      }
    };
  }

  get RingProducer(): Native['RingProducer'] {
    const { producers } = this;
    return class extends FakeRingProducer {
      constructor(ring: Buffer) {
        super(ring);
        producers.push(this);
      }
    };
  }

  /** How often a mixer was opened. */
  looks = 0;
  /** Holds `openMixer` back until it resolves. */
  openingMixer: Promise<void> = Promise.resolve();
  readonly openMixer = async (card: string, control: string): Promise<NativeMixer> => {
    this.looks++;
    await this.openingMixer;
    if (this.mixer === undefined) throw new Error(`mixer ${card}: No such file or directory`);
    return this.mixer(card, control);
  };

  createEventFd(): number {
    return 42;
  }

  kick(): void {
    this.kicks++;
  }

  trimMemory(): void {
    throw new Error('no test asks for it');
  }

  syncFileSystem(): Promise<void> {
    throw new Error('no test asks for it');
  }

  sendServiceNotice(): number {
    throw new Error('no test asks for it');
  }
}
