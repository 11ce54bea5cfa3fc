/** FLAC: exactly the encoded integers at every depth, and seeks to the exact sample. */
import t from 'tap';
import { frameCount } from '../../../src/units.js';
import { decodeAll, dice, difference, stretch } from './fixtures.js';
import { flacFile, floatsOf, openFlac, type Sound } from './ogg/xiph-fixtures.js';

const FRAMES = 50_001;

const KINDS: Readonly<Record<string, { readonly sound: Sound; readonly options?: readonly string[] }>> = {
  '16 bit stereo': { sound: { frames: FRAMES } },
  '16 bit mono': { sound: { frames: FRAMES, channels: 1 } },
  '24 bit at 96 kHz': { sound: { frames: FRAMES, bits: 24, rate: 96_000 } },
  '24 bit at 192 kHz': { sound: { frames: FRAMES, bits: 24, rate: 192_000 }, options: ['-8'] },
  '8 bit at 8 kHz': { sound: { frames: FRAMES, bits: 8, rate: 8000 } },
  '12 bit': { sound: { frames: FRAMES, bits: 12 } },
  '20 bit': { sound: { frames: FRAMES, bits: 20 } },
  'without compression': { sound: { frames: FRAMES }, options: ['-0', '--disable-constant-subframes'] },
  'short blocks': { sound: { frames: FRAMES }, options: ['-b', '192'] },
  'long blocks': { sound: { frames: FRAMES }, options: ['--lax', '-b', '32768'] },
  'shorter than a block': { sound: { frames: 100 } },
  'one sample': { sound: { frames: 1 } },
};

for (const [name, { sound, options = [] }] of Object.entries(KINDS)) {
  t.test(`exactly the encoded integers come out: ${name}`, async (t) => {
    const decoder = await openFlac(t, await flacFile(t, sound, ...options));
    const { rate = 44_100, channels = 2, bits = 16 } = sound;
    t.match(decoder.facts, {
      format: 'FLAC',
      sampleRate: rate,
      channels,
      bitsPerSample: bits,
      totalFrames: sound.frames,
      length: Math.floor((sound.frames * 1000) / rate),
      encoderDelay: 0,
      padding: 0,
    });
    t.equal(difference(await decodeAll(decoder), floatsOf(sound)), 0);
    t.equal(decoder.read(), undefined, 'and nothing more');
  });
}

t.test('seeks land on the exact sample', async (t) => {
  for (const { sound, options = [] } of Object.values(KINDS)) {
    const decoder = await openFlac(t, await flacFile(t, sound, ...options));
    const whole = floatsOf(sound);
    const roll = dice(3);
    for (let i = 0; i < 25; i++) {
      const frame = roll(sound.frames);
      decoder.seek(frameCount(frame));
      const length = Math.min(1 + roll(9000), sound.frames - frame);
      t.equal(difference(await decodeAll(decoder, length), stretch(whole, frame, length)), 0, `frame ${frame}`);
    }
  }
});
