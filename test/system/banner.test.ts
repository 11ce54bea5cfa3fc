import { type NetworkInterfaceInfo } from 'node:os';
import t from 'tap';
import { reachableAddresses, startupLines, type StartupFacts } from '../../src/system/banner.js';

const facts: StartupFacts = {
  addresses: ['http://192.168.1.20:6063', 'http://tonearm.local:6063'],
  output: 'ALSA device default',
  libraryRoots: ['/music', '/media/stick'],
  libraryEmpty: false,
  demo: false,
};

t.test('a start with music prints address, output and library, and nothing else', async (t) => {
  t.strictSame(startupLines(facts, { terminal: false }), [
    'Tonearm is ready.',
    '  Address  http://192.168.1.20:6063  http://tonearm.local:6063',
    '  Output   ALSA device default',
    '  Library  /music  /media/stick',
  ]);
});

t.test('an empty library comes with the ways to fill it', async (t) => {
  const text = startupLines({ ...facts, libraryEmpty: true }, { terminal: false }).join('\n');
  t.match(text, 'copy MP3 files into /music');
  t.match(text, 'TONEARM_LIBRARY=');
  t.match(text, 'npm start -- --demo');
});

t.test('the demo says how to hear it', async (t) => {
  const lines = startupLines({ ...facts, demo: true }, { terminal: false });
  t.equal(lines.at(-1), '  curl -X PUT http://192.168.1.20:6063/player/play');
});

t.test('only a terminal gets the QR code', async (t) => {
  const piped = startupLines(facts, { terminal: false });
  const terminal = startupLines(facts, { terminal: true });
  t.strictSame(terminal.slice(0, piped.length), piped);
  const code = terminal.slice(piped.length + 1);
  t.ok(code.length >= 13, 'a version 2 code has at least 25 modules, two a line');
  t.match(code.join('\n'), /^[█▀▄ \n]+$/);
});

const inet = (address: string, internal = false): NetworkInterfaceInfo => ({
  address,
  internal,
  family: 'IPv4',
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
});

t.test('bound to everything, the LAN address comes before the mDNS name', async (t) => {
  const interfaces = { lo: [inet('127.0.0.1', true)], wlan0: [inet('169.254.3.4'), inet('192.168.1.20')] };
  t.strictSame(reachableAddresses('0.0.0.0', 6063, 'tonearm', interfaces), [
    'http://192.168.1.20:6063',
    'http://tonearm.local:6063',
  ]);
});

t.test('without a network only the machine itself is named', async (t) => {
  t.strictSame(reachableAddresses('0.0.0.0', 6063, 'tonearm', { lo: [inet('127.0.0.1', true)] }), [
    'http://localhost:6063',
  ]);
});

t.test('bound to one address, that one is named', async (t) => {
  t.strictSame(reachableAddresses('127.0.0.1', 80, 'tonearm', {}), ['http://localhost:80']);
  t.strictSame(reachableAddresses('10.0.0.5', 80, 'tonearm', {}), ['http://10.0.0.5:80']);
  t.strictSame(reachableAddresses('fd00::5', 80, 'tonearm', {}), ['http://[fd00::5]:80']);
});
