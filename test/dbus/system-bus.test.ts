/** Calls over a real message bus, and all the ways in which they fail. */
import { once } from 'node:events';
import { access, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { library } from '../../src/dbus/library.js';
import { SystemBus } from '../../src/dbus/system-bus.js';
import { createLog } from '../../src/log.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';
import { PrivateBus } from './private-bus.js';
import { StandInSystemd } from './stand-in-systemd.js';

const MANAGER = {
  destination: 'org.freedesktop.systemd1',
  path: '/org/freedesktop/systemd1',
  interface: 'org.freedesktop.systemd1.Manager',
} as const;
const START = { ...MANAGER, member: 'StartUnit', signature: 'ss', body: ['x.service', 'replace'] } as const;
const LIST = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };

t.test('nothing is loaded or connected before the first call, nor without a bus', async (t) => {
  let loaded = 0;
  const load = () => {
    loaded++;
    return library;
  };
  const none = new SystemBus({ address: 'unix:path=/nowhere', load, log: SILENT_LOG });
  await t.rejects(none.call(START), { code: 'NO_SYSTEM_BUS' });
  t.equal(loaded, 0);
  none.stop();
  const { address } = await PrivateBus.start(t);
  const bus = new SystemBus({ address, load, log: SILENT_LOG });
  t.equal(loaded, 0);
  await bus.call({ ...LIST, member: 'ListNames' });
  await bus.call({ ...LIST, member: 'ListNames' });
  t.equal(loaded, 1, 'and once');
  bus.stop();
});

t.test('a call has the patience that it says', async (t) => {
  const real = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, real);
  systemd.refusal = 'silence';
  await t.rejects(real.client(t).call({ ...START, patience: 200 }), {
    code: 'SYSTEM_BUS_SILENT',
    message: 'org.freedesktop.systemd1.StartUnit does not answer within 0.2 s.',
  });
});

t.test('a body that does not follow its signature is never sent', async (t) => {
  const real = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, real);
  const bus = real.client(t);
  for (const [signature, body] of [
    ['s', []],
    ['o', ['no path']],
    ['v', ['no variant']],
    ['a{sv}', [{ x: 1 }]],
    ['nonsense', [1]],
    ['u', [-1]],
    ['s', [7]],
  ] as const) {
    await t.rejects(bus.call({ ...START, signature, body }), { name: /Error/ }, signature);
  }
  t.strictSame(systemd.asked, []);
  t.strictSame(await bus.call(START), ['/org/freedesktop/systemd1/job/7'], 'and the connection is as it was');
});

t.test('without a bus, or with an address that is none, a call says so', async (t) => {
  const folder = await temporaryDirectory(t);
  for (const address of [
    `unix:path=${join(folder, 'no')}`,
    'tcp:host=127.0.0.1,port=1',
    'unix:path=%zz',
    'nonsense',
    '',
  ]) {
    const bus = new SystemBus({ address, load: () => library, log: SILENT_LOG });
    await t.rejects(bus.call(START), { name: 'Unavailable', code: 'NO_SYSTEM_BUS' }, address);
  }
});

t.test('a call is answered, and calls at the same time share one connection', async (t) => {
  const real = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, real);
  const bus = real.client(t);
  const names = async () => (await bus.call({ ...LIST, member: 'ListNames' }))[0] as string[];
  const [jobs, other] = await Promise.all([bus.call(START), names()]);
  t.strictSame(jobs, ['/org/freedesktop/systemd1/job/7']);
  t.strictSame(systemd.asked, ['StartUnit x.service replace']);
  const clients = (await names()).filter((name) => name.startsWith(':'));
  t.equal(clients.length, 2, 'ours and that of the stand-in');
  t.strictSame(
    other.filter((name) => name.startsWith(':')),
    clients,
  );
});

t.test('what nobody on the bus is called says that it is not there', async (t) => {
  const bus = (await PrivateBus.start(t)).client(t);
  await t.rejects(bus.call(START), {
    name: 'Unavailable',
    code: 'NO_SYSTEM_SERVICE',
    message: 'org.freedesktop.systemd1 is not there, or does not start.',
  });
});

t.test('what does not run is started for a call, unless the call says otherwise', async (t) => {
  const real = await PrivateBus.start(t);
  const bus = real.client(t);
  const started = join(await temporaryDirectory(t), 'started');
  await real.addService(MANAGER.destination, ['/usr/bin/touch', started, join(started, 'and-fails')]);
  const wasStarted = (): Promise<boolean> =>
    access(started).then(
      () => true,
      () => false,
    );
  const away = { name: 'Unavailable', code: 'NO_SYSTEM_SERVICE' };
  const object = { ...MANAGER, mayStart: false };
  await t.rejects(bus.call({ ...START, mayStart: false }), away);
  await t.rejects(bus.property(object, 'Version'), away);
  await t.rejects(bus.properties(object), away);
  await t.rejects(bus.setProperty(object, 'LogLevel', 's', 'debug'), away);
  t.notOk(await wasStarted());
  await t.rejects(bus.call(START), away);
  t.ok(await wasStarted());
});

interface Refusal {
  readonly name?: string;
  readonly code: string;
  readonly message?: string | RegExp;
}

const REFUSALS: readonly (readonly [error: string, text: string, refusal: Refusal])[] = [
  [
    'org.freedesktop.DBus.Error.AccessDenied',
    'Permission denied',
    {
      name: 'Forbidden',
      code: 'SYSTEM_FORBIDS',
      message:
        'The system does not let the daemon do this (org.freedesktop.systemd1.StartUnit: Permission denied). ' +
        'No rule of polkit allows it all to the user of the daemon.',
    },
  ],
  [
    'org.freedesktop.DBus.Error.InteractiveAuthorizationRequired',
    'Interactive authentication required.',
    {
      name: 'Forbidden',
      code: 'SYSTEM_FORBIDS',
      message: /authentication required\)\. No rule of polkit allows it all/,
    },
  ],
  ['org.freedesktop.systemd1.UnitMasked', 'Unit is masked.', { name: 'Unavailable', code: 'NO_SYSTEM_SERVICE' }],
  ['org.freedesktop.DBus.Error.Spawn.ChildExited', 'x', { name: 'Unavailable', code: 'NO_SYSTEM_SERVICE' }],
  [
    'org.freedesktop.systemd1.NoSuchUnit',
    'Unit x.service not found.',
    {
      name: 'ServiceFailed',
      code: 'SYSTEM_SERVICE_FAILED',
      message: 'org.freedesktop.systemd1.StartUnit: Unit x.service not found.',
    },
  ],
  [
    'System.Error.EROFS',
    '',
    { code: 'SYSTEM_SERVICE_FAILED', message: 'org.freedesktop.systemd1.StartUnit: System.Error.EROFS.' },
  ],
];

t.test('a refusal is told as what it is, and logged', async (t) => {
  const real = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, real);
  const logged: string[] = [];
  const log = createLog('warn', (line) => logged.push(line));
  const bus = new SystemBus({ address: real.address, load: () => library, log });
  t.teardown(() => bus.stop());
  for (const [error, text, refusal] of REFUSALS) {
    systemd.refusal = { error, text };
    await t.rejects(bus.call({ ...START, rule: 'it all' }), { ...refusal }, error);
    t.match(logged.pop(), error);
  }
  systemd.refusal = undefined;
  t.strictSame(await bus.call(START), ['/org/freedesktop/systemd1/job/7'], 'and the next call is answered');
});

t.test('what is not answered in time is given up, and the next call is answered', async (t) => {
  const real = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, real);
  const bus = real.client(t, 1500);
  systemd.refusal = 'silence';
  await t.rejects(bus.call(START), {
    name: 'TimedOut',
    code: 'SYSTEM_BUS_SILENT',
    message: 'org.freedesktop.systemd1.StartUnit does not answer within 1.5 s.',
  });
  systemd.refusal = undefined;
  t.strictSame(await bus.call(START), ['/org/freedesktop/systemd1/job/7']);
});

t.test('a bus that stands still is given up as well', async (t) => {
  const real = await PrivateBus.start(t);
  await StandInSystemd.start(t, real);
  const go = real.freeze();
  t.teardown(go);
  await t.rejects(real.client(t, 300).call(START), {
    name: 'TimedOut',
    message: 'The message bus of the system does not greet.',
  });
});

t.test('a bus that falls in mid-call rejects the call, and when it is back it is found again', async (t) => {
  const real = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, real);
  const bus = real.client(t);
  systemd.refusal = 'silence';
  const fallen = new Promise<void>((resolve) => {
    systemd.onCall = () => void real.end().then(resolve);
  });
  await t.rejects(bus.call(START), { name: 'Unavailable', code: 'NO_SYSTEM_BUS' });
  await fallen;
  await t.rejects(bus.call(START), { name: 'Unavailable', code: 'NO_SYSTEM_BUS' });
  await real.begin();
  await StandInSystemd.start(t, real);
  t.strictSame(await bus.call(START), ['/org/freedesktop/systemd1/job/7']);
});

t.test('a service that goes away before it answers is told as not there', async (t) => {
  const real = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, real);
  systemd.refusal = 'silence';
  systemd.onCall = () => systemd.leave();
  await t.rejects(real.client(t).call(START), { code: 'NO_SYSTEM_SERVICE' });
});

t.test('a stop rejects what waits, and whatever is asked after it', async (t) => {
  const real = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, real);
  const bus = real.client(t);
  systemd.refusal = 'silence';
  systemd.onCall = () => bus.stop();
  await t.rejects(bus.call(START), { code: 'NO_SYSTEM_BUS' });
  await t.rejects(bus.call(START), { code: 'NO_SYSTEM_BUS' });
  bus.stop();
});

/** What takes the place of a bus and says these bytes after the handshake; the first reply to the greeting has serial 1. */
const STRANGE: Readonly<Record<string, (socket: Socket) => void>> = {
  'hangs up at once': (socket) => socket.destroy(),
  'refuses everybody': (socket) => void socket.once('data', () => socket.end('REJECTED\r\n')),
  'hangs up after the handshake': (socket) => greet(socket, (open) => open.destroy()),
  'talks nonsense': (socket) => greet(socket, (open) => open.write(Buffer.alloc(4096, 0xff))),
  'sends a message that cannot be read': (socket) =>
    greet(socket, (open) =>
      open.write(Buffer.from('6c01000108000000010000001000000001016f00ffffffff4142434445464748', 'hex')),
    ),
  'refuses the greeting': (socket) => greet(socket, (open) => open.write(refusedGreeting())),
};

function greet(socket: Socket, then: (socket: Socket) => void): void {
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    const text = bytes.toString('latin1');
    if (text.includes('AUTH')) socket.write('OK 0123456789abcdef0123456789abcdef\r\n');
    if (text.includes('BEGIN')) then(socket);
  });
}

/** An error whose reply serial is 1, marshalled by hand (D-Bus specification, "Message Format"). */
function refusedGreeting(): Buffer {
  const name = 'org.freedesktop.DBus.Error.LimitsExceeded';
  const text = 'No more connections';
  const padded = (bytes: Buffer, to: number) => Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const string = (value: string) => Buffer.concat([u32(value.length), Buffer.from(`${value}\0`)]);
  const errorName = padded(Buffer.concat([Buffer.from('\x04\x01s\0'), string(name)]), 8);
  const replySerial = padded(Buffer.concat([Buffer.from('\x05\x01u\0'), u32(1)]), 8);
  const signature = Buffer.concat([Buffer.from('\x08\x01g\0'), Buffer.from('\x01s\0')]);
  const fields = Buffer.concat([errorName, replySerial, signature]);
  const body = string(text);
  const head = Buffer.concat([Buffer.from('l\x03\x00\x01', 'latin1'), u32(body.length), u32(9), u32(fields.length)]);
  return Buffer.concat([padded(Buffer.concat([head, fields]), 8), body]);
}

for (const [what, serve] of Object.entries(STRANGE)) {
  t.test(`a bus that ${what} is no bus, and does the daemon no harm`, async (t) => {
    const path = join(await temporaryDirectory(t), 'socket');
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      serve(socket);
    }).listen(path);
    await once(server, 'listening');
    t.teardown(async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await rm(path, { force: true });
    });
    const bus = new SystemBus({ address: `unix:path=${path}`, load: () => library, log: SILENT_LOG, patience: 1000 });
    t.teardown(() => bus.stop());
    await t.rejects(bus.call(START), { code: /^(NO_SYSTEM_BUS|SYSTEM_BUS_SILENT)$/ });
    await t.rejects(bus.call(START), { code: /^(NO_SYSTEM_BUS|SYSTEM_BUS_SILENT)$/ });
  });
}
