/** FLAC, Vorbis and Opus with flipped, missing and inserted bytes. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { UndecodableFile, type Decoder } from '../../../../src/decode/decoder.js';
import { byteOffset, frameCount } from '../../../../src/units.js';
import { decodeAll, dice, difference, id3v1, id3v2, junk, stretch, temporaryDirectory } from '../fixtures.js';
import { bytesOf, flacFile, floatsOf, openFlac, openOgg, opusFile, vorbisFile } from './xiph-fixtures.js';

const SOUND = { frames: 200_000, rate: 48_000 };
const directory = await temporaryDirectory(t);
let count = 0;

type Open = (t: Test, path: string) => Promise<Decoder>;
const SOURCES: Readonly<Record<string, { readonly bytes: Buffer; readonly open: Open }>> = {
  FLAC: { bytes: await bytesOf(flacFile(t, SOUND)), open: openFlac },
  'FLAC in Ogg': { bytes: await bytesOf(flacFile(t, SOUND, '--ogg')), open: openOgg },
  Vorbis: { bytes: await bytesOf(vorbisFile(t, SOUND)), open: openOgg },
  Opus: { bytes: await bytesOf(opusFile(t, SOUND)), open: openOgg },
};

async function fileWith(...parts: readonly Uint8Array[]): Promise<string> {
  const path = join(directory, String(count++));
  await writeFile(path, Buffer.concat(parts));
  return path;
}

/** Frames that come out, with a seek and a look-up on the way; undefined when the file is refused as agreed. */
async function survived(t: Test, open: Open, bytes: Uint8Array): Promise<number | undefined> {
  let decoder: Decoder | undefined;
  try {
    decoder = await open(t, await fileWith(bytes));
    const whole = await decodeAll(decoder, 900_000);
    await decoder.seek(frameCount(20_000));
    await decodeAll(decoder, 400_000);
    const offset = await decoder.byteOffsetOf(frameCount(30_000));
    t.ok(offset >= 0 && offset <= bytes.length && (await decoder.frameAt(byteOffset(bytes.length >> 1))) >= 0);
    return whole.left.length;
  } catch (error) {
    if (!(error instanceof UndecodableFile)) throw error;
    return undefined;
  } finally {
    decoder?.close();
  }
}

for (const [name, { bytes, open }] of Object.entries(SOURCES)) {
  t.test(`flipped bits are survived: ${name}`, async (t) => {
    const roll = dice(11);
    for (let round = 0; round < 25; round++) {
      const damaged = Buffer.from(bytes);
      for (let flips = 0; flips <= round; flips++) {
        const at = round % 2 === 0 ? roll(damaged.length) : roll(300);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << roll(8));
      }
      const frames = await survived(t, open, damaged);
      t.ok(frames === undefined || frames < 900_000, `round ${round}: ${frames ?? 'refused'}`);
    }
  });

  t.test(`a file that is cut off plays as far as it goes: ${name}`, async (t) => {
    for (const share of [0.9, 0.6]) {
      const frames = await survived(t, open, bytes.subarray(0, Math.floor(bytes.length * share)));
      // Ogg is cut to whole pages, of which oggenc fills one with about half a second.
      t.ok(
        frames !== undefined && frames <= SOUND.frames * (share + 0.1) && frames > 20_000,
        `${share}: ${frames ?? 'refused'}`,
      );
    }
    for (let length = 1; length < 400; length += 7) await survived(t, open, bytes.subarray(0, length));
  });

  t.test(`damage in the middle keeps what follows at its time: ${name}`, async (t) => {
    const whole = await decodeAll(await open(t, await fileWith(bytes)));
    const damaged = Buffer.from(bytes);
    damaged.fill(0, bytes.length >> 1, (bytes.length >> 1) + 100);
    const decoded = await decodeAll(await open(t, await fileWith(damaged)));
    t.equal(decoded.left.length, whole.left.length);
    t.ok(difference(stretch(decoded, 199_000, 1000), stretch(whole, 199_000, 1000)) < 1e-2, 'its end is what it was');
    t.ok(difference(decoded, whole) > 1e-2, 'and the damage is heard');
  });

  t.test(`tags in front and behind change nothing: ${name}`, async (t) => {
    const whole = await decodeAll(await open(t, await fileWith(bytes)));
    const tagged = await decodeAll(await open(t, await fileWith(id3v2(300_000), bytes, id3v1())));
    t.equal(difference(tagged, whole), 0);
  });

  t.test(`what only begins like it is refused: ${name}`, async (t) => {
    t.equal(await survived(t, open, Buffer.concat([bytes.subarray(0, 42), junk(200_000)])), undefined);
    t.equal(await survived(t, open, junk(5000)), undefined);
  });
}

t.test('a FLAC of unknown length is measured, and one that lies about it is played whole', async (t) => {
  const { bytes } = SOURCES['FLAC']!;
  for (const [total, known] of [
    [0, SOUND.frames],
    [2 ** 32 - 1, SOUND.frames],
  ] as const) {
    const changed = Buffer.from(bytes);
    changed.writeUInt32BE(total, 22);
    const decoder = await openFlac(t, await fileWith(changed));
    t.equal(decoder.facts.totalFrames, known);
    t.equal(difference(await decodeAll(decoder), floatsOf(SOUND)), 0);
  }
});
