/** Hardware volume: the steps of the output's own mixer; samples are not scaled. Thread: main. */
import type { NativeMixer } from '../native.js';
import { askMixer, loudestStep, setStep, unityStepOf } from './mixer-steps.js';
import type { NamedMixer } from './mixers.js';
import { gainOf, type SetGain, type VolumeLevel, type VolumeScale } from './scale.js';

/** First level of a control that does not know its decibels, as a share of its range. */
const FIRST_SHARE = 0.25;

export class HardwareScale implements VolumeScale {
  readonly mode = 'hardware';
  readonly name: string;
  readonly kind: string;
  readonly control: string;
  readonly #mixer: NativeMixer;
  readonly #setGain: SetGain;
  state: 'unavailable' | 'active' = 'unavailable';
  #unityStep: number | undefined;
  /** The step that was read or written last. */
  #step: number | undefined;
  #moved: (() => void) | undefined;
  #factor = 1;

  constructor({ mixer, card }: NamedMixer, setGain: SetGain) {
    this.#mixer = mixer;
    this.#setGain = setGain;
    this.name = `hardware mixer ${card} ${mixer.control}`;
    this.kind = hardwareKind(mixer.control);
    this.control = mixer.control;
  }

  read(): VolumeLevel {
    const { minimum: min, maximum: max } = this.#mixer;
    const { steps } = askMixer(this.name, () => this.#mixer.read());
    // Reading takes the event from the mixer: its watcher would not be called for this change any more.
    if (this.#step !== undefined && steps !== this.#step) setImmediate(() => this.#moved?.());
    this.#step = steps;
    return { volume: steps, min, max };
  }

  write(volume: number): void {
    askMixer(this.name, () => setStep(this.#mixer, volume));
    this.#step = volume;
  }

  activate(volume: number): void {
    this.state = 'unavailable';
    this.write(volume);
    this.#factor = 1;
    this.#setGain(1);
    this.state = 'active';
  }

  stepAtMost(decibels: number): number {
    const { minimum, maximum } = this.#mixer;
    if (this.#mixer.decibels(maximum) === undefined) return Math.floor(minimum + FIRST_SHARE * (maximum - minimum));
    return loudestStep(this.#mixer, decibels) ?? minimum;
  }

  decibels(step: number): number | undefined {
    return this.#mixer.decibels(step);
  }

  get unityStep(): number {
    this.#unityStep ??= unityStepOf(this.#mixer);
    return this.#unityStep;
  }

  limitGain(decibels: number): void {
    this.#setGain(gainOf(decibels));
  }

  isAnswering(): boolean {
    try {
      this.read();
      return true;
    } catch {
      return false;
    }
  }

  watch(moved: () => void): void {
    this.#moved = moved;
    askMixer(this.name, () => this.#mixer.watch(() => this.#moved?.()));
  }

  excessGain(): number {
    return 0;
  }

  lowerTo(volume: number): void {
    askMixer(this.name, () => this.#mixer.write(volume));
    this.#step = volume;
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

/** `VolumeScale.kind` of a mixer's control. */
export const hardwareKind = (control: string): string => `hardware ${control}`;
