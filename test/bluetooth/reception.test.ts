import { Variant } from 'dbus-next';
import t, { type Test } from 'tap';
import { until } from '../dbus/private-bus.js';
import { bluetoothRig, OTHER, SPEAKER, type BluetoothRig } from './rig.js';
import { HCI0, pathOf, StandInBluez } from './stand-in-bluez.js';
import { flag, text } from './stand-in-program.js';

const ADAPTER = 'org.bluez.Adapter1';
const PHONE = 'AA:BB:CC:00:00:11';
const ON = { isOn: true, name: 'Kitchen' };
const OFF = { isOn: false, name: 'Kitchen' };
const SONG = {
  Title: text('Launch Window'),
  Artist: text('Nova Kestrel'),
  Album: text('Paper Satellites'),
  Genre: text('Pop'),
  Duration: new Variant('u', 180_000),
};

/** The error that BlueZ is answered; undefined for none. */
const endOf = (asked: Promise<unknown>): Promise<string | undefined> =>
  asked.then(
    () => undefined,
    (error: unknown) => (error as { readonly type?: string }).type,
  );

const seen = (bluez: StandInBluez): unknown[] =>
  ['Discoverable', 'Pairable', 'Alias'].map((name) => bluez.value(HCI0, ADAPTER, name));

/** With reception on. */
async function receiving(t: Test, prepare?: (bluez: StandInBluez) => void): Promise<BluetoothRig> {
  const rig = await bluetoothRig(t, prepare);
  rig.bluetooth.reception.want(ON);
  await until('it is seen', () => rig.bluez.value(HCI0, ADAPTER, 'Discoverable') === true && rig.bluez.isAgentDefault);
  return rig;
}

t.test('nobody sees the box until phones are to play on it, and nobody does afterwards', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t);
  t.strictSame(seen(bluez), [undefined, undefined, 'box']);
  t.equal(bluez.agent, undefined);
  bluetooth.reception.want(ON);
  await until('it is seen', () => bluez.value(HCI0, ADAPTER, 'Discoverable') === true);
  t.strictSame(seen(bluez), [true, true, 'Kitchen']);
  t.ok(bluez.isAgentDefault);
  bluetooth.reception.want({ isOn: true, name: 'Bath' });
  await until('it has another name', () => bluez.value(HCI0, ADAPTER, 'Alias') === 'Bath');
  bluetooth.reception.want(OFF);
  await until('it is hidden', () => bluez.value(HCI0, ADAPTER, 'Discoverable') === false);
});

t.test('it is seen again when BlueZ has ended that by itself, and off when the daemon ends', async (t) => {
  const { bluetooth, bluez } = await receiving(t);
  bluez.change(HCI0, ADAPTER, { Discoverable: flag(false) });
  await until('it is seen again', () => bluez.value(HCI0, ADAPTER, 'Discoverable') === true);
  bluetooth.stop();
  await until('it is hidden', () => bluez.value(HCI0, ADAPTER, 'Discoverable') === false);
});

t.test('an adapter that is off is switched on; one that is blocked is left until it is not', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t);
  bluez.isBlocked = true;
  bluez.change(HCI0, ADAPTER, { Powered: flag(false), PowerState: text('off-blocked') });
  await until('it is known', () => bluetooth.read().phase === 'blocked');
  bluetooth.reception.want(ON);
  await until('it was tried', () => bluez.count('Powered=true') === 1);
  bluez.change(HCI0, ADAPTER, { Class: new Variant('u', 1) });
  bluez.isBlocked = false;
  bluez.change(HCI0, ADAPTER, { PowerState: text('off') });
  await until('it is on', () => bluez.value(HCI0, ADAPTER, 'Powered') === true);
  await until('it is seen', () => bluez.value(HCI0, ADAPTER, 'Discoverable') === true);
  t.equal(bluez.count('Powered=true'), 2, 'it was not tried again and again');
});

t.test('without Bluetooth the wish is kept until there is some', async (t) => {
  const { bluetooth, bluez } = await bluetoothRig(t);
  bluez.remove(HCI0);
  await until('there is none', () => bluetooth.read().phase === 'no_adapter');
  bluetooth.reception.want(ON);
  t.strictSame(bluetooth.reception.sources(), []);
  bluez.addAdapter('hci0');
  await until('it is seen', () => bluez.value(HCI0, ADAPTER, 'Discoverable') === true);
});

t.test('a phone that plays is told with what it plays, and what it stops', async (t) => {
  const { bluetooth, bluez } = await receiving(t);
  const phone = bluez.phone(PHONE, 'Phone');
  await until('it is known', () => bluetooth.reception.sources().length === 1);
  const [resting] = bluetooth.reception.sources();
  t.match(resting, { location: `bluetooth:${PHONE}`, name: 'Phone', isSounding: false, title: '', length: 0 });
  bluez.stream(phone, true, SONG);
  await until('it sounds', () => bluetooth.reception.sources()[0]?.isSounding === true);
  const { elapsed, ...playing } = bluetooth.reception.sources()[0] ?? {};
  t.ok((elapsed ?? 0) >= 2000, 'it goes on by itself');
  t.strictSame(playing, {
    location: `bluetooth:${PHONE}`,
    name: 'Phone',
    pcm: `bluealsa:DEV=${PHONE},PROFILE=a2dp`,
    sampleRate: 44_100,
    format: 'SBC',
    isSounding: true,
    title: 'Launch Window',
    artist: 'Nova Kestrel',
    album: 'Paper Satellites',
    genre: 'Pop',
    length: 180_000,
  });
  bluez.stream(phone, false, SONG);
  await until('it rests', () => bluetooth.reception.sources()[0]?.isSounding === false);
  bluez.lose(phone);
  await until('it is gone', () => bluetooth.reception.sources().length === 0);
});

t.test('a phone that pauses is silent although its stream runs on, until it plays again', async (t) => {
  const { bluetooth, bluez } = await receiving(t);
  const phone = bluez.phone(PHONE, 'Phone');
  const sounds = () => bluetooth.reception.sources()[0]?.isSounding;
  bluez.stream(phone, true, SONG);
  await until('it sounds', () => sounds() === true);
  bluez.change(`${phone}/player0`, 'org.bluez.MediaPlayer1', { Status: text('paused') });
  await until('it is silent', () => sounds() === false);
  bluez.change(`${phone}/player0`, 'org.bluez.MediaPlayer1', { Status: text('playing') });
  await until('it sounds again', () => sounds() === true);
});

t.test('a phone is told what to do; one without buttons, and one that is away, are not', async (t) => {
  const { bluetooth, bluez } = await receiving(t);
  const phone = bluez.phone(PHONE, 'Phone');
  await until('it is known', () => bluetooth.reception.sources().length === 1);
  const location = `bluetooth:${PHONE}`;
  for (const command of ['play', 'next', 'previous', 'pause'] as const) {
    await bluetooth.reception.command(location, command);
  }
  const reported = bluez.asked.filter((each) => each.endsWith('/player0'));
  t.strictSame(
    reported,
    ['Play', 'Next', 'Previous', 'Pause'].map((each) => `${each} ${phone}/player0`),
  );
  bluez.remove(`${phone}/player0`);
  bluez.phone('AA:BB:CC:00:00:12', 'Other');
  await until('that is seen', () => bluetooth.reception.sources().length === 2);
  await t.rejects(bluetooth.reception.command(location, 'next'), { code: 'NO_REMOTE_CONTROL' });
  const absent = bluetooth.reception.command('bluetooth:00:00:00:00:00:00', 'next');
  await t.rejects(absent, { code: 'UNKNOWN_BLUETOOTH_DEVICE' });
});

t.test('a speaker is no phone, and a phone never becomes a wanted speaker', async (t) => {
  const { bluetooth, bluez, sound } = await receiving(t, (bluez) => bluez.addPaired(SPEAKER, 'Box'));
  await bluetooth.connect(SPEAKER);
  // A loudspeaker that could also send.
  sound.hear(pathOf(SPEAKER));
  bluez.phone(PHONE, 'Phone');
  await until('the phone is known', () => bluetooth.reception.sources().length === 1);
  t.equal(bluetooth.reception.sources()[0]?.location, `bluetooth:${PHONE}`);
  t.notOk(bluetooth.read().devices.find(({ address }) => address === PHONE)?.isWanted);
  t.strictSame(
    bluetooth.speakers.list().map(({ name }) => name),
    ['Box'],
  );
});

t.test('off, phones are nobody: they are disconnected, and let in no more', async (t) => {
  const { bluetooth, bluez } = await receiving(t);
  const phone = bluez.phone(PHONE, 'Phone');
  await until('it is known', () => bluetooth.reception.sources().length === 1);
  const service = '0000110D-0000-1000-8000-00805f9b34fb';
  await bluez.askAgent('AuthorizeService', 'os', [phone, service]);
  t.equal(
    await endOf(bluez.askAgent('AuthorizeService', 'os', [phone, '00001124-0000-1000-8000-00805f9b34fb'])),
    'org.bluez.Error.Rejected',
  );
  t.equal(await endOf(bluez.askAgent('AuthorizeService', 'os', [pathOf(OTHER), service])), 'org.bluez.Error.Rejected');
  bluetooth.reception.want(OFF);
  t.strictSame(bluetooth.reception.sources(), []);
  await until('it is disconnected', () => bluez.count(`Disconnect ${phone}`) === 1);
  t.equal(await endOf(bluez.askAgent('AuthorizeService', 'os', [phone, service])), 'org.bluez.Error.Rejected');
});

t.test('a phone that wants to pair shows its code here, and is let in by a person only', async (t) => {
  const { bluetooth, bluez } = await receiving(t);
  t.equal(bluez.agent?.capability, 'KeyboardDisplay');
  const asked = bluez.askAgent('RequestConfirmation', 'ou', [pathOf(PHONE), 4711]);
  await until('a person is asked', () => bluetooth.read().prompt !== undefined);
  t.match(bluetooth.read().prompt, { address: PHONE, kind: 'confirm', code: '004711' });
  bluetooth.answer({ id: undefined, isAccepted: true, code: undefined });
  await asked;
  const refused = endOf(bluez.askAgent('RequestAuthorization', 'o', [pathOf(PHONE)]));
  await until('a person is asked again', () => bluetooth.read().prompt?.kind === 'authorize');
  bluetooth.answer({ id: undefined, isAccepted: false, code: undefined });
  t.equal(await refused, 'org.bluez.Error.Rejected');
  const late = endOf(bluez.askAgent('RequestAuthorization', 'o', [pathOf(PHONE)]));
  await until('and once more', () => bluetooth.read().prompt?.kind === 'authorize');
  bluetooth.reception.want(OFF);
  t.equal(await late, 'org.bluez.Error.Canceled');
  t.equal(await endOf(bluez.askAgent('RequestAuthorization', 'o', [pathOf(PHONE)])), 'org.bluez.Error.Rejected');
});

t.test('the pairing that a phone has begun is made durable', async (t) => {
  const { bluez, synced } = await receiving(t);
  const path = bluez.addPaired(PHONE, 'Phone', { Paired: flag(false) });
  t.strictSame(synced, []);
  bluez.change(path, 'org.bluez.Device1', { Paired: flag(true) });
  await until('it is', () => synced.length === 1);
});

t.test('after a pairing from here phones may still pair from outside', async (t) => {
  const { bluetooth, bluez } = await receiving(t);
  const path = bluez.show(SPEAKER, 'Box');
  await bluetooth.scan(20);
  await bluetooth.connect(SPEAKER);
  t.equal(bluez.value(path, 'org.bluez.Device1', 'Paired'), true);
  await until('the agent answers all', () => bluez.agent?.capability === 'KeyboardDisplay' && bluez.isAgentDefault);
});

t.test('a BlueZ that begins anew learns of it', async (t) => {
  const rig = await receiving(t);
  rig.bluez.leave();
  await until('it is gone', () => rig.bluetooth.read().phase === 'not_running');
  const second = await StandInBluez.start(t, rig.real);
  await until('it is seen', () => second.value(HCI0, ADAPTER, 'Discoverable') === true && second.isAgentDefault);
  t.strictSame(seen(second), [true, true, 'Kitchen']);
});
