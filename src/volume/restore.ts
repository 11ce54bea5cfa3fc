/** How an output stands when it comes into force, by what is remembered of it. Thread: main. */
import type { Log } from '../log.js';
import type { SinkTarget } from '../output/sinks/sink.js';
import { levelName, type KeptVolume } from './transfer.js';
import type { VolumeMemory } from './memory.js';
import { MakeshiftVolume, type VolumeScale } from './scales.js';

/** Quiet enough for an output that was never heard before. */
export const FIRST_DECIBELS = -30;
/** The output whose levels were once remembered by the names of its PCM and of its mixer's card. */
const EARLIEST_KEY = 'builtin';

/** No level: its mixer does not answer. */
export interface Standing {
  readonly level: number | undefined;
  /** The loudest step that a person allows; undefined for the scale's own maximum. */
  readonly limit: number | undefined;
}

export interface RecallParts {
  readonly memory: VolumeMemory;
  readonly log: Log;
}

/**
 * The level of the last time within the limit, or a quiet one for an output that is new, which is remembered unless it
 * holds only until a mixer answers. Never rejects.
 * @param waiting what goes before what is remembered
 */
export async function recall(
  parts: RecallParts,
  target: SinkTarget,
  scale: VolumeScale,
  waiting?: KeptVolume,
): Promise<Standing> {
  if (scale.mode === 'fixed') return { level: 0, limit: undefined };
  const { memory, log } = parts;
  const name = levelName(target.key, scale);
  let limit: number | undefined;
  try {
    await adopt(memory, target, scale);
    limit = waiting === undefined ? await memory.loadLimit(name) : waiting.limit;
    const { volume, min, max } = scale.read();
    limit = atLeast(min, limit);
    const remembered = waiting?.level ?? (await memory.load(name));
    const first = scale.atMost(FIRST_DECIBELS);
    const isSoftware = scale.mode === 'software'; // whose present level is not what the output had
    const wanted = remembered ?? (isSoftware ? first : Math.min(volume, first));
    const level = Math.max(Math.min(wanted, limit ?? max, max), min);
    if (remembered === undefined && !(scale instanceof MakeshiftVolume)) await keep(parts, name, level);
    return { level, limit };
  } catch (error) {
    log.debug('what is remembered of the volume does not help', { scale: scale.name, error });
    return { level: scale.mode === 'software' ? scale.atMost(FIRST_DECIBELS) : undefined, limit };
  }
}

/** The loudest step that a person allows, as it is remembered. */
export async function recallLimit(
  memory: VolumeMemory,
  target: SinkTarget,
  scale: VolumeScale,
): Promise<number | undefined> {
  await adopt(memory, target, scale);
  return memory.loadLimit(levelName(target.key, scale));
}

/** Never rejects. */
export async function keep({ memory, log }: RecallParts, name: string, level: number): Promise<void> {
  try {
    await memory.save(name, level);
  } catch (error) {
    log.warn('volume not remembered', { output: name, error });
  }
}

/** A limit that was set while its output was away may lie below all of its steps. */
export function atLeast(min: number, limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : Math.max(limit, min);
}

async function adopt(memory: VolumeMemory, { key, sink }: SinkTarget, scale: VolumeScale): Promise<void> {
  if (key === EARLIEST_KEY) await memory.adopt(`${sink.name}, ${scale.name}`, levelName(key, scale));
}
