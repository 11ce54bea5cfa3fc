import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import t, { type Test } from 'tap';
import { Avahi } from '../../src/discovery/avahi.js';
import { Discovery, type DiscoveryDeps, type DiscoveryState } from '../../src/discovery/discovery.js';
import { type MdnsLibrary, Publisher } from '../../src/discovery/publisher.js';
import { keptLog } from '../fixtures/log.js';
import { settingsInMemory } from '../http/fake-settings.js';
import { type FoundService, lanTrouble, Machine } from './lan.js';

const ADVERTISEMENT = fileURLToPath(new URL('../../node_modules/mdns/lib/advertisement.js', import.meta.url));
const ID = '0123456789abcdef';
const TXT = [`id=${ID}`, 'path=/', 'version=1.2.3'];
const PORTS = { web: 80, rest: 6063 };
const ALL = 2;

t.setTimeout(120_000);

const trouble = await lanTrouble();
const skip = { skip: trouble };
/** Where it cannot be made no test asks for it. */
const machine = trouble === false ? await Machine.start(t, 'box') : (undefined as never);
// libdns_sd reads it once, when the first service is told: never that of this machine.
process.env['DBUS_SYSTEM_BUS_ADDRESS'] = trouble === false ? machine.bus.address : 'unix:path=/nowhere';
process.env['AVAHI_COMPAT_NOWARN'] = '1';

function rig(t: Test, deps: Partial<DiscoveryDeps> = {}, ports: typeof PORTS | 'unreachable' = PORTS) {
  const { log, lines } = keptLog('discovery');
  const settings = settingsInMemory();
  const load = (): MdnsLibrary => createRequire(ADVERTISEMENT)(ADVERTISEMENT) as MdnsLibrary;
  const discovery = new Discovery({
    avahi: new Avahi(machine.bus.client(t)),
    settings,
    boxId: { read: () => Promise.resolve(ID) },
    publisher: new Publisher(load),
    machine: () => 'box.home.arpa',
    lanAddresses: () => ['192.168.1.20'],
    version: '1.2.3',
    log,
    pauses: { first: 50, longest: 200 },
    ...deps,
  });
  t.teardown(() => discovery.stop());
  discovery.start(ports === 'unreachable' ? undefined : ports);
  const until = async (isIt: (state: DiscoveryState) => boolean): Promise<DiscoveryState> => {
    for (let attempts = 0; attempts < 600; attempts++) {
      const state = await discovery.read();
      if (isIt(state)) return state;
      await delay(50);
    }
    throw new Error(`never so: ${JSON.stringify(await discovery.read())}\n${lines.join('\n')}`);
  };
  return { discovery, settings, lines, until };
}

const isAllAnnounced = ({ services }: DiscoveryState): boolean => services.length === ALL;
const named = (name: string) => (found: readonly { name: string }[]) => found.length === 1 && found[0]?.name === name;

t.test('without Avahi everything goes on, and one line says so', skip, async (t) => {
  const { discovery, lines, until } = rig(t);
  const state = await until(() => lines.length > 0);
  const addresses = ['http://192.168.1.20'];
  t.strictSame(state, { id: ID, hostName: undefined, addresses, services: [], problem: 'Avahi is not running.' });
  t.strictSame(lines, ['<6>discovery: Avahi: not running (the box is not found by name)']);
  discovery.stop();
  discovery.stop();
});

t.test(
  'the network knows name, port and TXT of all services while Avahi runs, and again after a restart',
  skip,
  async (t) => {
    const { until, lines } = rig(t);
    await until(() => lines.length === 1);
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await machine.startAvahi();
      const { hostName, problem, services } = await until(isAllAnnounced);
      t.strictSame([hostName, problem], ['box.local', undefined]);
      t.strictSame(services, [
        { type: '_tonearm._tcp', name: 'box', port: 6063 },
        { type: '_http._tcp', name: 'box', port: 80 },
      ]);
      const host = 'box.local';
      const sees = async (type: string, row: FoundService): Promise<void> => {
        t.ok(await machine.until(type, (found) => isDeepStrictEqual(found, [row])), `${type} is ${row.name}`);
      };
      await sees('_tonearm._tcp', { name: 'box', host, port: 6063, txt: TXT });
      await sees('_http._tcp', { name: 'box', host, port: 80, txt: TXT });
      await machine.endAvahi(signal);
      await until(({ problem }) => problem === 'Avahi is not running.');
    }
    const said = lines.filter((line) => !line.startsWith('<7>')).slice(1);
    const times = [
      '<6>discovery: player: announced name=box port=6063',
      '<6>discovery: Avahi: not running (the box is not found by name)',
    ];
    t.strictSame(said, [...times, ...times]);
  },
);

t.test('while Avahi runs', skip, async (t) => {
  await machine.startAvahi();
  t.teardown(() => machine.endAvahi());

  await t.test('another protocol is announced beside them, and goes again', async (t) => {
    const { discovery, until } = rig(t);
    await until(isAllAnnounced);
    discovery.announce('_mpd._tcp', 6600);
    await until(({ services }) => services.length === ALL + 1);
    t.ok(await machine.until('_mpd._tcp', named('box')));
    discovery.announce('_mpd._tcp', undefined);
    t.ok(await machine.until('_mpd._tcp', (found) => found.length === 0));
    t.equal((await discovery.read()).services.length, ALL);
  });

  await t.test('another player name is another name on the network, and the old one is gone', async (t) => {
    const { settings, until } = rig(t);
    await until(isAllAnnounced);
    const name = 'Küche “links” #1; a\\b';
    await settings.change({ playerName: name });
    await until(({ services }) => services.filter((service) => service.name === name).length === 2);
    t.ok(await machine.until('_tonearm._tcp', named(name)));
    t.ok(await machine.until('_http._tcp', named(name)));
    await settings.change({ playerName: '' });
    t.ok(await machine.until('_tonearm._tcp', named('box')));
  });

  await t.test('what is stopped is gone from the network', async (t) => {
    const { discovery, until } = rig(t);
    await until(isAllAnnounced);
    await machine.until('_tonearm._tcp', named('box'));
    discovery.stop();
    t.strictSame(await machine.until('_tonearm._tcp', (found) => found.length === 0), []);
  });

  await t.test('a second service of the name on this machine gets a number', async (t) => {
    const first = rig(t);
    await first.until(isAllAnnounced);
    const second = rig(t, {}, { web: 8080, rest: 7000 });
    const { services } = await second.until(isAllAnnounced);
    t.match(services, [
      { type: '_tonearm._tcp', name: 'box #2', port: 7000 },
      { type: '_http._tcp', name: 'box #2', port: 8080 },
    ]);
    const found = await machine.until('_tonearm._tcp', (rows) => rows.length === 2);
    t.strictSame(
      found.map(({ name, port }) => [name, port]),
      [
        ['box', 6063],
        ['box #2', 7000],
      ],
    );
    t.match(
      second.lines.join('\n'),
      /player: announced under another name, as its own is taken name="box #2" requested=box/,
    );
  });

  await t.test('the host name is what the settings say, and its own again when they say none', async (t) => {
    const { settings, until } = rig(t);
    await until(({ hostName, services }) => hostName === 'box.local' && services.length === ALL);
    await settings.change({ hostName: 'kitchen' });
    await until(({ hostName, services }) => hostName === 'kitchen.local' && services.length === ALL);
    const [found] = await machine.until(
      '_tonearm._tcp',
      (rows) => named('kitchen')(rows) && rows[0]?.host === 'kitchen.local',
    );
    t.match(found, { name: 'kitchen', host: 'kitchen.local', port: 6063 });
    await settings.change({ hostName: '' });
    t.match(await until(({ hostName }) => hostName === 'box.local'), {
      problem: undefined,
      addresses: ['http://box.local', 'http://192.168.1.20'],
    });
  });

  await t.test('nobody is told of what only this machine reaches', async (t) => {
    await machine.until('_tonearm._tcp', (found) => found.length === 0); // those of the tests before
    const { until } = rig(t, {}, 'unreachable');
    const state = await until(({ hostName }) => hostName !== undefined);
    t.strictSame(state.addresses, []);
    t.match(state, { services: [], problem: 'The daemon answers on this machine only.' });
    t.strictSame(await machine.browse('_tonearm._tcp'), []);
  });

  await t.test('without the library there is one line, and nothing is tried again', async (t) => {
    let loads = 0;
    const missing = new Publisher(() => {
      loads += 1;
      throw new Error('libdns_sd.so.1: cannot open shared object file');
    });
    const { until, lines } = rig(t, { publisher: missing });
    await until(({ problem }) => problem === "Avahi's library libdns_sd is not installed.");
    await delay(500);
    t.equal(loads, 1);
    t.strictSame(lines, [
      '<4>discovery: services: not announced (the box is not found by name) error="Avahi\'s library libdns_sd is not installed."',
    ]);
  });
});

t.test('an Avahi that stands still is not waited for, and told all when it goes on', skip, async (t) => {
  await machine.startAvahi();
  t.teardown(() => machine.endAvahi());
  const { settings, until } = rig(t);
  await until(isAllAnnounced);
  const thaw = machine.freezeAvahi();
  await settings.change({ playerName: 'Hall' });
  // Had a service been published, libdbus would have waited in place for 25 s and Avahi's library would have failed.
  const { problem } = await until((state) => state.problem !== undefined);
  t.match(problem, /GetHostName|GetState/);
  t.match(problem, /does not answer within/);
  thaw();
  await until(({ services }) => services.filter(({ name }) => name === 'Hall').length === 2 && services.length === ALL);
  t.ok(await machine.until('_tonearm._tcp', named('Hall')));
});

t.test('a bus that dies takes nothing with it, and all is told on the next one', skip, async (t) => {
  await machine.startAvahi();
  const { until } = rig(t);
  await until(isAllAnnounced);
  await machine.bus.end();
  await until(({ problem }) => problem === 'Avahi is not running.');
  await machine.endAvahi();
  await machine.bus.begin();
  await machine.startAvahi();
  t.teardown(() => machine.endAvahi());
  await until(isAllAnnounced);
  t.ok(await machine.until('_tonearm._tcp', named('box')));
});
