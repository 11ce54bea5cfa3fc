/** The volume as a place on a slider, 0 to 100, even to the ear. No document, so that it can be tested by itself. */
import type { Schemas } from '../client/client.js';

export interface Level {
  readonly percent: number;
  /** The loudest that is allowed: 100 without a limit. */
  readonly cap: number;
  /** The same in the output's own steps. */
  readonly loudest: number;
}

/** 1 where a finger that goes to the right goes up, -1 where it is read from right to left. */
export type Direction = 1 | -1;

export function levelOf({ volume, min, max, percent, limit, limit_percent: cap }: Schemas['VolumeInfo']): Level {
  const placeOf = (step: number): number => (max > min ? ((step - min) / (max - min)) * 100 : 0);
  const loudest = limit ?? max;
  return { percent: percent ?? placeOf(volume), cap: cap ?? placeOf(loudest), loudest };
}

/** Where a finger has brought it that was moved by `pixels` along a bar of `width`; never beyond `cap`. */
export function dragged(from: number, pixels: number, width: number, cap: number): number {
  if (width <= 0) return from;
  return Math.max(0, Math.min(cap, from + (pixels / width) * 100));
}

/** As it is said: whole numbers. */
export function percentOf(percent: number): number {
  return Math.round(percent);
}
