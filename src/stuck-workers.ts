/**
 * Worker threads inside a system call that does not return, as at a file whose disk or server hangs: they cannot be ended
 * before it does, and `process.exit` would wait for them. Thread: main.
 */
import type { Worker } from 'node:worker_threads';

/** Milliseconds after which a worker that was told to end counts as stuck. */
const PATIENCE = 2000;

const stuck = new Set<Worker>();

/** Notes a worker that does not come back from a call. */
export function noteStuck(worker: Worker): void {
  if (stuck.has(worker)) return;
  stuck.add(worker);
  worker.once('exit', () => stuck.delete(worker));
}

/** The worker has come back. */
export function noteFree(worker: Worker): void {
  stuck.delete(worker);
}

/** How many workers are stuck now. */
export function countStuck(): number {
  return stuck.size;
}

/** Ends a worker. Resolves when it has ended, or is stuck: then it ends with its call, and runs no more JavaScript. */
export async function endWorker(worker: Worker): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      noteStuck(worker);
      resolve();
    }, PATIENCE);
  });
  await Promise.race([worker.terminate(), patience]);
  clearTimeout(timer);
}
