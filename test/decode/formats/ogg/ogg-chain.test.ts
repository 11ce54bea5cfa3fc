/** Ogg files of several streams one behind the other. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { byteOffset, frameCount } from '../../../../src/units.js';
import { decodeAll, dice, difference, stretch, temporaryDirectory, type Stereo } from '../fixtures.js';
import { bytesOf, flacFile, openOgg, opusFile, vorbisFile, type Sound } from './xiph-fixtures.js';

const SOUNDS: readonly Sound[] = [1, 2, 3].map((seed) => ({ frames: 30_000 + 1111 * seed, rate: 48_000, seed }));

function joined(parts: readonly Stereo[]): Stereo {
  const side = (name: keyof Stereo) => Float32Array.from(parts.flatMap((part) => [...part[name]]));
  return { left: side('left'), right: side('right') };
}

async function chain(t: Test, files: readonly string[]): Promise<string> {
  const path = join(await temporaryDirectory(t), 'chain.ogg');
  await writeFile(path, Buffer.concat(await Promise.all(files.map(bytesOf))));
  return path;
}

const KINDS = {
  Vorbis: (t: Test, sound: Sound) => vorbisFile(t, sound),
  Opus: (t: Test, sound: Sound) => opusFile(t, sound),
  'FLAC in Ogg': (t: Test, sound: Sound) => flacFile(t, sound, '--ogg', `--serial-number=${sound.seed}`),
};

for (const [name, make] of Object.entries(KINDS)) {
  t.test(`chained streams play through, and are moved about in: ${name}`, async (t) => {
    const files = await Promise.all(SOUNDS.map((sound) => make(t, sound)));
    const parts = [];
    for (const file of files) parts.push(await decodeAll(await openOgg(t, file)));
    const whole = joined(parts);
    const decoder = await openOgg(t, await chain(t, files));
    t.equal(decoder.facts.totalFrames, whole.left.length);
    t.equal(difference(await decodeAll(decoder), whole), 0);
    const roll = dice(4);
    for (let i = 0; i < 20; i++) {
      const frame = roll(whole.left.length - 1000);
      await decoder.seek(frameCount(frame));
      t.ok(difference(await decodeAll(decoder, 1000), stretch(whole, frame, 1000)) <= 1e-4, `frame ${frame}`);
    }
  });
}

t.test('a stream of another rate ends the chain', async (t) => {
  const files = [await vorbisFile(t, { frames: 20_000, seed: 1 }), await vorbisFile(t, { frames: 9000, rate: 48_000 })];
  const decoder = await openOgg(t, await chain(t, files));
  t.equal(decoder.facts.totalFrames, 20_000);
  t.equal((await decodeAll(decoder)).left.length, 20_000);
});

t.test('a byte position and its frame belong together', async (t) => {
  const decoder = await openOgg(t, await vorbisFile(t, { frames: 200_000 }));
  let last = 0;
  for (let frame = 0; frame < 200_000; frame += 7001) {
    const offset = decoder.byteOffsetOf(frameCount(frame));
    t.ok(offset >= last, `frame ${frame} at ${offset}`);
    t.ok(decoder.frameAt(byteOffset(offset)) <= frame);
    last = offset;
  }
  t.ok(last > 0);
});
