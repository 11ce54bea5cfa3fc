import Koa, { type Context } from 'koa';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { createDispatch } from '../../src/http/dispatch.js';
import { answerProblem } from '../../src/http/error-mapping.js';
import { pinGivenBy } from '../../src/http/pin-given.js';
import { routesOf } from '../../src/http/route.js';
import { Pin } from '../../src/system/pin.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { libraryRig } from '../library/rig.js';
import { switchedOn } from '../system/presence-rig.js';
import { settingsInMemory } from './fake-settings.js';
import { problem, startRig } from './rig.js';

t.test('a PIN is set, changed and removed', async (t) => {
  const { send, logged } = await startRig(t);
  const put = async (body: object, headers = {}) => (await send('PUT', '/system/pin', { body, headers })).status;
  const isSet = async () => (await send('GET', '/system/pin')).json;
  t.match(await isSet(), { set: false, level: 'box' });
  t.equal(await put({ pin: 'first pin' }), 204);
  t.match(await isSet(), { set: true, may_set: false, may_set_seconds: 0 });
  const without = await send('PUT', '/system/pin', { body: { pin: '' } });
  t.equal(without.status, 401);
  t.equal(without.headers['www-authenticate'], 'Tonearm-Pin');
  t.strictSame(
    without.json,
    problem(401, 'Unauthorized', 'PIN_REQUIRED', 'A PIN is set, and this needs it in the header Tonearm-Pin.'),
  );
  const wrong = await send('PUT', '/system/pin', { body: { pin: '', current: 'second' } });
  t.equal(wrong.status, 403);
  t.strictSame(wrong.json, problem(403, 'Forbidden', 'PIN_WRONG', 'This is not the PIN.'));
  t.equal(await put({ pin: 'second', current: 'first pin' }), 204);
  t.equal(await put({ pin: 'third one' }, { 'tonearm-pin': 'second' }), 204, 'the header does as well');
  t.equal(await put({ pin: '', current: 'third one' }), 204);
  t.match(await isSet(), { set: false, level: 'box' });
  t.notMatch(logged.join(), /first pin|second|third one/);
});

t.test('a PIN that no header could carry, or that is too short or too long, is 400', async (t) => {
  const { send } = await startRig(t);
  for (const pin of ['1', '123', 'x'.repeat(65), ' 123', '1234 ', 'päss', '12\n34', 1234, null]) {
    const { status, json } = await send('PUT', '/system/pin', { body: { pin } });
    t.equal(status, 400, JSON.stringify(pin));
    t.match(json, { code: 'INVALID_BODY', errors: [{ path: '/pin' }] });
  }
  for (const pin of ['1234', 'x'.repeat(64), '~!" #']) {
    t.equal((await send('PUT', '/system/pin', { body: { pin } })).status, 204, pin);
    t.equal((await send('PUT', '/system/pin', { body: { pin: '', current: pin } })).status, 204, pin);
  }
});

t.test('the description says what needs it, and what happens without', async (t) => {
  const { send } = await startRig(t);
  const { paths, components } = (await send('GET', '/openapi.json')).json as {
    paths: Record<
      string,
      Record<
        string,
        { operationId: string; security?: object[]; responses: Record<string, { description: string } | undefined> }
      >
    >;
    components: { securitySchemes: unknown };
  };
  const guarded = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ security }) => security !== undefined);
  const needing = (pattern: RegExp) =>
    guarded
      .filter(({ responses }) => pattern.test(responses['401']?.description ?? ''))
      .map(({ operationId }) => operationId)
      .sort();
  t.strictSame(needing(/^A PIN is set, and the request has none/), [
    ...['addRoot', 'addShare', 'cancelUpdateDownload', 'changeKnownNetwork', 'changeShareLogin'],
    ...['checkPin', 'connectLastFm', 'connectNetwork', 'continueUpload', 'createUpload'],
    ...['disconnectLastFm', 'downloadUpdate', 'endUpload', 'findShareNames', 'finishLastFm', 'forgetBluetoothDevice'],
    ...['forgetNetwork', 'getBackup', 'getDiagnostics', 'getFolders', 'installUpdate', 'joinWifi'],
    ...['listBackups', 'removeRoot', 'removeShare', 'reset', 'restoreBackup', 'restoreKeptBackup'],
    ...['rollBackUpdate', 'setHotspot', 'setNetworkFolder', 'setPower', 'setRadioCountry'],
    ...['setVolumeLimit', 'testShare'],
  ]);
  t.strictSame(needing(/^A PIN is set whose level is `changes`, and the request has none/), [
    ...['changeAlarm', 'deletePlaylistFolder', 'deleteSavedPlaylist', 'deleteSmartPlaylist', 'heedFolder'],
    ...['ignoreFolder', 'removeAlarm', 'removeSavedPlaylistPositions', 'removeStation'],
    ...['removeTrackFromSavedPlaylist', 'replaceStation', 'setAfr', 'setCrossfeed', 'setDithering'],
    ...['setEqualiser', 'setPbe', 'setSystemTime', 'setVolumeMode', 'updateSmartPlaylist'],
  ]);
  t.strictSame(needing(/^A PIN is set, (?!and the request has none)/), [
    'answerBluetoothPairing',
    'connectBluetoothDevice',
    'removeTracks',
    'updateSettings',
  ]);
  for (const { operationId, security, responses } of guarded) {
    t.strictSame(security, [{ pin: [] }, {}], operationId);
    t.match(responses, { 401: {}, 403: { description: /^The PIN is wrong/ }, 429: {}, 503: { description: /PIN/ } });
  }
  t.match(components.securitySchemes, { pin: { type: 'apiKey', in: 'header', name: 'Tonearm-Pin' } });
});

/** A box with a PIN, and what a request without it is answered. */
async function guarded(t: Test, level: 'box' | 'changes') {
  const settings = settingsInMemory();
  const rig = await startRig(t, { settings });
  t.equal((await rig.send('PUT', '/system/pin', { body: { pin: '1234', level } })).status, 204);
  const status = async (method: string, path: string, body?: object, headers = {}) =>
    (await rig.send(method, path, { ...(body && { body }), headers })).status;
  return { ...rig, settings, status };
}

t.test('limit, names, Bluetooth and scrobbling need it at any level, and what stays as it is does not', async (t) => {
  const { settings, status, send } = await guarded(t, 'box');
  const now = (await send('GET', '/settings')).json as Record<string, unknown>;
  for (const body of [
    ...[
      { player_name: 'Mine' },
      { host_name: 'mine' },
      { http_names: ['mine'] },
      { bluetooth_reception: true },
      { airplay_enabled: true },
      { mpd_server: false },
      { graphql_server: false },
      { upnp_renderer: false },
      { snapcast_server: true },
      { snapcast_client: true },
      { snapcast_host: 'nas.local' },
      { backup_to_stick: true },
    ],
    ...[{ volume_limit: (now['volume_limit'] as number) - 1 }, { listenbrainz_enabled: true }],
    ...[{ update_url: 'https://guest.example/channel.json' }, { update_check: true }],
    ...[
      { lastfm_enabled: true },
      { lastfm_url: 'http://guest.example' },
      { lastfm_api_key: 'x' },
      { lastfm_secret: '' },
    ],
    ...[{ mqtt_enabled: true }, { mqtt_url: 'guest.example' }, { mqtt_username: 'x' }, { mqtt_password: '' }],
    { mqtt_discovery_prefix: 'x' },
    ...[{ lyrics_online: true }, { lyrics_url: 'http://guest.example' }],
    ...[{ listenbrainz_url: 'http://guest.example' }, { listenbrainz_token: 'x' }, { listenbrainz_token: '' }],
    { bass: 3, player_name: 'Mine' },
  ]) {
    t.equal(await status('PUT', '/settings', body), 401, JSON.stringify(body));
  }
  t.equal(await status('PUT', '/devices/current/volume-limit', { volume_limit: null }), 401);
  t.strictSame((await send('GET', '/settings')).json, now);
  const { player_name: name, volume_limit: limit, listenbrainz_url: url } = now;
  t.equal(await status('PUT', '/settings', { player_name: name, volume_limit: limit, listenbrainz_url: url }), 204);
  t.equal(await status('PUT', '/settings', { bass: 3, host_name: null, unheard_of: 1 }), 204);
  t.equal(await status('PUT', '/settings', { player_name: 'Ours' }, { 'tonearm-pin': '1234' }), 204);
  t.match(settings.read(), { playerName: 'Ours', tone: { bass: 3 } });
  t.equal(await status('DELETE', '/playlists/current/tracks', { positions: [] }), 200);
});

t.test('the limit of an output that is chosen with it needs the PIN, whatever its value', async (t) => {
  const { settings, status, send } = await guarded(t, 'box');
  const { volume_limit: limit, audio_output: output } = (await send('GET', '/settings')).json as Record<
    string,
    unknown
  >;
  const { json } = await send('GET', '/devices');
  const other = (json as { id: string }[]).map(({ id }) => id).find((id) => id !== output);
  t.ok(other);
  t.equal(await status('PUT', '/settings', { audio_output: other, volume_limit: limit }), 401);
  t.equal(await status('PUT', '/settings', { audio_output: output, volume_limit: limit }), 204);
  t.ok(settings);
});

t.test('at the level of changes all settings and deletions need it; who listens goes on without', async (t) => {
  const { player, status } = await guarded(t, 'changes');
  const PIN = { 'tonearm-pin': '1234' };
  for (const [method, path, body] of [
    ['PUT', '/settings', { bass: 3 }],
    ['PUT', '/settings', { repeat_mode: 1, resume_on_start: true }],
    ['PUT', '/player/eq', { enabled: true }],
    ['PUT', '/player/dithering', { enabled: true }],
    ['PUT', '/system/time', { timezone: 'Europe/Berlin' }],
    ['DELETE', '/saved-playlists/x', undefined],
    ['DELETE', '/smart-playlists/x', undefined],
    ['DELETE', '/radio/stations/x', undefined],
    ['DELETE', '/alarms/x', undefined],
    ['PUT', '/alarms/x', { enabled: false }],
    ['DELETE', '/playlists/current/tracks', { positions: [] }],
  ] as const) {
    t.equal(await status(method, path, body), 401, `${method} ${path}`);
    t.not(await status(method, path, body, PIN), 401, `${method} ${path}`);
  }
  for (const [method, path, body] of [
    ['PUT', '/settings', { repeat_mode: 1, playlist_shuffle: true, single_mode: 0 }],
    ['PUT', '/player/play', undefined],
    ['PUT', '/player/volume', { steps: 1 }],
    ['POST', '/saved-playlists', { name: 'Tonight' }],
  ] as const) {
    t.ok((await status(method, path, body)) < 300, `${method} ${path}`);
  }
  t.ok(player.commands.length > 0);
});

t.test('at the level of changes the whole queue is not removed without it, and one entry is', async (t) => {
  const { player, status } = await guarded(t, 'changes');
  await player.replaceQueue(['/a.mp3', '/b.mp3', '/c.mp3']);
  for (const positions of [[], [0, 1, 2]]) {
    t.equal(await status('DELETE', '/playlists/current/tracks', { positions }), 401, JSON.stringify(positions));
  }
  t.equal(await status('DELETE', '/playlists/current/tracks', { positions: [1] }), 200);
});

t.test('a PIN and its level are changed together or alone; a level without a PIN is 409', async (t) => {
  const { send } = await startRig(t);
  const put = (body: object) => send('PUT', '/system/pin', { body });
  t.match(await put({ level: 'changes' }), { status: 409, json: { code: 'NO_PIN' } });
  t.match(await put({}), { status: 400, json: { code: 'INVALID_BODY' } });
  t.match(await put({ pin: '1234', level: 'all' }), { status: 400, json: { errors: [{ path: '/level' }] } });
  t.equal((await put({ pin: '1234', level: 'changes' })).status, 204);
  t.equal((await put({ level: 'box' })).status, 401);
  t.equal((await put({ level: 'box', current: '1234' })).status, 204);
  t.match((await send('GET', '/system/pin')).json, { set: true, level: 'box' });
});

t.test('wrong PINs are counted by network', async (t) => {
  const from = (remoteAddress: string): string =>
    pinGivenBy({ req: { socket: { remoteAddress } }, get: () => '' } as unknown as Context).client;
  t.equal(from('2001:db8::1'), from('2001:db8::2:3'));
  t.not(from('2001:db8::1'), from('2001:db8:0:1::1'));
  t.equal(from('::ffff:192.0.2.1'), '192.0.2.1');
});

t.test('a first PIN is 403 when nobody is at the box', async (t) => {
  const { state } = await libraryRig(t);
  const clock = { now: 0 };
  const presence = await switchedOn(t, t.testdir(), { now: () => clock.now });
  const { send } = await startRig(t, { pin: new Pin({ state, presence, log: SILENT_LOG }) });
  t.match((await send('GET', '/system/pin')).json, { set: false, may_set: true, may_set_seconds: 600 });
  clock.now = 600_000;
  t.match((await send('GET', '/system/pin')).json, { set: false, may_set: false, may_set_seconds: 0 });
  const { status, json } = await send('PUT', '/system/pin', { body: { pin: '1234' } });
  t.equal(status, 403);
  t.match(json, { code: 'PRESENCE_NEEDED' });
  t.match((await send('GET', '/system/pin')).json, { set: false });
});

t.test('too many wrong ones are 429, and say how long to wait', async (t) => {
  const { send } = await startRig(t);
  await send('PUT', '/system/pin', { body: { pin: '1234' } });
  for (let time = 0; time < 5; time++) {
    t.equal((await send('PUT', '/system/pin', { body: { pin: '', current: 'wrong' } })).status, 403);
  }
  const { status, headers, json } = await send('PUT', '/system/pin', { body: { pin: '', current: '1234' } });
  t.equal(status, 429);
  t.match(headers['retry-after'], /^(2\d|30)$/);
  t.match(json, { title: 'Too Many Requests', code: 'TOO_MANY_TRIES' });
});

t.test('a protected route asks for it before it looks at anything else', async (t) => {
  const { state } = await libraryRig(t);
  const pin = new Pin({ state, presence: await switchedOn(t, t.testdir()), log: SILENT_LOG });
  let asked = 0;
  const guarded = routesOf('/guarded', { tag: 'Test' }).put('/{id}', 'guarded', 'Guarded', {
    protected: 'always',
    body: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    answers: { 204: { description: 'Done.' } },
    handler: () => (asked += 1),
  });
  const app = new Koa();
  const dispatch = createDispatch([guarded], (given, need) => pin.require(given, need));
  app.use(async (ctx) => {
    try {
      await dispatch(ctx);
    } catch (error) {
      answerProblem(ctx, error, SILENT_LOG);
    }
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/guarded/1`;
  const put = async (body: string, headers: Record<string, string>) =>
    (await fetch(address, { method: 'PUT', body, headers: { 'content-type': 'application/json', ...headers } })).status;
  t.equal(await put('{"a":"b"}', {}), 204, 'nobody has set one');
  await pin.change({ pin: '1234' }, { pin: undefined, client: '127.0.0.1' });
  t.equal(await put('no JSON at all', {}), 401);
  t.equal(await put('{"a":"b"}', { 'tonearm-pin': '4321' }), 403);
  t.equal(await put('{}', { 'tonearm-pin': '1234' }), 400);
  t.equal(asked, 1);
  t.equal(await put('{"a":"b"}', { 'tonearm-pin': '1234' }), 204);
  t.equal(asked, 2);
});
