/** What a connected screen shows: a real terminal (a pty of script(1)), and a real bus with a stand-in NetworkManager. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { renderUnicodeCompact } from 'uqr';
import t, { type Test } from 'tap';
import { ConnectedScreen, type HotspotAccess, hotspotText, screenText } from '../../src/discovery/connected-screen.js';
import { PrivateBus, until } from '../dbus/private-bus.js';
import { Listeners } from '../../src/listeners.js';
import { keptLog } from '../fixtures/log.js';
import { settingsInMemory } from '../http/fake-settings.js';

const NAME = 'http://tonearm.local';
const NUMBER = 'http://192.168.1.20';
const NETWORK_MANAGER = 'org.freedesktop.NetworkManager';
const NM_PATH = '/org/freedesktop/NetworkManager';

interface Terminal {
  readonly path: string;
  /** Resolves with all that was written so far, once a text is in it. */
  readonly until: (text: string) => Promise<string>;
  readonly written: () => string;
}

/** A terminal: what is written to its path is what its screen gets. */
async function openTerminal(t: Test): Promise<Terminal> {
  const script = spawn('script', ['--quiet', '--flush', '--command', 'tty; exec sleep infinity', '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.teardown(async () => {
    const ended = once(script, 'exit');
    script.kill();
    await ended;
  });
  const [first] = (await once(createInterface(script.stdout), 'line')) as [string];
  let text = '';
  script.stdout.setEncoding('utf8').on('data', (part: string) => (text += part.replaceAll('\r', '')));
  return {
    path: first.trim(),
    written: () => text,
    async until(wanted) {
      await until(JSON.stringify(wanted), () => text.includes(wanted));
      return text;
    },
  };
}

async function start(t: Test, terminal: string) {
  const real = await PrivateBus.start(t);
  const stranger = await real.stranger(t);
  for (const name of [NETWORK_MANAGER, 'org.freedesktop.Avahi']) await stranger.bus.requestName(name, 0);
  const settings = settingsInMemory();
  const { log, lines } = keptLog('discovery');
  const changes = new Listeners();
  const hotspot = {
    access: undefined as HotspotAccess | undefined,
    change: () => changes.call(),
    subscribe: (listener: () => void) => changes.add(listener),
  };
  const box = { addresses: [] as readonly string[], reads: 0 };
  const read = () => {
    box.reads++;
    return Promise.resolve({ id: '', hostName: undefined, services: [], problem: undefined, addresses: box.addresses });
  };
  const bus = real.client(t);
  const screen = new ConnectedScreen({
    ...{ terminal, bus, settings, hotspot, log, pause: 1 },
    discovery: { read },
    machine: () => 'tonearm',
  });
  t.teardown(() => screen.stop());
  screen.start();
  return { box, bus, stranger, settings, hotspot, screen, lines };
}

t.test('it shows name, addresses and code, and follows network and settings', async (t) => {
  const terminal = await openTerminal(t);
  const { box, bus, stranger, settings, screen } = await start(t, terminal.path);
  t.ok((await terminal.until('No network yet.')).includes('\x1b[2J'), 'what was there is erased');
  await new Promise<void>((resolve) => {
    t.teardown(bus.subscribe({ member: 'Last' }, () => undefined, resolve));
  });

  box.addresses = [NAME, NUMBER];
  await settings.change({ playerName: 'Kitchen\x1b[9m' });
  const [lastRow = ''] = renderUnicodeCompact(NUMBER, { border: 2 }).split('\n').slice(-1);
  await terminal.until(`  Kitchen[9m\n\n  ${NAME}\n  ${NUMBER}\n`);
  const drawn = await terminal.until(`${lastRow}\n`);
  t.notOk(drawn.includes('\x1b[9m'), 'a name does not control the terminal');

  // Everything that was to be drawn has been: only its signal brings the next address.
  const signals: readonly (readonly [
    path: string,
    name: string,
    member: string,
    signature: string,
    body: unknown[],
  ])[] = [
    [`${NM_PATH}/Devices/2`, `${NETWORK_MANAGER}.Device`, 'StateChanged', 'uuu', [100, 90, 0]],
    [`${NM_PATH}/IP4Config/3`, 'org.freedesktop.DBus.Properties', 'PropertiesChanged', 'sa{sv}as', ['x', {}, []]],
    ['/', 'org.freedesktop.Avahi.Server', 'StateChanged', 'is', [2, '']],
  ];
  for (const [at, signal] of signals.entries()) {
    box.addresses = [`http://10.0.0.${at}`];
    stranger.emit(...signal);
    await terminal.until(`  http://10.0.0.${at}\n`);
  }
  const { reads } = box;
  stranger.emit(`${NM_PATH}/AccessPoint/1`, 'org.freedesktop.DBus.Properties', 'PropertiesChanged', 'sa{sv}as', [
    ...['x', {}, []],
  ]);
  stranger.emit(...signals[0]!);
  await until('another look', () => box.reads > reads);
  t.equal(box.reads, reads + 1, 'a signal strength is no reason to look');

  await screen.stop();
  await settings.change({ playerName: 'Hall' });
  t.notOk(terminal.written().includes('Hall'));
});

const ACCESS = { name: 'Tonearm-3F2A', password: 'playmusic', address: '10.42.0.1' };

t.test('while the hotspot is on, it shows how to get in', async (t) => {
  const terminal = await openTerminal(t);
  const { box, hotspot } = await start(t, terminal.path);
  box.addresses = [NAME];
  await terminal.until(`  ${NAME}\n`);
  hotspot.access = ACCESS;
  hotspot.change();
  const shown = '  Wi-Fi: Tonearm-3F2A\n  Password: playmusic\n  Then: http://10.42.0.1\n';
  const code = renderUnicodeCompact('WIFI:T:WPA;S:Tonearm-3F2A;P:playmusic;;', { border: 2 });
  const before = (await terminal.until(`${shown}\n${code}`)).split(NAME).length;
  hotspot.access = undefined;
  hotspot.change();
  await until('its end', () => terminal.written().split(NAME).length > before);
});

t.test('the code of the hotspot quotes what has a meaning in it', async (t) => {
  const code = renderUnicodeCompact('WIFI:T:WPA;S:Tonearm-3F2A;P:a\\;b\\:c\\\\d\\"e\\,;;', { border: 2 });
  t.ok(hotspotText('Kitchen', { ...ACCESS, password: 'a;b:c\\d"e,' }).includes(code));
});

t.test('a terminal that is not there costs one line of the log', async (t) => {
  const { box, settings, lines } = await start(t, '/nonexistent/tty');
  await until('a line', () => lines.length > 0);
  const { reads } = box;
  await settings.change({ playerName: 'Kitchen' });
  await until('another look', () => box.reads > reads);
  t.equal(lines.length, 1);
  t.match(lines[0], /screen: not drawn .*terminal=\/nonexistent\/tty.*ENOENT/);
});

t.test('it fits on a screen of 80 by 25 characters', async (t) => {
  const rows = screenText('Kitchen', ['http://tonearm-kitchen.local:6063', 'http://192.168.100.200:6063']).split('\n');
  t.ok(rows.length <= 25, `${rows.length} rows`);
  t.ok(Math.max(...rows.map((row) => row.length)) <= 80);
  const longest = hotspotText('Kitchen', { ...ACCESS, password: 'x'.repeat(63) }).split('\n');
  t.ok(longest.length <= 25, `${longest.length} rows`);
  t.notMatch(longest.join(), /[▀▄█]/, 'the words go before the code');
});
