/**
 * Volume by scaling samples, in whole decibels; not at all (`FixedScale`); and quietly for now, in place of a mixer that
 * does not answer (`FallbackScale`). A hardware mixer in the path is held at unity gain. Thread: main.
 */
import { Unavailable } from '../errors.js';
import { askMixer, setStep, unityStepOf } from './mixer-steps.js';
import type { NamedMixer } from './mixers.js';
import * as scales from './scale.js';

export class SoftwareScale implements scales.VolumeScale {
  readonly mode: scales.VolumeMode = 'software';
  readonly name: string;
  readonly kind: string = 'software';
  readonly control: string | undefined;
  readonly unityStep = 0;
  readonly #setGain: scales.SetGain;
  readonly #held: NamedMixer['mixer'] | undefined;
  state: scales.ScaleState = 'unavailable';
  #decibels = 0;
  #factor = 1;

  /** @param held hardware mixer that is kept at unity gain */
  constructor(setGain: scales.SetGain, held?: NamedMixer) {
    this.#setGain = setGain;
    this.#held = held?.mixer;
    this.control = held?.mixer.control;
    this.name = held === undefined ? 'software volume' : `software volume before mixer ${held.card}`;
  }

  read(): scales.VolumeLevel {
    return { volume: this.#decibels, ...scales.SOFTWARE_RANGE };
  }

  write(volume: number): void {
    this.#decibels = volume;
    this.#setGain(this.#factor * (volume <= scales.SILENCE ? 0 : scales.gainOf(volume)));
  }

  activate(volume: number): void {
    this.state = 'unavailable';
    this.#factor = 1;
    this.write(volume);
    const held = this.#held;
    if (held !== undefined) {
      askMixer(this.name, () => setStep(held, unityStepOf(held)));
    }
    this.state = 'active';
  }

  stepAtMost(decibels: number): number {
    return Math.floor(decibels);
  }

  decibels(step: number): number {
    return step <= scales.SILENCE ? -Infinity : step;
  }

  limitGain(decibels: number): void {
    this.write(Math.min(this.#decibels, Math.floor(decibels)));
  }

  isAnswering(): boolean {
    try {
      this.#held?.read();
      return true;
    } catch {
      return false;
    }
  }

  watch(moved: () => void): void {
    askMixer(this.name, () => this.#held?.watch(moved));
  }

  /** Others may turn the held mixer down, but not up. */
  excessGain(): number {
    const held = this.#held;
    if (held === undefined) return 0;
    const { steps } = askMixer(this.name, () => held.read());
    const unity = unityStepOf(held);
    return steps <= unity ? 0 : (held.decibels(steps) ?? 0) - (held.decibels(unity) ?? 0);
  }

  lowerTo(volume: number): void {
    if (this.#decibels > volume) this.write(volume);
    const held = this.#held;
    if (held !== undefined && this.excessGain() > 0) {
      askMixer(this.name, () => held.write(unityStepOf(held)));
    }
  }

  attenuate(factor: number): void {
    if (factor === this.#factor) return;
    this.#factor = factor;
    this.write(this.#decibels);
  }

  close(): void {
    this.#held?.close();
  }
}

/** Samples are never scaled once it is active; a client's slider is at its top. */
export class FixedScale extends SoftwareScale {
  override readonly mode = 'fixed';
  override readonly name = 'fixed volume';
  override readonly kind = 'fixed';

  /** Before it is active, level and gain are those of `limitGain`. */
  override read(): scales.VolumeLevel {
    return { volume: 0, ...scales.SOFTWARE_RANGE };
  }

  override decibels(): number {
    return 0;
  }

  override stepAtMost(): number {
    return 0;
  }

  override activate(): void {
    super.activate(0);
  }

  /** Nothing watches a volume that is as loud as it can be by choice. */
  override watch(): void {
    return;
  }

  override excessGain(): number {
    return 0;
  }

  override lowerTo(): void {
    return;
  }

  override attenuate(): void {
    return;
  }
}

/** Loudest level in dB while it is unknown at which level the mixer behind the output is. */
export const FALLBACK_DECIBELS = -30;

export class FallbackScale extends SoftwareScale {
  override readonly name = 'software volume instead of a mixer that does not answer';
  override readonly state = 'fallback';

  override write(volume: number): void {
    super.write(Math.min(volume, FALLBACK_DECIBELS));
  }

  /** @throws Unavailable always */
  override activate(volume: number): void {
    this.write(volume);
    throw new Unavailable('MIXER_UNAVAILABLE', 'the mixer of the output does not answer');
  }
}
