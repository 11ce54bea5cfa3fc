/** Bluetooth: finding, pairing and connecting. A speaker that is paired with is an output like any other (`/devices`). */
import { parseAddress } from '../../bluetooth/address.js';
import { answerList } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, pageAnswer, type Route, routesOf } from '../route.js';
import * as wire from '../wire/bluetooth.js';

const api = routesOf('/bluetooth', {
  tag: 'Bluetooth',
  segments: { addr: 'Address of the device, such as `AA:BB:CC:DD:EE:FF`.' },
});

const UNAVAILABLE =
  'There is no adapter (`NO_BLUETOOTH_ADAPTER`), it is blocked or off (`BLUETOOTH_BLOCKED`, `BLUETOOTH_OFF`), or the ' +
  'service of the system does not run (`BLUETOOTH_NOT_RUNNING`)';

/** Refusals of every operation that calls BlueZ. */
const ASKS_BLUEZ = {
  500: 'Bluetooth failed; `detail` says how.',
  503: `${UNAVAILABLE}.`,
  504: 'Bluetooth does not answer in time.',
} as const;

const CHANGES_DEVICE = {
  ...ASKS_BLUEZ,
  400: 'The address is none (`INVALID_BLUETOOTH_ADDRESS`).',
  404: 'No such device is known; a scan may find it.',
  503: `${UNAVAILABLE}; or it is done and could not be saved (\`STATE_NOT_SAVED\`).`,
} as const;

export function bluetoothRoutes({ bluetooth }: Pick<HttpDeps, 'bluetooth'>): Route[] {
  const isPaired = (address: string): boolean =>
    bluetooth.read().devices.some((device) => device.address === address && device.isPaired);
  /** The prompt that is open belongs to a pairing that this box began, for which the PIN was given. */
  const isOwnPairing = (): boolean => {
    const { prompt, devices } = bluetooth.read();
    return devices.some((device) => device.address === prompt?.address && device.isConnecting);
  };
  return [
    api.get('/adapter', 'getBluetoothAdapter', 'Get the state of the Bluetooth adapter', {
      answers: jsonAnswer('The adapter in use.', wire.BluetoothAdapterSchema),
      handler: () => wire.toBluetoothAdapter(bluetooth.read()),
    }),
    api.post('/scan', 'scanBluetooth', 'Scan for Bluetooth devices', {
      description:
        'Answers when the time is over; meanwhile the events tell what is found. A call during a scan joins it, and both ' +
        'end early when a device is connected. The adapter is switched on for it. While a device is being connected ' +
        'there is no scan (`BLUETOOTH_BUSY`).',
      query: wire.SCAN_QUERY,
      answers: pageAnswer('All devices that are known then, by their addresses.', wire.BluetoothDevicesSchema),
      refusals: { ...ASKS_BLUEZ, 503: `${UNAVAILABLE}, or is busy with a device.` },
      async handler({ query }, ctx) {
        const found = await bluetooth.scan(wire.toScanDuration(query.timeout_secs));
        await answerList(ctx, found, wire.toBluetoothDevice);
      },
    }),
    api.get('/devices', 'getBluetoothDevices', 'List known Bluetooth devices', {
      answers: pageAnswer('Those that are paired with, and those in reach, by address.', wire.BluetoothDevicesSchema),
      refusals: ASKS_BLUEZ,
      handler: async (_input, ctx) => answerList(ctx, await bluetooth.devices(), wire.toBluetoothDevice),
    }),
    api.put('/devices/{addr}/connect', 'connectBluetoothDevice', 'Connect a device, pairing first where needed', {
      description:
        'Answers when a speaker can be played on. From then on it is connected again by itself, also after a restart, ' +
        'until it is disconnected here. Where the pairing needs a code, the events carry a `prompt`, which ' +
        '`POST /bluetooth/pairing` answers.',
      protects: {
        words: 'and the device is not paired with yet',
        // Whoever listens chooses the speaker, as with `PUT /devices/{id}/connect`.
        need: (_body, { addr = '' }) => (isPaired(parseAddress(addr)) ? undefined : 'always'),
      },
      answers: { 200: { description: 'It is connected.' } },
      refusals: {
        ...CHANGES_DEVICE,
        503:
          `${UNAVAILABLE}; it refuses (\`PAIRING_REFUSED\`, \`PAIRING_LOST\`, \`BLUETOOTH_REFUSED\`), or ` +
          'there is no service for its sound (`NO_BLUETOOTH_AUDIO`); or it is connected and could not be saved.',
        504:
          'It is off or out of reach (`BLUETOOTH_OUT_OF_REACH`), nobody has answered for the pairing ' +
          '(`PAIRING_TIMED_OUT`), its sound does not become ready (`BLUETOOTH_AUDIO_SILENT`), or Bluetooth itself does ' +
          'not answer in time (`BLUETOOTH_SILENT`).',
      },
      handler: ({ params: { addr } }) => bluetooth.connect(parseAddress(addr)),
    }),
    api.put('/devices/{addr}/disconnect', 'disconnectBluetoothDevice', 'Disconnect a device', {
      description:
        'It is not connected again by itself; its pairing stays. What connects it is called off. An adapter that is off ' +
        'stays off.',
      answers: { 200: { description: 'It is not connected.' } },
      refusals: CHANGES_DEVICE,
      handler: ({ params: { addr } }) => bluetooth.disconnect(parseAddress(addr)),
    }),
    api.delete('/devices/{addr}', 'forgetBluetoothDevice', 'Forget a device', {
      protected: 'always',
      description: 'Disconnects it, and takes back the pairing.',
      answers: { 204: { description: 'It is not known any more, until a scan finds it.' } },
      refusals: CHANGES_DEVICE,
      handler: ({ params: { addr } }) => bluetooth.forget(parseAddress(addr)),
    }),
    api.post('/pairing', 'answerBluetoothPairing', 'Answer a pairing prompt', {
      protects: {
        words: 'and the pairing was not begun here',
        need: () => (isOwnPairing() ? undefined : 'always'),
      },
      body: wire.PairingAnswerSchema,
      answers: { 204: { description: 'The device is told; `connect` says how it goes on.' } },
      refusals: { 409: 'Nothing is asked, or something else; its time may be over.' },
      handler: ({ body }) => bluetooth.answer(wire.toPairingAnswer(body)),
    }),
  ];
}
