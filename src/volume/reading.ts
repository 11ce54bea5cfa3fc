/** A level as it is told to people. Thread: main. */
import { isSilent, percentOf } from './mapping.js';
import type { OutputVolume, VolumeScale } from './scales.js';

/** A level, and what it is to people. */
export interface VolumeReading extends OutputVolume {
  /** Place on a slider that is even to the ear (volume-mapping.ts), 0 to 100 in tenths. */
  readonly percent: number;
  /** Missing where the control does not know, and in silence. */
  readonly decibels?: number;
  /** The loudest step that a person allows; missing where that is the output's own maximum. */
  readonly limit?: number;
  /** Its place on the slider. */
  readonly limitPercent?: number;
}

/** @param highest the loudest step that is allowed @throws Unavailable when the mixer does not answer */
export function readingOf(scale: VolumeScale, range: OutputVolume, highest: number): VolumeReading {
  const decibels = scale.decibels(range.volume);
  return {
    ...range,
    percent: placeOf(scale, range.volume),
    ...(decibels === undefined || isSilent(decibels) ? {} : { decibels }),
    ...(highest < range.max ? { limit: highest, limitPercent: placeOf(scale, highest) } : {}),
  };
}

/** In tenths of a percent. */
function placeOf(scale: VolumeScale, step: number): number {
  return Math.round(10 * percentOf(scale, step)) / 10;
}
