import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { createHttpServer } from '../../src/http/server.js';
import { LibraryRoots } from '../../src/library/library-roots.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { createLog } from '../../src/log.js';
import { SleepTimer } from '../../src/playback/sleep-timer.js';
import { Health } from '../../src/system/health.js';
import { readMachine } from '../../src/system/machine.js';
import { Pin } from '../../src/system/pin.js';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.js';
import { quietAlarms } from '../alarms/rig.js';
import { lazyBackups } from '../backup/rig.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { libraryRig } from '../library/rig.js';
import { FakeFade } from '../playback/fake-fade.js';
import { FakeBluetooth } from './fake-bluetooth.js';
import { switchedOn } from '../system/presence-rig.js';
import { uploadsIn } from '../uploads/rig.js';
import {
  FakeClock,
  FakeCountry,
  FakeHotspot,
  FakeNetwork,
  FakePower,
  FakeUpdates,
  noBackups,
  noNetworkFolder,
  noSticks,
  NO_AIRPLAY,
  NO_SNAPCAST,
  roomsOf,
  sharesOf,
} from './fake-box.js';
import { createOutputs } from './fake-outputs.js';
import { FakePlayer, FakeVolume } from './fake-player.js';
import { foldersIn } from './fake-folders.js';
import { FakeScanner } from './fake-scanner.js';
import { NO_LASTFM, NO_MQTT, SILENT_SCROBBLER } from './fake-box.js';
import { settingsInMemory } from './fake-settings.js';
import { raw } from './raw.js';
import { NAME_TAGS, problem, startRig } from './rig.js';

const people = await libraryRig(t);

const noCovers = () => Promise.reject(new Error('no covers here'));
const noLogos = (): never => {
  throw new Error('no logos here');
};

const parts = {
  player: new FakePlayer(),
  volume: new FakeVolume(),
  settings: settingsInMemory(),
  outputs: createOutputs().outputs,
  sleepTimer: new SleepTimer(new FakePlayer(), new FakeFade(), SILENT_LOG),
  alarms: quietAlarms(people),
  tags: NAME_TAGS,
  library: people.library,
  covers: { find: noCovers, coloursOf: noCovers },
  stations: people.stations,
  directory: {
    search: () => Promise.resolve([]),
    tags: () => Promise.resolve([]),
    logoOf: () => Promise.resolve(null),
    played: () => undefined,
  },
  logos: { find: noLogos },
  sentTracks: { find: () => undefined, isCover: () => false, coverOf: noLogos },
  receivedCovers: { isCover: () => false, coverOf: noLogos, coloursOf: noLogos },
  scanner: new FakeScanner(),
  backups: lazyBackups(t, people, { settings: { defaults: DEFAULT_SETTINGS, reload: () => Promise.resolve() } }),
  opened: { read: () => undefined, subscribe: () => () => undefined },
  diagnostics: {
    configuration: {},
    readMachine,
    readSqliteVersion: () => Promise.resolve('3'),
    output: () => undefined,
    log: { read: () => [] },
    readKeptLog: () => Promise.resolve(undefined),
  },
  keptBackups: noBackups,
  stickBackup: noSticks,
  notices: { read: () => Promise.resolve([]), acknowledge: () => Promise.resolve() },
  pin: new Pin({ state: people.state, presence: await switchedOn(t, t.testdir()), log: SILENT_LOG }),
  smartPlaylists: people.smartPlaylists,
  savedPlaylists: people.savedPlaylists,
  playlistEvents: people.playlistEvents,
  lyrics: { find: () => Promise.reject(new Error('no lyrics here')) },
  scrobblers: { listenBrainz: { read: () => SILENT_SCROBBLER }, lastFm: { read: () => SILENT_SCROBBLER } },
  lastFmAccount: NO_LASTFM,
  mqtt: NO_MQTT,
  ...foldersIn(new LibraryRoots([])),
  streams: new StreamAddresses(),
  clock: new FakeClock(),
  power: new FakePower(),
  network: new FakeNetwork(),
  hotspot: new FakeHotspot(),
  shares: sharesOf(people.state),
  rooms: roomsOf(),
  snapcast: NO_SNAPCAST,
  airplay: NO_AIRPLAY,
  country: new FakeCountry(),
  sticks: noSticks,
  updates: new FakeUpdates(),
  uploads: uploadsIn([]).uploads,
  networkFolder: noNetworkFolder,
  discovery: { read: () => Promise.reject(new Error('no discovery here')) },
  bluetooth: new FakeBluetooth(),
  health: new Health([]),
  readMetrics: () => [],
  log: createLog('error', () => undefined),
  version: '0',
  ownNames: () => [],
};

t.test('stopping twice, or before the start, is fine', async (t) => {
  const server = createHttpServer(parts, { host: '127.0.0.1', port: 0 });
  await server.stop();
  await server.start();
  t.ok(server.address);
  await Promise.all([server.stop(), server.stop()]);
  await server.stop();
  t.equal(server.address, undefined);
});

t.test('it can be started again after a stop', async (t) => {
  const server = createHttpServer(parts, { host: '127.0.0.1', port: 0 });
  await server.start();
  await server.stop();
  await server.start();
  t.ok(server.address);
  await server.stop();
});

t.test('an address that is not of this machine is said in words', async (t) => {
  const server = createHttpServer(parts, { host: '192.0.2.1', port: 0 });
  const message = 'Cannot listen on 192.0.2.1:0.';
  await t.rejects(server.start(), { code: 'ADDRESS_NOT_AVAILABLE', message });
  t.strictSame([server.address, server.ports], [undefined, []]);
});

t.test('a descriptor that is no socket is said in words, and the port is free again', async (t) => {
  const file = await open('/dev/null');
  t.teardown(() => file.close());
  const { port, server: other } = await startRig(t);
  await other.stop();
  const server = createHttpServer(parts, { host: '127.0.0.1', port, inherited: [file.fd] });
  await t.rejects(server.start(), { code: 'LISTEN_FAILED', message: `Cannot listen on descriptor ${file.fd}.` });
  t.strictSame([server.address, server.ports], [undefined, []]);
  const again = createHttpServer(parts, { host: '127.0.0.1', port });
  await again.start();
  t.strictSame([again.address?.port, again.ports], [port, [port]]);
  await again.stop();
});

t.test('a port in use is said in words', async (t) => {
  const { port } = await startRig(t);
  const server = createHttpServer(parts, { host: '127.0.0.1', port });
  await t.rejects(server.start(), { code: 'ADDRESS_IN_USE', message: `Cannot listen on 127.0.0.1:${port}.` });
  t.equal(server.address, undefined);
});

t.test('a start that was called off does not listen', async (t) => {
  const server = createHttpServer(parts, { host: '127.0.0.1', port: 0 });
  await t.rejects(server.start(AbortSignal.abort()));
  const controller = new AbortController();
  const starting = server.start(controller.signal);
  controller.abort();
  await t.rejects(starting);
  t.equal(server.address, undefined);
});

t.test('a client that keeps its connection does not hold up the stop', async (t) => {
  const { port, server } = await startRig(t);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'PUT /player/volume HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await wait(50);
  const began = performance.now();
  await server.stop();
  t.ok(performance.now() - began < 20_000, 'not the minutes that Node gives a body');
  socket.destroy();
});

t.test('a client that goes away in the middle of its body harms nobody', async (t) => {
  const { port, send, logged } = await startRig(t);
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'PUT /player/volume HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await wait(50);
  socket.destroy();
  await wait(50);
  t.equal((await send('GET', '/version')).status, 200);
  t.notMatch(logged.join('\n'), /ERROR/);
});

/** What a connection says of itself before it is closed. */
async function refusalOf(rig: Awaited<ReturnType<typeof startRig>>, sent: string) {
  const [head = '', body = ''] = (await raw(rig, sent)).split('\r\n\r\n', 2);
  const [status, ...fields] = head.split('\r\n');
  return { status, fields: fields.filter((field) => !field.startsWith('Date:')).sort(), body };
}

t.test('what is not HTTP, or has too large a head, is answered with a problem and closed', async (t) => {
  const rig = await startRig(t);
  for (const [sent, status, title] of [
    ['NONSENSE\r\n\r\n', 400, 'Bad Request'],
    [`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'Request Header Fields Too Large'],
  ] as const) {
    const answer = await refusalOf(rig, sent);
    t.equal(answer.status, `HTTP/1.1 ${status} ${title}`);
    t.strictSame(answer.fields, [
      'Connection: close',
      `Content-Length: ${Buffer.byteLength(answer.body)}`,
      'Content-Type: application/problem+json',
    ]);
    t.strictSame(JSON.parse(answer.body), problem(status, title, 'BAD_REQUEST', 'The request could not be read.'));
  }
  t.equal((await rig.send('GET', '/version')).status, 200);
});

t.test('an expectation that is not known is refused with a problem and closed', async (t) => {
  const rig = await startRig(t);
  const answer = await refusalOf(rig, 'PUT /player/next HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\n\r\n');
  t.equal(answer.status, 'HTTP/1.1 417 Expectation Failed');
  for (const field of [
    'Connection: close',
    'Content-Type: application/problem+json',
    'X-Content-Type-Options: nosniff',
  ]) {
    t.ok(answer.fields.includes(field), field);
  }
  const said = problem(417, 'Expectation Failed', 'EXPECTATION_FAILED', 'This expectation cannot be met.');
  t.match(answer.body, JSON.stringify(said));
  t.strictSame(rig.player.commands, []);
});
