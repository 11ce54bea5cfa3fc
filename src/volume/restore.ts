/** Level and limit that an output starts with, from what is stored for it. Thread: main. */
import type { Log } from '../log.js';
import type { SinkTarget } from '../output/sinks/sink.js';
import { levelKey, type StoredVolume } from './memory.js';
import type { VolumeMemory } from './volume-store.js';
import type { VolumeScale } from './scale.js';

/** First level in dB of an output that was never used. */
export const FIRST_DECIBELS = -30;
/** The output whose levels early versions stored by the names of its PCM and of its mixer's card. */
const EARLIEST_KEY = 'builtin';

export interface RestoreDeps {
  readonly memory: VolumeMemory;
  readonly log: Log;
}

/**
 * The stored level within the limit; a quiet one for an output that is new, which is stored unless the scale is a fallback.
 * Never rejects.
 * @param pending result of a transfer, which replaces what is stored
 */
export async function restore(
  deps: RestoreDeps,
  target: SinkTarget,
  scale: VolumeScale,
  pending?: StoredVolume,
): Promise<StoredVolume> {
  if (scale.mode === 'fixed') return { level: 0, limit: undefined };
  const { memory, log } = deps;
  const key = levelKey(target.key, scale);
  let limit: number | undefined;
  try {
    await adopt(memory, target, scale);
    limit = pending === undefined ? await memory.loadLimit(key) : pending.limit;
    const { volume, min, max } = scale.read();
    limit = atLeast(min, limit);
    const stored = pending?.level ?? (await memory.load(key));
    const first = scale.stepAtMost(FIRST_DECIBELS);
    // The present level of software volume is not one that the output had.
    const wanted = stored ?? (scale.mode === 'software' ? first : Math.min(volume, first));
    const level = Math.max(Math.min(wanted, limit ?? max, max), min);
    if (stored === undefined && scale.state !== 'fallback') await saveLevel(deps, key, level);
    return { level, limit };
  } catch (error) {
    log.debug('stored volume not usable: the mixer does not answer', { scale: scale.name, error });
    return { level: scale.mode === 'software' ? scale.stepAtMost(FIRST_DECIBELS) : undefined, limit };
  }
}

/** The stored limit. */
export async function loadLimit(
  memory: VolumeMemory,
  target: SinkTarget,
  scale: VolumeScale,
): Promise<number | undefined> {
  await adopt(memory, target, scale);
  return memory.loadLimit(levelKey(target.key, scale));
}

async function adopt(memory: VolumeMemory, { key, sink }: SinkTarget, scale: VolumeScale): Promise<void> {
  if (key === EARLIEST_KEY) await memory.adopt(`${sink.name}, ${scale.name}`, levelKey(key, scale));
}

/** Never rejects. */
export async function saveLevel({ memory, log }: RestoreDeps, key: string, level: number): Promise<void> {
  try {
    await memory.save(key, level);
  } catch (error) {
    log.warn('volume not saved: the output starts at an earlier level the next time', { output: key, error });
  }
}

/** A limit that was set while its output was away may lie below all of its steps. */
export function atLeast(min: number, limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : Math.max(limit, min);
}
