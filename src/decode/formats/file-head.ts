/** The first bytes of a file's audio, behind ID3v2 tags: what a format is known by. Thread: the decoder worker's; reads block. */
import { ID3V2_HEADER_BYTES, id3v2Bytes } from '../../formats/id3v2.js';
import { unreadable } from '../decoder.js';
import { openByteFile } from './byte-file.js';

const HEAD_BYTES = 4096;

export interface FileHead {
  /** At most 4096 bytes, from `start` on. */
  readonly bytes: Uint8Array;
  /** File offset of `bytes[0]`. */
  readonly start: number;
  /** Bytes of the whole file. */
  readonly size: number;
}

/** @throws UndecodableFile when the file cannot be opened, is empty, or is no regular file. */
export function readHead(path: string): FileHead {
  const file = openByteFile(path);
  const bytesAt = (offset: number, length: number): Uint8Array => {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, file.read(bytes, 0, length, offset));
  };
  const tagAt = (offset: number): number => id3v2Bytes(bytesAt(offset, ID3V2_HEADER_BYTES));
  try {
    let start = 0;
    for (let tag = tagAt(0); tag > 0; tag = tagAt(start)) start += tag;
    return { bytes: bytesAt(start, HEAD_BYTES), start, size: file.size };
  } catch (cause) {
    throw unreadable(cause);
  } finally {
    file.close();
  }
}
