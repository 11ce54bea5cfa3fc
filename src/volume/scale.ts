/**
 * A volume scale: the steps in which an output is made louder and quieter, and what they do. The classes behind it are
 * `HardwareScale`, `SoftwareScale`, `FixedScale` and `FallbackScale`. Thread: main.
 */

/** A level in the steps of a scale, and the range of them. */
export interface VolumeLevel {
  readonly volume: number;
  readonly min: number;
  readonly max: number;
}

export const VOLUME_MODES = ['hardware', 'software', 'fixed'] as const;

/** `fixed`: samples are not scaled, and the volume is set elsewhere, by an amplifier. */
export type VolumeMode = (typeof VOLUME_MODES)[number];

/**
 * Whether a scale controls its output.
 *
 *   unavailable ──activate──▶ active       `activate` that throws leads back to, or stays in, `unavailable`
 *   fallback                               has no transition: another scale is chosen when the mixer answers
 *
 * `unavailable`: its mixer has not been set, so the output may be at its loudest: samples are kept quiet (`limitGain`).
 * `fallback`: stands in for a mixer that did not answer when it was opened; never louder than `FALLBACK_DECIBELS`.
 */
export type ScaleState = 'unavailable' | 'fallback' | 'active';

export interface VolumeScale {
  readonly state: ScaleState;
  /** The mode that this scale implements; never `hardware` where there is no hardware mixer. */
  readonly mode: VolumeMode;
  /** For logs and people: "hardware mixer hw:0 Digital". */
  readonly name: string;
  /** Part of the key under which levels are stored (`levelKey`): the steps of one scale mean nothing on another. */
  readonly kind: string;
  /** Name of the output's hardware control, also where that is held at unity gain; undefined: it has none. */
  readonly control: string | undefined;
  /** @throws Unavailable when the card is gone */
  read(): VolumeLevel;
  /** Sets a level and unmutes. `volume` lies inside the range. @throws Unavailable */
  write(volume: number): void;
  /** Takes control of the output at a level: every other gain in its path is brought to unity. @throws Unavailable */
  activate(volume: number): void;
  /** The loudest step at or below a level in dB. */
  stepAtMost(decibels: number): number;
  /** Level of a step in dB; undefined where the control does not know. */
  decibels(step: number): number | undefined;
  /** The loudest step that adds no gain (0 dB). */
  readonly unityStep: number;
  /** Makes samples no louder than this, for a scale that could not be activated. Never throws. */
  limitGain(decibels: number): void;
  /** Whether the mixer that the scale needs answers; true where it needs none. Never throws. */
  isAnswering(): boolean;
  /**
   * Calls `moved` whenever another program, or a speaker by its own buttons, may have moved the mixer. Until `close`; once.
   * @throws Unavailable
   */
  watch(moved: () => void): void;
  /** Gain in dB that a held mixer adds to the level that is read; 0 for none. @throws Unavailable */
  excessGain(): number;
  /** Lowers the level to a step and a held mixer to unity gain; what is muted stays muted. @throws Unavailable */
  lowerTo(volume: number): void;
  /** Scales samples by a factor on top of the level; 1 leaves them alone. */
  attenuate(factor: number): void;
  /** May be called twice; the scale cannot be used afterwards. Levels stay as they are. */
  close(): void;
}

/** Sets the factor by which samples are scaled; 1 leaves them untouched. */
export type SetGain = (gain: number) => void;

/** The lowest step of software volume in dB; it is silence. */
export const SILENCE = -80;
/** Steps of software volume: whole dB. */
export const SOFTWARE_RANGE = { min: SILENCE, max: 0 } as const;

export const gainOf = (decibels: number): number => 10 ** (decibels / 20);
