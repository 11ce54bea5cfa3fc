/** A disk that fails while a file is looked into: the file is unreadable, and nothing of it stays open. */
import t from 'tap';
import { mountFile, type ByteFile } from '../../../src/decode/formats/byte-file.js';
import { FlacDecoder } from '../../../src/decode/formats/flac-decoder.js';
import { adtsFrame } from '../../../src/formats/frame-headers.js';
import { FrameIndex } from '../../../src/decode/formats/frame-index.js';
import { XiphLibraries } from '../../../src/decode/formats/ogg/xiph-libraries.js';
import { junk } from './fixtures.js';
import { bytesOf, flacFile } from './ogg/xiph-fixtures.js';

/** Bytes of which those from `broken` on cannot be read. */
class BrokenFile implements ByteFile {
  readonly #bytes: Uint8Array;
  readonly #broken: number;
  isOpen = true;

  constructor(bytes: Uint8Array, broken: number) {
    this.#bytes = bytes;
    this.#broken = broken;
  }

  get size(): number {
    return this.#bytes.length;
  }

  read(into: Uint8Array, at: number, length: number, offset: number): number {
    if (offset >= this.#broken) throw new Error('EIO: i/o error, read');
    const piece = this.#bytes.subarray(offset, offset + length);
    into.set(piece, at);
    return piece.length;
  }

  close(): void {
    this.isOpen = false;
  }
}

/** 48 kHz, stereo, 500 bytes each. */
function adtsFrames(frames: number): Buffer {
  return Buffer.concat(
    Array.from({ length: frames }, (_, at) => {
      const frame = junk(500, at + 1);
      frame.set([0xff, 0xf1, 0x4c, 0x80 | (500 >> 11), (500 >> 3) & 0xff, (500 & 7) << 5, 0xfc]);
      return frame;
    }),
  );
}

t.test('frames without a container', async (t) => {
  const file = new BrokenFile(adtsFrames(1000), 100_000);
  t.teardown(mountFile('/broken.aac', file));
  t.throws(() => FrameIndex.of('/broken.aac', 0, adtsFrame), { code: 'UNREADABLE_FILE' });
  t.notOk(file.isOpen);
});

t.test('a FLAC file whose frames have to be counted', async (t) => {
  const bytes = await bytesOf(flacFile(t, { frames: 480_000, rate: 48_000 }));
  bytes.fill(0, 22, 26); // STREAMINFO's lower 32 bits of the number of samples: not known
  const file = new BrokenFile(bytes, bytes.length / 2);
  t.teardown(mountFile('/broken.flac', file));
  const library = await new XiphLibraries().flac();
  t.throws(() => FlacDecoder.open('/broken.flac', 0, library), { code: 'UNREADABLE_FILE' });
  t.notOk(file.isOpen);
});
