import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import t, { type Test } from 'tap';

import type { Stereo } from '../decode/formats/fixtures.js';
import {
  ffmpegDecode,
  flacFile,
  floatsOf,
  opusDecode,
  opusFile,
  vorbisFile,
  type Sound,
} from '../decode/formats/ogg/xiph-fixtures.js';
import { createHouse, FAST, xruns } from './daemon.js';

const LENGTHS = [120_001, 95_555, 130_003] as const;

interface Kind {
  readonly ending: string;
  readonly rate: number;
  make(t: Test, sound: Sound): Promise<string>;
  /** Reference decoder, and the largest difference of our samples from its (full scale is 1.0). */
  reference(t: Test, path: string, sound: Sound): Stereo | Promise<Stereo>;
  readonly tolerance: number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  FLAC: {
    ending: 'flac',
    rate: 44_100,
    make: (t, sound) => flacFile(t, sound),
    reference: (_t, _path, sound) => floatsOf(sound),
    tolerance: 0,
  },
  Vorbis: {
    ending: 'ogg',
    rate: 44_100,
    make: (t, sound) => vorbisFile(t, sound),
    reference: (_t, path) => ffmpegDecode(path),
    tolerance: 1e-6,
  },
  Opus: {
    ending: 'opus',
    rate: 48_000,
    make: (t, sound) => opusFile(t, sound),
    reference: (_t, path) => opusDecode(path),
    tolerance: 1e-4,
  },
};

const { rig, library, start } = await createHouse(t, FAST);
const daemon = await start();

for (const [name, kind] of Object.entries(KINDS)) {
  t.test(`three ${name} tracks are played without a frame more or less`, async (t) => {
    const before = (await rig.capture()).length;
    const files: string[] = [];
    const wanted: Stereo[] = [];
    for (const [seed, frames] of LENGTHS.entries()) {
      const sound = { frames, rate: kind.rate, seed: seed + 1 };
      const made = await kind.make(t, sound);
      const file = join(library, `${seed}.${kind.ending}`);
      await copyFile(made, file);
      files.push(file);
      wanted.push(await kind.reference(t, made, sound));
    }
    await daemon.play(files);
    await daemon.put('/player/play');
    await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
    const played = (await rig.capture()).subarray(before);
    t.equal(played.length / 8, LENGTHS[0] + LENGTHS[1] + LENGTHS[2], 'frames');
    let at = 0;
    let farthest = 0;
    for (const { left, right } of wanted) {
      for (let frame = 0; frame < left.length; frame++, at += 8) {
        const difference = (sample: number | undefined, offset: number) =>
          Math.abs((sample ?? 0) - played.readInt32LE(at + offset) / 2 ** 31);
        farthest = Math.max(farthest, difference(left[frame], 0), difference(right[frame], 4));
      }
    }
    t.ok(farthest <= kind.tolerance, `at most ${farthest} from the reference`);
    t.equal(await xruns(rig), 0);
  });
}
