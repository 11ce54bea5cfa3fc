/** What is stored of the volume of an output, and under which key. */
import type { VolumeScale } from './scale.js';

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
