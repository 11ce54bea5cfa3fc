/**
 * The header of an AIFF or AIFC file with uncompressed samples.
 * Sources: Apple's "Audio Interchange File Format, version 1.3" and its AIFF-C draft of 1991; compression types `sowt`,
 * `fl32`, `fl64`, `in24`, `in32` as QuickTime writes them. Samples are left-justified in whole bytes.
 */
import { textAt } from '../../formats/bytes.js';
import { UndecodableFile } from '../decoder.js';
import type { FileWindow } from './file-window.js';
import { chunksIn, integerKind, requirePlayable, type PcmFile } from './pcm-file.js';
import { layoutFrameBytes, type SampleKind } from './pcm-samples.js';

interface Common {
  readonly channels: number;
  readonly frames: number;
  readonly bits: number;
  readonly sampleRate: number;
  readonly compression: string;
}

/** An 80-bit extended number (IEEE 754-1985, SANE): sign and 15 bits of exponent, 64 of mantissa. */
export function extended(view: DataView, at: number): number {
  const head = view.getUint16(at);
  const mantissa = view.getUint32(at + 2) * 2 ** 32 + view.getUint32(at + 6);
  const value = mantissa * 2 ** ((head & 0x7fff) - 16383 - 63);
  return (head & 0x8000) === 0 ? value : -value;
}

/** The kind of a sample and whether its bytes are little-endian; undefined when it is compressed. */
function encodingOf({ compression, bits }: Common): [SampleKind, boolean] | undefined {
  const integer = (unsigned: boolean, little: boolean): [SampleKind, boolean] | undefined => {
    const kind = integerKind(Math.ceil(bits / 8), unsigned);
    return kind === undefined ? undefined : [kind, little];
  };
  switch (compression) {
    case 'NONE':
    case 'twos':
      return integer(false, false);
    case 'sowt':
      return integer(false, true);
    case 'raw ':
      return integer(true, false);
    case 'in24':
      return ['s24', false];
    case 'in32':
      return ['s32', false];
    case 'fl32':
    case 'FL32':
      return ['f32', false];
    case 'fl64':
    case 'FL64':
      return ['f64', false];
    default:
      return undefined;
  }
}

/**
 * The audio of an AIFF or AIFC file that begins at `start`; undefined when it is compressed, which is not for this
 * decoder.
 * @throws UndecodableFile
 */
export function parseAiff(window: FileWindow, start: number): PcmFile | undefined {
  const isCompressible = textAt(window.bytes, window.show(start + 8, 4), 4) === 'AIFC';
  let common: Common | undefined;
  let sound: { readonly start: number; readonly bytes: number } | undefined;
  for (const { id, size, body, length } of chunksIn(window, start, false)) {
    if (id === 'COMM' && length >= 18) {
      const from = window.show(body, length);
      const { view } = window;
      common = {
        channels: view.getUint16(from),
        frames: view.getUint32(from + 2),
        bits: view.getUint16(from + 6),
        sampleRate: extended(view, from + 8),
        compression: isCompressible && length >= 22 ? textAt(window.bytes, from + 18, 4) : 'NONE',
      };
    }
    if (id === 'SSND' && body + 8 <= window.size) {
      // In front of the samples stand their distance from here and the size of blocks that nobody uses.
      const distance = window.view.getUint32(window.show(body, 8));
      sound = { start: body + 8 + distance, bytes: size - 8 - distance };
    }
    if (common !== undefined && sound !== undefined) return playable(common, sound, window.size);
  }
  throw new UndecodableFile('NOT_AUDIO', 'no audio in the AIFF file');
}

function playable(
  common: Common,
  sound: { readonly start: number; readonly bytes: number },
  fileSize: number,
): PcmFile | undefined {
  const encoding = encodingOf(common);
  if (encoding === undefined) return undefined;
  const [sample, littleEndian] = encoding;
  const layout = { sample, littleEndian, channels: common.channels, channelMask: 0 };
  // Two numbers tell how long it is, and a writer that never came back left one or both of them wrong.
  const counted = common.frames * layoutFrameBytes(layout);
  const fits = (bytes: number) => bytes > 0 && sound.start + bytes <= fileSize;
  const bytes = [counted, sound.bytes].filter(fits);
  return requirePlayable(
    {
      format: 'AIFF',
      layout,
      sampleRate: Math.round(common.sampleRate),
      bitsPerSample: sample.startsWith('f') ? undefined : common.bits,
      start: sound.start,
      bytes: bytes.length === 0 ? Infinity : Math.min(...bytes),
    },
    fileSize,
  );
}
