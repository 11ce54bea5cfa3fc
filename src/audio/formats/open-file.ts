/** Chooses the decoder of a local file by what its first bytes are, not by its name. Thread: the decoder worker's. */
import type { Decoder } from '../decoder.js';
import { MpegDecoder } from './mpeg-decoder.js';
import type { Mpg123 } from './mpg123.js';

/** What decoders share: what is kept warm in the worker. At most one track is decoded at a time. */
export interface DecoderKit {
  readonly mpg123: Mpg123;
}

/** Throws, or rejects with, UndecodableFile. */
export async function openFile(path: string, { mpg123 }: DecoderKit): Promise<Decoder> {
  await mpg123.reset();
  return MpegDecoder.open(path, mpg123);
}
