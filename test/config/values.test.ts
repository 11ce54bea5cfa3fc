import fc from 'fast-check';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import t from 'tap';
import { readConfig } from '../../src/config/config.js';
import { StreamAddresses } from '../../src/net/stream-address.js';

t.test('the port may be any from 0 to 65535', async (t) => {
  for (const [value, port] of [
    ['0', 0],
    ['80', 80],
    ['6063', 6063],
    ['00080', 80],
    ['65535', 65_535],
  ] as const) {
    t.equal(readConfig({ TONEARM_HTTP_PORT: value }).httpPort, port);
  }
});

t.test('playback time may run up to 50 times as fast', async (t) => {
  for (const factor of [1, 8, 50]) t.equal(readConfig({ TONEARM_TIME_FACTOR: String(factor) }).timeFactor, factor);
});

t.test('the host is taken as it is', async (t) => {
  for (const host of ['127.0.0.1', '::', 'localhost']) t.equal(readConfig({ TONEARM_HTTP_HOST: host }).httpHost, host);
});

t.test('library roots are separated by colons, made absolute, and empty ones left out', async (t) => {
  t.strictSame(readConfig({ TONEARM_LIBRARY_BASES: '/srv:/a/../b' }).libraryBases, ['/srv', '/b']);
  t.strictSame(readConfig({ TONEARM_LIBRARY_BASES: 'off' }).libraryBases, []);
  t.strictSame(readConfig({ TONEARM_LIBRARY: '/music' }).libraryRoots, ['/music']);
  t.strictSame(readConfig({ TONEARM_LIBRARY: '/music:/media/usb/' }).libraryRoots, ['/music', '/media/usb']);
  t.strictSame(readConfig({ TONEARM_LIBRARY: ':/music::/b c:' }).libraryRoots, ['/music', '/b c']);
  t.strictSame(readConfig({ TONEARM_LIBRARY: 'music:/a/../b' }).libraryRoots, [resolve('music'), '/b']);
});

t.test('the state directory is taken by hand, else below the XDG one', async (t) => {
  t.equal(readConfig({ TONEARM_STATE_DIR: '/data/tonearm' }).stateDirectory, '/data/tonearm');
  t.equal(readConfig({ TONEARM_STATE_DIR: 'state' }).stateDirectory, resolve('state'));
  t.equal(readConfig({ XDG_STATE_HOME: '/var/lib' }).stateDirectory, '/var/lib/tonearm');
  t.equal(readConfig({ TONEARM_STATE_DIR: '/a', XDG_STATE_HOME: '/b' }).stateDirectory, '/a');
  t.equal(readConfig({}).stateDirectory, join(homedir(), '.local/state/tonearm'));
});

t.test('a device that was named by hand is known as such, also when it is the default one', async (t) => {
  t.match(readConfig({ TONEARM_ALSA_DEVICE: 'hw:1,0' }), { alsaDevice: 'hw:1,0', alsaDeviceNamed: true });
  t.match(readConfig({ TONEARM_ALSA_DEVICE: 'default' }), { alsaDevice: 'default', alsaDeviceNamed: true });
  t.match(readConfig({}), { alsaDevice: 'default', alsaDeviceNamed: false });
});

t.test('a mixer is a card and a control, parted at the last colon', async (t) => {
  const mixer = (value: string): unknown => readConfig({ TONEARM_ALSA_MIXER: value }).alsaMixer;
  t.strictSame(mixer('hw:0:Digital'), { card: 'hw:0', control: 'Digital' });
  t.strictSame(mixer('default:Master Playback'), { card: 'default', control: 'Master Playback' });
  t.strictSame(mixer('rig:Rig'), { card: 'rig', control: 'Rig' });
});

t.test('outputs are separated by semicolons, and have a name and a mixer if need be', async (t) => {
  const outputs = (value: string): unknown => readConfig({ TONEARM_OUTPUTS: value }).outputs;
  const [name, mixer] = [undefined, undefined];
  t.strictSame(outputs('rig'), [{ pcm: 'rig', name, mixer }]);
  t.strictSame(outputs('hw:1,0 ; b|Kitchen DAC|hw:1:Master Volume;c||d:e'), [
    { pcm: 'hw:1,0', name, mixer },
    { pcm: 'b', name: 'Kitchen DAC', mixer: { card: 'hw:1', control: 'Master Volume' } },
    { pcm: 'c', name, mixer: { card: 'd', control: 'e' } },
  ]);
  for (const mistake of [';', 'a;;b', 'a|b|c', 'a|b|c:d|e', '|name', 'a;a']) {
    t.throws(() => outputs(mistake), { message: /^TONEARM_OUTPUTS=/ }, mistake);
  }
});

t.test('networks that streams may come from are separated by commas, white space around them is dropped', async (t) => {
  const allowed = (value: string): unknown => readConfig({ TONEARM_STREAM_ALLOW: value }).streamAllow;
  t.strictSame(allowed('127.0.0.1'), ['127.0.0.1']);
  t.strictSame(allowed('127.0.0.0/8,::1, FE80::/10 ,::ffff:10.0.0.0/104'), [
    '127.0.0.0/8',
    '::1',
    'FE80::/10',
    '::ffff:10.0.0.0/104',
  ]);
  t.strictSame(allowed('0.0.0.0/0,::/0'), ['0.0.0.0/0', '::/0']);
});

t.test('every network that the configuration lets pass is one for the guard of streams', async (t) => {
  const part = fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^[0129af:./%]*$/));
  const network = fc.tuple(part, fc.option(fc.nat(140))).map(([ip, bits]) => (bits === null ? ip : `${ip}/${bits}`));
  const claim = fc.property(network, (text) => {
    const passes = (run: () => unknown): boolean => {
      try {
        run();
        return true;
      } catch {
        return false;
      }
    };
    fc.pre(passes(() => readConfig({ TONEARM_STREAM_ALLOW: text })) && text !== '');
    return passes(() => new StreamAddresses({ allow: [text] }));
  });
  t.doesNotThrow(() => fc.assert(claim));
});

t.test('every level of the log is known', async (t) => {
  for (const level of ['error', 'warn', 'info', 'debug']) {
    t.strictSame(readConfig({ TONEARM_LOG_LEVEL: level }).logLevels, { tonearm: level });
  }
});

t.test('a room of the house may have a level of its own', async (t) => {
  const levels = (value: string): unknown => readConfig({ TONEARM_LOG_LEVEL: value }).logLevels;
  t.strictSame(levels('warn,audio=debug,http=error'), { tonearm: 'warn', audio: 'debug', http: 'error' });
  t.strictSame(levels('library=debug'), { tonearm: 'info', library: 'debug' });
});

t.test("under systemd the log is the journal's", async (t) => {
  t.equal(readConfig({ JOURNAL_STREAM: '9:12345' }, '9:12345').journal, true);
  t.equal(readConfig({ JOURNAL_STREAM: '9:12345' }, '9:777').journal, false, 'a terminal that inherited it');
  t.equal(readConfig({}).journal, false);
});

t.test('sockets of a service manager are taken when they are meant for this process', async (t) => {
  const listening = (environment: Record<string, string>): unknown => readConfig(environment).serviceManager.listening;
  const pid = String(process.pid);
  t.strictSame(listening({ LISTEN_PID: pid, LISTEN_FDS: '2' }), [3, 4]);
  t.strictSame(listening({ LISTEN_PID: pid, LISTEN_FDS: '0' }), []);
  t.strictSame(listening({ LISTEN_PID: '1', LISTEN_FDS: '2' }), [], 'another process');
  for (const count of ['-1', 'two', '1.5', '100000', ''])
    t.strictSame(listening({ LISTEN_PID: pid, LISTEN_FDS: count }), []);
  t.strictSame(listening({ LISTEN_PID: pid }), []);
});

t.test('the directory of stations is an address, or off', (t) => {
  const directory = (value: string): unknown => readConfig({ TONEARM_RADIO_DIRECTORY: value }).radioDirectory;
  for (const address of ['http://192.168.1.5:8080/mirror', 'https://de1.api.radio-browser.info']) {
    t.equal(directory(address), address);
  }
  t.equal(directory('off'), '');
  t.end();
});
