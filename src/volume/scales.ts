/**
 * The ways to make an output louder and quieter: its hardware mixer's own steps, whole decibels of software gain, or not
 * at all. Thread: main.
 */
import { Unavailable } from '../errors.js';
import { firstStep } from './lower-bound.js';
import type { NamedMixer } from './mixers.js';
import type { NativeMixer } from '../native.js';

export interface OutputVolume {
  readonly volume: number;
  readonly min: number;
  readonly max: number;
}

/** `fixed`: samples go out as they are, and volume is somebody else's matter (an amplifier's). */
export type VolumeMode = 'hardware' | 'software' | 'fixed';

export interface VolumeScale {
  /** The way that is gone; where there is no hardware mixer, that is never `hardware`. */
  readonly mode: VolumeMode;
  /** What a person is told: "hardware mixer hw:0 Digital". */
  readonly name: string;
  /** Stands beside the output's key where levels are remembered: the steps of one scale mean nothing on another. */
  readonly kind: string;
  /** Name of the control of its own that the output has, also where that is kept at rest; undefined: it has none. */
  readonly control: string | undefined;
  /** @throws Unavailable when the card is gone */
  read(): OutputVolume;
  /** `volume` lies inside the range. @throws Unavailable */
  write(volume: number): void;
  /** The same, when this scale comes into force: whatever else makes the output louder or quieter is brought to rest. */
  enter(volume: number): void;
  /** It did: what it is made by stood at its level then. */
  readonly isInForce: boolean;
  /** The loudest step at or below a level in dB. */
  atMost(decibels: number): number;
  /** Of a step; undefined where the control does not know. */
  decibels(step: number): number | undefined;
  /** The loudest step that adds no gain. */
  readonly neutral: number;
  /** Where it did not come into force: samples are no louder than this until it does. Never throws. */
  quieten(decibels: number): void;
  /** Whether the mixer that it needs answers; so it does where it needs none. Never throws. */
  stands(): boolean;
  /**
   * Calls `moved` whenever something else may have moved what the volume is made by: another program, or a speaker by its
   * own buttons. Until `close`; once. @throws Unavailable
   */
  watch(moved: () => void): void;
  /** What something else adds to the level that is read, in dB; 0 for nothing. @throws Unavailable */
  added(): number;
  /** Brings the level down to a step, and what else adds to it to nothing; what is muted stays so. @throws Unavailable */
  lower(volume: number): void;
  /** Makes samples quieter by a factor, beside everything else; 1 leaves them alone. */
  attenuate(factor: number): void;
  /** May be called twice; the scale is of no use afterwards. What was set stays as it is. */
  close(): void;
}

export type SetGain = (gain: number) => void;

/** Where the control does not know its decibels, quiet enough for the first time is this share of its range. */
const FIRST_SHARE = 0.25;
/** The lowest step of software volume: silence. */
export const SILENCE = -80;

export class HardwareVolume implements VolumeScale {
  readonly mode = 'hardware';
  readonly name: string;
  readonly kind: string;
  readonly control: string;
  readonly #mixer: NativeMixer;
  readonly #setGain: SetGain;
  isInForce = false;
  #neutral: number | undefined;
  /** The step that was read or written last. */
  #steps: number | undefined;
  #moved: (() => void) | undefined;
  #factor = 1;

  constructor({ mixer, card }: NamedMixer, setGain: SetGain) {
    this.#mixer = mixer;
    this.#setGain = setGain;
    this.name = `hardware mixer ${card} ${mixer.control}`;
    this.kind = `hardware ${mixer.control}`;
    this.control = mixer.control;
  }

  read(): OutputVolume {
    const { minimum: min, maximum: max } = this.#mixer;
    const { steps } = ask(this.name, () => this.#mixer.read());
    // Whoever reads first takes the news from the mixer.
    if (this.#steps !== undefined && steps !== this.#steps) setImmediate(() => this.#moved?.());
    this.#steps = steps;
    return { volume: steps, min, max };
  }

  write(volume: number): void {
    ask(this.name, () => {
      setSteps(this.#mixer, volume);
    });
    this.#steps = volume;
  }

  enter(volume: number): void {
    this.isInForce = false;
    this.write(volume);
    this.#factor = 1;
    this.#setGain(1);
    this.isInForce = true;
  }

  atMost(decibels: number): number {
    const { minimum, maximum } = this.#mixer;
    if (this.#mixer.decibels(maximum) === undefined) return Math.floor(minimum + FIRST_SHARE * (maximum - minimum));
    return loudestUnder(this.#mixer, decibels) ?? minimum;
  }

  decibels(step: number): number | undefined {
    return this.#mixer.decibels(step);
  }

  get neutral(): number {
    this.#neutral ??= neutralStep(this.#mixer);
    return this.#neutral;
  }

  quieten(decibels: number): void {
    this.#setGain(10 ** (decibels / 20));
  }

  stands(): boolean {
    return isAnswering(() => this.read());
  }

  watch(moved: () => void): void {
    this.#moved = moved;
    ask(this.name, () => {
      this.#mixer.watch(() => this.#moved?.());
    });
  }

  added(): number {
    return 0;
  }

  lower(volume: number): void {
    ask(this.name, () => {
      this.#mixer.write(volume);
    });
    this.#steps = volume;
  }

  attenuate(factor: number): void {
    if (factor === this.#factor) return;
    this.#factor = factor;
    this.#setGain(factor);
  }

  close(): void {
    this.#moved = undefined;
    this.#mixer.close();
  }
}

export class SoftwareVolume implements VolumeScale {
  readonly mode = 'software';
  readonly name: string;
  readonly kind = 'software';
  readonly control: string | undefined;
  readonly neutral = 0;
  readonly #setGain: SetGain;
  readonly #held: NamedMixer | undefined;
  isInForce = false;
  #decibels = 0;
  #factor = 1;

  /** @param held a hardware mixer that is kept where it adds no gain and takes nothing away */
  constructor(setGain: SetGain, held?: NamedMixer) {
    this.#setGain = setGain;
    this.#held = held;
    this.control = held?.mixer.control;
    this.name = held === undefined ? 'software volume' : `software volume before mixer ${held.card}`;
  }

  read(): OutputVolume {
    return { volume: this.#decibels, min: SILENCE, max: 0 };
  }

  /** The lowest step is silence. */
  write(volume: number): void {
    this.#decibels = volume;
    this.#setGain(this.#factor * (volume <= SILENCE ? 0 : 10 ** (volume / 20)));
  }

  enter(volume: number): void {
    this.isInForce = false;
    this.#factor = 1;
    this.write(volume);
    if (this.#held !== undefined) hold(this.name, this.#held.mixer);
    this.isInForce = true;
  }

  atMost(decibels: number): number {
    return Math.floor(decibels);
  }

  decibels(step: number): number {
    return step <= SILENCE ? -Infinity : step;
  }

  quieten(decibels: number): void {
    this.write(Math.min(this.#decibels, Math.floor(decibels)));
  }

  stands(): boolean {
    const held = this.#held?.mixer;
    return held === undefined || isAnswering(() => held.read());
  }

  watch(moved: () => void): void {
    const held = this.#held;
    if (held === undefined) return;
    ask(this.name, () => {
      held.mixer.watch(moved);
    });
  }

  /** What is held may be turned down by others, but not up. */
  added(): number {
    const held = this.#held?.mixer;
    if (held === undefined) return 0;
    const { steps } = ask(this.name, () => held.read());
    const neutral = neutralStep(held);
    return steps <= neutral ? 0 : (held.decibels(steps) ?? 0) - (held.decibels(neutral) ?? 0);
  }

  lower(volume: number): void {
    if (this.#decibels > volume) this.write(volume);
    const held = this.#held?.mixer;
    if (held !== undefined && this.added() > 0) {
      ask(this.name, () => {
        held.write(neutralStep(held));
      });
    }
  }

  attenuate(factor: number): void {
    if (factor === this.#factor) return;
    this.#factor = factor;
    this.write(this.#decibels);
  }

  close(): void {
    this.#held?.mixer.close();
  }
}

/** No louder than this while nobody knows where the mixer behind it stands. */
export const MAKESHIFT_DECIBELS = -30;

/** In the place of a mixer that did not answer in time and may stand at its loudest: quiet, and it never comes into force. */
export class MakeshiftVolume extends SoftwareVolume {
  override readonly name = 'software volume instead of a mixer that does not answer';

  override write(volume: number): void {
    super.write(Math.min(volume, MAKESHIFT_DECIBELS));
  }

  /** @throws Unavailable always */
  override enter(volume: number): void {
    this.write(volume);
    throw new Unavailable('MIXER_UNAVAILABLE', 'the mixer of the output does not answer');
  }
}

export class FixedVolume implements VolumeScale {
  readonly mode = 'fixed';
  readonly name = 'fixed volume';
  readonly kind = 'fixed';
  readonly control: string | undefined;
  readonly neutral = 0;
  readonly #setGain: SetGain;
  readonly #held: NamedMixer | undefined;
  isInForce = false;

  constructor(setGain: SetGain, held?: NamedMixer) {
    this.#setGain = setGain;
    this.#held = held;
    this.control = held?.mixer.control;
  }

  /** A client's slider stands at its top. */
  read(): OutputVolume {
    return { volume: 0, min: SILENCE, max: 0 };
  }

  write(): void {
    return;
  }

  enter(): void {
    this.isInForce = false;
    this.#setGain(1);
    if (this.#held !== undefined) hold(this.name, this.#held.mixer);
    this.isInForce = true;
  }

  atMost(): number {
    return 0;
  }

  decibels(): number {
    return 0;
  }

  quieten(decibels: number): void {
    this.#setGain(10 ** (decibels / 20));
  }

  stands(): boolean {
    const held = this.#held?.mixer;
    return held === undefined || isAnswering(() => held.read());
  }

  /** Nothing holds it back: that is what was asked for. */
  watch(): void {
    return;
  }

  added(): number {
    return 0;
  }

  lower(): void {
    return;
  }

  attenuate(): void {
    return;
  }

  close(): void {
    this.#held?.mixer.close();
  }
}

/** @throws Unavailable */
function ask<Result>(name: string, call: () => Result): Result {
  try {
    return call();
  } catch (cause) {
    throw new Unavailable('MIXER_UNAVAILABLE', `${name} does not answer`, { cause });
  }
}

function isAnswering(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

function setSteps(mixer: NativeMixer, steps: number): void {
  mixer.write(steps);
  if (mixer.read().muted) mixer.mute(false);
}

function hold(name: string, mixer: NativeMixer): void {
  ask(name, () => {
    setSteps(mixer, neutralStep(mixer));
  });
}

/** 0 dB or the next below; the top where the control knows no decibels, or has none at or below 0. */
function neutralStep(mixer: NativeMixer): number {
  return loudestUnder(mixer, 0) ?? mixer.maximum;
}

/**
 * The loudest step at or below a level in dB, which rise with the steps; undefined where there is none, or the control does
 * not know.
 */
function loudestUnder(mixer: NativeMixer, decibels: number): number | undefined {
  const { minimum, maximum } = mixer;
  const over = firstStep(minimum, maximum + 1, (step) => (mixer.decibels(step) ?? Infinity) > decibels);
  return over > minimum ? over - 1 : undefined;
}
