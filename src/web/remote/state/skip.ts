/** Skips to the next or previous entry of the queue, shown at once where the page knows which that is. */
import { neighbour, type Parts, type Row } from '../model.js';
import { box, done } from './box.js';
import type { Change, Expectation } from './expectations.js';
import { inTime, inOrder } from './commands.js';
import { expectations, expectingAll, parts } from './player.js';
import { queue } from './queue.js';

export function next(): void {
  skip(1, () => box.PUT('/player/next', inTime()));
}

export function previous(): void {
  skip(-1, () => box.PUT('/player/previous', inTime()));
}

let shown: Expectation | undefined;

function skip(by: 1 | -1, act: () => Promise<unknown>): void {
  const command = inOrder(act);
  const target = parts.value && targetOf(parts.value, by);
  if (target === undefined) {
    void done(command);
    return;
  }
  const { index, row } = target;
  // Only the daemon knows the rest.
  const isLiked = row.id !== null && row.path.startsWith('/') ? false : null;
  const track = { ...row, is_liked: isLiked, bits_per_sample: null, channels: null };
  const change: Change = (all) => ({
    ...all,
    current_track: track,
    queue: { ...all.queue, index },
    position: { ...all.position, elapsed: 0 },
  });
  // A second skip replaces the first: what lies between may never be reported.
  shown = expectations.begin(change, shown);
  const isReported = (all: Parts): boolean => all.queue.index === index && all.current_track?.path === row.path;
  void done(expectingAll(change, command, isReported, shown));
}

/** Undefined where the row is not loaded, or the current track has left its position. */
function targetOf(now: Parts, by: 1 | -1): { readonly index: number; readonly row: Row } | undefined {
  const index = neighbour(now, by);
  const row = index === undefined ? undefined : queue.at(index);
  if (index === undefined || row === undefined) return undefined;
  return queue.at(now.queue.index)?.path === now.current_track?.path ? { index, row } : undefined;
}
