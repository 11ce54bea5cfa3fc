import t from 'tap';
import { OutputUnavailable } from '../../src/output/sinks/sink.js';
import type { OutputSource } from '../../src/devices/output-device.js';
import { StateNotSaved } from '../../src/errors.js';
import { follow } from './event-client.js';
import { BUILT_IN, createOutputs, DAC } from './fake-outputs.js';
import { problem, startRig } from './rig.js';

const LOCAL = {
  host: 'localhost',
  ip: '127.0.0.1',
  port: 0,
  base_url: null,
  is_cast_device: false,
  is_connected: false,
  is_source_device: false,
  is_present: true,
  card: null,
};

/** What is told of the volume of the one that plays, and of one of which nothing is known. */
const PLAYING = {
  ...{ volume_mode: 'hardware', mixer_control: 'Digital' },
  ...{ volume: 40, volume_percent: null, volume_min: 0, volume_max: 100, volume_limit: 100 },
};
const RESTING = {
  ...{ volume_mode: null, mixer_control: null },
  ...{ volume: null, volume_percent: null, volume_min: null, volume_max: null, volume_limit: null },
};

const BUILT_IN_DEVICE = {
  id: 'builtin',
  name: 'Tonearm (Built-in)',
  app: 'builtin',
  service: 'builtin',
  ...LOCAL,
  is_current_device: true,
  ...PLAYING,
  stands_in_for: null,
  limits: null,
};

const KITCHEN_DAC = {
  id: 'alsa-usb-1234-5678-9',
  name: 'Kitchen DAC',
  app: 'alsa',
  service: 'alsa',
  ...LOCAL,
  is_current_device: false,
  ...RESTING,
  stands_in_for: null,
  limits: { formats: ['S16_LE', 'S24_3LE'], rates: [44_100, 48_000, 96_000], channels: [2] },
};

t.test('the outputs are listed, and each is found by its id', async (t) => {
  const { send } = await startRig(t);
  t.strictSame((await send('GET', '/devices')).json, [BUILT_IN_DEVICE, KITCHEN_DAC]);
  t.strictSame((await send('GET', '/devices/current')).json, BUILT_IN_DEVICE);
  t.strictSame((await send('GET', '/devices/builtin')).json, BUILT_IN_DEVICE);
  t.strictSame((await send('GET', `/devices/${DAC.id}`)).json, KITCHEN_DAC);
  t.strictSame((await send('GET', '/player')).json, BUILT_IN_DEVICE);
});

t.test('who asks for the outputs is told what is there now, though nothing has reported it', async (t) => {
  for (const path of ['/devices', `/devices/${DAC.id}`]) {
    let list = [BUILT_IN];
    const silent: OutputSource = {
      list: () => list,
      subscribe: () => () => undefined,
      refresh: async () => {
        list = [BUILT_IN, DAC];
      },
    };
    const { outputs } = createOutputs([], [silent]);
    const { send } = await startRig(t, { outputs });
    const all = [BUILT_IN_DEVICE, KITCHEN_DAC];
    t.strictSame((await send('GET', path)).json, path === '/devices' ? all : KITCHEN_DAC);
  }
});

t.test('an output is connected, is the player then, and is left again', async (t) => {
  const { outputs, memory } = createOutputs();
  const { send } = await startRig(t, { outputs });
  const answer = await send('PUT', `/devices/${DAC.id}/connect`);
  t.equal(answer.status, 200);
  t.equal(answer.text, '');
  const current = { ...KITCHEN_DAC, is_current_device: true, ...PLAYING };
  const before = { ...BUILT_IN_DEVICE, is_current_device: false, ...RESTING };
  t.strictSame((await send('GET', '/devices')).json, [before, current]);
  t.strictSame((await send('GET', '/player')).json, current);
  t.equal(memory.choice.id, DAC.id);
  const left = await send('PUT', '/devices/whatever/disconnect');
  t.equal(left.status, 200);
  t.equal(left.text, '');
  t.strictSame((await send('GET', '/devices/current')).json, BUILT_IN_DEVICE);
  t.equal(memory.choice.id, 'builtin');
});

t.test('what is no output is 404', async (t) => {
  const { send } = await startRig(t);
  const refused = (id: string) => problem(404, 'Not Found', 'UNKNOWN_OUTPUT', `There is no output ${id}.`);
  for (const [method, path] of [
    ['GET', '/devices/fifo'],
    ['PUT', '/devices/fifo/connect'],
  ] as const) {
    const answer = await send(method, path);
    t.equal(answer.status, 404);
    t.strictSame(answer.json, refused('fifo'));
  }
  const answer = await send('PUT', '/devices/fifo/volume-mode', { body: { mode: 'software' } });
  t.strictSame([answer.status, answer.json], [404, refused('fifo')]);
});

t.test('an output that is away, busy or broken is 503, and the one before goes on', async (t) => {
  const rig = createOutputs();
  const { send } = await startRig(t, { outputs: rig.outputs });
  for (const code of ['OUTPUT_MISSING', 'OUTPUT_BUSY', 'OUTPUT_FAILED', 'RATE_UNSUPPORTED'] as const) {
    rig.switching = () => Promise.reject(new OutputUnavailable(code, 'ALSA device hw:1: open: no'));
    const answer = await send('PUT', `/devices/${DAC.id}/connect`);
    t.equal(answer.status, 503);
    t.strictSame(answer.json, problem(503, 'Service Unavailable', code, 'ALSA device hw:1: open: no'));
  }
  rig.source.become([BUILT_IN, { ...DAC, isPresent: false }]);
  t.match(await send('PUT', `/devices/${DAC.id}/connect`), {
    status: 503,
    json: { code: 'OUTPUT_MISSING', detail: 'Kitchen DAC is not there: plug it in or switch it on.' },
  });
  t.match((await send('GET', '/devices/current')).json, { id: 'builtin' });
});

t.test('a choice that could not be saved is 503 and in force all the same', async (t) => {
  const { outputs, memory } = createOutputs();
  memory.failure = new StateNotSaved({});
  const { send } = await startRig(t, { outputs });
  t.match(await send('PUT', `/devices/${DAC.id}/connect`), { status: 503, json: { code: 'STATE_NOT_SAVED' } });
  t.match((await send('GET', '/devices/current')).json, { id: DAC.id });
});

t.test('an output is chosen by the settings too, and one that there is not is refused', async (t) => {
  const { outputs } = createOutputs();
  const { send } = await startRig(t, { outputs });
  t.equal((await send('PUT', '/settings', { body: { audio_output: DAC.id, balance: 5 } })).status, 204);
  t.match((await send('GET', '/devices/current')).json, { id: DAC.id });
  t.match((await send('GET', '/settings')).json, { balance: 5 });
  const refused = await send('PUT', '/settings', { body: { audio_output: 'fifo', balance: 6 } });
  t.match(refused, { status: 422, json: { code: 'MEMBERS_REFUSED', refused: [{ member: 'audio_output' }] } });
  t.match((await send('GET', '/settings')).json, { balance: 5 });
});

t.test('the settings are as they were when the output that they name cannot be played on', async (t) => {
  const rig = createOutputs();
  rig.switching = () => Promise.reject(new OutputUnavailable('OUTPUT_BUSY', 'busy'));
  const { send } = await startRig(t, { outputs: rig.outputs });
  const body = { audio_output: DAC.id, balance: 5, volume_limit: 10 };
  t.match(await send('PUT', '/settings', { body }), { status: 503, json: { code: 'OUTPUT_BUSY' } });
  t.match((await send('GET', '/settings')).json, { balance: 0, volume_limit: 100 });
});

t.test('the volume mode is set, and fixed wants to be confirmed', async (t) => {
  const { send } = await startRig(t);
  const set = (body: unknown, id = 'current') => send('PUT', `/devices/${id}/volume-mode`, { body });
  t.match(await set({ mode: 'software' }), { status: 200, json: { id: 'builtin', volume_mode: 'software' } });
  t.match(await set({ mode: 'fixed' }), { status: 409, json: { code: 'CONFIRMATION_NEEDED' } });
  t.match(await set({ mode: 'fixed', confirmed: false }), { status: 409, json: { code: 'CONFIRMATION_NEEDED' } });
  t.match((await send('GET', '/player')).json, { volume_mode: 'software' });
  t.match(await set({ mode: 'fixed', confirmed: true }), { status: 200, json: { volume_mode: 'fixed' } });
  t.match(await set({ mode: 'software' }, DAC.id), {
    status: 200,
    json: { id: DAC.id, is_current_device: false, volume_mode: 'software' },
  });
  t.match(await set({ mode: 'fixed' }, DAC.id), { status: 409, json: { code: 'CONFIRMATION_NEEDED' } });
  t.match((await send('GET', '/player')).json, { volume_mode: 'fixed' }, 'each has its own');
  for (const body of [{}, { mode: 'loud' }, { mode: 'fixed', confirmed: 1 }, []]) {
    t.match(await set(body), { status: 400, json: { code: 'INVALID_BODY' } }, JSON.stringify(body));
  }
});

t.test('a limit is set of any output, and lifted', async (t) => {
  const { outputs, volume } = createOutputs();
  const { send } = await startRig(t, { outputs });
  const set = (limit: unknown, id = 'current') =>
    send('PUT', `/devices/${id}/volume-limit`, { body: { volume_limit: limit } });
  t.match(await set(30), { status: 200, json: { id: 'builtin', volume_limit: 30 } });
  t.equal(volume.limit, 30);
  t.match(await set(-20, DAC.id), { status: 200, json: { id: DAC.id, volume_limit: -20 } });
  t.match((await send('GET', '/devices')).json, [{ volume_limit: 30 }, { volume_limit: -20 }]);
  t.match(await set(null), { status: 200, json: { volume_limit: 100 } });
  t.strictSame((await set(101)).json, {
    ...problem(400, 'Bad Request', 'INVALID_BODY', 'volume_limit must be between 0 and 100', [
      { path: '/volume_limit', message: 'must be between 0 and 100' },
    ]),
  });
  t.match(await set(10, 'fifo'), { status: 404, json: { code: 'UNKNOWN_OUTPUT' } });
  for (const limit of [undefined, '10', 1.5, 2 ** 31]) {
    t.match(await set(limit), { status: 400, json: { code: 'INVALID_BODY' } }, String(limit));
  }
  t.equal(volume.limit, 100);
});

t.test('a volume is set of any output, whether it plays or not', async (t) => {
  const { outputs, volume } = createOutputs();
  const { send } = await startRig(t, { outputs });
  const set = (level: unknown, id = 'current') => send('PUT', `/devices/${id}/volume`, { body: { volume: level } });
  t.match(await set(30), { status: 200, json: { id: 'builtin', volume: 30 } });
  t.equal(volume.level, 30);
  t.match(await set(-20, DAC.id), { status: 200, json: { id: DAC.id, is_current_device: false, volume: -20 } });
  t.equal(volume.level, 30, 'each has its own');
  t.match(await set(10, 'fifo'), { status: 404, json: { code: 'UNKNOWN_OUTPUT' } });
  const setPercent = (body: unknown, id = 'current') => send('PUT', `/devices/${id}/volume`, { body });
  t.match(await setPercent({ percent: 55 }), { status: 200, json: { id: 'builtin', volume: 55 } });
  t.match(await setPercent({ percent: 12.5 }, DAC.id), { status: 200, json: { id: DAC.id, volume_percent: 12.5 } });
  for (const body of [{}, { volume: 1, percent: 1 }, { percent: 101 }, { percent: '5' }]) {
    t.match(await setPercent(body), { status: 400, json: { code: 'INVALID_BODY' } }, JSON.stringify(body));
  }
  for (const level of [undefined, null, '10', 1.5, 2 ** 31]) {
    t.match(await set(level), { status: 400, json: { code: 'INVALID_BODY' } }, String(level));
  }
});

t.test('what plays in the place of an output that is away is told, and what is told can be sent back', async (t) => {
  const { outputs, source, memory, switched } = createOutputs();
  const { send } = await startRig(t, { outputs });
  await send('PUT', `/devices/${DAC.id}/connect`);
  source.become([BUILT_IN]);
  t.equal(await outputs.standIn(), true);
  t.match((await send('GET', '/devices')).json, [
    { id: 'builtin', is_current_device: true, stands_in_for: DAC.id },
    { id: DAC.id, name: DAC.name, is_current_device: false, is_present: false, stands_in_for: null },
  ]);
  t.equal((await send('PUT', '/settings', { body: { audio_output: DAC.id, balance: 5 } })).status, 204);
  t.equal(switched.length, 2);
  t.equal((await send('PUT', '/settings', { body: { audio_output: 'builtin' } })).status, 204);
  t.match((await send('GET', '/player')).json, { id: 'builtin', stands_in_for: null });
  t.equal(memory.choice.id, 'builtin', 'chosen by a person now');
});

t.test('what comes, goes and is chosen is told by the events', async (t) => {
  const { outputs, source } = createOutputs([BUILT_IN]);
  outputs.start();
  t.teardown(() => outputs.stop());
  const { port } = await startRig(t, { outputs });
  const client = await follow(t, port);
  t.match((await client.event('snapshot')).data, { devices: [BUILT_IN_DEVICE] });
  source.become([BUILT_IN, DAC]);
  t.strictSame((await client.event('devices')).data, [BUILT_IN_DEVICE, KITCHEN_DAC]);
  await outputs.choose(DAC.id);
  t.match((await client.event('devices', 2)).data, [{ is_current_device: false }, { is_current_device: true }]);
  source.become([BUILT_IN]);
  t.match((await client.event('devices', 3)).data, [{}, { id: DAC.id, name: DAC.name, is_present: false }]);
});
