/** The resampler of captured sound: exact at its own pace, clean at any other. */
import t from 'tap';
import { MOST_FRAMES, PaceResampler } from '../../../src/decode/pipes/pace-resampler.js';
import { fitSine } from '../../playback/engine/sound-rig.js';

const RATE = 44_100;

/** What comes out on the left for a sine of so many frames, taken in pieces of uneven size. */
function taken(frames: number, frequency: number, pace: number): Float64Array {
  const resampler = new PaceResampler();
  const made: number[] = [];
  for (let at = 0, size = 1; at < frames; size = (size * 7 + 13) % MOST_FRAMES) {
    const count = Math.min(size, frames - at);
    const piece = new Float32Array(2 * count);
    for (let frame = 0; frame < count; frame++) {
      const value = 0.5 * Math.sin((2 * Math.PI * frequency * (at + frame)) / RATE);
      piece.set([value, -value], 2 * frame);
    }
    const out = resampler.take(piece, count, pace);
    for (let frame = 0; frame < out; frame++) {
      const left = resampler.planar[frame] ?? NaN;
      if (resampler.planar[PaceResampler.rightBegin + frame] !== -left) throw new Error('the channels differ');
      made.push(left);
    }
    at += count;
  }
  return Float64Array.from(made);
}

t.test('at its own pace it lets every sample through as it is', (t) => {
  const out = taken(20_000, 997, 0);
  const expected = Float64Array.from(out, (_, frame) =>
    Math.fround(0.5 * Math.sin((2 * Math.PI * 997 * frame) / RATE)),
  );
  t.ok(out.length > 19_900);
  t.strictSame(out, expected);
  t.end();
});

for (const pace of [-1000, -37, 41, 1000]) {
  t.test(`at ${pace} parts in a million it gives as many frames fewer, of the same sound`, (t) => {
    const frames = 88_200;
    const out = taken(frames, 997, pace);
    t.ok(Math.abs(out.length - frames / (1 + pace / 1e6)) < 64, `${out.length} frames`);
    const { amplitude, noise } = fitSine(out, 1000, out.length - 1000, 997 * (1 + pace / 1e6), RATE);
    t.ok(Math.abs(amplitude - 0.5) < 0.001, `${amplitude}`);
    t.ok(noise < -80, `${noise} dB`);
    t.end();
  });
}

t.test('a pace that changes makes no click', (t) => {
  const resampler = new PaceResampler();
  let before = 0;
  let largest = 0;
  for (let block = 0; block < 100; block++) {
    const piece = new Float32Array(2 * 441);
    for (let frame = 0; frame < 441; frame++) {
      const value = Math.sin((2 * Math.PI * 441 * (block * 441 + frame)) / RATE);
      piece.set([value, value], 2 * frame);
    }
    const out = resampler.take(piece, 441, ((block * 331) % 2001) - 1000);
    for (let frame = 0; frame < out; frame++) {
      const value = resampler.planar[frame] ?? NaN;
      largest = Math.max(largest, Math.abs(value - before));
      before = value;
    }
  }
  const steepest = (2 * Math.PI * 441) / RATE;
  t.ok(largest < 1.02 * steepest, `${largest} of ${steepest}`);
  t.end();
});
