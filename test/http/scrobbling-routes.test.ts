import t from 'tap';
import { settingsInMemory } from './fake-settings.js';
import { startRig } from './rig.js';

const TOKEN = 'a-very-secret-token';

t.test('the state of what is told is shown', async (t) => {
  const off = await startRig(t);
  t.strictSame((await off.send('GET', '/scrobbling')).json, {
    ...{ state: 'off', queued: 0, last_sent: null, last_error: null },
  });
  const waiting = { phase: 'waiting', queued: 3, lastSent: 1_800_000_000, lastError: 'it answers 500' } as const;
  const { send } = await startRig(t, { scrobbler: { read: () => waiting } });
  t.strictSame((await send('GET', '/scrobbling')).json, {
    ...{ state: 'waiting', queued: 3, last_sent: 1_800_000_000, last_error: 'it answers 500' },
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
