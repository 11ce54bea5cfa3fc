/**
 * The volume of the output, in its own native steps: the hardware mixer's where the card has one, else whole decibels
 * of software gain. Thread: main.
 */
import { Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import type { Native, NativeMixer } from './native.js';

export interface OutputVolume {
  readonly volume: number;
  readonly min: number;
  readonly max: number;
}

/** One way to make it louder and quieter. */
export interface VolumeScale {
  /** What a person is told: "hardware mixer hw:0 Digital". */
  readonly name: string;
  /** @throws Unavailable when the card is gone */
  read(): OutputVolume;
  /** `volume` lies inside the range. @throws Unavailable */
  write(volume: number): void;
  /** The loudest step at or below a level in dB. */
  atMost(decibels: number): number;
  /** May be called twice; the scale is of no use afterwards. */
  close(): void;
}

/** Quiet enough for an output that was never heard before. */
const FIRST_DECIBELS = -30;
/** Where the control does not know its decibels, this share of its range. */
const FIRST_SHARE = 0.25;

export class HardwareVolume implements VolumeScale {
  readonly name: string;
  readonly #mixer: NativeMixer;

  constructor(mixer: NativeMixer, card: string) {
    this.#mixer = mixer;
    this.name = `hardware mixer ${card} ${mixer.control}`;
  }

  read(): OutputVolume {
    const { minimum: min, maximum: max } = this.#mixer;
    return { volume: this.#ask(() => this.#mixer.read().steps), min, max };
  }

  write(volume: number): void {
    this.#ask(() => {
      this.#mixer.write(volume);
      if (this.#mixer.read().muted) this.#mixer.mute(false);
    });
  }

  atMost(decibels: number): number {
    const { minimum, maximum } = this.#mixer;
    for (let step = maximum; step > minimum; step--) {
      const level = this.#mixer.decibels(step);
      if (level === undefined) return Math.floor(minimum + FIRST_SHARE * (maximum - minimum));
      if (level <= decibels) return step;
    }
    return minimum;
  }

  close(): void {
    this.#mixer.close();
  }

  #ask<Result>(call: () => Result): Result {
    try {
      return call();
    } catch (cause) {
      throw new Unavailable('MIXER_UNAVAILABLE', `${this.name} does not answer`, { cause });
    }
  }
}

export class SoftwareVolume implements VolumeScale {
  readonly name = 'software volume';
  readonly #setGain: (gain: number) => void;
  #decibels = 0;

  constructor(setGain: (gain: number) => void) {
    this.#setGain = setGain;
  }

  read(): OutputVolume {
    return { volume: this.#decibels, min: -80, max: 0 };
  }

  /** The lowest step is silence. */
  write(volume: number): void {
    this.#decibels = volume;
    this.#setGain(volume <= -80 ? 0 : 10 ** (volume / 20));
  }

  atMost(decibels: number): number {
    return Math.floor(decibels);
  }

  /** Another scale has the say: samples are untouched from now on. */
  close(): void {
    this.#setGain(1);
  }
}

export interface MixerChoice {
  /** Named by hand. */
  readonly mixer: { readonly card: string; readonly control: string } | undefined;
  /** ALSA card behind the open output, or -1. */
  readonly card: number;
  /** The output's PCM name: a plugin may have a control of the same name. */
  readonly device: string;
}

/** The best scale that there is for an output. */
export function chooseScale(
  native: Native,
  choice: MixerChoice,
  setGain: (gain: number) => void,
  log: Log,
): VolumeScale {
  const { mixer, card, device } = choice;
  const name = mixer?.card ?? (card >= 0 ? `hw:${card}` : device);
  try {
    return new HardwareVolume(new native.Mixer(name, mixer?.control ?? ''), name);
  } catch (error) {
    if (mixer !== undefined) log.warn('the mixer that was named is not there, using software volume', { error });
    return new SoftwareVolume(setGain);
  }
}

/** Remembered levels, by output. */
export interface VolumeMemory {
  load(output: string): Promise<number | undefined>;
  /** Resolves when it is durable. */
  save(output: string, volume: number): Promise<void>;
  /** The loudest step that a person allows there; undefined for the output's own maximum. */
  loadLimit(output: string): Promise<number | undefined>;
  /** Resolves when it is durable. */
  saveLimit(output: string, highest: number | undefined): Promise<void>;
}

export interface VolumeParts {
  /** The best scale for the output on this ALSA card, or on none that is known (-1). */
  readonly choose: (card: number) => VolumeScale;
  /** Name of the output. */
  readonly output: string;
  readonly memory: VolumeMemory;
  readonly log: Log;
}

export class Volume {
  readonly #parts: VolumeParts;
  readonly #listeners = new Set<() => void>();
  #scale: VolumeScale | undefined;
  #card: number | undefined;
  /** The loudest step that a person allows; undefined for the scale's own maximum. */
  #limit: number | undefined;

  constructor(parts: VolumeParts) {
    this.#parts = parts;
  }

  /** @throws Unavailable before the first `follow` */
  get scale(): VolumeScale {
    if (this.#scale === undefined) throw new Unavailable('MIXER_UNAVAILABLE', 'no output was tried yet');
    return this.#scale;
  }

  /**
   * The output was opened on this card and nothing was played on it yet. On the same card a scale that answers keeps the
   * say; otherwise (a DAC that was away or is another one) it is chosen anew and its level restored. Never rejects.
   */
  async follow(card: number): Promise<void> {
    if (card === this.#card && this.#scale !== undefined && isAnswering(this.#scale)) return;
    this.#card = card;
    const chosen = this.#parts.choose(card);
    if (chosen instanceof SoftwareVolume && this.#scale instanceof SoftwareVolume) return;
    this.#scale?.close();
    this.#scale = chosen;
    try {
      await this.#restore(chosen);
    } catch (error) {
      this.#parts.log.warn('volume not restored', { scale: chosen.name, error });
    }
    this.#announce();
  }

  /** Before the first frame: the level of the last time, or a quiet one for an output that is new. */
  async #restore(scale: VolumeScale): Promise<void> {
    const { volume, min, max } = scale.read();
    const remembered = await this.#parts.memory.load(this.#keyOf(scale));
    this.#limit = await this.#parts.memory.loadLimit(this.#keyOf(scale));
    const first = scale.atMost(FIRST_DECIBELS);
    const level = Math.min(Math.max(remembered ?? Math.min(volume, first), min), this.#highest(max));
    scale.write(level); // also where it stands there already: it may be muted
    if (remembered === undefined) await this.#parts.memory.save(this.#keyOf(scale), level);
  }

  read(): OutputVolume {
    return this.scale.read();
  }

  /** Moves by whole steps inside the range; resolves when the new level is in force and durable. */
  async adjust(steps: number): Promise<void> {
    await this.set(this.scale.read().volume + steps);
  }

  /** Goes to a step, brought inside the range; resolves when it is in force and durable. */
  async set(step: number): Promise<void> {
    const { scale } = this;
    const { min, max } = scale.read();
    const level = Math.max(Math.min(step, this.#highest(max)), min);
    scale.write(level);
    this.#announce();
    await this.#parts.memory.save(this.#keyOf(scale), level);
  }

  /** The loudest step that is allowed on this output. */
  limit(): number {
    return this.#highest(this.scale.read().max);
  }

  /** Brought inside the range; what is louder is turned down at once. Resolves when it is in force and durable. */
  async setLimit(step: number): Promise<void> {
    const { scale } = this;
    const { volume, min, max } = scale.read();
    const highest = Math.max(Math.min(step, max), min);
    this.#limit = highest === max ? undefined : highest;
    // Together: a refusal of one must not leave that of the other unheard.
    await Promise.all([
      this.#parts.memory.saveLimit(this.#keyOf(scale), this.#limit),
      volume > highest ? this.set(highest) : undefined,
    ]);
  }

  /** What is allowed at most was changed where it is kept: what is louder is turned down. Never rejects. */
  async reloadLimit(): Promise<void> {
    if (this.#scale === undefined) return;
    try {
      this.#limit = await this.#parts.memory.loadLimit(this.#keyOf(this.#scale));
      const { volume, max } = this.#scale.read();
      if (volume > this.#highest(max)) await this.set(this.#highest(max));
      else this.#announce();
    } catch (error) {
      this.#parts.log.warn('volume limit not in force', { error });
    }
  }

  #highest(max: number): number {
    return Math.min(this.#limit ?? max, max);
  }

  /** Calls `listener` after each change made here; returns what ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }

  #keyOf(scale: VolumeScale): string {
    return `${this.#parts.output}, ${scale.name}`;
  }
}

function isAnswering(scale: VolumeScale): boolean {
  try {
    scale.read();
    return true;
  } catch {
    return false;
  }
}
