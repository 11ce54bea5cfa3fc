/** By what the volume of an output is made: its own control, the samples, or nothing, which is as loud as it can be. */
export const VOLUME_MODES = ['hardware', 'software', 'fixed'] as const;

export type VolumeMode = (typeof VOLUME_MODES)[number];

/** Of the output that plays. */
export interface VolumeModes {
  /** @throws Unavailable before an output was opened */
  mode(): VolumeMode;
  /** @throws Conflict CONFIRMATION_NEEDED and others, StateNotSaved */
  setMode(mode: VolumeMode, options: { readonly confirmed: boolean }): Promise<void>;
}
