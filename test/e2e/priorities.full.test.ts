import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';

import { childProcesses } from '../decode/formats/processes.js';
import { encoded, RECIPES } from '../decode/formats/ffmpeg-fixtures.js';
import { createHouse } from './daemon.js';

const MAIN = -5;
const DECODER = -10;
const TAGS = 5;
const SCAN = 19;

/** Nice values of a process's threads, the first one's first (proc_pid_stat(5): field 19, counted from 1). */
function niceness(pid: number | undefined): number[] {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .sort((one, other) => Number(one) - Number(other))
    .map((thread) => {
      const stat = readFileSync(join(tasks, thread, 'stat'), 'latin1');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    });
}

/** Set for a separate process, since a lower nice value cannot be restored without the privilege. */
const isAllowed = spawnSync(process.execPath, ['-e', `require('node:os').setPriority(0, ${DECODER})`]).status === 0;

t.test('what plays and answers goes before what reads files', async (t) => {
  const { library, start } = await createHouse(t);
  // The scan ignores this file, so that the tag is read when the file is played.
  const path = join(library, '.hidden', 'a.m4a');
  await mkdir(join(library, '.hidden'));
  await copyFile(await encoded(t, RECIPES['AAC in M4A']!, 60), path);
  const daemon = await start();
  await daemon.play([path]);
  await daemon.put('/player/play');
  await daemon.until('it sounds', async () => (await daemon.elapsed()) > 0);
  const { pid } = daemon.process;
  await daemon.until('all have begun', async () => {
    if (!niceness(pid).includes(SCAN)) await daemon.put('/scan-library');
    const all = niceness(pid);
    return all.includes(TAGS) && all.includes(SCAN) && childProcesses(pid).length > 0;
  });
  const [main, ...others] = niceness(pid);
  t.equal(main, isAllowed ? MAIN : 0);
  t.equal(others.filter((nice) => nice === DECODER).length, isAllowed ? 1 : 0, 'the decoder alone goes before it');
  const programs = childProcesses(pid).map((child) => [child.name, ...niceness(child.pid)]);
  t.ok(programs.length > 0);
  for (const [name, ...nices] of programs) {
    t.ok(name === 'ffmpeg' || name === 'ffprobe', String(name));
    t.ok(
      nices.every((nice) => Number(nice) >= 0),
      `a program that reads a file has ${nices.join(', ')}`,
    );
  }
});
