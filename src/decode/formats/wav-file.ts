/**
 * The header of a WAV file: RIFF, RF64 and BW64 with PCM or float samples, plain or WAVE_FORMAT_EXTENSIBLE.
 * Sources: Microsoft's "Multimedia Programming Interface and Data Specifications 1.0" (RIFF) and WAVEFORMATEXTENSIBLE;
 * EBU Tech 3306 (RF64) and ITU-R BS.2088 (BW64). Sizes of streamed or damaged files are not believed: audio whose size
 * is 0, 2^32-1 or too large reaches to the end of the file.
 */
import { UndecodableFile } from '../decoder.js';
import type { FileWindow } from './file-window.js';
import { integerKind, requirePlayable, type PcmFile } from './pcm-file.js';
import type { PcmLayout, SampleKind } from './pcm-samples.js';

const WAVE_FORMAT_PCM = 1;
const WAVE_FORMAT_IEEE_FLOAT = 3;
const WAVE_FORMAT_EXTENSIBLE = 0xfffe;
const UNKNOWN_SIZE = 0xffff_ffff;
const CHUNK_HEADER_BYTES = 8;
/** `data` and `fmt `, read as big-endian numbers. */
const DATA = 0x6461_7461;
const FMT = 0x666d_7420;
/** More chunks than this are not looked at. */
const MOST_CHUNKS = 10_000;

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
  const view = new DataView(window.bytes.buffer);
  const text = (at: number) => String.fromCharCode(...window.bytes.subarray(at, at + 4));
  let format: WavFormat | undefined;
  let longSize: number | undefined;
  let offset = start + 12;
  for (let chunks = 0; chunks < MOST_CHUNKS && offset + CHUNK_HEADER_BYTES <= window.size; chunks++) {
    const at = window.show(offset, CHUNK_HEADER_BYTES);
    if (window.visible(offset) < CHUNK_HEADER_BYTES) break;
    const id = text(at);
    const size = view.getUint32(at + 4, true);
    const body = offset + CHUNK_HEADER_BYTES;
    const length = Math.min(size, window.size - body, 64);
    if (id === 'ds64' && length >= 16) longSize = Number(view.getBigUint64(window.show(body, 16) + 8, true));
    if (id === 'fmt ' && length >= 16) format = parseFormat(view, window.show(body, length), length);
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
    offset = body + size + (size % 2);
  }
  throw new UndecodableFile('NOT_AUDIO', 'no audio in the WAV file');
}

/** A size of 0 is that of a writer that never came back to fill it in, unless another chunk follows at once. */
function audioBytes(size: number | undefined, window: FileWindow, body: number): number {
  if (size === undefined) return Infinity;
  if (size > 0) return size;
  const at = window.show(body, CHUNK_HEADER_BYTES);
  if (window.visible(body) < CHUNK_HEADER_BYTES) return Infinity;
  const view = new DataView(window.bytes.buffer);
  const isNamed = window.bytes.subarray(at, at + 4).every((byte) => byte >= 0x20 && byte < 0x7f);
  const end = body + CHUNK_HEADER_BYTES + view.getUint32(at + 4, true);
  return isNamed && end <= window.size ? 0 : Infinity;
}

/** The header of a WAV that a program of ours writes into a pipe; undefined while it is not there as a whole. */
export function parsePipedWav(
  view: DataView,
): { readonly sampleRate: number; readonly layout: PcmLayout; readonly start: number } | undefined {
  let format: WavFormat | undefined;
  for (let at = 12; at + CHUNK_HEADER_BYTES <= view.byteLength;) {
    const id = view.getUint32(at);
    const size = view.getUint32(at + 4, true);
    const body = at + CHUNK_HEADER_BYTES;
    if (id === DATA && format !== undefined) {
      const { channels, channelMask, sampleRate } = format;
      const sample = sampleKind(format);
      if (sample === undefined) return undefined;
      return { sampleRate, layout: { sample, littleEndian: true, channels, channelMask }, start: body };
    }
    if (id === FMT && body + size <= view.byteLength && size >= 16) format = parseFormat(view, body, size);
    at = body + size;
  }
  return undefined;
}
