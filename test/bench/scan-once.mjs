/**
 * Runs one scan with the scan worker of the build, in a process of its own:
 *
 *   node test/bench/scan-once.mjs LIBRARY_DB ROOT TRACK_SHAPE
 *
 * TRACK_SHAPE is the shape of `GET /tracks`, as JSON. Prints `{ seconds, peak, report }`: CPU of the worker from start
 * to end, largest resident memory of the process in MiB, and the report of the worker.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { at } from './paths.mjs';

/** Size of the shared memory for the worker's progress; larger than needed. */
const GAUGE_BYTES = 8192;
/** Limits of the daemon for this worker (`src/library/scan/worker-keeper.ts`). */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };

const [file, root, trackShape] = process.argv.slice(2);
const before = process.cpuUsage();
const worker = new Worker(at('dist', 'scan-worker.cjs'), {
  resourceLimits: RESOURCE_LIMITS,
  workerData: {
    file,
    binding: at('node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node'),
    nativeFile: at('native', 'build', 'Release', 'tonearm_native.node'),
    roots: [root],
    trackShape: JSON.parse(trackShape),
    gauge: new SharedArrayBuffer(GAUGE_BYTES),
  },
});
const rules = { artistSeparators: [';', ' / '], artistExceptions: [], tagEncoding: 'auto' };
worker.postMessage({ targets: undefined, reread: false, rules, avoided: [] });
let message;
do [message] = await once(worker, 'message');
while (message.kind === 'folders');
if (message.kind !== 'done') throw new Error(`the scan failed: ${message.message}`);
const { user, system } = process.cpuUsage(before);
const peak = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ seconds: (user + system) / 1e6, peak, report: message.report }));
await worker.terminate();
