import t from 'tap';
import { createLog, RecentLog } from '../../src/log.js';
import { SettingsStore } from '../../src/settings/settings-store.js';
import { Settings } from '../../src/settings/settings.js';
import { Health } from '../../src/system/health.js';
import { readMachine } from '../../src/system/machine.js';
import { single } from '../../src/system/metrics/exposition.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { libraryRig } from '../library/rig.js';
import { FakePlayer } from './fake-player.js';
import { FakeScanner } from './fake-scanner.js';
import { startRig } from './rig.js';

interface Report {
  readonly made_at: number;
  readonly scan: unknown;
  readonly configuration: unknown;
  readonly versions: Record<string, string | null>;
  readonly health: unknown[];
  readonly audio: unknown;
  readonly queued: number;
  readonly library: unknown;
  readonly settings: unknown;
  readonly metrics: string;
  readonly kept_log: unknown;
  readonly log: { readonly level: string; readonly text: string }[];
}

t.test('the report tells what the box is and how it does', async (t) => {
  const opened = { device: 'hw:0', card: 0, rate: 44_100, format: 'S32', period: 5500, buffer: 22_050 };
  const { state } = await libraryRig(t);
  const player = new FakePlayer();
  player.hold(['/music/a.mp3', '/music/b.mp3']);
  const diagnostics = {
    configuration: { httpPort: 6063 },
    readMachine,
    readSqliteVersion: () => state.read((sql) => sql.prepare('SELECT sqlite_version()').pluck().get() as string),
    output: () => opened,
    log: new RecentLog(),
    readKeptLog: async () => ['== start 1', 'one', 'two'],
  };
  const scanner = new FakeScanner();
  const { send, library } = await startRig(t, {
    ...{ diagnostics, player, scanner },
    health: new Health([{ name: 'audio', restartHelps: true, look: () => undefined }]),
    readMetrics: () => [single('gauge', 'tonearm_something', 'Some.', 4)],
  });
  const second = () => Math.floor(Date.now() / 1000);
  const before = second();
  const { status, headers, json } = await send('GET', '/system/diagnostics');
  const report = json as Report;
  t.ok(report.made_at >= before && report.made_at <= second(), 'when it was made');
  const day = new Date(report.made_at * 1000).toISOString().slice(0, 10);
  t.match(headers['content-disposition'], `attachment; filename="tonearm-diagnostics-${day}.json"`);
  t.equal(headers['cache-control'], 'no-store');
  t.strictSame(scanner.asked, ['100 problems from 0']);
  t.strictSame(report.scan, { ...((await send('GET', '/scan')).json as object), problems: [] });
  t.match(report.health, [{ name: 'audio', milliseconds: Number, problem: null }]);
  t.strictSame(report.configuration, { httpPort: 6063 });
  t.equal(status, 200);
  t.match(report.versions, { tonearm: '1.2.3', node: process.versions.node, sqlite: /^3\.\d+/, kernel: /^\d/ });
  t.strictSame(report.audio, { ...opened, problem: null });
  t.equal(report.queued, 2);
  t.strictSame(report.library, { roots: [library], tracks: 0, albums: 0, artists: 0, genres: 0 });
  t.strictSame(report.settings, (await send('GET', '/settings')).json);
  t.match(report.metrics, /tonearm_something 4/);
  t.strictSame(report.kept_log, ['== start 1', 'one', 'two']);
});

t.test('no secret is in it, wherever it was put', async (t) => {
  const people = await libraryRig(t);
  const settings = new Settings(new SettingsStore(people.state), SILENT_LOG);
  const recent = new RecentLog();
  const log = createLog('debug', () => undefined, true, {}, 'audio', recent);
  const diagnostics = {
    configuration: { listed: ['http://user:SECRET-1@nas.example/'] },
    readMachine,
    readSqliteVersion: () => Promise.reject(new Error('http://x.example/?key=SECRET-2')),
    output: () => undefined,
    log: recent,
    readKeptLog: async () => ['other[7]: not reached: https://me:SECRET-9@radio.example/live?token=SECRET-10 (404)'],
  };
  const { library, savedPlaylists, smartPlaylists, playlistEvents } = people;
  const parts = { library, savedPlaylists, smartPlaylists, playlistEvents };
  const health = {
    read: async () => [{ name: 'audio', milliseconds: 1, problem: 'no answer from http://a:SECRET-3@b.example/x' }],
  };
  const { send, player } = await startRig(t, { ...parts, settings, diagnostics, health });
  const address = 'https://me:SECRET-4@radio.example/live?token=SECRET-5&x=SECRET-6#SECRET';
  player.hold([address]);
  log.warn('stream lost', { url: address, error: new Error(`cannot reach ${address}`) });
  log.warn(`not reached: ${address}`, { nested: { list: [address] } });
  const body = {
    ...{ listenbrainz_token: 'SECRET-7', player_name: 'Kitchen' },
    ...{ lastfm_api_key: 'SECRET-9', lastfm_secret: 'SECRET-10' },
  };
  t.equal((await send('PUT', '/settings', { body })).status, 204);
  t.equal((await send('PUT', '/system/pin', { body: { pin: 'SECRET-8' } })).status, 204);
  const stream = { url: address, title: 'A', artist: 'B', album: '', duration_ms: 0 };
  t.equal((await send('PUT', '/tracks/stream-metadata', { body: stream })).status, 204);
  t.equal((await send('GET', '/system/diagnostics')).status, 401);
  const { status, text, json } = await send('GET', '/system/diagnostics', { headers: { 'tonearm-pin': 'SECRET-8' } });
  t.equal(status, 200);
  t.notMatch(text, /SECRET/);
  t.match(text, /https:\/\/radio\.example\/live\?…/, 'which says that something is missing');
  t.match(json, { versions: { sqlite: null }, settings: { player_name: 'Kitchen', listenbrainz_token_set: true } });
  t.equal((json as Report).log.length, 2);
  t.strictSame((json as Report).kept_log, ['other[7]: not reached: https://radio.example/live?… (404)']);
});
