/** Vorbis, Opus and FLAC in Ogg: samples of a reference decoder, and exact seeks. */
import t, { type Test } from 'tap';
import { frameCount } from '../../../../src/units.js';
import { decodeAll, dice, difference, stretch, type Stereo } from '../fixtures.js';
import {
  ffmpegDecode,
  flacFile,
  floatsOf,
  openOgg,
  opusDecode,
  opusFile,
  vorbisDecode,
  vorbisFile,
  type Sound,
} from './xiph-fixtures.js';

interface Kind {
  readonly format: string;
  readonly sound: Sound;
  readonly make: (t: Test, sound: Sound) => Promise<string>;
  readonly reference: (path: string) => Promise<Stereo>;
  /** The largest difference to the reference, and of a seek to an unbroken decode. */
  readonly tolerance: number;
  readonly seekTolerance: number;
}

const FRAMES = 60_001;
const vorbis = (sound: Sound, ...options: readonly string[]): Kind => ({
  format: 'Vorbis',
  sound,
  make: (t) => vorbisFile(t, sound, ...options),
  reference: (path) => ffmpegDecode(path, sound.channels),
  tolerance: 1e-5,
  seekTolerance: 0,
});
const opus = (sound: Sound, ...options: readonly string[]): Kind => ({
  format: 'Opus',
  sound,
  make: (t) => opusFile(t, sound, ...options),
  reference: (path) => opusDecode(path, sound.channels),
  tolerance: 1e-4,
  seekTolerance: 1e-4,
});
const flac = (sound: Sound): Kind => ({
  format: 'FLAC',
  sound,
  make: (t) => flacFile(t, sound, '--ogg'),
  reference: async () => floatsOf(sound),
  tolerance: 0,
  seekTolerance: 0,
});

const KINDS: Readonly<Record<string, Kind>> = {
  'Vorbis stereo': vorbis({ frames: FRAMES }),
  'Vorbis mono, lowest quality': vorbis({ frames: FRAMES, channels: 1 }, '-q', '-1'),
  'Vorbis at 96 kHz': vorbis({ frames: FRAMES, rate: 96_000 }, '-q', '8'),
  'Vorbis at 8 kHz': vorbis({ frames: FRAMES, rate: 8000 }),
  'Vorbis of one page': { ...vorbis({ frames: 300 }), reference: vorbisDecode, tolerance: 1 / 2 ** 15 },
  'Opus stereo': opus({ frames: FRAMES, rate: 48_000 }),
  'Opus mono speech': opus({ frames: FRAMES, rate: 48_000, channels: 1 }, '--speech', '--bitrate', '16'),
  'Opus in frames of 60 ms': opus({ frames: FRAMES, rate: 48_000 }, '--framesize', '60'),
  'Opus in frames of 2.5 ms': opus({ frames: FRAMES, rate: 48_000 }, '--framesize', '2.5'),
  'Opus of one page': opus({ frames: 300, rate: 48_000 }),
  'FLAC in Ogg': flac({ frames: FRAMES }),
  'FLAC in Ogg of 24 bits': flac({ frames: FRAMES, bits: 24, rate: 96_000 }),
};

for (const [name, { format, sound, make, reference, tolerance, seekTolerance }] of Object.entries(KINDS)) {
  t.test(`exactly what was encoded comes out, equal to the reference, and seeks are exact: ${name}`, async (t) => {
    const path = await make(t, sound);
    const decoder = await openOgg(t, path);
    const { rate = 44_100, channels = 2 } = sound;
    t.match(decoder.facts, { format, sampleRate: rate, channels, totalFrames: sound.frames });
    const whole = await decodeAll(decoder);
    t.equal(whole.left.length, sound.frames);
    t.equal(await decoder.read(), undefined, 'and nothing more');
    const worst = difference(whole, await reference(path));
    t.ok(worst <= tolerance, `differs by ${worst}`);
    const roll = dice(5);
    let seekWorst = 0;
    for (let i = 0; i < 25; i++) {
      const frame = i < 2 ? i : roll(sound.frames);
      await decoder.seek(frameCount(frame));
      const length = Math.min(1 + roll(4000), sound.frames - frame);
      const decoded = difference(await decodeAll(decoder, length), stretch(whole, frame, length));
      if (decoded > seekTolerance) t.fail(`frame ${frame} of ${length}: ${decoded}`);
      seekWorst = Math.max(seekWorst, decoded);
    }
    t.ok(seekWorst <= seekTolerance, `differs by ${seekWorst}`);
  });
}
