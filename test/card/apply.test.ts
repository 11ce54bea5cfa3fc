import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { applyCard, type Folders, removeSecrets } from '../../src/card/apply.js';
import { wifiProfile } from '../../src/card/keyfile.js';
import { readConfigFile } from '../../src/config/config-file.js';
import { readConfig } from '../../src/config/config.js';
import { FULL, imagerKey, imagerMetaData, imagerNetworkConfig, imagerPreseed, imagerUserData } from './imager.js';
import { offlineNmcli } from '../network/nmcli.js';

const SCRIPT = fileURLToPath(new URL('../../image/overlay/usr/lib/tonearm/box/card', import.meta.url));
const DISPATCHER = fileURLToPath(
  new URL('../../image/overlay/usr/lib/NetworkManager/dispatcher.d/50-tonearm-card', import.meta.url),
);
const HOME = Buffer.from('Home');

interface Box extends Folders {
  readonly put: (files: Readonly<Record<string, string>>) => void;
  readonly cardFile: (name: string) => string;
  readonly dataFile: (...names: string[]) => string;
}

function box(t: Test): Box {
  const top = t.testdir({ card: {}, data: { network: {} } });
  const [card, data] = [join(top, 'card'), join(top, 'data')];
  return {
    ...{ card, data, zones: '/usr/share/zoneinfo' },
    put(files) {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(card, name), text);
    },
    cardFile: (name) => readFileSync(join(card, name), 'utf8'),
    dataFile: (...names) => readFileSync(join(data, ...names), 'utf8'),
  };
}

/** What the box's script finds out before it starts the program. */
const isChanged = ({ card, data }: Folders): boolean =>
  spawnSync('sh', [SCRIPT, 'changed', card, join(data, 'system/card/applied')]).status === 0;

const IMAGER = {
  'meta-data': imagerMetaData(),
  'user-data': imagerUserData(FULL),
  'network-config': imagerNetworkConfig(FULL),
};

t.test('the files of Imager become profile, host name, time zone and country, and a report', async (t) => {
  const folders = box(t);
  folders.put(IMAGER);
  t.equal(isChanged(folders), true);
  const report = await applyCard(folders);
  t.equal(isChanged(folders), false, 'the script computes the same hash');

  const profile = join(folders.data, 'network', wifiProfile(HOME));
  t.strictSame(readdirSync(join(folders.data, 'network')), [wifiProfile(HOME)]);
  t.equal(statSync(profile).mode & 0o777, 0o600);
  const nmcli = await offlineNmcli();
  const read = nmcli(['modify', 'connection.zone', ''], readFileSync(profile));
  t.match(read, `psk=${imagerKey('correct horse', HOME)}\n`);
  t.match(read, 'ssid=Home\n');
  t.match(read, 'hidden=true\n');
  t.equal(folders.dataFile('system/hostname'), 'kitchen\n');
  t.equal(folders.dataFile('system/card/country'), 'DE\n');
  t.equal(readlinkSync(join(folders.data, 'system/etc/localtime')), '../usr/share/zoneinfo/Europe/Berlin');
  t.equal(folders.cardFile('setup-report.txt'), report);
  for (const line of [
    '- user-data:4: host name kitchen',
    '- network-config:13: Wi-Fi network "Home", with key, hidden',
  ]) {
    t.ok(report?.split('\r\n').includes(line), line);
  }
});

t.test('the same content is applied once, another one again, and an earlier one when it comes back', async (t) => {
  const folders = box(t);
  folders.put(IMAGER);
  await applyCard(folders);
  const profile = join(folders.data, 'network', wifiProfile(HOME));
  writeFileSync(profile, 'changed on the page\n');
  t.equal(await applyCard(folders), undefined);
  t.equal(readFileSync(profile, 'utf8'), 'changed on the page\n');

  folders.put({ 'tonearm.toml': 'hostname = "attic"\n' });
  t.equal(isChanged(folders), true);
  t.type(await applyCard(folders), 'string');
  t.equal(folders.dataFile('system/hostname'), 'attic\n');
  rmSync(join(folders.card, 'tonearm.toml'));
  await applyCard(folders);
  t.equal(folders.dataFile('system/hostname'), 'kitchen\n');
});

t.test('networks that were joined otherwise, or left the files, stay; a static wired address goes', async (t) => {
  const folders = box(t);
  const other = join(folders.data, 'network/joined on the page.nmconnection');
  writeFileSync(other, 'own');
  const wired = join(folders.data, 'network/card-wired.nmconnection');
  folders.put({
    'tonearm.toml': '[[wifi]]\nssid = "Home"\npassword = "correct horse"\n[wired]\naddress = "10.0.0.2/8"\n',
  });
  await applyCard(folders);
  t.match(readFileSync(wired, 'utf8'), 'address1=10.0.0.2/8\n');
  folders.put({ 'tonearm.toml': 'country = "DE"\n' });
  await applyCard(folders);
  t.equal(readFileSync(other, 'utf8'), 'own');
  t.equal(existsSync(join(folders.data, 'network', wifiProfile(HOME))), true);
  t.equal(existsSync(wired), false);
});

t.test('the daemon reads the settings of the card, which a file of its own goes before', async (t) => {
  const folders = box(t);
  folders.put({ 'tonearm.toml': '[settings]\nhttp_names = ["music.example.org"]\nhttp_port = 80\nvolume = 3\n' });
  await applyCard(folders);
  const path = join(folders.data, 'system/card/config.toml');
  t.equal(statSync(path).mode & 0o777, 0o644);
  const file = await readConfigFile(path);
  t.match(readConfig({}, '', file === undefined ? [] : [file]), { httpNames: ['music.example.org'], httpPort: 80 });
  rmSync(join(folders.card, 'tonearm.toml'));
  await applyCard(folders);
  t.strictSame(
    Object.keys((await readConfigFile(path))?.values ?? { none: 0 }),
    [],
    'settings that left the files are no longer in force',
  );
});

t.test(
  'passwords leave the files once a network works; everything else in them stays, and they are not applied again',
  async (t) => {
    const folders = box(t);
    const own =
      '# my box\r\n[[wifi]] # the flat\r\nssid = "Flat"\r\npassword = "p\\"w, # no"   # secret\r\nhidden = true\r\n';
    folders.put({ ...IMAGER, 'rpi-preseed.toml': imagerPreseed(FULL), 'tonearm.toml': own });
    await applyCard(folders);
    t.ok(existsSync(join(folders.data, 'system/card/secrets')), 'what starts the removal');
    const profile = folders.dataFile('network', wifiProfile(HOME));
    const key = imagerKey('correct horse', HOME);

    const done = await removeSecrets(folders);
    t.strictSame(
      done.map((line) => /out of (\S+):/.exec(line)?.[1]),
      ['user-data', 'network-config', 'rpi-preseed.toml', 'tonearm.toml'],
    );
    t.equal(folders.cardFile('tonearm.toml'), own.replace('"p\\"w, # no"', '"removed"'));
    t.equal(folders.cardFile('network-config'), IMAGER['network-config'].replace(key, 'removed'));
    t.equal(folders.cardFile('user-data'), IMAGER['user-data'].replace('$y$j9T$salt$hash', 'removed'));
    t.equal(
      folders.cardFile('rpi-preseed.toml'),
      imagerPreseed(FULL).replace(key, 'removed').replace('$y$j9T$salt$hash', 'removed'),
    );
    t.match(folders.cardFile('setup-report.txt'), 'Passwords were taken out of tonearm.toml');
    t.notOk(existsSync(join(folders.data, 'system/card/secrets')));
    t.equal(isChanged(folders), false);
    t.equal(await applyCard(folders), undefined);
    t.strictSame(await removeSecrets(folders), [], 'nothing is left to remove');

    folders.put({ 'tonearm.toml': folders.cardFile('tonearm.toml').replace('my box', 'a box') });
    await applyCard(folders);
    t.equal(folders.dataFile('network', wifiProfile(HOME)), profile, 'a removed password is the one that the box has');
    t.match(folders.dataFile('network', wifiProfile(Buffer.from('Flat'))), 'psk=p"w, # no\n');
  },
);

t.test('a removed password on a box that does not have it is refused', async (t) => {
  const folders = box(t);
  folders.put({ 'tonearm.toml': '[[wifi]]\nssid = "Home"\npassword = "removed"\n' });
  t.match(
    await applyCard(folders),
    /Refused[^]*tonearm.toml:1: Wi-Fi network "Home": its password was .*this box does not have it/,
  );
  t.strictSame(readdirSync(join(folders.data, 'network')), []);
});

t.test('what was refused is still in the report when the passwords have left the files', async (t) => {
  const folders = box(t);
  const networks = ['ssid = "Home"\npassword = "correct horse"\n', 'ssid = "Office"\npassword = "short"\n'];
  folders.put({ 'tonearm.toml': networks.map((network) => `[[wifi]]\n${network}`).join('') });
  const report = await applyCard(folders);
  t.match(report, /Refused[^]*wifi.1.password: .* this one has 5\r\n/);
  t.strictSame(await removeSecrets(folders), [
    'Passwords were taken out of tonearm.toml: the network works, and the box has them.',
  ]);
  t.equal(
    folders.cardFile('setup-report.txt'),
    `${report}\r\nPasswords were taken out of tonearm.toml: the network works, and the box has them.\r\n`,
  );
  rmSync(join(folders.card, 'setup-report.txt'));
  folders.put({ 'tonearm.toml': '[[wifi]]\nssid = "Home"\npassword = "correct horse"\n' });
  await applyCard(folders);
  rmSync(join(folders.card, 'setup-report.txt'));
  await removeSecrets(folders);
  t.match(folders.cardFile('setup-report.txt'), /Wi-Fi network "Home", with password[^]*taken out of tonearm.toml/);
});

t.test('a file that is too large or no UTF-8 is never written', async (t) => {
  const folders = box(t);
  const large = `[[wifi]]\nssid = "Home"\npassword = "correct horse"\n${'# more\n'.repeat(20_000)}`;
  const latin = Buffer.from(
    'version: 2 # B\xfcro\nwifis: {w: {access-points: {Home: {password: correct horse}}}}\n',
    'latin1',
  );
  folders.put({ ...IMAGER, 'tonearm.toml': large });
  writeFileSync(join(folders.card, 'network-config'), latin);
  await applyCard(folders);
  t.equal((await removeSecrets(folders)).length, 1, 'user-data only');
  t.equal(folders.cardFile('tonearm.toml'), large);
  t.strictSame(readFileSync(join(folders.card, 'network-config')), latin);
});

t.test('passwords of files that were not applied stay', async (t) => {
  const folders = box(t);
  folders.put(IMAGER);
  t.strictSame(await removeSecrets(folders), []);
  t.equal(folders.cardFile('network-config'), IMAGER['network-config']);
});

t.test('a time zone that the box does not have is refused, and nothing outside the tz database is read', async (t) => {
  for (const zone of ['Europe/Atlantis', 'tzdata.zi', 'Europe', '../../etc/passwd']) {
    const folders = box(t);
    folders.put({ 'tonearm.toml': `timezone = "${zone}"\n` });
    t.match(await applyCard(folders), /Refused.*\r\n- tonearm.toml:1: /, zone);
    t.equal(existsSync(join(folders.data, 'system/etc/localtime')), false, zone);
  }
});

t.test('a card that cannot be written, and one with folders for files, is used all the same', async (t) => {
  const folders = box(t);
  folders.put({ 'tonearm.toml': 'hostname = "attic"\n' });
  mkdirSync(join(folders.card, 'user-data'));
  mkdirSync(join(folders.card, 'setup-report.txt'));
  t.type(await applyCard(folders), 'string');
  t.equal(folders.dataFile('system/hostname'), 'attic\n');
  t.equal(isChanged(folders), false);
  t.ok(lstatSync(join(folders.card, 'setup-report.txt')).isDirectory());
});

t.test('what cannot be written down is in the report, and tried again at the next start', async (t) => {
  const folders = box(t);
  folders.put({ 'tonearm.toml': 'hostname = "attic"\n' });
  rmSync(join(folders.data, 'network'), { recursive: true });
  writeFileSync(join(folders.data, 'network'), '');
  await t.rejects(applyCard(folders), { code: 'EEXIST' });
  t.match(folders.cardFile('setup-report.txt'), /\r\nNot all of this is set: .*EEXIST/);
  t.equal(isChanged(folders), true);
  rmSync(join(folders.data, 'network'));
  t.type(await applyCard(folders), 'string');
  t.equal(folders.dataFile('system/hostname'), 'attic\n');
});

t.test('a file that is too large is refused once, not at each start', async (t) => {
  const folders = box(t);
  folders.put({ 'tonearm.toml': '#'.repeat(200_000) });
  t.match(await applyCard(folders), 'larger than 64 KiB');
  t.equal(isChanged(folders), false);
  t.equal(await applyCard(folders), undefined);
});

t.test(
  'NetworkManager starts the removal of passwords when a Wi-Fi network from the card is up, and at nothing else',
  async (t) => {
    const folder = t.testdir({ systemctl: '#!/bin/sh\necho "$@"\n' });
    chmodSync(join(folder, 'systemctl'), 0o755);
    const said = (action: string, file: string): string =>
      execFileSync('/bin/sh', [DISPATCHER, 'wlan0', action], {
        env: { PATH: `${folder}:/usr/bin:/bin`, CONNECTION_FILENAME: file },
        encoding: 'utf8',
      });
    t.equal(said('up', `/data/network/${wifiProfile(HOME)}`), 'start --no-block tonearm-card-secrets.service\n');
    t.equal(said('down', `/data/network/${wifiProfile(HOME)}`), '');
    t.equal(said('up', '/data/network/card-wired.nmconnection'), '');
    t.equal(said('up', '/data/network/Home.nmconnection'), '');
  },
);
