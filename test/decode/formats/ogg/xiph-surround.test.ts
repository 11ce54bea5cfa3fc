/** Each of Xiph's formats has its own order of channels; what was encoded from WAVE's order is mixed alike. */
import t, { type Test } from 'tap';
import type { Decoder } from '../../../../src/decode/decoder.js';
import { decodeAll } from '../fixtures.js';
import { flacFile, openFlac, openOgg, opusFile, soundOf, vorbisFile, type Sound } from './xiph-fixtures.js';

const HALF = Math.SQRT1_2;
/** ITU-R BS.775-3, before the sum is brought to 1: how loud a loudspeaker is in the left and in the right channel. */
const GAINS = {
  FL: [1, 0],
  FR: [0, 1],
  FC: [HALF, HALF],
  LFE: [0, 0],
  BL: [HALF, 0],
  BR: [0, HALF],
  BC: [0.5, 0.5],
  SL: [HALF, 0],
  SR: [0, HALF],
} as const;
type Speaker = keyof typeof GAINS;

/** In WAVE's order, as the encoders are given them. */
const LAYOUTS: readonly (readonly Speaker[])[] = [
  ['FL', 'FR', 'FC'],
  ['FL', 'FR', 'BL', 'BR'],
  ['FL', 'FR', 'FC', 'BL', 'BR'],
  ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR'],
  ['FL', 'FR', 'FC', 'LFE', 'BC', 'SL', 'SR'],
  ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR', 'SL', 'SR'],
];

interface Kind {
  readonly make: (t: Test, sound: Sound) => Promise<string>;
  readonly open: (t: Test, path: string) => Promise<Decoder>;
  readonly tolerance: number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  FLAC: { make: flacFile, open: openFlac, tolerance: 0.02 },
  'FLAC in Ogg': { make: (t, sound) => flacFile(t, sound, '--ogg'), open: openOgg, tolerance: 0.02 },
  Vorbis: { make: (t, sound) => vorbisFile(t, sound, '-q', '9'), open: openOgg, tolerance: 0.05 },
  Opus: { make: (t, sound) => opusFile(t, sound, '--bitrate', '640'), open: openOgg, tolerance: 0.05 },
};

/** How much of one sound is in another, when nothing else in that is like it. */
function share(of: Int32Array, within: Float32Array): number {
  let [product, square] = [0, 0];
  within.forEach((value, at) => {
    const sample = (of[at] ?? 0) / 2 ** 15;
    product += value * sample;
    square += sample * sample;
  });
  return product / square;
}

for (const [name, { make, open, tolerance }] of Object.entries(KINDS)) {
  for (const layout of LAYOUTS) {
    t.test(`${name} of ${layout.length} channels: each is heard on its own side`, async (t) => {
      const sound = { frames: 96_000, rate: 48_000, channels: layout.length };
      const decoder = await open(t, await make(t, sound));
      t.match(decoder.facts, { channels: layout.length, totalFrames: sound.frames });
      const { left, right } = await decodeAll(decoder);
      const sum = layout.reduce((total, speaker) => total + GAINS[speaker][0], 0);
      for (const [channel, samples] of soundOf(sound).entries()) {
        const speaker = layout[channel]!;
        const [toLeft, toRight] = GAINS[speaker];
        const decoded = [share(samples, left), share(samples, right)] as const;
        const isRight =
          Math.abs(decoded[0] - toLeft / sum) < tolerance && Math.abs(decoded[1] - toRight / sum) < tolerance;
        t.ok(isRight, `${speaker}: ${decoded.map((value) => value.toFixed(3)).join(' and ')}`);
      }
    });
  }
}
