/** The producer's side of the ring: room, flushes, and frames that are taken back. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import t from 'tap';
import { SampleFormat } from '../../src/native.js';
import { Attached, Command, createRing, ringWords, Word } from '../../src/output/ring-layout.js';
import { RingWriter } from '../../src/decode/ring-writer.js';
import { FakeNative } from '../output/fake-native.js';
import { sampleRateHz } from '../../src/units.js';

const RATE = 1000;

function rig(first = 0) {
  const native = new FakeNative();
  const ring = createRing(sampleRateHz(RATE), SampleFormat.S32, 0);
  const words = ringWords(ring);
  for (const word of [Word.head, Word.tail]) words[word] = first | 0;
  return { native, ring, words, writer: new RingWriter(ring, native) };
}

const block = { samples: Float32Array.from({ length: 20_000 }, (_, at) => at), left: 0, right: 10_000, frames: 10_000 };

t.test('room is what is free but for a guard in front of the frame that is heard', async (t) => {
  const { ring, writer, words } = rig();
  const all = ring.capacity - 0.05 * RATE;
  t.equal(writer.room, all);
  writer.push(block, 1000);
  t.equal(writer.room, all - 1000);
  t.equal(writer.fill, 1000);
  words[Word.tail] = 400;
  t.equal(writer.fill, 600);
  words[Word.tail] = -10_000;
  t.equal(writer.room, 0, 'never negative');
});

t.test('room and fill hold around 2^32', async (t) => {
  const { writer } = rig(2 ** 32 - 300);
  writer.push(block, 1000);
  t.equal(writer.head, 700);
  t.equal(writer.fill, 1000);
});

t.test('a push kicks only a consumer that says it sleeps', async (t) => {
  const { native, writer, words } = rig();
  writer.push(block, 10);
  t.equal(native.kicks, 0);
  words[Word.waiting] = 1;
  writer.push(block, 10);
  t.equal(native.kicks, 1);
});

t.test('without a consumer a flush is carried out by the producer', async (t) => {
  const { writer, words } = rig();
  writer.push(block, 500);
  words[Word.flushRequested] = 3;
  t.ok(writer.isFlushing);
  writer.beginAfterFlush(false);
  t.notOk(writer.isFlushing);
  t.equal(writer.fill, 0);
  for (const word of ['tail', 'playedFrame', 'writtenFrame', 'flushFrame'] as const) t.equal(words[Word[word]], 500);
  t.equal(words[Word.attached], Attached.no);
});

t.test('with a consumer a flush is only announced, and kicked', async (t) => {
  const { native, writer, words } = rig();
  words[Word.attached] = Attached.writer;
  writer.push(block, 500);
  words[Word.flushRequested] = 1;
  writer.beginAfterFlush(true);
  t.ok(writer.isFlushing);
  t.equal(native.kicks, 1);
  t.equal(words[Word.tail], 0);
  t.equal(words[Word.flushFrame], 500);
  t.equal(words[Word.flushReady], 1);
  t.equal(words[Word.fadeIn], 1);
  t.equal(words[Word.attached], Attached.writer);
});

t.test('a flush whose consumer went away before it came to it is carried out by the producer', async (t) => {
  const { writer, words } = rig();
  words[Word.attached] = Attached.writer;
  writer.push(block, 500);
  words[Word.flushRequested] = 1;
  writer.beginAfterFlush(false);
  t.notOk(writer.flushAlone(), 'it is there still');
  writer.push(block, 100);
  words[Word.attached] = Attached.no;
  t.ok(writer.flushAlone());
  t.notOk(writer.isFlushing);
  t.equal(writer.fill, 100, 'what was pushed behind the flush is kept');
  words[Word.flushRequested] = 2;
  t.notOk(writer.flushAlone(), 'a newer flush waits for where it begins');
});

t.test('a flush that the load before has answered already is followed by one of its own', async (t) => {
  const { writer, words } = rig();
  words[Word.attached] = Attached.writer;
  words[Word.flushRequested] = 2; // the second load's, asked for while the first was still opening
  writer.beginAfterFlush(false);
  words[Word.flushApplied] = 2;
  writer.push(block, 100);
  writer.beginAfterFlush(false);
  t.ok(writer.isFlushing);
  t.equal(words[Word.flushReady], 3);
  t.equal(words[Word.flushRequested], 3);
  t.equal(words[Word.flushFrame], 100);
});

t.test('the end is announced once, and a flush takes it back', async (t) => {
  const { native, writer, words } = rig();
  writer.setEnd(true);
  writer.setEnd(true);
  t.equal(native.kicks, 1);
  t.equal(words[Word.endOfStream], 1);
  writer.beginAfterFlush(false);
  t.equal(words[Word.endOfStream], 0);
});

t.test('the command is seen', async (t) => {
  const { writer, words } = rig();
  t.notOk(writer.isRunning);
  words[Word.command] = Command.run;
  t.ok(writer.isRunning);
  words[Word.command] = Command.hold;
  t.notOk(writer.isRunning);
});

t.test('a flush gives back what the consumer cannot come near, so that a full ring has room at once', async (t) => {
  const { writer, words } = rig();
  words[Word.attached] = Attached.writer;
  words[Word.reach] = 500;
  words[Word.playedFrame] = words[Word.tail] = 300;
  writer.push(block, 8000);
  words[Word.flushRequested] = 1;
  writer.beginAfterFlush(false);
  t.equal(words[Word.flushFrame], 300 + 500 + 0.125 * RATE);
  t.equal(writer.head, words[Word.flushFrame]);
  writer.push(block, 100);
  words[Word.flushApplied] = 1;
  words[Word.flushRequested] = 2;
  words[Word.playedFrame] = 4000;
  writer.beginAfterFlush(false);
  t.equal(words[Word.flushFrame], 1025, 'what lies nearer is kept');
});

t.test('what a flush began that was not carried out is taken back by the next', async (t) => {
  const { writer, words } = rig();
  words[Word.attached] = Attached.writer;
  words[Word.reach] = 500;
  writer.push(block, 300);
  words[Word.flushRequested] = 1;
  writer.beginAfterFlush(false);
  writer.push(block, 8000);
  t.notOk(writer.isFlushed);
  writer.beginAfterFlush(false);
  t.equal(words[Word.flushFrame], 300);
  t.equal(writer.head, 300);
});

t.test('a flush that the consumer is carrying out is waited for before it is withdrawn', async (t) => {
  const { writer, words } = rig();
  words[Word.attached] = Attached.writer;
  writer.push(block, 300);
  words[Word.flushRequested] = 1;
  writer.beginAfterFlush(false);
  words[Word.flushTaken] = 1;
  const { memory } = writer.ring;
  const consumer = `
    const { workerData, parentPort } = require('node:worker_threads');
    const words = new Int32Array(workerData.memory, 0, 64);
    while (Atomics.load(words, ${Word.flushRequested}) === 1) Atomics.wait(words, 63, 0, 1);
    Atomics.store(words, ${Word.flushApplied}, 1);
    Atomics.store(words, ${Word.flushTaken}, 0);
  `;
  const worker = new Worker(consumer, { eval: true, workerData: { memory } });
  await once(worker, 'online');
  writer.withdrawFlush();
  t.ok(writer.isFlushed);
  t.equal(words[Word.flushRequested], 2, 'it carries out nothing more');
  await once(worker, 'exit');
});

t.test('a flush tells where what sounds was, if it goes on with it', async (t) => {
  const { writer, words } = rig();
  writer.push(block, 1000);
  writer.beginAfterFlush(true, 2 ** 32 - 5);
  t.equal(words[Word.flushSplice], 1);
  t.equal((words[Word.flushSpliceFrame] ?? 0) >>> 0, 2 ** 32 - 5);
  writer.beginAfterFlush(true);
  t.equal(words[Word.flushSplice], 0);
});

t.test('what was pushed from a frame on is taken back, and the stream goes on there', async (t) => {
  const { writer, words } = rig(2 ** 32 - 300);
  words[Word.playedFrame] = words[Word.tail] ?? 0;
  words[Word.reach] = 100;
  writer.push(block, 1000);
  writer.setEnd(true);
  t.notOk(writer.takeBackTo(2 ** 32 - 300 + 224), 'the consumer may be there');
  t.equal(writer.head, 700);
  t.equal(words[Word.endOfStream], 1);
  t.ok(writer.takeBackTo(200));
  t.equal(writer.head, 200);
  t.equal(writer.fill, 500);
  t.equal(words[Word.endOfStream], 0);
  writer.push(block, 10);
  t.equal(writer.head, 210);
});

t.test('nothing is taken back of what a device keeps beyond its buffer, as a radio link does', async (t) => {
  const { writer, words } = rig();
  words[Word.reach] = 500;
  words[Word.writtenFrame] = 900;
  writer.push(block, 5000);
  t.notOk(writer.takeBackTo(1000));
  t.equal(writer.head, 5000);
  t.ok(writer.takeBackTo(900 + 0.125 * RATE));
});
