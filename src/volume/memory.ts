/** What is remembered of the volume of outputs: how it is asked for here, and kept elsewhere. */
import type { VolumeMode } from './scales.js';

/**
 * An output is named by its key and the kind of its scale (`levelName`); `mode`s by the key alone. Nothing is known while
 * it cannot be read. Saving resolves when it is durable, and rejects when it is not.
 */
export interface VolumeMemory {
  load(output: string): Promise<number | undefined>;
  save(output: string, volume: number): Promise<void>;
  /** The loudest step that a person allows there; undefined for the output's own maximum. */
  loadLimit(output: string): Promise<number | undefined>;
  saveLimit(output: string, highest: number | undefined): Promise<void>;
  loadMode(key: string): Promise<VolumeMode | undefined>;
  /** The mode whose level and limit are still to be carried over to the present one. */
  loadFormerMode(key: string): Promise<VolumeMode | undefined>;
  /** @param former what is to be carried over when the output is there; nothing is when it is left out */
  saveMode(key: string, mode: VolumeMode, former?: VolumeMode): Promise<void>;
  /** What was remembered under a former name is remembered under another from now on. Never rejects. */
  adopt(former: string, output: string): Promise<void>;
}
