import t from 'tap';
import { parseBrokerAddress } from '../../src/mqtt/address.js';

t.test('host and port are found in the address of a broker', async (t) => {
  const is = (address: string, host: string, port: number, isSecure = false): void => {
    t.strictSame(parseBrokerAddress(address), { host, port, isSecure }, address);
  };
  is('mqtt://homeassistant.local', 'homeassistant.local', 1883);
  is('mqtt://192.168.1.5:1884/', '192.168.1.5', 1884);
  is('MQTTS://broker', 'broker', 8883, true);
  is('mqtts://[fd00::5]:88', 'fd00::5', 88, true);
});

t.test('everything else is none', async (t) => {
  for (const text of [
    ...['', 'broker', 'http://broker', 'mqtt://', 'mqtt://:1883', 'mqtt://user@broker', 'mqtt://user:pw@broker'],
    ...['mqtt://broker/path', 'mqtt://broker?x', 'mqtt://broker#x', 'mqtt://broker:0', 'mqtt://broker:65536'],
    ...[
      'mqtt://broker:x',
      'mqtt://bro ker',
      'mqtt://bro\nker',
      ' mqtt://broker',
      'ws://broker',
      'mqtt://[::1',
      'mqtt://é',
    ],
  ]) {
    t.equal(parseBrokerAddress(text), undefined, text);
  }
});
