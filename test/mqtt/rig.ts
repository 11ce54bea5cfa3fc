/** MQTT among fakes, and a broker on a real socket that does what a test says, byte by byte. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Test } from 'tap';
import { library } from '../../src/mqtt/library.js';
import { Mqtt, type MqttDeps } from '../../src/mqtt/mqtt.js';
import type { SessionDeps } from '../../src/mqtt/session.js';
import { SleepTimer } from '../../src/playback/sleep-timer.js';
import { DEFAULT_SETTINGS, type MqttSettings, type Settings } from '../../src/settings/settings.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';
import { createOutputs } from '../http/fake-outputs.js';
import { FakePlayer, FakeVolume } from '../http/fake-player.js';
import { FakeScanner } from '../http/fake-scanner.js';
import { settingsInMemory } from '../http/fake-settings.js';
import { FakeFade } from '../playback/fake-fade.js';

export const BOX = '0123456789abcdef';

/** A volume whose slider goes by its steps. */
class SliderVolume extends FakeVolume {
  override read() {
    return { ...this.range, percent: this.range.volume };
  }
}

export interface Fakes {
  readonly player: FakePlayer;
  readonly volume: FakeVolume;
  readonly sleepTimer: SleepTimer;
  readonly scanner: FakeScanner;
  /** Texts of the current track. */
  track: { title: string; artist: string; album: string };
  tracks: number;
  name: string;
  readonly lines: string[];
  readonly deps: SessionDeps;
}

export function fakes(t: Test): Fakes {
  const player = new FakePlayer();
  const volume = new SliderVolume();
  const sleepTimer = new SleepTimer(player, new FakeFade(), SILENT_LOG);
  t.teardown(() => sleepTimer.stop());
  const scanner = new FakeScanner();
  const { log, lines } = keptLog('mqtt');
  const { outputs } = createOutputs();
  const all: Fakes = {
    ...{ player, volume, sleepTimer, scanner, lines },
    track: { title: 'Moonshake', artist: 'Can', album: 'Future Days' },
    tracks: 7,
    name: 'Kitchen',
    deps: {
      ...{ player, volume, sleepTimer, scanner, outputs, log },
      describe: () => Promise.resolve(player.currentTrack() === undefined ? null : all.track),
      library: {
        all: () => ({ total: () => Promise.resolve(all.tracks), keys: () => Promise.reject(new Error('no')) }),
      },
      tags: { subscribe: () => () => undefined },
      readFacts: () =>
        Promise.resolve({ name: all.name, model: 'A board', version: '1.2.3', page: 'http://tonearm.local' }),
    },
  };
  return all;
}

/** A packet that a client has sent. */
export interface Sent {
  readonly kind: number;
  readonly flags: number;
  readonly body: Buffer;
}

/** Reads whole packets of a client from its bytes. @returns what is left */
function takePackets(bytes: Buffer, take: (packet: Sent) => void): Buffer {
  let rest = bytes;
  for (;;) {
    let length = 0;
    let at = 1;
    for (let shift = 1; ; shift *= 128, at++) {
      const digit = rest[at];
      if (digit === undefined) return rest;
      length += (digit & 0x7f) * shift;
      if (digit < 0x80) break;
    }
    const end = at + 1 + length;
    if (rest.length < end) return rest;
    const first = rest[0] ?? 0;
    take({ kind: first >> 4, flags: first & 15, body: rest.subarray(at + 1, end) });
    rest = rest.subarray(end);
  }
}

export const CONNECT = 1;
export const PUBLISH = 3;
export const SUBSCRIBE = 8;
export const PINGREQ = 12;
export const DISCONNECT = 14;

/** Answers of a broker that lets everybody in. */
export const CONNACK = Buffer.from([0x20, 2, 0, 0]);

/** A message to the client. */
export function message(topic: string, payload: string | Buffer, flags = 0): Buffer {
  const name = Buffer.from(topic);
  const body = Buffer.concat([Buffer.from([name.length >> 8, name.length & 255]), name, Buffer.from(payload)]);
  return Buffer.concat([Buffer.from([0x30 | flags]), lengthOf(body.length), body]);
}

export function lengthOf(length: number): Buffer {
  const digits: number[] = [];
  let left = length;
  do {
    digits.push((left % 128) + (left >= 128 ? 128 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.from(digits);
}

/** Topic and text of a PUBLISH with QoS 0. */
export function published({ body, flags }: Sent): { topic: string; text: string; isRetained: boolean } {
  const end = 2 + body.readUInt16BE(0);
  return { topic: body.toString('utf8', 2, end), text: body.toString('utf8', end), isRetained: (flags & 1) === 1 };
}

export class RawBroker {
  readonly sent: Sent[] = [];
  readonly sockets: Socket[] = [];
  connections = 0;
  /** Called with each connection; by default it is answered as a broker does. */
  greet: (socket: Socket) => void = () => undefined;
  /** Called with each packet. */
  answer: (packet: Sent, socket: Socket) => void = welcome;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.connections += 1;
      this.sockets.push(socket);
      socket.setNoDelay(true).on('error', () => undefined);
      this.greet(socket);
      let rest = Buffer.alloc(0);
      socket.on('data', (chunk) => {
        rest = takePackets(Buffer.concat([rest, chunk]), (packet) => {
          this.sent.push(packet);
          this.answer(packet, socket);
        }) as Buffer<ArrayBuffer>;
      });
    });
  }

  /** @param isLoath whether it keeps a connection that the client has ended */
  static async start(t: Test, isLoath = false): Promise<RawBroker> {
    const server = createServer({ allowHalfOpen: isLoath });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const broker = new RawBroker(server);
    t.teardown(() => {
      for (const socket of broker.sockets) socket.destroy();
      server.close();
    });
    return broker;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get address(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  /** What is retained now by its topics: the last text of each. */
  get retained(): Map<string, string> {
    const all = new Map<string, string>();
    for (const each of this.sent.filter(({ kind }) => kind === PUBLISH).map(published)) {
      if (!each.isRetained) continue;
      if (each.text === '') all.delete(each.topic);
      else all.set(each.topic, each.text);
    }
    return all;
  }

  /** To the client that came last. */
  send(bytes: Buffer): void {
    this.sockets.at(-1)?.write(bytes);
  }
}

/** Lets the client in, grants what it subscribes to, and closes when it takes leave. */
export function welcome({ kind, body }: Sent, socket: Socket): void {
  if (kind === CONNECT) socket.write(CONNACK);
  if (kind === SUBSCRIBE) {
    // Each topic is followed by the QoS that is asked for.
    let topics = 0;
    for (let at = 2; at < body.length; at += 3 + body.readUInt16BE(at)) topics += 1;
    socket.write(Buffer.from([0x90, 2 + topics, body[0] ?? 0, body[1] ?? 0, ...Array<number>(topics).fill(0)]));
  }
  if (kind === PINGREQ) socket.write(Buffer.from([0xd0, 0]));
  if (kind === DISCONNECT) socket.end();
}

export interface Started {
  readonly mqtt: Mqtt;
  readonly settings: Settings;
  readonly set: (members: Partial<MqttSettings>) => Promise<void>;
}

const QUICK = { first: 20, longest: 80, holds: 60_000 };

/** MQTT with settings in memory, which may connect to this machine. */
export function startMqtt(t: Test, { deps }: Pick<Fakes, 'deps'>, more: Partial<MqttDeps> = {}): Started {
  const settings = settingsInMemory();
  const mqtt = new Mqtt({
    ...deps,
    settings,
    readBoxId: () => Promise.resolve(BOX),
    guard: { mayConnect: () => true },
    time: { isAwaited: () => false },
    load: () => library,
    pauses: QUICK,
    ...more,
  });
  t.teardown(() => mqtt.stop());
  void mqtt.start();
  return {
    mqtt,
    settings,
    set: (members) => settings.change({ mqtt: { ...DEFAULT_SETTINGS.mqtt, ...settings.read().mqtt, ...members } }),
  };
}

/** Waits until something holds. @throws after ten seconds */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
