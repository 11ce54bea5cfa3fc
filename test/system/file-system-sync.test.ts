/** syncfs(2) by the real addon, and how calls share it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { loadNative } from '../../src/native.js';
import { FileSystemSync } from '../../src/system/file-system-sync.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';

const run = promisify(execFile);
const native = loadNative(fileURLToPath(new URL('../../native/build/Release/tonearm_native.node', import.meta.url)));

/** Prints how many pages of a file wait to be written: nr_dirty and nr_writeback of cachestat(2), of Linux 6.5. */
const WAITING = `
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
whole, found = (ctypes.c_uint64 * 2)(), (ctypes.c_uint64 * 5)()
if libc.syscall(451, os.open(sys.argv[1], os.O_RDONLY), whole, found, 0) != 0: sys.exit(os.strerror(ctypes.get_errno()))
print(found[1] + found[2])
`;
const waiting = async (file: string): Promise<number> => Number((await run('python3', ['-c', WAITING, file])).stdout);

/** Writes a file, which waits in memory. @returns how many of its pages do */
async function write(file: string): Promise<number> {
  await writeFile(file, Buffer.alloc(1 << 20, 1));
  return waiting(file);
}

/** Why dirty pages cannot be seen here: an older kernel, or temporary files in memory; false where they can. */
async function trouble(): Promise<string | false> {
  const folder = await mkdtemp(join(tmpdir(), 'tonearm-sync-'));
  try {
    return (await write(join(folder, 'probe'))) > 0 ? false : 'temporary files never wait for a disk here';
  } catch (error) {
    return String(error);
  } finally {
    await rm(folder, { recursive: true });
  }
}

t.test(
  'what was written is on the disk afterwards, without a descriptor of its file',
  { skip: await trouble() },
  async (t) => {
    const folder = await temporaryDirectory(t);
    const file = join(folder, 'written');
    t.ok((await write(file)) > 0);
    await new FileSystemSync({ native, folder, log: SILENT_LOG }).run();
    t.equal(await waiting(file), 0);
  },
);

t.test('a folder that cannot be synced is told by the addon, and logged by the daemon', async (t) => {
  const folder = join(await temporaryDirectory(t), 'none');
  const failure = (path: string) => native.syncFileSystem(path).catch((error: unknown) => error);
  t.match(await failure(folder), { errno: 2, message: `file system of ${folder}: No such file or directory` });
  t.match(await failure(fileURLToPath(import.meta.url)), { errno: 20 });
  const { log, lines } = keptLog('system');
  await new FileSystemSync({ native, folder, log }).run();
  t.match(lines, [/disk: not synced .*No such file or directory/]);
});

t.test('one sync runs at a time, and calls that come meanwhile share the next one', async (t) => {
  const ends: (() => void)[] = [];
  const syncFileSystem = () => new Promise<void>((resolve) => ends.push(resolve));
  const files = new FileSystemSync({ native: { syncFileSystem }, folder: '/', log: SILENT_LOG });
  const settled: string[] = [];
  const call = (name: string) => files.run().then(() => settled.push(name));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const calls = [call('first')];
  await turn();
  calls.push(call('second'), call('third'));
  await turn();
  t.equal(ends.length, 1);
  ends[0]?.();
  await turn();
  t.strictSame([settled, ends.length], [['first'], 2], 'what was written after the first began needs another');
  ends[1]?.();
  await Promise.all(calls);
  t.strictSame([settled, ends.length], [['first', 'second', 'third'], 2]);
});
