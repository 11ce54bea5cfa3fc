/** The clock as the real systemd-timedated keeps it, on a bus of the test's own. */
import { readdir, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import t, { type Test } from 'tap';
import { DURABLE } from '../fixtures/durable.js';
import { Clock, type ClockDeps } from '../../src/system/clock.js';
import { NetworkTimeMark } from '../../src/system/network-time-mark.js';
import { temporaryDirectory } from '../http/rig.js';
import { PrivateBus, timedatedTrouble } from '../dbus/private-bus.js';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';

const skip = await timedatedTrouble();

async function start(t: Test, networkTime?: boolean) {
  const bus = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, bus);
  if (networkTime !== undefined) systemd.networkTime = networkTime;
  await bus.setZone('Europe/Lisbon');
  const zones: string[] = [];
  /** Zone and setting of the network time that were in force at each sync of the files. */
  const synced: string[] = [];
  const state = await temporaryDirectory(t);
  const deps: ClockDeps = {
    bus: bus.client(t),
    mark: new NetworkTimeMark(state),
    makeDurable: async () => void synced.push(`${basename((await bus.zone()) ?? '')} ${systemd.networkTime}`),
    zoneChanged: (zone) => zones.push(zone),
    localtime: join(bus.etc, 'localtime'),
  };
  // The link is `../usr/share/zoneinfo/…`, as on the appliance.
  await symlink('/usr', join(bus.etc, '../usr'));
  return { bus, systemd, zones, synced, state, clock: new Clock(deps), marks: () => readdir(state) };
}

t.test('the clock is read: its time, its zone, and who sets it', { skip }, async (t) => {
  const { clock } = await start(t, true);
  const before = Date.now();
  const { time, ...rest } = await clock.read();
  t.ok(time >= before && time <= Date.now(), 'the time of this machine');
  t.match(rest, { timeZone: 'Europe/Lisbon', zoneChosen: true, networkTime: true, canNetworkTime: true });
  t.type(rest.synchronised, 'boolean');
});

t.test('without a program that could, the network does not set the clock', { skip }, async (t) => {
  const { clock, marks } = await start(t);
  t.match(await clock.read(), { networkTime: false, canNetworkTime: false });
  await t.rejects(clock.change({ networkTime: true }), { code: 'NO_NETWORK_TIME' });
  t.strictSame(await marks(), []);
});

t.test('a box on which nobody chose a zone has the default, until somebody does', { skip }, async (t) => {
  const { bus, clock } = await start(t, true);
  await rm(join(bus.etc, 'localtime'));
  t.match(await clock.read(), { timeZone: 'UTC', zoneChosen: false });
  await clock.change({ timeZone: 'Asia/Kolkata' });
  t.match(await clock.read(), { timeZone: 'Asia/Kolkata', zoneChosen: true });
});

t.test('the zones are listed in order', { skip }, async (t) => {
  const { clock } = await start(t);
  const zones = await clock.timeZones();
  t.ok(zones.length > 300);
  t.strictSame(zones, [...zones].sort());
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York']) t.ok(zones.includes(zone), zone);
});

t.test('another zone is set, and told to the daemon', { skip }, async (t) => {
  const { clock, bus, zones } = await start(t, true);
  await clock.change({ timeZone: 'Asia/Kolkata' });
  t.equal(await bus.zone(), '../usr/share/zoneinfo/Asia/Kolkata');
  t.equal((await clock.read()).timeZone, 'Asia/Kolkata');
  t.strictSame(zones, ['Asia/Kolkata']);
  await clock.change({ timeZone: 'Asia/Kolkata' });
  t.strictSame(zones, ['Asia/Kolkata'], 'the same again changes nothing');
});

t.test('a change is acknowledged when it is durable', { skip }, async (t) => {
  const { clock, synced } = await start(t, true);
  await clock.change({ timeZone: 'Asia/Kolkata' });
  t.strictSame(synced, ['Kolkata true']);
  await clock.change({ networkTime: false });
  t.strictSame(synced, ['Kolkata true', 'Kolkata false']);
  await clock.change({});
  await t.rejects(clock.change({ timeZone: 'Mars/Olympus' }), { code: 'UNKNOWN_TIME_ZONE' });
  t.equal(synced.length, 2, 'nothing changed');
});

t.test('a zone that there is not is refused before anything changes', { skip }, async (t) => {
  const { clock, bus, systemd, marks } = await start(t, true);
  for (const timeZone of ['Mars/Olympus', '../etc/passwd', '', 'europe/berlin', 'Europe/Berlin\0']) {
    await t.rejects(clock.change({ timeZone, networkTime: false }), {
      code: 'UNKNOWN_TIME_ZONE',
      violations: [{ path: '/timezone' }],
    });
  }
  t.equal(await bus.zone(), '../usr/share/zoneinfo/Europe/Lisbon');
  t.ok(systemd.networkTime);
  t.strictSame(await marks(), []);
});

t.test(
  'whether the network sets the clock is switched, and kept for the next start of the box',
  { skip },
  async (t) => {
    const { clock, systemd, marks } = await start(t, true);
    await clock.change({ networkTime: false });
    t.notOk(systemd.networkTime);
    t.equal((await clock.read()).networkTime, false);
    t.strictSame(await marks(), ['network-time-off']);
    await clock.change({ networkTime: false });
    t.strictSame(await marks(), ['network-time-off']);
    await clock.change({ networkTime: true });
    t.ok(systemd.networkTime);
    t.strictSame(await marks(), []);
  },
);

t.test('what the system refuses is not kept for the next start', { skip }, async (t) => {
  const { clock, systemd, marks } = await start(t, true);
  systemd.onCall = (member) => {
    const denied = { error: 'org.freedesktop.DBus.Error.AccessDenied', text: 'Access denied' };
    systemd.refusal = member === 'StopUnit' ? denied : undefined;
  };
  await t.rejects(clock.change({ networkTime: false }), { code: 'SYSTEM_FORBIDS' });
  t.strictSame(await marks(), []);
});

t.test('the time cannot be set by hand while the network sets it', { skip }, async (t) => {
  const { clock, marks } = await start(t, true);
  await t.rejects(clock.change({ time: Date.now() }), { code: 'NETWORK_TIME_ON' });
  await t.rejects(clock.change({ time: Date.now(), networkTime: true, timeZone: 'UTC' }), { code: 'NETWORK_TIME_ON' });
  t.equal((await clock.read()).timeZone, 'Europe/Lisbon');
  t.strictSame(await marks(), []);
});

t.test('the time is asked of timedated, which has no right to it here', { skip }, async (t) => {
  const { clock, systemd } = await start(t, true);
  await t.rejects(clock.change({ networkTime: false, time: Date.UTC(2001, 1, 3) }), {
    code: 'SYSTEM_FORBIDS',
    message: /SetTime: Failed to set local time: Operation not permitted/,
  });
  t.notOk(systemd.networkTime, 'what was done before stays');
});

t.test('a state directory that cannot be written refuses the switch', { skip }, async (t) => {
  const { bus, systemd } = await start(t, true);
  const mark = new NetworkTimeMark(join(bus.etc, 'nowhere'));
  const clock = new Clock({ bus: bus.client(t), mark, makeDurable: DURABLE, zoneChanged: () => undefined });
  await t.rejects(clock.change({ networkTime: false }), { code: 'NOT_SAVED' });
  t.ok(systemd.networkTime);
});
