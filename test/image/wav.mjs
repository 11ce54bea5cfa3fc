import { readFileSync, writeFileSync } from 'node:fs';

/** Peaks are measured in windows of 10 ms. */
const WINDOWS_PER_SECOND = 100;
/** Largest peak of silence, of 32,767: dither and the end of a fade stay below. */
export const SILENCE = 16;

const RATE = 44_100;

/** Writes a sine with `{ hertz, seconds, amplitude }` (0 to 1) as 16-bit stereo at 44.1 kHz (RIFF WAVE). */
export function writeTone(path, { hertz, seconds, amplitude }) {
  const frames = RATE * seconds;
  const wav = Buffer.alloc(44 + frames * 4);
  wav.write('RIFF    WAVEfmt ', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 4, 28);
  wav.writeUInt16LE(4, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(frames * 4, 40);
  for (let n = 0; n < frames; n++) {
    const sample = Math.round(32_767 * amplitude * Math.sin((2 * Math.PI * hertz * n) / RATE));
    wav.writeInt16LE(sample, 44 + n * 4);
    wav.writeInt16LE(sample, 46 + n * 4);
  }
  writeFileSync(path, wav);
}

/** The left channel of a 16-bit PCM file (RIFF WAVE), from byte `from` of its samples on: `{ rate, samples }`. */
export function readWav(path, from = 0) {
  const bytes = readFileSync(path);
  let rate = 0;
  let channels = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === 'fmt ') {
      channels = bytes.readUInt16LE(body + 2);
      rate = bytes.readUInt32LE(body + 4);
    } else if (name === 'data') {
      const frame = 2 * channels;
      const first = body + Math.floor(from / frame) * frame;
      // QEMU writes the length when it quits; until then it is 0, and the samples reach to the end of the file.
      const end = Math.min(body + (length || Infinity), bytes.length);
      const samples = new Int16Array(Math.max(0, Math.floor((end - first) / frame)));
      for (let n = 0; n < samples.length; n++) samples[n] = bytes.readInt16LE(first + n * frame);
      return { rate, samples };
    }
    at = body + length + (length % 2);
  }
  throw new Error(`${path} holds no sound`);
}

/** From the first sound to the last: `{ seconds, level (RMS), holes (ms of silence inside), peaks }`. */
export function describe({ rate, samples }) {
  const size = rate / WINDOWS_PER_SECOND;
  const peaks = [];
  for (let at = 0; at + size <= samples.length; at += size) {
    peaks.push(samples.subarray(at, at + size).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
  }
  const first = peaks.findIndex((peak) => peak > SILENCE);
  if (first < 0) throw new Error('the recording is silent');
  const last = peaks.findLastIndex((peak) => peak > SILENCE);
  const audible = peaks.slice(first, last + 1);
  const sounding = samples.subarray(first * size, (last + 1) * size);
  const squares = sounding.reduce((sum, sample) => sum + sample * sample, 0);
  return {
    seconds: audible.length / WINDOWS_PER_SECOND,
    level: Math.sqrt(squares / sounding.length),
    holes: audible.filter((peak) => peak <= SILENCE).length * (1000 / WINDOWS_PER_SECOND),
    peaks: audible,
    sounding,
  };
}

/** Pearson correlation of two envelopes (peaks averaged over 100 ms) at the best offset within ±100 ms. */
export function likeness(onePeaks, otherPeaks) {
  const [one, other] = [smooth(onePeaks), smooth(otherPeaks)];
  let best = -1;
  for (let shift = -10; shift <= 10; shift++) {
    const a = one.slice(Math.max(0, shift));
    const b = other.slice(Math.max(0, -shift));
    best = Math.max(best, correlation(a, b, Math.min(a.length, b.length)));
  }
  return best;
}

function smooth(peaks) {
  return peaks.slice(9).map((_, n) => peaks.slice(n, n + 10).reduce((sum, peak) => sum + peak, 0) / 10);
}

function correlation(a, b, length) {
  const mean = (values) => values.slice(0, length).reduce((sum, value) => sum + value, 0) / length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let n = 0; n < length; n++) {
    const [x, y] = [a[n] - meanA, b[n] - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb);
}

/**
 * Share of the power that lies at one frequency, 0 to 1: the median over pieces of 50 ms, so that a period that an
 * emulator on a busy machine repeats or loses affects only one piece.
 */
export function shareOfTone(samples, rate, hertz) {
  const size = rate / 20;
  const shares = [];
  for (let at = 0; at + size <= samples.length; at += size) {
    shares.push(shareInPiece(samples.subarray(at, at + size), (2 * Math.PI * hertz) / rate));
  }
  return shares.sort((a, b) => a - b)[Math.floor(shares.length / 2)] ?? 0;
}

/** Goertzel's algorithm; `turn` in radians per sample. */
function shareInPiece(samples, turn) {
  let [before, beforeThat, power] = [0, 0, 0];
  for (const sample of samples) {
    [beforeThat, before] = [before, sample + 2 * Math.cos(turn) * before - beforeThat];
    power += sample * sample;
  }
  const atTone = before * before + beforeThat * beforeThat - 2 * Math.cos(turn) * before * beforeThat;
  return power === 0 ? 0 : (2 * atTone) / (samples.length * power);
}
