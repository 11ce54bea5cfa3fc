/** Levels, limits and modes that are stored for each output: the interface that the room uses, and the keys. */
import type { VolumeMode, VolumeScale } from './scale.js';

/** In the steps of a scale. */
export interface StoredVolume {
  /** Undefined: the output was never used with this scale, or its mixer does not answer. */
  readonly level: number | undefined;
  /** The loudest step that a person allows; undefined for the scale's own maximum. */
  readonly limit: number | undefined;
}

/** Key of a level and a limit: the steps of one scale mean nothing on another. @param key of the output */
export function levelKey(key: string, { kind }: Pick<VolumeScale, 'kind'>): string {
  return `${key}, ${kind}`;
}

/**
 * Levels and limits are stored by `levelKey`, modes by the output's key. While the store cannot be read everything is
 * undefined. Saving resolves when it is durable, and rejects when it is not.
 */
export interface VolumeMemory {
  load(levelKey: string): Promise<number | undefined>;
  save(levelKey: string, volume: number): Promise<void>;
  /** The loudest step that a person allows; undefined for the output's own maximum. */
  loadLimit(levelKey: string): Promise<number | undefined>;
  saveLimit(levelKey: string, highest: number | undefined): Promise<void>;
  /** Undefined: nobody has chosen a mode. */
  loadMode(key: string): Promise<VolumeMode | undefined>;
  /** The mode whose level and limit are still to be transferred to the present one. */
  loadFormerMode(key: string): Promise<VolumeMode | undefined>;
  /** @param former mode whose level and limit are to be transferred when the output is there; undefined: none */
  saveMode(key: string, mode: VolumeMode, former?: VolumeMode): Promise<void>;
  /** Names of the hardware controls for which a level or limit of an output is stored. */
  controls(key: string): Promise<readonly string[]>;
  /** Moves what is stored under a former key to another. Never rejects. */
  adopt(former: string, levelKey: string): Promise<void>;
}
