import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import { Avahi } from '../../src/discovery/avahi.js';
import { Discovery } from '../../src/discovery/discovery.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { settingsInMemory } from '../http/fake-settings.js';

t.test('an Avahi that appears in the turn in which the bus reported none is told of the services', async (t) => {
  const bus = {
    subscribe: () => () => undefined,
    watchName: (_name: string, changed: (owner: string | undefined) => void) => {
      queueMicrotask(() => {
        changed(undefined);
        changed(':1.1');
      });
      return () => undefined;
    },
    call: ({ member }: { readonly member: string }) => Promise.resolve([member === 'GetState' ? 2 : 'box.local']),
  };
  const announced: string[] = [];
  const discovery = new Discovery({
    avahi: new Avahi(bus),
    settings: settingsInMemory(),
    boxId: { read: () => Promise.resolve('0123456789abcdef') },
    publisher: {
      load: () => undefined,
      publish: ({ type, name }, listener) => {
        announced.push(type);
        setImmediate(() => listener.registered(name));
        return { stop: () => undefined };
      },
    },
    lanAddresses: () => [],
    machine: () => 'box',
    version: '1.2.3',
    log: SILENT_LOG,
  });
  t.teardown(() => discovery.stop());
  discovery.start({ web: 80, rest: 6063 });
  for (let looks = 0; looks < 100 && announced.length < 2; looks++) await nextTurn();
  t.strictSame(announced, ['_tonearm._tcp', '_http._tcp']);
  await nextTurn();
  t.match(await discovery.read(), { hostName: 'box.local', problem: undefined });
});
