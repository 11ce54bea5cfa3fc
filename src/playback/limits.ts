/** What a command may ask of the queue; each refusal names the mistake by its name on the wire. */
import { Conflict, InvalidInput } from '../errors.js';
import { INSERTIONS_IN_WORDS, LOWEST_POSITION } from './insertion.js';
import type { QueueSnapshot } from './types.js';

/**
 * @param meaning of the numbers, for the text of the refusal
 * @throws InvalidInput INDEX_OUT_OF_RANGE when it is no whole number from `lowest` to `highest`
 */
export function requireRange(value: number, lowest: number, highest: number, path: string, meaning = ''): void {
  if (Number.isInteger(value) && value >= lowest && value <= highest) return;
  const message = highest < lowest ? 'the queue is empty' : `must be between ${lowest} and ${highest}${meaning}`;
  throw new InvalidInput('INDEX_OUT_OF_RANGE', `There is no place ${value} in the queue.`, [{ path, message }]);
}

/** @throws InvalidInput INDEX_OUT_OF_RANGE when it is outside a queue that is not empty */
export function requireIndex({ entries }: QueueSnapshot, index: number, path: string): void {
  if (entries.length > 0) requireRange(index, 0, entries.length - 1, path);
}

/** @throws InvalidInput INDEX_OUT_OF_RANGE */
export function requirePosition({ entries }: QueueSnapshot, position: number): void {
  const meaning = `: from 0 on an index, or: ${INSERTIONS_IN_WORDS}`;
  requireRange(position, LOWEST_POSITION, entries.length, '/position', meaning);
}

/** @throws Conflict QUEUE_FULL */
export function requireRoom({ capacity }: QueueSnapshot, entries: number): void {
  if (entries > capacity) throw new Conflict('QUEUE_FULL', `The queue holds at most ${capacity} entries.`);
}
