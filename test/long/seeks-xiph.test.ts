/** 500 random seeks in each of Xiph's formats. */
import t, { type Test } from 'tap';
import type { Decoder } from '../../src/decode/decoder.js';
import { frameCount } from '../../src/units.js';
import { decodeAll, dice, difference, stretch } from '../decode/formats/fixtures.js';
import { flacFile, openFlac, openOgg, opusFile, vorbisFile, type Sound } from '../decode/formats/ogg/xiph-fixtures.js';

t.setTimeout(0);

const SEEKS = 500;
const SOUND: Sound = { frames: 20 * 48_000, rate: 48_000 };

interface Kind {
  readonly make: (t: Test) => Promise<string>;
  readonly open: (t: Test, path: string) => Promise<Decoder>;
  /**
   * Allowed difference of a sample, full scale being 1. Only Opus needs one: libopus keeps state from before the half
   * second that the decoder decodes ahead of a seek.
   */
  readonly tolerance: number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  FLAC: { make: (t) => flacFile(t, SOUND), open: openFlac, tolerance: 0 },
  'FLAC of 24 bits': { make: (t) => flacFile(t, { ...SOUND, bits: 24 }), open: openFlac, tolerance: 0 },
  'FLAC in Ogg': { make: (t) => flacFile(t, SOUND, '--ogg'), open: openOgg, tolerance: 0 },
  Vorbis: { make: (t) => vorbisFile(t, SOUND), open: openOgg, tolerance: 0 },
  Opus: { make: (t) => opusFile(t, SOUND), open: openOgg, tolerance: 1e-4 },
  'Opus speech': {
    make: (t) => opusFile(t, { ...SOUND, channels: 1 }, '--speech', '--bitrate', '16'),
    open: openOgg,
    tolerance: 1e-4,
  },
};

for (const [name, { make, open, tolerance }] of Object.entries(KINDS)) {
  t.test(`${SEEKS} seeks land on the exact frame: ${name}`, async (t) => {
    const decoder = await open(t, await make(t));
    const whole = await decodeAll(decoder);
    t.equal(whole.left.length, SOUND.frames);
    const roll = dice(23);
    let worst = 0;
    for (let i = 0; i < SEEKS; i++) {
      const frame = roll(SOUND.frames);
      const length = Math.min(1 + roll(3000), SOUND.frames - frame);
      await decoder.seek(frameCount(frame));
      const deviation = difference(await decodeAll(decoder, length), stretch(whole, frame, length));
      if (deviation > tolerance) t.fail(`frame ${frame}: ${deviation}`);
      worst = Math.max(worst, deviation);
    }
    t.comment(`the largest difference is ${worst}`);
    t.ok(worst <= tolerance);
  });
}
