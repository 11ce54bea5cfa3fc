/** The pipe of bytes in shared memory: order, room, ranges and its end. */
import { setImmediate as turn } from 'node:timers/promises';

import t from 'tap';

import { createPipeMemory, PipeReader, PipeState, PipeWriter } from '../../../src/decode/pipes/byte-pipe.js';
import { dice, noise } from '../formats/fixtures.js';

function pipe(capacity: number) {
  const memory = createPipeMemory(capacity);
  return { writer: new PipeWriter(memory), reader: new PipeReader(memory) };
}

t.test('bytes come out as they went in, across the end of the ring', async (t) => {
  const { writer, reader } = pipe(1024);
  const bytes = noise(50_000);
  const out = Buffer.alloc(bytes.length);
  const roll = dice(5);
  for (let sent = 0, got = 0; got < bytes.length;) {
    sent += writer.write(bytes.subarray(sent, sent + roll(1200)));
    got += reader.read(out, got, roll(1200));
  }
  t.ok(out.equals(bytes));
});

t.test('a writer that finds no room goes on when half of the ring is free', async (t) => {
  const { writer, reader } = pipe(128);
  let done = false;
  const writing = writer.writeAll(noise(192)).then((whole) => (done = whole));
  await turn();
  reader.skip(40);
  await turn();
  t.equal(writer.fill, 88, 'more than half is full: it is left alone');
  reader.skip(24);
  await writing;
  t.ok(done);
  t.equal(writer.fill, 128);
});

t.test('closing ends a writer that waits', async (t) => {
  const { writer, reader } = pipe(16);
  const writing = writer.writeAll(noise(20));
  await turn();
  writer.close();
  t.equal(await writing, false);
  t.equal(reader.state, PipeState.closed);
  t.equal(await writer.writeAll(noise(1)), false);
});

t.test('another range drops what was written, and ends a writer that waits', async (t) => {
  const { writer, reader } = pipe(16);
  const writing = writer.writeAll(noise(20));
  await turn();
  reader.askForRange(2 ** 33 + 5);
  t.equal(await writing, false);
  t.notOk(reader.isRangeBegun);
  t.equal(writer.beginRange(), 2 ** 33 + 5);
  t.ok(reader.isRangeBegun);
  t.equal(reader.fill, 0);
});

t.test('a pipe that ended is open again for another range', async (t) => {
  const { writer, reader } = pipe(16);
  writer.write(noise(5));
  writer.end();
  t.ok(reader.isOver);
  reader.askForRange(0);
  writer.beginRange();
  t.notOk(reader.isOver);
});

t.test('bytes come out as they went in where the counters wrap', async (t) => {
  const memory = createPipeMemory(1024);
  new Int32Array(memory, 0, 2).fill(-3000);
  const [writer, reader] = [new PipeWriter(memory), new PipeReader(memory)];
  const bytes = noise(6000);
  const out = Buffer.alloc(bytes.length);
  for (let at = 0; at < bytes.length; at += 600) {
    writer.write(bytes.subarray(at, at + 600));
    reader.read(out, at, 600);
  }
  t.ok(out.equals(bytes));
  t.throws(() => createPipeMemory(1000), RangeError);
});

t.test('what is read and kept is no room for the writer, and nothing that is left to be read', async (t) => {
  const { writer, reader } = pipe(128);
  writer.write(noise(100));
  reader.readUpTo(70);
  t.equal(writer.unread, 30);
  t.equal(writer.room, 28);
  reader.skip(40);
  t.equal(writer.unread, 30);
  t.equal(writer.room, 68);
  reader.skip(60);
  t.equal(writer.unread, 0);
});
