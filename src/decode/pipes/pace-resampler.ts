/**
 * Takes sound a little faster or slower than it comes, by up to some parts in a thousand, without a click: the clock of
 * whoever sends it is not that of the device that plays it. Each frame is read between two of the frames that came, by a
 * windowed sinc (Kaiser, 32 taps). At a pace of 0 frames pass as they are until the pace was another one.
 */
const HALF = 16;
const TAPS = 2 * HALF;
const PHASES = 256;
const BETA = 10;
/** Frames of one call. */
export const MOST_FRAMES = 4096;
/** The slowest pace must not make more frames than there is room for. */
const MARGIN = 64;
const MILLION = 1_000_000;

const KERNELS = kernels();

export class PaceResampler {
  /** Planar: what came and is still needed, the oldest first. */
  readonly #left = new Float32Array(TAPS + MOST_FRAMES);
  readonly #right = new Float32Array(TAPS + MOST_FRAMES);
  readonly #kernel = new Float32Array(TAPS);
  /** Frames that are there; before the first there was silence. */
  #count = HALF - 1;
  /** Where the next frame is read. */
  #at = HALF - 1;

  /** Planar, left then right: the right channel begins in the middle. Valid until the next call. */
  readonly planar = new Float32Array(2 * (MOST_FRAMES + MARGIN));
  static readonly rightBegin = MOST_FRAMES + MARGIN;

  /**
   * @param interleaved stereo
   * @param frames at most `MOST_FRAMES`
   * @param pace parts in a million
   * @returns how many frames lie in `planar`
   */
  take(interleaved: Float32Array, frames: number, pace: number): number {
    for (let frame = 0; frame < frames; frame++) {
      this.#left[this.#count + frame] = interleaved[2 * frame] ?? 0;
      this.#right[this.#count + frame] = interleaved[2 * frame + 1] ?? 0;
    }
    this.#count += frames;
    const step = 1 + pace / MILLION;
    let made = 0;
    for (; Math.floor(this.#at) + HALF < this.#count; this.#at += step) this.#make(made++);
    this.#letGo();
    return made;
  }

  #make(frame: number): void {
    const whole = Math.floor(this.#at);
    const part = this.#at - whole;
    if (part === 0) {
      this.planar[frame] = this.#left[whole] ?? 0;
      this.planar[PaceResampler.rightBegin + frame] = this.#right[whole] ?? 0;
      return;
    }
    const kernel = this.#kernelAt(part);
    const first = whole - HALF + 1;
    let left = 0;
    let right = 0;
    for (let tap = 0; tap < TAPS; tap++) {
      const weight = kernel[tap] ?? 0;
      left += weight * (this.#left[first + tap] ?? 0);
      right += weight * (this.#right[first + tap] ?? 0);
    }
    this.planar[frame] = left;
    this.planar[PaceResampler.rightBegin + frame] = right;
  }

  /** Between two kernels of the table. */
  #kernelAt(part: number): Float32Array {
    const position = part * PHASES;
    const phase = Math.floor(position);
    const share = position - phase;
    const from = phase * TAPS;
    for (let tap = 0; tap < TAPS; tap++) {
      const one = KERNELS[from + tap] ?? 0;
      const other = KERNELS[from + TAPS + tap] ?? 0;
      this.#kernel[tap] = one + share * (other - one);
    }
    return this.#kernel;
  }

  #letGo(): void {
    const over = Math.floor(this.#at) - (HALF - 1);
    if (over <= 0) return;
    this.#left.copyWithin(0, over, this.#count);
    this.#right.copyWithin(0, over, this.#count);
    this.#count -= over;
    this.#at -= over;
  }
}

/** A kernel for each position between two frames, the last one for a whole frame on; each lets a constant through as it is. */
function kernels(): Float32Array {
  const table = new Float32Array((PHASES + 1) * TAPS);
  for (let phase = 0; phase <= PHASES; phase++) {
    const weights = Array.from({ length: TAPS }, (_, tap) => weightAt(tap - (HALF - 1) - phase / PHASES));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    table.set(
      weights.map((weight) => weight / sum),
      phase * TAPS,
    );
  }
  return table;
}

function weightAt(distance: number): number {
  if (Math.abs(distance) >= HALF) return 0;
  const angle = Math.PI * distance;
  const sinc = distance === 0 ? 1 : Math.sin(angle) / angle;
  return (sinc * bessel(BETA * Math.sqrt(1 - (distance / HALF) ** 2))) / bessel(BETA);
}

/** Modified Bessel function of the first kind and order zero, by its power series. */
function bessel(value: number): number {
  let term = 1;
  let sum = 1;
  for (let index = 1; term > sum * 1e-12; index++) {
    term *= (value / (2 * index)) ** 2;
    sum += term;
  }
  return sum;
}
