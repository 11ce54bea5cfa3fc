/**
 * What the equaliser does to each frequency, computed from the same filters as the daemon's. Pure. Source: Robert
 * Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter coefficients"
 * (https://www.w3.org/TR/audio-eq-cookbook/): low shelf, peaking EQ and high shelf, with Q.
 */

/** A band as on the wire: Hz, tenths, tenths of dB. */
export type Band = Readonly<{ cutoff: number; q: number; gain: number }>;

type Kind = 'lowShelf' | 'peak' | 'highShelf';

type Coefficients = Readonly<{ b: readonly [number, number, number]; a: readonly [number, number, number] }>;

/** Sample rate of the drawing in Hz; another one changes only the top of the curve. */
const RATE = 48_000;
export const LOWEST = 20;
export const HIGHEST = 20_000;

/** @param gain in dB; `frequency` in Hz */
function filter(kind: Kind, frequency: number, q: number, gain: number): Coefficients {
  const a = 10 ** (gain / 40);
  const omega = (2 * Math.PI * frequency) / RATE;
  const cosine = Math.cos(omega);
  const alpha = Math.sin(omega) / (2 * q);
  if (kind === 'peak') {
    return { b: [1 + alpha * a, -2 * cosine, 1 - alpha * a], a: [1 + alpha / a, -2 * cosine, 1 - alpha / a] };
  }
  // The two shelves are one another's mirror: the sign of the cosine.
  const side = kind === 'lowShelf' ? 1 : -1;
  const c = side * cosine;
  const root = 2 * Math.sqrt(a) * alpha;
  return {
    b: [a * (a + 1 - (a - 1) * c + root), side * 2 * a * (a - 1 - (a + 1) * c), a * (a + 1 - (a - 1) * c - root)],
    a: [a + 1 + (a - 1) * c + root, side * -2 * (a - 1 + (a + 1) * c), a + 1 + (a - 1) * c - root],
  };
}

/** |c0 + c1 z⁻¹ + c2 z⁻²|² on the unit circle. */
function power([c0, c1, c2]: readonly [number, number, number], omega: number): number {
  const real = c0 + c1 * Math.cos(omega) + c2 * Math.cos(2 * omega);
  const imaginary = c1 * Math.sin(omega) + c2 * Math.sin(2 * omega);
  return real * real + imaginary * imaginary;
}

/**
 * dB at each of the frequencies.
 * @param precut tenths of dB that are taken off before the bands
 */
export function response(bands: readonly Band[], precut: number, frequencies: readonly number[]): number[] {
  const filters = bands.flatMap(({ cutoff, q, gain }, at) => {
    const kind: Kind = at === 0 ? 'lowShelf' : at === bands.length - 1 ? 'highShelf' : 'peak';
    return gain === 0 || q <= 0 || cutoff <= 0 || cutoff >= RATE / 2 ? [] : [filter(kind, cutoff, q / 10, gain / 10)];
  });
  return frequencies.map((frequency) => {
    const omega = (2 * Math.PI * frequency) / RATE;
    const sum = filters.reduce(
      (decibels, { a, b }) => decibels + 10 * Math.log10(power(b, omega) / power(a, omega)),
      0,
    );
    return sum - precut / 10;
  });
}

/** Frequencies from the lowest to the highest at equal intervals. */
export function frequencies(count: number): number[] {
  return Array.from({ length: count }, (_, at) => LOWEST * (HIGHEST / LOWEST) ** (at / (count - 1)));
}

/** Where a frequency lies between the lowest (0) and the highest (1). */
export function positionOf(frequency: number): number {
  return Math.log(frequency / LOWEST) / Math.log(HIGHEST / LOWEST);
}

/** The precut in tenths of dB at which no frequency is amplified. */
export function neededPrecut(bands: readonly Band[]): number {
  const highest = Math.max(0, ...response(bands, 0, frequencies(200)));
  return Math.min(240, Math.ceil(highest * 10));
}
