import t from 'tap';
import { SampleFormat } from '../../src/native.js';
import { createRing, ringWords, Word, WriterState } from '../../src/output/ring-layout.js';
import { RingReader } from '../../src/output/ring-reader.js';
import { sampleRateHz } from '../../src/units.js';

/** A reader of a ring whose writer measured `played` at a moment of CLOCK_MONOTONIC. */
function reading(played: number, written: number, state: number, microseconds: number) {
  const ring = createRing(sampleRateHz(44_100), SampleFormat.S16, 0);
  const words = ringWords(ring);
  words[Word.playedFrame] = played | 0;
  words[Word.writtenFrame] = written | 0;
  words[Word.state] = state;
  words[Word.playedAtLow] = (microseconds % 2 ** 32) | 0;
  words[Word.playedAtHigh] = Math.floor(microseconds / 2 ** 32);
  return { words, reader: new RingReader(ring) };
}

const now = () => Number(process.hrtime.bigint() / 1000n);

t.test('while nothing runs the frame played is the one that was measured', async (t) => {
  for (const state of [WriterState.idle, WriterState.held, WriterState.drained]) {
    t.equal(reading(1000, 9000, state, 0).reader.playedFrame(), 1000);
  }
});

t.test('while it runs the frame played moves on, and never past what was written', async (t) => {
  t.equal(reading(1000, 9000, WriterState.running, 0).reader.playedFrame(), 9000, 'measured long ago');
  t.equal(reading(1000, 9000, WriterState.running, now() + 60e6).reader.playedFrame(), 1000, 'measured in the future');
  const second = reading(1000, 1e9, WriterState.running, now() - 1e6).reader.playedFrame();
  t.ok(second >= 1000 + 44_100, 'a second later');
});

t.test('a lost device stands at the frame of that moment, never past what was written', async (t) => {
  const { words, reader } = reading(1000, 9000, WriterState.failed, 5e9);
  const lost = (after: number): void => {
    words[Word.failedAtLow] = ((5e9 + after) % 2 ** 32) | 0;
    words[Word.failedAtHigh] = Math.floor((5e9 + after) / 2 ** 32);
  };
  lost(100_000);
  t.equal(reader.playedFrame(), 1000 + 4410);
  lost(10e6);
  t.equal(reader.playedFrame(), 9000);
  lost(-10e6);
  t.equal(reader.playedFrame(), 1000);
});

t.test('the frame played wraps at 2^32', async (t) => {
  t.equal(reading(2 ** 32 - 5, 2 ** 32 + 95, WriterState.running, 0).reader.playedFrame(), 95);
  t.equal(reading(2 ** 32 - 5, 95, WriterState.held, 0).reader.playedFrame(), 2 ** 32 - 5);
});

t.test('flushing, drained and the counters are read', async (t) => {
  const { reader, words } = reading(0, 0, WriterState.idle, 0);
  t.notOk(reader.isFlushing);
  t.notOk(reader.isDrained);
  t.strictSame(reader.counters(), { xruns: 0, starvations: 0 });
  words[Word.flushRequested] = 1;
  words[Word.state] = WriterState.drained;
  t.notOk(reader.isDrained, 'the stream has not ended');
  words[Word.endOfStream] = 1;
  words[Word.head] = 100;
  t.notOk(reader.isDrained, 'there is more');
  words[Word.writtenFrame] = 100;
  words[Word.xruns] = 5;
  words[Word.starvations] = 2;
  t.ok(reader.isFlushing);
  t.ok(reader.isDrained);
  t.strictSame(reader.counters(), { xruns: 5, starvations: 2 });
});
