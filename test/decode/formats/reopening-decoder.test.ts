/** A file that was away for a moment is read on; another one in its stead is not. */
import { readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import { mountFile, type ByteFile } from '../../../src/decode/formats/byte-file.js';
import { openFile } from '../../../src/decode/formats/open-file.js';
import { ReopeningDecoder } from '../../../src/decode/formats/reopening-decoder.js';
import { frameCount } from '../../../src/units.js';
import { noiseWav } from '../../fixtures/mp3.js';
import { decoderKit } from './decoder-kit.js';
import { decodeAll, difference, noiseMp3, stretch } from './fixtures.js';
import { bytesOf, flacFile } from './ogg/xiph-fixtures.js';

const RATE = 44_100;
const SECONDS = 4;
/** mpg123 rounds in another order behind a seek: less than half a step of 22 bits. */
const MP3_ROUNDING = 2 ** -22;

/** A stick: bytes that can be read until it is pulled. */
class StickFile implements ByteFile {
  readonly #bytes: Uint8Array;
  isPulled = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#bytes.length;
  }

  read(into: Uint8Array, at: number, length: number, offset: number): number {
    if (this.isPulled) throw new Error('EIO: i/o error, read');
    const piece = this.#bytes.subarray(offset, offset + length);
    into.set(piece, at);
    return piece.length;
  }

  close(): void {
    // Nothing is held.
  }
}

/** A file that is open, and what can be done to it. */
async function plugged(t: Test, bytes: Uint8Array) {
  const path = '/stick/song';
  const kit = await decoderKit(t);
  const stick = new StickFile(bytes);
  let unplug = mountFile(path, stick);
  t.teardown(() => unplug());
  let opened = 0;
  const decoder = await ReopeningDecoder.of(() => {
    opened++;
    return openFile(path, kit);
  });
  return {
    decoder,
    opened: () => opened,
    pull: () => {
      stick.isPulled = true;
      unplug();
    },
    /** The file is there again, or another one. */
    putBack: (file = new StickFile(bytes)) => {
      unplug = mountFile(path, file);
      return file;
    },
  };
}

const FILES: Readonly<Record<string, (t: Test) => Promise<Uint8Array>>> = {
  WAV: async () => noiseWav({ seconds: SECONDS, seed: 5 }),
  FLAC: (t) => bytesOf(flacFile(t, { frames: SECONDS * RATE })),
  MP3: async (t) => readFile(await noiseMp3(t, SECONDS, ['-b', '320'])),
};

for (const [name, make] of Object.entries(FILES)) {
  t.test(`a file that is back is read on as if it had never been away: ${name}`, async (t) => {
    const bytes = await make(t);
    const whole = await decodeAll((await plugged(t, bytes)).decoder);
    const { decoder, opened, pull, putBack } = await plugged(t, bytes);
    const before = await decodeAll(decoder, RATE);
    pull();
    putBack();
    const most = name === 'MP3' ? MP3_ROUNDING : 0;
    t.equal(difference(before, stretch(whole, 0, RATE)), 0);
    await decoder.seek(frameCount(RATE));
    t.ok(difference(await decodeAll(decoder), stretch(whole, RATE, Infinity)) <= most, 'from there to the end');
    t.equal(opened(), 2);
    decoder.close();
    decoder.close();
  });

  t.test(`so is one that goes in the middle of a reading: ${name}`, async (t) => {
    const bytes = await make(t);
    const whole = await decodeAll((await plugged(t, bytes)).decoder);
    const { decoder, pull, putBack } = await plugged(t, bytes);
    let frames = 0;
    while (frames < RATE) {
      const block = await decoder.read();
      if (block === undefined || block === 'later') throw new Error('too short');
      frames += block.frames;
    }
    pull();
    putBack();
    const most = name === 'MP3' ? MP3_ROUNDING : 0;
    t.ok(difference(await decodeAll(decoder), stretch(whole, frames, Infinity)) <= most);
  });
}

t.test('one that is not back is unreadable, for the reason that it was first', async (t) => {
  const { decoder, pull } = await plugged(t, noiseWav({ seconds: SECONDS, seed: 5 }));
  pull();
  await t.rejects(decodeAll(decoder), { code: 'UNREADABLE_FILE', message: 'EIO: i/o error, read' });
});

t.test('another file in its place is not read on', async (t) => {
  const { decoder, pull, putBack } = await plugged(t, noiseWav({ seconds: SECONDS, seed: 5 }));
  pull();
  putBack(new StickFile(noiseWav({ seconds: SECONDS + 1, seed: 5 })));
  await t.rejects(decodeAll(decoder), { code: 'UNREADABLE_FILE' });
});

t.test('a file that fails where it was opened anew is given up', async (t) => {
  const { decoder, opened, pull, putBack } = await plugged(t, noiseWav({ seconds: SECONDS, seed: 5 }));
  pull();
  const again = putBack();
  await decoder.seek(frameCount(RATE));
  again.isPulled = true;
  await t.rejects(decodeAll(decoder), { code: 'UNREADABLE_FILE' });
  await t.rejects(decodeAll(decoder), { code: 'UNREADABLE_FILE' });
  t.ok(opened() <= 3, `opened ${opened()} times`);
});

t.test('a file that is no music is not tried twice', async (t) => {
  let opened = 0;
  const kit = await decoderKit(t);
  const unmount = mountFile('/stick/text', new StickFile(Buffer.from('no music at all\n'.repeat(100))));
  t.teardown(unmount);
  const open = () => {
    opened++;
    return openFile('/stick/text', kit);
  };
  await t.rejects(ReopeningDecoder.of(open), { code: 'NOT_AUDIO' });
  t.equal(opened, 1);
});
