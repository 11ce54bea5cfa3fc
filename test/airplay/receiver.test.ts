/** The receiver with named pipes into which a test writes. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { AirplayReceiver, LOCATION } from '../../src/airplay/receiver.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { PipeReader } from '../../src/decode/pipes/byte-pipe.js';
import { FifoCapture } from '../../src/streams/fifo-capture.js';
import { openFifo } from '../../src/streams/fifo.js';
import { bundleOf, COVER, event, FakeShairport } from './fake-shairport.js';

async function until(what: string, seen: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!seen()) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await delay(5);
  }
}

async function start(t: Test) {
  const shairport = await FakeShairport.make(t);
  const calls: string[] = [];
  const covers: (Uint8Array | undefined)[] = [];
  const clock = { now: 0 };
  const receiver = new AirplayReceiver({
    folder: shairport.folder,
    bus: {
      async call({ destination, member }) {
        calls.push(`${destination} ${member}`);
        return [];
      },
    },
    covers: {
      note(bytes) {
        covers.push(bytes);
        return 'rcover';
      },
      forget() {
        covers.push(undefined);
      },
    },
    log: SILENT_LOG,
    now: () => clock.now,
  });
  t.teardown(() => receiver.stop());
  await receiver.start();
  return { shairport, receiver, calls, covers, clock };
}

t.test('a sender is a source with its texts and cover, until it goes', async (t) => {
  const { shairport, receiver, calls, covers } = await start(t);
  t.strictSame(receiver.sources(), []);
  let changes = 0;
  receiver.subscribe(() => changes++);
  await shairport.say(event('snam', 'Anna'), event('pbeg'), event('prsm'), bundleOf({ minm: 'Song', asar: 'Singer' }));
  await until('it sounds', () => receiver.sources()[0]?.isSounding === true);
  t.match(receiver.sources(), [
    { location: LOCATION, name: 'Anna', title: 'Song', artist: 'Singer', sampleRate: 44_100, format: 'AirPlay' },
  ]);
  await shairport.say(event('PICT', COVER));
  await until('its cover', () => receiver.sources()[0]?.cover === 'rcover');
  t.strictSame(covers, [COVER]);
  await shairport.say(event('PICT', 'no picture'));
  await until('no cover', () => receiver.sources()[0]?.cover === undefined);
  await receiver.command(LOCATION, 'pause');
  t.strictSame(calls, ['org.gnome.ShairportSync Pause']);
  await shairport.say(event('pend'));
  await until('it is gone', () => receiver.sources().length === 0);
  t.ok(changes >= 4);
});

t.test('a pause is told once it is one', async (t) => {
  const { shairport, receiver, clock } = await start(t);
  await shairport.say(event('pbeg'), event('prsm'));
  await until('it sounds', () => receiver.sources()[0]?.isSounding === true);
  let changes = 0;
  receiver.subscribe(() => changes++);
  await shairport.say(event('pfls', '1'));
  await until('the flush is read', () => changes === 1);
  t.equal(receiver.sources()[0]?.isSounding, true);
  clock.now += 10_000;
  await until('the end of the hold is told', () => changes === 2);
  t.equal(receiver.sources()[0]?.isSounding, false);
});

t.test('shairport-sync that falls takes the sender along, and the next one is heard', async (t) => {
  const { shairport, receiver } = await start(t);
  await shairport.say(event('pbeg'), event('prsm'));
  await until('it sounds', () => receiver.sources().length === 1);
  await shairport.leave();
  await until('it is gone', () => receiver.sources().length === 0);
  await until('the pipe is read again', () => true);
  for (let attempt = 0; receiver.sources().length === 0; attempt++) {
    if (attempt > 100) throw new Error('never heard again');
    await shairport.say(event('pbeg'), event('prsm')).catch(() => undefined);
    await delay(20);
  }
  t.equal(receiver.sources()[0]?.isSounding, true);
});

t.test('texts and covers that flood in are reported four times a second, the last ones kept', async (t) => {
  const { shairport, receiver, covers } = await start(t);
  await shairport.say(event('pbeg'), event('prsm'));
  await until('it sounds', () => receiver.sources()[0]?.isSounding === true);
  let changes = 0;
  receiver.subscribe(() => changes++);
  const began = performance.now();
  for (let count = 0; count < 1000; count++) {
    const picture = Buffer.concat([COVER, Buffer.from([count >> 8, count & 255])]);
    await shairport.say(bundleOf({ minm: `Song ${count}` }), event('PICT', picture));
  }
  await until('the last', () => receiver.sources()[0]?.title === 'Song 999' && covers.at(-1)?.at(-1) === (999 & 255));
  const most = Math.ceil((performance.now() - began) / 250) + 1;
  t.ok(changes <= most, `${changes} of ${most}`);
  t.ok(covers.length <= most, `${covers.length} of ${most}`);
});

t.test('megabytes of nonsense change nothing', async (t) => {
  const { shairport, receiver } = await start(t);
  const nonsense = Buffer.alloc(1024 * 1024, '<item><type>');
  for (let count = 0; count < 8; count++) await shairport.say(nonsense);
  await shairport.say(event('pbeg'));
  await until('the sender after it', () => receiver.sources().length === 1);
});

t.test('a file in the place of a pipe is not read', async (t) => {
  const shairport = await FakeShairport.make(t);
  await t.rejects(openFifo(join(shairport.folder, 'missing')), { code: 'ENOENT' });
  await t.rejects(openFifo('/etc/hostname'), /no named pipe/);
});

t.test('sound of 16 bits comes as it is, in whole frames, until nobody writes', async (t) => {
  const { folder } = await FakeShairport.make(t);
  const ended: string[] = [];
  const capture = new FifoCapture(join(folder, 'audio'), 44_100, 'AirPlay', (reason) => ended.push(reason));
  t.teardown(() => capture.close());
  let writer;
  for (;;) {
    try {
      writer = await open(join(folder, 'audio'), constants.O_WRONLY | constants.O_NONBLOCK);
      break;
    } catch {
      await delay(5);
    }
  }
  const sent = Int16Array.from({ length: 2000 }, (_, at) => (at % 2 === 0 ? at : -at));
  const bytes = new Uint8Array(sent.buffer);
  const pipe = new PipeReader(capture.input.memory);
  for (let at = 0; at < bytes.length; at += 333) {
    await writer.write(bytes.subarray(at, at + 333));
    await delay(1);
  }
  await until('it comes', () => pipe.fill === 2 * bytes.length);
  const received = new Uint8Array(2 * bytes.length);
  pipe.read(received, 0, received.length);
  t.strictSame(
    [...new Float32Array(received.buffer)].map((sample) => Math.round(sample * 32_768)),
    [...sent],
  );
  t.strictSame(ended, []);
  await writer.close();
  await until('the end', () => ended.length === 1);
  capture.close();
  t.equal(ended.length, 1);
});

t.test('a pipe that is not there ends it with the reason', async (t) => {
  const reason = await new Promise<string>((resolve) => {
    t.teardown(() => capture.close());
    const capture = new FifoCapture('/nowhere/audio', 44_100, 'AirPlay', resolve);
  });
  t.match(reason, /ENOENT/);
});
