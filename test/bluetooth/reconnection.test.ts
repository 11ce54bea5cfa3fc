import t, { type Test } from 'tap';
import { setTimeout as delay } from 'node:timers/promises';
import { Variant } from 'dbus-next';
import { until } from '../dbus/private-bus.js';
import { bluetoothRig, known, OTHER, PACE, SPEAKER, startBluetooth } from './rig.js';
import { HCI0, pathOf, refuse, StandInBluez } from './stand-in-bluez.js';
import { flag, type Refusal } from './stand-in-program.js';

const ADAPTER = 'org.bluez.Adapter1';
const DEVICE = pathOf(SPEAKER);
const both = (made: StandInBluez): void => {
  made.addPaired(SPEAKER, 'Kitchen');
  made.addPaired(OTHER, 'Bath');
};

t.test('a speaker that is lost is connected again, however often that fails', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, both);
  await bluetooth.connect(SPEAKER);
  bluez.onConnect = () => Promise.reject(refuse('Failed', 'br-connection-page-timeout'));
  bluez.lose(DEVICE);
  await until('it was tried several times', () => bluez.count('Connect ') >= 5);
  bluez.onConnect = () => Promise.resolve();
  await until('it is back', () => known(bluetooth, SPEAKER)?.isReady === true);
  t.equal(bluez.count(`Connect ${pathOf(OTHER)}`), 0, 'and no other');
});

t.test('it is tried ever more rarely, and at once when it is seen again', async (t) => {
  const awaited = { pause: 1, duration: 0 };
  const pace = { ...PACE, reconnecting: { soon: 10, first: 60, awaited, longest: 100_000 } };
  const { bluetooth, bluez } = await bluetoothRig(t, both, pace);
  await bluetooth.connect(SPEAKER);
  bluez.onConnect = () => Promise.reject(refuse('Failed', 'br-connection-page-timeout'));
  const begun = performance.now();
  bluez.lose(DEVICE);
  await until('it was tried', () => bluez.count('Connect ') >= 5);
  // 60, 60, 120 and 240 ms at least.
  t.ok(performance.now() - begun >= 480, 'with pauses that grow');
  bluez.onConnect = () => Promise.resolve();
  void bluetooth.scan(60_000).catch(() => undefined);
  bluez.show(SPEAKER, 'Kitchen');
  await until('it is back', () => known(bluetooth, SPEAKER)?.isReady === true);
});

/** A speaker that was lost, and is not tried by itself as long as a test takes. */
async function lost(t: Test, soon: number) {
  const reconnecting = { ...PACE.reconnecting!, soon, first: 60_000, longest: 60_000 };
  const rig = await bluetoothRig(t, both, { ...PACE, reconnecting });
  await rig.bluetooth.connect(SPEAKER);
  rig.bluez.lose(DEVICE);
  await until('it is lost', () => known(rig.bluetooth, SPEAKER)?.isConnected === false);
  return rig;
}

const IN_RANGE = { RSSI: new Variant('n', -50) };

t.test('a speaker that is seen is tried at once, and what BlueZ knows no more is nothing that is seen', async (t) => {
  const { bluetooth, bluez } = await lost(t, 20);
  bluez.change(DEVICE, 'org.bluez.Device1', {}, ['RSSI']);
  await delay(200);
  t.equal(bluez.count('Connect '), 1);
  bluez.change(DEVICE, 'org.bluez.Device1', IN_RANGE);
  await until('it is back', () => known(bluetooth, SPEAKER)?.isReady === true);
});

t.test('that it is seen again and again does not put it off', async (t) => {
  const { bluetooth, bluez } = await lost(t, 200);
  await until('it is back', () => {
    bluez.change(DEVICE, 'org.bluez.Device1', IN_RANGE);
    return known(bluetooth, SPEAKER)?.isReady === true;
  });
});

t.test('a speaker that is away is not called while somebody looks for devices', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, both);
  await bluetooth.connect(SPEAKER);
  await bluetooth.connect(OTHER);
  bluez.onConnect = () => Promise.reject(refuse('Failed', 'br-connection-page-timeout'));
  bluez.lose(DEVICE);
  bluez.lose(pathOf(OTHER));
  await until('both were tried', () => [DEVICE, pathOf(OTHER)].every((path) => bluez.count(`Connect ${path}`) >= 2));
  const scan = bluetooth.scan(2000);
  await until('the scan runs', () => bluez.value(HCI0, ADAPTER, 'Discovering') === true);
  await until('nothing is called', () => known(bluetooth, SPEAKER)?.isConnecting === false);
  const before = bluez.count(`Connect ${DEVICE}`);
  bluez.onConnect = () => Promise.resolve();
  bluez.show(OTHER, 'Bath');
  await until('what was found is back', () => known(bluetooth, OTHER)?.isReady === true);
  await scan;
  t.equal(bluez.count(`Connect ${DEVICE}`), before);
  await until('the other is back after the scan', () => known(bluetooth, SPEAKER)?.isReady === true);
});

t.test('a radio that somebody has switched off stays off', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, both);
  await bluetooth.connect(SPEAKER);
  bluez.lose(DEVICE);
  bluez.change(HCI0, ADAPTER, { Powered: flag(false) });
  await until('it is off', () => bluetooth.read().phase === 'off');
  await delay(300);
  t.equal(bluez.count('Powered='), 0);
  bluez.change(HCI0, ADAPTER, { Powered: flag(true) });
  await until('it is back with the radio', () => known(bluetooth, SPEAKER)?.isReady === true);
});

t.test('a radio that is switched off in the middle of a call stays off', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, both);
  await bluetooth.connect(SPEAKER);
  let end: (error: Refusal) => void = () => undefined;
  bluez.onConnect = () => new Promise((_, reject) => (end = reject));
  bluez.lose(DEVICE);
  await until('it is called', () => bluez.count('Connect ') === 2);
  bluez.change(HCI0, ADAPTER, { Powered: flag(false) });
  await until('it is off', () => bluetooth.read().phase === 'off');
  end(refuse('InProgress', 'br-connection-busy'));
  await until('it is called no more', () => known(bluetooth, SPEAKER)?.isConnecting === false);
  t.equal(bluez.count('Powered='), 0);
});

t.test('a radio that is off when the daemon begins is switched on for a speaker that is wanted', async (t) => {
  const { bluetooth, bluez, real, database } = await bluetoothRig(t, both);
  await bluetooth.connect(SPEAKER);
  bluetooth.stop();
  bluez.lose(DEVICE);
  bluez.change(HCI0, ADAPTER, { Powered: flag(false) });
  const next = await startBluetooth(t, real, database);
  await until('it is back', () => known(next.bluetooth, SPEAKER)?.isReady === true);
  t.equal(bluez.count('Powered=true'), 1);
});

t.test('it is tried often while somebody may be switching it off and on', async (t) => {
  const awaited = { pause: 20, duration: 60_000 };
  const pace = { ...PACE, reconnecting: { soon: 10, first: 10, awaited, longest: 100_000 } };
  const { bluetooth, bluez } = await bluetoothRig(t, both, pace);
  await bluetooth.connect(SPEAKER);
  bluez.onConnect = () => Promise.reject(refuse('Failed', 'br-connection-page-timeout'));
  bluez.lose(DEVICE);
  // Doubled each time this would take more than ten minutes.
  await until('it was tried many times', () => bluez.count('Connect ') >= 18);
});

t.test('what was disconnected by hand stays so', async (t) => {
  const { bluetooth, bluez, real, database } = await bluetoothRig(t, both);
  await bluetooth.connect(SPEAKER);
  await bluetooth.connect(OTHER);
  await bluetooth.disconnect(SPEAKER);
  bluez.lose(pathOf(OTHER));
  await until('the other is back', () => known(bluetooth, OTHER)?.isReady === true);
  bluetooth.stop();
  bluez.lose(pathOf(OTHER));
  const next = await startBluetooth(t, real, database);
  await until('the other is back after a restart', () => known(next.bluetooth, OTHER)?.isReady === true);
  await delay(200);
  t.match(known(next.bluetooth, SPEAKER), { isConnected: false, isWanted: false });
});

t.test('after BlueZ has begun anew the wanted speakers are connected again', async (t) => {
  const { bluetooth, bluez, sound, real } = await bluetoothRig(t, both);
  await bluetooth.connect(SPEAKER);
  for (let round = 0, last = bluez; round < 3; round += 1) {
    last.leave();
    await until('BlueZ is gone', () => bluetooth.read().phase === 'not_running');
    last = await StandInBluez.start(t, real);
    last.sound = sound;
    both(last);
    await until(`it is back in round ${round}`, () => known(bluetooth, SPEAKER)?.isReady === true);
  }
});

t.test('a speaker is connected again when the adapter has come back', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, both);
  await bluetooth.connect(SPEAKER);
  bluez.lose(DEVICE);
  for (const path of [DEVICE, pathOf(OTHER), HCI0]) bluez.remove(path);
  await until('there is no adapter', () => bluetooth.read().phase === 'no_adapter');
  bluez.addAdapter('hci0');
  both(bluez);
  await until('it is back', () => known(bluetooth, SPEAKER)?.isReady === true);
});

t.test('a speaker whose sound alone is lost is connected again', async (t) => {
  const { bluetooth, bluez, sound } = await bluetoothRig(t, both);
  await bluetooth.connect(SPEAKER);
  sound.silence(DEVICE);
  await until('it cannot be played on', () => known(bluetooth, SPEAKER)?.isReady === false);
  await until('it can again', () => known(bluetooth, SPEAKER)?.isReady === true);
  t.ok(bluez.count('Connect ') >= 2);
});

t.test('a speaker that connects by itself needs nothing', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, both);
  await bluetooth.connect(SPEAKER);
  bluez.lose(DEVICE);
  bluez.link(DEVICE);
  await until('it is back', () => known(bluetooth, SPEAKER)?.isReady === true);
  await delay(200);
  t.equal(bluez.count('Connect '), 1);
});

t.test('what the database does not want any more is not connected again', async (t) => {
  const { bluetooth, bluez, database } = await bluetoothRig(t, both);
  await bluetooth.connect(SPEAKER);
  await database.write((sql) => {
    sql.prepare('DELETE FROM wanted_speaker').run();
  });
  await bluetooth.reloadWanted();
  t.equal(known(bluetooth, SPEAKER)?.isWanted, false);
  bluez.lose(DEVICE);
  await delay(200);
  t.equal(bluez.count('Connect '), 1);
});
