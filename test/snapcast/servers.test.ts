import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import type { FoundService } from '../../src/discovery/service-browser.js';
import { Listeners } from '../../src/listeners.js';
import { SampleFormat } from '../../src/native.js';
import { SnapcastServers } from '../../src/snapcast/servers.js';
import { sampleRateHz } from '../../src/units.js';

const found = (name: string, address: string, isLocal = false): FoundService => ({
  ...{ type: '_snapcast._tcp', name, host: `${name.toLowerCase()}.local`, address, port: 1704, txt: [], isLocal },
});

function rig(...services: FoundService[]) {
  const changes = new Listeners();
  const own = { isServerOn: false, subscribe: () => () => undefined };
  const reachable = new Set(services.map(({ address }) => address));
  const open = new Set(services.map(({ address, port }) => `${address}:${port}`));
  const asked: string[] = [];
  let now = 0;
  const servers = new SnapcastServers({
    services: {
      list: () => services,
      subscribe: (listener) => changes.add(listener),
      resolveAgain: ({ name }) => {
        asked.push(`address of ${name}`);
      },
    },
    own,
    native: { openSocket: () => Promise.reject(new Error('not here')) },
    reaches: (address, port) => {
      asked.push(`${address}:${port}`);
      return Promise.resolve(reachable.has(address) && open.has(`${address}:${port}`));
    },
    readFormat: () => Promise.resolve({ rate: sampleRateHz(48_000), format: SampleFormat.S16 }),
    now: () => now,
  });
  const present = () => servers.list().flatMap(({ id, isPresent }) => (isPresent ? [id] : []));
  /** Somebody looks at the outputs; resolves when the servers were asked. */
  const look = async () => {
    await servers.refresh();
    for (let turn = 0; turn < 5; turn++) await nextTurn();
  };
  return { look, servers, services, own, reachable, open, asked, present, changes, wait: (ms: number) => (now += ms) };
}

t.test('a server has the fields of the interface', async (t) => {
  const { servers } = rig(found('Kitchen', '10.0.0.7'));
  t.match(servers.list(), [
    {
      id: 'snapcast-10.0.0.7',
      key: 'snapcast-kitchen',
      name: 'Kitchen',
      service: 'snapcast',
      network: { app: 'Snapcast', takes: 'sound', host: 'kitchen.local', ip: '10.0.0.7', port: 4953 },
      mixer: undefined,
      isPresent: true,
    },
  ]);
});

t.test('the server of this box is listed once, by the loopback address, while it is on', async (t) => {
  const { present, own } = rig(found('Salon', '10.0.0.2', true), found('Kitchen', '10.0.0.7'));
  t.strictSame(present(), ['snapcast-10.0.0.2', 'snapcast-10.0.0.7']);
  own.isServerOn = true;
  t.strictSame(present(), ['snapcast-127.0.0.1', 'snapcast-10.0.0.7']);
});

t.test('an address outside the home network is not connected to, whoever announces it', async (t) => {
  const announced = [
    '127.0.0.1',
    '8.8.8.8',
    '2606:4700::1111',
    '0.0.0.0',
    'fe80::1%eth0',
    'fe80::1',
    '169.254.3.4',
    'fd00::1',
  ];
  const { look, present, asked } = rig(...announced.map((address) => found(address, address)));
  t.strictSame(present(), ['snapcast-169.254.3.4', 'snapcast-fd00::1']);
  await look();
  t.strictSame(asked, ['169.254.3.4:1704', 'fd00::1:1704']);
});

t.test('a server that does not answer any more is left out, until it does', async (t) => {
  const { servers, look, present, reachable, asked, wait } = rig(
    found('Kitchen', '10.0.0.7'),
    found('Attic', '10.0.0.8'),
  );
  let changed = 0;
  servers.subscribe(() => changed++);
  wait(60_000);
  await look();
  t.equal(changed, 0);
  reachable.delete('10.0.0.7');
  await look();
  t.strictSame(present(), ['snapcast-10.0.0.7', 'snapcast-10.0.0.8'], 'what was seen just now holds');
  wait(5000);
  void servers.refresh();
  await look();
  t.strictSame(present(), ['snapcast-10.0.0.8']);
  t.equal(changed, 1);
  t.equal(asked.filter((each) => each === '10.0.0.7:1704').length, 2, 'asked once for both');
  t.ok(asked.includes('address of Kitchen'), 'it may have another address');
  reachable.add('10.0.0.7');
  wait(5000);
  await look();
  t.strictSame(present(), ['snapcast-10.0.0.7', 'snapcast-10.0.0.8']);
  t.equal(changed, 2);
});

t.test('a server that answers when it is played to is there', async (t) => {
  const { servers, look, present, reachable, wait } = rig(found('Kitchen', '10.0.0.7'));
  reachable.clear();
  wait(5000);
  await look();
  t.strictSame(present(), []);
  let changed = 0;
  servers.subscribe(() => changed++);
  const [kitchen] = servers.list();
  await t.rejects(async () => kitchen?.sink?.open(sampleRateHz(48_000)), { code: 'OUTPUT_FAILED' });
  t.strictSame(present(), ['snapcast-10.0.0.7'], 'its format was read');
  t.equal(changed, 1);
});

t.test('a server that announces itself anew is there at once', async (t) => {
  const kitchen = found('Kitchen', '10.0.0.7');
  const { servers, look, services, present, reachable, changes, wait } = rig(kitchen);
  servers.subscribe(() => undefined);
  reachable.clear();
  wait(5000);
  await look();
  t.strictSame(present(), []);
  services.pop();
  changes.call();
  services.push(kitchen);
  changes.call();
  t.strictSame(present(), ['snapcast-10.0.0.7']);
});

t.test('a stranger at the address of a server neither hides nor renames it', async (t) => {
  const kitchen = found('Kitchen', '10.0.0.7');
  const { servers, look, present, open, wait } = rig(kitchen, { ...found('Stranger', '10.0.0.7'), port: 1 });
  open.delete('10.0.0.7:1');
  wait(5000);
  await look();
  t.strictSame(present(), ['snapcast-10.0.0.7']);
  t.match(servers.list(), [{ name: 'Kitchen', network: { host: 'kitchen.local' } }]);
  open.clear();
  wait(5000);
  await look();
  t.strictSame(present(), []);
});

t.test('a server that announces itself while it is looked for is there', async (t) => {
  const { servers, look, services, present, reachable, changes, wait } = rig(found('Kitchen', '10.0.0.7'));
  let seen: string[][] = [];
  servers.subscribe(() => seen.push(present()));
  reachable.clear();
  wait(5000);
  const looking = look();
  services.pop();
  changes.call();
  services.push(found('Kitchen', '10.0.0.7'));
  changes.call();
  await looking;
  t.strictSame(present(), ['snapcast-10.0.0.7']);
  wait(5000);
  await look();
  t.strictSame(present(), [], 'it does not answer');
  seen = [];
  wait(5000);
  const again = look();
  services.pop();
  changes.call();
  services.push(found('Kitchen', '10.0.0.7'));
  changes.call();
  await again;
  t.strictSame(seen.at(-1), present(), 'the last event has what is there');
});

t.test('levels are kept by the name of the machine, also when it has left while it was played to', async (t) => {
  const { servers, services, own } = rig(found('Kitchen', '10.0.0.7'), found('Attic', '10.0.0.8'));
  const keys = () => servers.list().map(({ id, key, isPresent }) => `${id} ${key} ${isPresent}`);
  await t.rejects(async () => servers.list()[0]?.sink?.open(sampleRateHz(48_000)), { code: 'OUTPUT_FAILED' });
  services.splice(0);
  t.strictSame(keys(), ['snapcast-10.0.0.7 snapcast-kitchen false']);
  services.push(found('Attic', '10.0.0.7'), found('Kitchen', '10.0.0.9'));
  t.strictSame(keys(), ['snapcast-10.0.0.7 snapcast-attic true', 'snapcast-10.0.0.9 snapcast-kitchen true']);
  own.isServerOn = true;
  t.match(servers.list()[0], { id: 'snapcast-127.0.0.1', key: undefined });
});

t.test('without servers nobody is asked', async (t) => {
  const { look, asked } = rig();
  await look();
  t.strictSame(asked, []);
});
