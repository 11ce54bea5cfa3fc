import fc from 'fast-check';
import t from 'tap';
import { loudnessOf, percentOf, stepAt, stepUnder, type SteppedLevel } from '../../src/volume/mapping.js';
import { SoftwareScale } from '../../src/volume/software-scale.js';

function scale(min: number, max: number, decibels?: (step: number) => number, unityStep = max): SteppedLevel {
  return { read: () => ({ volume: min, min, max }), decibels: (step) => decibels?.(step), unityStep };
}

/** -103.5 dB to 24 dB, as a common DAC has it; 207 is 0 dB. */
const DAC = scale(0, 255, (step) => (step - 207) / 2, 207);
const UNKNOWN = scale(10, 50);
const SOFTWARE = new SoftwareScale(() => undefined);

t.test('a slider is even to the ear where the control knows its decibels', async (t) => {
  t.equal(percentOf(SOFTWARE, 0), 100);
  t.equal(percentOf(SOFTWARE, -80), 0);
  t.equal(Math.round(percentOf(SOFTWARE, -18)), 50, 'half the place is 18 dB less: half as loud, and half of that');
  t.equal(Math.round(percentOf(SOFTWARE, -60)), 10);
  t.equal(percentOf(DAC, 255), 100);
  t.equal(percentOf(DAC, 0), 0);
});

t.test('a control of a short range is even in decibels, and one without decibels in its steps', async (t) => {
  const short = scale(0, 20, (step) => step - 20);
  t.equal(percentOf(short, 5), 25);
  t.equal(percentOf(UNKNOWN, 20), 25);
  t.equal(stepAt(UNKNOWN, 25), 20);
});

t.test('a lowest step that is silence is the lowest place', async (t) => {
  const muting = scale(0, 100, (step) => (step === 0 ? -99_999.99 : step - 100));
  t.equal(percentOf(muting, 0), 0);
  t.ok(percentOf(muting, 1) > 0);
});

t.test('a control of one step stands at the top', async (t) => {
  t.equal(percentOf(scale(3, 3), 3), 100);
  t.equal(stepAt(scale(3, 3), 50), 3);
});

t.test('every step is found again by its place, and places rise with steps', async (t) => {
  for (const each of [DAC, UNKNOWN, SOFTWARE, scale(-5, 5), scale(0, 20, (step) => step - 20)]) {
    const { min, max } = each.read();
    for (let step = min; step <= max; step++) {
      t.equal(stepAt(each, percentOf(each, step)), step);
      if (step > min) t.ok(percentOf(each, step) > percentOf(each, step - 1));
    }
  }
});

t.test('a step of the same loudness is never louder, and the next one would be', async () => {
  const scales = [DAC, UNKNOWN, SOFTWARE];
  fc.assert(
    fc.property(fc.constantFrom(...scales), fc.double({ min: -50, max: 0, noNaN: true }), (each, loudness) => {
      const { max } = each.read();
      const step = stepUnder(each, loudness);
      const isUnder = loudnessOf(each, step) <= loudness + 0.01;
      const isNext = step === max || loudnessOf(each, step + 1) > loudness;
      return isUnder && isNext;
    }),
  );
});

t.test('what no step is as quiet as is the lowest step', async (t) => {
  t.equal(stepUnder(UNKNOWN, -1000), 10);
  t.equal(stepUnder(SOFTWARE, -Infinity), -80);
});
