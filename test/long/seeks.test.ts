/** 500 random seeks in each format that ffmpeg decodes, and in WAV and AIFF. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { openFile } from '../../src/decode/formats/open-file.js';
import { frameCount } from '../../src/units.js';
import { decoderKit } from '../decode/formats/decoder-kit.js';
import { encoded, RECIPES } from '../decode/formats/ffmpeg-fixtures.js';
import { decodeAll, dice, difference, stretch, temporaryDirectory } from '../decode/formats/fixtures.js';
import { aiff, comm, ssnd } from '../decode/formats/pcm-fixtures.js';
import { noiseWav } from '../fixtures/mp3.js';

const SECONDS = 20;
const SEEKS = 500;
t.setTimeout(0);
const kit = await decoderKit(t);
const directory = await temporaryDirectory(t);

async function written(name: string, bytes: Buffer): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return path;
}

const wav = noiseWav({ seconds: SECONDS, seed: 7 });
const samples = Buffer.from(wav.subarray(44)).swap16();
const FILES: Readonly<Record<string, () => Promise<string>>> = {
  WAV: () => written('file.wav', wav),
  AIFF: () => written('file.aiff', aiff('AIFF', comm({ frames: samples.length / 4 }), ssnd(samples))),
  ...Object.fromEntries(Object.entries(RECIPES).map(([name, recipe]) => [name, () => encoded(t, recipe, SECONDS)])),
};

for (const [name, make] of Object.entries(FILES)) {
  t.test(`${SEEKS} seeks land on the exact frame: ${name}`, async (t) => {
    const decoder = await openFile(await make(), kit);
    t.teardown(() => decoder.close());
    const whole = await decodeAll(decoder);
    const { length } = whole.left;
    const roll = dice(500 + name.length);
    let worst = 0;
    for (let i = 0; i < SEEKS; i++) {
      const frame = roll(length);
      await decoder.seek(frameCount(frame));
      const wanted = Math.min(roll(3000) + 1, length - frame);
      worst = Math.max(worst, difference(await decodeAll(decoder, wanted), stretch(whole, frame, wanted)));
    }
    t.ok(worst <= 1e-6, `differs by ${worst}`);
  });
}
