/**
 * Copies a database's log into its file, or the database into its daily copy, from a worker of its own, which ends with
 * that: the syncs take as long as the card likes. Nobody may write to the file during a checkpoint.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface CheckpointOrder {
  readonly kind: 'checkpoint' | 'copy';
  readonly file: string;
  /** Absolute path of `better_sqlite3.node`. */
  readonly binding: string;
}

/** @throws Error of SQLite, the disk or the worker */
export async function checkpointInWorker(workerFile: string, order: CheckpointOrder): Promise<void> {
  const worker = new Worker(workerFile, { workerData: order });
  await once(worker, 'exit');
}
