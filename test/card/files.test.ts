import t from 'tap';
import { AUTOMATIC } from '../../src/card/card-settings.js';
import { readUserData } from '../../src/card/cloud-init.js';
import { readNetworkConfig } from '../../src/card/netplan.js';
import { type CardFileName, LARGEST, readCard } from '../../src/card/read-card.js';
import type { Reading } from '../../src/card/cloud-init.js';
import { readPreseed } from '../../src/card/preseed.js';
import { reportText } from '../../src/card/report.js';
import { readTonearmToml } from '../../src/card/tonearm-toml.js';

const card = (files: Partial<Record<CardFileName, string | Buffer>>): Reading =>
  readCard(new Map(Object.entries(files).map(([name, text]) => [name as CardFileName, Buffer.from(text)])));

/** Notes as `kind line text`. */
const notesOf = ({ notes }: Reading): string[] => notes.map(({ kind, line, text }) => `${kind} ${line ?? '-'} ${text}`);

t.test('tonearm.toml: everything that it understands', async (t) => {
  const text = `hostname = "Living-Room"
timezone = "America/Argentina/Buenos_Aires"
country = "gb"

[[wifi]]
ssid = "Home"
password = 'with "quotes" and \\'
hidden = true
address = "192.168.1.20/24"
gateway = "192.168.1.1"
dns = ["192.168.1.1", "2001:db8::1"]

[[wifi]]
ssid_hex = "ff00fe"

[wired]
address = ["10.0.0.2/8", "2001:db8::2/64"]
gateway = ["10.0.0.1", "2001:db8::1"]

[settings]
http_names = ["music.example.org"]
resume_on_start = false
`;
  const { settings, notes } = readTonearmToml(text);
  t.strictSame(settings, {
    hostName: 'living-room',
    timeZone: 'America/Argentina/Buenos_Aires',
    country: 'GB',
    wifi: [
      {
        ssid: Buffer.from('Home'),
        key: { kind: 'passphrase', text: 'with "quotes" and \\' },
        hidden: true,
        ip: {
          addresses: ['192.168.1.20/24'],
          gateways: ['192.168.1.1'],
          dns: ['192.168.1.1', '2001:db8::1'],
          automaticToo: false,
        },
      },
      { ssid: Buffer.from('ff00fe', 'hex'), key: { kind: 'open' }, hidden: false, ip: AUTOMATIC },
    ],
    wired: {
      addresses: ['10.0.0.2/8', '2001:db8::2/64'],
      gateways: ['10.0.0.1', '2001:db8::1'],
      dns: [],
      automaticToo: false,
    },
    daemon: { http_names: ['music.example.org'], resume_on_start: false },
  });
  t.strictSame(
    notes.map(({ kind, line, text: words }) => [kind, line, words]),
    [
      ['understood', 1, 'host name living-room'],
      ['understood', 2, 'time zone America/Argentina/Buenos_Aires'],
      ['understood', 3, 'country GB'],
      [
        'understood',
        5,
        'Wi-Fi network "Home", with password, hidden; address 192.168.1.20/24; gateway 192.168.1.1; DNS 192.168.1.1, 2001:db8::1',
      ],
      ['understood', 13, 'Wi-Fi network 0xff00fe, open'],
      ['understood', 16, 'wired: address 10.0.0.2/8, 2001:db8::2/64; gateway 10.0.0.1, 2001:db8::1'],
      ['understood', 21, 'setting http_names'],
      ['understood', 22, 'setting resume_on_start'],
    ],
  );
});

t.test('tonearm.toml: each mistake is refused with its line and a reason, and the rest counts', async (t) => {
  const text = `hostname = "no_underscore"
timezone = "Berlin or so"
country = "Germany"
volume = 11

[[wifi]]
password = "correct horse"

[[wifi]]
ssid = "Home"
password = "short"

[[wifi]]
ssid = "Office"
address = "192.168.1.20"
gateway = "192.168.1.1"

[wired]
gateway = "10.0.0.1"

[settings]
http_port = "80"
state_dir = "/"
`;
  const reading = readTonearmToml(text);
  t.strictSame(notesOf(reading), [
    'refused 1 hostname: "no_underscore" is no host name: 1 to 63 letters a to z, digits and hyphens, such as kitchen',
    'refused 2 timezone: "Berlin or so" is no time zone: its name looks like Europe/Berlin',
    'refused 3 country: "GERMANY" is no country: two letters, such as DE',
    'ignored 4 volume: is no setting of this box',
    'refused 6 wifi.0: has no ssid, which is the name of the network',
    'refused 11 wifi.1.password: a Wi-Fi password has 8 to 63 characters, or is a key of 64 hex digits; this one has 5',
    'refused 15 wifi.2.address: "192.168.1.20" is no address with prefix length, such as 192.168.1.20/24',
    'understood 13 Wi-Fi network "Office", open',
    'refused 18 wired: the gateway 10.0.0.1 needs an address of its kind (IPv4)',
    'understood 18 wired: automatic address',
    'refused 22 settings.http_port: must be a port number from 0 to 65535, without quotes (0 picks a free one)',
    'refused 23 settings.state_dir: is taken from TONEARM_STATE_DIR only, because this file is found in it',
  ]);
  t.match(reading.settings, { wifi: [{ ssid: Buffer.from('Office'), ip: AUTOMATIC }], daemon: {} });
});

t.test('network-config: static addresses, several networks and what netplan has besides', async (t) => {
  const reading = readNetworkConfig(`network:
  version: 2
  renderer: networkd
  ethernets:
    lan: {match: {name: "e*"}, addresses: [192.168.1.5/24], routes: [{to: default, via: 192.168.1.1}, {to: 10.0.0.0/8, via: 192.168.1.2}]}
    other: {dhcp4: true}
  wifis:
    wlan0:
      dhcp4: yes
      addresses:
        - 192.168.1.6/24: {lifetime: 0}
      nameservers: {addresses: [9.9.9.9], search: [lan]}
      access-points:
        Home: {password: correct horse, band: 5GHz}
        Guests:
        Work: {auth: {key-management: eap, identity: ada}}
        Club: {auth: {key-management: sae, password: 'sae password'}}
        Mesh: {mode: adhoc}
  bridges: {br0: {}}
`);
  const ip = { addresses: ['192.168.1.6/24'], gateways: [], dns: ['9.9.9.9'], automaticToo: true };
  t.strictSame(reading.settings, {
    wifi: [
      { ssid: Buffer.from('Home'), key: { kind: 'passphrase', text: 'correct horse' }, hidden: false, ip },
      { ssid: Buffer.from('Guests'), key: { kind: 'open' }, hidden: false, ip },
      { ssid: Buffer.from('Club'), key: { kind: 'passphrase', text: 'sae password' }, hidden: false, ip },
    ],
    wired: { addresses: ['192.168.1.5/24'], gateways: ['192.168.1.1'], dns: [], automaticToo: false },
    daemon: {},
  });
  const notes = notesOf(reading);
  for (const note of [
    'refused 6 network.ethernets.other: the box has one interface of this kind',
    'refused 16 network.wifis.wlan0.access-points.Work.auth: networks with user accounts (802.1X, EAP) cannot be joined',
    'refused 18 network.wifis.wlan0.access-points.Mesh.mode: the box only joins networks (infrastructure)',
    'ignored 5 network.ethernets.lan.routes.1: only the default route is understood',
    'ignored 19 network.bridges: this box has a wired interface and a radio only',
  ]) {
    t.ok(notes.includes(note), note);
  }
  t.strictSame(notesOf(readNetworkConfig('version: 1\nconfig: []\n')), [
    'refused 1 version: only version 2 is understood',
  ]);
});

t.test('rpi-preseed.toml: the wired interface, and what people write there for Raspberry Pi OS', async (t) => {
  const { settings, notes } = readPreseed(`config_version = "1.1"
[wlan]
ssid = "Club"
key_mgmt = "owe"
[ethernet]
method = "static"
address = "192.168.1.50/24"
gateway = "192.168.1.1"
dns = ["192.168.1.1", "1.1.1.1"]
interface = "eth0"
[packages]
install = ["vim"]
[runcmd]
late = ["reboot"]
`);
  t.strictSame(settings, {
    wifi: [],
    daemon: {},
    wired: {
      addresses: ['192.168.1.50/24'],
      gateways: ['192.168.1.1'],
      dns: ['192.168.1.1', '1.1.1.1'],
      automaticToo: false,
    },
  });
  t.strictSame(
    notes.map(({ kind, line }) => `${kind} ${line}`),
    ['refused 4', 'ignored 10', 'understood 5', 'ignored 11', 'ignored 13'],
  );
  const automatic = readPreseed('[ethernet]\nmethod = "dhcp"\naddress = "192.168.1.50/24"\n').settings;
  t.strictSame(automatic.wired, AUTOMATIC);
});

t.test('a later file goes before an earlier one, and networks of all files are known', async (t) => {
  const { settings } = card({
    'meta-data': 'local-hostname: meta\n',
    'user-data': '#cloud-config\nhostname: cloud\ntimezone: Europe/Paris\n',
    'network-config': 'version: 2\nwifis: {w: {access-points: {Home: {password: from netplan}, Only netplan: {}}}}\n',
    'rpi-preseed.toml': '[system]\nhostname = "preseed"\n[wlan]\nssid = "Home"\npassword = "from preseed"\n',
    'tonearm.toml': '[[wifi]]\nssid = "Own"\n',
  });
  t.match(settings, { hostName: 'preseed', timeZone: 'Europe/Paris' });
  t.strictSame(
    settings.wifi.map(({ ssid, key }) => [ssid.toString(), key.kind === 'passphrase' ? key.text : '']),
    [
      ['Only netplan', ''],
      ['Home', 'from preseed'],
      ['Own', ''],
    ],
  );
});

t.test('a host name with a domain gives its first label', async (t) => {
  t.match(readUserData('#cloud-config\nfqdn: attic.example.org\n').settings, { hostName: 'attic' });
});

t.test('files that are no settings are refused as a whole', async (t) => {
  const deep = '['.repeat(30_000);
  const bomb = `a0: &a0 [x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(8).fill(`*a${at}`).join(', ')}]`).join('\n')}\n`;
  const cases: readonly (readonly [CardFileName, string | Buffer, RegExp])[] = [
    ['user-data', '#!/bin/sh\nreboot\n', /^refused 1 the whole file: only #cloud-config/],
    [
      'user-data',
      '#cloud-config\nhostname: a\nhostname: b\n',
      /^refused 3 the whole file, because it is no YAML: duplicate key/,
    ],
    ['user-data', '#cloud-config\na: [\n', /^refused \d the whole file, because it is no YAML/],
    ['network-config', bomb, /^refused - the whole file, because it is no YAML: .*alias/i],
    ['network-config', deep, /^refused .* the whole file/],
    ['tonearm.toml', 'a = 1\na = 2\n', /^refused 2 the whole file, because it is no TOML/],
    ['tonearm.toml', `a = ${deep}`, /^refused .* the whole file/],
    ['rpi-preseed.toml', '[wlan\n', /^refused 1 the whole file, because it is no TOML/],
    ['tonearm.toml', Buffer.from([0x61, 0xff]), /^refused - the whole file: it is not UTF-8/],
    ['tonearm.toml', '#'.repeat(LARGEST + 1), /^refused - the whole file: it is larger than 64 KiB/],
  ];
  for (const [name, text, note] of cases) {
    const reading = card({ [name]: text });
    t.equal(reading.notes.length, 1, name);
    t.match(notesOf(reading)[0], note);
  }
});

t.test('editors of other systems: byte order mark and CR LF', async (t) => {
  const text = '\ufeffhostname = "attic"\r\n[[wifi]]\r\nssid = "Home"\r\n';
  t.match(card({ 'tonearm.toml': text }).settings, { hostName: 'attic', wifi: [{ ssid: Buffer.from('Home') }] });
  const yaml = '\ufeff#cloud-config\r\nhostname: attic\r\n';
  t.match(card({ 'user-data': yaml }).settings, { hostName: 'attic' });
});

t.test('a password in a file that cannot be read is not shown', async (t) => {
  const { notes } = readNetworkConfig('version: 2\nwifis: {w: {access-points: {Home: {password: *secretly}}}}\n');
  t.match(notes, [{ kind: 'refused', text: /alias/ }]);
  t.notMatch(JSON.stringify(notes), 'secretly');
});

t.test('a key like one of an object is only a key', async (t) => {
  const readings = [
    readTonearmToml('__proto__ = 1\nconstructor = 2\n[settings]\n__proto__ = 3\n'),
    readUserData('#cloud-config\n__proto__: {hostname: x}\nconstructor: 1\n'),
    readPreseed('[wlan]\n__proto__ = 1\nssid = "Home"\n'),
  ];
  for (const { notes } of readings)
    t.ok(notes.some(({ text }) => text.startsWith('__proto__') || text.includes('.__proto__')));
});

t.test('the report is for people: what was set, refused and ignored, and no password', async (t) => {
  const { notes } = card({
    'tonearm.toml': '[[wifi]]\nssid = "Home"\npassword = "correct horse"\nvolume = 1\n\n[wired]\ndns = 3\n',
  });
  const report = reportText(notes, ['Passwords were removed.']);
  t.equal(report.replaceAll('\r\n', '').includes('\n'), false);
  t.notMatch(report, 'correct horse');
  for (const line of [
    '- tonearm.toml:1: Wi-Fi network "Home", with password',
    '- tonearm.toml:7: wired.dns: must be text',
    '- tonearm.toml:4: wifi.0.volume: is no setting of this box',
    'Passwords were removed.',
  ]) {
    t.ok(report.split('\r\n').includes(line), line);
  }
  t.match(reportText([]), 'The files of this card ask for nothing.');
});
