/** A worker that copies the log of one database into its file (sqlite.org/pragma.html#pragma_wal_checkpoint) and ends. */
import { workerData } from 'node:worker_threads';

import type { CheckpointOrder } from './checkpoint.js';
import { connect } from './sqlite.js';

const { file, binding } = workerData as CheckpointOrder;

async function copy(): Promise<void> {
  const sql = await connect(file, binding);
  sql.pragma('synchronous = FULL');
  sql.pragma('wal_checkpoint(TRUNCATE)');
  sql.close();
}

void copy();
