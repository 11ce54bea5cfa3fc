/**
 * The backup worker lives for one order: it writes a backup, looks through one, or has what people did replaced. It runs at
 * a low priority, so that playing and answering never wait for it.
 */
import { constants } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

import { connect, type Sqlite } from '../database/sqlite.js';
import { lowerPriority } from '../thread-priority.js';
import { checkDocument } from './check-document.js';
import type { BackupWorkerData, Order, Report } from './orders.js';
import { keepCopy, reset, restore } from './replace.js';
import { writeDocument } from './write-document.js';

const { file, binding, order } = workerData as BackupWorkerData;

function obey(sql: Sqlite, order: Exclude<Order, { kind: 'check' }>): void {
  switch (order.kind) {
    case 'write':
      writeDocument(sql, order.to, order.head);
      return;
    case 'restore':
      if (order.copy !== undefined) keepCopy(sql, order.copy);
      restore(sql, order.from, order.settings, order.copy === undefined);
      return;
    case 'reset':
      keepCopy(sql, order.copy);
      reset(sql, order.scope, order.modes);
      return;
  }
}

async function run(): Promise<Report> {
  if (order.kind === 'check') return checkDocument(order.from);
  const sql = await connect(file, binding);
  try {
    // The log is copied into the file by those who always do that.
    sql.pragma('wal_autocheckpoint = 0');
    sql.pragma('synchronous = FULL');
    obey(sql, order);
    return { kind: 'done' };
  } finally {
    sql.close();
  }
}

function failure(error: unknown): Report {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { kind: 'failed', code, message: error instanceof Error ? error.message : String(error) };
}

lowerPriority(constants.priority.PRIORITY_LOW);
void run()
  .catch(failure)
  .then((report) => {
    parentPort?.postMessage(report);
  });
