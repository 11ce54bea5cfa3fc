/**
 * Boots the image in QEMU and tests it from outside. All checks run twice, in a box of 1024 MB and in one of 448 MB (a
 * Zero 2 W less the memory of its firmware); the box is also compared with a bare Debian of the same kernel, and with MPD.
 * The options choose a part (native/setup/usage.mjs), `--all` is everything. Logs are in build/image/boot/.
 */
import { existsSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DEBIAN, IMAGE, OUTPUT } from '../../image/paths.mjs';
import { TEST_NEEDS } from '../../image/steps/tools.mjs';
import { readArguments } from '../../native/setup/arguments.mjs';
import { SetupError } from '../../native/setup/console.mjs';
import { NEEDS } from '../../native/setup/needs.mjs';
import { mustRun } from '../../native/setup/run.mjs';
import { ensureSystemPackages } from '../../native/setup/system-packages.mjs';
import { USAGE } from '../../native/setup/usage.mjs';
import { checkAlarms } from './alarms.mjs';
import { examineBoards } from './boards.mjs';
import { Box } from './box.mjs';
import {
  checkAlbum,
  checkClock,
  checkDiscovery,
  checkLateCard,
  checkPowerCut,
  checkReboot,
  checkScreen,
  checkShutdown,
  checkStart,
  checkSticks,
  checkVolume,
  demoTrack,
} from './checks.mjs';
import { compareWithBareDebian } from './bare-debian.mjs';
import { checkCards } from './cards.mjs';
import { checkDamagedData } from './damaged-data.mjs';
import { checkLargeLibrary } from './large-library.mjs';
import { CARD_SERVER_NEEDS } from './card-server.mjs';
import { checkCardServer } from './card-server-checks.mjs';
import { compareWithMpd, makeMpdDisk } from './mpd.mjs';
import { checkPower } from './power.mjs';
import { SAMBA_NEEDS } from './samba.mjs';
import { checkShares } from './shares.mjs';
import { checkRooms } from './rooms.mjs';
import { makeSticks } from './sticks.mjs';
import { expect, Table } from './table.mjs';
import { checkUpdates } from './update.mjs';
import { checkWrites } from './writes.mjs';

const FOLDER = join(OUTPUT, 'boot');
/** Size of the smallest card that the README allows; larger than the image, so that /data has to grow. */
const CARD_BYTES = 4 * 1024 ** 3;
const SMALL = 448;
/** Number of power cuts. */
const CUTS = 30;
const MANY_CUTS = 200;

/** Copies the image to a new card file, as flashing does. @returns the path of the card file */
async function flash(name) {
  const card = join(FOLDER, `${name}.img`);
  await mustRun('copying the image', 'cp', ['--sparse=always', IMAGE, card]);
  truncateSync(card, CARD_BYTES);
  return card;
}

async function run(table, memory, { smoke, sticks, mpd }) {
  const name = `box-${memory}`;
  const drives = mpd === undefined ? [] : [mpd];
  const box = new Box({ name, folder: FOLDER, card: await flash(name), memory, drives });
  try {
    await box.start();
    if (!(await checkStart(table, box))) return;
    await checkVolume(table, box);
    await checkClock(table, box);
    await checkDiscovery(table, box);
    await checkScreen(table, box);
    await checkAlbum(table, box, { tracks: smoke ? 1 : undefined });
    if (memory === SMALL) await checkRooms(table, box, demoTrack());
    if (!smoke) {
      await checkSticks(table, box, sticks);
      await checkLateCard(table, box);
      await checkReboot(table, box);
      await checkAlbum(table, box, { tracks: 1, when: ', after a reboot' });
      if (mpd === undefined) await checkPowerCut(table, box);
      else await compareWithMpd(table, box);
    }
    await checkShutdown(table, box);
  } finally {
    await box.quit();
  }
}

async function main(options) {
  const { smoke, all } = options;
  await ensureSystemPackages([...TEST_NEEDS, ...CARD_SERVER_NEEDS, ...NEEDS.demo, ...NEEDS.test]);
  if (!existsSync(IMAGE)) throw new SetupError(`${IMAGE} is missing: npm run image makes it`);
  mkdirSync(FOLDER, { recursive: true });
  const table = new Table();
  if (!smoke) await checkCardServer(table, FOLDER);
  const parts = partsOf(table, options);
  const chosen = Object.keys(parts).filter((name) => options[name] !== undefined && options[name] !== false);
  if (!all && chosen.length > 0) {
    for (const name of chosen) await parts[name]();
    return ended(table);
  }
  const sticks = smoke ? undefined : await makeSticks(join(FOLDER, 'sticks'));
  if (existsSync(`${IMAGE}.xz`)) await table.check('compressed image', () => size(`${IMAGE}.xz`, 330));
  await table.check('modules and firmware of every board', () => {
    const { complete, problems } = examineBoards(DEBIAN);
    expect(problems.length === 0, problems.join('; '));
    return `${complete} boards complete`;
  });
  if (smoke) await run(table, SMALL, { smoke });
  else {
    await run(table, 1024, { sticks, mpd: await makeMpdDisk(FOLDER) });
    await run(table, SMALL, { sticks });
    for (const name of all ? Object.keys(parts) : ['start', 'cards']) await parts[name]();
  }
  return ended(table);
}

/** What can be run by itself, by the name of its option. */
function partsOf(table, { update = '', long, minutes }) {
  const cuts = { cuts: long ? MANY_CUTS : CUTS, ...(minutes === undefined ? {} : { minutes: Number(minutes) }) };
  return {
    start: () => compareWithBareDebian(table, FOLDER, flash),
    alarms: () => checkAlarms(table, FOLDER, flash),
    cards: () => checkCards(table, FOLDER, flash),
    damage: () => checkDamagedData(table, FOLDER, flash),
    library: () => checkLargeLibrary(table, FOLDER, flash),
    shares: async () => {
      await ensureSystemPackages(SAMBA_NEEDS);
      await checkShares(table, FOLDER, flash);
    },
    update: () => checkUpdates(table, FOLDER, flash, update),
    writes: () => checkWrites(table, FOLDER, flash),
    power: () => checkPower(table, FOLDER, flash, cuts),
  };
}

/** @returns exit code */
function ended(table) {
  table.print();
  return table.failed === 0 ? 0 : 1;
}

function size(path, mostMegabytes) {
  const megabytes = statSync(path).size / 1e6;
  expect(megabytes <= mostMegabytes, `${megabytes.toFixed(0)} MB, more than ${mostMegabytes} MB`);
  return `${megabytes.toFixed(0)} MB (at most ${mostMegabytes})`;
}

const { options } = readArguments(USAGE['test:image']);
try {
  process.exit(await main(options));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`\nboot: ${error.message}\n`);
  process.exit(1);
}
