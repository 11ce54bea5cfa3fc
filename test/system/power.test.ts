import t from 'tap';
import { Power } from '../../src/system/power.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';

t.test('a restart and a shutdown are what systemd calls them, and cannot be called off', async (t) => {
  const bus = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, bus);
  const power = new Power(bus.client(t));
  await power.turn('restart');
  await power.turn('shutdown');
  t.strictSame(systemd.asked, [
    'StartUnit reboot.target replace-irreversibly',
    'StartUnit poweroff.target replace-irreversibly',
  ]);
});

t.test('a refusal names the rule that is missing', async (t) => {
  const bus = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, bus);
  systemd.refusal = {
    error: 'org.freedesktop.DBus.Error.InteractiveAuthorizationRequired',
    text: 'Interactive authentication required.',
  };
  await t.rejects(new Power(bus.client(t)).turn('shutdown'), {
    name: 'Forbidden',
    message: /No rule of polkit allows org\.freedesktop\.systemd1\.manage-units \(start poweroff\.target\)/,
  });
});
