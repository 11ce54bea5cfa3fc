import t from 'tap';
import { AUTOMATIC, type IpSettings, type WifiKey } from '../../src/card/card-settings.js';
import { keyfileText, pskOf, wifiKeyfile, wifiProfile, wiredKeyfile } from '../../src/card/keyfile.js';
import { offlineNmcli } from '../network/nmcli.js';

const nmcli = await offlineNmcli();

/** A profile as NetworkManager writes it after it has read ours. */
const read = (keyfile: string): string => nmcli(['modify', 'connection.autoconnect-priority', '7'], keyfile);

/** A profile that NetworkManager makes of plain values. */
const made = (...values: string[]): string => nmcli(['add', ...values]);

const lineOf = (keyfile: string, key: string): string | undefined =>
  new RegExp(`^${key}=(.*)$`, 'm').exec(keyfile)?.[1];

const wifi = (ssid: Buffer, key: WifiKey, ip: IpSettings = AUTOMATIC, hidden = false): string =>
  wifiKeyfile({ ssid, key, hidden, ip });

t.test('NetworkManager reads every name of a network as it is', async (t) => {
  const names = [
    'Home',
    'a;b',
    ';',
    '1;2;3;',
    '\\',
    ' padded ',
    '"quotes"',
    'Café',
    '🎵',
    '=',
    '#x',
    '[wifi]',
    'a\\;b',
  ];
  for (const name of names) {
    const expected = lineOf(made('type', 'wifi', 'ssid', name), 'ssid');
    t.ok(expected);
    t.equal(lineOf(read(wifi(Buffer.from(name), { kind: 'open' })), 'ssid'), expected, name);
  }
  for (let start = 0; start < 256; start += 32) {
    const bytes = Array.from({ length: 32 }, (_, at) => start + at);
    const line = lineOf(read(wifi(Buffer.from(bytes), { kind: 'open' })), 'ssid');
    // Printable names are written as text.
    const text = String.fromCharCode(...bytes)
      .replaceAll('\\', '\\\\')
      .replaceAll(';', '\\\\;')
      .replace(/^ /, '\\s');
    const isText = start >= 32 && start < 96;
    t.equal(line, isText ? text : bytes.map((byte) => `${byte};`).join(''), String(start));
  }
});

t.test('NetworkManager reads every password as it is', async (t) => {
  const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
  const passwords = [
    ...[printable.slice(0, 63), printable.slice(32), ' leading space', 'trailing space ', '  two  spaces  '],
    ...[
      'back\\slash\\n',
      '\\\\server',
      '#comment here',
      '[section]',
      'a=b;c=d;',
      '"quoted"',
      'Пароль для',
      'x'.repeat(63),
    ],
  ];
  for (const password of passwords) {
    const expected = lineOf(
      made('type', 'wifi', 'ssid', 'Home', 'wifi-sec.key-mgmt', 'wpa-psk', 'wifi-sec.psk', password),
      'psk',
    );
    t.ok(expected);
    const profile = wifi(Buffer.from('Home'), { kind: 'passphrase', text: password });
    t.equal(lineOf(read(profile), 'psk'), expected, password);
    const again = wifiKeyfile(
      { ssid: Buffer.from('Home'), key: { kind: 'kept' }, hidden: false, ip: AUTOMATIC },
      pskOf(profile),
    );
    t.equal(again, profile, 'a kept password is the one of the profile');
  }
  const hex = '0123456789abcdef'.repeat(4);
  t.match(read(wifi(Buffer.from('Home'), { kind: 'psk', hex })), `key-mgmt=wpa-psk\npsk=${hex}\n`);
});

t.test('NetworkManager reads hidden networks, static addresses, gateways and name servers', async (t) => {
  const ip: IpSettings = {
    addresses: ['192.168.1.20/24', '2001:db8::2/64'],
    gateways: ['192.168.1.1', '2001:db8::1'],
    dns: ['9.9.9.9', '192.168.1.1', '2620:fe::fe'],
    automaticToo: false,
  };
  const values = [
    ...['ipv4.method', 'manual', 'ipv4.addresses', '192.168.1.20/24', 'ipv4.gateway', '192.168.1.1'],
    ...['ipv4.dns', '9.9.9.9,192.168.1.1', 'ipv6.method', 'manual', 'ipv6.addresses', '2001:db8::2/64'],
    ...['ipv6.gateway', '2001:db8::1', 'ipv6.dns', '2620:fe::fe', 'connection.autoconnect-priority', '7'],
  ];
  const sections = (keyfile: string): string =>
    keyfile.slice(keyfile.indexOf('[ipv4]')).replace(/^addr-gen-mode=.*\n/m, '');
  const profile = read(wifi(Buffer.from('Home'), { kind: 'open' }, ip, true));
  t.match(profile, '\nhidden=true\n');
  t.equal(sections(profile), sections(made('type', 'wifi', 'ssid', 'Home', ...values)));
  const wired = read(wiredKeyfile(ip) ?? '');
  t.match(wired, '\ntype=ethernet\n');
  t.match(wired, '\n[ipv6]\n');
  t.equal(lineOf(wired, 'address1'), lineOf(profile, 'address1'));
  const both = read(wiredKeyfile({ ...ip, automaticToo: true }) ?? '');
  t.match(both.slice(both.indexOf('[ipv4]'), both.indexOf('[ipv6]')), 'method=auto');
});

t.test('an automatic wired interface needs no profile', async (t) => {
  t.equal(wiredKeyfile(AUTOMATIC), undefined);
});

t.test('each network has a file and an id of its own, always the same', async (t) => {
  const [home, other] = [Buffer.from('Home'), Buffer.from('home')];
  t.match(wifiProfile(home), /^card-[0-9a-f]{16}\.nmconnection$/);
  t.equal(wifiProfile(home), wifiProfile(Buffer.from('Home')));
  t.not(wifiProfile(home), wifiProfile(other));
  const uuid = (ssid: Buffer): string | undefined => lineOf(read(wifi(ssid, { kind: 'open' })), 'uuid');
  t.match(uuid(home), /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  t.not(uuid(home), uuid(other));
});

t.test('text of a keyfile has no line ends', async (t) => {
  t.equal(keyfileText(' a\n\r\t\\ '), '\\sa\\n\\r\\t\\\\\\s');
});
