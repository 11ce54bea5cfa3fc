import t from 'tap';
import { bestRate, ratesByPreference, STANDARD_RATES } from '../../src/output/rates.js';
import { sampleRateHz } from '../../src/units.js';

t.test('a track is played at its own rate where the device has it, standard or not', async (t) => {
  for (const rate of [...STANDARD_RATES, sampleRateHz(37_800)])
    t.equal(bestRate(rate, [...STANDARD_RATES, rate]), rate);
});

t.test('a multiple goes before the nearest rate above, and that before any below', async (t) => {
  const best: readonly (readonly [number, readonly number[], number])[] = [
    [44_100, [48_000, 88_200, 176_400], 88_200],
    [44_100, [176_400, 96_000, 48_000], 176_400],
    [44_100, [192_000, 96_000, 48_000], 48_000],
    [44_100, [32_000, 48_000], 48_000],
    [48_000, [44_100, 88_200, 96_000], 96_000],
    [48_000, [44_100, 88_200], 88_200],
    [96_000, [44_100, 48_000], 48_000],
    [96_000, [44_100, 32_000], 44_100],
    [192_000, [48_000, 96_000], 96_000],
    [8000, [44_100, 48_000], 48_000],
    [11_025, [48_000, 44_100], 44_100],
    [37_800, [48_000, 44_100], 44_100],
    [384_000, [48_000, 192_000], 192_000],
  ];
  for (const [rate, rates, wanted] of best)
    t.equal(bestRate(sampleRateHz(rate), rates.map(sampleRateHz)), wanted, `${rate} on ${rates.join(', ')}`);
});

t.test('every standard rate is tried once', async (t) => {
  for (const rate of [44_100, 37_800].map(sampleRateHz)) {
    const tried = ratesByPreference(rate);
    t.equal(new Set(tried).size, tried.length);
    t.ok([rate, ...STANDARD_RATES].every((each) => tried.includes(each)));
  }
});
