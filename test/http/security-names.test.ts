/** The host names that the box answers to: real requests to a server with its own names, and with names that were set. */
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { OwnNames } from '../../src/system/own-names.js';
import { settingsInMemory } from './fake-settings.js';
import { startRig } from './rig.js';

/** A box whose host name is `tonearm`, in a network with the search domain `corp.example`. */
async function startNamed(t: Test) {
  const settings = settingsInMemory();
  const names = new OwnNames({
    machine: () => 'tonearm',
    announced: () => ['kitchen.local'],
    configured: () => settings.read().httpNames,
    resolver: join(t.testdir({ 'resolv.conf': 'search corp.example\n' }), 'resolv.conf'),
  });
  const rig = await startRig(t, { settings, ownNames: () => names.read() });
  const statusOf = async (host: string, headers: Record<string, string> = {}) =>
    (await rig.send('GET', '/version', { headers: { host, ...headers } })).status;
  return { ...rig, statusOf };
}

t.test(
  'the names that routers give are answered, with the name of the machine and with that of the page',
  async (t) => {
    const { statusOf } = await startNamed(t);
    const suffixes = ['lan', 'home', 'home.arpa', 'internal', 'fritz.box', 'localdomain', 'corp.example'];
    for (const name of ['tonearm', 'kitchen']) {
      t.equal(await statusOf(name), 200, name);
      for (const suffix of suffixes) t.equal(await statusOf(`${name}.${suffix}:6063`), 200, `${name}.${suffix}`);
    }
    t.equal(await statusOf('kitchen.local'), 200);
  },
);

t.test('a name that somebody else can own is refused, however much it looks like an own one', async (t) => {
  const { statusOf } = await startNamed(t);
  const evil = ['evil.example', 'tonearm.lan.evil.example', 'evil.tonearm.lan', 'evil.internal', 'xtonearm.fritz.box'];
  const bare = ['fritz.box', 'internal', 'lan', 'corp.example', 'tonearm.box', 'tonearm.example', 'tonearm.lan.lan'];
  for (const host of [...evil, ...bare, 'tonearm.corp.example.evil.example', 'tonearm.local', 'tonearm..lan']) {
    t.equal(await statusOf(host), 403, host);
  }
});

t.test('X-Forwarded-Host and Forwarded neither help nor harm', async (t) => {
  const { statusOf } = await startNamed(t);
  const own = { 'x-forwarded-host': 'tonearm.lan', forwarded: 'host=tonearm.lan' };
  t.equal(await statusOf('evil.example', own), 403);
  t.equal(await statusOf('tonearm.lan', { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }), 200);
});

t.test('a name of the setting is answered as soon as it is set, and refused as soon as it is taken away', async (t) => {
  const { send, statusOf } = await startNamed(t);
  const set = async (...names: string[]) => (await send('PUT', '/settings', { body: { http_names: names } })).status;
  t.equal(await statusOf('music.example.org'), 403);
  t.equal(await set('Music.Example.ORG', 'jukebox'), 204);
  t.match((await send('GET', '/settings')).json, { http_names: ['music.example.org', 'jukebox'] });
  t.equal(await statusOf('music.example.org'), 200);
  t.equal(await statusOf('JUKEBOX:8080'), 200);
  t.equal(await statusOf('sub.music.example.org'), 403);
  const host = 'music.example.org';
  const proxied = { headers: { host, origin: `https://${host}`, 'sec-fetch-site': 'same-origin' } };
  t.equal((await send('PUT', '/player/pause', proxied)).status, 200, 'a reverse proxy with TLS before the box');
  t.equal(await set(), 204);
  t.equal(await statusOf('music.example.org'), 403);
  t.equal(await statusOf('tonearm.lan'), 200);
});

t.test('only host names can be set', async (t) => {
  const { send } = await startNamed(t);
  for (const name of [
    '',
    '*',
    '*.example',
    '.example',
    'a b',
    'box:80',
    'http://box',
    '[::1]',
    '10.0.0.7',
    'ä',
    'a..b',
  ]) {
    const { status, json } = await send('PUT', '/settings', { body: { http_names: [name] } });
    t.equal(status, 400, name);
    t.match(json, { code: 'INVALID_BODY', errors: [{ path: '/http_names/0' }] });
  }
});
