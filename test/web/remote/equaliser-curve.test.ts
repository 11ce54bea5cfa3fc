import fc from 'fast-check';
import t from 'tap';
import {
  type Band,
  frequencies,
  neededPrecut,
  positionOf,
  response,
} from '../../../src/web/remote/sound/equaliser-curve.js';

const CUTOFFS = [32, 64, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000];

function bandsOf(gains: readonly number[]): Band[] {
  return CUTOFFS.map((cutoff, at) => ({ cutoff, q: at === 0 || at === 9 ? 7 : 10, gain: gains[at] ?? 0 }));
}

function near(value: number | undefined, wanted: number, by = 0.01): boolean {
  return value !== undefined && Math.abs(value - wanted) <= by;
}

t.test('flat bands change nothing, but for what is taken off before', (t) => {
  t.ok(response(bandsOf([]), 0, frequencies(50)).every((value) => value === 0));
  t.ok(response(bandsOf([]), 35, frequencies(50)).every((value) => near(value, -3.5)));
  t.end();
});

t.test('a peak has its gain at its frequency, and half of its band width is told by Q', (t) => {
  const bands = bandsOf([0, 0, 0, 0, 0, 60]);
  t.ok(near(response(bands, 0, [1000])[0], 6));
  t.ok(near(response(bands, 0, [20])[0], 0, 0.05));
  // At the edges of the band width the gain is half of it, in dB (the cookbook's definition of Q for a peak).
  const width = Math.asinh(1 / 2) / Math.LN2;
  const [low, high] = response(bands, 0, [1000 * 2 ** -width, 1000 * 2 ** width]);
  t.ok(near(low, 3, 0.1));
  t.ok(near(high, 3, 0.1));
  t.end();
});

t.test('a shelf has half of its gain at its frequency, and all of it beyond', (t) => {
  const low = response(bandsOf([60]), 0, [1, 32, 2000]);
  t.ok(near(low[0], 6, 0.05));
  t.ok(near(low[1], 3));
  t.ok(near(low[2], 0, 0.05));
  const high = response(bandsOf([0, 0, 0, 0, 0, 0, 0, 0, 0, -60]), 0, [1000, 16_000]);
  t.ok(near(high[0], 0, 0.05));
  t.ok(near(high[1], -3));
  t.end();
});

t.test('what is said to be needed keeps every frequency from becoming louder', (t) => {
  const gains = fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(gains, (given) => {
      const bands = bandsOf(given);
      return Math.max(...response(bands, neededPrecut(bands), frequencies(200))) <= 0.001;
    }),
  );
  t.end();
});

t.test('frequencies go from 20 Hz to 20 kHz, each as far from the last as they are drawn', (t) => {
  const all = frequencies(31);
  t.ok(near(all[0], 20));
  t.ok(near(all[30], 20_000));
  t.ok(near(positionOf(all[15] ?? 0), 0.5));
  t.end();
});
