import t from 'tap';
import { socketOf } from '../../src/dbus/address.js';

const ADDRESSES: Readonly<Record<string, string | undefined>> = {
  'unix:path=/run/dbus/system_bus_socket': '/run/dbus/system_bus_socket',
  'unix:path=/run/a,guid=0123': '/run/a',
  'unix:guid=0123,path=/run/a': '/run/a',
  'unix:path=/run/with%20space%2dline': '/run/with space-line',
  'tcp:host=127.0.0.1,port=1;unix:path=/run/a': '/run/a',
  'unix:abstract=/run/a': undefined,
  'unix:path=': undefined,
  'unix:path=/run/%': undefined,
  'unix:path=/run/a%3ab': undefined,
  '': undefined,
};

for (const [address, path] of Object.entries(ADDRESSES)) {
  t.test(`the socket of "${address}" is ${path ?? 'unknown'}`, async (t) => {
    t.equal(socketOf(address), path);
  });
}
