/** Objects of ours on a real bus, called as others call them, rightly and wrongly. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { Conflict, InvalidInput } from '../../src/errors.js';
import { createLog } from '../../src/log.js';
import { BusError } from '../../src/dbus/bus-error.js';
import type { ExportedInterface, ExportedObject } from '../../src/dbus/exported-interface.js';
import { library } from '../../src/dbus/library.js';
import type { SystemBus } from '../../src/dbus/system-bus.js';
import { variant } from '../../src/dbus/values.js';
import { PrivateBus, until, type Address, type Stranger } from './private-bus.js';

const NAME = 'org.example.ours';
const LAMP = 'org.example.Lamp';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const lamp: Address = { destination: NAME, path: '/org/example/lamp', interface: LAMP };
const { Variant } = library;

/** A lamp, and what was done with it. */
class Lamp {
  level = 3;
  isOn = false;
  readonly callers: string[] = [];

  readonly interface: ExportedInterface = {
    name: LAMP,
    methods: {
      Turn: {
        takes: 'bs',
        gives: 's',
        names: ['on', 'why', 'answer'],
        call: ([on, why], caller) => {
          this.isOn = on === true;
          this.callers.push(caller);
          return [`${on ? 'on' : 'off'}: ${String(why)}`];
        },
      },
      Later: { gives: 'u', call: () => Promise.resolve([7]) },
      Never: { patience: 200, call: () => new Promise(() => undefined) },
      Conflict: { call: () => Promise.reject(new Conflict('LAMP_BROKEN', 'The lamp is broken.')) },
      Invalid: {
        call: () => {
          throw new InvalidInput('NO_LAMP', 'There is no such lamp.');
        },
      },
      Named: { call: () => Promise.reject(new BusError('org.example.Error.Odd', 'It is odd.')) },
      Fault: {
        call: () => {
          throw new TypeError('secret of the house');
        },
      },
      Lie: { gives: 'o', call: () => ['no path'] },
    },
    properties: {
      Level: {
        type: 'u',
        get: () => this.level,
        set: (value) => {
          if (value === 99) throw new InvalidInput('TOO_BRIGHT', 'It is too bright.');
          this.level = Number(value);
        },
      },
      Name: { type: 's', get: () => 'a lamp', isSilent: true },
    },
    signals: { Burst: 's' },
  };
}

interface Scene {
  readonly real: PrivateBus;
  readonly bus: SystemBus;
  readonly other: Stranger;
  readonly lamp: Lamp;
  readonly object: ExportedObject;
  readonly logged: string[];
}

async function scene(t: Test): Promise<Scene> {
  const real = await PrivateBus.start(t);
  const logged: string[] = [];
  const log = createLog('error', (line) => logged.push(line));
  const bus = real.client(t, 20_000, log);
  const lamp = new Lamp();
  const object = bus.exportObject('/org/example/lamp', [lamp.interface]);
  t.equal(await bus.requestName(NAME), 'owned');
  return { real, bus, other: await real.stranger(t), lamp, object, logged };
}

t.test('a method is called with its arguments, and answered', async (t) => {
  const { other, lamp: ours } = await scene(t);
  t.strictSame(await other.call(lamp, 'Turn', 'bs', [true, 'it is dark']), ['on: it is dark']);
  t.strictSame(await other.call(lamp, 'Later'), [7]);
  t.strictSame(await other.call({ destination: NAME, path: lamp.path }, 'Later'), [7], 'its interface may be left out');
  t.equal(ours.isOn, true);
  t.strictSame(ours.callers, [other.name]);
});

t.test('what is wrong with a call is its answer', async (t) => {
  const { other } = await scene(t);
  const word = async (...[to, ...call]: Parameters<Stranger['refusal']>) =>
    (await other.refusal({ ...lamp, ...to }, ...call))?.replace('org.freedesktop.DBus.Error.', '');
  t.equal(await word({ ...lamp, path: '/org/example/chair' }, 'Turn', 'bs', [true, '']), 'UnknownObject');
  t.equal(await word({ ...lamp, interface: 'org.example.Chair' }, 'Turn', 'bs', [true, '']), 'UnknownInterface');
  t.equal(await word(lamp, 'Fly'), 'UnknownMethod');
  t.equal(await word(lamp, 'constructor'), 'UnknownMethod');
  t.equal(await word(lamp, 'Turn', 'bu', [true, 1]), 'InvalidArgs');
  t.equal(await word(lamp, 'Turn'), 'InvalidArgs');
  t.equal(await word(lamp, 'Later', 's', ['x']), 'InvalidArgs');
  t.equal(await word(lamp, 'Turn', 'v', [new Variant('(bs)', [true, ''])]), 'InvalidArgs');
});

t.test('what a method throws is its answer, and a fault of ours is logged and keeps its words', async (t) => {
  const { other, logged } = await scene(t);
  const refusal = (member: string) => other.call(lamp, member).catch((error: unknown) => error as Error);
  t.match(await refusal('Conflict'), { type: 'org.freedesktop.DBus.Error.Failed', message: 'The lamp is broken.' });
  t.match(await refusal('Invalid'), {
    type: 'org.freedesktop.DBus.Error.InvalidArgs',
    message: 'There is no such lamp.',
  });
  t.match(await refusal('Named'), { type: 'org.example.Error.Odd', message: 'It is odd.' });
  t.strictSame(logged, []);
  t.match(await refusal('Fault'), { type: 'org.freedesktop.DBus.Error.Failed', message: 'Fault has failed.' });
  t.match(await refusal('Lie'), { type: 'org.freedesktop.DBus.Error.Failed', message: 'Lie has failed.' });
  t.match(logged, [/secret of the house/, /no object path/]);
});

t.test('a method that never ends is answered for, and too many of them are refused', async (t) => {
  const { other } = await scene(t);
  const refused = await Promise.all(Array.from({ length: 70 }, () => other.refusal(lamp, 'Never')));
  const count = (word: string) => refused.filter((each) => each === `org.freedesktop.DBus.Error.${word}`).length;
  t.strictSame([count('Timeout'), count('LimitsExceeded')], [64, 6]);
  t.strictSame(await other.call(lamp, 'Later'), [7], 'and then there is room again');
});

t.test('who wants no answer gets none', async (t) => {
  const { other, lamp: ours } = await scene(t);
  const answers: number[] = [];
  other.bus.on('message', ({ replySerial }) => {
    if (typeof replySerial === 'number') answers.push(replySerial);
  });
  for (const member of ['Turn', 'Fault', 'Fly']) {
    const body = member === 'Turn' ? ['bs', [true, 'silently']] : ['', []];
    const [signature, values] = body as [string, unknown[]];
    other.bus.send(new library.Message({ ...lamp, member, signature, body: values, flags: 1 }));
  }
  await other.call(lamp, 'Later');
  t.equal(ours.isOn, true);
  t.equal(answers.length, 1);
});

t.test('properties are read and set, as their types say', async (t) => {
  const { other, lamp: ours } = await scene(t);
  const at: Address = { ...lamp, interface: PROPERTIES };
  t.match(await other.call(at, 'Get', 'ss', [LAMP, 'Level']), [{ signature: 'u', value: 3 }]);
  t.match(await other.call(at, 'Get', 'ss', ['', 'Name']), [{ signature: 's', value: 'a lamp' }]);
  t.match(await other.call(at, 'GetAll', 's', [LAMP]), [{ Level: { value: 3 }, Name: { value: 'a lamp' } }]);
  t.strictSame(await other.call(at, 'GetAll', 's', [PROPERTIES]), [{}]);
  t.strictSame(await other.call(at, 'Set', 'ssv', [LAMP, 'Level', new Variant('u', 5)]), []);
  t.equal(ours.level, 5);
  const refused = async (member: string, signature: string, body: unknown[]) =>
    (await other.refusal(at, member, signature, body))?.replace('org.freedesktop.DBus.Error.', '');
  t.equal(await refused('Set', 'ssv', [LAMP, 'Level', new Variant('i', 5)]), 'InvalidArgs');
  t.equal(await refused('Set', 'ssv', [LAMP, 'Level', new Variant('u', 99)]), 'InvalidArgs');
  t.equal(await refused('Set', 'ssv', [LAMP, 'Name', new Variant('s', 'x')]), 'PropertyReadOnly');
  t.equal(await refused('Set', 'ssv', [LAMP, 'Size', new Variant('s', 'x')]), 'UnknownProperty');
  t.equal(await refused('Get', 'ss', [LAMP, '__proto__']), 'UnknownProperty');
  t.equal(await refused('Get', 'ss', ['org.example.Chair', 'Level']), 'UnknownInterface');
  t.equal(await refused('GetAll', 's', ['org.example.Chair']), 'UnknownInterface');
  t.equal(ours.level, 5);
});

t.test('signals and changes are told, until the object is removed', async (t) => {
  const { real, bus, object, other } = await scene(t);
  const received: string[] = [];
  const ears = real.client(t);
  await new Promise<void>((resolve) => {
    const receive = (signal: { readonly member: string; readonly body: readonly unknown[] }) =>
      received.push(`${signal.member} ${JSON.stringify(signal.body)}`);
    ears.subscribe({ sender: NAME, path: object.path }, receive, resolve);
  });
  object.emit(LAMP, 'Burst', 's', ['bang']);
  object.changed(LAMP, { Level: variant('u', 9) });
  t.throws(() => object.emit(LAMP, 'Burst', 's', []));
  await until('both', () => received.length === 2);
  t.strictSame(received, ['Burst ["bang"]', 'PropertiesChanged ["org.example.Lamp",{"Level":9},[]]']);
  t.throws(() => bus.exportObject(object.path, []), 'a path has one object');
  t.throws(() => bus.exportObject('/org/example/', []), 'and is one');
  object.remove();
  object.remove();
  object.emit(LAMP, 'Burst', 's', ['bang']);
  t.equal(await other.refusal(lamp, 'Later'), 'org.freedesktop.DBus.Error.UnknownObject');
  bus.exportObject(object.path, [{ name: LAMP }]);
  object.emit(LAMP, 'Burst', 's', ['bang']);
  object.remove();
  t.equal(
    await other.refusal(lamp, 'Later'),
    'org.freedesktop.DBus.Error.UnknownMethod',
    'of the new one nothing ends',
  );
  t.equal(received.length, 2);
});

t.test('objects describe themselves, and the way to them', async (t) => {
  const { other, real } = await scene(t);
  const at = (path: string): Address => ({ destination: NAME, path, interface: 'org.freedesktop.DBus.Introspectable' });
  const xml = async (path: string) => String((await other.call(at(path), 'Introspect'))[0]);
  t.match(await xml('/'), '<node name="org"/>');
  t.match(await xml('/org/example'), '<node name="lamp"/>');
  t.equal(await other.refusal(at('/com'), 'Introspect'), 'org.freedesktop.DBus.Error.UnknownObject');
  const environment = { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: real.address };
  const args = ['--system', '--xml-interface', 'introspect', NAME, '/org/example/lamp'];
  const { stdout } = await promisify(execFile)('busctl', args, { env: environment });
  t.match(
    stdout,
    '<method name="Turn">\n   <arg name="on" type="b" direction="in"/>\n   <arg name="why" type="s" direction="in"/>',
  );
  t.match(stdout, '<arg name="answer" type="s" direction="out"/>');
  t.match(stdout, '<property name="Level" type="u" access="readwrite">');
  t.match(stdout, /<property name="Name" type="s" access="read">\s+<annotation[^>]+value="false"\/>/);
  t.match(stdout, /<signal name="Burst">\s+<arg type="s"\/>/);
  t.match(stdout, '<signal name="PropertiesChanged">\n   <arg type="s"/>\n   <arg type="a{sv}"/>\n   <arg type="as"/>');
});

t.test('anybody may ask whether we are there', async (t) => {
  const { other } = await scene(t);
  const peer = 'org.freedesktop.DBus.Peer';
  t.strictSame(await other.call({ ...lamp, interface: peer }, 'Ping'), []);
  t.strictSame(await other.call({ destination: NAME, path: '/', interface: peer }, 'Ping'), []);
});

t.test('a bus that falls and comes back finds objects and names again', async (t) => {
  const { real, bus } = await scene(t);
  for (let round = 0; round < 2; round++) {
    await real.end();
    await real.begin();
    const other = await real.stranger(t);
    const owned = () => other.call(BUS, 'NameHasOwner', 's', [NAME]).then(([has]) => has === true);
    while (!(await owned())) await new Promise((resolve) => setTimeout(resolve, 10));
    t.strictSame(await other.call(lamp, 'Later'), [7]);
  }
  t.equal(await bus.requestName(NAME), 'owned', 'asking once more does no harm');
});

const BUS: Address = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};

t.test('a name that somebody has is taken', async (t) => {
  const real = await PrivateBus.start(t);
  const other = await real.stranger(t);
  await other.bus.requestName(NAME, 0);
  t.equal(await real.client(t).requestName(NAME), 'taken');
});

t.test('a name that is not allowed is refused, and not asked for again', async (t) => {
  const real = await PrivateBus.start(t, `<policy context="mandatory"><deny own="${NAME}"/></policy>`);
  const logged: string[] = [];
  const bus = real.client(
    t,
    20_000,
    createLog('warn', (line) => logged.push(line)),
  );
  await t.rejects(bus.requestName(NAME), { name: 'Forbidden', code: 'SYSTEM_FORBIDS' });
  t.equal(logged.length, 1);
  await real.end();
  await real.begin();
  await bus.call({ destination: BUS.destination, path: BUS.path, interface: BUS.destination, member: 'GetId' });
  t.equal(logged.length, 1);
});

t.test('a name asked for without a bus is had when there is one', async (t) => {
  const real = await PrivateBus.start(t);
  await real.end();
  await t.rejects(real.client(t).requestName(NAME), { code: 'NO_SYSTEM_BUS' });
  await real.begin();
  const other = await real.stranger(t);
  while ((await other.call(BUS, 'NameHasOwner', 's', [NAME]))[0] !== true) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  t.pass();
});
