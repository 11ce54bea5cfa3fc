import t from 'tap';
import { Machine } from '../discovery/lan.js';
import { type Device, Lan, OUTPUT_ID, SERVER_IP, snapcastLanTrouble } from './lan-rig.js';
import { startServer } from './real-snapcast.js';

t.setTimeout(240_000);
const skip = { skip: await snapcastLanTrouble() };

t.test('a snapserver is listed within 5 s of its start, and dropped within 30 s of its end', skip, async (t) => {
  const lan = await Lan.start(t);
  t.equal(await lan.device(), undefined);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const server = await startServer(t, lan.onServer);
    const appeared = await lan.until('listed', 5000, async () => (await lan.device()) !== undefined);
    t.match(await lan.device(), {
      ...{ id: OUTPUT_ID, name: 'Snapcast', service: 'snapcast', app: 'Snapcast', host: 'attic.local' },
      ...{ ip: SERVER_IP, port: 4953, is_cast_device: true, base_url: null, is_present: true },
    });
    await server.end(signal);
    const gone = await lan.until('dropped', 30_000, async () => (await lan.device()) === undefined);
    t.comment(`listed after ${Math.round(appeared)} ms, dropped ${Math.round(gone)} ms after ${signal}`);
  }
});

t.test('two servers are listed at once, and each leaves for itself', skip, async (t) => {
  const bath = await Machine.start(t, 'bath');
  const lan = await Lan.start(t, {}, async (box) => {
    await Machine.plugIn(box, bath);
    await bath.startAvahi();
  });
  const listed = async () =>
    ((await lan.ask('GET', '/devices')) as readonly Device[])
      .filter(({ service }) => service === 'snapcast')
      .map(({ host }) => String(host))
      .sort();
  const [first, second] = await Promise.all([
    startServer(t, lan.onServer),
    startServer(t, { launcher: bath.launcher, environment: { DBUS_SYSTEM_BUS_ADDRESS: bath.bus.address } }),
  ]);
  await lan.until('both are listed', 5000, async () => (await listed()).length === 2);
  t.strictSame(await listed(), ['attic.local', 'bath.local']);
  await second.end('SIGKILL');
  await lan.until('the dead one is gone', 30_000, async () => (await listed()).length === 1);
  t.strictSame(await listed(), ['attic.local']);
  await first.end('SIGTERM');
  await lan.until('the one that was ended is gone', 30_000, async () => (await listed()).length === 0);
});

t.test('a machine that lost its network is dropped within 30 s, and is back when it is', skip, async (t) => {
  const lan = await Lan.start(t);
  await startServer(t, lan.onServer);
  await lan.until('listed', 5000, async () => (await lan.device()) !== undefined);
  await lan.server.run('ip', ['link', 'set', 'lan', 'down']);
  const gone = await lan.until('dropped', 30_000, async () => (await lan.device()) === undefined);
  await lan.server.run('ip', ['link', 'set', 'lan', 'up']);
  const back = await lan.until('back', 10_000, async () => (await lan.device()) !== undefined);
  t.comment(`dropped after ${Math.round(gone)} ms, back after ${Math.round(back)} ms`);
});

t.test('an Avahi that starts again lists what is there', skip, async (t) => {
  const lan = await Lan.start(t);
  await startServer(t, lan.onServer);
  await lan.until('listed', 5000, async () => (await lan.device()) !== undefined);
  await lan.box.endAvahi();
  await lan.until('dropped', 30_000, async () => (await lan.device()) === undefined);
  await lan.box.startAvahi();
  await lan.until('listed', 10_000, async () => (await lan.device()) !== undefined);
});
