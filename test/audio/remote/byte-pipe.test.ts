import { setImmediate as turn } from 'node:timers/promises';

import t from 'tap';

import { createPipeMemory, PipeReader, PipeState, PipeWriter } from '../../../src/audio/remote/byte-pipe.js';
import { dice, noise } from '../fixtures.js';

function pipe(capacity: number) {
  const memory = createPipeMemory(capacity);
  return { writer: new PipeWriter(memory), reader: new PipeReader(memory) };
}

t.test('bytes come out as they went in, across the end of the ring', async (t) => {
  const { writer, reader } = pipe(1000);
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
  const { writer, reader } = pipe(100);
  let done = false;
  const writing = writer.writeAll(noise(150)).then((whole) => (done = whole));
  await turn();
  reader.skip(40);
  await turn();
  t.equal(writer.fill, 60, 'more than half is full: it is left alone');
  reader.skip(20);
  await writing;
  t.ok(done);
  t.equal(writer.fill, 90);
});

t.test('closing ends a writer that waits', async (t) => {
  const { writer, reader } = pipe(10);
  const writing = writer.writeAll(noise(20));
  await turn();
  writer.close();
  t.equal(await writing, false);
  t.equal(reader.state, PipeState.closed);
  t.equal(await writer.writeAll(noise(1)), false);
});

t.test('another range drops what was written, and ends a writer that waits', async (t) => {
  const { writer, reader } = pipe(10);
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
  const { writer, reader } = pipe(10);
  writer.write(noise(5));
  writer.end();
  t.ok(reader.isOver);
  reader.askForRange(0);
  writer.beginRange();
  t.notOk(reader.isOver);
});
