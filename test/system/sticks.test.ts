import t from 'tap';
import { Sticks } from '../../src/system/sticks.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';

t.test('each stick says where it is, or why it is nowhere', async (t) => {
  const bus = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, bus);
  const said = (device: string, active: string, status = '') =>
    systemd.units.set(`tonearm-stick@${device}.service`, { active, status });
  said('sdb1', 'active', 'is mounted under /media/tonearm/Road Music 51C0-FFEE');
  said('sda', 'active', 'is not mounted: it has no file system, or a broken one');
  said('sdc', 'active');
  said('sdd1', 'activating');
  said('sde1', 'inactive');
  said('sdf1', 'failed');
  said('mmcblk1\\x2dboot0', 'active', 'is not mounted: no medium');
  t.strictSame(await new Sticks(bus.client(t)).read(), [
    { device: 'mmcblk1-boot0', state: 'refused', path: undefined, reason: 'no medium' },
    { device: 'sda', state: 'refused', path: undefined, reason: 'it has no file system, or a broken one' },
    { device: 'sdb1', state: 'mounted', path: '/media/tonearm/Road Music 51C0-FFEE', reason: undefined },
    { device: 'sdd1', state: 'mounting', path: undefined, reason: undefined },
    { device: 'sdf1', state: 'refused', path: undefined, reason: 'its service has failed' },
  ]);
});

t.test('without a bus, or without systemd on it, nothing is known of sticks', async (t) => {
  const bus = await PrivateBus.start(t);
  const sticks = new Sticks(bus.client(t));
  t.equal(await sticks.read(), undefined);
  const systemd = await StandInSystemd.start(t, bus);
  t.strictSame(await sticks.read(), []);
  systemd.refusal = { error: 'org.freedesktop.DBus.Error.AccessDenied', text: 'no' };
  t.equal(await sticks.read(), undefined);
  await bus.end();
  t.equal(await sticks.read(), undefined);
});
