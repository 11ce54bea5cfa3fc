import t from 'tap';
import { Avahi } from '../../src/discovery/avahi.js';
import type { BusCall } from '../../src/system/bus/system-bus.js';

/** A bus that answers everything with one text, on which Avahi comes and goes as the test says. */
class FakeBus {
  readonly calls: BusCall[] = [];
  become: (owner: string | undefined) => void = () => undefined;

  watchName(_: string, changed: (owner: string | undefined) => void): () => void {
    this.become = changed;
    return () => undefined;
  }

  async call(call: BusCall): Promise<readonly unknown[]> {
    this.calls.push(call);
    return ['box.local'];
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
  t.match(bus.calls, [{ destination: ':1.7', member: 'GetHostNameFqdn' }], 'and never by its name');
  t.equal(bus.calls.length, 1);
});
