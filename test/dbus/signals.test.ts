/** Signals of others, and who has which name: over every loss of the bus. */
import t from 'tap';
import { createLog } from '../../src/log.js';
import { library } from '../../src/dbus/library.js';
import type { BusMatch } from '../../src/dbus/match.js';
import type { SystemBus } from '../../src/dbus/system-bus.js';
import { PrivateBus, until, type Stranger } from './private-bus.js';

const DEVICE = 'org.example.Device';

/** Resolves when they are heard. */
function joined(bus: SystemBus, match: BusMatch, receive: (text: string) => void): Promise<() => void> {
  return new Promise((resolve) => {
    const end = bus.subscribe(
      match,
      ({ member, body }) => receive([member, ...body].join(' ')),
      () => resolve(end),
    );
  });
}

async function own(program: Stranger, name: string): Promise<void> {
  await program.bus.requestName(name, 0);
}

/** What was sent before it has arrived. */
async function settled(bus: SystemBus, program: Stranger): Promise<void> {
  await program.call({ destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' }, 'GetId');
  await bus.call({
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
    member: 'GetId',
  });
}

t.test('what is asked for is heard, and nothing else', async (t) => {
  const real = await PrivateBus.start(t);
  const bus = real.client(t);
  const program = await real.stranger(t);
  await own(program, 'org.example');
  const receive: string[] = [];
  const all: string[] = [];
  const ends = [
    await joined(bus, { sender: 'org.example', pathNamespace: '/org/example', interface: DEVICE }, (s) => all.push(s)),
    await joined(bus, { path: '/org/example/a', member: 'Seen', arg0: "it's" }, (s) => receive.push(s)),
  ];
  program.emit('/org/example/a', DEVICE, 'Seen', 'sx', ["it's", 7n]);
  program.emit('/org/example/a', DEVICE, 'Seen', 's', ['other']);
  program.emit('/org/example', DEVICE, 'Gone');
  program.emit('/org/examples', DEVICE, 'Seen', 's', ["it's"]);
  program.emit('/org/example/a', 'org.example.Other', 'Seen', 's', ["it's"]);
  await settled(bus, program);
  t.strictSame(receive, ["Seen it's 7", "Seen it's"]);
  t.strictSame(all, ["Seen it's 7", 'Seen other', 'Gone']);
  for (const end of ends) end();
  ends[0]?.();
  program.emit('/org/example/a', DEVICE, 'Seen', 's', ["it's"]);
  await settled(bus, program);
  t.equal(receive.length + all.length, 5, 'and after its end nothing');
});

t.test('variants are unwrapped, nested ones too', async (t) => {
  const real = await PrivateBus.start(t);
  const bus = real.client(t);
  const program = await real.stranger(t);
  const bodies: unknown[] = [];
  await new Promise<void>((resolve) => {
    bus.subscribe({ member: 'Told' }, ({ body }) => bodies.push(body), resolve);
  });
  const { Variant } = library;
  const nested = {
    Level: new Variant('y', 7),
    Deep: new Variant('a{sv}', { x: new Variant('v', new Variant('t', 1n)) }),
  };
  program.emit('/x', DEVICE, 'Told', 'a{sv}av', [nested, [new Variant('s', 'text')]]);
  await settled(bus, program);
  t.strictSame(bodies, [[{ Level: 7, Deep: { x: 1n } }, ['text']]]);
});

t.test('a signal that claims to be of another is not believed', async (t) => {
  const real = await PrivateBus.start(t);
  const bus = real.client(t);
  const [service, liar] = [await real.stranger(t), await real.stranger(t)];
  await own(service, 'org.example');
  const receive: string[] = [];
  await joined(bus, { sender: 'org.example', member: 'Seen' }, (text) => receive.push(text));
  const names = (await bus.call({ ...OWN_BUS, member: 'ListNames' }))[0] as string[];
  for (const name of names.filter((each) => each.startsWith(':'))) liar.emitTo(name, '/x', DEVICE, 'Seen');
  await settled(bus, liar);
  t.strictSame(receive, []);
  service.emit('/x', DEVICE, 'Seen');
  await settled(bus, service);
  t.strictSame(receive, ['Seen']);
});

const OWN_BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

t.test('when the bus has fallen and is back, signals are heard again, and it is told', async (t) => {
  const real = await PrivateBus.start(t);
  const bus = real.client(t);
  const receive: string[] = [];
  let joins = 0;
  bus.subscribe(
    { sender: 'org.example', member: 'Seen' },
    ({ body }) => receive.push(String(body[0])),
    () => joins++,
  );
  for (let round = 1; round <= 3; round++) {
    await until(`join ${round}`, () => joins === round);
    const program = await real.stranger(t);
    await own(program, 'org.example');
    program.emit('/x', DEVICE, 'Seen', 's', [`round ${round}`]);
    await until(`signal ${round}`, () => receive.length === round);
    await real.end();
    await real.begin();
  }
  t.strictSame(receive, ['round 1', 'round 2', 'round 3']);
});

t.test('a listener that throws is logged, and the others hear on', async (t) => {
  const real = await PrivateBus.start(t);
  const logged: string[] = [];
  const bus = real.client(
    t,
    20_000,
    createLog('error', (line) => logged.push(line)),
  );
  const program = await real.stranger(t);
  const receive: string[] = [];
  bus.subscribe({ member: 'Seen' }, () => {
    throw new Error('broken ears');
  });
  await joined(bus, { member: 'Seen' }, (text) => receive.push(text));
  program.emit('/x', DEVICE, 'Seen');
  program.emit('/x', DEVICE, 'Seen');
  await settled(bus, program);
  t.strictSame(receive, ['Seen', 'Seen']);
  t.equal(logged.length, 2);
  t.match(logged[0], /broken ears/);
});

t.test('a flood of signals is heard whole, while calls are answered', async (t) => {
  const real = await PrivateBus.start(t);
  const bus = real.client(t);
  const program = await real.stranger(t);
  const receive: string[] = [];
  await joined(bus, { member: 'Seen' }, (text) => receive.push(text));
  for (let n = 0; n < 20_000; n++) program.emit('/x', DEVICE, 'Seen', 'u', [n]);
  await settled(bus, program);
  t.equal(receive.length, 20_000);
  t.equal(receive.at(-1), 'Seen 19999');
});

t.test('a message that is longer than any that is meant for us ends the connection and nothing else', async (t) => {
  const real = await PrivateBus.start(t);
  const bus = real.client(t);
  const program = await real.stranger(t);
  let joins = 0;
  const lengths: number[] = [];
  bus.subscribe(
    { member: 'Seen' },
    ({ body }) => lengths.push(String(body[0]).length),
    () => joins++,
  );
  await until('the first join', () => joins === 1);
  program.emit('/x', DEVICE, 'Seen', 's', ['x'.repeat(9_000_000)]);
  await until('the next join', () => joins === 2);
  program.emit('/x', DEVICE, 'Seen', 's', ['x'.repeat(1000)]);
  await settled(bus, program);
  t.strictSame(lengths, [1000]);
});

t.test('who has a name is told at once, and at every change', async (t) => {
  const real = await PrivateBus.start(t);
  const bus = real.client(t);
  const [first, second] = [await real.stranger(t), await real.stranger(t)];
  const reported: (string | undefined)[] = [];
  const end = bus.watchName('org.example', (owner) => reported.push(owner));
  t.strictSame(reported, [], 'never before it has returned');
  await until('nobody', () => reported.length === 1);
  await own(first, 'org.example');
  await until('the first', () => reported.length === 2);
  await own(second, 'org.example');
  await first.bus.releaseName('org.example');
  await until('the second', () => reported.length === 3);
  const late: (string | undefined)[] = [];
  bus.watchName('org.example', (owner) => late.push(owner));
  await until('told the one who came late', () => late.length === 1);
  t.strictSame(reported, [undefined, first.name, second.name]);
  t.strictSame(late, [second.name]);
  end();
  end();
  await second.bus.releaseName('org.example');
  await until('the other is told on', () => late.length === 2);
  t.equal(reported.length, 3);
});

t.test('with the bus goes whoever has a name, and comes again with it', async (t) => {
  const real = await PrivateBus.start(t);
  const bus = real.client(t);
  const reported: (string | undefined)[] = [];
  const before = await real.stranger(t);
  await own(before, 'org.example');
  bus.watchName('org.example', (owner) => reported.push(owner));
  await until('the owner', () => reported.length === 1);
  await real.end();
  await until('nobody', () => reported.length === 2);
  await real.begin();
  const after = await real.stranger(t);
  await own(after, 'org.example');
  await until('the owner again', () => reported.length === 3);
  t.strictSame(reported, [before.name, undefined, after.name]);
});

t.test('without a bus nobody has a name, until there is one', async (t) => {
  const real = await PrivateBus.start(t);
  await real.end();
  const bus = real.client(t);
  const reported: (string | undefined)[] = [];
  let joins = 0;
  bus.watchName('org.example', (owner) => reported.push(owner));
  bus.subscribe(
    {},
    () => undefined,
    () => joins++,
  );
  await until('nobody', () => reported.length === 1);
  await real.begin();
  const program = await real.stranger(t);
  await own(program, 'org.example');
  await until('the owner', () => reported.at(-1) === program.name);
  await until('a join', () => joins === 1);
  bus.stop();
  await real.end();
  t.equal(reported.length, 2, 'and after a stop nothing is told');
});
