/** Where playing would go on after a stop or a restart. */
import { indexOfKey } from './queue.js';
import { FROM_START, type PlayerState } from './state.js';
import type { QueueSnapshot, ResumePoint, StartPosition } from './types.js';

/** Behind a track that has left the queue, or at the head of another queue. */
export function savedPoint({ resume, queue, playback }: PlayerState): ResumePoint | undefined {
  if (playback.kind !== 'stopped' && queue.cursor !== 'at') return pointAt(queue, queue.index, FROM_START);
  if (resume === undefined) return undefined;
  const index = indexOfKey(queue, resume.entry.key);
  return index < 0 ? pointAt(queue, 0, FROM_START) : pointAt(queue, index, resume);
}

export function pointAt(
  { entries }: QueueSnapshot,
  index: number,
  { elapsed, offset }: StartPosition,
): ResumePoint | undefined {
  const entry = entries[index];
  return entry && { index, location: entry.location, elapsed, offset };
}
