/** Bluetooth on the wire. */
import type { BluetoothState, KnownDevice } from '../../bluetooth/bluetooth.js';
import type { PairingAnswer } from '../../bluetooth/pairing-agent.js';
import { InvalidInput } from '../../errors.js';
import * as schema from '../schema.js';

/** Longest inquiry in seconds: BlueZ forgets devices that it found earlier than that. */
const LONGEST_SCAN = 120;
const USUAL_SCAN = 10;

export const SCAN_QUERY = {
  timeout_secs: schema.countParameter(`Seconds, at most ${LONGEST_SCAN}; 0 means ${USUAL_SCAN}.`, USUAL_SCAN),
} as const;

export const BluetoothDeviceSchema = schema
  .named('BluetoothDevice')
  .record('A device that this machine has paired with, or has found.', {
    address: schema.text('Such as `AA:BB:CC:DD:EE:FF`.'),
    name: schema.text('For people; the address while nothing else is known.'),
    paired: schema.boolean('Whether it is paired with.'),
    trusted: schema.boolean('Whether it may connect by itself.'),
    connected: schema.boolean('Whether it is connected.'),
    rssi: schema.integerOrNull('How well it was heard last, in dBm; null unless a scan hears it.'),
    battery: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 100,
      description: 'Percent; null where it does not say.',
    },
    codec: schema.textOrNull('In use, such as `SBC`; null unless it can be played on.'),
    icon: schema.textOrNull('Icon name of freedesktop.org, such as `audio-headphones`.'),
    speaker: schema.boolean('Whether it plays what it is sent (A2DP sink): then it is an output too.'),
    ready: schema.boolean('Whether it can be played on now.'),
    connecting: schema.boolean('Whether it is being paired with or connected.'),
    wanted: schema.boolean('Whether it is connected again by itself when it was lost.'),
  });

export const BluetoothDevicesSchema = schema.listOf(BluetoothDeviceSchema);

export const BluetoothAdapterSchema = schema.named('BluetoothAdapter').record('', {
  state: {
    enum: ['on', 'off', 'blocked', 'no_adapter', 'not_running'],
    description:
      '`off`: switched on by the next command that needs it. `blocked`: a switch of the system (rfkill) holds it off. ' +
      "`not_running`: the system's Bluetooth service does not run.",
  },
  address: schema.textOrNull('Of the adapter in use.'),
  name: schema.textOrNull('What others see.'),
  scanning: schema.boolean('Whether a scan runs.'),
});

export const PairingPromptSchema = schema
  .named('PairingPrompt')
  .record('What somebody is asked so that a pairing can go on.', {
    id: schema.text('Another one for each prompt.'),
    address: schema.text('Of the device.'),
    kind: {
      enum: ['confirm', 'authorize', 'enter_pin', 'enter_passkey', 'show'],
      description:
        '`confirm`: does the device show the same `code`? `authorize`: pair at all? `enter_pin`: the PIN of the device, up ' +
        'to 16 characters. `enter_passkey`: six digits that the device shows. `show`: `code` is to be typed on the device.',
    },
    code: schema.textOrNull('What is compared, or typed on the device.'),
  });

export const PairingAnswerSchema = schema.named('PairingAnswer').object('', ['accept'], {
  accept: schema.boolean('Whether to go on; false refuses the pairing.'),
  code: schema.words(16, 'PIN or passkey, where one is asked for.'),
  id: schema.text('Of the prompt that is answered; without it, the one that there is.'),
});

export const BluetoothStateSchema = schema.record('Adapter, devices and prompt; told at most twice a second.', {
  adapter: BluetoothAdapterSchema,
  devices: BluetoothDevicesSchema,
  prompt: schema.orNull(PairingPromptSchema, 'Null while nobody is asked.'),
});

/** In milliseconds. @throws InvalidInput INVALID_QUERY */
export function toScanDuration(seconds: number): number {
  if (seconds > LONGEST_SCAN) {
    const message = `must be at most ${LONGEST_SCAN}`;
    throw new InvalidInput('INVALID_QUERY', `timeout_secs ${message}`, [{ path: 'timeout_secs', message }]);
  }
  return (seconds === 0 ? USUAL_SCAN : seconds) * 1000;
}

export function toPairingAnswer({ accept, code, id }: schema.Static<typeof PairingAnswerSchema>): PairingAnswer {
  return { isAccepted: accept, code, id };
}

export function toBluetoothDevice(device: KnownDevice) {
  return {
    address: device.address,
    name: device.name,
    paired: device.isPaired,
    trusted: device.isTrusted,
    connected: device.isConnected,
    rssi: device.rssi ?? null,
    battery: device.battery ?? null,
    codec: device.codec ?? null,
    icon: device.icon ?? null,
    speaker: device.isSpeaker,
    ready: device.isReady,
    connecting: device.isConnecting,
    wanted: device.isWanted,
  };
}

export function toBluetoothAdapter({ phase, adapter, isScanning }: BluetoothState) {
  return { state: phase, address: adapter?.address ?? null, name: adapter?.name ?? null, scanning: isScanning };
}

export function toBluetoothState(state: BluetoothState) {
  const { prompt } = state;
  return {
    adapter: toBluetoothAdapter(state),
    devices: state.devices.map(toBluetoothDevice),
    prompt: prompt === undefined ? null : { ...prompt, code: prompt.code ?? null },
  };
}
