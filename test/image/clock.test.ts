/**
 * Runs the shipped program that keeps the time of a box without a battery, with its file in a test folder and a `date`
 * that only notes what it is to set.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { temporaryDirectory } from '../http/rig.js';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('../../image/overlay/usr/lib/tonearm/box/clock', import.meta.url));
const KEPT = '/data/system/clock';
const DATE = '#!/bin/sh\n[ "$1" != -s ] || exec echo "set $2"\nPATH=${PATH#*:} exec date "$@"\n';

const secondsNow = (): number => Math.floor(Date.now() / 1000);

async function start(t: Test) {
  const folder = await temporaryDirectory(t);
  const text = await readFile(PROGRAM, 'utf8');
  if (!text.includes(KEPT)) throw new Error(`the program does not use ${KEPT}`);
  const program = join(folder, 'clock');
  const kept = join(folder, 'kept');
  await writeFile(program, text.replace(KEPT, kept));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/date'), DATE, { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  return {
    kept,
    restore: async () => (await run('sh', [program, 'restore'], { env })).stdout.trim(),
    keep: () => spawn('sh', [program, 'keep'], { env, stdio: 'ignore', detached: true }),
    /** Seconds by which the kept time is ahead of now; undefined when none is kept. */
    ahead: async () => {
      const status = await stat(kept).catch(() => undefined);
      return status === undefined ? undefined : Math.round(status.mtimeMs / 1000 - Date.now() / 1000);
    },
  };
}

t.test('a clock that is behind the kept time is set to it, and no other', async (t) => {
  const { kept, restore } = await start(t);
  t.equal(await restore(), '', 'no time is kept');
  await writeFile(kept, '');
  const later = secondsNow() + 90 * 86_400;
  await utimes(kept, later, later);
  t.equal(await restore(), `set @${later}`);
  await utimes(kept, 1000, 1000);
  t.equal(await restore(), '');
});

t.test(
  'the time is kept ahead, so that it also covers what comes before a power cut, and exactly at the end',
  async (t) => {
    const { keep, ahead } = await start(t);
    const keeper = keep();
    t.teardown(() => {
      if (keeper.exitCode === null) process.kill(-Number(keeper.pid), 'SIGKILL');
    });
    let first = await ahead();
    for (; first === undefined || first < 30; first = await ahead()) await delay(20);
    t.ok(first > 60 && first <= 65, `${first} s`);
    // systemd ends all processes of a unit.
    process.kill(-Number(keeper.pid), 'SIGTERM');
    const [code] = (await once(keeper, 'exit')) as [number];
    t.equal(code, 0);
    const last = Number(await ahead());
    t.ok(last >= 0 && last <= 5, `${last} s`);
  },
);
