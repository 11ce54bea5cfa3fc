/** The scale of an output that is not played to: its range, and its decibels as they were when its mixer was open. */
import type { NativeMixer } from '../native.js';
import type { SteppedLevel } from './mapping.js';
import { SILENCE, SOFTWARE_RANGE } from './scale.js';

/** Steps that are asked for at most: some controls have tens of thousands, which lie on a line between two of these. */
const MOST_POINTS = 512;

interface Range {
  readonly min: number;
  readonly max: number;
}

export const SOFTWARE_STEPS: SteppedLevel = scaleOver(SOFTWARE_RANGE, (step) => (step <= SILENCE ? -Infinity : step));

/** The mixer may be closed after this. */
export function stepsOf(mixer: MixerSteps): SteppedLevel {
  const { minimum: min, maximum: max } = mixer;
  const size = Math.max(1, Math.ceil((max - min) / MOST_POINTS));
  const points: (number | undefined)[] = [];
  for (let step = min; step < max; step += size) points.push(mixer.decibels(step));
  const loudest = mixer.decibels(max);
  return scaleOver({ min, max }, (step) => {
    if (step >= max) return loudest;
    const index = Math.floor((step - min) / size);
    const low = points[index];
    const from = min + index * size;
    const high = index + 1 < points.length ? points[index + 1] : loudest;
    if (low === undefined || high === undefined || step === from) return low;
    return low + ((step - from) / (Math.min(from + size, max) - from)) * (high - low);
  });
}

type MixerSteps = Pick<NativeMixer, 'minimum' | 'maximum' | 'decibels'>;

function scaleOver(range: Range, decibels: SteppedLevel['decibels']): SteppedLevel {
  return { read: () => ({ volume: range.min, ...range }), decibels, unityStep: range.max };
}
