import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getuid } from 'node:process';
import t, { type Test } from 'tap';
import { readConfigFile } from '../../src/config/config-file.js';
import { ConfigFileError } from '../../src/config/configuration-error.js';
import { type Config, readConfig } from '../../src/config/config.js';

const DIRECTORY = 'must be an http or https address without ?, # and a user, or off';
const KEYS =
  'http_port, http_host, http_names, http_allow, webdav_port, mpd_port, graphql_port, upnp_port, library, library_bases, state_dir, alsa_device, alsa_mixer, outputs, ' +
  'stream_allow, radio_directory, resume_on_start, hotspot, hotspot_password, screen, log_level, time_factor';
const PORT = 'must be a port number from 0 to 65535, without quotes (0 picks a free one)';
const FACTOR = 'must be a whole number from 1 to 50';
const TEXT = 'must be text in quotes, and not empty';
const ROOTS = 'must be absolute paths in brackets, such as ["/data/music", "/media/tonearm"]';
const OUTPUTS =
  'must be PCM names in brackets, such as ["hw:1"], or [{ pcm = "hw:1", name = "DAC", mixer = "hw:1:Digital" }]';
const NETWORKS = 'must be networks in brackets, such as ["127.0.0.0/8", "fe80::/10"]';
const HOST_NAMES = 'must be host names without port in brackets, such as ["music.example.org", "jukebox"]';
const MIXER = 'must be card:control, such as hw:0:Digital';
const LEVEL = 'must be one of error, warn, info, debug';

async function written(t: Test, content: string | Buffer): Promise<string> {
  const path = join(t.testdir(), 'config.toml');
  await writeFile(path, content);
  return path;
}

async function configOf(t: Test, content: string | Buffer): Promise<Config> {
  const file = await readConfigFile(await written(t, content));
  return readConfig({}, '', file === undefined ? [] : [file]);
}

/** What is said of a file, without its path. */
async function saidOf(t: Test, content: string | Buffer): Promise<string> {
  const path = await written(t, content);
  try {
    const file = await readConfigFile(path);
    readConfig({}, '', file === undefined ? [] : [file]);
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error;
    t.ok(error.message.startsWith(path), 'the file is named first');
    t.notMatch(error.message, '\n');
    return error.message.slice(path.length);
  }
  return 'nothing';
}

t.test('a file may hold every setting but the state directory', async (t) => {
  const config = await configOf(
    t,
    `# A comment, an empty line, and CRLF
http_port = 8080\r
http_host = "127.0.0.1"

library = [
  "/data/music", # one
  '/media/a:b/', # a colon parts nothing here
]
library_bases = []
"alsa_device" = "hw:1,0"
alsa_mixer = "hw:1:Master"
outputs = ["rig", { pcm = "hw:1", name = "DAC", mixer = "hw:1:Digital" }, { pcm = "a|b;c" }]
stream_allow = ["127.0.0.0/8", "::1"]
radio_directory = ""
resume_on_start = true
log_level = "warn,audio=debug"
time_factor = 8
`,
  );
  t.match(config, {
    httpPort: 8080,
    httpHost: '127.0.0.1',
    libraryRoots: ['/data/music', '/media/a:b'],
    libraryBases: [],
    alsaDevice: 'hw:1,0',
    alsaDeviceNamed: true,
    alsaMixer: { card: 'hw:1', control: 'Master' },
    outputs: [
      { pcm: 'rig', name: undefined, mixer: undefined },
      { pcm: 'hw:1', name: 'DAC', mixer: { card: 'hw:1', control: 'Digital' } },
      { pcm: 'a|b;c', name: undefined, mixer: undefined },
    ],
    streamAllow: ['127.0.0.0/8', '::1'],
    radioDirectory: '',
    logLevels: { tonearm: 'warn', audio: 'debug' },
    timeFactor: 8,
  });
  t.ok(Object.isFrozen(config.libraryRoots));
  t.ok(Object.isFrozen(config.streamAllow));
});

t.test('a file that is absent, empty or nothing but comments changes nothing', async (t) => {
  t.equal(await readConfigFile(join(t.testdir(), 'config.toml')), undefined);
  t.equal(await readConfigFile(join(t.testdir(), 'nowhere', 'config.toml')), undefined);
  for (const content of ['', '\n\n', '# http_port = 1', '\uFEFF']) {
    t.strictSame(await configOf(t, content), readConfig({}), JSON.stringify(content));
  }
});

t.test('a byte order mark, as some editors write it, is no part of the first key', async (t) => {
  t.equal((await configOf(t, '\uFEFFhttp_port = 1')).httpPort, 1);
});

/** [content, what is said] */
const MISTAKES: readonly (readonly [string, string])[] = [
  ...['-1', '65536', '80.0', '"80"', 'true', '[80]', 'nan', '99999999999999999999'].map((value) => {
    const shown = value === '80.0' ? '80' : value === 'nan' ? 'NaN' : value;
    return [`http_port = ${value}`, `:1: http_port = ${shown}: ${PORT}`] as const;
  }),
  ...['0', '51', '-1'].map((value) => [`time_factor = ${value}`, `:1: time_factor = ${value}: ${FACTOR}`] as const),
  ['resume_on_start = "on"', ':1: resume_on_start = "on": must be true or false, without quotes'],
  ['time_factor = "8"', `:1: time_factor = "8": ${FACTOR}, without quotes`],
  ['http_port = 1979-05-27', `:1: http_port = "1979-05-27": ${PORT}`],
  ...['http_host', 'alsa_device', 'alsa_mixer', 'log_level'].flatMap((key) =>
    ['""', '1', 'false', '["a"]', '"a\\u0000b"'].map(
      (value) => [`\n${key} = ${value}`, `:2: ${key} = ${value}: ${TEXT}`] as const,
    ),
  ),
  ['alsa_mixer = "Digital"', `:1: alsa_mixer = "Digital": ${MIXER}`],
  ['log_level = "loud"', `:1: log_level = "loud": ${LEVEL}`],
  ...['"/music"', '[]', '[1]', '["music"]', '["~/music"]', '["/a",""]', '["/a\\u0000"]', '[["/a"]]'].map(
    (value) => [`library = ${value}`, `:1: library = ${value}: ${ROOTS}`] as const,
  ),
  ...['"::1"', '["localhost"]', '["::1/129"]', '[1]', '[""]', '["127.0.0.1,::1"]'].map(
    (value) => [`stream_allow = ${value}`, `:1: stream_allow = ${value}: ${NETWORKS}`] as const,
  ),
  ...['"box"', '[1]', '[""]', '["a b"]', '["box:80"]', '["127.0.0.1"]', '["a..b"]'].map(
    (value) => [`http_names = ${value}`, `:1: http_names = ${value}: ${HOST_NAMES}`] as const,
  ),
  ...['"radio.example"', '"ftp://radio.example"', 'false', '"http://a.example/?b"', '"http://me@a.example"'].map(
    (value) => [`radio_directory = ${value}`, `:1: radio_directory = ${value}: ${DIRECTORY}`] as const,
  ),
  ...['"hw:1"', '[1]', '[""]', '[{ name = "DAC" }]', '[{ pcm = 1 }]', '[{ pcm = "a", more = "b" }]'].map((value) => {
    const shown = value.replace('{ name = "DAC" }', '{"name":"DAC"}').replace('{ pcm = 1 }', '{"pcm":1}');
    return [
      `outputs = ${value}`,
      `:1: outputs = ${shown.replace('{ pcm = "a", more = "b" }', '{"pcm":"a","more":"b"}')}: ${OUTPUTS}`,
    ] as const;
  }),
  ['outputs = ["a", "a"]', ':1: outputs = ["a","a"]: names a twice'],
  ['outputs = [{ pcm = "a", mixer = "b" }]', `:1: outputs = [{"pcm":"a","mixer":"b"}]: ${MIXER}`],
  [
    'state_dir = "/data"',
    ':1: state_dir = "/data": is taken from TONEARM_STATE_DIR only, because this file is found in it',
  ],
  ['http_prot = 80', `:1: http_prot = 80: is no setting; there are ${KEYS}`],
  ['HTTP_PORT = 80', `:1: HTTP_PORT = 80: is no setting; there are ${KEYS}`],
  ['constructor = 80', `:1: constructor = 80: is no setting; there are ${KEYS}`],
  ['__proto__ = 80', `:1: __proto__ = 80: is no setting; there are ${KEYS}`],
  ['"a b" = 80', `:1: "a b" = 80: is no setting; there are ${KEYS}`],
  ['"a\\nb" = 80', `: "a\\nb" = 80: is no setting; there are ${KEYS}`],
  ['\n[http]\nport = 80', `:2: http = {"port":80}: is no setting; there are ${KEYS}`],
  ['\n\n[[http]]\nport = 80', `:3: http = [{"port":80}]: is no setting; there are ${KEYS}`],
  ['http.port = 80', `:1: http = {"port":80}: is no setting; there are ${KEYS}`],
];

for (const [content, said] of MISTAKES) {
  t.test(`${JSON.stringify(content)} is refused with its line, its key and its value`, async (t) => {
    t.equal(await saidOf(t, content), said);
  });
}

t.test('the line is that of the key, also when texts, comments and tables look like it', async (t) => {
  const content = ['# http_port = 1', 'alsa_device = """', 'http_port = 2', '"""', '  http_port = "x"'];
  t.equal(await saidOf(t, content.join('\n')), `:5: http_port = "x": ${PORT}`);
  t.equal(await saidOf(t, content.join('\r\n')), `:5: http_port = "x": ${PORT}`);
});

t.test('a long value is not shown to its end', async (t) => {
  const value = 'x'.repeat(60_000);
  t.equal(await saidOf(t, `alsa_mixer = "${value}"`), `:1: alsa_mixer = "${value.slice(0, 99)}…: ${MIXER}`);
});

t.test('what is no TOML is told with its line, and what to do', async (t) => {
  const remedy = ': correct it, or remove the file to have the defaults';
  for (const [content, line] of [
    ['http_port 80', 1],
    ['\nhttp_port = ', 2],
    ['http_port = 1\nhttp_port = 2', 2],
    ['library = ["/data/music"', 1],
    ['http_host = "0.0.', 1],
    ['# \0', 1],
    ['\0'.repeat(100), 1],
    ['a = '.concat('['.repeat(1000)), 1],
  ] as const) {
    const said = await saidOf(t, content);
    t.ok(said.startsWith(`:${line}: is not TOML at column `) && said.endsWith(remedy), said);
  }
});

t.test('a file that a power cut has cut short is taken or refused, and never half understood', async (t) => {
  const whole = 'http_port = 8080\nlibrary = ["/data/music"]\nlog_level = "debug"\n';
  for (let length = 0; length < whole.length; length++) {
    const said = await saidOf(t, whole.slice(0, length));
    if (said === 'nothing') continue;
    t.match(said, /^:[123]: (is not TOML at column \d+ \(.+\): correct it, or remove|\w+ = .*: is no setting)/);
  }
});

t.test('what is not UTF-8 is told with its line', async (t) => {
  const said = ': is not UTF-8: save the file as such';
  t.equal(await saidOf(t, Buffer.from('a = 1\n# \xE4\n', 'latin1')), `:2${said}`);
  t.equal(await saidOf(t, Buffer.from('# \xC3', 'latin1')), `:1${said}`);
  t.equal(await saidOf(t, Buffer.from('\uFEFFa = 1', 'utf16le')), `:1${said}`);
});

t.test('a file may have 64 KiB, and not a byte more', async (t) => {
  const content = 'http_port = 1\n'.padEnd(64 * 1024, '#');
  t.equal((await configOf(t, content)).httpPort, 1);
  t.equal(await saidOf(t, `${content}#`), ': is larger than 64 KiB');
});

t.test('what cannot be read is told with the reason', async (t) => {
  const folder = t.testdir();
  const said = (path: string) =>
    readConfigFile(path).then(
      () => 'nothing',
      (error: unknown) => (error as Error).message.replaceAll(folder, ''),
    );
  await mkdir(join(folder, 'a'));
  t.equal(await said(join(folder, 'a')), '/a: is not a plain file');
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  t.equal(await said(join(folder, 'pipe')), '/pipe: is not a plain file');
  await symlink('loop', join(folder, 'loop'));
  t.match(await said(join(folder, 'loop')), /^\/loop: cannot be read \(ELOOP/);
  await writeFile(join(folder, 'plain'), '');
  t.match(await said(join(folder, 'plain', 'config.toml')), /^\/plain\/config\.toml: cannot be read \(ENOTDIR/);
  await rename(join(folder, 'plain'), join(folder, 'secret'));
  await chmod(join(folder, 'secret'), 0);
  if (getuid?.() !== 0) t.match(await said(join(folder, 'secret')), /^\/secret: cannot be read \(EACCES/);
  t.match(await said('/proc/self/mem'), /^\/proc\/self\/mem: cannot be read \(EIO/);
});
