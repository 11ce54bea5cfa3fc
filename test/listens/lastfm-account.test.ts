/** Connecting an account, with a server that answers as Last.fm does. */
import t, { type Test } from 'tap';
import { LastFmAccount } from '../../src/listens/lastfm-account.js';
import { LastFmApi } from '../../src/listens/lastfm-api.js';
import { GuardedHttp } from '../../src/net/guarded-http.js';
import { StreamAddresses } from '../../src/net/stream-address.js';
import { settingsInMemory } from '../http/fake-settings.js';
import { type Behaviour, failing, json, KEY, lastFm, SECRET, SESSION } from './lastfm-server.js';

const NONE = { enabled: false, session: '', user: '' };

async function startAccount(t: Test, key = KEY, secret = SECRET) {
  const server = await lastFm(t);
  const settings = settingsInMemory();
  await settings.change({ lastFm: { ...NONE, apiKey: key, secret, address: server.address } });
  const http = new GuardedHttp(new StreamAddresses({ allow: ['127.0.0.0/8'] }), 'Tonearm/1.2.3');
  const account = new LastFmAccount({ settings, api: new LastFmApi({ http }), patience: 500 });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code ?? error,
    );
  return { server, settings, account, codeOf };
}

t.test('a person approves on a page, and the session is kept', async (t) => {
  const { server, settings, account, codeOf } = await startAccount(t);
  t.equal(await account.connect(), `http://127.0.0.1:${server.port}/api/auth/?api_key=${KEY}&token=a-token`);
  t.equal(await codeOf(account.finish()), 'LASTFM_NOT_APPROVED');
  server.isApproved = true;
  t.equal(await account.finish(), 'listener', 'the same token does afterwards');
  t.match(settings.read().lastFm, { enabled: true, session: SESSION, user: 'listener', apiKey: KEY });
  t.equal(await codeOf(account.finish()), 'LASTFM_EXPIRED', 'a token is good for one session');
  await account.disconnect();
  t.match(settings.read().lastFm, { enabled: true, session: '', user: '', apiKey: KEY, secret: SECRET });
});

t.test('the page of Last.fm itself is on another host than its API', async (t) => {
  const settings = settingsInMemory();
  await settings.change({ lastFm: { ...settings.read().lastFm, apiKey: 'k', secret: 's' } });
  const api = { call: () => Promise.resolve({ members: { token: 'x' } }) };
  t.equal(await new LastFmAccount({ settings, api }).connect(), 'https://www.last.fm/api/auth/?api_key=k&token=x');
});

t.test('without a key, or with a wrong one, it is said what is missing', async (t) => {
  const without = await startAccount(t, '');
  t.equal(await without.codeOf(without.account.connect()), 'LASTFM_NO_KEY');
  t.equal(without.server.calls.length, 0);
  const wrong = await startAccount(t, 'another-key');
  t.equal(await wrong.codeOf(wrong.account.connect()), 'LASTFM_KEY_REFUSED');
  const secret = await startAccount(t, KEY, 'another');
  t.equal(await secret.codeOf(secret.account.connect()), 'LASTFM_KEY_REFUSED');
});

t.test('a token that came too late, or of another key, is not used', async (t) => {
  const { server, settings, account, codeOf } = await startAccount(t);
  t.equal(await codeOf(account.finish()), 'LASTFM_EXPIRED', 'nothing was begun');
  await account.connect();
  const usual = server.behave;
  server.behave = failing(15);
  t.equal(await codeOf(account.finish()), 'LASTFM_EXPIRED');
  server.behave = usual;
  await account.connect();
  server.isApproved = true;
  await settings.change({ lastFm: { ...settings.read().lastFm, apiKey: 'other' } });
  t.equal(await codeOf(account.finish()), 'LASTFM_EXPIRED');
  t.equal(settings.read().lastFm.session, '');
});

t.test('a key that changes while the session is fetched keeps none', async (t) => {
  const { server, settings, account, codeOf } = await startAccount(t);
  await account.connect();
  server.behave = (call, response) => {
    void settings.change({ lastFm: { ...settings.read().lastFm, secret: 'other' } }).then(() => {
      json(200, { session: { key: SESSION, name: 'listener' } })(call, response);
    });
  };
  t.equal(await codeOf(account.finish()), 'LASTFM_EXPIRED');
  t.equal(settings.read().lastFm.session, '');
});

t.test('a server that is away, slow, or answers with something else is told apart', async (t) => {
  const answers: readonly (readonly [Behaviour, string])[] = [
    [() => undefined, 'LASTFM_TIMEOUT'],
    [(_, response) => response.destroy(), 'LASTFM_UNREACHABLE'],
    [failing(16, 503), 'LASTFM_UNREACHABLE'],
    [failing(29, 429), 'LASTFM_UNREACHABLE'],
    [(_, response) => response.end('{"token":'.repeat(100_000)), 'LASTFM_UNREACHABLE'],
    ...[{}, { token: 7 }, { token: '' }, { token: 'with space' }, { token: 'x'.repeat(300) }, [], null, 'x'].map(
      (value) => [json(200, value), 'LASTFM_UNREACHABLE'] as const,
    ),
    [json(302, {}, { location: 'http://169.254.1.1/' }), 'LASTFM_UNREACHABLE'],
  ];
  for (const [behave, code] of answers) {
    const { server, account, codeOf } = await startAccount(t);
    const usual = server.behave;
    server.behave = behave;
    t.equal(await codeOf(account.connect()), code);
    server.behave = usual;
    await account.connect();
    server.isApproved = true;
    server.behave = behave;
    t.equal(await codeOf(account.finish()), code);
    server.behave = usual;
    t.equal(await account.finish(), 'listener', 'the next attempt does');
  }
});

t.test('an address that must not be asked is not', async (t) => {
  const { server, settings, codeOf } = await startAccount(t);
  const http = new GuardedHttp(new StreamAddresses({}), 'Tonearm/1.2.3');
  const account = new LastFmAccount({ settings, api: new LastFmApi({ http }) });
  t.equal(await codeOf(account.connect()), 'LASTFM_UNREACHABLE');
  t.equal(server.calls.length, 0);
});
