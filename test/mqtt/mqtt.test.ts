/** The connection to a broker on a real socket: settings, greetings, ends, and brokers that mean no good. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import t from 'tap';
import { topicsOf } from '../../src/mqtt/topics.js';
import { freePort } from '../fixtures/free-port.js';
import { settled } from '../playback/rig.js';
import {
  BOX,
  CONNACK,
  CONNECT,
  DISCONNECT,
  fakes,
  lengthOf,
  message,
  PUBLISH,
  published,
  RawBroker,
  startMqtt,
  SUBSCRIBE,
  until,
  welcome,
} from './rig.js';

const topics = topicsOf(BOX, 'homeassistant');

t.test('while it is off, or no broker is named, nothing is loaded', async (t) => {
  const all = fakes(t);
  let loads = 0;
  const { mqtt, set } = startMqtt(t, all, {
    load: () => {
      loads += 1;
      throw new Error('not now');
    },
  });
  t.strictSame(mqtt.read(), { phase: 'off', failure: undefined });
  await set({ address: 'mqtt://127.0.0.1:1' });
  t.equal(mqtt.read().phase, 'off');
  await set({ enabled: true, address: '' });
  t.equal(mqtt.read().phase, 'no_address');
  await settled();
  t.equal(loads, 0);
  t.equal(all.player.listeners.size, 0);
});

t.test('it greets, says who it is, obeys, and takes leave', async (t) => {
  const broker = await RawBroker.start(t);
  const all = fakes(t);
  const { mqtt, set } = startMqtt(t, all);
  await set({ enabled: true, address: broker.address, user: 'me', password: 'secret' });
  await until('online', () => broker.retained.get(topics.availability) === 'online');
  t.strictSame(mqtt.read(), { phase: 'connected', failure: undefined });
  const [greeting] = broker.sent;
  t.equal(greeting?.kind, CONNECT);
  const { body = Buffer.alloc(0) } = greeting ?? {};
  t.equal(body.toString('latin1', 2, 6), 'MQTT');
  // User, password, a retained last will with QoS 0, a clean session.
  t.strictSame([body[6], body[7], body.readUInt16BE(8)], [4, 0b11100110, 200]);
  const texts = body.toString('latin1', 10);
  for (const text of [`tonearm_${BOX}`, topics.availability, 'offline', 'me', 'secret']) t.match(texts, text);
  t.strictSame(
    [...broker.retained.keys()].sort(),
    [topics.discovery, ...Object.values(topics.states), topics.availability].sort(),
  );
  t.ok(
    broker.sent.filter(({ kind }) => kind === PUBLISH).every(({ flags }) => flags === 1),
    'all retained, QoS 0',
  );

  broker.send(message(`${topics.commands}volume`, '25'));
  await until('the volume', () => all.volume.range.volume === 25);
  await until('its state', () => broker.retained.get(topics.states.volume) === '{"percent":25}');

  await mqtt.stop();
  t.equal(broker.sent.at(-1)?.kind, DISCONNECT, 'no last will');
  t.equal(broker.retained.get(topics.availability), 'offline');
  t.ok(broker.retained.has(topics.discovery), 'a restart is no reason to forget the box');
  await set({ password: 'other' });
  await settled();
  t.equal(broker.connections, 1, 'a stop is for good');
  t.equal(all.player.listeners.size, 0);
  t.notMatch(all.lines.join('\n'), 'secret');
});

t.test('switched off, it leaves nothing on the broker', async (t) => {
  const broker = await RawBroker.start(t);
  const { mqtt, set } = startMqtt(t, fakes(t));
  await set({ enabled: true, address: broker.address });
  await until('online', () => broker.retained.get(topics.availability) === 'online');
  await set({ enabled: false });
  t.equal(mqtt.read().phase, 'off');
  await until('leave', () => broker.sent.at(-1)?.kind === DISCONNECT);
  t.strictSame([...broker.retained], []);
});

t.test('another broker or prefix: nothing is left where it was; another password: nothing is forgotten', async (t) => {
  const [first, second] = [await RawBroker.start(t), await RawBroker.start(t)];
  const { set } = startMqtt(t, fakes(t));
  const isOnline = (broker: RawBroker) => () => broker.retained.get(topics.availability) === 'online';
  await set({ enabled: true, address: first.address, user: 'me', password: 'a' });
  await until('online', isOnline(first));
  const before = first.sent.length;
  await set({ password: 'b' });
  await until('online again', () => first.connections === 2 && isOnline(first)());
  t.notOk(first.sent.slice(before).some((each) => each.kind === PUBLISH && published(each).text === ''));
  await set({ discoveryPrefix: 'elsewhere' });
  await until('the other prefix', () => first.connections === 3 && isOnline(first)());
  t.notOk(first.retained.has(topics.discovery));
  t.ok(first.retained.has(topicsOf(BOX, 'elsewhere').discovery));
  await set({ address: second.address });
  await until('the other broker', isOnline(second));
  t.strictSame([...first.retained], []);
});

t.test('the name of the box goes into its description', async (t) => {
  const broker = await RawBroker.start(t);
  const all = fakes(t);
  const { settings, set } = startMqtt(t, all);
  await set({ enabled: true, address: broker.address });
  await until('online', () => broker.retained.get(topics.availability) === 'online');
  all.name = 'Bath';
  await settings.change({ playerName: 'Bath' });
  await until('the name', () => broker.retained.get(topics.discovery)?.includes('"Bath"') === true);
});

t.test('a broker that is lost is connected to again, and gets everything anew', async (t) => {
  const broker = await RawBroker.start(t);
  const all = fakes(t);
  const { mqtt, set } = startMqtt(t, all);
  await set({ enabled: true, address: broker.address });
  await until('online', () => broker.retained.get(topics.availability) === 'online');
  broker.sent.length = 0;
  broker.sockets[0]?.destroy();
  await until('lost', () => mqtt.read().phase !== 'connected');
  t.equal(all.player.listeners.size, 0, 'nothing is read meanwhile');
  await until('online again', () => broker.retained.get(topics.availability) === 'online');
  t.equal(broker.retained.size, 6);
  t.match(all.lines.join('\n'), /broker: no connection \(tried again later\).*closed the connection/);
});

/** What a broker does, and what the box says of it. */
const BAD: Readonly<Record<string, readonly [trouble: string, behave: (broker: RawBroker) => void]>> = {
  'closes at once': ['closed', (broker) => (broker.greet = (socket) => socket.destroy())],
  'ends at once': ['closed', (broker) => (broker.greet = (socket) => socket.end())],
  'speaks HTTP': [
    'no_broker',
    (broker) => (broker.greet = (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')),
  ],
  'sends garbage': ['no_broker', (broker) => (broker.greet = (socket) => socket.write(Buffer.alloc(100_000, 0xff)))],
  'does not know the user': ['login', (broker) => (broker.answer = refuse(4))],
  'does not let the user in': ['login', (broker) => (broker.answer = refuse(5))],
  'takes no other client': ['refused', (broker) => (broker.answer = refuse(3))],
  'takes no such id': ['refused', (broker) => (broker.answer = refuse(2))],
  'sends a huge packet': ['too_much', (broker) => (broker.answer = welcomeAnd(() => hugePacket()))],
  'floods with commands': [
    'too_much',
    (broker) =>
      (broker.answer = welcomeAnd(() => Buffer.concat(Array(5000).fill(message(`${topics.commands}next`, 'PRESS'))))),
  ],
  'floods with nothing': [
    'too_much',
    (broker) => (broker.answer = welcomeAnd(() => Buffer.alloc(400_000, Buffer.from([0xd0, 0])))),
  ],
  'sends a topic that is longer than its packet': [
    'no_broker',
    (broker) => (broker.answer = welcomeAnd(() => Buffer.from([0x30, 4, 0xff, 0xff, 65, 65]))),
  ],
};

function refuse(code: number): typeof welcome {
  return ({ kind }, socket) => {
    if (kind === CONNECT) socket.write(Buffer.from([0x20, 2, 0, code]));
  };
}

function welcomeAnd(bytes: () => Buffer): typeof welcome {
  return (packet, socket) => {
    welcome(packet, socket);
    if (packet.kind === SUBSCRIBE) socket.write(bytes());
  };
}

const hugePacket = () => Buffer.concat([Buffer.from([0x30]), lengthOf(200_000_000), Buffer.alloc(1_000_000)]);

for (const [what, [trouble, behave]] of Object.entries(BAD)) {
  t.test(`a broker that ${what} is tried again with pauses, and holds up nothing`, async (t) => {
    const broker = await RawBroker.start(t);
    behave(broker);
    const all = fakes(t);
    const { mqtt, set } = startMqtt(t, all, { pauses: { first: 40, longest: 400, holds: 60_000 } });
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    t.teardown(() => clearInterval(timer));
    await set({ enabled: true, address: broker.address });
    await until('three attempts', () => broker.connections === 3);
    await until('the reason', () => mqtt.read().failure !== undefined && mqtt.read().phase !== 'connected');
    t.equal(mqtt.read().failure?.trouble, trouble);
    t.ok(longest < 500, `the thread was held up for ${Math.round(longest)} ms`);
    t.equal(all.lines.filter((line) => /no connection/.test(line)).length, 1, 'logged once');
    t.ok(all.player.commands.length <= 60, 'few commands are carried out');
    await until('the socket is closed', () => broker.sockets.slice(0, 2).every(({ destroyed }) => destroyed));
    broker.greet = () => undefined;
    broker.answer = welcome;
    await until('online', () => mqtt.read().phase === 'connected');
  });
}

t.test('a broker that refuses a subscription is shown the states all the same', async (t) => {
  const broker = await RawBroker.start(t);
  broker.answer = ({ kind, body }, socket) => {
    if (kind === CONNECT) socket.write(CONNACK);
    if (kind === SUBSCRIBE) socket.write(Buffer.from([0x90, 4, body[0] ?? 0, body[1] ?? 0, 0x80, 0]));
  };
  const all = fakes(t);
  const { set } = startMqtt(t, all);
  await set({ enabled: true, address: broker.address, user: 'me' });
  await until('online', () => broker.retained.get(topics.availability) === 'online');
  await until('a warning', () => /subscription refused \(commands may not come\).*user=me/.test(all.lines.join('\n')));
  t.equal(broker.connections, 1);
});

t.test('a broker that hangs up after each greeting is not asked faster and faster', async (t) => {
  const broker = await RawBroker.start(t);
  broker.answer = (packet, socket) => {
    welcome(packet, socket);
    if (packet.kind === SUBSCRIBE) socket.destroy();
  };
  const { set } = startMqtt(t, fakes(t), { pauses: { first: 50, longest: 100_000, holds: 60_000 } });
  await set({ enabled: true, address: broker.address });
  await new Promise((resolve) => setTimeout(resolve, 1200));
  t.ok(broker.connections >= 3 && broker.connections <= 6, `${broker.connections} connections`);
});

t.test('a broker that does not read gets no queue, and the newest state when it does', async (t) => {
  const broker = await RawBroker.start(t);
  const all = fakes(t);
  const { set } = startMqtt(t, all);
  await set({ enabled: true, address: broker.address });
  await until('online', () => broker.retained.get(topics.availability) === 'online');
  broker.sockets[0]?.pause();
  broker.sent.length = 0;
  all.player.hold(['/music/a.mp3']);
  all.player.kind = 'playing';
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 20_000; at++) {
    all.track.title = `${at} ${'x'.repeat(200)}`;
    all.player.emit('currentTrack');
    if (at % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  for (let round = 0; round < 10; round++) await settled();
  const grown = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  t.ok(grown < 60, `${grown.toFixed(1)} MiB more`);
  broker.sockets[0]?.resume();
  await until('the newest', () => broker.retained.get(topics.states.player)?.includes('19999 ') === true);
});

t.test('a broker that is not there, or may not be connected to, has its reason', async (t) => {
  const all = fakes(t);
  const { mqtt, set } = startMqtt(t, all, { guard: { mayConnect: (address) => address === '127.0.0.1' } });
  const reason = async (address: string): Promise<string | undefined> => {
    await set({ enabled: true, address });
    await until(address, () => mqtt.read().phase === 'waiting');
    return mqtt.read().failure?.trouble;
  };
  t.equal(await reason(`mqtt://127.0.0.1:${await freePort()}`), 'refused');
  t.equal(await reason('mqtt://127.0.0.2:1883'), 'forbidden');
  t.equal(await reason('mqtt://[::1]:1883'), 'forbidden');
  t.equal(await reason('mqtt://0x7f.2:1883'), 'forbidden', 'an address in other words');
  t.equal(await reason('mqtt://no-such-host.invalid'), 'host_not_found');
});

t.test('what is no TLS server is refused as such', async (t) => {
  const server = createServer((socket) => socket.on('error', () => undefined).end('220 mail\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { mqtt, set } = startMqtt(t, fakes(t));
  const { port } = server.address() as { port: number };
  await set({ enabled: true, address: `mqtts://127.0.0.1:${port}` });
  await until('refused', () => mqtt.read().failure !== undefined);
  t.equal(mqtt.read().failure?.trouble, 'certificate');
});

t.test('a broker without TLS that closes is told from one that is lost', async (t) => {
  const broker = await RawBroker.start(t);
  broker.greet = (socket) => void socket.once('data', () => socket.destroy());
  const { mqtt, set } = startMqtt(t, fakes(t));
  await set({ enabled: true, address: broker.address.replace('mqtt:', 'mqtts:') });
  await until('refused', () => mqtt.read().failure !== undefined);
  t.match(mqtt.read().failure, { trouble: 'certificate', message: 'The broker speaks no TLS at this port.' });
});

t.test('a silent broker holds up neither a change nor the end', async (t) => {
  const broker = await RawBroker.start(t);
  broker.answer = () => undefined;
  const { mqtt, set } = startMqtt(t, fakes(t));
  await set({ enabled: true, address: broker.address });
  await until('a greeting', () => broker.sent.length > 0);
  t.equal(mqtt.read().phase, 'connecting');
  const began = performance.now();
  await mqtt.stop();
  t.ok(performance.now() - began < 1000);
});

t.test('a broker that does not close gets some time at the end, and no more', async (t) => {
  const broker = await RawBroker.start(t, true);
  broker.answer = (packet, socket) => {
    if (packet.kind !== DISCONNECT) welcome(packet, socket);
  };
  const { mqtt, set } = startMqtt(t, fakes(t));
  await set({ enabled: true, address: broker.address });
  await until('online', () => broker.retained.get(topics.availability) === 'online');
  const began = performance.now();
  await mqtt.stop();
  const took = performance.now() - began;
  t.ok(took > 1500 && took < 5000, `${Math.round(took)} ms`);
  t.equal(broker.retained.get(topics.availability), 'offline');
});

t.test('whatever bytes come after the greeting, the process goes on', async (t) => {
  const broker = await RawBroker.start(t);
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const kinds = [0x30, 0x31, 0x90, 0xd0, 0x20];
  broker.answer = welcomeAnd(() => {
    const packets = Array.from({ length: 30 }, () => {
      const body = Buffer.from(Array.from({ length: random(24) }, () => (random(8) === 0 ? random(256) : random(6))));
      return Buffer.concat([Buffer.from([kinds[random(kinds.length)] ?? 0]), lengthOf(body.length), body]);
    });
    return Buffer.concat(packets);
  });
  const all = fakes(t);
  const { set } = startMqtt(t, all, { pauses: { first: 1, longest: 1, holds: 60_000 } });
  await set({ enabled: true, address: broker.address });
  await until('many attempts', () => broker.connections >= 150);
  t.notMatch(all.lines.join('\n'), /a fault of ours/);
});
