/**
 * Runs the shipped program that keeps the time of a box without a battery, with its file and the kernel's statistics of
 * the partition in a test folder, a `date` that only notes what it is to set, and short minutes.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { temporaryDirectory } from '../http/rig.js';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('../../image/overlay/usr/lib/tonearm/box/clock', import.meta.url));
const KEPT = '/data/system/clock';
const STATISTICS = '/sys/dev/block/$(mountpoint -d /data)/stat';
const MINUTE = 'sleep "$wait_seconds"';
const SHORT_MINUTE = 500;
const DATE = '#!/bin/sh\n[ "$1" != -s ] || exec echo "set $2"\nPATH=${PATH#*:} exec date "$@"\n';

const secondsNow = (): number => Math.floor(Date.now() / 1000);

async function start(t: Test) {
  const folder = await temporaryDirectory(t);
  let text = await readFile(PROGRAM, 'utf8');
  const program = join(folder, 'clock');
  const kept = join(folder, 'kept');
  const statistics = join(folder, 'stat');
  for (const [words, others] of [
    [KEPT, kept],
    [STATISTICS, statistics],
    [MINUTE, `sleep ${SHORT_MINUTE / 1000}`],
  ] as const) {
    if (!text.includes(words)) throw new Error(`the program does not use ${words}`);
    text = text.replace(words, others);
  }
  await writeFile(program, text);
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/date'), DATE, { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  /** The kernel's statistics of the partition when so many sectors were written to it. */
  const written = (sectors: number) => writeFile(statistics, `    83  0  6090  50  12  4  ${sectors}  9  0  44  59\n`);
  await written(0);
  return {
    kept,
    written,
    restore: async () => (await run('sh', [program, 'restore'], { env })).stdout.trim(),
    keep: () => {
      const keeper = spawn('sh', [program, 'keep'], { env, stdio: 'ignore', detached: true });
      t.teardown(() => {
        if (keeper.exitCode === null) process.kill(-Number(keeper.pid), 'SIGKILL');
      });
      return keeper;
    },
    text: () => readFile(kept, 'utf8').catch(() => ''),
    /** Seconds by which the kept time is ahead of now; NaN when none is kept. */
    ahead: async () => parseInt(await readFile(kept, 'utf8').catch(() => ''), 10) - secondsNow(),
  };
}

t.test('a clock that is behind the kept time is set to it, and no other', async (t) => {
  const { kept, restore } = await start(t);
  t.equal(await restore(), '', 'no time is kept');
  await writeFile(kept, '');
  const later = secondsNow() + 90 * 86_400;
  await utimes(kept, later, later);
  t.equal(await restore(), `set @${later}`, 'a file of an earlier version');
  await utimes(kept, 1000, 1000);
  t.equal(await restore(), '');
  await writeFile(kept, `${String(later + 1).padStart(12, '0')}\n`);
  t.equal(await restore(), `set @${later + 1}`);
  await writeFile(kept, `${String(secondsNow() - 5).padStart(12, '0')}\n`);
  t.equal(await restore(), '');
});

t.test(
  'the time is kept ahead, so that it also covers what comes before a power cut, and exactly at the end',
  async (t) => {
    const { keep, ahead } = await start(t);
    const keeper = keep();
    while (!((await ahead()) > 30)) await delay(20);
    const first = await ahead();
    t.ok(first > 120 && first <= 125, `${first} s`);
    // systemd ends all processes of a unit.
    process.kill(-Number(keeper.pid), 'SIGTERM');
    const [code] = (await once(keeper, 'exit')) as [number];
    t.equal(code, 0);
    const last = await ahead();
    t.ok(last >= 0 && last <= 5, `${last} s`);
  },
);

t.test('the time is kept again when others have written, not when only the kept time was', async (t) => {
  const { kept, keep, text, written } = await start(t);
  keep();
  while ((await text()) === '') await delay(20);
  await writeFile(kept, 'untouched\n');
  // In the minute after, the block of the kept time gets to the card.
  await written(8);
  await delay(SHORT_MINUTE * 6);
  t.equal(await text(), 'untouched\n', 'a box at rest writes nothing');
  await written(16);
  while ((await text()) === 'untouched\n') await delay(20);
  t.match(await text(), /^0\d{11}\n/);
});
