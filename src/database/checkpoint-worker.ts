/**
 * A worker that copies the log of one database into its file (sqlite.org/pragma.html#pragma_wal_checkpoint), or makes the
 * daily copy of it, and ends.
 */
import { workerData } from 'node:worker_threads';

import type { CheckpointOrder } from './checkpoint.js';
import { makeCopy } from './copies.js';
import { connect } from './sqlite.js';

const { file, binding, kind } = workerData as CheckpointOrder;

async function obey(): Promise<void> {
  // A file that was put aside a moment ago is not begun anew, to be copied without anything in it. The log is copied into
  // the file by those who always do that.
  const sql = await connect(file, binding, kind === 'copy');
  try {
    if (kind === 'copy') {
      await makeCopy(sql, file, binding);
    } else {
      sql.pragma('synchronous = FULL');
      sql.pragma('wal_checkpoint(TRUNCATE)');
    }
  } finally {
    sql.close();
  }
}

void obey();
