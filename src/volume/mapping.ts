/**
 * What a step of a volume control is to the ear, where the control knows its decibels: the place on a slider, and how to
 * keep a loudness when another control takes over.
 *
 * Source of the slider: a person hears the cube root of the amplitude about evenly, so a place is 10^(dB/60), as PulseAudio's
 * sliders (pa_sw_volume_from_dB, https://www.freedesktop.org/wiki/Software/PulseAudio/Documentation/Developer/WritingVolumeControlUIs)
 * and alsamixer's (alsa-utils, volume_mapping.c) have it; as the latter, a control of little range is even in dB.
 */
import { firstStep } from './lower-bound.js';
import type { OutputVolume } from './scales.js';

/** What is needed of a scale. */
export interface SteppedLevel {
  read(): OutputVolume;
  decibels(step: number): number | undefined;
  readonly neutral: number;
}

/** A control whose range is no longer than this, in dB, is even in dB. */
const SHORT_RANGE = 24;
/** A tenth of the place for each so many dB. */
const DECADE = 60;
/** ALSA's lowest step may be silence, which it tells as -99999.99 dB. */
const SILENT = -999;
/** Where a control does not know its decibels it is taken for one of this range, for keeping a loudness. */
const ASSUMED_RANGE = 60;

export function isSilent(decibels: number | undefined): boolean {
  return decibels !== undefined && decibels <= SILENT;
}

/** The place of a step on a slider from 0 to 100, not rounded. */
export function percentOf(scale: SteppedLevel, step: number): number {
  const { min, max } = scale.read();
  return max <= min ? 100 : 100 * shareOf(scale, step, min, max);
}

/** The step whose place is nearest. */
export function stepAt(scale: SteppedLevel, percent: number): number {
  const { min, max } = scale.read();
  const wanted = percent / 100;
  const share = (step: number): number => shareOf(scale, step, min, max);
  const above = firstStep(min, max, (step) => share(step) >= wanted);
  return above > min && wanted - share(above - 1) < share(above) - wanted ? above - 1 : above;
}

function shareOf(scale: SteppedLevel, step: number, min: number, max: number): number {
  const [level, lowest, highest] = [scale.decibels(step), scale.decibels(min), scale.decibels(max)];
  if (level === undefined || lowest === undefined || highest === undefined || highest <= lowest) {
    return (step - min) / (max - min);
  }
  if (highest - lowest <= SHORT_RANGE) return (level - lowest) / (highest - lowest);
  const place = (decibels: number): number => (isSilent(decibels) ? 0 : 10 ** ((decibels - highest) / DECADE));
  return (place(level) - place(lowest)) / (1 - place(lowest));
}

/** How much quieter than the sound as it is a step makes it, in dB; more than 0 where it adds gain. */
export function loudnessOf(scale: SteppedLevel, step: number): number {
  const level = scale.decibels(step);
  const neutral = scale.decibels(scale.neutral);
  if (level !== undefined && neutral !== undefined) return level - neutral;
  const { min, max } = scale.read();
  return max <= min ? 0 : -ASSUMED_RANGE * (1 - (step - min) / (max - min));
}

/** The loudest step that is no louder than that; the lowest where all are. */
export function stepUnder(scale: SteppedLevel, loudness: number): number {
  const { min, max } = scale.read();
  // A hair: dB are told in hundredths.
  const over = firstStep(min, max + 1, (step) => step > max || loudnessOf(scale, step) > loudness + 0.005);
  return Math.max(over - 1, min);
}
