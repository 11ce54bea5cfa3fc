import t, { type Test } from 'tap';
import { setTimeout as delay } from 'node:timers/promises';
import type { PairingPrompt } from '../../src/bluetooth/pairing-agent.js';
import { until } from '../dbus/private-bus.js';
import { type BluetoothRig, bluetoothRig, known, OTHER, PACE, SPEAKER } from './rig.js';
import { pathOf, refuse, type StandInAgent, StandInBluez } from './stand-in-bluez.js';
import { flag } from './stand-in-program.js';

const DEVICE = pathOf(SPEAKER);

/** A speaker that asks something while it is paired with, and somebody who could answer. */
async function asking(
  t: Test,
  ask: (agent: StandInAgent) => Promise<unknown>,
  answered: (answer: unknown) => void = () => undefined,
  pace = PACE,
): Promise<BluetoothRig> {
  const rig = await bluetoothRig(t, undefined, pace);
  rig.bluez.onPair = async (_device, agent) => {
    answered(
      await ask(agent).catch(() => {
        throw refuse('AuthenticationRejected', 'Authentication Rejected');
      }),
    );
  };
  rig.bluetooth.askThrough(() => true);
  void rig.bluetooth.scan(100_000).catch(() => undefined);
  await until('the scan runs', () => rig.bluetooth.read().isScanning);
  rig.bluez.show(SPEAKER, 'Kitchen');
  await until('it is found', () => known(rig.bluetooth, SPEAKER) !== undefined);
  return rig;
}

async function prompted({ bluetooth }: BluetoothRig): Promise<PairingPrompt> {
  await until('somebody is asked', () => bluetooth.read().prompt !== undefined);
  return bluetooth.read().prompt!;
}

t.test('a code that both sides show is confirmed by a person', async (t) => {
  const rig = await asking(t, (agent) => agent.ask('RequestConfirmation', 'ou', [DEVICE, 1234]));
  const connected = rig.bluetooth.connect(SPEAKER);
  const prompt = await prompted(rig);
  t.match(prompt, { id: /^[\da-f]{8}$/, address: SPEAKER, kind: 'confirm', code: '001234' });
  t.throws(() => rig.bluetooth.answer({ id: 'another', isAccepted: true, code: undefined }), {
    code: 'NO_PAIRING_PROMPT',
  });
  rig.bluetooth.answer({ id: prompt.id, isAccepted: true, code: undefined });
  t.equal(rig.bluetooth.read().prompt, undefined);
  await connected;
  t.match(known(rig.bluetooth, SPEAKER), { isPaired: true, isTrusted: true, isConnected: true, isReady: true });
  t.equal(rig.bluez.agent?.capability, 'KeyboardDisplay');
  t.throws(() => rig.bluetooth.answer({ id: undefined, isAccepted: true, code: undefined }), {
    code: 'NO_PAIRING_PROMPT',
  });
});

t.test('a code that is not the same is refused, and the pairing with it', async (t) => {
  const rig = await asking(t, (agent) => agent.ask('RequestConfirmation', 'ou', [DEVICE, 1234]));
  const connected = rig.bluetooth.connect(SPEAKER);
  void connected.catch(() => undefined);
  await prompted(rig);
  rig.bluetooth.answer({ id: undefined, isAccepted: false, code: undefined });
  await t.rejects(connected, { name: 'Unavailable', code: 'PAIRING_REFUSED' });
  t.match(known(rig.bluetooth, SPEAKER), { isPaired: false, isWanted: false, isConnecting: false });
});

t.test('a PIN and a passkey are entered by a person, and only such as can be one', async (t) => {
  for (const [member, gives, wrong, code, answer] of [
    ['RequestPinCode', 'enter_pin', ['', 'x'.repeat(17), 'é'], '0000', '0000'],
    ['RequestPasskey', 'enter_passkey', ['', '1234567', '12a', '-1'], '012345', 12_345],
  ] as const) {
    let got: unknown;
    const rig = await asking(
      t,
      (agent) => agent.ask(member, 'o', [DEVICE]),
      (given) => (got = given),
    );
    const connected = rig.bluetooth.connect(SPEAKER);
    t.match(await prompted(rig), { kind: gives, code: undefined });
    for (const each of [...wrong, undefined]) {
      t.throws(() => rig.bluetooth.answer({ id: undefined, isAccepted: true, code: each }), { code: 'INVALID_BODY' });
    }
    rig.bluetooth.answer({ id: undefined, isAccepted: true, code });
    await connected;
    t.equal(got, answer);
  }
});

t.test('a code to be typed on the device is shown until it is typed', async (t) => {
  let typed: (() => void) | undefined;
  const rig = await asking(t, async (agent) => {
    await agent.ask('DisplayPasskey', 'ouq', [DEVICE, 77, 0]);
    await agent.ask('DisplayPasskey', 'ouq', [DEVICE, 77, 1]);
    await new Promise<void>((resolve) => (typed = resolve));
  });
  const connected = rig.bluetooth.connect(SPEAKER);
  t.match(await prompted(rig), { kind: 'show', code: '000077' });
  const { id } = rig.bluetooth.read().prompt!;
  await until('it was shown twice', () => typed !== undefined);
  t.equal(rig.bluetooth.read().prompt?.id, id, 'as one prompt');
  typed?.();
  await connected;
  t.equal(rig.bluetooth.read().prompt, undefined);
});

t.test('who does not want to type a code calls the pairing off', async (t) => {
  const rig = await asking(t, async (agent) => {
    await agent.ask('DisplayPinCode', 'os', [DEVICE, '1234']);
    await new Promise(() => undefined);
  });
  const connected = rig.bluetooth.connect(SPEAKER);
  void connected.catch(() => undefined);
  t.match(await prompted(rig), { kind: 'show', code: '1234' });
  rig.bluetooth.answer({ id: undefined, isAccepted: false, code: undefined });
  await t.rejects(connected, { code: 'PAIRING_REFUSED' });
  t.equal(rig.bluez.count('CancelPairing'), 1);
});

t.test('a prompt that nobody answers has an end', async (t) => {
  const pace = { ...PACE, answer: 50 };
  const rig = await asking(t, (agent) => agent.ask('RequestPinCode', 'o', [DEVICE]), undefined, pace);
  await t.rejects(rig.bluetooth.connect(SPEAKER), { name: 'TimedOut', code: 'PAIRING_TIMED_OUT' });
  t.equal(rig.bluetooth.read().prompt, undefined);
});

t.test('BlueZ takes its question back, and nobody is asked any more', async (t) => {
  const rig = await asking(t, () => Promise.resolve());
  rig.bluez.onPair = async (_device, agent) => {
    const asked = agent.ask('RequestConfirmation', 'ou', [DEVICE, 1]);
    asked.catch(() => undefined);
    await until('somebody is asked', () => rig.bluetooth.read().prompt !== undefined);
    await agent.ask('Cancel', '', []);
    t.match(await asked.catch((error: unknown) => error), { type: 'org.bluez.Error.Canceled' });
    t.equal(rig.bluetooth.read().prompt, undefined);
    throw refuse('AuthenticationTimeout', 'Authentication Timeout');
  };
  await t.rejects(rig.bluetooth.connect(SPEAKER), { name: 'TimedOut', code: 'PAIRING_TIMED_OUT' });
});

t.test('where nobody hears the events, BlueZ is told that nobody can answer', async (t) => {
  const rig = await asking(t, () => Promise.resolve());
  rig.bluetooth.askThrough(() => false);
  await rig.bluetooth.connect(SPEAKER);
  t.equal(rig.bluez.agent?.capability, 'NoInputNoOutput');
});

t.test('whoever wants to pair with the box, or use it, without being asked to is refused', async (t) => {
  const rig = await asking(t, () => Promise.resolve());
  await rig.bluetooth.connect(SPEAKER);
  for (const [member, signature, body] of [
    ['RequestConfirmation', 'ou', [DEVICE, 1]],
    ['RequestAuthorization', 'o', [DEVICE]],
    ['RequestPinCode', 'o', ['/org/bluez/hci0/dev_x']],
    ['AuthorizeService', 'os', [DEVICE, '0000110a-0000-1000-8000-00805f9b34fb']],
    ['DisplayPinCode', 'os', [DEVICE, '1']],
  ] as const) {
    const refused = await rig.bluez.askAgent(member, signature, body).catch((error: unknown) => error);
    t.match(refused, { type: 'org.bluez.Error.Rejected' }, member);
  }
  t.equal(rig.bluetooth.read().prompt, undefined);
});

const REFUSALS = [
  ['AuthenticationFailed', 'Authentication Failed', 'PAIRING_REFUSED'],
  ['AuthenticationRejected', 'Authentication Rejected', 'PAIRING_REFUSED'],
  ['AuthenticationCanceled', 'Authentication Canceled', 'PAIRING_REFUSED'],
  ['AuthenticationTimeout', 'Authentication Timeout', 'PAIRING_TIMED_OUT'],
  ['ConnectionAttemptFailed', 'Page Timeout', 'BLUETOOTH_OUT_OF_REACH'],
  ['InProgress', 'In Progress', 'BLUETOOTH_BUSY'],
  ['Failed', 'Not Powered', 'BLUETOOTH_FAILED'],
] as const;

t.test('what BlueZ refuses while it pairs has a code of its own', async (t) => {
  const rig = await asking(t, () => Promise.resolve());
  for (const [name, text, code] of REFUSALS) {
    rig.bluez.onPair = () => Promise.reject(refuse(name, text));
    await t.rejects(rig.bluetooth.connect(SPEAKER), { code }, name);
  }
});

for (const [what, letGo] of [
  ['disconnected', (rig: BluetoothRig) => rig.bluetooth.disconnect(SPEAKER)],
  ['forgotten', (rig: BluetoothRig) => rig.bluetooth.forget(SPEAKER)],
] as const) {
  t.test(`a device that is ${what} while it is paired with is not, and nobody is asked any more`, async (t) => {
    const rig = await asking(t, (agent) => agent.ask('RequestConfirmation', 'ou', [DEVICE, 1234]));
    const connected = rig.bluetooth.connect(SPEAKER);
    void connected.catch(() => undefined);
    await prompted(rig);
    await letGo(rig);
    await t.rejects(connected, { name: 'Unavailable', code: 'BLUETOOTH_CANCELED' });
    t.equal(rig.bluetooth.read().prompt, undefined);
    t.not(known(rig.bluetooth, SPEAKER)?.isPaired, true);
  });
}

t.test('two devices are paired with one after the other, each with a person to answer', async (t) => {
  const rig = await asking(t, () => Promise.resolve());
  rig.bluez.onPair = async (device, agent) => {
    await agent.ask('RequestConfirmation', 'ou', [device, 7]);
  };
  rig.bluez.show(OTHER, 'Bath');
  await until('the other is found', () => known(rig.bluetooth, OTHER) !== undefined);
  const first = rig.bluetooth.connect(SPEAKER);
  t.match(await prompted(rig), { address: SPEAKER });
  rig.bluetooth.askThrough(() => false);
  const second = rig.bluetooth.connect(OTHER);
  await until('the other waits', () => known(rig.bluetooth, OTHER)?.isConnecting === true);
  await delay(50);
  t.match(rig.bluetooth.read().prompt, { address: SPEAKER }, 'who is asked first answers first');
  rig.bluetooth.answer({ id: undefined, isAccepted: true, code: undefined });
  await first;
  t.match(await prompted(rig), { address: OTHER });
  rig.bluetooth.answer({ id: undefined, isAccepted: true, code: undefined });
  await second;
  for (const address of [SPEAKER, OTHER]) t.match(known(rig.bluetooth, address), { isPaired: true, isReady: true });
});

t.test('a pairing that is called off before its turn does not wait for it', async (t) => {
  const rig = await asking(t, (agent) => agent.ask('RequestConfirmation', 'ou', [DEVICE, 1234]));
  rig.bluez.show(OTHER, 'Bath');
  await until('the other is found', () => known(rig.bluetooth, OTHER) !== undefined);
  const first = rig.bluetooth.connect(SPEAKER);
  await prompted(rig);
  const second = rig.bluetooth.connect(OTHER);
  void second.catch(() => undefined);
  await until('the other waits', () => known(rig.bluetooth, OTHER)?.isConnecting === true);
  await rig.bluetooth.disconnect(OTHER);
  await t.rejects(second, { code: 'BLUETOOTH_CANCELED' });
  t.equal(rig.bluez.count('Pair'), 1);
  rig.bluetooth.answer({ id: undefined, isAccepted: true, code: undefined });
  await first;
});

t.test('BlueZ that has begun anew is given the agent anew', async (t) => {
  const rig = await asking(t, () => Promise.resolve());
  await rig.bluetooth.connect(SPEAKER);
  rig.bluez.leave();
  await until('BlueZ is gone', () => rig.bluetooth.read().phase === 'not_running');
  const second = await StandInBluez.start(t, rig.real);
  second.sound = rig.sound;
  second.addPaired(OTHER, 'Bath', { Paired: flag(false) });
  await until('it is back', () => known(rig.bluetooth, OTHER) !== undefined);
  await rig.bluetooth.connect(OTHER);
  t.equal(second.agent?.capability, 'KeyboardDisplay');
});

t.test('a device that vanishes while it is paired with is gone, and so is one that was never there', async (t) => {
  const rig = await asking(t, () => Promise.resolve());
  rig.bluez.onPair = () => {
    setImmediate(() => rig.bluez.vanish(DEVICE));
    return new Promise(() => undefined);
  };
  await t.rejects(rig.bluetooth.connect(SPEAKER), { name: 'Unavailable', code: 'BLUETOOTH_DEVICE_GONE' });
  await t.rejects(rig.bluetooth.connect('00:00:00:00:00:09'), { name: 'NotFound', code: 'UNKNOWN_BLUETOOTH_DEVICE' });
});

t.test('a pairing that does not end is called off', async (t) => {
  const pace = { ...PACE, connecting: { ...PACE.connecting!, pair: 50 } };
  const rig = await asking(t, () => new Promise(() => undefined), undefined, pace);
  await t.rejects(rig.bluetooth.connect(SPEAKER), { name: 'TimedOut', code: 'PAIRING_TIMED_OUT' });
  t.equal(rig.bluez.count('CancelPairing'), 1);
});

t.test('BlueZ that falls while it pairs is not waited for', async (t) => {
  const rig = await asking(t, () => new Promise(() => undefined));
  const connected = rig.bluetooth.connect(SPEAKER);
  void connected.catch(() => undefined);
  await until('it pairs', () => rig.bluez.count('Pair') === 1);
  rig.bluez.leave();
  await t.rejects(connected, { name: 'Unavailable', code: 'BLUETOOTH_NOT_RUNNING' });
});
