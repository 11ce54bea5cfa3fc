/**
 * What the equaliser and the tone controls do to the sound at the card, measured as a sound engineer would: an impulse
 * and a sweep are played through the daemon with settings made over REST, and what the card was given is compared with
 * the formulae. Source of those: Robert Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients".
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import t, { type Test } from 'tap';

import { chunk, fmt, wav } from '../../decode/formats/pcm-fixtures.js';
import { createHouse, type Daemon, xruns } from '../daemon.js';

const RATES = [44_100, 48_000, 96_000] as const;
const CHANNELS = 2;
const FULL_SCALE = 2 ** 31;

const FREQUENCIES = [25, 32, 50, 80, 125, 200, 315, 500, 800, 1250, 2000, 3150, 5000, 8000, 12_500, 16_000, 19_000];
/** Tolerance in dB. */
const TOLERANCE = 0.1;

interface Filter {
  readonly kind: 'lowShelf' | 'peak' | 'highShelf';
  /** Measured frequencies in Hz. */
  readonly cutoff: number;
  readonly q: number;
  /** dB. */
  readonly gain: number;
}

const decibels = (factor: number): number => 20 * Math.log10(factor);

/** Magnitude, in dB, of a digital filter by the cookbook's coefficients: |b0 + b1 z⁻¹ + b2 z⁻²| over the same of a. */
function responseOf({ kind, cutoff, q, gain }: Filter, frequency: number, rate: number): number {
  const a = 10 ** (gain / 40);
  const w0 = (2 * Math.PI * cutoff) / rate;
  const alpha = Math.sin(w0) / (2 * q);
  const cos = Math.cos(w0);
  const root = 2 * Math.sqrt(a) * alpha;
  // The high shelf has the formulae of the low shelf with the cosines negated.
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
  const w = (2 * Math.PI * frequency) / rate;
  const size = (taps: readonly number[]): number =>
    Math.hypot(
      taps.reduce((sum, tap, at) => sum + tap * Math.cos(at * w), 0),
      taps.reduce((sum, tap, at) => sum - tap * Math.sin(at * w), 0),
    );
  return decibels(size(b) / size(c));
}

/** Magnitude of the Fourier transform at one frequency. */
function spectrumAt(samples: Float64Array, frequency: number, rate: number): number {
  const w = (2 * Math.PI * frequency) / rate;
  let [real, imaginary] = [0, 0];
  for (let at = 0; at < samples.length; at++) {
    const sample = samples[at] ?? 0;
    if (sample === 0) continue;
    real += sample * Math.cos(w * at);
    imaginary -= sample * Math.sin(w * at);
  }
  return Math.hypot(real, imaginary);
}

/** Impulse: a second of silence, one sample, and time for the filters to decay. */
function impulse(rate: number): Float64Array {
  const samples = new Float64Array(2.5 * rate);
  samples[rate] = 0.05;
  return samples;
}

/** Logarithmic sweep from 15 Hz to 21 kHz, faded at both ends. */
function sweep(rate: number): Float64Array {
  const [from, to, seconds, fade] = [15, 21_000, 4, rate / 10];
  const length = seconds * rate;
  const pace = seconds / Math.log(to / from);
  return Float64Array.from({ length: length + rate }, (_, at) => {
    if (at >= length) return 0;
    const ends = Math.min(1, at / fade, (length - at) / fade);
    return 0.05 * ends * Math.sin(2 * Math.PI * from * pace * (Math.exp(at / rate / pace) - 1));
  });
}

/** WAV file of 32-bit stereo with equal channels. */
function wavOf(samples: Float64Array, rate: number): Buffer {
  const data = Buffer.alloc(samples.length * CHANNELS * 4);
  samples.forEach((sample, at) => {
    for (let channel = 0; channel < CHANNELS; channel++) {
      data.writeInt32LE(Math.round(sample * (FULL_SCALE - 1)), (at * CHANNELS + channel) * 4);
    }
  });
  return wav(fmt({ bits: 32, rate }), chunk('data', data));
}

/** Left channel of the samples that the card got. */
function leftOf(bytes: Buffer): Float64Array {
  return Float64Array.from(
    { length: bytes.length / (CHANNELS * 4) },
    (_, at) => bytes.readInt32LE(at * CHANNELS * 4) / FULL_SCALE,
  );
}

/**
 * Starts a daemon that plays one signal after the other, each with its own settings. @returns a function that gives the
 * samples of the card
 */
async function createBench(t: Test, rate: number) {
  const { rig, library, start } = await createHouse(t, { speed: 50, patient: true });
  const daemon: Daemon = await start();
  let before = 0;
  let files = 0;
  return {
    playThrough: async (signal: Float64Array, settings: object): Promise<Float64Array> => {
      const file = join(library, `${files++}.wav`);
      await writeFile(file, wavOf(signal, rate));
      const answer = await daemon.put('/settings', settings);
      t.equal(answer.status, 204, answer.text);
      await daemon.play([file]);
      await daemon.put('/player/play');
      await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
      t.equal(await xruns(rig), 0);
      const all = leftOf(await rig.capture());
      const now = all.subarray(before);
      before = all.length;
      return now;
    },
  };
}

/** Two sets of ten bands, so that each kind of filter is raised and cut, with different widths. */
const EQUALISERS = [
  [
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
  ],
  [
    [100, 12, -80],
    [64, 5, 30],
    [125, 40, -60],
    [250, 10, 20],
    [500, 64, -50],
    [1000, 10, 40],
    [2000, 7, -70],
    [4000, 30, 50],
    [8000, 10, -24],
    [6000, 10, 75],
  ],
] as const;

const TONES = [
  { bass: 9, treble: -6, bass_cutoff: 150, treble_cutoff: 5000 },
  { bass: -12, treble: 10, bass_cutoff: 300, treble_cutoff: 2500 },
] as const;

interface Part {
  readonly words: string;
  readonly settings: object;
  readonly filters: readonly Filter[];
  /** Gain in dB that is equal at every frequency. */
  readonly more: number;
}

const OFF = { eq_enabled: false, bass: 0, treble: 0 };
const PARTS: readonly Part[] = [
  ...EQUALISERS.map((bands, at) => ({
    words: `ten bands of the equaliser (${at + 1})`,
    settings: {
      ...OFF,
      eq_enabled: true,
      eq_precut: 60,
      eq_band_settings: bands.map(([cutoff, q, gain]) => ({ cutoff, q, gain })),
    },
    filters: bands.map(([cutoff, q, gain], band): Filter => {
      const kind = band === 0 ? 'lowShelf' : band === bands.length - 1 ? 'highShelf' : 'peak';
      return { kind, cutoff, q: q / 10, gain: gain / 10 };
    }),
    more: -6,
  })),
  // The chain is attenuated by the larger of the two, so that nothing clips.
  ...TONES.map((tone, at) => ({
    words: `bass and treble (${at + 1})`,
    settings: { ...OFF, ...tone },
    filters: [
      { kind: 'lowShelf', cutoff: tone.bass_cutoff, q: Math.SQRT1_2, gain: tone.bass },
      { kind: 'highShelf', cutoff: tone.treble_cutoff, q: Math.SQRT1_2, gain: tone.treble },
    ] satisfies Filter[],
    more: -Math.max(tone.bass, tone.treble),
  })),
];

for (const rate of RATES) {
  t.test(
    `at ${rate} Hz every part that is on does what its formula says, and every part off changes no bit`,
    async (t) => {
      const { playThrough } = await createBench(t, rate);
      for (const [name, signal] of [
        ['an impulse', impulse(rate)],
        ['a sweep', sweep(rate)],
      ] as const) {
        for (const { words, settings, filters, more } of PARTS) {
          const output = await playThrough(signal, settings);
          t.equal(output.length, signal.length, `${name} through ${words}: every frame, and no more`);
          for (const frequency of FREQUENCIES) {
            const measured = decibels(spectrumAt(output, frequency, rate) / spectrumAt(signal, frequency, rate));
            const wanted = filters.reduce((sum, filter) => sum + responseOf(filter, frequency, rate), more);
            const message = `${name} through ${words}, ${frequency} Hz: ${measured.toFixed(3)} dB for ${wanted.toFixed(3)} dB`;
            t.ok(Math.abs(measured - wanted) <= TOLERANCE, message);
          }
        }
        const output = await playThrough(signal, OFF);
        const wanted = leftOf(wavOf(signal, rate).subarray(44));
        t.ok(
          output.length === wanted.length && output.every((sample, at) => sample === wanted[at]),
          `${name} with all off is bit for bit what it was`,
        );
      }
    },
  );
}
