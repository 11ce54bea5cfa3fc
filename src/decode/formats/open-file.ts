/** Chooses the decoder of a local file by what its first bytes are, not by its name. Thread: the decoder worker's. */
import { textAt } from '../../formats/bytes.js';
import { demuxerOf } from '../../formats/containers.js';
import { UndecodableFile, type Decoder } from '../decoder.js';
import { parseAiff } from './aiff-file.js';
import type { ChildPrograms } from './child-programs.js';
import { FfmpegDecoder } from './ffmpeg-decoder.js';
import { ffmpegFormat } from './ffmpeg-formats.js';
import { readHead, type FileHead } from './file-head.js';
import { FlacDecoder } from './flac-decoder.js';
import { MpegDecoder } from './mpeg-decoder.js';
import type { Mpg123 } from './mpg123.js';
import { OggDecoder } from './ogg/ogg-decoder.js';
import { PcmDecoder } from './pcm-decoder.js';
import { parseWav } from './wav-file.js';
import type { XiphLibraries } from './ogg/xiph-libraries.js';

/** What decoders share: what is kept warm in the worker. At most one track is decoded at a time. */
export interface DecoderKit {
  readonly mpg123: Mpg123;
  readonly children: ChildPrograms;
  readonly xiph: XiphLibraries;
}

/** The first packets of all streams of an Ogg file lie here. */
const OGG_HEAD_BYTES = 512;

/** Rejects with UndecodableFile. */
export async function openFile(path: string, kit: DecoderKit): Promise<Decoder> {
  const head = readHead(path);
  const { bytes, start } = head;
  const demuxer = demuxerOf(bytes);
  switch (demuxer) {
    case 'wav': // but for RIFX, which is big-endian
      return (
        (textAt(bytes, 0, 4) === 'RIFX' ? undefined : PcmDecoder.open(path, (window) => parseWav(window, start))) ??
        byFfmpeg(path, head, demuxer, kit)
      );
    case 'aiff':
      return PcmDecoder.open(path, (window) => parseAiff(window, start)) ?? byFfmpeg(path, head, demuxer, kit);
    case 'flac':
      return FlacDecoder.open(path, start, await kit.xiph.flac());
    case 'ogg':
      return /vorbis|OpusHead|FLAC/.test(textAt(bytes, 0, OGG_HEAD_BYTES))
        ? OggDecoder.open(path, start, kit.xiph)
        : byFfmpeg(path, head, demuxer, kit);
    case undefined: // MPEG audio is searched for
      kit.mpg123.reset();
      return MpegDecoder.open(path, start, kit.mpg123);
    default:
      return byFfmpeg(path, head, demuxer, kit);
  }
}

function byFfmpeg(
  path: string,
  { bytes, start, size }: FileHead,
  demuxer: string,
  { children }: DecoderKit,
): Promise<Decoder> {
  const format = ffmpegFormat(demuxer, bytes);
  if (format.pointsFromStart === true && start > 0) {
    throw new UndecodableFile('UNSUPPORTED_FORMAT', `a tag in front of ${demuxer} has moved the sound`);
  }
  return FfmpegDecoder.open({ children, path, start, size, format });
}
