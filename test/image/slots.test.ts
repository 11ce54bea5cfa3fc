/**
 * Runs the shipped program for the boot counters, with its files in a test folder and the two tools of libubootenv
 * replaced by ones that keep the variables as text. `start` counts like image/boot/boot.cmd.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { temporaryDirectory } from '../http/rig.js';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('../../image/overlay/usr/lib/tonearm/box/slot-counters', import.meta.url));
/** A damaged copy is an empty file here. */
const PRINT = '#!/bin/sh\n[ -s "$2" ] && cat "$2"\n';
const SET = '#!/bin/sh\ncat >"$2"\n';
const FRESH = 'BOOT_ORDER=A B\nBOOT_A_LEFT=8\nBOOT_B_LEFT=0\n';

class Slots {
  private constructor(
    private readonly folder: string,
    private readonly program: string,
  ) {}

  static async create(t: Test): Promise<Slots> {
    const folder = await temporaryDirectory(t);
    let text = await readFile(PROGRAM, 'utf8');
    for (const path of ['/etc/tonearm/slots', '/proc/cmdline', '/run/tonearm-slots.lock']) {
      if (!text.includes(path)) throw new Error(`the program does not use ${path}`);
      text = text.replaceAll(path, `${folder}${path}`);
    }
    for (const path of ['bin', 'etc/tonearm/slots', 'proc', 'run'])
      await mkdir(join(folder, path), { recursive: true });
    await writeFile(join(folder, 'bin/fw_printenv'), PRINT, { mode: 0o755 });
    await writeFile(join(folder, 'bin/fw_setenv'), SET, { mode: 0o755 });
    await writeFile(join(folder, 'slot-counters'), text);
    const slots = new Slots(folder, join(folder, 'slot-counters'));
    for (const name of ['default.env', 'copy-0', 'copy-1']) await slots.write(name, FRESH);
    await slots.runs('A');
    return slots;
  }

  private path(name: string): string {
    return join(this.folder, 'etc/tonearm/slots', name);
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(this.path(name), text);
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8');
  }

  /** Sets the running slot; undefined: the boot script did not start the machine. */
  runs(slot: string | undefined): Promise<void> {
    const more = slot === undefined ? '' : ` tonearm.slot=${slot}`;
    return writeFile(join(this.folder, 'proc/cmdline'), `root=/dev/x ro${more} quiet\n`);
  }

  /** @returns standard output; rejects when the program fails */
  async call(...args: string[]): Promise<string> {
    const env = { ...process.env, PATH: `${join(this.folder, 'bin')}:${process.env['PATH']}` };
    return (await run('sh', [this.program, ...args], { env })).stdout.trim();
  }

  async counters(): Promise<string> {
    const shown = await this.call('show');
    return shown.replaceAll(/^\w+=/gm, '').replaceAll('\n', ', ');
  }

  /** One start, as the boot script counts it. @returns the slot that runs */
  async start(): Promise<string> {
    const slot = await this.call('get-primary');
    const text = await this.call('show');
    const counted = text.replace(new RegExp(`(BOOT_${slot}_LEFT=)(\\d+)`), (_, name: string, left: string) => {
      return `${name}${Number(left) - 1}`;
    });
    for (const copy of ['copy-0', 'copy-1']) await this.write(copy, `${counted}\n`);
    await this.runs(slot);
    return slot;
  }
}

t.test(
  'a good update: RAUC takes the tries of the other slot, gives it three, and its start confirms it',
  async (t) => {
    const slots = await Slots.create(t);
    t.equal(await slots.call('get-current'), 'A');
    await slots.call('set-state', 'B', 'bad');
    t.equal(await slots.call('get-primary'), 'A', 'while RAUC writes');
    await slots.call('set-primary', 'B');
    t.equal(await slots.counters(), 'B A, 8, 3');
    t.equal(await slots.start(), 'B');
    await t.rejects(slots.call('deadline'), {
      code: 1,
      stdout: /slot B was not confirmed in time: restarting, 2 tries left/,
    });
    await slots.call('confirm');
    t.equal(await slots.counters(), 'B A, 8, 8');
    t.equal(await slots.call('deadline'), '');
    t.equal(await slots.call('get-state', 'A'), 'good', 'the old one stays to go back to');
  },
);

t.test('a broken update: after three starts the earlier slot runs again, and RAUC calls the other bad', async (t) => {
  const slots = await Slots.create(t);
  await slots.call('set-primary', 'B');
  const started = [];
  for (let n = 0; n < 4; n++) started.push(await slots.start());
  t.strictSame(started, ['B', 'B', 'B', 'A']);
  t.equal(await slots.call('get-state', 'B'), 'bad');
  await slots.call('confirm');
  t.equal(await slots.counters(), 'B A, 8, 0');
});

t.test('back by hand: the slot before is tried first, with what tries it had', async (t) => {
  const slots = await Slots.create(t);
  for (const slot of ['A', 'B']) await slots.call('set-state', slot, 'good');
  await slots.call('set-primary', 'B');
  t.equal(await slots.counters(), 'B A, 8, 8');
  await slots.call('set-primary', 'A');
  t.equal(await slots.counters(), 'A B, 8, 8');
});

t.test('a slot that was good once is not restarted by the deadline, until it is as bad as a new one', async (t) => {
  const slots = await Slots.create(t);
  for (let left = 7; left > 2; left--) {
    await slots.start();
    t.equal(await slots.call('deadline'), '', `${left} left`);
  }
  await slots.start();
  await t.rejects(slots.call('deadline'));
  await slots.runs(undefined);
  t.equal(await slots.call('deadline'), '', 'not started by the boot script');
});

t.test('a damaged copy is healed by the next write; with two, the counters of a fresh card hold', async (t) => {
  const slots = await Slots.create(t);
  await slots.write('copy-0', '');
  await slots.write('copy-1', 'BOOT_ORDER=B A\nBOOT_A_LEFT=4\nBOOT_B_LEFT=5\n');
  t.equal(await slots.counters(), 'B A, 4, 5');
  await slots.call('confirm');
  t.equal(await slots.read('copy-0'), 'BOOT_ORDER=B A\nBOOT_A_LEFT=8\nBOOT_B_LEFT=5\n');
  t.equal(await slots.read('copy-1'), await slots.read('copy-0'));
  for (const copy of ['copy-0', 'copy-1']) await slots.write(copy, '');
  t.equal(await slots.counters(), 'A B, 8, 0');
});

t.test('what it does not know it refuses with its usage, and writes nothing', async (t) => {
  const slots = await Slots.create(t);
  for (const args of [[], ['set-primary', 'C'], ['get-state', 'rootfs.0'], ['set-state', 'B', 'fine'], ['boot']]) {
    await t.rejects(slots.call(...args), { code: 2, stderr: /set-state SLOT good\|bad/ }, args.join(' '));
  }
  t.equal(await slots.read('copy-0'), FRESH);
});
