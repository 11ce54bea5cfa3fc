/**
 * The scan worker: the only writer of the library's database. `scanner.ts` starts it, gives it one job at a time, and ends
 * it. It runs at a low priority, so that playing and answering never wait for it.
 */
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Sqlite } from '../../database/sqlite.js';
import type { NativeFiles } from './listing.js';
import type { ScanJob, ScanMessage, ScanWorkerData } from './messages.js';
import { NativeReader, type NativeTags } from '../../tags/native-reader.js';
import { lowerPriority } from '../../thread-priority.js';
import { openLibrary, ScanRun } from './scan-run.js';

const data = workerData as ScanWorkerData;
// The daemon's own, which other threads have loaded.
const addon = createRequire(data.nativeFile)(data.nativeFile) as NativeTags & NativeFiles;
const native = new NativeReader(addon);
let opening: Promise<Sqlite> | undefined;

function say(message: ScanMessage): void {
  parentPort?.postMessage(message);
}

async function scan(job: ScanJob): Promise<ScanMessage> {
  try {
    const sql = await (opening ??= openLibrary(data));
    const visited = (paths: readonly string[]): void => say({ kind: 'folders', paths });
    const report = await new ScanRun(sql, job, { ...data, native, nativeFiles: addon, visited }).run();
    sql.pragma('wal_checkpoint(TRUNCATE)');
    return { kind: 'done', report };
  } catch (error) {
    opening = undefined;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { kind: 'failed', code, message: error instanceof Error ? error.message : String(error) };
  }
}

lowerPriority(constants.priority.PRIORITY_LOW);
parentPort?.on('message', (job: ScanJob) => {
  void scan(job).then(say);
});
