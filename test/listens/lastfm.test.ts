/** Scrobbling to a server that answers as Last.fm does, and as it should not. */
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { LastFm } from '../../src/listens/lastfm.js';
import { LastFmApi, signatureOf } from '../../src/listens/lastfm-api.js';
import { ListenBrainz } from '../../src/listens/listenbrainz.js';
import type { Clock } from '../../src/listens/moment.js';
import { GuardedHttp } from '../../src/net/guarded-http.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import type { Settings } from '../../src/settings/settings.js';
import { settingsInMemory } from '../http/fake-settings.js';
import type { LibraryRig } from '../library/rig.js';
import {
  type Behaviour,
  failing,
  json,
  KEY,
  lastFm,
  type LastFmServer,
  scrobbled,
  SECRET,
  SESSION,
} from './lastfm-server.js';
import { listenBrainz } from './listenbrainz-server.js';
import { deadPort, isEmpty, LENGTH, PAUSE, startService, type ServiceRig } from './rig.js';

const HTTP = new GuardedHttp(new StreamAddresses({ allow: ['127.0.0.0/8'] }), 'Tonearm/1.2.3');
const account = (address: string) => ({
  ...{ enabled: true, apiKey: KEY, secret: SECRET, session: SESSION, user: 'listener', address },
});

interface Options {
  readonly clock?: Clock;
  readonly before?: LibraryRig;
}

async function startLastFm(t: Test, { address }: Pick<LastFmServer, 'address'>, options: Options = {}) {
  const settings = settingsInMemory();
  await settings.change({ lastFm: account(address) });
  const service = new LastFm({ settings, api: new LastFmApi({ http: HTTP }) });
  return startService(t, { settings, service, destination: 'lastfm', ...options });
}

/** Secrets stand in no log and in no state. */
function keepsTheSecrets(t: Test, { logged, scrobbler }: ServiceRig): void {
  const shown = logged.join('\n') + JSON.stringify(scrobbler.read());
  for (const secret of [KEY, SECRET, SESSION]) t.notMatch(shown, secret);
}

t.test('a signature is that of the documentation', async (t) => {
  const members = { api_key: 'xxxxxxxxxx', method: 'auth.getSession', token: 'yyyyyy' };
  // md5('api_keyxxxxxxxxxxmethodauth.getSessiontokenyyyyyyilovecher'), last.fm/api/authspec section 8
  const { createHash } = await import('node:crypto');
  const text = 'api_keyxxxxxxxxxxmethodauth.getSessiontokenyyyyyyilovecher';
  t.equal(signatureOf(members, 'ilovecher'), createHash('md5').update(text).digest('hex'));
  t.equal(
    signatureOf({ b: '2', a: 'ü', 'a[10]': 'x', 'a[2]': 'y' }, 's'),
    signatureOf({ 'a[2]': 'y', 'a[10]': 'x', a: 'ü', b: '2' }, 's'),
  );
});

t.test('what plays and what was listened to are told in full', async (t) => {
  const server = await lastFm(t);
  const rig = await startLastFm(t, server);
  const start = Math.floor(Date.now() / 1000);
  rig.emit('begun', 'b', 0);
  await rig.until('it is announced', () => server.calls.length === 1);
  await rig.listen('b');
  await rig.until('it is sent', isEmpty);
  const announced = server.calls[0]!;
  const track = { artist: 'Nova', track: 'B', album: 'Tides', trackNumber: '2', duration: '100' };
  const common = { api_key: KEY, sk: SESSION, format: 'json' };
  t.strictSame(announced, {
    ...{ ...track, ...common, method: 'track.updateNowPlaying' },
    api_sig: announced['api_sig'],
  });
  const { 'timestamp[0]': at, ...sent } = server.calls[1]!;
  const indexed = Object.fromEntries(Object.entries(track).map(([name, value]) => [`${name}[0]`, value]));
  t.strictSame(sent, { ...indexed, ...common, method: 'track.scrobble', api_sig: sent['api_sig'] });
  t.ok(Math.abs(Number(at) - (start - LENGTH / 1000)) <= 5, 'the time is that of the beginning');
  keepsTheSecrets(t, rig);
});

t.test('fifty at a time, in their order', async (t) => {
  const server = await lastFm(t);
  const { settings, ...rig } = await startLastFm(t, server);
  await settings.change({ lastFm: { ...account(server.address), session: '' } });
  const names = Array.from({ length: 24 }, () => ['a', 'b', 'c', 'd', 'e']).flat();
  await rig.listen(...names);
  t.match(rig.scrobbler.read(), { phase: 'no_token', queued: 120 });
  await settings.change({ lastFm: account(server.address) });
  await rig.until('all is sent', isEmpty);
  t.strictSame(
    server.taken(),
    names.map((name) => name.toUpperCase()),
  );
  t.equal(server.calls.length, 3);
});

t.test('a track of thirty seconds makes no scrobble, and a longer one by its half', async (t) => {
  const { service } = await startLastFm(t, await lastFm(t));
  t.notOk(service.isListen(30_000, 30_000));
  t.ok(service.isListen(15_001, 30_002));
  t.notOk(service.isListen(15_000, 30_002));
  t.ok(service.isListen(240_000, 3_600_000));
  t.notOk(service.isListen(240_000, 0), 'a stream without an end is none');
});

t.test('without a network it waits, also for the next start, and goes out in its order', async (t) => {
  const port = await deadPort();
  const address = `http://127.0.0.1:${port}/2.0/`;
  const first = await startLastFm(t, { address });
  await first.listen('a', 'b');
  await first.until('it waits', ({ phase }) => phase === 'waiting');
  await first.scrobbler.stop();
  const server = await lastFm(t, port);
  const again = await startLastFm(t, server, { before: first });
  await again.listen('c');
  await again.until('all is sent', isEmpty);
  t.strictSame(server.taken(), ['A', 'B', 'C']);
});

t.test('a server in trouble, or that answers with something else, is asked again', async (t) => {
  const trouble: readonly Behaviour[] = [
    ...[8, 11, 16].flatMap((error) => [failing(error, 200), failing(error, 503)]),
    ...[{}, { scrobbles: null }, { error: 'many' }, { error: { code: 'x' } }, [], null, 7].map((value) =>
      json(200, value),
    ),
    json(502, 'Bad gateway'),
    json(301, {}, { location: 'http://127.0.0.1:1/' }),
    (_, response) => response.end('<lfm status="ok"/>'),
    (_, response) => response.end(`{"scrobbles":"${'x'.repeat(300_000)}"}`),
    (_, response) => response.destroy(),
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      response.destroy();
    },
  ];
  for (const behave of trouble) {
    const server = await lastFm(t);
    const usual = server.behave;
    server.behave = behave;
    const rig = await startLastFm(t, server);
    await rig.listen('a', 'b');
    await rig.until('it was tried twice', () => server.calls.length >= 2);
    t.equal(rig.scrobbler.read().queued, 2);
    server.behave = usual;
    await rig.until('all is sent', isEmpty);
    t.strictSame(server.taken(), ['A', 'B']);
    keepsTheSecrets(t, rig);
  }
});

t.test('a session, a key or a secret that is not accepted stops everything until it is another', async (t) => {
  for (const [error, reason] of [
    [4, /account/],
    [9, /connect the account again/],
    [10, /API key/],
    [13, /shared secret/],
    [26, /suspended/],
  ] as const) {
    for (const behave of [
      failing(error),
      failing(error, 200),
      json(200, { error: { '#text': 'No.', code: String(error) } }),
    ]) {
      const server = await lastFm(t);
      const usual = server.behave;
      server.behave = behave;
      const { settings, ...rig } = await startLastFm(t, server);
      await rig.listen('a');
      await rig.until('it is refused', ({ phase }) => phase === 'refused');
      await rig.listen('b');
      rig.emit('begun', 'c', 0);
      await delay(3 * PAUSE);
      t.equal(server.calls.length, 1, 'nothing more is sent');
      t.match(rig.scrobbler.read(), { queued: 2, lastError: reason });
      server.behave = usual;
      await settings.change({ lastFm: account(server.address) });
      await rig.until('all is sent', isEmpty);
      t.strictSame(server.taken(), ['A', 'B']);
    }
  }
});

t.test('too many requests: nothing is sent for minutes', async (t) => {
  const server = await lastFm(t);
  server.behave = failing(29, 429);
  const { settings, ...rig } = await startLastFm(t, server);
  await rig.listen('a');
  await rig.until('it was refused', ({ phase, lastError }) => phase === 'waiting' && lastError !== undefined);
  await rig.listen('b');
  await delay(8 * PAUSE);
  t.equal(server.calls.length, 1);
  t.match(rig.scrobbler.read(), { phase: 'waiting', queued: 2 });
  t.ok(settings);
});

t.test('a scrobble that is refused for good is given up, and no other', async (t) => {
  const server = await lastFm(t);
  const usual = server.behave;
  server.behave = (call, response) => {
    const isBad = Object.values(call).includes('C');
    (isBad ? failing(6, 400) : usual)(call, response);
  };
  const { settings, ...rig } = await startLastFm(t, server);
  await settings.change({ lastFm: { ...account(server.address), session: '' } });
  await rig.listen('a', 'b', 'c', 'd');
  await settings.change({ lastFm: account(server.address) });
  await rig.until('the rest is sent', isEmpty);
  t.strictSame(server.taken(), ['A', 'B', 'D']);
  t.match(rig.logged.join('\n'), /Last.fm rejects a listen, it is dropped title=C/);
});

t.test('what Last.fm ignores is not sent again, but for what is too much for a day', async (t) => {
  const server = await lastFm(t);
  const usual = server.behave;
  server.behave = (call, response) => json(200, scrobbled(call, [0, 1, 5, 3]))(call, response);
  const { settings, ...rig } = await startLastFm(t, server);
  await settings.change({ lastFm: { ...account(server.address), session: '' } });
  await rig.listen('a', 'b', 'c', 'd');
  await settings.change({ lastFm: account(server.address) });
  await rig.until('three are gone', ({ queued, phase }) => queued === 1 && phase === 'waiting');
  t.match(rig.scrobbler.read(), { lastError: /takes no more for now/ });
  t.equal(server.calls.length, 1);
  server.behave = usual;
  // Any change of the account tries again at once.
  await settings.change({ lastFm: { ...account(server.address), user: 'another' } });
  await rig.until('it is sent', isEmpty);
  t.strictSame(server.taken(), ['C']);
});

t.test('what was taken is not sent again when the disk does not let it go', async (t) => {
  const server = await lastFm(t);
  const rig = await startLastFm(t, server);
  const remove = rig.queue.remove.bind(rig.queue);
  let failures = 3;
  rig.queue.remove = (listens) => (failures-- > 0 ? Promise.reject(new Error('disk full')) : remove(listens));
  await rig.listen('a');
  await rig.until('it is gone', (now) => isEmpty(now) && failures < 0);
  await rig.listen('b');
  await rig.until('all is sent', isEmpty);
  t.strictSame(server.taken(), ['A', 'B']);
});

t.test('a server that hangs does not hold up the end', async (t) => {
  const server = await lastFm(t);
  server.behave = () => undefined;
  const rig = await startLastFm(t, server);
  await rig.listen('a');
  await rig.until('it is sending', () => server.calls.length === 1);
  await rig.scrobbler.stop();
  t.equal(await rig.queue.count(), 1, 'and the listen is kept');
});

t.test('both services are told, each by itself: one that is away holds up no other', async (t) => {
  const settings: Settings = settingsInMemory();
  const brainz = await listenBrainz(t);
  const server = await lastFm(t);
  const usual = server.behave;
  server.behave = (_, response) => response.destroy();
  await settings.change({
    lastFm: account(server.address),
    listenBrainz: { enabled: true, token: 'token', address: brainz.address },
  });
  const last = await startService(t, {
    ...{ settings, destination: 'lastfm' as const },
    service: new LastFm({ settings, api: new LastFmApi({ http: HTTP }) }),
  });
  const listens = await startService(t, {
    ...{ settings, destination: 'listenbrainz' as const, before: last },
    service: new ListenBrainz({ settings, http: HTTP, version: '1' }),
  });
  await last.listen('a', 'b');
  await listens.listen('a', 'b');
  await listens.until('one is told', isEmpty);
  t.strictSame(brainz.taken(), ['A', 'B']);
  t.equal(await last.queue.count(), 2);
  t.equal(await listens.queue.count(), 0);
  server.behave = usual;
  await last.until('the other is told', isEmpty);
  t.strictSame(server.taken(), ['A', 'B']);
});
