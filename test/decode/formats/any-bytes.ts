/** What must hold of a container whatever a stranger has written into it. */
import fc from 'fast-check';
import type { Test } from 'tap';
import { UndecodableFile, type Decoder } from '../../../src/decode/decoder.js';
import { FfmpegDecoder } from '../../../src/decode/formats/ffmpeg-decoder.js';
import { openFile, type DecoderKit } from '../../../src/decode/formats/open-file.js';
import { decodeAll, fileOf, noise } from './fixtures.js';
import { aiff, chunk, comm, fmt, ssnd, wav } from './pcm-fixtures.js';

/** The shortest file that still says what it is. */
const SHORTEST = 12;

export interface Container {
  readonly valid: Buffer;
  readonly marks: readonly [string, string];
  readonly reach: number;
}

export function anyAiff(): Container {
  const valid = aiff('AIFC', comm({ bits: 24, frames: 100, compression: 'NONE' }), ssnd(noise(600)));
  return { valid, marks: ['FORM', 'AIFC'], reach: 60 };
}

export function anyWav(): Container {
  const valid = wav(
    fmt({ channels: 3, bits: 24, valid: 24, mask: 7 }),
    chunk('LIST', noise(33)),
    chunk('data', noise(999)),
  );
  return { valid, marks: ['RIFF', 'WAVE'], reach: valid.length - 1 };
}

/**
 * Damages the first `reach` bytes of a good file and cuts it anywhere, but keeps its two marks (at 0 and at 8, so that
 * this format is chosen): it plays to its end, or is refused with a reason.
 */
export async function playsOrIsRefused(
  t: Test,
  kit: DecoderKit,
  { valid, marks: [first, second], reach }: Container,
  numRuns: number,
): Promise<void> {
  const damage = fc.array(fc.tuple(fc.nat(reach), fc.nat(255)), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(valid.length), async (hits, cut) => {
      const bytes = Buffer.from(valid);
      for (const [at, value] of hits) bytes[at] = value;
      bytes.write(first, 'latin1');
      bytes.write(second, 8, 'latin1');
      const path = await fileOf(t, bytes.subarray(0, Math.max(cut, SHORTEST)));
      let decoder: Decoder | undefined;
      try {
        decoder = await openFile(path, kit);
        const { left } = await decodeAll(decoder);
        // Damage can name another codec, and that one may make many frames of a byte.
        const most = decoder instanceof FfmpegDecoder ? Infinity : bytes.length;
        return left.length > 0 && left.length <= most && left.every(Number.isFinite);
      } catch (error) {
        return error instanceof UndecodableFile;
      } finally {
        decoder?.close();
      }
    }),
    { numRuns },
  );
}
