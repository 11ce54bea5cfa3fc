/**
 * A memory cgroup for a daemon under test, as small as the box: the kernel ends what needs more. cgroup v1 and v2; root
 * alone may make one.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';

const VERSIONS = [
  {
    folder: '/sys/fs/cgroup/memory',
    offered: '/sys/fs/cgroup/memory/memory.limit_in_bytes',
    limit: 'memory.limit_in_bytes',
    peak: 'memory.max_usage_in_bytes',
    kills: 'memory.oom_control',
  },
  {
    folder: '/sys/fs/cgroup',
    offered: '/sys/fs/cgroup/system.slice/memory.max',
    limit: 'memory.max',
    peak: 'memory.peak',
    kills: 'memory.events',
  },
] as const;

export interface MemoryLimit {
  /** Starts a daemon inside; see `House.start`. */
  readonly launcher: readonly string[];
  /** Bytes, page cache included: the most that ever was. Undefined where the kernel does not tell. */
  peak(): Promise<number | undefined>;
  /** How many processes the kernel has ended in it. */
  kills(): Promise<number>;
}

/** @returns undefined where none can be made */
export async function limitMemory(t: Test, mebibytes: number): Promise<MemoryLimit | undefined> {
  const version = VERSIONS.find(({ offered }) => existsSync(offered));
  const folder = version && (await mkdtemp(join(version.folder, 'tonearm-test-')).catch(() => undefined));
  if (version === undefined || folder === undefined) return undefined;
  // After the daemon has gone, which the house sees to.
  t.teardown(() => rmdir(folder).catch(() => undefined));
  await writeFile(join(folder, version.limit), String(mebibytes * 1024 * 1024));
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8').catch(() => '');
  return {
    launcher: ['sh', '-c', `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$0" "$@"`],
    peak: async () => Number(await read(version.peak)) || undefined,
    kills: async () => Number(/^oom_kill (\d+)$/m.exec(await read(version.kills))?.[1] ?? 0),
  };
}
