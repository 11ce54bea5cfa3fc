import { Variant } from 'dbus-next';
import t from 'tap';
import { setTimeout as delay } from 'node:timers/promises';
import { Bluetooth } from '../../src/bluetooth/bluetooth.js';
import { variant } from '../../src/dbus/values.js';
import { databaseIn } from '../database/rig.js';
import { DURABLE } from '../fixtures/durable.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';
import { PrivateBus, until } from '../dbus/private-bus.js';
import { PACE, SPEAKER } from './rig.js';
import { HCI0, pathOf, refuse, StandInBluez } from './stand-in-bluez.js';
import { flag, text } from './stand-in-program.js';

const HCI1 = '/org/bluez/hci1';
const ADAPTER = 'org.bluez.Adapter1';
const DEVICE = 'org.bluez.Device1';

t.test('the adapter in use knows the player and no other, and again when BlueZ begins anew', async (t) => {
  const real = await PrivateBus.start(t);
  const bluez = await StandInBluez.start(t, real);
  const state = databaseIn(await temporaryDirectory(t));
  t.teardown(() => state.close());
  let status = 'Stopped';
  const player = { path: '/org/tonearm/player', properties: () => ({ PlaybackStatus: variant('s', status) }) };
  const bluetooth = new Bluetooth({
    bus: real.client(t),
    state,
    player,
    makeDurable: DURABLE,
    log: SILENT_LOG,
    pace: PACE,
  });
  t.teardown(() => bluetooth.stop());
  await bluetooth.start();
  const asked = (made: StandInBluez): string[] => made.asked.filter((each) => /^(?:Unr|R)egisterPlayer /.test(each));
  const register = (adapter: string): string =>
    `RegisterPlayer ${adapter} "/org/tonearm/player" {"PlaybackStatus":{"signature":"s","value":"${status}"}}`;
  const unregister = (adapter: string): string => `UnregisterPlayer ${adapter} "/org/tonearm/player"`;
  await until('it is known', () => bluez.players.length === 1);

  bluez.addAdapter('hci1', 1);
  bluez.change(HCI0, ADAPTER, { Powered: flag(false) });
  await until('the one that is on knows it', () => bluez.players.join() === HCI1);
  bluez.change(HCI0, ADAPTER, { Powered: flag(true) });
  await until('the first one knows it', () => bluez.players.join() === HCI0);
  const device = pathOf(SPEAKER, HCI1);
  bluez.add(device, { [DEVICE]: { Address: text(SPEAKER), Paired: flag(false) } });
  bluez.change(device, DEVICE, { RSSI: new Variant('n', -50) });
  bluez.change(device, DEVICE, { Paired: flag(true) });
  await until('the one that is paired with something knows it', () => bluez.players.join() === HCI1);
  t.strictSame(asked(bluez), [
    register(HCI0),
    ...[unregister(HCI0), register(HCI1)],
    ...[unregister(HCI1), register(HCI0)],
    ...[unregister(HCI0), register(HCI1)],
  ]);

  bluez.remove(device);
  await until('the first one knows it again', () => bluez.players.join() === HCI0);
  bluez.remove(HCI0);
  await until('the one that is left knows it', () => bluez.players.includes(HCI1));
  bluez.leave();
  status = 'Playing';
  await until('BlueZ is gone', () => bluetooth.read().phase === 'not_running');
  const second = await StandInBluez.start(t, real);
  await until('it is known anew', () => second.players.length === 1);
  t.strictSame(asked(second), [register(HCI0)]);
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
  const bluetooth = new Bluetooth({ bus: real.client(t), state, player, makeDurable: DURABLE, log, pace });
  t.teardown(() => bluetooth.stop());
  await bluetooth.start();
  await until('it is taken', () => bluez.players.length === 1);
  await delay(100);
  t.equal(bluez.count('RegisterPlayer'), 4, 'and not asked again');
  t.equal(lines.filter((line) => /^<4>/.test(line)).length, 1, 'one warning is enough');
});
