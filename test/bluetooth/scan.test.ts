import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { Variant } from 'dbus-next';
import { databaseIn } from '../database/rig.js';
import { temporaryDirectory } from '../http/rig.js';
import { PrivateBus, until } from '../dbus/private-bus.js';
import { bluetoothRig, known, makeBluetooth, OTHER, PACE, SPEAKER, startBluetooth } from './rig.js';
import { HCI0, pathOf, StandInBluez } from './stand-in-bluez.js';
import { flag, text } from './stand-in-program.js';

const ADAPTER = 'org.bluez.Adapter1';

t.test('a scan finds what is in reach, tells it meanwhile, and answers with all that is known', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, (made) => {
    made.show(SPEAKER, 'Kitchen');
    made.addPaired(OTHER, 'Bath');
  });
  let reported = 0;
  bluetooth.subscribe(() => (reported += 1));
  const scan = bluetooth.scan(300);
  await until('it is found', () => known(bluetooth, SPEAKER)?.rssi === -50);
  t.equal(bluetooth.read().isScanning, true);
  await until('those who listen are told', () => reported > 0);
  t.match(await scan, [
    { address: SPEAKER, name: 'Kitchen', isPaired: false, isConnected: false, isSpeaker: true, rssi: -50 },
    { address: OTHER, name: 'Bath', isPaired: true, rssi: undefined },
  ]);
  t.strictSame(
    bluez.asked.filter((each) => each.includes('Discovery')),
    [
      'SetDiscoveryFilter /org/bluez/hci0 {"Transport":{"signature":"s","value":"bredr"}}',
      'StartDiscovery /org/bluez/hci0',
      'StopDiscovery /org/bluez/hci0',
    ],
  );
  await until('the inquiry is over', () => known(bluetooth, SPEAKER)?.rssi === undefined);
  t.equal(bluetooth.read().isScanning, false);
});

t.test('a scan that is asked for right after the start waits until BlueZ is seen', async (t) => {
  const real = await PrivateBus.start(t);
  const bluez = await StandInBluez.start(t, real);
  bluez.show(SPEAKER, 'Kitchen');
  const database = databaseIn(await temporaryDirectory(t));
  t.teardown(() => database.close());
  const { bluetooth } = await makeBluetooth(t, real, database);
  const [, found] = await Promise.all([bluetooth.start(), bluetooth.scan(50)]);
  t.match(found, [{ address: SPEAKER, name: 'Kitchen' }]);
});

t.test('a second scan joins the first', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t);
  const both = [bluetooth.scan(100), bluetooth.scan(100_000)];
  bluez.show(SPEAKER, 'Kitchen');
  const [one, other] = await Promise.all(both);
  t.strictSame(one, other);
  t.equal(bluez.count('StartDiscovery'), 1);
});

/** As the kernel shows a switch of radios; what is left out stays as it is. */
async function putSwitch(folder: string, name: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  for (const [file, value] of Object.entries(files)) await writeFile(join(folder, name, file), `${value}\n`);
}

t.test('an adapter that is off is switched on for it', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t);
  bluez.change(HCI0, ADAPTER, { Powered: flag(false) });
  await until('it is off', () => bluetooth.read().phase === 'off');
  t.strictSame(await bluetooth.scan(20), []);
  t.equal(bluetooth.read().phase, 'on');
});

t.test('an adapter that a switch of the system holds off says so', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t);
  bluez.isBlocked = true;
  bluez.change(HCI0, ADAPTER, { Powered: flag(false) });
  await until('it is off', () => bluetooth.read().phase === 'off');
  await t.rejects(bluetooth.scan(20), { name: 'Unavailable', code: 'BLUETOOTH_BLOCKED' });
  t.equal(bluetooth.read().phase, 'blocked', 'as the try has shown');
  await t.rejects(bluetooth.connect(SPEAKER), { name: 'Unavailable', code: 'BLUETOOTH_BLOCKED' });
  bluez.isBlocked = false;
  t.strictSame(await bluetooth.scan(20), []);
  t.equal(bluetooth.read().phase, 'on');
  bluez.change(HCI0, ADAPTER, { Powered: flag(false) });
  await until('it is off again', () => bluetooth.read().phase === 'off');
});

t.test('a switch that the kernel shows is told at once, and nothing is tried against it', async (t) => {
  const { bluetooth, bluez, switches } = await bluetoothRig(t);
  await putSwitch(switches, 'rfkill0', { type: 'wlan', name: 'phy0', soft: '1', hard: '0' });
  await putSwitch(switches, 'rfkill1', { type: 'bluetooth', name: 'hci1', soft: '1', hard: '1' });
  await putSwitch(switches, 'rfkill2', { type: 'bluetooth', name: 'hci0', soft: '0', hard: '0' });
  bluez.change(HCI0, ADAPTER, { Powered: flag(false) });
  await until('it is off', () => bluetooth.read().phase === 'off');
  for (const held of ['soft', 'hard']) {
    await putSwitch(switches, 'rfkill2', { [held]: '1' });
    t.match(bluetooth.read(), { phase: 'blocked', adapter: { isBlocked: true, isPowered: false } });
    await t.rejects(bluetooth.scan(20), { name: 'Unavailable', code: 'BLUETOOTH_BLOCKED' });
    await t.rejects(bluetooth.connect(SPEAKER), { name: 'Unavailable', code: 'BLUETOOTH_BLOCKED' });
    await putSwitch(switches, 'rfkill2', { [held]: '0' });
    t.equal(bluetooth.read().phase, 'off');
  }
  t.equal(bluez.count('Powered='), 0);
  bluez.isBlocked = true;
  await t.rejects(bluetooth.scan(20), { code: 'BLUETOOTH_BLOCKED' }, 'it was moved at the last moment');
  t.equal(bluetooth.read().phase, 'off', 'and back: what the kernel shows counts');
  bluez.isBlocked = false;
  t.strictSame(await bluetooth.scan(20), []);
  t.equal(bluetooth.read().phase, 'on');
});

t.test('where BlueZ tells of the switch itself, nothing has to be tried', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t);
  bluez.change(HCI0, ADAPTER, { Powered: flag(false), PowerState: text('off-blocked') });
  await until('it is blocked', () => bluetooth.read().phase === 'blocked');
  t.equal(bluez.count('Powered='), 0);
});

t.test('BlueZ that hangs is told from one that does not run, and from a machine without an adapter', async (t) => {
  const real = await PrivateBus.start(t);
  const bluez = await StandInBluez.start(t, real);
  bluez.isHung = true;
  const database = databaseIn(await temporaryDirectory(t));
  t.teardown(() => database.close());
  const { bluetooth } = await startBluetooth(t, real, database, { ...PACE, reading: 50 });
  await until('BlueZ is asked', () => bluez.count('GetManagedObjects') === 1);
  for (const ask of [
    (): Promise<unknown> => bluetooth.scan(20),
    () => bluetooth.devices(),
    () => bluetooth.connect(SPEAKER),
    () => bluetooth.disconnect(SPEAKER),
  ]) {
    await t.rejects(ask(), { name: 'TimedOut', code: 'BLUETOOTH_SILENT' });
  }
});

t.test('without an adapter, and without BlueZ, everything says so', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t);
  bluez.remove(HCI0);
  await until('it is gone', () => bluetooth.read().phase === 'no_adapter');
  for (const ask of [
    (): Promise<unknown> => bluetooth.scan(20),
    () => bluetooth.devices(),
    () => bluetooth.connect(SPEAKER),
  ]) {
    await t.rejects(ask(), { name: 'Unavailable', code: 'NO_BLUETOOTH_ADAPTER' });
  }
  bluez.leave();
  await until('BlueZ is gone', () => bluetooth.read().phase === 'not_running');
  for (const ask of [
    (): Promise<unknown> => bluetooth.scan(20),
    () => bluetooth.devices(),
    () => bluetooth.disconnect(SPEAKER),
  ]) {
    await t.rejects(ask(), { name: 'Unavailable', code: 'BLUETOOTH_NOT_RUNNING' });
  }
});

t.test('a scan ends when its adapter is taken out, or BlueZ goes', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t);
  const first = bluetooth.scan(100_000);
  await until('it runs', () => bluez.count('StartDiscovery') === 1);
  bluez.remove(HCI0);
  await t.rejects(first, { name: 'Unavailable', code: 'NO_BLUETOOTH_ADAPTER' });
  bluez.addAdapter('hci0');
  await until('another adapter', () => bluetooth.read().phase === 'on');
  const second = bluetooth.scan(100_000);
  await until('it runs again', () => bluetooth.read().isScanning);
  bluez.leave();
  await t.rejects(second, { name: 'Unavailable', code: 'BLUETOOTH_NOT_RUNNING' });
});

t.test('a scan ends when another adapter is used instead, and leaves no inquiry behind', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, (made) => made.addAdapter('hci1', 1));
  const scan = bluetooth.scan(100_000);
  await until('it runs', () => bluez.count('StartDiscovery') === 1);
  bluez.add(pathOf(SPEAKER, '/org/bluez/hci1'), {
    'org.bluez.Device1': { Address: text(SPEAKER), Paired: flag(true) },
  });
  t.match(await scan, [{ address: SPEAKER }]);
  t.equal(bluez.count(`StopDiscovery ${HCI0}`), 1);
});

t.test('an inquiry that an earlier scan has left behind is begun anew', async (t) => {
  const { bluetooth, bluez, bus } = await bluetoothRig(t);
  const start = { path: HCI0, interface: ADAPTER, member: 'StartDiscovery' };
  await bus.call({ destination: 'org.bluez', ...start });
  t.strictSame(await bluetooth.scan(20), []);
  t.equal(bluez.count('StartDiscovery'), 3);
  t.equal(bluez.value(HCI0, ADAPTER, 'Discovering'), false);
});

t.test('there is no scan while a person connects something', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, (made) => void made.addPaired(SPEAKER, 'Kitchen'));
  bluez.onConnect = () => new Promise(() => undefined);
  const connected = bluetooth.connect(SPEAKER);
  void connected.catch(() => undefined);
  await until('it connects', () => bluez.count('Connect ') === 1);
  await t.rejects(bluetooth.scan(20), { name: 'Unavailable', code: 'BLUETOOTH_BUSY' });
  t.equal(bluez.count('StartDiscovery'), 0);
  await bluetooth.disconnect(SPEAKER);
  await t.rejects(connected, { code: 'BLUETOOTH_CANCELED' });
  t.match(await bluetooth.scan(20), [{ address: SPEAKER }]);
});

t.test('of several adapters one that is on is used, before others one that is paired with something', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, (made) => {
    for (const [at, name] of ['hci1', 'hci2', 'hci3'].entries()) made.addAdapter(name, at + 1);
    for (const name of ['hci2', 'hci3']) {
      const properties = { Address: text(SPEAKER), Paired: flag(true) };
      made.add(pathOf(SPEAKER, `/org/bluez/${name}`), { 'org.bluez.Device1': properties });
    }
  });
  for (const name of ['hci2', 'hci3', 'hci0', 'hci1', 'hci2']) {
    const path = `/org/bluez/${name}`;
    await until(`${name} is used`, () => bluetooth.read().adapter?.path === path);
    bluez.change(path, ADAPTER, { Powered: flag(false) });
  }
});

t.test('of several adapters the first that is on is used', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, (made) => {
    made.addAdapter('hci10', 3);
    made.addAdapter('hci2', 2);
    made.add(pathOf(SPEAKER, '/org/bluez/hci2'), { 'org.bluez.Device1': { Address: text(SPEAKER) } });
  });
  t.equal(bluetooth.read().adapter?.path, HCI0);
  t.strictSame(bluetooth.read().devices, [], 'and its devices alone');
  bluez.change(HCI0, ADAPTER, { Powered: flag(false) });
  await until('another one is used', () => bluetooth.read().adapter?.path === '/org/bluez/hci2');
  t.match(bluetooth.read().devices, [{ address: SPEAKER }]);
});

t.test('five hundred devices, and properties of types that they never have, are taken as they come', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t);
  const scan = bluetooth.scan(1500);
  await until('it runs', () => bluetooth.read().isScanning);
  for (let at = 0; at < 500; at += 1) {
    const address = `10:00:00:00:${(at >> 8).toString(16).padStart(2, '0')}:${(at & 255).toString(16).padStart(2, '0')}`;
    const odd = {
      Alias: new Variant('i', 7),
      Paired: text('yes'),
      UUIDs: new Variant('u', 5),
      Connected: new Variant('as', []),
    };
    bluez.show(address.toUpperCase(), 'x', at % 2 === 0 ? {} : odd);
    bluez.change(pathOf(address.toUpperCase()), 'org.bluez.Device1', {
      RSSI: at % 3 === 0 ? text('loud') : new Variant('n', -at % 90),
    });
  }
  bluez.signal('/org/bluez/hci0/dev_x', 'org.freedesktop.DBus.Properties', 'PropertiesChanged', 's', [
    'org.bluez.Device1',
  ]);
  bluez.signal('/', 'org.freedesktop.DBus.ObjectManager', 'InterfacesAdded', 'u', [5]);
  bluez.signal('/', 'org.freedesktop.DBus.ObjectManager', 'InterfacesRemoved', 'oas', ['/nowhere', ['a']]);
  const found = await scan;
  t.equal(found.length, 500);
  t.equal(found.filter(({ name, address }) => name === address).length, 0, 'those whose alias is none have their name');
  t.equal(
    found.some(({ isPaired }) => isPaired),
    false,
  );
});

t.test(
  'what BlueZ knew before the daemon began is known, and again after BlueZ or the bus has begun anew',
  async (t) => {
    const { real, bluetooth, bluez, database } = await bluetoothRig(
      t,
      (made) => void made.addPaired(SPEAKER, 'Kitchen'),
    );
    t.match(bluetooth.read().devices, [{ address: SPEAKER, name: 'Kitchen' }]);
    bluez.leave();
    await until('BlueZ is gone', () => bluetooth.read().phase === 'not_running');
    t.strictSame(bluetooth.read().devices, []);
    const second = await StandInBluez.start(t, real);
    second.addPaired(OTHER, 'Bath');
    await until('it is back', () => known(bluetooth, OTHER) !== undefined);
    await real.end();
    await until('the bus is gone', () => bluetooth.read().phase === 'not_running');
    await real.begin();
    const third = await StandInBluez.start(t, real);
    third.addPaired(SPEAKER, 'Kitchen');
    await until('all is back', () => known(bluetooth, SPEAKER) !== undefined);
    const late = await startBluetooth(t, real, database, PACE);
    await until('and for a daemon that comes later', () => known(late.bluetooth, SPEAKER) !== undefined);
  },
);

t.test('BlueZ that has just ended is not started anew by a question of ours', async (t) => {
  const { bluetooth, bluez, real } = await bluetoothRig(t, (made) => made.addPaired(SPEAKER, 'Kitchen'));
  const started = join(await temporaryDirectory(t), 'started');
  await real.addService('org.bluez', ['/usr/bin/touch', started]);
  await real.addService('org.bluealsa', ['/usr/bin/touch', started]);
  bluez.leave();
  // Before the news of it can have come.
  const asked = [
    bluetooth.scan(20),
    bluetooth.connect(SPEAKER),
    bluetooth.disconnect(SPEAKER),
    bluetooth.forget(SPEAKER),
  ];
  await Promise.allSettled(asked);
  await until('it is seen', () => bluetooth.read().phase === 'not_running');
  for (const ask of [(): Promise<unknown> => bluetooth.scan(20), () => bluetooth.devices()]) {
    await t.rejects(ask(), { code: 'BLUETOOTH_NOT_RUNNING' });
  }
  await t.rejects(access(started), { code: 'ENOENT' });
});
