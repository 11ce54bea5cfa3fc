import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { BusMatch, BusSignal } from '../../src/dbus/match.js';
import type { BusCall } from '../../src/dbus/system-bus.js';
import { MOST_SERVICES } from '../../src/discovery/service-browser.js';
import { ServiceWatch } from '../../src/discovery/service-watch.js';
import { Unavailable } from '../../src/errors.js';
import { SILENT_LOG } from '../fixtures/log.js';

const TYPE = '_snapcast._tcp';
const LOCAL = 8;

/** An Avahi whose signals the test sends, and whose addresses it sets. */
class FakeAvahi {
  readonly calls: BusCall[] = [];
  readonly addresses = new Map<string, string>();
  readonly #subscribers = new Set<(signal: BusSignal) => void>();
  #changed: (owner: string | undefined) => void = () => undefined;
  #browsers = 0;
  /** Called before a browser is told its path. */
  early: () => void = () => undefined;
  isThere = true;
  /** Calls without an answer now, and how many there were at most. */
  open = 0;
  mostOpen = 0;

  subscribe = (_match: BusMatch, onSignal: (signal: BusSignal) => void): (() => void) => {
    this.#subscribers.add(onSignal);
    return () => void this.#subscribers.delete(onSignal);
  };

  watchName = (_name: string, changed: (owner: string | undefined) => void): (() => void) => {
    this.#changed = changed;
    return () => (this.#changed = () => undefined);
  };

  call = async (call: BusCall): Promise<readonly unknown[]> => {
    this.calls.push(call);
    this.mostOpen = Math.max(this.mostOpen, ++this.open);
    await nextTurn();
    this.open--;
    if (!this.isThere) throw new Unavailable('NO_SYSTEM_SERVICE', 'Avahi is not there.');
    if (call.member === 'ServiceBrowserNew') {
      this.#browsers++;
      this.early();
      return [this.path];
    }
    if (call.member !== 'ResolveService') return [];
    const [link, protocol, name, type, domain] = call.body as readonly [number, number, string, string, string];
    const address = this.addresses.get(`${name} ${protocol}`) ?? this.addresses.get(name);
    if (address === undefined) throw new Unavailable('NO_SYSTEM_SERVICE', 'no address');
    const txt = [Buffer.from('a=b')];
    return [link, protocol, name, type, domain, `${name}.local`, protocol, address, 1704, txt, 0];
  };

  get path(): string {
    return `/Client1/ServiceBrowser${this.#browsers}`;
  }

  get subscriptions(): number {
    return this.#subscribers.size;
  }

  appears(owner: string | undefined): void {
    this.#changed(owner);
  }

  send(member: string, name: string, { link = 2, protocol = 0, flags = 0, path = this.path } = {}): void {
    const body = [link, protocol, name, TYPE, 'local', flags];
    const signal = { sender: ':1.5', path, interface: 'org.freedesktop.Avahi.ServiceBrowser', member, body };
    for (const each of [...this.#subscribers]) each(signal);
  }
}

async function rig(t: Test) {
  const avahi = new FakeAvahi();
  const watch = new ServiceWatch({ bus: avahi, type: TYPE, log: SILENT_LOG, pause: 20 });
  t.teardown(() => watch.stop());
  let changes = 0;
  watch.subscribe(() => changes++);
  const settle = async (): Promise<void> => {
    for (let rounds = 0; rounds < 200; rounds++) await nextTurn();
  };
  const begin = async (): Promise<void> => {
    watch.start();
    avahi.appears(':1.5');
    await settle();
  };
  return { avahi, watch, settle, begin, changes: () => changes, names: () => watch.list().map(({ name }) => name) };
}

t.test('a service is listed with its address, and leaves when its last announcement does', async (t) => {
  const { avahi, watch, settle, begin, changes } = await rig(t);
  avahi.addresses.set('Kitchen', '10.0.0.7');
  await begin();
  avahi.send('ItemNew', 'Kitchen');
  avahi.send('ItemNew', 'Kitchen', { protocol: 1 });
  await settle();
  const kitchen = { type: TYPE, name: 'Kitchen', host: 'Kitchen.local', address: '10.0.0.7', port: 1704 };
  t.strictSame(watch.list(), [{ ...kitchen, txt: ['a=b'], isLocal: false }]);
  t.equal(changes(), 1);
  avahi.send('ItemRemove', 'Kitchen', { protocol: 1 });
  await settle();
  t.equal(watch.list().length, 1);
  avahi.send('ItemRemove', 'Kitchen');
  t.strictSame(watch.list(), []);
  t.equal(changes(), 2);
});

t.test('what Avahi says before the browser has a name is not lost, and other browsers are not heard', async (t) => {
  const { avahi, settle, begin, names } = await rig(t);
  for (const name of ['Early', 'Foreign', 'Late']) avahi.addresses.set(name, '10.0.0.8');
  avahi.early = () => {
    avahi.send('ItemNew', 'Early');
    avahi.send('ItemNew', 'Foreign', { path: '/Client9/ServiceBrowser9' });
  };
  await begin();
  avahi.send('ItemNew', 'Late');
  avahi.send('ItemNew', 'Foreign', { path: '/Client9/ServiceBrowser9' });
  await settle();
  t.strictSame(names(), ['Early', 'Late']);
});

t.test('a service whose address nobody knows is not listed; an address of one link names the link', async (t) => {
  const { avahi, watch, settle, begin } = await rig(t);
  avahi.addresses.set('Six', 'fe80::1');
  await begin();
  avahi.send('ItemNew', 'Nowhere');
  avahi.send('ItemNew', 'Six', { protocol: 1, link: 3, flags: LOCAL });
  await settle();
  t.match(watch.list(), [{ name: 'Six', address: 'fe80::1%3', isLocal: true }]);
});

t.test('an address of IPv4 takes the place of one of IPv6, whenever it comes', async (t) => {
  const { avahi, watch, settle, begin } = await rig(t);
  const address = () => watch.list().map((each) => each.address);
  avahi.addresses.set('Kitchen 0', '10.0.0.7');
  avahi.addresses.set('Kitchen 1', 'fe80::1');
  await begin();
  avahi.send('ItemNew', 'Kitchen', { protocol: 1 });
  await settle();
  t.strictSame(address(), ['fe80::1%2'], 'the first announcement');
  avahi.send('ItemNew', 'Kitchen');
  await settle();
  t.strictSame(address(), ['10.0.0.7']);
  avahi.send('ItemRemove', 'Kitchen');
  await settle();
  t.strictSame(address(), ['fe80::1%2'], 'IPv4 is interrupted');
  avahi.send('ItemNew', 'Kitchen');
  await settle();
  t.strictSame(address(), ['10.0.0.7']);
  avahi.send('ItemRemove', 'Kitchen');
  avahi.addresses.set('Kitchen 0', '10.0.0.70');
  avahi.send('ItemNew', 'Kitchen');
  await settle();
  t.strictSame(address(), ['10.0.0.70'], 'after a short interruption');
});

t.test('an address of IPv4 that is announced and not found at once is waited for', async (t) => {
  const { avahi, watch, settle, begin, changes } = await rig(t);
  avahi.addresses.set('Kitchen 1', 'fe80::1');
  avahi.addresses.set('Six 1', 'fd00::6');
  await begin();
  const listed = new Set<string>();
  watch.subscribe(() => watch.list().forEach(({ address }) => listed.add(address)));
  for (const name of ['Kitchen', 'Six']) for (const protocol of [0, 1]) avahi.send('ItemNew', name, { protocol });
  for (let rounds = 0; rounds < 10; rounds++) await nextTurn();
  avahi.addresses.set('Kitchen 0', '10.0.0.7');
  await delay(60);
  await settle();
  t.strictSame([...listed].sort(), ['10.0.0.7', 'fd00::6'], 'one has none of IPv4');
  const [kitchen] = watch.list().filter(({ name }) => name === 'Kitchen');
  avahi.addresses.delete('Kitchen 0');
  const before = changes();
  if (kitchen !== undefined) watch.resolveAgain(kitchen);
  await settle();
  t.equal(changes(), before, 'one that is not found for once stays');
});

t.test('however many announce themselves, so many are kept', async (t) => {
  const { avahi, settle, begin, names } = await rig(t);
  await begin();
  for (let i = 0; i < 1000; i++) {
    avahi.addresses.set(`n${i}`, '10.0.0.9');
    for (let link = 0; link < 20; link++) avahi.send('ItemNew', `n${i}`, { link });
  }
  await settle();
  t.equal(names().length, MOST_SERVICES);
  t.ok(avahi.mostOpen <= 64, `${avahi.mostOpen} calls at once`);
  for (let link = 0; link < 20; link++) avahi.send('ItemRemove', 'n0', { link });
  avahi.send('ItemNew', 'another');
  avahi.addresses.set('another', '10.0.0.10');
  await settle();
  t.ok(names().includes('another'), 'one that has gone makes room');
  t.notOk(names().includes('n0'));
});

t.test('with Avahi its services go, and they are browsed anew when it is back', async (t) => {
  const { avahi, settle, begin, names } = await rig(t);
  avahi.addresses.set('Kitchen', '10.0.0.7');
  await begin();
  avahi.send('ItemNew', 'Kitchen');
  await settle();
  avahi.appears(undefined);
  t.strictSame(names(), []);
  avahi.appears(':1.9');
  await settle();
  t.strictSame(names(), []);
  avahi.send('ItemNew', 'Kitchen');
  await settle();
  t.strictSame(names(), ['Kitchen']);
});

t.test('another address of a service is found when it is asked for', async (t) => {
  const { avahi, watch, settle, begin, changes } = await rig(t);
  avahi.addresses.set('Kitchen', '10.0.0.7');
  await begin();
  avahi.send('ItemNew', 'Kitchen');
  await settle();
  avahi.addresses.set('Kitchen', '10.0.0.70');
  const [before] = watch.list();
  if (before !== undefined) watch.resolveAgain(before);
  await settle();
  t.equal(watch.list()[0]?.address, '10.0.0.70');
  t.equal(changes(), 2);
});

t.test('a service without an address is asked for once more, and no oftener', async (t) => {
  const { avahi, settle, begin, names } = await rig(t);
  await begin();
  avahi.send('ItemNew', 'Kitchen');
  avahi.send('ItemNew', 'Attic');
  await settle();
  t.strictSame(names(), []);
  avahi.addresses.set('Kitchen', '10.0.0.7');
  await delay(60);
  await settle();
  t.strictSame(names(), ['Kitchen']);
  const asked = avahi.calls.length;
  await delay(60);
  t.equal(avahi.calls.length, asked);
});

t.test('without Avahi nothing is found, and stopped twice nothing is followed', async (t) => {
  const { avahi, watch, begin, names } = await rig(t);
  avahi.isThere = false;
  await begin();
  t.strictSame(names(), []);
  t.equal(avahi.subscriptions, 0);
  avahi.isThere = true;
  avahi.appears(undefined);
  avahi.appears(':1.7');
  await nextTurn();
  await nextTurn();
  t.equal(avahi.subscriptions, 1);
  watch.stop();
  watch.stop();
  await nextTurn();
  t.equal(avahi.subscriptions, 0);
  t.equal(avahi.calls.at(-1)?.member, 'Free');
});
