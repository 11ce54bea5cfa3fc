import t from 'tap';
import { settingsInMemory } from './fake-settings.js';
import { startRig } from './rig.js';

const PASSWORD = 'a-very-secret-password';

t.test('the state of MQTT is shown', async (t) => {
  const off = await startRig(t);
  t.strictSame((await off.send('GET', '/system/mqtt')).json, { state: 'off', trouble: null, last_error: null });
  const failure = { trouble: 'login', message: 'The broker does not accept the user or the password.' } as const;
  const { send } = await startRig(t, { mqtt: { read: () => ({ phase: 'waiting', failure }) } });
  t.strictSame((await send('GET', '/system/mqtt')).json, {
    ...{ state: 'waiting', trouble: 'login', last_error: failure.message },
  });
});

t.test('a broker is set as people type it, and its password is never told again', async (t) => {
  const settings = settingsInMemory();
  const { send, logged } = await startRig(t, { settings });
  const put = async (body: object) => (await send('PUT', '/settings', { body })).status;
  const members = async () => {
    const { json, text } = await send('GET', '/settings');
    t.notMatch(text, PASSWORD);
    return Object.entries(json as object)
      .filter(([name]) => name.startsWith('mqtt_'))
      .map(([, value]) => value as unknown);
  };
  const login = { mqtt_username: ' me ', mqtt_password: PASSWORD };
  t.equal(
    await put({ mqtt_enabled: true, mqtt_url: ' homeassistant.local ', ...login, mqtt_discovery_prefix: 'ha' }),
    204,
  );
  t.strictSame(await members(), [true, 'mqtt://homeassistant.local', 'me', 'ha', true]);
  t.equal(settings.read().mqtt.password, PASSWORD);
  t.equal(await put({ mqtt_url: 'homeassistant.local', mqtt_discovery_prefix: '' }), 204);
  t.strictSame(
    await members(),
    [true, 'mqtt://homeassistant.local', 'me', 'homeassistant', true],
    'it is no other one',
  );
  t.equal(await put({ mqtt_password: '' }), 204);
  t.strictSame((await members()).at(-1), false);
  t.equal(await put({ mqtt_url: '' }), 204);
  t.strictSame(await members(), [true, '', 'me', 'homeassistant', false]);
  t.notMatch(logged.join('\n'), PASSWORD);
});

t.test('a password is not sent to another broker than it was set for', async (t) => {
  const settings = settingsInMemory();
  const { send } = await startRig(t, { settings });
  const put = (body: object) => send('PUT', '/settings', { body });
  await put({ mqtt_url: 'broker', mqtt_username: 'me', mqtt_password: PASSWORD });
  await put({ mqtt_username: 'you', mqtt_enabled: true });
  t.equal(settings.read().mqtt.password, PASSWORD);
  await put({ mqtt_url: 'guest.example' });
  t.equal(settings.read().mqtt.password, '');
  await put({ mqtt_url: 'mqtts://guest.example', mqtt_password: PASSWORD });
  t.equal(settings.read().mqtt.password, PASSWORD);
});

t.test('what is no broker, user or prefix is refused, and not repeated', async (t) => {
  const settings = settingsInMemory();
  const { send, logged } = await startRig(t, { settings });
  const before = settings.read();
  const bad: readonly (readonly [string, unknown])[] = [
    ...['http://a', 'mqtt://user:pw@a', 'mqtt://a/b', 'a b', 'mqtt://a:99999', 'ws://a', 'x'.repeat(301), 7].map(
      (url) => ['mqtt_url', url] as const,
    ),
    ...['line\nbreak', 'nul\0', 'x'.repeat(257), 7].map((user) => ['mqtt_username', user] as const),
    ...['line\nbreak', 'x'.repeat(257), 7].map((password) => ['mqtt_password', password] as const),
    ...['/a', 'a/', 'a//b', 'a/#', '+', 'é', 'x'.repeat(101)].map(
      (prefix) => ['mqtt_discovery_prefix', prefix] as const,
    ),
  ];
  for (const [name, value] of bad) {
    const { status, json, text } = await send('PUT', '/settings', { body: { [name]: value, balance: 3 } });
    t.match({ status, json }, { status: 400, json: { code: 'INVALID_BODY', errors: [{ path: `/${name}` }] } }, name);
    t.notMatch(text, /pw@|line/);
  }
  t.strictSame(settings.read(), before);
  t.notMatch(logged.join('\n'), /pw@/);
});
