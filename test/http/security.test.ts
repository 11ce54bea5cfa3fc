import { networkInterfaces } from 'node:os';
import t from 'tap';
import { LanGuard } from '../../src/http/security.js';
import { raw } from './raw.js';
import { problem, startRig } from './rig.js';
import type { IncomingMessage } from 'node:http';

t.test('hosts of our own are served, with and without a port', async (t) => {
  const { send } = await startRig(t);
  const hosts = [
    'localhost',
    'localhost:6063',
    '127.0.0.1',
    '127.0.0.2:80',
    '[::1]:6063',
    'tonearm.local',
    'Tonearm.LOCAL:1',
  ];
  for (const host of [...hosts, 'tonearm', 'TONEARM:6063', 'tonearm.local.', 'music.home.arpa']) {
    t.equal((await send('GET', '/version', { headers: { host } })).status, 200, host);
  }
});

t.test('our own addresses are served', async (t) => {
  const { send } = await startRig(t);
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
    const host = family === 'IPv6' ? `[${address}]:6063` : `${address}:6063`;
    t.equal((await send('GET', '/version', { headers: { host } })).status, 200, host);
  }
});

t.test('any other host is refused, so that DNS rebinding leads nowhere', async (t) => {
  const { send } = await startRig(t);
  const hosts = [
    'evil.example',
    'evil.example:6063',
    '203.0.113.7',
    '[2001:db8::1]',
    'local',
    '.local',
    'any.local',
    'tonearm-2.local',
    'x.local.evil.example',
  ];
  for (const host of [
    ...hosts,
    'localhost.evil.example',
    'notlocalhost',
    'tonearm.local@evil.example',
    'a b.local',
    '[',
  ]) {
    const { status, json } = await send('GET', '/version', { headers: { host } });
    t.equal(status, 403, host);
    t.strictSame(
      json,
      problem(
        ...([403, 'Forbidden', 'HOST_NOT_ALLOWED'] as const),
        `The host ${JSON.stringify(host)} is none of this box's names and addresses. If it is to be one, add it to the ` +
          'setting http_names (TONEARM_HTTP_NAMES) of the box.',
      ),
    );
  }
});

t.test('a request without Host is 400', async (t) => {
  const rig = await startRig(t);
  const bare = await raw(rig, 'GET /version HTTP/1.1\r\nConnection: close\r\n\r\n');
  t.match(bare, /^HTTP\/1\.1 400 [^]*application\/problem\+json[^]*"code":"HOST_MISSING"/);
  const old = await raw(rig, 'GET /version HTTP/1.0\r\n\r\n');
  t.match(old, /^HTTP\/1\.1 400 /);
  t.match(old, /"code":"HOST_MISSING"/);
});

t.test('names that are learnt later count at once', async (t) => {
  const names = ['old'];
  const guard = new LanGuard(() => names);
  const request = { method: 'GET', headers: { host: 'new' } } as unknown as IncomingMessage;
  t.throws(() => guard.check(request), { code: 'HOST_NOT_ALLOWED' });
  names.push('NEW');
  guard.check(request);
});

t.test('a flood of names does not fill the memory of the guard', async (t) => {
  const guard = new LanGuard(() => ['box.local']);
  for (let index = 0; index < 2000; index += 1) {
    guard.check({ method: 'GET', headers: { host: `box.local:${index}` } } as unknown as IncomingMessage);
  }
  t.pass('bounded by REMEMBERED_HOSTS');
});

t.test('a write from another site is refused and does nothing', async (t) => {
  const { player, port, send } = await startRig(t);
  const own = `127.0.0.1:${port}`;
  const foreign: Record<string, string>[] = [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: `http://${own}.evil.example` },
    { origin: 'http://127.0.0.1:1' },
    { origin: `ftp://${own}` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: `http://${own}` },
  ];
  for (const headers of foreign) {
    const { status, json } = await send('PUT', '/player/play', { headers });
    t.equal(status, 403, JSON.stringify(headers));
    t.match(json, { code: 'CROSS_SITE_REQUEST' });
  }
  t.equal((await send('OPTIONS', '/player/play', { headers: { origin: 'http://evil.example' } })).status, 403);
  t.strictSame(player.commands, []);
});

t.test('a write from our own page, from curl and from an app is served', async (t) => {
  const { port, send } = await startRig(t);
  const own = `127.0.0.1:${port}`;
  const fine: Record<string, string>[] = [
    {},
    { origin: `http://${own}` },
    { origin: `https://${own}` },
    { 'sec-fetch-site': 'same-origin', origin: `http://${own}` },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of fine) {
    t.equal((await send('PUT', '/player/pause', { headers })).status, 200, JSON.stringify(headers));
  }
});

t.test('reading from another site is answered without CORS headers', async (t) => {
  const { send } = await startRig(t);
  const headers = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
  const answer = await send('GET', '/player/status', { headers });
  t.equal(answer.status, 200);
  t.notOk(Object.keys(answer.headers).some((name) => name.startsWith('access-control-')));
  t.equal(answer.headers['x-content-type-options'], 'nosniff');
  t.equal(answer.headers['cross-origin-resource-policy'], 'same-origin');
});
