import t from 'tap';
import { AUTOMATIC, NOTHING } from '../../src/card/card-settings.js';
import { readMetaData, readUserData } from '../../src/card/cloud-init.js';
import { readNetworkConfig } from '../../src/card/netplan.js';
import type { Note } from '../../src/card/notes.js';
import { readPreseed } from '../../src/card/preseed.js';
import {
  FULL,
  imagerKey,
  imagerMetaData,
  imagerNetworkConfig,
  imagerPreseed,
  imagerUserData,
  type ImagerChoice,
} from './imager.js';

const HOME = Buffer.from('Home');
const network = (ssid: Buffer, password: string, hidden = false) => ({
  ssid,
  key: { kind: 'psk', hex: imagerKey(password, ssid) },
  hidden,
  ip: AUTOMATIC,
});

const texts = (notes: readonly Note[], kind: string): string[] =>
  notes.filter((note) => note.kind === kind).map(({ text }) => text);

t.test('user-data: host name and time zone count, users, keys, packages and commands are ignored', async (t) => {
  const { settings, notes } = readUserData(imagerUserData(FULL));
  t.strictSame(settings, { ...NOTHING, hostName: 'kitchen', timeZone: 'Europe/Berlin' });
  t.strictSame(texts(notes, 'understood').sort(), ['host name kitchen', 'time zone Europe/Berlin']);
  t.strictSame(texts(notes, 'refused'), []);
  t.strictSame(
    texts(notes, 'ignored').map((text) => text.split(':')[0]),
    ['manage_resolv_conf', 'manage_etc_hosts', 'packages', 'apt', 'keyboard', 'user', 'ssh_pwauth', 'runcmd'],
  );
  t.equal(notes.find(({ text }) => text.startsWith('user:'))?.line, 18);
});

t.test('meta-data: its number is not needed', async (t) => {
  const { settings, notes } = readMetaData(imagerMetaData());
  t.strictSame(settings, NOTHING);
  t.strictSame(
    notes.map(({ kind, line }) => [kind, line]),
    [['ignored', 1]],
  );
});

t.test(
  'network-config: both forms of Imager give network, key, country and an automatic wired interface',
  async (t) => {
    for (const version of ['2.0.3', '2.0.11'] as const) {
      const { settings, notes } = readNetworkConfig(imagerNetworkConfig(FULL, version));
      t.strictSame(settings.wifi, [network(HOME, 'correct horse', true)], version);
      t.match(settings, { country: 'DE', wired: AUTOMATIC });
      t.strictSame(texts(notes, 'refused'), []);
      t.notMatch(JSON.stringify(notes), imagerKey('correct horse', HOME), 'no key is shown');
    }
    t.strictSame(readNetworkConfig(imagerNetworkConfig({}, '2.0.3')).settings.wired, AUTOMATIC);
    t.strictSame(readNetworkConfig(imagerNetworkConfig({})).notes, []);
  },
);

t.test('a network without a password is open', async (t) => {
  const choice: ImagerChoice = { ssid: HOME };
  t.match(readNetworkConfig(imagerNetworkConfig(choice)).settings.wifi, [{ key: { kind: 'open' } }]);
  t.match(readPreseed(imagerPreseed(choice)).settings.wifi, [{ key: { kind: 'open' } }]);
});

t.test('every name of a network comes through: quotes, umlauts, emoji, control characters, any byte', async (t) => {
  const names = [
    'a"b\\c',
    "it's",
    'Café',
    'Büro 5 GHz',
    '🎵',
    ' padded ',
    '#not a comment',
    '1;2;3;',
    'kept',
    '\x01\x7f\t',
  ];
  for (const name of names) {
    const ssid = Buffer.from(name);
    const choice = { ssid, password: 'correct horse' };
    for (const version of ['2.0.3', '2.0.11'] as const) {
      const { settings } = readNetworkConfig(imagerNetworkConfig(choice, version));
      t.strictSame(settings.wifi, [network(ssid, 'correct horse')], `${version}: ${JSON.stringify(name)}`);
    }
    t.strictSame(readPreseed(imagerPreseed(choice)).settings.wifi, [network(ssid, 'correct horse')], name);
  }
  for (let start = 0; start < 256; start += 32) {
    const ssid = Buffer.from(Array.from({ length: 32 }, (_, at) => start + at));
    const choice = { ssid, password: 'correct horse' };
    t.strictSame(readNetworkConfig(imagerNetworkConfig(choice)).settings.wifi, [network(ssid, 'correct horse')]);
    // A newline is taken out of a name by Imager itself.
    if (start > 0) t.strictSame(readPreseed(imagerPreseed(choice)).settings.wifi, [network(ssid, 'correct horse')]);
  }
});

t.test('rpi-preseed.toml: the same settings as cloud-init', async (t) => {
  const { settings, notes } = readPreseed(imagerPreseed(FULL));
  t.strictSame(settings, {
    ...NOTHING,
    hostName: 'kitchen',
    timeZone: 'Europe/Berlin',
    country: 'DE',
    wifi: [network(HOME, 'correct horse', true)],
  });
  t.strictSame(texts(notes, 'refused'), []);
  t.strictSame(
    texts(notes, 'ignored').map((text) => text.split(':')[0]),
    ['user', 'ssh', 'locale.keymap'],
  );
  const plain = readPreseed(imagerPreseed(FULL, false)).settings;
  t.match(plain.wifi, [{ key: { kind: 'passphrase', text: 'correct horse' } }], 'a password that is not encrypted');
});
