/**
 * Makes a memory cgroup as small as the box for a daemon under test; the kernel kills what needs more. Supports cgroup
 * v1 and v2; needs root.
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
  /** Command line that starts a daemon in the cgroup; see `House.start`. */
  readonly launcher: readonly string[];
  /** Peak memory in bytes, page cache included; undefined where the kernel does not report it. */
  peak(): Promise<number | undefined>;
  /** Number of processes that the kernel has killed in the cgroup. */
  kills(): Promise<number>;
}

/** @returns undefined where no cgroup can be made */
export async function limitMemory(t: Test, mebibytes: number): Promise<MemoryLimit | undefined> {
  const version = VERSIONS.find(({ offered }) => existsSync(offered));
  const folder = version && (await mkdtemp(join(version.folder, 'tonearm-test-')).catch(() => undefined));
  if (version === undefined || folder === undefined) return undefined;
  // Removed after the end of the daemon, which the house stops.
  t.teardown(() => rmdir(folder).catch(() => undefined));
  await writeFile(join(folder, version.limit), String(mebibytes * 1024 * 1024));
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8').catch(() => '');
  return {
    launcher: ['sh', '-c', `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$0" "$@"`],
    peak: async () => Number(await read(version.peak)) || undefined,
    kills: async () => Number(/^oom_kill (\d+)$/m.exec(await read(version.kills))?.[1] ?? 0),
  };
}
