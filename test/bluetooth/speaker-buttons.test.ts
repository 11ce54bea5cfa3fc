import t from 'tap';
import { setTimeout as delay } from 'node:timers/promises';
import { Bluetooth } from '../../src/bluetooth/bluetooth.js';
import { variant } from '../../src/system/bus/values.js';
import { databaseIn } from '../database/rig.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';
import { PrivateBus, until } from '../system/bus/private-bus.js';
import { PACE } from './rig.js';
import { HCI0, refuse, StandInBluez } from './stand-in-bluez.js';

t.test('each adapter knows the player, also one that comes later, and again when BlueZ begins anew', async (t) => {
  const real = await PrivateBus.start(t);
  const bluez = await StandInBluez.start(t, real);
  const state = databaseIn(await temporaryDirectory(t));
  t.teardown(() => state.close());
  let status = 'Stopped';
  const player = { path: '/org/tonearm/player', properties: () => ({ PlaybackStatus: variant('s', status) }) };
  const bluetooth = new Bluetooth({ bus: real.client(t), state, player, log: SILENT_LOG, pace: PACE });
  t.teardown(() => bluetooth.stop());
  await bluetooth.start();
  const registered = (made: StandInBluez): string[] => made.asked.filter((each) => each.startsWith('RegisterPlayer'));
  const expected = (adapter: string): string =>
    `RegisterPlayer ${adapter} "/org/tonearm/player" {"PlaybackStatus":{"signature":"s","value":"${status}"}}`;
  await until('it is known', () => registered(bluez).length === 1);
  bluez.addAdapter('hci1', 1);
  await until('it is known there too', () => registered(bluez).length === 2);
  t.strictSame(registered(bluez), [expected(HCI0), expected('/org/bluez/hci1')]);
  bluez.remove('/org/bluez/hci1');
  bluez.addAdapter('hci1', 1);
  await until('and again', () => registered(bluez).length === 3);
  bluez.leave();
  status = 'Playing';
  await until('BlueZ is gone', () => bluetooth.read().phase === 'not_running');
  const second = await StandInBluez.start(t, real);
  await until('it is known anew', () => registered(second).length === 1);
  t.strictSame(registered(second), [expected(HCI0)]);
});

t.test('an adapter that refuses the player is asked again, until it takes it', async (t) => {
  const real = await PrivateBus.start(t);
  const bluez = await StandInBluez.start(t, real);
  let refusals = 3;
  bluez.onPlayer = () => {
    if (refusals === 0) return;
    refusals -= 1;
    throw refuse('InvalidArguments', 'Invalid arguments in method call');
  };
  const state = databaseIn(await temporaryDirectory(t));
  t.teardown(() => state.close());
  const player = { path: '/org/tonearm/player', properties: () => ({}) };
  const { log, lines } = keptLog('bluetooth');
  const pace = { ...PACE, buttons: 30 };
  const bluetooth = new Bluetooth({ bus: real.client(t), state, player, log, pace });
  t.teardown(() => bluetooth.stop());
  await bluetooth.start();
  await until('it is taken', () => bluez.players.length === 1);
  await delay(100);
  t.equal(bluez.count('RegisterPlayer'), 4, 'and not asked again');
  t.equal(lines.filter((line) => /^<4>/.test(line)).length, 1, 'one warning is enough');
});
