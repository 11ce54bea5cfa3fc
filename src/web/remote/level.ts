/** The volume as a position on a slider, 0 to 100, even to the ear. Needs no document. */
import type { Schemas } from '../../client/client.js';

export type Volume = Schemas['VolumeInfo'];

/** A volume: on the slider, and in steps of the output. */
export type VolumePosition = Readonly<{ percent: number; volume: number }>;

export interface Level {
  readonly percent: number;
  /** The volume limit on the slider: 100 without one. */
  readonly cap: number;
  /** The volume limit in steps of the output. */
  readonly loudest: number;
}

export function levelOf({ volume, min, max, percent, limit, limit_percent: cap }: Volume): Level {
  const percentOfStep = (step: number): number => (max > min ? ((step - min) / (max - min)) * 100 : 0);
  const loudest = limit ?? max;
  return { percent: percent ?? percentOfStep(volume), cap: cap ?? percentOfStep(loudest), loudest };
}

export function positionOf(volume: Volume): VolumePosition {
  return { percent: levelOf(volume).percent, volume: volume.volume };
}

/** About the volume at a position on the slider; never beyond the limit. */
export function atPercent(reported: Volume, wanted: number): VolumePosition {
  const percent = bounded(wanted, 0, levelOf(reported).cap);
  const volume = between(percent, pointsOf(reported), 'percent', 'volume');
  return { percent, volume: Math.round(volume) };
}

/** Volume at a step of the output; only the daemon knows the exact position on the slider. */
export function atStep(reported: Volume, wanted: number): VolumePosition {
  const volume = bounded(wanted, reported.min, levelOf(reported).loudest);
  return { percent: between(volume, pointsOf(reported), 'volume', 'percent'), volume };
}

/** The report with another position; its decibels are not known. */
export function movedTo({ decibels: _, ...reported }: Volume, { percent, volume }: VolumePosition): Volume {
  return { ...reported, percent, volume };
}

/** Position on the slider after a drag by `pixels` along a bar of `width`; never beyond `cap`. */
export function dragged(from: number, pixels: number, width: number, cap: number): number {
  if (width <= 0) return from;
  return bounded(from + (pixels / width) * 100, 0, cap);
}

function bounded(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Known points of the scale, the quietest first. */
function pointsOf(reported: Volume): VolumePosition[] {
  const { percent, cap, loudest } = levelOf(reported);
  return [
    { percent: 0, volume: reported.min },
    { percent, volume: reported.volume },
    { percent: cap, volume: loudest },
    { percent: 100, volume: reported.max },
  ].sort((one, other) => one.volume - other.volume);
}

/** Interpolates between the two points around a value. */
function between(
  value: number,
  points: readonly VolumePosition[],
  from: keyof VolumePosition,
  to: keyof VolumePosition,
): number {
  const after = points.findIndex((point) => point[from] >= value);
  const [low, high] = [points[Math.max(0, after - 1)], points.at(after)];
  if (low === undefined || high === undefined) return value;
  const span = high[from] - low[from];
  return span > 0 ? low[to] + ((value - low[from]) / span) * (high[to] - low[to]) : high[to];
}
