/** The volume as a place on a slider, 0 to 100, even to the ear. No document, so that it can be tested by itself. */
import type { Schemas } from '../../client/client.js';

export type Volume = Schemas['VolumeInfo'];

/** Where a volume stands: on the slider, and in the output's own steps. */
export interface VolumePosition {
  readonly percent: number;
  readonly volume: number;
}

export interface Level {
  readonly percent: number;
  /** The loudest that is allowed: 100 without a limit. */
  readonly cap: number;
  /** The loudest allowed volume in steps of the output. */
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

/** What the box will make of a place on the slider, about; never louder than it allows. */
export function atPercent(reported: Volume, wanted: number): VolumePosition {
  const percent = bounded(wanted, 0, levelOf(reported).cap);
  const volume = between(percent, pointsOf(reported), 'percent', 'volume');
  return { percent, volume: Math.round(volume) };
}

/** Volume at a step of the output; its exact position on the slider is known only to the box. */
export function atStep(reported: Volume, wanted: number): VolumePosition {
  const volume = bounded(wanted, reported.min, levelOf(reported).loudest);
  return { percent: between(volume, pointsOf(reported), 'volume', 'percent'), volume };
}

/** As told, but for the place; how many decibels that is the box will say. */
export function movedTo({ decibels: _, ...reported }: Volume, { percent, volume }: VolumePosition): Volume {
  return { ...reported, percent, volume };
}

/** Where a finger has brought it that was moved by `pixels` along a bar of `width`; never beyond `cap`. */
export function dragged(from: number, pixels: number, width: number, cap: number): number {
  if (width <= 0) return from;
  return bounded(from + (pixels / width) * 100, 0, cap);
}

function bounded(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Places that are known, the quietest first. */
function pointsOf(reported: Volume): VolumePosition[] {
  const { percent, cap, loudest } = levelOf(reported);
  return [
    { percent: 0, volume: reported.min },
    { percent, volume: reported.volume },
    { percent: cap, volume: loudest },
    { percent: 100, volume: reported.max },
  ].sort((one, other) => one.volume - other.volume);
}

/** On the straight line between the two points on whose sides a value lies. */
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
