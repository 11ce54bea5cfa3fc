import fc from 'fast-check';
import t from 'tap';
import {
  byteOffset,
  frameCount,
  framesToMilliseconds,
  milliseconds,
  millisecondsToFrames,
  sampleRateHz,
} from '../src/units.js';

const rate = fc.constantFrom(8000, 11_025, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000, 384_000).map(sampleRateHz);
/** Up to a day at the highest rate. */
const frames = fc.nat(86_400 * 384_000).map(frameCount);
const duration = fc.nat(86_400_000).map(milliseconds);

t.test('a unit costs nothing and changes nothing', async (t) => {
  for (const value of [0, -1, 0.5, 2 ** 53]) {
    for (const of of [milliseconds, frameCount, byteOffset, sampleRateHz]) t.equal(of(value), value);
  }
});

t.test('frames become whole milliseconds, rounded down', async (t) => {
  t.equal(framesToMilliseconds(frameCount(44_100), sampleRateHz(44_100)), 1000);
  t.equal(framesToMilliseconds(frameCount(44_099), sampleRateHz(44_100)), 999);
  t.equal(framesToMilliseconds(frameCount(0), sampleRateHz(44_100)), 0);
  t.equal(framesToMilliseconds(frameCount(1152), sampleRateHz(48_000)), 24);
});

t.test('milliseconds become whole frames, rounded down', async (t) => {
  t.equal(millisecondsToFrames(milliseconds(1000), sampleRateHz(44_100)), 44_100);
  t.equal(millisecondsToFrames(milliseconds(1), sampleRateHz(44_100)), 44);
  t.equal(millisecondsToFrames(milliseconds(180_000), sampleRateHz(44_100)), 7_938_000);
});

t.test('there and back loses less than a millisecond, and never gains', async (t) => {
  const claim = fc.property(frames, rate, (count, hz) => {
    const back = millisecondsToFrames(framesToMilliseconds(count, hz), hz);
    return back <= count && count - back <= hz / 1000 + 1;
  });
  t.doesNotThrow(() => fc.assert(claim));
});

t.test('more frames are never a shorter time', async (t) => {
  const claim = fc.property(frames, frames, rate, (one, other, hz) => {
    const [less, more] = one < other ? [one, other] : [other, one];
    return framesToMilliseconds(less, hz) <= framesToMilliseconds(more, hz);
  });
  t.doesNotThrow(() => fc.assert(claim));
});

t.test('a day is exact at every rate', async (t) => {
  const claim = fc.property(duration, rate, (time, hz) => {
    const exact = (BigInt(time) * BigInt(hz)) / 1000n;
    return BigInt(millisecondsToFrames(time, hz)) === exact;
  });
  t.doesNotThrow(() => fc.assert(claim));
});
