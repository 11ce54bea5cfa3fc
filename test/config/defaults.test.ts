import { homedir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { loadConfig, readConfig } from '../../src/config/config.js';

const DEFAULTS = {
  httpHost: '::',
  httpPort: 6063,
  httpNames: [],
  httpAllow: [],
  webdavPort: 6065,
  mpdPort: 6600,
  graphqlPort: 6062,
  upnpPort: 6066,
  libraryRoots: [join(homedir(), 'Music')],
  libraryBases: [homedir(), '/media', '/mnt', '/run/media', '/srv'],
  stateDirectory: join(homedir(), '.local', 'state', 'tonearm'),
  systemDirectories: [],
  runtimeDirectory: undefined,
  logsDirectory: undefined,
  alsaDevice: 'default',
  alsaDeviceNamed: false,
  alsaMixer: undefined,
  outputs: [],
  streamAllow: [],
  radioDirectory: 'https://all.api.radio-browser.info',
  resumeOnStart: false,
  hotspot: 'off',
  hotspotPassword: 'playmusic',
  screen: undefined,
  logLevels: { tonearm: 'info' },
  timeFactor: 1,
  serviceManager: { socket: undefined, watchdogMicroseconds: undefined, listening: [] },
  systemBus: 'unix:path=/run/dbus/system_bus_socket',
  sessionBus: undefined,
  journal: false,
};

t.test('without any variable everything has its default', async (t) => {
  t.strictSame(readConfig({}), DEFAULTS);
});

t.test('an empty variable counts as absent', async (t) => {
  const names = [
    'HTTP_HOST',
    'HTTP_PORT',
    'HTTP_NAMES',
    'HTTP_ALLOW',
    'WEBDAV_PORT',
    'LIBRARY',
    'LIBRARY_BASES',
    'STATE_DIR',
    'ALSA_DEVICE',
    'ALSA_MIXER',
    'OUTPUTS',
    'STREAM_ALLOW',
    'RADIO_DIRECTORY',
    'RESUME_ON_START',
    'LOG_LEVEL',
    'TIME_FACTOR',
  ];
  const empty = Object.fromEntries(names.map((name) => [`TONEARM_${name}`, '']));
  t.strictSame(readConfig({ ...empty, XDG_STATE_HOME: '', JOURNAL_STREAM: '' }), DEFAULTS);
});

t.test('variables of others are of no interest', async (t) => {
  t.strictSame(readConfig({ PORT: 'x', ROCKBOX_TCP_PORT: '1', HTTP_PORT: '-1' }), DEFAULTS);
});

t.test('nobody can change the configuration', async (t) => {
  const config = readConfig({});
  t.ok(Object.isFrozen(config));
  t.throws(() => {
    (config as { httpPort: number }).httpPort = 1;
  }, TypeError);
});

t.test('the environment is read once: a later change is not seen, and it is not written to', async (t) => {
  const environment: Record<string, string> = Object.freeze({ TONEARM_HTTP_PORT: '7000' });
  t.equal(readConfig(environment).httpPort, 7000);
});

t.test('the configuration of this process comes from its environment', async (t) => {
  const before = process.env['TONEARM_HTTP_PORT'];
  t.teardown(() => {
    if (before === undefined) delete process.env['TONEARM_HTTP_PORT'];
    else process.env['TONEARM_HTTP_PORT'] = before;
  });
  process.env['TONEARM_HTTP_PORT'] = '7123';
  t.equal((await loadConfig()).httpPort, 7123);
});
