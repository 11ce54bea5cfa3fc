import { setTimeout as delay } from 'node:timers/promises';
import { describe, shareOfTone } from '../image/wav.mjs';
import { expect } from '../image/table.mjs';

/** Test signal: a sine, so that frequency, length and level of a recording can be checked. */
export const TONE = { name: 'tone.wav', hertz: 440, seconds: 6, amplitude: 0.5 };
/** Long tones for checks during playback, told apart by frequency. */
export const LONG_TONES = [600, 800, 1000].map((hertz) => ({
  name: `long-${hertz}.wav`,
  hertz,
  seconds: 180,
  amplitude: 0.5,
}));
/** Tolerances for a lossy codec and a volume of 128 steps. */
const DECIBELS = 1;
const SECONDS = 0.05;
const LISTENED = 4000;

/** Length (±50 ms), level (±1 dB) and frequency of a recording. @throws Error with all three when one is wrong */
export function judge(sound, tone) {
  const { seconds, level, holes, sounding } = describe(sound);
  const late = seconds - tone.seconds;
  const decibels = 20 * Math.log10((level * Math.SQRT2) / (tone.amplitude * 32_768));
  const share = shareOfTone(sounding, sound.rate, tone.hertz);
  const said =
    `${(late * 1000).toFixed(0)} ms longer than ${tone.seconds} s, ${decibels.toFixed(2)} dB, ` +
    `${(100 * share).toFixed(1)} % of it ${tone.hertz} Hz, ${holes} ms of silence inside`;
  expect(Math.abs(late) <= SECONDS && Math.abs(decibels) <= DECIBELS && share > 0.95, said);
  return said;
}

/** Frequency of the one of `tones` that has the largest share of the recording. */
function pitch(sound, tones) {
  const { sounding } = describe(sound);
  const shares = tones.map(({ hertz }) => ({ hertz, share: shareOfTone(sounding, sound.rate, hertz) }));
  return shares.reduce((most, each) => (each.share > most.share ? each : most)).hertz;
}

/** Records a queue of LONG_TONES for a while. @returns description @throws Error unless it is the first of them */
export async function hearLong(speaker) {
  return judgeLong(await speaker.hear(() => delay(LISTENED)), LONG_TONES[0], LISTENED / 2000);
}

/**
 * @returns description of a recording of one of LONG_TONES @throws Error unless it is `tone`, for more than `least`
 * seconds
 */
export function judgeLong(recording, tone, least) {
  const { seconds, level } = describe(recording);
  const hertz = pitch(recording, LONG_TONES);
  const decibels = 20 * Math.log10((level * Math.SQRT2) / (tone.amplitude * 32_768));
  const said = `${seconds.toFixed(1)} s of ${hertz} Hz, ${decibels.toFixed(1)} dB`;
  expect(hertz === tone.hertz && seconds > least, said);
  return said;
}
