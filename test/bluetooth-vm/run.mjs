/**
 * Tests a box and a Bluetooth speaker in one virtual machine: `npm run test:bluetooth [-- --rig]`. First the rig alone,
 * with plain tools; then the daemon, over REST only (`--rig` leaves it out). The log of the machine and the recordings
 * of the speaker are in build/bluetooth-vm/.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../../native/setup/arguments.mjs';
import { SetupError } from '../../native/setup/console.mjs';
import { BUILD } from '../../native/setup/paths.mjs';
import { ensureSystemPackages } from '../../native/setup/system-packages.mjs';
import { USAGE } from '../../native/setup/usage.mjs';
import { Table } from '../image/table.mjs';
import { writeTone } from '../image/wav.mjs';
import { checkAppliance } from './appliance-checks.mjs';
import { ensureDebian } from './debian.mjs';
import { makeInitrd } from './initrd.mjs';
import { Machine } from './machine.mjs';
import { VM_NEEDS } from './needs.mjs';
import { makeBox } from './product.mjs';
import { checkRig } from './rig-checks.mjs';
import { Speaker } from './speaker.mjs';
import { LONG_TONES, TONE } from './tone.mjs';

const FOLDER = join(BUILD, 'bluetooth-vm');
const JOURNAL_LIMIT = 60_000;
const OVERLAY = new URL('overlay', import.meta.url).pathname;

async function main({ rigOnly }) {
  await ensureSystemPackages(VM_NEEDS);
  const debian = await ensureDebian();
  rmSync(FOLDER, { recursive: true, force: true });
  const share = join(FOLDER, 'share');
  mkdirSync(join(share, 'music'), { recursive: true });
  for (const tone of [TONE, ...LONG_TONES]) writeTone(join(share, 'music', tone.name), tone);
  const initrd = join(FOLDER, 'initrd');
  makeInitrd(initrd, debian, [await makeBox(join(FOLDER, 'box')), OVERLAY]);

  const table = new Table('bluetooth');
  const machine = new Machine({ folder: FOLDER, debian, initrd, share });
  const speaker = new Speaker(machine);
  try {
    await machine.start();
    if ((await checkRig(table, machine, speaker)) && !rigOnly) await checkAppliance(table, machine, speaker);
  } finally {
    await machine.inside('journalctl --boot --no-pager > /share/journal.log', JOURNAL_LIMIT).catch(() => undefined);
    await machine.quit();
  }
  table.print();
  return table.failed === 0 ? 0 : 1;
}

const { options } = readArguments(USAGE['test:bluetooth']);
try {
  process.exit(await main({ rigOnly: options.rig }));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`\nbluetooth: ${error.message}\n`);
  process.exit(1);
}
