import fc from 'fast-check';
import t from 'tap';
import { BrokerFailure } from '../../src/mqtt/failure.js';
import { LARGEST_PACKET, PacketBounds } from '../../src/mqtt/packet-bounds.js';
import { CONNACK, lengthOf, message } from './rig.js';

const PINGRESP = Buffer.from([0xd0, 0]);

/** What becomes of bytes, as one chunk. */
function troubleOf(...bytes: readonly Uint8Array[]): string | undefined {
  const clock = { now: 0 };
  const bounds = new PacketBounds(() => clock.now);
  try {
    bounds.take(Buffer.concat(bytes));
    return undefined;
  } catch (error) {
    if (error instanceof BrokerFailure) return error.trouble;
    throw error;
  }
}

t.test('what a broker sends to a client with QoS 0 is within the bounds', async (t) => {
  const suback = Buffer.from([0x90, 4, 0, 1, 0, 0]);
  t.equal(troubleOf(CONNACK, suback, message('a/b', 'x'), PINGRESP, message('a', '', 1)), undefined);
  t.equal(troubleOf(CONNACK, message('a', Buffer.alloc(LARGEST_PACKET - 3))), undefined);
});

t.test('a packet that is too long is refused by its head', async (t) => {
  const head = (length: number) => Buffer.concat([Buffer.from([0x30]), lengthOf(length)]);
  t.equal(troubleOf(CONNACK, head(LARGEST_PACKET)), undefined);
  t.equal(troubleOf(CONNACK, head(LARGEST_PACKET + 1)), 'too_much');
  t.equal(troubleOf(CONNACK, head(268_435_455)), 'too_much');
  t.equal(troubleOf(CONNACK, Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff])), 'no_broker', 'a length of five bytes');
});

t.test('packets that no broker sends to such a client are refused', async (t) => {
  t.equal(troubleOf(PINGRESP), 'no_broker', 'before the greeting');
  t.equal(troubleOf(CONNACK, CONNACK), 'no_broker', 'two greetings');
  t.equal(troubleOf(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')), 'no_broker');
  t.equal(troubleOf(CONNACK, message('a', 'x', 2)), 'no_broker', 'QoS 1');
  t.equal(troubleOf(CONNACK, message('a', 'x', 8)), 'no_broker', 'a repetition');
  t.equal(troubleOf(Buffer.from([0x21, 2, 0, 0])), 'no_broker', 'flags');
  for (const kind of [0, 1, 4, 5, 6, 7, 8, 10, 11, 12, 14, 15]) {
    t.equal(troubleOf(CONNACK, Buffer.from([kind << 4, 2, 0, 0])), 'no_broker', `kind ${kind}`);
  }
  for (const wrong of [
    [0x20, 3],
    [0xd0, 1],
    [0x90, 2],
    [0x90, 33],
    [0x30, 2],
  ]) {
    const before = wrong[0] === 0x20 ? [] : [CONNACK];
    t.equal(troubleOf(...before, Buffer.from(wrong)), 'no_broker', `length ${wrong.join()}`);
  }
});

t.test('a flood is refused, and what comes at the allowed pace is not', async (t) => {
  t.equal(troubleOf(CONNACK, ...Array<Buffer>(199).fill(PINGRESP)), undefined);
  t.equal(troubleOf(CONNACK, ...Array<Buffer>(200).fill(PINGRESP)), 'too_much');
  const clock = { now: 0 };
  const bounds = new PacketBounds(() => clock.now);
  bounds.take(CONNACK);
  for (let at = 0; at < 2000; at++) {
    clock.now += 21;
    bounds.take(message('a', 'x'));
  }
});

t.test('where the chunks end makes no difference', async () => {
  const packets = fc.array(
    fc.oneof(
      fc.constant(PINGRESP),
      fc.constant(Buffer.from([0x90, 3, 0, 1, 0])),
      fc.uint8Array({ maxLength: 400 }).map((payload) => message('t', Buffer.from(payload))),
      fc.uint8Array({ minLength: 1, maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(packets, fc.array(fc.nat(500), { maxLength: 10 }), (all, cuts) => {
      const bytes = Buffer.concat([CONNACK, ...all]);
      const bounds = new PacketBounds(() => 0);
      let trouble: string | undefined;
      let at = 0;
      try {
        for (const cut of cuts) {
          bounds.take(bytes.subarray(at, at + cut));
          at = Math.min(at + cut, bytes.length);
        }
        bounds.take(bytes.subarray(at));
      } catch (error) {
        trouble = (error as BrokerFailure).trouble;
      }
      return trouble === troubleOf(bytes);
    }),
  );
});
