/** Chooses the decoder of a local file by what its first bytes are, not by its name. Thread: the decoder worker's. */
import type { Decoder } from '../decoder.js';
import { FileHead } from './file-head.js';
import { MpegDecoder } from './mpeg-decoder.js';
import type { Mpg123 } from './mpg123.js';

/** What decoders share: what is kept warm in the worker. At most one track is decoded at a time. */
export interface DecoderKit {
  readonly mpg123: Mpg123;
}

/** One kind of file. `open` throws, or rejects with, UndecodableFile. */
interface Format {
  recognises(head: FileHead): boolean;
  open(path: string, head: FileHead, kit: DecoderKit): Decoder | Promise<Decoder>;
}

/** Asked from the top: those with an unmistakable mark first, and MPEG audio, which is searched for, takes the rest. */
const FORMATS: readonly Format[] = [
  {
    recognises: () => true,
    async open(path, _head, { mpg123 }) {
      await mpg123.reset();
      return MpegDecoder.open(path, mpg123);
    },
  },
];

/** Throws, or rejects with, UndecodableFile. */
export async function openFile(path: string, kit: DecoderKit): Promise<Decoder> {
  const head = FileHead.of(path);
  const format = FORMATS.find((each) => each.recognises(head));
  if (format === undefined) throw new Error('the last format takes every file');
  return format.open(path, head, kit);
}
