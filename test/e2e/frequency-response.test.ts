/**
 * What the equaliser and the tone controls do to the sound at the card, measured as a sound engineer would: an impulse and
 * a sweep are played through the daemon with settings made over REST, and what the card was given is compared with the
 * formulae. Source of those: Robert Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients".
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import t, { type Test } from 'tap';

import { chunk, fmt, wav } from '../audio/pcm-fixtures.js';
import { createHouse, type Daemon, xruns } from './daemon.js';

const RATE = 44_100;
const CHANNELS = 2;
const FULL_SCALE = 2 ** 31;

const FREQUENCIES = [25, 32, 50, 80, 125, 200, 315, 500, 800, 1250, 2000, 3150, 5000, 8000, 12_500, 16_000, 19_000];
/** dB. */
const TOLERANCE = 0.1;

interface Filter {
  readonly kind: 'lowShelf' | 'peak' | 'highShelf';
  /** Hz. */
  readonly cutoff: number;
  readonly q: number;
  /** dB. */
  readonly gain: number;
}

const decibels = (factor: number): number => 20 * Math.log10(factor);

/** Magnitude, in dB, of a digital filter by the cookbook's coefficients: |b0 + b1 z⁻¹ + b2 z⁻²| over the same of a. */
function responseOf({ kind, cutoff, q, gain }: Filter, frequency: number): number {
  const a = 10 ** (gain / 40);
  const w0 = (2 * Math.PI * cutoff) / RATE;
  const alpha = Math.sin(w0) / (2 * q);
  const cos = Math.cos(w0);
  const root = 2 * Math.sqrt(a) * alpha;
  // Of the high shelf the signs of the cosines are turned round.
  const turn = kind === 'highShelf' ? -1 : 1;
  const [b, c] =
    kind === 'peak'
      ? [
          [1 + alpha * a, -2 * cos, 1 - alpha * a],
          [1 + alpha / a, -2 * cos, 1 - alpha / a],
        ]
      : [
          [
            a * (a + 1 - turn * (a - 1) * cos + root),
            turn * 2 * a * (a - 1 - turn * (a + 1) * cos),
            a * (a + 1 - turn * (a - 1) * cos - root),
          ],
          [
            a + 1 + turn * (a - 1) * cos + root,
            turn * -2 * (a - 1 + turn * (a + 1) * cos),
            a + 1 + turn * (a - 1) * cos - root,
          ],
        ];
  const w = (2 * Math.PI * frequency) / RATE;
  const size = (taps: readonly number[]): number =>
    Math.hypot(
      taps.reduce((sum, tap, at) => sum + tap * Math.cos(at * w), 0),
      taps.reduce((sum, tap, at) => sum - tap * Math.sin(at * w), 0),
    );
  return decibels(size(b) / size(c));
}

/** Magnitude of the transform at one frequency. */
function spectrumAt(samples: Float64Array, frequency: number): number {
  const w = (2 * Math.PI * frequency) / RATE;
  let [real, imaginary] = [0, 0];
  for (let at = 0; at < samples.length; at++) {
    const sample = samples[at] ?? 0;
    if (sample === 0) continue;
    real += sample * Math.cos(w * at);
    imaginary -= sample * Math.sin(w * at);
  }
  return Math.hypot(real, imaginary);
}

/** A second of silence, then one sample; and time for the filters to ring. */
function impulse(): Float64Array {
  const samples = new Float64Array(2.5 * RATE);
  samples[RATE] = 0.05;
  return samples;
}

/** From 15 Hz to 21 kHz, equally long in each octave, faded at both ends. */
function sweep(): Float64Array {
  const [from, to, seconds, fade] = [15, 21_000, 4, RATE / 10];
  const length = seconds * RATE;
  const pace = seconds / Math.log(to / from);
  return Float64Array.from({ length: length + RATE }, (_, at) => {
    if (at >= length) return 0;
    const ends = Math.min(1, at / fade, (length - at) / fade);
    return 0.05 * ends * Math.sin(2 * Math.PI * from * pace * (Math.exp(at / RATE / pace) - 1));
  });
}

/** 32-bit stereo; both channels are the same. */
function wavOf(samples: Float64Array): Buffer {
  const data = Buffer.alloc(samples.length * CHANNELS * 4);
  samples.forEach((sample, at) => {
    for (let channel = 0; channel < CHANNELS; channel++) {
      data.writeInt32LE(Math.round(sample * (FULL_SCALE - 1)), (at * CHANNELS + channel) * 4);
    }
  });
  return wav(fmt({ bits: 32 }), chunk('data', data));
}

/** The left channel of what the card was given. */
function leftOf(bytes: Buffer): Float64Array {
  return Float64Array.from(
    { length: bytes.length / (CHANNELS * 4) },
    (_, at) => bytes.readInt32LE(at * CHANNELS * 4) / FULL_SCALE,
  );
}

async function heard(t: Test, signal: Float64Array, settings: object): Promise<Float64Array> {
  const { rig, library, start } = await createHouse(t, { speed: 4, patient: true });
  const file = join(library, 'signal.wav');
  await writeFile(file, wavOf(signal));
  const daemon: Daemon = await start();
  const answer = await daemon.put('/settings', settings);
  t.equal(answer.status, 204, answer.text);
  await daemon.play([file]);
  await daemon.put('/player/play');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  t.equal(await xruns(rig), 0);
  return leftOf(await rig.capture());
}

/** @param more dB that are the same at every frequency */
function compare(t: Test, signal: Float64Array, output: Float64Array, filters: readonly Filter[], more = 0): void {
  t.equal(output.length, signal.length, 'every frame, and no more');
  for (const frequency of FREQUENCIES) {
    const measured = decibels(spectrumAt(output, frequency) / spectrumAt(signal, frequency));
    const wanted = filters.reduce((sum, filter) => sum + responseOf(filter, frequency), more);
    const words = `${frequency} Hz: ${measured.toFixed(3)} dB, by the formula ${wanted.toFixed(3)} dB`;
    t.ok(Math.abs(measured - wanted) <= TOLERANCE, words);
  }
}

const BANDS = [
  [32, 7, 60],
  [64, 10, -45],
  [125, 14, 35],
  [250, 10, -120],
  [500, 20, 80],
  [1000, 10, -30],
  [2000, 7, 100],
  [4000, 30, -60],
  [8000, 10, 45],
  [16_000, 7, -90],
] as const;
const EQUALISER = {
  eq_enabled: true,
  eq_precut: 60,
  eq_band_settings: BANDS.map(([cutoff, q, gain]) => ({ cutoff, q, gain })),
};
const EQUALISER_FILTERS = BANDS.map(([cutoff, q, gain], at): Filter => {
  const kind = at === 0 ? 'lowShelf' : at === BANDS.length - 1 ? 'highShelf' : 'peak';
  return { kind, cutoff, q: q / 10, gain: gain / 10 };
});

const TONE = { bass: 9, treble: -6, bass_cutoff: 150, treble_cutoff: 5000 };
const TONE_FILTERS: readonly Filter[] = [
  { kind: 'lowShelf', cutoff: 150, q: Math.SQRT1_2, gain: 9 },
  { kind: 'highShelf', cutoff: 5000, q: Math.SQRT1_2, gain: -6 },
];

for (const [name, signal] of [
  ['an impulse', impulse()],
  ['a sweep', sweep()],
] as const) {
  t.test(`${name} comes out of ten bands of the equaliser as their formulae say`, async (t) => {
    compare(t, signal, await heard(t, signal, EQUALISER), EQUALISER_FILTERS, -6);
  });

  t.test(`${name} comes out of bass and treble as their formulae say, lower by the larger of the two`, async (t) => {
    compare(t, signal, await heard(t, signal, TONE), TONE_FILTERS, -9);
  });

  t.test(`${name} passes with every part off, and not a bit is changed`, async (t) => {
    const output = await heard(t, signal, { eq_enabled: false, bass: 0, treble: 0 });
    const wanted = leftOf(wavOf(signal).subarray(44));
    t.ok(Buffer.from(output.buffer).equals(Buffer.from(wanted.buffer, wanted.byteOffset, wanted.byteLength)));
  });
}
