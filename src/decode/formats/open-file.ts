/** Chooses the decoder of a local file by what its first bytes are, not by its name. Thread: the decoder worker's. */
import { UndecodableFile, type Decoder } from '../decoder.js';
import { parseAiff } from './aiff-file.js';
import type { ChildPrograms } from './child-programs.js';
import { FfmpegDecoder } from './ffmpeg-decoder.js';
import { FFMPEG_FORMATS, type FfmpegFormat } from './ffmpeg-formats.js';
import { FileHead } from './file-head.js';
import { FlacDecoder } from './flac-decoder.js';
import { MpegDecoder } from './mpeg-decoder.js';
import type { Mpg123 } from './mpg123.js';
import { OggDecoder } from './ogg-decoder.js';
import { PcmDecoder } from './pcm-decoder.js';
import { parseWav } from './wav-file.js';
import type { XiphLibraries } from './xiph-libraries.js';

/** What decoders share: what is kept warm in the worker. At most one track is decoded at a time. */
export interface DecoderKit {
  readonly mpg123: Mpg123;
  readonly children: ChildPrograms;
  readonly xiph: XiphLibraries;
}

/** One kind of file. `open` throws, or rejects with, UndecodableFile. */
interface Format {
  recognises(head: FileHead): boolean;
  open(path: string, head: FileHead, kit: DecoderKit): Decoder | Promise<Decoder>;
}

/** The first packets of all streams of an Ogg file lie here. */
const OGG_HEAD_BYTES = 512;

/** Asked from the top: those with an unmistakable mark first, and MPEG audio, which is searched for, takes the rest. */
const FORMATS: readonly Format[] = [
  {
    recognises: (head) => /^(RIFF|RF64|BW64)/.test(head.text(0, 4)) && head.text(8, 4) === 'WAVE',
    open: (path, head, kit) =>
      PcmDecoder.open(path, (window) => parseWav(window, head.start)) ?? byFfmpeg(path, head, kit),
  },
  {
    recognises: (head) => head.text(0, 4) === 'FORM' && /^AIF[FC]/.test(head.text(8, 4)),
    open: (path, head, kit) =>
      PcmDecoder.open(path, (window) => parseAiff(window, head.start)) ?? byFfmpeg(path, head, kit),
  },
  {
    recognises: (head) => head.text(0, 4) === 'fLaC',
    open: async (path, head, { xiph }) => FlacDecoder.open(path, head.start, await xiph.flac()),
  },
  {
    recognises: (head) => head.text(0, 4) === 'OggS' && /vorbis|OpusHead|FLAC/.test(head.text(0, OGG_HEAD_BYTES)),
    open: (path, head, { xiph }) => OggDecoder.open(path, head.start, xiph),
  },
  {
    recognises: (head) => ffmpegFormat(head) !== undefined,
    open: byFfmpeg,
  },
  {
    recognises: () => true,
    open(path, _head, { mpg123 }) {
      mpg123.reset();
      return MpegDecoder.open(path, mpg123);
    },
  },
];

function ffmpegFormat(head: FileHead): FfmpegFormat | undefined {
  return FFMPEG_FORMATS.find((each) => each.recognises(head));
}

function byFfmpeg(path: string, head: FileHead, { children }: DecoderKit): Promise<Decoder> {
  const format = ffmpegFormat(head);
  if (format === undefined) throw new Error('this format is not for ffmpeg');
  if (format.pointsFromStart === true && head.start > 0) {
    throw new UndecodableFile('UNSUPPORTED_FORMAT', `a tag in front of ${format.demuxer} has moved the sound`);
  }
  return FfmpegDecoder.open({ children, path, start: head.start, size: head.size, format });
}

/** Throws, or rejects with, UndecodableFile. */
export async function openFile(path: string, kit: DecoderKit): Promise<Decoder> {
  const head = FileHead.of(path);
  const format = FORMATS.find((each) => each.recognises(head));
  if (format === undefined) throw new Error('the last format takes every file');
  return format.open(path, head, kit);
}
