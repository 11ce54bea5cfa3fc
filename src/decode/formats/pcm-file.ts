/** What the header of a file of uncompressed PCM says, whatever its container, and the checks common to all. */
import { textAt } from '../../formats/bytes.js';
import { UndecodableFile } from '../decoder.js';
import type { FileWindow } from './file-window.js';
import { layoutFrameBytes, SAMPLE_BYTES, type PcmLayout, type SampleKind } from './pcm-samples.js';

export interface PcmFile {
  /** The field's name of the container. */
  readonly format: string;
  readonly layout: PcmLayout;
  readonly sampleRate: number;
  /** Used bits of an integer sample; undefined for floats. */
  readonly bitsPerSample: number | undefined;
  /** File offset and bytes of the audio. */
  readonly start: number;
  readonly bytes: number;
}

export const CHUNK_HEADER_BYTES = 8;
/** More chunks than this are not looked at. */
const MOST_CHUNKS = 10_000;
/** What is looked at of a chunk. */
const MOST_SHOWN_BYTES = 64;

const MOST_CHANNELS = 64;
const LOWEST_RATE = 1000;
const HIGHEST_RATE = 768_000;

export interface Chunk {
  readonly id: string;
  /** As its header says; it may be wrong. */
  readonly size: number;
  /** File offset behind its header. */
  readonly body: number;
  /** Bytes of it that are there, 64 at most. */
  readonly length: number;
}

/** The chunks of a RIFF or IFF file that begins at `start`. */
export function* chunksIn(window: FileWindow, start: number, isLittleEndian: boolean): Generator<Chunk, undefined> {
  let offset = start + 12;
  for (let chunks = 0; chunks < MOST_CHUNKS && offset + CHUNK_HEADER_BYTES <= window.size; chunks++) {
    const at = window.show(offset, CHUNK_HEADER_BYTES);
    if (window.visible(offset) < CHUNK_HEADER_BYTES) return;
    const size = window.view.getUint32(at + 4, isLittleEndian);
    const body = offset + CHUNK_HEADER_BYTES;
    yield { id: textAt(window.bytes, at, 4), size, body, length: Math.min(size, window.size - body, MOST_SHOWN_BYTES) };
    offset = body + size + (size % 2);
  }
}

/** The integer kind of a sample of so many bytes; `unsigned` matters for one byte only. */
export function integerKind(bytes: number, unsigned: boolean): SampleKind | undefined {
  return ([undefined, unsigned ? 'u8' : 's8', 's16', 's24', 's32'] as const)[bytes];
}

/**
 * Cuts the audio to whole frames inside the file.
 * @throws UndecodableFile when the numbers make no sense, or when there is no sound
 */
export function requirePlayable(file: PcmFile, fileSize: number): PcmFile {
  const { channels, sample } = file.layout;
  if (!(channels >= 1 && channels <= MOST_CHANNELS))
    throw new UndecodableFile('UNSUPPORTED_FORMAT', `${file.format} with ${channels} channels`);
  if (!(file.sampleRate >= LOWEST_RATE && file.sampleRate <= HIGHEST_RATE))
    throw new UndecodableFile('UNSUPPORTED_FORMAT', `${file.format} with ${file.sampleRate} frames a second`);
  const present = Math.max(Math.min(file.bytes, fileSize - file.start), 0);
  const bytes = present - (present % layoutFrameBytes(file.layout));
  if (bytes === 0) throw new UndecodableFile('NOT_AUDIO', `no sound in the ${file.format} file`);
  const most = SAMPLE_BYTES[sample] * 8;
  const { bitsPerSample } = file;
  const bits = bitsPerSample === undefined || (bitsPerSample >= 1 && bitsPerSample <= most) ? bitsPerSample : most;
  return { ...file, bytes, bitsPerSample: bits };
}
