/**
 * Steps of a scale as perceived loudness: the percent of a volume slider, and the step that keeps a loudness when another
 * scale takes over. Thread: main.
 *
 * The slider is cubic: perceived loudness follows the cube root of the amplitude, so a fraction of the slider is
 * 10^(dB/60), as in PulseAudio (pa_sw_volume_from_dB,
 * https://www.freedesktop.org/wiki/Software/PulseAudio/Documentation/Developer/WritingVolumeControlUIs) and alsamixer
 * (alsa-utils, volume_mapping.c); as in alsamixer, a control of little range is linear in dB.
 */
import type { VolumeLevel, VolumeScale } from './scale.js';

/** What a scale says of its steps. */
export type SteppedLevel = Pick<VolumeScale, 'read' | 'decibels' | 'unityStep'>;

/** A level, and how it is shown to people. */
export interface VolumeReading extends VolumeLevel {
  /** Percent of a slider that is even to the ear, in tenths. */
  readonly percent?: number;
  /** Missing where the control does not know, and in silence. */
  readonly decibels?: number;
  /** The loudest step that a person allows; missing where that is the output's own maximum. */
  readonly limit?: number;
  /** Percent of the slider for `limit`. */
  readonly limitPercent?: number;
}

/** A control whose range is no longer than this, in dB, is linear in dB. */
const SHORT_RANGE = 24;
/** The slider's fraction falls to a tenth over so many dB. */
const DECADE = 60;
/** ALSA's lowest step may be silence, which alsa-lib gives as -99999.99 dB. */
const SILENT = -999;
/** Range in dB that a control is taken to have where it does not know its decibels, for keeping a loudness. */
const ASSUMED_RANGE = 60;
/** Tolerance in dB when levels are compared: controls give hundredths. */
const TOLERANCE = 0.005;

/** @param highest the loudest step that is allowed @throws Unavailable when the mixer does not answer */
export function readingOf(scale: VolumeScale, level: VolumeLevel, highest: number): VolumeReading {
  const decibels = scale.decibels(level.volume);
  const inTenths = (step: number): number => Math.round(10 * percentOf(scale, step)) / 10;
  return {
    ...level,
    percent: inTenths(level.volume),
    ...(decibels === undefined || decibels <= SILENT ? {} : { decibels }),
    ...(highest < level.max ? { limit: highest, limitPercent: inTenths(highest) } : {}),
  };
}

/** Percent of the slider for a step, not rounded. */
export function percentOf(scale: SteppedLevel, step: number): number {
  const { min, max } = scale.read();
  return max <= min ? 100 : 100 * fractionOf(scale, step, min, max);
}

/** The step that is nearest to a percentage of the slider. */
export function stepAt(scale: SteppedLevel, percent: number): number {
  const { min, max } = scale.read();
  const wanted = percent / 100;
  const fraction = (step: number): number => fractionOf(scale, step, min, max);
  const above = lowerBound(min, max, (step) => fraction(step) >= wanted);
  return above > min && wanted - fraction(above - 1) < fraction(above) - wanted ? above - 1 : above;
}

function fractionOf(scale: SteppedLevel, step: number, min: number, max: number): number {
  const [level, lowest, highest] = [scale.decibels(step), scale.decibels(min), scale.decibels(max)];
  if (level === undefined || lowest === undefined || highest === undefined || highest <= lowest) {
    return (step - min) / (max - min);
  }
  if (highest - lowest <= SHORT_RANGE) return (level - lowest) / (highest - lowest);
  const cubic = (decibels: number): number => (decibels <= SILENT ? 0 : 10 ** ((decibels - highest) / DECADE));
  return (cubic(level) - cubic(lowest)) / (1 - cubic(lowest));
}

/** Gain of a step in dB, relative to unscaled sound: below 0 where it is quieter. */
export function loudnessOf(scale: SteppedLevel, step: number): number {
  const level = scale.decibels(step);
  const unity = scale.decibels(scale.unityStep);
  if (level !== undefined && unity !== undefined) return level - unity;
  const { min, max } = scale.read();
  return max <= min ? 0 : -ASSUMED_RANGE * (1 - (step - min) / (max - min));
}

/** The loudest step that is no louder than a gain in dB (`loudnessOf`); the lowest where all are. */
export function stepUnder(scale: SteppedLevel, loudness: number): number {
  const { min, max } = scale.read();
  const over = lowerBound(min, max + 1, (step) => step > max || loudnessOf(scale, step) > loudness + TOLERANCE);
  return Math.max(over - 1, min);
}

/** Binary search: the first step from `from` to `to` from which on `test` holds; `to` where it holds for none before. */
export function lowerBound(from: number, to: number, test: (step: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
