import t from 'tap';
import { Avahi } from '../../src/discovery/avahi.js';
import type { BusSignal } from '../../src/dbus/match.js';
import type { BusCall } from '../../src/dbus/system-bus.js';

/** A bus that answers everything with one text, on which Avahi comes and goes as the test says. */
class FakeBus {
  name = 'box.local';
  changed: () => void = () => undefined;
  readonly calls: BusCall[] = [];
  become: (owner: string | undefined) => void = () => undefined;

  watchName(_: string, changed: (owner: string | undefined) => void): () => void {
    this.become = changed;
    return () => undefined;
  }

  subscribe(match: object, onSignal: (signal: BusSignal) => void): () => void {
    this.changed = () => onSignal({ sender: ':1.7', path: '/', interface: '', member: 'StateChanged', body: [2, ''] });
    t.match(match, { sender: 'org.freedesktop.Avahi', member: 'StateChanged' });
    return () => undefined;
  }

  async call(call: BusCall): Promise<readonly unknown[]> {
    this.calls.push(call);
    return [this.name];
  }
}

t.test('an Avahi that is away is not asked, since the bus would start it', async (t) => {
  const bus = new FakeBus();
  const avahi = new Avahi(bus);
  const away = { name: 'Unavailable', code: 'NO_SYSTEM_SERVICE' };
  const refused = async () => {
    await t.rejects(avahi.answer(), away);
    await t.rejects(avahi.hostName(), away);
    await t.rejects(avahi.fullHostName(), away);
    await t.rejects(avahi.setHostName('kitchen'), away);
  };
  await refused();
  avahi.watch(() => undefined);
  await refused();
  bus.become(':1.7');
  t.equal(await avahi.fullHostName(), 'box.local');
  bus.become(undefined);
  await refused();
  for (const call of bus.calls) t.match(call, { destination: ':1.7', member: 'GetHostNameFqdn' }, 'never by its name');
});

t.test('the names that Avahi registers are known, and earlier ones for a while', async (t) => {
  const bus = new FakeBus();
  const avahi = new Avahi(bus);
  avahi.watch(() => undefined);
  t.strictSame(avahi.registeredNames, []);
  const become = async (name: string) => {
    bus.name = name;
    bus.changed();
    await new Promise(setImmediate);
  };
  bus.become(':1.7');
  await new Promise(setImmediate);
  t.strictSame(avahi.registeredNames, ['box.local']);
  await become('box-2.local');
  t.strictSame(avahi.registeredNames, ['box.local', 'box-2.local']);
  for (let count = 0; count < 20; count++) await become(`n${count}.local`);
  t.equal(avahi.registeredNames.length, 8);
  t.equal(avahi.registeredNames.at(-1), 'n19.local');
});
