import t from 'tap';
import { StickBackup } from '../../src/system/stick-backup.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';
import { keptLog } from '../fixtures/log.js';

const UNIT = 'tonearm-stick-backup.service';
const AT = 1_795_774_660;

t.test('a copy is asked of systemd, and its result is logged and kept', async (t) => {
  const bus = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, bus);
  const { log, lines } = keptLog('system');
  const stick = new StickBackup({ bus: bus.client(t), log, pause: 1 });
  systemd.units.set(UNIT, { active: 'inactive', status: '' });
  t.strictSame(await stick.read(), { state: 'never', text: undefined, at: undefined });
  let looks = 0;
  const ends = (active: string, status: string) => {
    looks = 0;
    systemd.onCall = (member) => {
      if (member === 'RestartUnit') systemd.units.set(UNIT, { active: 'activating', status: '' });
      if (member === 'LoadUnit' && ++looks === 3) systemd.units.set(UNIT, { active, status });
    };
  };
  ends('active', 'is copied to /media/tonearm/MUSIC 51C0-FFEE (1 new)');
  const copying = stick.copy();
  await copying;
  t.equal(looks, 3, 'it waits for the end');
  t.ok(systemd.asked.includes(`RestartUnit ${UNIT} replace`));
  t.match(await stick.read(), { state: 'copied', text: 'is copied to /media/tonearm/MUSIC 51C0-FFEE (1 new)', at: AT });
  t.ok(lines.at(-1)?.includes('backup: is copied to /media/tonearm/MUSIC'));
  ends('active', 'is not copied: No space left on device');
  await stick.copy();
  t.match(await stick.read(), { state: 'failed', text: 'No space left on device', at: AT });
  t.ok(lines.at(-1)?.includes('not on the stick (the box has it)') && lines.at(-1)?.includes('No space left'));
  ends('failed', '');
  await stick.copy();
  t.match(await stick.read(), { state: 'failed', text: 'its service has failed' });
});

t.test('a box without the unit, or without systemd, cannot, and says so', async (t) => {
  const bus = await PrivateBus.start(t);
  const { log, lines } = keptLog('system');
  const stick = new StickBackup({ bus: bus.client(t), log, pause: 1 });
  t.equal(await stick.read(), undefined);
  const systemd = await StandInSystemd.start(t, bus);
  t.equal(await stick.read(), undefined, 'no such unit');
  systemd.refusal = { error: 'org.freedesktop.DBus.Error.AccessDenied', text: 'no' };
  await stick.copy();
  t.ok(lines.some((line) => line.includes('not on the stick')));
  t.equal(await stick.read(), undefined);
});
