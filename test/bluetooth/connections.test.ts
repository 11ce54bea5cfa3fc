import t, { type Test } from 'tap';
import { until } from '../dbus/private-bus.js';
import { bluetoothRig, known, OTHER, PACE, SPEAKER } from './rig.js';
import { HCI0, pathOf, refuse } from './stand-in-bluez.js';
import { flag, Refusal } from './stand-in-program.js';

const DEVICE = pathOf(SPEAKER);
const SPEAKER_AT_REST = (made: { addPaired(address: string, name: string): string }) =>
  void made.addPaired(SPEAKER, 'Kitchen');

t.test('a paired speaker is connected when it can be played on', async (t) => {
  const { bluetooth, bluez, sound, logged } = await bluetoothRig(t, SPEAKER_AT_REST);
  await bluetooth.connect(SPEAKER);
  t.match(known(bluetooth, SPEAKER), { isConnected: true, isReady: true, codec: 'SBC', isWanted: true });
  t.equal(bluez.count('Pair'), 0);
  t.equal(sound.value(sound.pcmOf(DEVICE), 'org.bluealsa.PCM1', 'SoftVolume'), false, 'its volume is its own');
  await bluetooth.connect(SPEAKER);
  t.equal(bluez.count('Connect '), 1, 'once is enough');
  const reported = logged.filter((line) => line.includes('speaker: connected'));
  t.match(reported, [/name=Kitchen codec=SBC/], 'and so it is told');
  t.equal(reported.length, 1);
});

t.test('a pairing is durable before the call is answered, and so is its end', async (t) => {
  const { bluetooth, bluez, synced } = await bluetoothRig(t);
  bluez.show(SPEAKER, 'Kitchen');
  await bluetooth.scan(50);
  await bluetooth.connect(SPEAKER);
  const asked = (at: number) => synced.at(at)?.filter((each) => each.includes(DEVICE));
  t.strictSame(asked(-1), [`Pair ${DEVICE}`, `Trusted=true ${DEVICE}`, `Connect ${DEVICE}`]);
  await bluetooth.forget(SPEAKER);
  t.match(asked(-1)?.at(-1), `RemoveDevice ${HCI0} "${DEVICE}"`);
});

t.test('a speaker that is not trusted is, before it is connected', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(
    t,
    (made) => void made.addPaired(SPEAKER, 'Kitchen', { Trusted: flag(false) }),
  );
  await bluetooth.connect(SPEAKER);
  t.strictSame(
    bluez.asked.filter((each) => each.endsWith(DEVICE)),
    [`Trusted=true ${DEVICE}`, `Connect ${DEVICE}`],
  );
});

t.test('the volume of a speaker that takes none from us is made here', async (t) => {
  const { bluetooth, bluez, sound } = await bluetoothRig(t, SPEAKER_AT_REST, { ...PACE, volume: 20 });
  bluez.hasAbsoluteVolume = false;
  await bluetooth.connect(SPEAKER);
  t.equal(sound.value(sound.pcmOf(DEVICE), 'org.bluealsa.PCM1', 'SoftVolume'), true);
});

const REFUSALS = [
  ['Failed', 'br-connection-page-timeout', 'TimedOut', 'BLUETOOTH_OUT_OF_REACH'],
  ['Failed', ':br-connection-page-timeout:Page Timeout', 'TimedOut', 'BLUETOOTH_OUT_OF_REACH'],
  ['Failed', 'Host is down', 'TimedOut', 'BLUETOOTH_OUT_OF_REACH'],
  ['Failed', 'br-connection-refused', 'Unavailable', 'BLUETOOTH_REFUSED'],
  ['Failed', 'br-connection-aborted-by-remote', 'Unavailable', 'BLUETOOTH_REFUSED'],
  ['Failed', 'br-connection-key-missing', 'Unavailable', 'PAIRING_LOST'],
  ['NotReady', 'br-connection-adapter-not-powered', 'Unavailable', 'BLUETOOTH_OFF'],
  ['NotAvailable', 'br-connection-profile-unavailable', 'Unavailable', 'BLUETOOTH_NO_AUDIO'],
  ['InProgress', 'br-connection-busy', 'Unavailable', 'BLUETOOTH_BUSY'],
  ['Failed', 'br-connection-unknown', 'ServiceFailed', 'BLUETOOTH_FAILED'],
  ['Whatever', '', 'ServiceFailed', 'BLUETOOTH_FAILED'],
] as const;

t.test('what BlueZ refuses while it connects has a code of its own', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, SPEAKER_AT_REST);
  for (const [error, text, name, code] of REFUSALS) {
    bluez.onConnect = () => Promise.reject(refuse(error, text));
    await t.rejects(bluetooth.connect(SPEAKER), { name, code }, `${error} ${text}`);
  }
  t.match(known(bluetooth, SPEAKER), { isWanted: false, isConnecting: false });
});

t.test('a policy of the bus that forbids it is a failure of the system', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, SPEAKER_AT_REST);
  bluez.onConnect = () => Promise.reject(new Refusal('org.freedesktop.DBus.Error.AccessDenied', 'Rejected send'));
  await t.rejects(bluetooth.connect(SPEAKER), { name: 'ServiceFailed', code: 'BLUETOOTH_FAILED' });
});

t.test('BlueZ that is busy is asked again', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, SPEAKER_AT_REST);
  let attempts = 0;
  bluez.onConnect = () => {
    attempts += 1;
    return attempts < 3 ? Promise.reject(refuse('InProgress', 'br-connection-busy')) : Promise.resolve();
  };
  await bluetooth.connect(SPEAKER);
  t.equal(attempts, 3);
});

t.test('a connection that does not come about is called off', async (t) => {
  const pace = { ...PACE, connecting: { ...PACE.connecting!, connect: 100 } };
  const { bluetooth, bluez } = await bluetoothRig(t, SPEAKER_AT_REST, pace);
  bluez.onConnect = () => new Promise(() => undefined);
  await t.rejects(bluetooth.connect(SPEAKER), { name: 'TimedOut', code: 'BLUETOOTH_OUT_OF_REACH' });
  t.equal(bluez.count('Disconnect'), 1);
});

t.test('a speaker whose sound does not become ready is not called connected', async (t) => {
  const pace = { ...PACE, connecting: { ...PACE.connecting!, sound: 50 } };
  const { bluetooth, sound, bus } = await bluetoothRig(t, SPEAKER_AT_REST, pace);
  sound.isDeaf = true;
  await t.rejects(bluetooth.connect(SPEAKER), { name: 'TimedOut', code: 'BLUETOOTH_AUDIO_SILENT' });
  let owner: string | undefined = 'somebody';
  bus.watchName('org.bluealsa', (now) => (owner = now));
  sound.leave();
  await until('bluez-alsa is gone', () => owner === undefined);
  await t.rejects(bluetooth.connect(SPEAKER), { name: 'Unavailable', code: 'NO_BLUETOOTH_AUDIO' });
});

t.test('what is no speaker is connected all the same, and not wanted', async (t) => {
  const { bluetooth } = await bluetoothRig(t, (made) => {
    made.addPaired(SPEAKER, 'Keys');
    made.change(DEVICE, 'org.bluez.Device1', {}, ['UUIDs']);
  });
  await bluetooth.connect(SPEAKER);
  t.match(known(bluetooth, SPEAKER), { isConnected: true, isSpeaker: false, isWanted: false });
  t.strictSame(bluetooth.speakers.list(), []);
});

t.test('two who connect the same device share one attempt', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, SPEAKER_AT_REST);
  await Promise.all([bluetooth.connect(SPEAKER), bluetooth.connect(SPEAKER)]);
  t.equal(bluez.count('Connect '), 1);
});

t.test('a speaker that was disconnected by hand is let go, and is not wanted any more', async (t) => {
  const { bluetooth, bluez, database } = await bluetoothRig(t, SPEAKER_AT_REST);
  await bluetooth.connect(SPEAKER);
  const wanted = () => database.read((sql) => sql.prepare('SELECT address FROM wanted_speaker').pluck().all());
  t.strictSame(await wanted(), [SPEAKER]);
  await bluetooth.disconnect(SPEAKER);
  t.strictSame(await wanted(), []);
  await until('it is let go', () => known(bluetooth, SPEAKER)?.isConnected === false);
  t.match(known(bluetooth, SPEAKER), { isReady: false, isWanted: false, isPaired: true });
  await bluetooth.disconnect(SPEAKER);
  t.equal(bluez.count('Disconnect'), 2, 'twice does no harm');
});

t.test('a disconnection calls off what is being connected', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, SPEAKER_AT_REST);
  bluez.onConnect = () => new Promise(() => undefined);
  const connected = bluetooth.connect(SPEAKER);
  void connected.catch(() => undefined);
  await until('it connects', () => bluez.count('Connect ') === 1);
  await bluetooth.disconnect(SPEAKER);
  await t.rejects(connected, { name: 'Unavailable', code: 'BLUETOOTH_CANCELED' });
});

/** A speaker that is connected, and does not say yet whether it takes a volume. */
async function settling(t: Test) {
  const rig = await bluetoothRig(t, SPEAKER_AT_REST, { ...PACE, volume: 5000 });
  rig.bluez.hasAbsoluteVolume = false;
  const connected = rig.bluetooth.connect(SPEAKER);
  void connected.catch(() => undefined);
  await until('it is connected', () => known(rig.bluetooth, SPEAKER)?.isConnected === true);
  const wanted = () => rig.database.read((sql) => sql.prepare('SELECT address FROM wanted_speaker').pluck().all());
  return { ...rig, connected, wanted };
}

t.test('a disconnection at the very end of a connection holds', async (t) => {
  const { bluetooth, bluez, sound, connected, wanted } = await settling(t);
  await until('it has a PCM', () => sound.objects.has(sound.pcmOf(DEVICE)));
  await bluetooth.disconnect(SPEAKER);
  await t.rejects(connected, { name: 'Unavailable', code: 'BLUETOOTH_CANCELED' });
  t.match(known(bluetooth, SPEAKER), { isConnected: false, isWanted: false });
  t.strictSame(await wanted(), []);
  t.equal(bluez.count('Connect '), 1);
});

t.test('a speaker that drops out at the very end of a connection is not called connected', async (t) => {
  const { bluetooth, bluez, sound, connected, wanted } = await settling(t);
  await until('it has a PCM', () => sound.objects.has(sound.pcmOf(DEVICE)));
  bluez.lose(DEVICE);
  await t.rejects(connected, { name: 'TimedOut', code: 'BLUETOOTH_OUT_OF_REACH' });
  t.equal(known(bluetooth, SPEAKER)?.isWanted, false);
  t.strictSame(await wanted(), []);
});

t.test('a speaker that is forgotten at the very end of a connection is', async (t) => {
  const { bluetooth, sound, connected, wanted } = await settling(t);
  await until('it has a PCM', () => sound.objects.has(sound.pcmOf(DEVICE)));
  await bluetooth.forget(SPEAKER);
  await t.rejects(connected, { name: 'Unavailable', code: 'BLUETOOTH_CANCELED' });
  t.strictSame(await wanted(), []);
});

t.test('a person who connects something need not wait for what is called by itself', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, (made) => {
    SPEAKER_AT_REST(made);
    made.addPaired(OTHER, 'Bath');
  });
  await bluetooth.connect(SPEAKER);
  bluez.onConnect = (device) => (device === DEVICE ? new Promise(() => undefined) : Promise.resolve());
  bluez.lose(DEVICE);
  await until('it is called', () => bluez.count(`Connect ${DEVICE}`) === 2);
  await bluetooth.connect(OTHER);
  t.equal(bluez.count(`Disconnect ${DEVICE}`), 1, 'the call is called off');
  t.match(known(bluetooth, OTHER), { isReady: true, isWanted: true });
  bluez.onConnect = () => Promise.resolve();
  await until('and called again', () => known(bluetooth, SPEAKER)?.isReady === true);
});

t.test('those who listen are told when a speaker is called by itself, and when no more', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, SPEAKER_AT_REST, {
    ...PACE,
    reconnecting: { ...PACE.reconnecting!, first: 300 },
  });
  await bluetooth.connect(SPEAKER);
  const reported: unknown[] = [];
  let end: (error: Refusal) => void = () => undefined;
  bluez.onConnect = () => new Promise((_, reject) => (end = reject));
  bluetooth.subscribe(() => reported.push(known(bluetooth, SPEAKER)?.isConnecting));
  bluez.lose(DEVICE);
  await until('it is called', () => bluez.count('Connect ') === 2);
  await until('that is told', () => reported.at(-1) === true);
  end(refuse('Failed', 'br-connection-page-timeout'));
  await until('and its end', () => reported.at(-1) === false);
});

t.test('what is forgotten is known no more', async (t) => {
  const { bluetooth } = await bluetoothRig(t, SPEAKER_AT_REST);
  await bluetooth.connect(SPEAKER);
  await bluetooth.forget(SPEAKER);
  await until('it is gone', () => known(bluetooth, SPEAKER) === undefined);
  await t.rejects(bluetooth.forget(SPEAKER), { name: 'NotFound', code: 'UNKNOWN_BLUETOOTH_DEVICE' });
});

t.test('what could not be saved took effect all the same, and says so', async (t) => {
  const { bluetooth, database } = await bluetoothRig(t, SPEAKER_AT_REST);
  await database.close();
  await t.rejects(bluetooth.connect(SPEAKER), { code: 'STATE_NOT_SAVED' });
  t.match(known(bluetooth, SPEAKER), { isReady: true, isWanted: true });
});

t.test('a speaker is let go, and forgotten, also when that cannot be saved', async (t) => {
  const { bluetooth, bluez, database } = await bluetoothRig(t, SPEAKER_AT_REST);
  await bluetooth.connect(SPEAKER);
  bluez.onConnect = () => new Promise(() => undefined);
  await database.close();
  await t.rejects(bluetooth.disconnect(SPEAKER), { code: 'STATE_NOT_SAVED' });
  t.equal(bluez.count('Disconnect'), 1);
  await until('it is let go', () => known(bluetooth, SPEAKER)?.isConnected === false);
  const connected = bluetooth.connect(SPEAKER);
  void connected.catch(() => undefined);
  await until('it connects', () => bluez.count('Connect ') === 2);
  await t.rejects(bluetooth.forget(SPEAKER), { code: 'STATE_NOT_SAVED' });
  await t.rejects(connected, { code: 'BLUETOOTH_CANCELED' });
  await until('it is gone', () => known(bluetooth, SPEAKER) === undefined);
});

t.test('a radio that is off is not switched on to disconnect', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, SPEAKER_AT_REST);
  for (const isBlocked of [false, true]) {
    bluez.isBlocked = isBlocked;
    bluez.change(HCI0, 'org.bluez.Adapter1', { Powered: flag(false) });
    await until('it is off', () => bluetooth.read().phase === 'off');
    await bluetooth.disconnect(SPEAKER);
  }
  t.equal(bluez.count('Powered='), 0);
  t.equal(bluez.count('Disconnect'), 0);
  await t.rejects(bluetooth.disconnect(OTHER), { name: 'NotFound', code: 'UNKNOWN_BLUETOOTH_DEVICE' });
});

t.test('a connection ends with BlueZ', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t, SPEAKER_AT_REST);
  bluez.onConnect = () => new Promise(() => undefined);
  const connected = bluetooth.connect(SPEAKER);
  void connected.catch(() => undefined);
  await until('it connects', () => bluez.count('Connect ') === 1);
  bluez.leave();
  await t.rejects(connected, { name: 'Unavailable', code: 'BLUETOOTH_NOT_RUNNING' });
});
