/**
 * Transfers level and limit of an output from one scale to another when its volume mode changes: the level becomes no
 * louder, and the limit allows no more. Thread: main.
 */
import { Conflict } from '../errors.js';
import type { Log } from '../log.js';
import { loudnessOf, stepUnder, type SteppedLevel } from './mapping.js';
import { levelKey, type StoredVolume } from './memory.js';
import type { VolumeMemory } from './volume-store.js';
import type { VolumeMode, VolumeScale } from './scale.js';
import { FALLBACK_DECIBELS } from './software-scale.js';

export interface TransferDeps {
  /** The scale that comes nearest to a mode. */
  readonly choose: (mode: VolumeMode) => VolumeScale | Promise<VolumeScale>;
  readonly memory: VolumeMemory;
  readonly log: Log;
}

/**
 * The step of `to`, which controls the output now, for a step that was meant for `from`, which controlled it before: as
 * loud, and no louder than `from` could be. @throws Conflict SUPERSEDED: it is not known any more how loud that was
 */
export function equivalentStep(from: VolumeScale, step: number, to: VolumeScale): number {
  if (from === to) return step;
  const meant = from.state === 'fallback' ? Math.min(step, FALLBACK_DECIBELS) : step;
  if (from.kind === to.kind) return meant;
  if (from.mode === 'software') return stepUnder(to, loudnessOf(from, meant));
  throw new Conflict('SUPERSEDED', 'The volume of this output is made by something else now.');
}

/** @param before limit on the new scale so far; of two limits the quieter one holds @throws Unavailable */
export function transferred(
  from: SteppedLevel,
  stored: StoredVolume,
  to: SteppedLevel,
  before: number | undefined,
): StoredVolume {
  const { max } = to.read();
  const stepOf = (step: number): number => stepUnder(to, loudnessOf(from, step));
  const highest = Math.min(before ?? max, stored.limit === undefined ? max : stepOf(stored.limit));
  const level = stored.level === undefined ? undefined : Math.min(stepOf(stored.level), highest);
  return { level, limit: highest === max ? undefined : highest };
}

/**
 * Makes the transfer from a mode that was left while the output was away, and stores it. Where it cannot be stored it
 * holds all the same, and is made again the next time. Never rejects.
 * @param to the present scale for the mode that is requested
 * @returns what holds on `to`; undefined when there is nothing to transfer, or the control that it needs is not there
 */
export async function transferPending(
  { choose, memory, log }: TransferDeps,
  key: string,
  to: VolumeScale,
): Promise<StoredVolume | undefined> {
  const former = await memory.loadFormerMode(key);
  const isPending = former !== undefined && former !== to.mode && to.mode !== 'fixed';
  if (!isPending || to.state === 'fallback') return undefined;
  const from = await choose(former);
  let result: StoredVolume | undefined;
  try {
    if (from.mode !== former) return undefined;
    const [source, destination] = [levelKey(key, from), levelKey(key, to)];
    const stored = { level: await memory.load(source), limit: await memory.loadLimit(source) };
    const before = await memory.loadLimit(destination);
    result = transferred(from, stored, to, before);
    if (result.level !== undefined) await memory.save(destination, result.level);
    if (result.limit !== before) await memory.saveLimit(destination, result.limit);
    await memory.saveMode(key, to.mode);
  } catch (error) {
    log.warn('volume not transferred to the new mode for good: it is transferred again the next time', {
      output: key,
      error,
    });
  } finally {
    from.close();
  }
  return result;
}
