/** Bluetooth on a real bus of the test's own, where only the radio's programs stand in. */
import type { Test } from 'tap';
import { Bluetooth, type BluetoothPace, type KnownDevice } from '../../src/bluetooth/bluetooth.js';
import type { Database } from '../../src/database/database.js';
import type { SystemBus } from '../../src/dbus/system-bus.js';
import { databaseIn } from '../database/rig.js';
import { keptLog } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';
import { PrivateBus, until } from '../dbus/private-bus.js';
import { StandInBluez, StandInSound } from './stand-in-bluez.js';

export const SPEAKER = 'AA:BB:CC:00:00:01';
export const OTHER = 'AA:BB:CC:00:00:02';

/** As patient as a test can be. */
export const PACE: BluetoothPace = {
  connecting: { pair: 10_000, connect: 10_000, resolve: 2000, sound: 5000, pause: 20 },
  reconnecting: { soon: 20, first: 50, awaited: { pause: 400, duration: 60_000 }, longest: 400 },
  answer: 10_000,
  volume: 1000,
  eventPace: 10,
};

export interface BluetoothRig {
  readonly real: PrivateBus;
  readonly bluetooth: Bluetooth;
  readonly bluez: StandInBluez;
  readonly sound: StandInSound;
  readonly database: Database;
  readonly bus: SystemBus;
  readonly logged: readonly string[];
  /** What BlueZ had been asked at each sync of its files. */
  readonly synced: readonly (readonly string[])[];
  /** Folder of the system's switches of radios; empty. */
  readonly switches: string;
}

/** @param prepare what BlueZ knows before the daemon sees it */
export async function bluetoothRig(
  t: Test,
  prepare: (bluez: StandInBluez) => void = () => undefined,
  pace: BluetoothPace = PACE,
): Promise<BluetoothRig> {
  const real = await PrivateBus.start(t);
  const bluez = await StandInBluez.start(t, real);
  const sound = await StandInSound.start(t, real, bluez);
  prepare(bluez);
  const database = databaseIn(await temporaryDirectory(t));
  t.teardown(() => database.close());
  const rig = await startBluetooth(t, real, database, pace, bluez);
  await until('BlueZ is seen', () => rig.bluetooth.read().phase === 'on');
  return { real, bluez, sound, database, ...rig };
}

/** The daemon's side alone, started. */
export async function startBluetooth(...args: Parameters<typeof makeBluetooth>) {
  const made = await makeBluetooth(...args);
  await made.bluetooth.start();
  return made;
}

/** The daemon's side alone, before its start. */
export async function makeBluetooth(
  t: Test,
  real: PrivateBus,
  database: Database,
  pace: BluetoothPace = PACE,
  bluez?: StandInBluez,
) {
  const bus = real.client(t);
  const { log, lines } = keptLog('bluetooth');
  const switches = await temporaryDirectory(t);
  const synced: (readonly string[])[] = [];
  const makeDurable = async () => void synced.push([...(bluez?.asked ?? [])]);
  const bluetooth = new Bluetooth({ bus, state: database, makeDurable, log, switches, pace });
  t.teardown(() => bluetooth.stop());
  return { bluetooth, bus, logged: lines, synced, switches };
}

export function known(bluetooth: Bluetooth, address: string): KnownDevice | undefined {
  return bluetooth.read().devices.find((device) => device.address === address);
}
