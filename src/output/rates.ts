/** At which rate a device is opened for a track: its own where the device has it, else one that loses nothing. */

import { sampleRateHz, type SampleRateHz } from '../units.js';

/** Rates of sound cards and files. */
export const STANDARD_RATES: readonly SampleRateHz[] = [
  8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000, 176_400, 192_000,
].map(sampleRateHz);

/** The rate of the track, its multiples, those above it from the nearest on, and at last those below it. */
export function ratesByPreference(rate: SampleRateHz): readonly SampleRateHz[] {
  const others = STANDARD_RATES.filter((other) => other !== rate);
  const above = others.filter((other) => other > rate);
  return [
    rate,
    ...above.filter((other) => other % rate === 0),
    ...above.filter((other) => other % rate !== 0),
    ...others.filter((other) => other < rate).reverse(),
  ];
}

/** The best of a device's rates for a track, of which there is at least one. */
export function bestRate(rate: SampleRateHz, rates: readonly SampleRateHz[]): SampleRateHz {
  return ratesByPreference(rate).find((each) => rates.includes(each)) ?? rate;
}
