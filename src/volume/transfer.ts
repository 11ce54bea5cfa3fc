/**
 * What goes with an output from one way of making its volume to another: a level that is no louder, and a limit that
 * allows no more. Thread: main.
 */
import { Conflict } from '../errors.js';
import type { Log } from '../log.js';
import { loudnessOf, stepUnder, type SteppedLevel } from './mapping.js';
import type { VolumeMemory } from './memory.js';
import {
  MAKESHIFT_DECIBELS,
  MakeshiftVolume,
  SoftwareVolume,
  type VolumeMode,
  type VolumeScale,
} from './scales.js';

/** In the steps of a scale. */
export interface KeptVolume {
  /** Undefined: it was never used in this way. */
  readonly level: number | undefined;
  /** The loudest step that a person allows; undefined for the scale's own maximum. */
  readonly limit: number | undefined;
}

export interface CarryParts {
  /** The scale that comes nearest to a mode. */
  readonly choose: (mode: VolumeMode) => VolumeScale | Promise<VolumeScale>;
  readonly memory: VolumeMemory;
  readonly log: Log;
}

/** What levels and limits are remembered under: the steps of one scale mean nothing on another. */
export function levelName(key: string, { kind }: Pick<VolumeScale, 'kind'>): string {
  return `${key}, ${kind}`;
}

/**
 * The step on `to`, which has the say over an output now, for one that was meant for `from`, which had it before: as loud,
 * and no louder than `from` could be. @throws Conflict SUPERSEDED: it cannot be known any more how loud that was
 */
export function sameStep(from: VolumeScale, step: number, to: VolumeScale): number {
  if (from === to) return step;
  const meant = from instanceof MakeshiftVolume ? Math.min(step, MAKESHIFT_DECIBELS) : step;
  if (from.kind === to.kind) return meant;
  if (from instanceof SoftwareVolume) return stepUnder(to, loudnessOf(from, meant));
  throw new Conflict('SUPERSEDED', 'The volume of this output is made by something else now.');
}

/** @param before what was allowed on the new scale; of two limits the quieter one holds @throws Unavailable */
export function carriedOver(
  from: SteppedLevel,
  was: KeptVolume,
  to: SteppedLevel,
  before: number | undefined,
): KeptVolume {
  const { max } = to.read();
  const same = was.limit === undefined ? max : stepUnder(to, loudnessOf(from, was.limit));
  const highest = Math.min(before ?? max, same);
  const level = was.level === undefined ? undefined : Math.min(stepUnder(to, loudnessOf(from, was.level)), highest);
  return { level, limit: highest === max ? undefined : highest };
}

/**
 * Carries over what is remembered of a mode that was left while the output was away, and notes that it is done. What
 * cannot be saved holds all the same, and is carried over again the next time.
 * @param to the scale that there is for the mode that is wanted
 * @returns what holds on `to`; undefined when nothing waits, or the control that it needs is not there. Never rejects.
 */
export async function carryWaiting(
  { choose, memory, log }: CarryParts,
  key: string,
  to: VolumeScale,
): Promise<KeptVolume | undefined> {
  const former = await memory.loadFormerMode(key);
  if (former === undefined || former === to.mode || to.mode === 'fixed' || to instanceof MakeshiftVolume) {
    return undefined;
  }
  const from = await choose(former);
  let kept: KeptVolume | undefined;
  try {
    if (from.mode !== former) return undefined;
    const [source, name] = [levelName(key, from), levelName(key, to)];
    const was = { level: await memory.load(source), limit: await memory.loadLimit(source) };
    const before = await memory.loadLimit(name);
    kept = carriedOver(from, was, to, before);
    if (kept.level !== undefined) await memory.save(name, kept.level);
    if (kept.limit !== before) await memory.saveLimit(name, kept.limit);
    await memory.saveMode(key, to.mode);
  } catch (error) {
    log.warn('volume not carried over for good', { output: key, error });
  } finally {
    from.close();
  }
  return kept;
}
