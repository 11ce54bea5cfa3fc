/**
 * The header of a WAV file: RIFF, RF64 and BW64 with PCM or float samples, plain or WAVE_FORMAT_EXTENSIBLE.
 * Sources: Microsoft's "Multimedia Programming Interface and Data Specifications 1.0" (RIFF) and WAVEFORMATEXTENSIBLE;
 * EBU Tech 3306 (RF64) and ITU-R BS.2088 (BW64). Sizes of streamed or damaged files are not believed: audio whose size
 * is 0, 2^32-1 or too large reaches to the end of the file.
 */
import { textAt } from '../../formats/bytes.js';
import { UndecodableFile } from '../decoder.js';
import type { FileWindow } from './file-window.js';
import { CHUNK_HEADER_BYTES, chunksIn, integerKind, requirePlayable, type PcmFile } from './pcm-file.js';
import type { PcmLayout, SampleKind } from './pcm-samples.js';

const WAVE_FORMAT_PCM = 1;
const WAVE_FORMAT_IEEE_FLOAT = 3;
const WAVE_FORMAT_EXTENSIBLE = 0xfffe;
const UNKNOWN_SIZE = 0xffff_ffff;
/** ffmpeg's own header is shorter. */
const MOST_PIPED_BYTES = 4096;

interface WavFormat {
  readonly tag: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly blockBytes: number;
  readonly bits: number;
  readonly channelMask: number;
}

/** `chunk`: the body of `fmt `, at least 16 bytes. */
function parseFormat(view: DataView, at: number, length: number): WavFormat {
  const plain = view.getUint16(at, true);
  const isExtensible = plain === WAVE_FORMAT_EXTENSIBLE && length >= 40;
  const container = view.getUint16(at + 14, true);
  return {
    // The sub-format is a GUID that begins with the tag.
    tag: isExtensible ? view.getUint16(at + 24, true) : plain,
    channels: view.getUint16(at + 2, true),
    sampleRate: view.getUint32(at + 4, true),
    blockBytes: view.getUint16(at + 12, true),
    bits: isExtensible ? view.getUint16(at + 18, true) || container : container,
    channelMask: isExtensible ? view.getUint32(at + 20, true) : 0,
  };
}

function sampleKind({ tag, channels, blockBytes, bits }: WavFormat): SampleKind | undefined {
  const bytes = blockBytes > 0 && blockBytes % channels === 0 ? blockBytes / channels : Math.ceil(bits / 8);
  if (tag === WAVE_FORMAT_PCM) return integerKind(bytes, true);
  if (tag === WAVE_FORMAT_IEEE_FLOAT) return bytes === 4 ? 'f32' : bytes === 8 ? 'f64' : undefined;
  return undefined;
}

/**
 * The audio of a WAV file that begins at `start`; undefined when it is compressed, which is not for this decoder.
 * @throws UndecodableFile
 */
export function parseWav(window: FileWindow, start: number): PcmFile | undefined {
  let format: WavFormat | undefined;
  let longSize: number | undefined;
  for (const { id, size, body, length } of chunksIn(window, start, true)) {
    if (id === 'ds64' && length >= 16) longSize = Number(window.view.getBigUint64(window.show(body, 16) + 8, true));
    if (id === 'fmt ' && length >= 16) format = parseFormat(window.view, window.show(body, length), length);
    if (id === 'data') {
      if (format === undefined) break;
      const sample = sampleKind(format);
      if (sample === undefined) return undefined;
      return requirePlayable(
        {
          format: 'WAV',
          layout: { sample, littleEndian: true, channels: format.channels, channelMask: format.channelMask },
          sampleRate: format.sampleRate,
          bitsPerSample: sample.startsWith('f') ? undefined : format.bits,
          start: body,
          bytes: audioBytes(size === UNKNOWN_SIZE ? longSize : size, window, body),
        },
        window.size,
      );
    }
  }
  throw new UndecodableFile('NOT_AUDIO', 'no audio in the WAV file');
}

/** A size of 0 is that of a writer that never came back to fill it in, unless another chunk follows at once. */
function audioBytes(size: number | undefined, window: FileWindow, body: number): number {
  if (size === undefined) return Infinity;
  if (size > 0) return size;
  const at = window.show(body, CHUNK_HEADER_BYTES);
  if (window.visible(body) < CHUNK_HEADER_BYTES) return Infinity;
  const isNamed = window.bytes.subarray(at, at + 4).every((byte) => byte >= 0x20 && byte < 0x7f);
  const end = body + CHUNK_HEADER_BYTES + window.view.getUint32(at + 4, true);
  return isNamed && end <= window.size ? 0 : Infinity;
}

/**
 * The header of a WAV that ffmpeg writes into a pipe; undefined while it is not there as a whole.
 * @throws Error when it is none
 */
export function parsePipedWav(
  bytes: Uint8Array,
): { readonly sampleRate: number; readonly layout: PcmLayout; readonly start: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let format: WavFormat | undefined;
  for (let at = 12; at + CHUNK_HEADER_BYTES <= bytes.length;) {
    const id = textAt(bytes, at, 4);
    const size = view.getUint32(at + 4, true);
    const body = at + CHUNK_HEADER_BYTES;
    if (id === 'data' && format !== undefined) {
      const { channels, channelMask, sampleRate } = format;
      const sample = sampleKind(format);
      if (sample === undefined) break;
      return { sampleRate, layout: { sample, littleEndian: true, channels, channelMask }, start: body };
    }
    if (id === 'fmt ' && body + size <= bytes.length && size >= 16) format = parseFormat(view, body, size);
    at = body + size;
  }
  if (bytes.length > MOST_PIPED_BYTES) throw new Error('ffmpeg wrote no WAV');
  return undefined;
}
