/** The recipe of signed updates: key, manifest and version, and that what the box expects of them is the same. */
import { execFile } from 'node:child_process';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { temporaryDirectory } from '../http/rig.js';
// @ts-expect-error -- the recipe's steps are plain JavaScript without types
import * as signingStep from '../../image/steps/signing.mjs';
// @ts-expect-error -- the recipe's steps are plain JavaScript without types
import * as updateStep from '../../image/steps/update.mjs';
// @ts-expect-error -- the recipe's steps are plain JavaScript without types
import * as versionStep from '../../image/steps/version.mjs';

interface Signing {
  readonly key: string;
  readonly certificate: string;
  readonly keyring: string;
}

const { chosenKey, developmentKey } = signingStep as {
  chosenKey: (environment: NodeJS.ProcessEnv) => Signing | undefined;
  developmentKey: (folder: string) => Promise<Signing>;
};
const { updateManifest } = updateStep as { updateManifest: (version: string, compatible?: string) => string };
const { versionOf, releaseLines } = versionStep as {
  versionOf: (version: string, commit?: string, changes?: string) => string;
  releaseLines: (version: string) => string;
};

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OVERLAY = join(ROOT, 'image/overlay');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Sections and keys of an ini file. */
function ini(text: string): Record<string, Record<string, string>> {
  const sections: Record<string, Record<string, string>> = {};
  let section = (sections[''] = {} as Record<string, string>);
  for (const line of text.split('\n')) {
    const heading = /^\[(.*)\]$/.exec(line)?.[1];
    if (heading !== undefined) section = sections[heading] = {};
    const [, key, value] = /^([^#=]+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) section[key] = value;
  }
  return sections;
}

t.test('an update is for the slots of the box, and its name for the boards is that of the box', async (t) => {
  const box = ini(read('image/overlay/etc/rauc/system.conf'));
  const update = ini(updateManifest('1.2.3'));
  t.strictSame(update['update'], { compatible: box['system']?.['compatible'], version: '1.2.3' });
  t.equal(update['bundle']?.['format'], box['system']?.['bundle-formats']);
  const slots = Object.keys(box).flatMap((name) => /^slot\.(\w+)\.\d$/.exec(name)?.[1] ?? []);
  const images = Object.keys(update).flatMap((name) => /^image\.(\w+)$/.exec(name)?.[1] ?? []);
  t.strictSame([...new Set(slots)].sort(), images.sort());
});

t.test('root and kernel of each slot are the partitions that the boot script starts', async (t) => {
  const box = ini(read('image/overlay/etc/rauc/system.conf'));
  const script = read('image/boot/boot.cmd');
  for (const [index, name] of ['A', 'B'].entries()) {
    const [, boot = '', root = ''] =
      new RegExp(`slot ${name}; setenv bootpart (\\d); setenv rootpart (\\d)`).exec(script) ?? [];
    t.match(box[`slot.rootfs.${index}`], { device: new RegExp(`-0${root}$`), bootname: name });
    t.match(box[`slot.boot.${index}`], { device: new RegExp(`-0${boot}$`), parent: `rootfs.${index}` });
  }
  const backend = box['handlers']?.['bootloader-custom-backend'] ?? '';
  t.equal(lstatSync(join(OVERLAY, backend)).mode & 0o111, 0o111, `${backend} can be run`);
  t.match(read(join('image/overlay', backend)), /^new_slot=3\nconfirmed=8$/m, 'as image/README.md and boot.cmd say');
  t.match(
    read('image/overlay/usr/lib/tmpfiles.d/tonearm.conf'),
    `d ${box['system']?.['data-directory']} 0700 root root`,
  );
});

t.test('only root and the daemon reach RAUC on the message bus', async (t) => {
  const policy = read('image/overlay/usr/share/dbus-1/system.d/de.pengutronix.rauc.conf');
  const contexts = [...policy.matchAll(/<policy (.*)>/g)].map(([, context]) => context);
  t.strictSame(contexts, ['user="root"', 'user="tonearm"']);
});

t.test('what starts the watchdog in the initrd is there, and systemd goes on with the same time', async (t) => {
  const early = 'image/overlay/etc/initramfs-tools';
  const hook = read(`${early}/hooks/tonearm-modules`);
  const added = [...hook.matchAll(/^manual_add_modules (.*)$/gm)].flatMap(([, names = '']) => names.split(' '));
  const script = read(`${early}/scripts/init-top/tonearm-drivers`);
  const [, watchdogs = ''] = /^for driver in (.*); do$/m.exec(hook) ?? [];
  const [, loaded = ''] = /^drivers='(.*)' /m.exec(script) ?? [];
  for (const driver of [...watchdogs.split(' '), ...loaded.split(' ')]) t.ok(added.includes(driver), driver);
  for (const driver of watchdogs.split(' ')) t.ok(loaded.split(' ').includes(driver), driver);
  const [, seconds = ''] = /heartbeat=(\d+)/.exec(hook) ?? [];
  t.match(read('image/overlay/etc/systemd/system.conf.d/tonearm.conf'), `RuntimeWatchdogSec=${seconds}s\n`);
  const scripts = ['init-top/tonearm-drivers', 'local-block/tonearm-drivers', 'init-bottom/tonearm-dev'];
  for (const path of ['hooks/tonearm-modules', ...scripts.map((name) => `scripts/${name}`)]) {
    t.equal(lstatSync(join(ROOT, early, path)).mode & 0o111, 0o111, `${path}: it can be run`);
  }
});

t.test('a slot is confirmed by GET /health; the deadline is not before the daemon may have started', async (t) => {
  const good = read('systemd/tonearm-slot-good.service');
  const programs = [...good.matchAll(/^Exec\w+=(\S+)/gm)].map(([, path = '']) => path);
  t.strictSame(programs, ['/usr/lib/tonearm/box/await-health', '/usr/lib/tonearm/box/slot-counters']);
  for (const path of programs) t.equal(lstatSync(join(OVERLAY, path)).mode & 0o111, 0o111, `${path} can be run`);
  t.match(read('image/overlay/usr/lib/tonearm/box/await-health'), 'GET /health ');
  const minutes = (unit: string, key: string) => Number(new RegExp(`^${key}=(\\d+)min$`, 'm').exec(read(unit))?.[1]);
  const deadline = minutes('systemd/tonearm-slot-deadline.timer', 'OnBootSec');
  t.ok(deadline >= minutes('systemd/tonearm.service', 'TimeoutStartSec'));
  const wanted = join(OVERLAY, 'etc/systemd/system/sysinit.target.wants/tonearm-slot-deadline.timer');
  t.equal(readlinkSync(wanted), '/usr/lib/systemd/system/tonearm-slot-deadline.timer');
});

t.test('the version names the commit, and says when something is not committed', async (t) => {
  t.equal(versionOf('1.2.3', '20261126.230832.dd2f68bb', ''), '1.2.3+20261126.230832.dd2f68bb');
  t.equal(versionOf('1.2.3', '20261126.230832.dd2f68bb', ' M README.md'), '1.2.3+20261126.230832.dd2f68bb.changed');
  t.equal(versionOf('1.2.3', '20261126.230832.dd2f68bb', undefined), '1.2.3+20261126.230832.dd2f68bb.changed');
  const whole = `20261126.230832.dd2f68bb${'0'.repeat(32)}`;
  t.equal(versionOf('1.2.3', whole, ''), '1.2.3+20261126.230832.dd2f68bb', 'the same length in every clone');
  t.equal(versionOf('1.2.3'), '1.2.3', 'outside a clone');
  t.equal(releaseLines('1.2.3+4'), 'IMAGE_ID=tonearm\nIMAGE_VERSION="1.2.3+4"\n');
});

t.test('a key for releases comes from outside, with its certificate', async (t) => {
  const folder = await temporaryDirectory(t);
  const [key = '', certificate = '', keyring = ''] = ['key', 'certificate', 'keyring'].map((name) =>
    join(folder, name),
  );
  t.equal(chosenKey({}), undefined);
  t.throws(() => chosenKey({ TONEARM_SIGNING_KEY: key }), /belong together/);
  t.throws(() => chosenKey({ TONEARM_SIGNING_CERT: certificate }), /belong together/);
  const environment = { TONEARM_SIGNING_KEY: key, TONEARM_SIGNING_CERT: certificate };
  await writeFile(key, '');
  t.throws(() => chosenKey(environment), new RegExp(`${certificate}, which signs updates, is missing`));
  for (const path of [certificate, keyring]) await writeFile(path, '');
  t.strictSame(chosenKey(environment), { key, certificate, keyring: certificate });
  t.equal(chosenKey({ ...environment, TONEARM_SIGNING_KEYRING: keyring })?.keyring, keyring, 'with two certificates');
  const inToken = chosenKey({ ...environment, TONEARM_SIGNING_KEY: 'pkcs11:token=release' });
  t.equal(inToken?.key, 'pkcs11:token=release');
});

t.test('a key for development is made once, and only its owner reads it', async (t) => {
  const folder = join(await temporaryDirectory(t), 'signing');
  const { key, certificate, keyring } = await developmentKey(folder);
  t.equal((await stat(key)).mode & 0o777, 0o600);
  t.equal(keyring, certificate);
  const { stdout } = await run('openssl', [
    'x509',
    '-in',
    certificate,
    '-noout',
    '-subject',
    '-ext',
    'basicConstraints',
  ]);
  t.match(stdout, /Tonearm development[^]*CA:TRUE/);
  const made = await readFile(key, 'utf8');
  await developmentKey(folder);
  t.equal(await readFile(key, 'utf8'), made);
});
