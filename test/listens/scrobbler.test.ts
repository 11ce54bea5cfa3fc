import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { ListenBrainz } from '../../src/listens/listenbrainz.js';
import type { Clock } from '../../src/listens/moment.js';
import { GuardedHttp } from '../../src/net/guarded-http.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { settingsInMemory } from '../http/fake-settings.js';
import type { LibraryRig } from '../library/rig.js';
import { answer, listenBrainz, type ListenBrainzServer } from './listenbrainz-server.js';
import { deadPort, isEmpty, LENGTH, PAUSE, type ServiceRig, startService } from './rig.js';

const TOKEN = 'a-very-secret-token';

interface Options {
  readonly address: string;
  readonly clock?: Clock;
  readonly before?: LibraryRig;
  readonly allow?: readonly string[];
}

async function startScrobbler(
  t: Test,
  { address, clock, before, allow = ['127.0.0.0/8'] }: Options,
): Promise<ServiceRig> {
  const settings = settingsInMemory();
  await settings.change({ listenBrainz: { enabled: true, token: TOKEN, address } });
  const http = new GuardedHttp(new StreamAddresses({ allow }), 'Tonearm/1.2.3');
  const service = new ListenBrainz({ settings, http, version: '1.2.3' });
  return startService(t, { settings, service, destination: 'listenbrainz', clock, before });
}

/** The token stands in one header, and nowhere else. */
function keepsTheSecret(t: Test, { logged, scrobbler }: ServiceRig): void {
  t.notMatch(logged.join('\n') + JSON.stringify(scrobbler.read()), TOKEN);
}

t.test('what plays and what was listened to are told in full', async (t) => {
  const server = await listenBrainz(t);
  const rig = await startScrobbler(t, { address: `${server.address}/api/` });
  const start = Math.floor(Date.now() / 1000);
  rig.emit('begun', 'b', 0);
  await rig.until('it is announced', () => server.submissions.length === 1);
  await rig.listen('b');
  await rig.until('it is sent', isEmpty);
  const track_metadata = {
    ...{ artist_name: 'Nova', track_name: 'B', release_name: 'Tides' },
    additional_info: {
      ...{ media_player: 'Tonearm', submission_client: 'Tonearm', submission_client_version: '1.2.3' },
      ...{ duration_ms: LENGTH, tracknumber: 2 },
    },
  };
  const common = { path: '/api/1/submit-listens', authorization: `Token ${TOKEN}` };
  const listened_at = server.submissions[1]?.payload[0]?.listened_at ?? 0;
  t.strictSame(server.submissions, [
    { ...common, listen_type: 'playing_now', payload: [{ track_metadata }] },
    { ...common, listen_type: 'single', payload: [{ listened_at, track_metadata }] },
  ]);
  t.ok(Math.abs(listened_at - (start - LENGTH / 1000)) <= 5, 'its time is that of its beginning');
  const { lastSent = 0, ...state } = rig.scrobbler.read();
  t.strictSame(state, { phase: 'idle', queued: 0, lastError: undefined });
  t.ok(lastSent >= start);
  keepsTheSecret(t, rig);
});

t.test('half of a track makes a listen, once', async (t) => {
  const server = await listenBrainz(t);
  const { emit, until } = await startScrobbler(t, server);
  emit('over', 'a', LENGTH / 2 - 1);
  emit('stopped', 'b', LENGTH / 2, -1);
  emit('over', 'b', LENGTH, -1);
  emit('over', 'unknown');
  emit('over', 'c', LENGTH);
  await until('all is sent', (now) => isEmpty(now) && server.taken().length === 2);
  t.strictSame(server.taken(), ['B', 'C']);
});

t.test('without a network it waits, and goes out in its order when it is back', async (t) => {
  const port = await deadPort();
  const rig = await startScrobbler(t, { address: `http://127.0.0.1:${port}` });
  rig.emit('begun', 'a', 0);
  await rig.listen('a', 'b', 'c');
  await rig.until('it waits', ({ phase, lastError }) => phase === 'waiting' && lastError !== undefined);
  t.equal(rig.scrobbler.read().queued, 3);
  const server = await listenBrainz(t, port);
  await rig.until('all is sent', isEmpty);
  t.strictSame(server.taken(), ['A', 'B', 'C']);
  t.strictSame(
    server.submissions.map(({ listen_type }) => listen_type),
    ['import'],
    'in one go',
  );
  t.equal(rig.logged.filter((line) => line.includes('listens wait')).length, 1, 'told once');
  keepsTheSecret(t, rig);
});

t.test('what waits outlasts the process', async (t) => {
  const port = await deadPort();
  const first = await startScrobbler(t, { address: `http://127.0.0.1:${port}` });
  await first.listen('a', 'b');
  await first.scrobbler.stop();
  const server = await listenBrainz(t, port);
  const again = await startScrobbler(t, { address: server.address, before: first });
  await again.until('it is counted', ({ queued }) => queued === 2);
  await again.listen('c');
  await again.until('all is sent', isEmpty);
  t.strictSame(server.taken(), ['A', 'B', 'C']);
});

t.test('a server in trouble, or that asks for time, is asked again', async (t) => {
  const trouble: readonly ListenBrainzServer['behave'][] = [
    answer(500),
    answer(503),
    answer(404),
    answer(301, { location: 'http://127.0.0.1:1/' }),
    (_, response) => response.destroy(),
    (_, response) => {
      response.socket?.end('this is not HTTP\r\n\r\n');
    },
  ];
  for (const behave of trouble) {
    const server = await listenBrainz(t);
    server.behave = behave;
    const rig = await startScrobbler(t, server);
    await rig.listen('a', 'b');
    await rig.until('it was tried twice', () => server.submissions.length >= 2);
    t.equal(rig.scrobbler.read().queued, 2);
    server.behave = answer(200);
    await rig.until('all is sent', isEmpty);
    t.strictSame(server.taken(), ['A', 'B']);
    keepsTheSecret(t, rig);
  }
});

t.test('too many requests: it comes back when the server says', async (t) => {
  const server = await listenBrainz(t);
  server.behave = answer(429, { 'x-ratelimit-reset-in': '1' });
  const rig = await startScrobbler(t, server);
  await rig.listen('a');
  await rig.until('it was refused', () => server.submissions.length === 1);
  server.behave = answer(200);
  await delay(8 * PAUSE);
  t.equal(server.submissions.length, 1, 'not before');
  await rig.until('it is sent', isEmpty);
});

t.test('a server that hangs does not hold up the end', async (t) => {
  const server = await listenBrainz(t);
  server.behave = () => undefined;
  const rig = await startScrobbler(t, server);
  await rig.listen('a');
  await rig.until('it is sending', () => server.submissions.length === 1);
  t.equal(rig.scrobbler.read().phase, 'sending');
  await rig.scrobbler.stop();
  t.equal(await rig.queue.count(), 1, 'and the listen is kept');
});

t.test('a wrong token stops everything until it is another', async (t) => {
  const server = await listenBrainz(t);
  server.behave = (submission, response) => {
    answer(submission.authorization === 'Token right' ? 200 : 401)(submission, response);
  };
  const rig = await startScrobbler(t, server);
  await rig.listen('a');
  await rig.until('it is refused', ({ phase }) => phase === 'refused');
  await rig.listen('b');
  rig.emit('begun', 'c', 0);
  await delay(5 * PAUSE);
  t.equal(server.submissions.length, 1, 'nothing more is sent');
  t.match(rig.scrobbler.read(), { queued: 2, lastError: /token/ });
  keepsTheSecret(t, rig);
  await rig.settings.change({ listenBrainz: { enabled: true, token: 'right', address: server.address } });
  await rig.until('all is sent', isEmpty);
  t.strictSame(server.taken(), ['A', 'B']);
});

t.test('a listen that is refused for good is given up, and no other', async (t) => {
  const server = await listenBrainz(t);
  server.behave = (submission, response) => {
    const isBad = submission.payload.some(({ track_metadata }) => track_metadata.track_name === 'C');
    answer(isBad ? 400 : 200)(submission, response);
  };
  const rig = await startScrobbler(t, server);
  await rig.settings.change({ listenBrainz: { enabled: true, token: '', address: server.address } });
  await rig.listen('a', 'b', 'c', 'd', 'e');
  t.equal(rig.scrobbler.read().phase, 'no_token', 'without a token it waits');
  await rig.settings.change({ listenBrainz: { enabled: true, token: TOKEN, address: server.address } });
  await rig.until('the rest is sent', isEmpty);
  t.strictSame(server.taken(), ['A', 'B', 'D', 'E']);
  t.match(rig.logged.join('\n'), /it is dropped title=C/);
});

t.test('while it is off nothing is kept and nothing is sent', async (t) => {
  const server = await listenBrainz(t);
  const { scrobbler, settings, queue, emit } = await startScrobbler(t, server);
  await settings.change({ listenBrainz: { enabled: false, token: TOKEN, address: server.address } });
  emit('begun', 'a', 0);
  emit('over', 'a');
  await delay(5 * PAUSE);
  await scrobbler.stop();
  t.strictSame([server.submissions.length, await queue.count()], [0, 0]);
  t.equal(scrobbler.read().phase, 'off');
});

t.test('an address on this machine is not asked unless it is allowed', async (t) => {
  const server = await listenBrainz(t);
  const rig = await startScrobbler(t, { address: server.address, allow: [] });
  await rig.listen('a');
  await rig.until('it is refused', ({ lastError }) => lastError !== undefined);
  t.equal(server.submissions.length, 0);
  t.equal(rig.scrobbler.read().queued, 1);
});

/** A machine that begins in 1970. */
const BEFORE_THE_TIME = { time: 1000, up: 500_000, boot: 'one', isAwaited: () => false };

t.test('without the time of day listens are held, and dated when it is known', async (t) => {
  const server = await listenBrainz(t);
  const clock = { ...BEFORE_THE_TIME, now: () => clock.time, uptime: () => clock.up };
  const rig = await startScrobbler(t, { address: server.address, clock });
  await rig.listen('a');
  clock.up += 60_000;
  await rig.listen('b');
  await rig.until('it waits', ({ lastError }) => lastError?.includes('clock') === true);
  t.equal(server.submissions.length, 0);
  clock.up += 1000;
  clock.time = Date.UTC(2026, 10, 22);
  await rig.until('all is sent', isEmpty);
  const seconds = clock.time / 1000;
  t.strictSame(
    server.submissions.flatMap(({ payload }) => payload.map(({ listened_at }) => listened_at)),
    [seconds - 61 - 100, seconds - 1 - 100],
  );
});

t.test('a clock that goes on from its last known time is not believed until the network has set it', async (t) => {
  const server = await listenBrainz(t);
  let isAwaited = true;
  const clock = { time: Date.UTC(2026, 6, 1), up: 500_000, boot: 'one', isAwaited: () => isAwaited };
  const { address } = server;
  const rig = await startScrobbler(t, { address, clock: { ...clock, now: () => clock.time, uptime: () => clock.up } });
  await rig.listen('a');
  await rig.until('it waits', ({ lastError }) => lastError?.includes('clock') === true);
  t.equal(server.submissions.length, 0);
  clock.up += 1000;
  clock.time = Date.UTC(2026, 10, 22);
  isAwaited = false;
  await rig.until('all is sent', isEmpty);
  const dates = server.submissions.flatMap(({ payload }) => payload.map(({ listened_at }) => listened_at));
  t.strictSame(dates, [clock.time / 1000 - 1 - 100]);
});

t.test('what nobody can date any more is given up', async (t) => {
  const server = await listenBrainz(t);
  const clock = { ...BEFORE_THE_TIME, now: () => clock.time, uptime: () => clock.up };
  const first = await startScrobbler(t, { address: server.address, clock });
  await first.listen('a');
  await first.scrobbler.stop();
  const later = { now: () => Date.UTC(2026, 10, 22), uptime: () => 1000, boot: 'two', isAwaited: () => false };
  const again = await startScrobbler(t, { address: server.address, clock: later, before: first });
  await again.listen('b');
  await again.until('the other is sent', isEmpty);
  t.strictSame(server.taken(), ['B']);
  t.match(again.logged.join('\n'), /their time is not known/);
});

t.test('the oldest of too many are given up', async (t) => {
  const rig = await startScrobbler(t, { address: `http://127.0.0.1:${await deadPort()}` });
  await rig.state.write((sql) => {
    const add = sql.prepare("INSERT INTO listen VALUES (NULL, ?, '', 0, ?, 'X', '', 0, 0, 'listenbrainz')");
    for (let at = 1; at <= 10_000; at++) add.run(at, `old ${at}`);
  });
  await rig.listen('a', 'b');
  t.equal(await rig.queue.count(), 10_000);
  t.equal((await rig.queue.first(1))[0]?.title, 'old 3');
  await rig.until('it is told', () => rig.logged.some((line) => line.includes('too many')));
});
