/** The volume as a place on a slider, 0 to 100, even to the ear. No document, so that it can be tested by itself. */
import type { Schemas } from '../../client/client.js';

export type Volume = Schemas['VolumeInfo'];

/** Where a volume stands: on the slider, and in the output's own steps. */
export interface Place {
  readonly percent: number;
  readonly volume: number;
}

export interface Level {
  readonly percent: number;
  /** The loudest that is allowed: 100 without a limit. */
  readonly cap: number;
  /** The same in the output's own steps. */
  readonly loudest: number;
}

/** 1 where a finger that goes to the right goes up, -1 where it is read from right to left. */
export type Direction = 1 | -1;

export function levelOf({ volume, min, max, percent, limit, limit_percent: cap }: Volume): Level {
  const placeOfStep = (step: number): number => (max > min ? ((step - min) / (max - min)) * 100 : 0);
  const loudest = limit ?? max;
  return { percent: percent ?? placeOfStep(volume), cap: cap ?? placeOfStep(loudest), loudest };
}

export function placeOf(volume: Volume): Place {
  return { percent: levelOf(volume).percent, volume: volume.volume };
}

/** What the box will make of a place on the slider, about; never louder than it allows. */
export function atPercent(told: Volume, wanted: number): Place {
  const percent = bounded(wanted, 0, levelOf(told).cap);
  const volume = between(percent, pointsOf(told), 'percent', 'volume');
  return { percent, volume: Math.round(volume) };
}

/** The same of one of its own steps: where that stands on the slider only the box knows exactly. */
export function atStep(told: Volume, wanted: number): Place {
  const volume = bounded(wanted, told.min, levelOf(told).loudest);
  return { percent: between(volume, pointsOf(told), 'volume', 'percent'), volume };
}

/** As told, but for the place; how many decibels that is the box will say. */
export function movedTo({ decibels: _, ...told }: Volume, { percent, volume }: Place): Volume {
  return { ...told, percent, volume };
}

/** Where a finger has brought it that was moved by `pixels` along a bar of `width`; never beyond `cap`. */
export function dragged(from: number, pixels: number, width: number, cap: number): number {
  if (width <= 0) return from;
  return bounded(from + (pixels / width) * 100, 0, cap);
}

/** As it is said: whole numbers. */
export function percentOf(percent: number): number {
  return Math.round(percent);
}

function bounded(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Places that are known, the quietest first. */
function pointsOf(told: Volume): Place[] {
  const { percent, cap, loudest } = levelOf(told);
  return [
    { percent: 0, volume: told.min },
    { percent, volume: told.volume },
    { percent: cap, volume: loudest },
    { percent: 100, volume: told.max },
  ].sort((one, other) => one.volume - other.volume);
}

/** On the straight line between the two points on whose sides a value lies. */
function between(value: number, points: readonly Place[], from: keyof Place, to: keyof Place): number {
  const after = points.findIndex((point) => point[from] >= value);
  const [low, high] = [points[Math.max(0, after - 1)], points.at(after)];
  if (low === undefined || high === undefined) return value;
  const span = high[from] - low[from];
  return span > 0 ? low[to] + ((value - low[from]) / span) * (high[to] - low[to]) : high[to];
}
