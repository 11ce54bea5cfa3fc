/**
 * The first bytes of a file's audio, behind ID3v2 tags (which stand in front of FLAC, WAV, AAC and others too): what a
 * format is known by. Thread: the decoder worker's; reads block.
 */
import { UndecodableFile } from '../decoder.js';
import { openByteFile, type ByteFile } from './byte-file.js';

const HEAD_BYTES = 4096;
const ID3V2_HEADER_BYTES = 10;

export class FileHead {
  /** At most 4096 bytes, from `start` on. */
  readonly bytes: Uint8Array;
  /** File offset of `bytes[0]`. */
  readonly start: number;
  /** Bytes of the whole file. */
  readonly size: number;

  constructor(bytes: Uint8Array, start = 0, size = start + bytes.length) {
    this.bytes = bytes;
    this.start = start;
    this.size = size;
  }

  /** @throws UndecodableFile when the file cannot be opened, is empty, or is no regular file. */
  static of(path: string): FileHead {
    const file = openByteFile(path);
    try {
      const start = behindId3v2(file);
      return new FileHead(bytesAt(file, start, HEAD_BYTES), start, file.size);
    } catch (cause) {
      if (cause instanceof UndecodableFile) throw cause;
      throw new UndecodableFile('UNREADABLE_FILE', (cause as Error).message, { cause });
    } finally {
      file.close();
    }
  }

  /** Bytes as Latin-1 text; shorter at the end. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.bytes.subarray(at, at + length));
  }
}

function bytesAt(file: ByteFile, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, file.read(bytes, 0, length, offset));
}

/** ID3v2 section 3.1: a ten-byte header with a sync-safe length; several may follow one another. */
function behindId3v2(file: ByteFile): number {
  let offset = 0;
  while (offset < file.size) {
    const header = bytesAt(file, offset, ID3V2_HEADER_BYTES);
    if (header.length < ID3V2_HEADER_BYTES || String.fromCharCode(...header.subarray(0, 3)) !== 'ID3') break;
    const [flags = 0, a = 0, b = 0, c = 0, d = 0] = header.subarray(5);
    const body = ((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f);
    offset += ID3V2_HEADER_BYTES + body + ((flags & 0x10) === 0 ? 0 : ID3V2_HEADER_BYTES);
  }
  return offset;
}
