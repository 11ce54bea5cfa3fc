/** By what the volume of an output is made: its own control, the samples, or nothing, which is as loud as it can be. */
import type { RestingOutput, VolumeFacts } from '../volume/inactive-volumes.js';

export const VOLUME_MODES = ['hardware', 'software', 'fixed'] as const;

export type VolumeMode = (typeof VOLUME_MODES)[number];

export type { VolumeFacts };

/** Of the output that plays. */
export interface VolumeModes {
  /** @throws Unavailable before an output was opened, or while its mixer does not answer */
  facts(): VolumeFacts;
  /** @throws Conflict CONFIRMATION_NEEDED and others, StateNotSaved */
  setMode(mode: VolumeMode, options: { readonly confirmed: boolean }): Promise<void>;
  /** The loudest step that is allowed, brought inside the range. @throws Conflict VOLUME_FIXED, Unavailable, StateNotSaved */
  setLimit(step: number): Promise<void>;
  /** What is remembered of it was changed elsewhere. Never rejects. */
  reloadLimit(): Promise<void>;
}

/** Of the outputs that do not play now. */
export interface VolumesAtRest {
  /** Never rejects. */
  read(output: RestingOutput): Promise<VolumeFacts>;
  /** @throws Conflict CONFIRMATION_NEEDED and others, StateNotSaved */
  setMode(output: RestingOutput, mode: VolumeMode, confirmed: boolean): Promise<void>;
  /** @throws InvalidInput, Conflict VOLUME_FIXED, Unavailable OUTPUT_MISSING, StateNotSaved */
  setLimit(output: RestingOutput, step: number | undefined): Promise<void>;
  /** Cards have come or gone. */
  forget(): void;
}
