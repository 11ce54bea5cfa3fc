import t, { type Test } from 'tap';
import { LastFmAccount } from '../../src/listens/lastfm-account.js';
import { LastFmApi } from '../../src/listens/lastfm-api.js';
import { GuardedHttp } from '../../src/net/guarded-http.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { KEY, lastFm, SECRET, SESSION } from '../listens/lastfm-server.js';
import { SILENT_SCROBBLER } from './fake-box.js';
import { settingsInMemory } from './fake-settings.js';
import { startRig } from './rig.js';

const TOKEN = 'a-very-secret-token';

const OFF = { state: 'off', queued: 0, last_sent: null, last_error: null };

t.test('the state of what is told is shown, of each service', async (t) => {
  const off = await startRig(t);
  t.strictSame((await off.send('GET', '/scrobbling')).json, { ...OFF, lastfm: OFF });
  const waiting = { phase: 'waiting', queued: 3, lastSent: 1_800_000_000, lastError: 'it answers 500' } as const;
  const { send } = await startRig(t, {
    scrobblers: { listenBrainz: { read: () => waiting }, lastFm: { read: () => SILENT_SCROBBLER } },
  });
  t.strictSame((await send('GET', '/scrobbling')).json, {
    ...{ state: 'waiting', queued: 3, last_sent: 1_800_000_000, last_error: 'it answers 500' },
    lastfm: OFF,
  });
});

t.test('a token is taken, and never told again', async (t) => {
  const settings = settingsInMemory();
  const { send, logged } = await startRig(t, { settings });
  const members = async () => {
    const { json, text } = await send('GET', '/settings');
    t.notMatch(text, TOKEN);
    const {
      listenbrainz_enabled: on,
      listenbrainz_url: url,
      listenbrainz_token_set: set,
    } = json as Record<string, unknown>;
    return { on, url, set };
  };
  const usual = 'https://api.listenbrainz.org';
  t.strictSame(await members(), { on: false, url: usual, set: false });
  t.equal((await send('PUT', '/settings', { body: { listenbrainz_token: TOKEN } })).status, 204);
  t.strictSame(await members(), { on: false, url: usual, set: true });
  const nas = { listenbrainz_url: 'http://nas.local:8100/lb', listenbrainz_token: TOKEN };
  const body = { listenbrainz_enabled: true, ...nas };
  t.equal((await send('PUT', '/settings', { body })).status, 204);
  t.strictSame(await members(), { on: true, url: 'http://nas.local:8100/lb', set: true });
  t.equal(settings.read().listenBrainz.token, TOKEN);
  t.equal((await send('PUT', '/settings', { body: { listenbrainz_token: '', listenbrainz_url: '' } })).status, 204);
  t.strictSame(await members(), { on: true, url: usual, set: false });
  t.notMatch(logged.join('\n'), TOKEN);
});

t.test('a token is not sent to another server than it was set for', async (t) => {
  const settings = settingsInMemory();
  const { send } = await startRig(t, { settings });
  const put = async (body: object) => (await send('PUT', '/settings', { body })).status;
  const kept = () => settings.read().listenBrainz.token;
  t.equal(await put({ listenbrainz_token: TOKEN }), 204);
  t.equal(await put({ listenbrainz_url: 'https://api.listenbrainz.org', listenbrainz_enabled: true }), 204);
  t.equal(await put({ listenbrainz_url: '' }), 204);
  t.equal(kept(), TOKEN, 'the address of now is no other one');
  t.equal(await put({ listenbrainz_url: 'http://guest.example' }), 204);
  t.equal(kept(), '');
  t.equal(await put({ listenbrainz_token: TOKEN }), 204);
  t.equal(await put({ listenbrainz_url: '' }), 204);
  t.equal(kept(), '', 'nor on the way back to the public one');
});

t.test('what is no token or no address is refused, and not repeated', async (t) => {
  const settings = settingsInMemory();
  const { send, logged } = await startRig(t, { settings });
  const before = settings.read();
  const bad: readonly (readonly [string, unknown])[] = [
    ...['with space in it', 'line\nbreak', 'ümlaut', 'x'.repeat(257), 7].map(
      (token) => ['listenbrainz_token', token] as const,
    ),
    ...['ftp://a/', 'no address', 'file:///etc/passwd', 'http://user:pw@a/', 'http://a/?b', 'http://a/#b', 7].map(
      (url) => ['listenbrainz_url', url] as const,
    ),
    ['listenbrainz_enabled', 'yes'],
  ];
  for (const [name, value] of bad) {
    const { status, json, text } = await send('PUT', '/settings', { body: { [name]: value } });
    t.equal(status, 400, `${name}: ${String(value)}`);
    t.match(json, { errors: [{ path: `/${name}` }] });
    if (typeof value === 'string') t.notOk(text.includes(value));
  }
  t.equal(settings.read(), before);
  t.strictSame(logged, []);
});

/** A box whose Last.fm is a server on this machine. */
async function lastFmRig(t: Test) {
  const server = await lastFm(t);
  const settings = settingsInMemory();
  const http = new GuardedHttp(new StreamAddresses({ allow: ['127.0.0.0/8'] }), 'Tonearm/1.2.3');
  const lastFmAccount = new LastFmAccount({ settings, api: new LastFmApi({ http }), patience: 300 });
  const rig = await startRig(t, { settings, lastFmAccount });
  const shown: string[] = [];
  const send: typeof rig.send = async (...of) => {
    const answer = await rig.send(...of);
    shown.push(answer.text);
    return answer;
  };
  return { ...rig, ...{ server, settings, send, shown } };
}

t.test('an account of Last.fm is connected and forgotten, and no secret is told', async (t) => {
  const { server, settings, send, shown, logged } = await lastFmRig(t);
  t.match(await send('POST', '/scrobbling/lastfm/connect'), { status: 409, json: { code: 'LASTFM_NO_KEY' } });
  const body = { lastfm_api_key: KEY, lastfm_secret: SECRET, lastfm_url: server.address };
  t.equal((await send('PUT', '/settings', { body })).status, 204);
  t.match((await send('GET', '/settings')).json, { lastfm_key_set: true, lastfm_connected: false, lastfm_user: '' });
  const { status, json } = await send('POST', '/scrobbling/lastfm/connect');
  t.equal(status, 200);
  t.match((json as { url: string }).url, /^http:\/\/127\.0\.0\.1:\d+\/api\/auth\/\?api_key=.+&token=a-token$/);
  t.match(await send('POST', '/scrobbling/lastfm/finish'), { status: 409, json: { code: 'LASTFM_NOT_APPROVED' } });
  server.isApproved = true;
  t.strictSame((await send('POST', '/scrobbling/lastfm/finish')).json, { user: 'listener' });
  t.match((await send('GET', '/settings')).json, {
    ...{ lastfm_enabled: true, lastfm_key_set: true, lastfm_connected: true, lastfm_user: 'listener' },
  });
  t.equal(settings.read().lastFm.session, SESSION);
  t.equal((await send('DELETE', '/scrobbling/lastfm')).status, 204);
  t.match((await send('GET', '/settings')).json, { lastfm_key_set: true, lastfm_connected: false, lastfm_user: '' });
  for (const secret of [SECRET, SESSION]) t.notMatch([...shown, ...logged].join('\n'), secret);
});

t.test('a server of Last.fm that is away, slow or strange is 503 or 504', async (t) => {
  const { server, send } = await lastFmRig(t);
  const body = { lastfm_api_key: KEY, lastfm_secret: SECRET, lastfm_url: server.address };
  await send('PUT', '/settings', { body });
  server.behave = () => undefined;
  t.match(await send('POST', '/scrobbling/lastfm/connect'), { status: 504, json: { code: 'LASTFM_TIMEOUT' } });
  server.behave = (_, response) => response.end('<html>');
  t.match(await send('POST', '/scrobbling/lastfm/connect'), { status: 503, json: { code: 'LASTFM_UNREACHABLE' } });
});

t.test('an account belongs to its key and its server', async (t) => {
  const settings = settingsInMemory();
  const { send } = await startRig(t, { settings });
  const put = async (body: object) => (await send('PUT', '/settings', { body })).status;
  const connected = { enabled: true, apiKey: KEY, secret: SECRET, session: SESSION, user: 'me' };
  const address = 'https://ws.audioscrobbler.com/2.0/';
  const begin = () => settings.change({ lastFm: { ...connected, address } });
  for (const same of [
    { lastfm_url: address },
    { lastfm_url: '' },
    { lastfm_api_key: KEY },
    { lastfm_secret: SECRET },
  ]) {
    await begin();
    t.equal(await put(same), 204);
    t.strictSame(settings.read().lastFm, { ...connected, address }, JSON.stringify(same));
  }
  await begin();
  t.equal(await put({ lastfm_api_key: 'another' }), 204);
  t.strictSame(settings.read().lastFm, { ...connected, apiKey: 'another', session: '', user: '', address });
  await begin();
  t.equal(await put({ lastfm_url: 'https://libre.fm/2.0/' }), 204);
  t.match(settings.read().lastFm, { apiKey: '', secret: '', session: '', user: '' }, 'nobody has it sent elsewhere');
  t.equal(await put({ lastfm_url: 'https://libre.fm/2.0/', lastfm_api_key: 'any', lastfm_secret: 'any' }), 204);
  t.match(settings.read().lastFm, { apiKey: 'any', secret: 'any', address: 'https://libre.fm/2.0/' });
});

t.test('what is no key or no address of Last.fm is refused, and not repeated', async (t) => {
  const settings = settingsInMemory();
  const { send, logged } = await startRig(t, { settings });
  const before = settings.read();
  for (const [name, value] of [
    ...['with space', 'line\nbreak', 'ümlaut', 'x'.repeat(257)].flatMap((text) => [
      ['lastfm_api_key', text],
      ['lastfm_secret', text],
    ]),
    ...['ftp://a/', 'no address', 'http://user:pw@a/', 'http://a/?b'].map((url) => ['lastfm_url', url]),
  ] as const) {
    const { status, json, text } = await send('PUT', '/settings', { body: { [name!]: value } });
    t.equal(status, 400, `${name}: ${value}`);
    t.match(json, { errors: [{ path: `/${name}` }] });
    t.notOk(text.includes(value!));
  }
  t.equal(settings.read(), before);
  t.strictSame(logged, []);
});
