import fc from 'fast-check';
import t from 'tap';
import { adapterIn, deviceIn, pcmIn } from '../../src/bluetooth/readings.js';

const ADDRESS = 'AA:BB:CC:00:00:01';
const SINK = '0000110b-0000-1000-8000-00805f9b34fb';

t.test('a device is read with all that BlueZ tells of it', async (t) => {
  const properties = {
    ...{ Address: ADDRESS, Alias: 'Kitchen', Name: 'JBL', Icon: 'audio-headphones', RSSI: -50 },
    ...{ Paired: true, Trusted: true, Connected: true, ServicesResolved: true, UUIDs: [SINK.toUpperCase()] },
  };
  t.strictSame(deviceIn('/d', properties, { Percentage: 70 }), {
    ...{ path: '/d', address: ADDRESS, name: 'Kitchen', icon: 'audio-headphones', rssi: -50, battery: 70 },
    ...{ isPaired: true, isTrusted: true, isConnected: true, isResolved: true, isSpeaker: true },
  });
});

t.test('a device of which nothing is known but its address is called by that', async (t) => {
  const nothing = { rssi: undefined, icon: undefined, battery: undefined };
  const not = { isPaired: false, isTrusted: false, isConnected: false, isResolved: false, isSpeaker: false };
  const unknown = { path: '/d', address: ADDRESS, name: ADDRESS, ...nothing, ...not };
  t.strictSame(deviceIn('/d', { Address: ADDRESS }, undefined), unknown);
  t.strictSame(
    deviceIn('/d', { Address: ADDRESS, Alias: 'AA-BB-CC-00-00-01' }, undefined),
    unknown,
    'or by what BlueZ makes of it',
  );
  t.match(deviceIn('/d', { Address: ADDRESS, Alias: 'AA-BB-CC-00-00-01', Name: 'JBL' }, undefined), { name: 'JBL' });
});

t.test('what has another type than it is known to have counts as absent', async (t) => {
  const wrong = {
    Alias: 7,
    Name: ['x'],
    Icon: {},
    Paired: 'yes',
    Trusted: 1,
    Connected: null,
    UUIDs: 'x',
    RSSI: '-50',
  };
  const device = deviceIn('/d', { Address: ADDRESS, ...wrong }, { Percentage: 300 });
  t.match(device, { name: ADDRESS, isPaired: false, isTrusted: false, isConnected: false, isSpeaker: false });
  t.strictSame([device?.rssi, device?.icon, device?.battery], [undefined, undefined, undefined]);
  t.equal(deviceIn('/d', { Address: 5 }, undefined), undefined);
  t.equal(adapterIn('/a', { Address: 'none' }), undefined);
  t.equal(pcmIn('/p', { Device: 5, Transport: 'A2DP-source', Mode: 'sink' }), undefined);
  t.equal(pcmIn('/p', { Device: '/d', Transport: 'HFP-AG', Mode: 'sink' }), undefined, 'a telephone is not played on');
  t.match(pcmIn('/p', { Device: '/d', Transport: 'A2DP-source', Mode: 'sink', Codec: 5 }), {
    device: '/d',
    codec: undefined,
  });
});

t.test('a name cannot break a line', async (t) => {
  t.equal(deviceIn('/d', { Address: ADDRESS, Alias: ' a\r\nb\u0000 ' }, undefined)?.name, 'a b');
});

t.test('whatever the properties are, reading them throws nothing', async () => {
  const names = fc.constantFrom(
    'Address',
    'Alias',
    'Name',
    'Icon',
    'UUIDs',
    'RSSI',
    'Device',
    'Transport',
    'Mode',
    'Codec',
    'Powered',
  );
  const value = fc.oneof(fc.anything(), fc.constantFrom(ADDRESS, 'A2DP-source', 'sink', true));
  fc.assert(
    fc.property(fc.dictionary(names, value), fc.dictionary(fc.constant('Percentage'), value), (properties, battery) => {
      adapterIn('/a', properties);
      deviceIn('/d', properties, battery);
      pcmIn('/p', properties);
    }),
  );
});
