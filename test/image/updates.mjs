/**
 * Makes updates from what `npm run image` has left in build/image: one that is good, some that do not start, and some
 * that a box has to refuse. The parts that do not matter for a case are those of the image.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { OUTPUT, RECIPE } from '../../image/paths.mjs';
import { leftOut, part } from '../../image/steps/disk.mjs';
import { call } from '../../image/steps/program.mjs';
import { makeKey, signingKey } from '../../image/steps/signing.mjs';
import { makeUpdate, updateManifest } from '../../image/steps/update.mjs';
import { systemVersion } from '../../image/steps/version.mjs';
import { SetupError } from '../../native/setup/console.mjs';

const MIB = 1024 * 1024;
/** Time in which a broken slot has to be confirmed; 5 min on a box, which is about 16 times as fast. */
export const DEADLINE_SECONDS = 120;
const SHORT_DEADLINE = { 'tonearm-slot-deadline.timer': `[Timer]\nOnBootSec=\nOnBootSec=${DEADLINE_SECONDS}\n` };
/** Up and ready as systemd sees it, on the socket of port 80, but never healthy. */
const NEVER_HEALTHY = `[Service]
Type=simple
WatchdogSec=0
ExecStart=
ExecStart=/usr/bin/node -e 'require("http").createServer((q,a)=>a.writeHead(503).end()).listen({fd:3})'
`;
const NO_CORE = '[Service]\nInaccessiblePaths=/usr/lib/tonearm/native/build/Release/tonearm_native.node\n';

/** Updates that install, by name: `kernel` changes the FAT partition, `leftOut` are paths that the root lacks. */
export const INSTALLABLE = {
  good: { kernel: (fat, folder) => setArguments(fat, folder, 'tonearm.update=good') },
  'no-kernel': { kernel: (fat) => call('mdel', ['-i', fat, '::vmlinuz']) },
  'no-init': { leftOut: ['usr/sbin/init'] },
  'never-healthy': { kernel: dropIns({ 'tonearm.service': NEVER_HEALTHY, ...SHORT_DEADLINE }) },
  'no-sound-core': { kernel: dropIns({ 'tonearm.service': NO_CORE, ...SHORT_DEADLINE }) },
};

/** Updates that a box has to refuse. */
const WRONG = ['unsigned', 'foreign-key', 'wrong-board', 'too-large', 'corrupt'];

/** Drop-ins of units, which systemd takes from the kernel's command line as credentials. */
function dropIns(texts) {
  const words = Object.entries(texts).map(([unit, text]) => {
    return `systemd.set_credential_binary=systemd.unit-dropin.${unit}:${Buffer.from(text).toString('base64')}`;
  });
  return (fat, folder) => setArguments(fat, folder, words.join(' '));
}

/** Adds words to the boot arguments of a slot. */
async function setArguments(fat, folder, words) {
  const file = join(folder, 'slot.txt');
  writeFileSync(file, `${readFileSync(join(RECIPE, 'boot/slot.txt'), 'utf8').trim()} ${words}\n`);
  await call('mcopy', ['-o', '-i', fat, file, '::slot.txt']);
}

/** Makes the updates of these names, and a drive with them. @returns path of the drive: a squashfs with `NAME.raucb` */
export async function makeUpdates(folder, names) {
  const root = join(OUTPUT, 'root');
  for (const path of [part('root.squashfs'), part('kernel-a.vfat'), root]) {
    if (!existsSync(path)) throw new SetupError(`${path} is missing: npm run image makes it`);
  }
  rmSync(folder, { recursive: true, force: true });
  const bundles = join(folder, 'bundles');
  mkdirSync(bundles, { recursive: true });
  const signing = await signingKey();
  const version = await systemVersion();
  const unknown = names.find((name) => !(name in INSTALLABLE) && !WRONG.includes(name));
  if (unknown !== undefined) {
    throw new SetupError(`there is no update ${unknown}: ${[...Object.keys(INSTALLABLE), ...WRONG].join(', ')}`);
  }
  for (const [name, { kernel, leftOut: paths }] of Object.entries(INSTALLABLE)) {
    if (!names.includes(name)) continue;
    const fat = join(folder, 'kernel.vfat');
    await call('cp', ['--sparse=always', part('kernel-a.vfat'), fat]);
    await kernel?.(fat, folder);
    const squashfs = paths === undefined ? part('root.squashfs') : await squash(root, join(folder, 'root'), paths);
    await makeUpdate(
      join(bundles, `${name}.raucb`),
      { root: squashfs, kernel: fat, version: `${version}.${name}` },
      signing,
    );
    rmSync(fat);
  }
  if (names.some((name) => WRONG.includes(name))) await makeRefused(folder, bundles, signing);
  const drive = join(folder, 'updates.squashfs');
  await call('mksquashfs', [
    bundles,
    drive,
    ...['-noI', '-noD', '-noF', '-noX', '-noappend', '-quiet', '-no-progress'],
  ]);
  rmSync(bundles, { recursive: true });
  return drive;
}

async function squash(root, file, paths) {
  await call('mksquashfs', [
    ...[root, file, '-comp', 'zstd', '-Xcompression-level', '1', '-b', '256K', '-noappend', '-quiet', '-no-progress'],
    ...['-wildcards', '-e', ...leftOut(), ...paths],
  ]);
  return file;
}

async function makeRefused(folder, bundles, signing) {
  const [small, kernel, large] = ['small', 'small-kernel', 'large'].map((name) => join(folder, name));
  writeFileSync(small, randomBytes(32 * MIB));
  writeFileSync(kernel, randomBytes(MIB));
  writeFileSync(large, '');
  truncateSync(large, 769 * MIB);
  const parts = { root: small, kernel, version: '0' };
  const bundle = (name) => join(bundles, `${name}.raucb`);
  await makeUpdate(bundle('wrong-board'), { ...parts, compatible: 'tonearm-x86-64' }, signing);
  await makeUpdate(bundle('too-large'), { ...parts, root: large }, signing);
  const foreign = { key: join(folder, 'foreign.key'), certificate: join(folder, 'foreign.pem') };
  await makeKey(foreign.key, foreign.certificate, 'Somebody else');
  await makeUpdate(bundle('foreign-key'), parts, foreign);
  await makeUpdate(bundle('corrupt'), parts, signing);
  const file = openSync(bundle('corrupt'), 'r+');
  writeSync(file, randomBytes(64), 0, 64, 16 * MIB);
  closeSync(file);
  const plain = join(folder, 'plain');
  mkdirSync(plain);
  writeFileSync(join(plain, 'manifest.raucm'), updateManifest('0'));
  copyFileSync(kernel, join(plain, 'kernel.vfat'));
  await call('mksquashfs', [plain, bundle('unsigned'), '-quiet', '-no-progress']);
}
