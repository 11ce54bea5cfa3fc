import fc from 'fast-check';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readConfigFile } from '../../src/config/config-file.js';
import { loadConfig, readConfig } from '../../src/config/config.js';

interface Choice {
  /** Value in the environment. */
  readonly text: string;
  /** Value in the file. */
  readonly toml: string;
  /** What the configuration then says. */
  readonly wanted: unknown;
}

const word = fc.stringMatching(/^[a-z0-9,]{1,8}$/);
const path = fc.stringMatching(/^\/[a-z]{1,8}$/);
const quoted = (value: unknown): string => JSON.stringify(value);

/** Setting → what may be said of it, in both forms. */
const CHOICES: Readonly<Record<string, fc.Arbitrary<Choice>>> = {
  http_port: fc.nat(65_535).map((port) => ({ text: `${port}`, toml: `${port}`, wanted: port })),
  http_host: word.map((host) => ({ text: host, toml: quoted(host), wanted: host })),
  library: fc
    .array(path, { minLength: 1, maxLength: 3 })
    .map((roots) => ({ text: roots.join(':'), toml: quoted(roots), wanted: roots })),
  alsa_device: word.map((device) => ({ text: device, toml: quoted(device), wanted: device })),
  alsa_mixer: fc.tuple(word, word).map(([card, control]) => ({
    text: `${card}:${control}`,
    toml: quoted(`${card}:${control}`),
    wanted: { card, control },
  })),
  outputs: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }).map((names) => ({
    text: names.join(';'),
    toml: quoted(names),
    wanted: names.map((pcm) => ({ pcm, name: undefined, mixer: undefined })),
  })),
  http_names: fc
    .array(fc.domain(), { minLength: 1, maxLength: 3 })
    .map((list) => list.map((name) => name.toLowerCase()))
    .map((list) => ({ text: list.join(','), toml: quoted(list), wanted: list })),
  http_allow: fc
    .array(fc.oneof(fc.ipV4(), fc.ipV6()), { minLength: 1, maxLength: 3 })
    .map((list) => ({ text: list.join(','), toml: quoted(list), wanted: list })),
  stream_allow: fc
    .array(fc.oneof(fc.ipV4(), fc.ipV6()), { minLength: 1, maxLength: 3 })
    .map((list) => ({ text: list.join(','), toml: quoted(list), wanted: list })),
  radio_directory: fc
    .tuple(fc.constantFrom('http', 'https'), fc.domain())
    .map(([scheme, host]) => `${scheme}://${host}`)
    .map((address) => ({ text: address, toml: quoted(address), wanted: address })),
  hotspot: fc.constantFrom('auto', 'off').map((text) => ({ text, toml: quoted(text), wanted: text })),
  hotspot_password: fc.stringMatching(/^[!#-[\]-~]{8,63}$/).map((text) => ({ text, toml: quoted(text), wanted: text })),
  screen: word.map((name) => ({ text: `/dev/${name}`, toml: quoted(`/dev/${name}`), wanted: `/dev/${name}` })),
  log_level: fc
    .constantFrom('error', 'warn', 'info', 'debug')
    .map((level) => ({ text: level, toml: quoted(level), wanted: { tonearm: level } })),
  time_factor: fc
    .integer({ min: 1, max: 50 })
    .map((factor) => ({ text: String(factor), toml: String(factor), wanted: factor })),
};
const NAMES = Object.keys(CHOICES);
const FIELDS: Readonly<Record<string, string>> = {
  http_port: 'httpPort',
  http_host: 'httpHost',
  http_names: 'httpNames',
  http_allow: 'httpAllow',
  library: 'libraryRoots',
  alsa_device: 'alsaDevice',
  alsa_mixer: 'alsaMixer',
  outputs: 'outputs',
  stream_allow: 'streamAllow',
  hotspot: 'hotspot',
  hotspot_password: 'hotspotPassword',
  screen: 'screen',
  radio_directory: 'radioDirectory',
  log_level: 'logLevels',
  time_factor: 'timeFactor',
};

type Layer = Readonly<Record<string, Choice>>;
const layer = fc.record(CHOICES, { requiredKeys: [] }) as fc.Arbitrary<Layer>;

async function fileOf(directory: string, choices: Layer) {
  await mkdir(directory, { recursive: true });
  const lines = Object.entries(choices).map(([name, { toml }]) => `${name} = ${toml}\n`);
  await writeFile(join(directory, 'config.toml'), lines.join(''));
}

t.test(
  'the environment goes before the file, that before what the system brings, and that before the defaults',
  async (t) => {
    const folder = t.testdir();
    const claim = fc.asyncProperty(layer, layer, layer, async (environment, person, system) => {
      const files = [];
      for (const [name, choices] of Object.entries({ person, system })) {
        await fileOf(join(folder, name), choices);
        const file = await readConfigFile(join(folder, name, 'config.toml'));
        if (file !== undefined) files.push(file);
      }
      const variables = Object.entries(environment).map(([name, { text }]) => [`TONEARM_${name.toUpperCase()}`, text]);
      const config = readConfig(Object.fromEntries(variables) as Record<string, string>, '', files);
      const found: Record<string, unknown> = { ...config };
      const wanted: Record<string, unknown> = { ...readConfig({}) };
      for (const name of NAMES) {
        const choice = environment[name] ?? person[name] ?? system[name];
        if (choice !== undefined) wanted[FIELDS[name] ?? ''] = choice.wanted;
        if (name === 'alsa_device') wanted['alsaDeviceNamed'] = choice !== undefined;
      }
      return files.length === 2 && JSON.stringify(found) === JSON.stringify(wanted);
    });
    await fc.assert(claim);
  },
);

t.test('a mistake in a file counts although the environment goes before it', async (t) => {
  const directory = t.testdir({ 'config.toml': 'http_port = "x"' });
  const file = await readConfigFile(join(directory, 'config.toml'));
  t.throws(() => readConfig({ TONEARM_HTTP_PORT: '1' }, '', file === undefined ? [] : [file]), {
    name: 'ConfigFileError',
    message: /config\.toml:1: http_port = "x"/,
  });
});

/** The environment of this process for one test. */
function withEnvironment(t: Test, variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) {
    const before = process.env[name];
    process.env[name] = value;
    t.teardown(() => {
      if (before === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before;
    });
  }
}

t.test('the files are those of the state directory and of the service manager', async (t) => {
  const folder = t.testdir({
    state: { 'config.toml': 'http_port = 1' },
    system: { 'config.toml': 'http_port = 2\nhttp_host = "a"' },
    more: { 'config.toml': 'http_host = "b"\nalsa_device = "c"' },
  });
  withEnvironment(t, {
    TONEARM_STATE_DIR: join(folder, 'state'),
    CONFIGURATION_DIRECTORY: `${join(folder, 'system')}:${join(folder, 'none')}:${join(folder, 'more')}`,
  });
  t.match(await loadConfig(), { httpPort: 1, httpHost: 'a', alsaDevice: 'c' });
});

t.test('what is wrong with the file stands beside it until it is right', async (t) => {
  const state = t.testdir({ 'config.toml': 'http_port = "x"' });
  withEnvironment(t, { TONEARM_STATE_DIR: state });
  const mistake = join(state, 'config.mistake.txt');
  const said = `${state}/config.toml:1: http_port = "x": must be a port number from 0 to 65535, without quotes (0 picks a free one)`;
  for (let start = 0; start < 2; start++) {
    await t.rejects(loadConfig(), { message: said });
    t.equal(await readFile(mistake, 'utf8'), `${said}\n`);
  }
  await writeFile(join(state, 'config.toml'), 'http_port = 1');
  t.equal((await loadConfig()).httpPort, 1);
  t.strictSame(await readdir(state), ['config.toml']);
});

t.test('where the word cannot be left the mistake is told all the same', async (t) => {
  const folder = t.testdir({ system: { 'config.toml': 'a = 1' } });
  withEnvironment(t, {
    TONEARM_STATE_DIR: join(folder, 'none'),
    CONFIGURATION_DIRECTORY: join(folder, 'system'),
  });
  await t.rejects(loadConfig(), { name: 'ConfigFileError', message: /config\.toml:1: a = 1: is no setting/ });
  await rm(join(folder, 'system'), { recursive: true });
  t.equal((await loadConfig()).stateDirectory, join(folder, 'none'));
});
