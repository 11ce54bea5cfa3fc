import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { readConfigFile } from '../../src/config/config-file.js';
import { readConfig } from '../../src/config/config.js';
import { CARD_FILES } from '../../src/card/read-card.js';
import { readTonearmToml } from '../../src/card/tonearm-toml.js';
import { imagerCmdline } from '../card/imager.js';
// @ts-expect-error -- the recipe's steps are plain JavaScript without types
import { crc32, environmentBlock } from '../../image/steps/counters.mjs';
// @ts-expect-error -- the recipe's steps are plain JavaScript without types
import * as disk from '../../image/steps/disk.mjs';
// @ts-expect-error -- the recipe's steps are plain JavaScript without types
import * as imager from '../../image/steps/imager.mjs';

interface Board {
  readonly name: string;
  readonly imagerTag: string;
}

interface Manifest {
  readonly imager: { readonly devices: readonly { name: string; description: string; tags: readonly string[] }[] };
  readonly os_list: readonly { readonly devices: readonly string[] }[];
}

const { boards } = disk as { boards: () => readonly Board[] };
const { imagerManifest } = imager as { imagerManifest: (image: object) => Manifest };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OVERLAY = join(ROOT, 'image/overlay');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

t.test('a block of try counters is what U-Boot imports: CRC-32, variables, NULs', async (t) => {
  t.equal((crc32 as (bytes: Buffer) => number)(Buffer.from('123456789')), 0xcbf43926);
  const block = (environmentBlock as (lines: string[]) => Buffer)(['A=1', 'B=2']);
  t.equal(block.length, 512);
  t.equal(block.subarray(4, 12).toString('latin1'), 'A=1\0B=2\0');
  t.equal(block.readUInt32LE(0), (crc32 as (bytes: Buffer) => number)(block.subarray(4)));
});

t.test('whatever names a partition of the card names it by the disk signature of the layout', async (t) => {
  const signature = /disk-signature = 0x([0-9a-f]{8})/.exec(read('image/layout/genimage.cfg'))?.[1] ?? '';
  t.match(signature, /^[0-9a-f]{8}$/);
  for (const path of [
    'image/overlay/etc/fstab',
    'image/overlay/etc/tonearm/slots/copy-0',
    'image/overlay/etc/tonearm/slots/copy-1',
    'image/overlay/etc/rauc/system.conf',
    'image/overlay/usr/lib/tonearm/box/prepare-data',
    'udev/90-tonearm-stick.rules',
  ]) {
    t.match(read(path), new RegExp(`${signature}-`), path);
  }
});

t.test('every unit that the overlay turns on exists', async (t) => {
  const units = readdirSync(join(ROOT, 'systemd'));
  const folder = join(OVERLAY, 'etc/systemd/system');
  const wanted = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.wants\//.test(name) && lstatSync(join(folder, name)).isSymbolicLink())
    .map((name) => [basename(name), basename(readlinkSync(join(folder, name)))]);
  t.ok(wanted.length > 3);
  const [, copied = ''] = /copyMatching\(at\('systemd'\), .*, \/(.+)\/\);/.exec(read('image/steps/product.mjs')) ?? [];
  for (const unit of units) t.match(unit, new RegExp(copied), `${unit} is copied`);
  for (const [name = '', target] of wanted) {
    t.equal(name, target);
    t.ok(units.includes(name), name);
  }
});

t.test('the configuration that the image brings along is one, and a person may change all of it', async (t) => {
  const unit = read('systemd/tonearm.service');
  const environment = Object.fromEntries(
    [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const variables = Object.keys(environment).filter((name) => name.startsWith('TONEARM_'));
  t.strictSame(variables, ['TONEARM_STATE_DIR'], 'nothing goes before the file in the state directory');
  const folders = environment['CONFIGURATION_DIRECTORY']?.split(':') ?? [];
  t.equal(folders[0], '/data/system/card', 'settings from the files of the card go before those of the image');
  const file = await readConfigFile(join(OVERLAY, folders[1] ?? '', 'config.toml'));
  t.match(readConfig(environment, '', file === undefined ? [] : [file]), {
    stateDirectory: '/data/tonearm',
    libraryRoots: ['/data/music', '/media/tonearm', '/usr/share/tonearm/demo'],
    alsaDevice: 'default',
    alsaDeviceNamed: true,
    screen: '/dev/tty1',
  });
  t.ok(unit.includes('\nDeviceAllow=/dev/tty1 w\n'), 'the daemon may write on the screen');
  t.match(unit, /^SupplementaryGroups=.*\btty\b/m);
  t.ok(unit.includes('RestartPreventExitStatus=78\n'), 'a start that a mistake has ended is not made again and again');
});

t.test(
  'the files of the card are applied before the network; the daemon, which begins beside it, starts anew then',
  async (t) => {
    const unit = read('systemd/tonearm-card.service');
    const before = /^Before=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
    for (const reader of ['NetworkManager.service', 'avahi-daemon.service']) {
      t.ok(before.includes(reader), reader);
    }
    const script = read('image/overlay/usr/lib/tonearm/box/card');
    t.match(script, /program apply\n(?: +.*\n)*? +systemctl --no-block try-restart tonearm\.service\n/);
    const [, inScript = ''] = /sha256sum (\S+(?: \S+)*) 2>/.exec(script) ?? [];
    t.strictSame(inScript.split(' '), CARD_FILES, 'the script looks at all files, in the order of the program');
    const [, profiles = ''] = /^path=(.*)$/m.exec(read('image/overlay/etc/NetworkManager/conf.d/tonearm.conf')) ?? [];
    t.ok(read('image/overlay/usr/lib/NetworkManager/dispatcher.d/50-tonearm-card').includes(`'up ${profiles}/card-'`));
    t.match(read('systemd/tonearm-card-secrets.service'), 'ConditionPathExists=/data/system/card/secrets\n');
    for (const path of ['lib/tonearm/box/card', 'lib/NetworkManager/dispatcher.d/50-tonearm-card']) {
      t.equal(lstatSync(join(OVERLAY, 'usr', path)).mode & 0o111, 0o111, `${path} can be run`);
    }
  },
);

t.test(
  'the initrd mounts /data and lets time go on from the last known one, before anything else starts',
  async (t) => {
    const script = 'etc/initramfs-tools/scripts/local-bottom/tonearm-data';
    const programs = ['prepare-data', 'clock', 'card'].map((name) => `usr/lib/tonearm/box/${name}`);
    for (const path of [script, ...programs])
      t.equal(lstatSync(join(OVERLAY, path)).mode & 0o111, 0o111, `${path} can be run`);
    const [prepare = '', ...later] = programs.map((path) => `/${path}`);
    t.match(read(`image/overlay/${script}`), `chroot "$rootmnt" ${prepare} `);
    const [, afterMount = ''] = read(`image/overlay${prepare}`).split('\nmount /data || exit 1\n');
    for (const path of later) t.ok(afterMount.includes(`${path} `), path);
    t.match(read('systemd/tonearm-clock.service'), '\nExecStart=/usr/lib/tonearm/box/clock keep\n');
    t.ok(lstatSync(join(OVERLAY, 'etc/systemd/system/multi-user.target.wants/tonearm-clock.service')).isSymbolicLink());
  },
);

t.test(
  'records of the journal are kept where the daemon reads them, when others log and as the last of a stop',
  async (t) => {
    const program = '/usr/lib/tonearm/box/kept-log';
    t.equal(lstatSync(join(OVERLAY, program)).mode & 0o111, 0o111, 'it can be run');
    for (const unit of ['tonearm-kept-log.service', 'tonearm-kept-log-end.service', 'tonearm-slot-deadline.service']) {
      t.match(read(`systemd/${unit}`), new RegExp(`^Exec(?:Start|Stop)=.*${program} (?:watch|end|write)$`, 'm'), unit);
    }
    for (const link of [
      'multi-user.target.wants/tonearm-kept-log.path',
      'sysinit.target.wants/tonearm-kept-log-end.service',
    ]) {
      t.ok(lstatSync(join(OVERLAY, 'etc/systemd/system', link)).isSymbolicLink(), link);
    }
    const [, folder = ''] = /^kept=(.+)$/m.exec(read(`image/overlay${program}`)) ?? [];
    t.match(read('systemd/tonearm.service'), `\nEnvironment=LOGS_DIRECTORY=${folder}\n`);
    t.match(read('image/overlay/usr/lib/tmpfiles.d/tonearm.conf'), `\nd ${folder} 0755 root root -\n`);
    t.match(
      read('image/overlay/etc/systemd/journald.conf.d/tonearm.conf'),
      'Storage=volatile\n',
      'its path is in /run',
    );
  },
);

t.test('tonearm.toml on a fresh card asks for nothing, and all of its examples are understood', async (t) => {
  const text = read('image/boot/tonearm.toml');
  t.strictSame(readTonearmToml(text).notes, []);
  const { notes, settings } = readTonearmToml(text.replace(/^#(?! )/gm, ''));
  t.strictSame([...new Set(notes.map(({ kind }) => kind))], ['understood']);
  t.match(settings, { hostName: 'kitchen', country: 'DE', wifi: [{}], wired: {}, daemon: { http_names: [String] } });
});

t.test(
  'the boot script hands on the cmdline.txt of the card in quotes, so that ; is no end of a command',
  async (t) => {
    const script = read('image/boot/boot.cmd');
    t.match(script, /^fdt get value firmware_args \/chosen bootargs$/m);
    // U-Boot's hush puts the value of a quoted argument into ' ' before it parses the line again.
    t.match(script, /^setenv bootargs "\$\{firmware_args\} [^"]*"$/m);
    t.notMatch(imagerCmdline(read('image/boot/cmdline.txt')), /'/);
  },
);

t.test(
  'the manifest for Raspberry Pi Imager has all that its schema asks for, and says that the image can be set up',
  async (t) => {
    const all = boards();
    const manifest = imagerManifest({
      image: '/somewhere/a b/tonearm.img.xz',
      extracted: { size: 2_000_000_000, sha256: 'ab'.repeat(32) },
      downloadSize: 320_000_000,
      boards: all,
    });
    t.strictSame(manifest.os_list, [
      {
        name: 'Tonearm',
        description: 'A music player that you drive from your phone',
        icon: 'icons/cat_media_players.png',
        url: 'file:///somewhere/a%20b/tonearm.img.xz',
        extract_size: 2_000_000_000,
        extract_sha256: 'ab'.repeat(32),
        image_download_size: 320_000_000,
        release_date: '2026-01-01',
        devices: ['pi3-64bit', 'pi4-64bit'],
        init_format: 'cloudinit',
        architecture: 'armv8',
        capabilities: [],
      },
    ]);
    const { devices } = manifest.imager;
    t.strictSame(
      devices.map(({ name }) => name),
      all.map(({ name }) => name),
      'a board that the image starts on can be chosen',
    );
    t.ok(devices.length > 3);
    for (const { tags, description } of devices) {
      t.ok(description);
      t.ok(
        tags.some((tag) => manifest.os_list[0]?.devices.includes(tag)),
        tags.join(),
      );
    }
  },
);

t.test('the daemon can write to a library root, so that music can be added', async (t) => {
  const unit = read('systemd/tonearm.service');
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const writable = valueOf('ReadWritePaths')
    .split(' ')
    .map((path) => path.replace(/^[-+]+/, ''));
  const file = await readConfigFile(join(OVERLAY, 'etc/tonearm/config.toml'));
  const { libraryRoots } = readConfig({}, '', file === undefined ? [] : [file]);
  const folders = read('image/overlay/usr/lib/tmpfiles.d/tonearm.conf')
    .split('\n')
    .map((line) => line.split(' '));
  const fit = libraryRoots.filter((root) => writable.some((path) => root === path || root.startsWith(`${path}/`)));
  t.strictSame(fit, ['/data/music']);
  for (const root of fit) {
    const [, , mode, user, group] = folders.find(([type, path]) => type === 'd' && path === root) ?? [];
    t.strictSame([mode, user, group], ['0755', valueOf('User'), valueOf('Group')], root);
  }
});

t.test('the daemon has bounds that end it, or its ffmpeg, before the box', async (t) => {
  const unit = read('systemd/tonearm.service');
  for (const line of ['MemoryMax=75%', 'OOMPolicy=continue', 'TasksMax=128', 'UMask=0077', 'ProtectProc=invisible']) {
    t.ok(unit.includes(`\n${line}\n`), line);
  }
  const allowed = [...unit.matchAll(/^SystemCallFilter=(.*)$/gm)].flatMap(([, calls = '']) => calls.split(' '));
  for (const call of ['landlock_create_ruleset', 'landlock_add_rule', 'landlock_restrict_self']) {
    t.ok(allowed.includes(call), `${call}: what confines ffmpeg would be killed without it`);
  }
});

type Rule = (action: { id: string; lookup: (name: string) => unknown }, subject: { user: string }) => unknown;

/** Result of the polkit rules for a user and an action; null where no rule decides. */
function polkitSays(user: string, id: string, details: Readonly<Record<string, string>> = {}): unknown {
  const rules: Rule[] = [];
  const polkit = { Result: { YES: 'yes', NOT_HANDLED: null }, addRule: (rule: Rule) => rules.push(rule) };
  runInNewContext(read('image/overlay/usr/share/polkit-1/rules.d/40-tonearm.rules'), { polkit });
  if (rules.length !== 1) throw new Error(`there are ${rules.length} rules`);
  return rules[0]?.({ id, lookup: (name) => details[name] }, { user });
}

t.test(
  'polkit lets the daemon, and nobody else, set the clock, use the power switch and change networks',
  async (t) => {
    const units = 'org.freedesktop.systemd1.manage-units';
    const allowed: readonly (readonly [id: string, details?: Record<string, string>])[] = [
      ...['set-time', 'set-timezone', 'set-ntp'].map((name) => [`org.freedesktop.timedate1.${name}`] as const),
      ...['settings.modify.system', 'network-control', 'checkpoint-rollback', 'wifi.scan', 'wifi.share.protected'].map(
        (name) => [`org.freedesktop.NetworkManager.${name}`] as const,
      ),
      [units, { unit: 'reboot.target', verb: 'start' }],
      [units, { unit: 'poweroff.target', verb: 'start' }],
    ];
    const others: readonly (readonly [id: string, details?: Record<string, string>])[] = [
      ['org.freedesktop.timedate1.set-local-rtc'],
      [units],
      [units, { unit: 'rescue.target', verb: 'start' }],
      [units, { unit: 'tonearm.service', verb: 'start' }],
      [units, { unit: 'poweroff.target', verb: 'stop' }],
      ['org.freedesktop.systemd1.manage-unit-files'],
      ['org.freedesktop.login1.reboot'],
      ['org.freedesktop.NetworkManager.enable-disable-network'],
    ];
    for (const [id, details] of allowed) {
      t.equal(polkitSays('tonearm', id, details), 'yes', id);
      t.equal(polkitSays('nobody', id, details), null, id);
    }
    for (const [id, details] of others) t.equal(polkitSays('tonearm', id, details), null, id);
  },
);

t.test('the mark of the daemon is the one that the time service looks for, where the unit has its state', async (t) => {
  const [, mark = ''] = /^const NAME = '(.+)';$/m.exec(read('src/system/network-time-mark.ts')) ?? [];
  const [, state = ''] = /^Environment=TONEARM_STATE_DIR=(.+)$/m.exec(read('systemd/tonearm.service')) ?? [];
  const dropIn = read('image/overlay/usr/lib/systemd/system/systemd-timesyncd.service.d/tonearm.conf');
  t.match(dropIn, `ConditionPathExists=!${state}/${mark}\n`);
});
