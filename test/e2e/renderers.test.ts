/** A renderer of the network as an output of the daemon: chosen, loaded, and left. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { multicastTrouble } from '../renderers/announcer.js';
import { devices, LENGTH, NAMES, rendererHouse } from './renderer-house.js';

const SETTINGS = { timeout: 240_000, skip: await multicastTrouble() };

t.test('a renderer is listed, connected, and plays what is loaded into it', SETTINGS, async (t) => {
  const house = await rendererHouse(t);
  const { renderer, daemon, tracks, udn, find, appear, announcer } = house;
  t.match(await daemon.put('/player/load', { tracks }), { status: 404, body: { code: 'NO_EXTERNAL_PLAYER' } });
  await appear();
  t.match(await find(), {
    ...{ id: udn, name: 'Kitchen', service: 'upnp', app: 'UPnP/DLNA', host: '127.0.0.1', ip: '127.0.0.1' },
    ...{ port: renderer.port, base_url: `http://127.0.0.1:${renderer.port}/AVTransport/control` },
    ...{ is_cast_device: true, is_connected: false, is_current_device: false, volume: null, volume_max: null },
  });
  t.match(await daemon.put('/player/load', { tracks }), { status: 404 }, 'it is not connected');
  renderer.volume = 50;
  t.equal((await daemon.put(`/devices/${udn}/connect`)).status, 200);
  t.match(await find(), {
    is_connected: true,
    is_current_device: true,
    mixer_control: 'RenderingControl',
    volume_max: 50,
  });
  t.equal((await daemon.volume()).volume, 12, 'never used before: quiet');
  await renderer.until(() => renderer.volume === 12);
  t.match(await daemon.put('/player/load', { tracks: ['/nowhere'] }), {
    status: 404,
    body: { code: 'NOTHING_TO_PLAY' },
  });
  t.equal((await daemon.put('/player/load', { tracks })).status, 200);
  for (const [at, name] of NAMES.entries()) {
    await daemon.until(`${name} plays`, async () => {
      const { path, elapsed } = (await daemon.currentTrack()) ?? { path: '', elapsed: 0 };
      return path === tracks[at] && elapsed > 300 && renderer.played.length === at + 1;
    });
    await daemon.put(`/player/ff-rewind?newtime=${(LENGTH - 4) * 1000}`);
    await renderer.until(() => renderer.elapsed() > (LENGTH - 4) * 1000);
  }
  await daemon.until('the queue is over', async () => (await daemon.playbackStatus()) === 0);
  const files = await Promise.all(renderer.played.map(async (id) => (await daemon.get(`/tracks/${id}`)).body));
  t.strictSame(
    files.map((each) => (each as { path: string }).path),
    tracks,
    'in their order',
  );
  for (const [at, id] of renderer.played.entries()) {
    t.ok(renderer.fetched.get(id)?.equals(await readFile(tracks[at] ?? '')), `${NAMES[at]} as it is`);
  }
  announcer.byebye(udn);
  await daemon.until('it is away', async () => (await find())?.is_present === false, 5000);
  t.equal((await daemon.put('/devices/any/disconnect')).status, 200);
  t.equal(await find(), undefined);
});

t.test('the choice outlasts a restart, and the renderer is played to when it appears', SETTINGS, async (t) => {
  const house = await rendererHouse(t);
  const { renderer, tracks, udn, environment, start, appear, announcer, daemon: first, rig } = house;
  await appear();
  await first.put(`/devices/${udn}/connect`);
  await first.put('/player/load', { tracks });
  await renderer.until(() => renderer.state === 'PLAYING');
  await delay(2500);
  await first.stop();
  t.equal(renderer.state, 'STOPPED', 'it is silent when the daemon ends');
  announcer.devices.clear();
  const daemon = await start({ environment });
  t.match(
    (await devices(daemon)).find(({ id }) => id === udn),
    { is_current_device: true, is_present: false },
  );
  await daemon.put('/player/play');
  await daemon.until('its trouble is said', async () => {
    const { output_problem: problem } = (await daemon.get('/player/status')).body as { output_problem?: object };
    return problem !== undefined;
  });
  // What listens may not be loaded yet: then the search at the start finds it.
  announcer.devices.set(udn, { udn, location: renderer.location });
  announcer.alive({ udn, location: renderer.location });
  await renderer.until(() => renderer.state === 'PLAYING');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 500);
  t.equal((await rig.capture()).length, 0, 'nothing sounded elsewhere');
  t.equal((await daemon.put('/devices/any/disconnect')).status, 200);
  await daemon.until('the card plays', async () => (await rig.capture()).length > 0);
  await renderer.until(() => renderer.state === 'STOPPED');
});
