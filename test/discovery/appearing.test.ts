import { setImmediate as nextTurn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Avahi } from '../../src/discovery/avahi.js';
import { Discovery } from '../../src/discovery/discovery.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { settingsInMemory } from '../http/fake-settings.js';

/** Discovery over an Avahi that is there, and what it announces. */
function rig(t: Test) {
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
      publish: ({ type, name, port }, listener) => {
        const service = `${type} ${port}`;
        announced.push(service);
        setImmediate(() => listener.registered(name));
        return { stop: () => void announced.splice(announced.indexOf(service), 1) };
      },
    },
    lanAddresses: () => [],
    machine: () => 'box',
    version: '1.2.3',
    log: SILENT_LOG,
  });
  t.teardown(() => discovery.stop());
  /** Resolves when so many services are announced. */
  const until = async (count: number): Promise<string[]> => {
    for (let looks = 0; looks < 100 && announced.length !== count; looks++) await nextTurn();
    return [...announced];
  };
  return { discovery, until };
}

t.test('an Avahi that appears in the turn in which the bus reported none is told of the services', async (t) => {
  const { discovery, until } = rig(t);
  discovery.start({ web: 80, rest: 6063 });
  t.strictSame(await until(2), ['_tonearm._tcp 6063', '_http._tcp 80']);
  await nextTurn();
  t.match(await discovery.read(), { hostName: 'box.local', problem: undefined });
});

t.test('another protocol is announced while it has a port', async (t) => {
  const { discovery, until } = rig(t);
  discovery.announce('_mpd._tcp', 6600);
  discovery.start({ web: 80, rest: 6063 });
  t.strictSame(await until(3), ['_tonearm._tcp 6063', '_http._tcp 80', '_mpd._tcp 6600']);
  discovery.announce('_mpd._tcp', undefined);
  t.strictSame(await until(2), ['_tonearm._tcp 6063', '_http._tcp 80']);
  discovery.announce('_mpd._tcp', 6601);
  t.strictSame(await until(3), ['_tonearm._tcp 6063', '_http._tcp 80', '_mpd._tcp 6601']);
});

t.test('nothing is announced that only this machine reaches', async (t) => {
  const { discovery, until } = rig(t);
  discovery.announce('_mpd._tcp', 6600);
  discovery.start(undefined);
  discovery.announce('_mpd._tcp', 6601);
  await nextTurn();
  t.strictSame(await until(0), []);
});
