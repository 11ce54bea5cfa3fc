/** The daemon and Mosquitto of Debian 13, as Home Assistant has it, with Mosquitto's own clients in its stead. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createHouse, type Daemon, FAST } from '../e2e/daemon.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { freePort } from '../fixtures/free-port.js';
import { Authority } from '../net/certificates.js';
import { Mosquitto, mosquittoTrouble } from './mosquitto.js';

const skip = await mosquittoTrouble();
const LOGIN = { user: 'tonearm', password: 'a secret ü' };
const LOCAL = { TONEARM_STREAM_ALLOW: '127.0.0.0/8' };

async function house(t: Test) {
  const made = await createHouse(t, FAST);
  for (const [at, name] of ['One', 'Two'].entries()) {
    await makeMp3(join(made.library, `${name}.mp3`), {
      ...{ seconds: 300, seed: 70 + at },
      lame: ['-b', '64', '--tt', name, '--ta', 'Nova', '--tl', 'Tides'],
    });
  }
  return made;
}

async function state(daemon: Daemon): Promise<{ state: string; trouble: string | null; last_error: string | null }> {
  return (await daemon.get('/system/mqtt')).body as never;
}

const baseOf = async (daemon: Daemon): Promise<string> =>
  `tonearm/${((await daemon.get('/system/discovery')).body as { id: string }).id}`;

t.test('the way of a person with Home Assistant', { skip, timeout: 300_000 }, async (t) => {
  const { library, start } = await house(t);
  const broker = await Mosquitto.start(t, { login: LOGIN });
  await broker.follow(t);
  let daemon = await start({ environment: LOCAL });
  const base = await baseOf(daemon);
  const on = { mqtt_url: broker.address, mqtt_username: LOGIN.user, mqtt_password: LOGIN.password, mqtt_enabled: true };
  t.equal((await daemon.put('/settings', on)).status, 204);
  const isOnline = (): boolean => broker.retained.get(`${base}/availability`) === 'online';
  await broker.until('online', isOnline);
  t.strictSame(await state(daemon), { state: 'connected', trouble: null, last_error: null });
  const discovery = `homeassistant/device/${base.replace('/', '_')}/config`;
  t.match(broker.json(discovery), {
    device: { manufacturer: 'Tonearm', sw_version: String },
    components: { title: { platform: 'sensor' }, volume: { platform: 'number' }, next: { platform: 'button' } },
  });

  await t.test('it shows what plays', async (t) => {
    await daemon.put('/scan-library');
    await broker.until('the tracks are counted', () => (broker.json(`${base}/box`) as { tracks: number }).tracks === 2);
    t.type((broker.json(`${base}/box`) as { output: string }).output, 'string');
    t.match(broker.json(`${base}/player`), { state: 'stopped', title: null });
    await daemon.play([join(library, 'One.mp3'), join(library, 'Two.mp3')]);
    await daemon.put('/player/play');
    const playing = {
      state: 'playing',
      title: 'One',
      artist: 'Nova',
      album: 'Tides',
      source: 'library',
      station: null,
    };
    await broker.until('it plays', () => (broker.json(`${base}/player`) as { state: string }).state === 'playing');
    t.match(broker.json(`${base}/player`), playing);
    broker.messages.length = 0;
    await daemon.until('some seconds', async () => (await daemon.elapsed()) > 20_000);
    t.strictSame(broker.messages, [], 'nothing is published while nothing changes');
  });

  await t.test('it obeys', async (t) => {
    const press = (name: string) => broker.publish(`${base}/set/${name}`, 'PRESS');
    const isState = (members: object) => () =>
      Object.entries(members).every(
        ([name, value]) => (broker.json(`${base}/player`) as Record<string, unknown>)[name] === value,
      );
    await press('pause');
    await broker.until('paused', isState({ state: 'paused' }));
    await press('play_pause');
    await broker.until('playing', isState({ state: 'playing' }));
    await press('next');
    await broker.until('the next one', isState({ title: 'Two' }));
    await press('previous');
    await broker.until('the one before', isState({ title: 'One' }));
    await broker.publish(`${base}/set/shuffle`, 'ON');
    await broker.publish(`${base}/set/repeat`, 'all');
    await broker.until('the modes', isState({ shuffle: 'ON', repeat: 'all' }));
    await broker.publish(`${base}/set/sleep`, '30');
    await broker.until('the timer', () => (broker.json(`${base}/sleep`) as { minutes: number }).minutes === 30);
    const { remaining } = (await daemon.get('/player/sleep-timer')).body as { remaining: number };
    t.ok(remaining > 0 && remaining <= 1_800_000, String(remaining));
    await broker.publish(`${base}/set/volume`, '20');
    const percent = (): number => (broker.json(`${base}/volume`) as { percent: number }).percent;
    await broker.until('the volume', () => Math.abs(percent() - 20) <= 2);
    const { volume } = await daemon.volume();
    t.equal((await daemon.put('/devices/current/volume-limit', { volume_limit: volume })).status, 200);
    await broker.publish(`${base}/set/volume`, '100');
    await broker.publish(`${base}/set/volume`, 'loud');
    await press('stop');
    await broker.until('stopped', isState({ state: 'stopped' }));
    t.equal((await daemon.volume()).volume, volume, 'the limit holds');
    await broker.publish(`${base}/set/play`, 'PRESS', true);
    await broker.until('the order', isState({ state: 'playing' }));
    await press('stop');
    await broker.until('stopped', isState({ state: 'stopped' }));
    t.match(daemon.text, /command: ignored, there is no such command or value name=volume/);
  });

  await t.test('Home Assistant that starts is described to again', async () => {
    broker.messages.length = 0;
    await broker.publish('homeassistant/status', 'online');
    await broker.until('the description', () => broker.messages.some(([topic]) => topic === discovery));
    await daemon.put('/settings', { player_name: 'Küche' });
    await broker.until('the name', () => broker.retained.get(discovery)?.includes('"Küche"') === true);
  });

  await t.test('killed, it is not there any more; started, it is, and no old order is carried out', async (t) => {
    await daemon.stop('SIGKILL');
    await broker.until('the last will', () => broker.retained.get(`${base}/availability`) === 'offline');
    daemon = await start({ environment: LOCAL });
    await broker.until('online', isOnline);
    t.equal(await daemon.playbackStatus(), 0, 'an order that was retained');
    await daemon.stop('SIGTERM');
    await broker.until('offline', () => broker.retained.get(`${base}/availability`) === 'offline');
    t.ok(broker.retained.has(discovery), 'a restart is no reason to forget it');
    daemon = await start({ environment: LOCAL });
    await broker.until('online', isOnline);
  });

  await t.test('switched off, it is forgotten', async (t) => {
    await daemon.put('/settings', { mqtt_enabled: false });
    await broker.until('nothing is left', () =>
      [...broker.retained.keys()].every((topic) => topic.includes('/set/') || topic === 'homeassistant/status'),
    );
    t.strictSame(await state(daemon), { state: 'off', trouble: null, last_error: null });
  });
  t.notMatch(daemon.text, 'a secret');
});

t.test('what is wrong has its reason, and goes away by itself', { skip, timeout: 300_000 }, async (t) => {
  const { start } = await createHouse(t, FAST);
  const port = await freePort();
  const daemon = await start({ environment: LOCAL });
  const waits = async (trouble: string): Promise<void> => {
    await daemon.until(trouble, async () => {
      const now = await state(daemon);
      return now.state === 'waiting' && now.trouble === trouble;
    });
  };
  const connects = () => daemon.until('connected', async () => (await state(daemon)).state === 'connected');
  const set = (members: object) => daemon.put('/settings', members);
  await set({ mqtt_enabled: true });
  t.equal((await state(daemon)).state, 'no_address');
  await set({ mqtt_url: `127.0.0.1:${port}`, mqtt_username: LOGIN.user, mqtt_password: 'wrong' });
  await waits('refused');
  await Mosquitto.start(t, { login: LOGIN, port });
  await waits('login');
  await set({ mqtt_password: LOGIN.password });
  await connects();
  await set({ mqtt_url: `mqtts://127.0.0.1:${port}` });
  await waits('certificate');
  t.equal(((await daemon.get('/settings')).body as { mqtt_password_set: boolean }).mqtt_password_set, false);
  await set({ mqtt_url: 'mqtt://no-such-host.invalid' });
  await waits('host_not_found');
  await set({ mqtt_url: `mqtt://[::1]:${new URL(daemon.base).port}` });
  await waits('forbidden');
  await set({ mqtt_url: `mqtt://127.0.0.1:${new URL(daemon.base).port}` });
  await waits('forbidden');
});

t.test('a certificate is trusted when its authority is', { skip, timeout: 300_000 }, async (t) => {
  const folder = t.testdir();
  const authority = await Authority.create(folder);
  const { key, cert } = await authority.sign('broker', { from: -1, to: 365 });
  const files = { key: join(folder, 'key'), cert: join(folder, 'cert') };
  await writeFile(files.key, key);
  await writeFile(files.cert, cert);
  const broker = await Mosquitto.start(t, { login: LOGIN, more: [`certfile ${files.cert}`, `keyfile ${files.key}`] });
  const { start } = await createHouse(t, FAST);
  const on = {
    ...{ mqtt_enabled: true, mqtt_url: `mqtts://127.0.0.1:${broker.port}` },
    ...{ mqtt_username: LOGIN.user, mqtt_password: LOGIN.password },
  };
  const stranger = await start({ environment: LOCAL });
  await stranger.put('/settings', on);
  await stranger.until('not trusted', async () => (await state(stranger)).trouble === 'certificate');
  await stranger.stop();
  const trusting = await start({ environment: { ...LOCAL, NODE_EXTRA_CA_CERTS: Authority.certificateIn(folder) } });
  await trusting.until('connected', async () => (await state(trusting)).state === 'connected');
});
