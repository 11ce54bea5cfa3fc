/** The real application on a real loopback socket, with a fake player, a temporary library and no log. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Test } from 'tap';
import { GuardedHttp } from '../../src/net/guarded-http.js';
import type { HttpDeps } from '../../src/http/deps.js';
import { createHttpServer, type HttpServer } from '../../src/http/server.js';
import type { DiscoveryState } from '../../src/discovery/discovery.js';
import { Covers } from '../../src/library/covers/covers.js';
import { readPicture } from '../../src/tags/full-picture.js';
import { LibraryPaths } from '../../src/library/paths.js';
import { LibraryRoots } from '../../src/library/library-roots.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { fallbackTag } from '../../src/tags/track-tag.js';
import { createLog, RecentLog } from '../../src/log.js';
import { Directory } from '../../src/radio/directory.js';
import { Logos } from '../../src/radio/logos.js';
import { ReceivedCovers } from '../../src/library/covers/received-covers.js';
import { SentTracks } from '../../src/radio/sent-tracks.js';
import { SleepTimer } from '../../src/playback/sleep-timer.js';
import { Health } from '../../src/system/health.js';
import { readMachine } from '../../src/system/machine.js';
import { Pin } from '../../src/system/pin.js';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.js';
import { quietAlarms } from '../alarms/rig.js';
import { lazyBackups } from '../backup/rig.js';
import { CONFINE } from '../fixtures/confine.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { libraryRig } from '../library/rig.js';
import { FakeFade } from '../playback/fake-fade.js';
import { Described } from './described.js';
import { FakePlayer, FakeVolume } from './fake-player.js';
import { FakeBluetooth } from './fake-bluetooth.js';
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
import { switchedOn } from '../system/presence-rig.js';
import { lyricsIn } from '../lyrics/rig.js';
import { uploadsIn } from '../uploads/rig.js';
import { FakeScanner } from './fake-scanner.js';
import { NO_LASTFM, NO_MQTT, SILENT_SCROBBLER } from './fake-box.js';
import { foldersIn } from './fake-folders.js';
import { settingsInMemory } from './fake-settings.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown;
}

export interface Sending {
  /** Sent as JSON unless it is a string or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Send = (method: string, path: string, sending?: Sending) => Promise<Answer>;

export interface Rig {
  readonly player: FakePlayer;
  readonly volume: FakeVolume;
  /** The library root: a real path, empty. */
  readonly library: string;
  readonly server: HttpServer;
  /** What the application is built from. */
  readonly deps: HttpDeps;
  readonly port: number;
  /** What was logged, one line each. */
  readonly logged: string[];
  readonly send: Send;
  /** Sends without checking the answer against the API document, for errors that only a fake throws. */
  readonly sendUndescribed: Send;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const described = new Described();

/**
 * Sends one request; `fetch` would not let a test choose its Host, Origin or method freely. Rejects when the answer is not
 * what `GET /openapi.json` says, if that is checked: so every test that asks for something holds its answer against it.
 */
function sender(port: number, agent: Agent, isChecked: boolean): Send {
  return (method, path, { body, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const raw = typeof body === 'string' || Buffer.isBuffer(body);
      const content = body === undefined ? undefined : raw ? body : JSON.stringify(body);
      const type = content === undefined ? {} : { 'content-type': 'application/json' };
      const length = content === undefined ? {} : { 'content-length': Buffer.byteLength(content) };
      const sent = { host: `127.0.0.1:${port}`, ...type, ...length, ...headers };
      const request = httpRequest({ host: '127.0.0.1', port, method, path, agent, headers: sent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const answer = { status: response.statusCode ?? 0, headers: response.headers, text, json: parse(text) };
          const mistake = isChecked ? described.mistake(method, path, answer) : undefined;
          if (mistake === undefined) resolve(answer);
          else reject(new Error(mistake));
        });
      });
      request.on('error', reject);
      request.end(content);
    });
}

/** Tags from names alone, for tests that are not about tags. */
export const NAME_TAGS: HttpDeps['tags'] = {
  read: async (locations) => new Map(locations.map((location) => [location, fallbackTag(location)])),
};

/** Stands where the build puts the remote. */
export const PAGE = '<!doctype html><style>p{}</style><p>Tonearm</p><script>"use strict"</script>';

export async function temporaryDirectory(t: Test): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'tonearm-test-')));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Writes a page with what the build compresses beside it. */
export async function writePage(path: string, page = PAGE): Promise<void> {
  await writeFile(path, page);
  await writeFile(`${path}.gz`, gzipSync(page));
  await writeFile(`${path}.br`, brotliCompressSync(page));
}

export async function startRig(t: Test, deps: Partial<HttpDeps> = {}): Promise<Rig> {
  const player = new FakePlayer();
  const volume = new FakeVolume();
  const sleepTimer = new SleepTimer(player, new FakeFade(), SILENT_LOG);
  const library = await temporaryDirectory(t);
  const roots = new LibraryRoots([library]);
  const remotePage = join(await temporaryDirectory(t), 'remote.html');
  await writePage(remotePage);
  const logged: string[] = [];
  const recent = new RecentLog();
  const covers = new Covers({
    paths: deps.paths ?? new LibraryPaths([library]),
    directory: join(await temporaryDirectory(t), 'covers'),
    readPicture: (path) => readPicture(path).catch(() => undefined),
    confine: CONFINE,
    log: SILENT_LOG,
  });
  const people = await libraryRig(t);
  const presence = await switchedOn(t, await temporaryDirectory(t));
  const streams = deps.streams ?? new StreamAddresses({ ownPorts: () => [server.address?.port ?? 0] });
  const logos = new Logos({ http: new GuardedHttp(streams, 'Tonearm/1.2.3'), covers, log: SILENT_LOG, wait: 60_000 });
  const all: HttpDeps = {
    player,
    volume,
    settings: settingsInMemory(),
    outputs: createOutputs().outputs,
    sleepTimer,
    alarms: quietAlarms(people),
    tags: NAME_TAGS,
    library: deps.library ?? people.library,
    smartPlaylists: people.smartPlaylists,
    savedPlaylists: people.savedPlaylists,
    playlistEvents: people.playlistEvents,
    stations: people.stations,
    directory: new Directory({
      address: '',
      http: new GuardedHttp(streams, 'Tonearm/1.2.3'),
      streams,
      log: SILENT_LOG,
    }),
    logos,
    sentTracks: new SentTracks(logos),
    receivedCovers: new ReceivedCovers(covers),
    covers,
    scanner: new FakeScanner(),
    backups: lazyBackups(t, people, {
      settings: { defaults: DEFAULT_SETTINGS, reload: () => Promise.resolve() },
    }),
    opened: { read: () => undefined, subscribe: () => () => undefined },
    diagnostics: {
      configuration: { httpPort: 6063 },
      readMachine,
      readSqliteVersion: () =>
        people.state.read((sql) => sql.prepare('SELECT sqlite_version()').pluck().get() as string),
      output: () => undefined,
      log: recent,
      readKeptLog: () => Promise.resolve(undefined),
    },
    keptBackups: noBackups,
    stickBackup: noSticks,
    notices: { read: () => Promise.resolve([]), acknowledge: () => Promise.resolve() },
    pin: new Pin({ state: people.state, presence, log: SILENT_LOG }),
    lyrics: lyricsIn(deps.library ?? people.library, deps.paths ?? new LibraryPaths([library])),
    scrobblers: { listenBrainz: { read: () => SILENT_SCROBBLER }, lastFm: { read: () => SILENT_SCROBBLER } },
    lastFmAccount: NO_LASTFM,
    mqtt: NO_MQTT,
    ...foldersIn(roots, deps.paths ?? new LibraryPaths(roots)),
    streams,
    clock: new FakeClock(),
    power: new FakePower(),
    sticks: noSticks,
    updates: new FakeUpdates(),
    uploads: uploadsIn([library]).uploads,
    networkFolder: noNetworkFolder,
    discovery: { read: () => Promise.resolve(FOUND) },
    network: new FakeNetwork(),
    hotspot: new FakeHotspot(),
    shares: sharesOf(people.state),
    rooms: roomsOf(),
    snapcast: NO_SNAPCAST,
    airplay: NO_AIRPLAY,
    country: new FakeCountry(),
    bluetooth: new FakeBluetooth(),
    health: new Health([]),
    readMetrics: () => [],
    log: createLog('debug', (line) => logged.push(line), false, {}, 'http', recent),
    version: '1.2.3',
    remotePage,
    docsPage: remotePage,
    ownNames: () => ['tonearm', 'tonearm.local', 'music.home.arpa'],
    ...deps,
  };
  const server = createHttpServer(all, { host: '127.0.0.1', port: 0 });
  await server.start();
  const agent = new Agent({ keepAlive: true });
  t.teardown(async () => {
    agent.destroy();
    sleepTimer.stop();
    await server.stop();
  });
  const port = server.address?.port ?? 0;
  const [send, sendUndescribed] = [sender(port, agent, true), sender(port, agent, false)];
  return { player, volume, library, server, deps: all, port, logged, send, sendUndescribed };
}

/** A box that is found by name. */
export const FOUND: DiscoveryState = {
  id: '0123456789abcdef',
  hostName: 'tonearm.local',
  addresses: ['http://tonearm.local', 'http://192.168.1.20'],
  services: [{ type: '_tonearm._tcp', name: 'Kitchen', port: 6063 }],
  problem: undefined,
};

/** A problem document as our answers carry it. */
export function problem(status: number, title: string, code: string, detail: string, errors?: unknown[]) {
  return { type: 'about:blank', title, status, detail, code, ...(errors && { errors }) };
}
