/**
 * The containers that ffmpeg reads for us: by which bytes each is known, which demuxer is forced on it (`ffmpeg
 * -demuxers`), and how far its timestamps can be trusted.
 */
import { measureCaf, measureDsf, measureMusepack7, measureMusepack8, type Measured } from './container-lengths.js';
import type { FileHead } from './file-head.js';
import { ac3Frame, adtsFrame, dtsFrame, eac3Frame, type FrameHeader } from './frame-headers.js';

export interface FfmpegFormat {
  readonly demuxer: string;
  /**
   * `exact`: times count frames, also behind a seek, so that ffmpeg may begin in the middle. `rounded`: they are
   * milliseconds, from which the frame is found where the codec's packets are equally long. `none`: they are guesses; to
   * be exact to the frame, decoding begins at the beginning, unless `header` says where frames lie.
   */
  readonly times: 'exact' | 'rounded' | 'none';
  /** The codecs for which `exact` was proven; all of them when it is left out. */
  readonly exactCodecs?: RegExp;
  /** Behind a jump ffmpeg's demuxer gives other times or offsets than without. */
  readonly cannotJump?: boolean;
  /** What the decoder is told. */
  readonly options?: readonly string[];
  /** There is no container: frame follows frame. */
  readonly header?: FrameHeader;
  /** What the container's header says of the length, where ffmpeg does not heed it. */
  readonly measure?: (path: string, start: number) => Measured | undefined;
  /** The duration in the header counts frames, and cuts what the codec adds behind the sound. */
  readonly isCounted?: boolean;
  /** Its header says where in the file the sound lies: a tag that was put in front has made that wrong. */
  readonly pointsFromStart?: boolean;
  /** Frames a second that come out where the file's own rate is no PCM rate. */
  readonly rate?: number;
  recognises(head: FileHead): boolean;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const begins =
  (mark: string, at = 0) =>
  (head: FileHead): boolean =>
    head.text(at, mark.length) === mark;

const beginsHex =
  (mark: string, at = 0) =>
  (head: FileHead): boolean =>
    hex(head.bytes.subarray(at, at + mark.length / 2)) === mark;

const MP4_ATOMS = /^(ftyp|moov|mdat|wide|free|skip|pnot)$/;

/** A frame, and another one where its length says. */
function isAdts({ bytes }: FileHead): boolean {
  const first = adtsFrame(bytes, 0);
  return first !== undefined && (first.length + 7 > bytes.length || adtsFrame(bytes, first.length) !== undefined);
}

/** AC-3 fills what was left out with noise: made of each frame's own bytes it is the same wherever decoding began. */
const SAME_NOISE = ['-cons_noisegen', '1'];

/** Sync word and `bsid` (ATSC A/52 section 5.4.2.1 and annex E): up to 10 AC-3, 11 to 16 E-AC-3. */
const isAc3 = (low: number, high: number) => (head: FileHead) => {
  const bsid = (head.bytes[5] ?? 0) >> 3;
  return beginsHex('0b77')(head) && bsid >= low && bsid <= high;
};

const isTransportStream = ({ bytes }: FileHead) =>
  bytes.length > 4 * 188 && [0, 1, 2, 3].every((packet) => bytes[packet * 188] === 0x47);

export const FFMPEG_FORMATS: readonly FfmpegFormat[] = [
  {
    demuxer: 'mov',
    times: 'exact',
    isCounted: true,
    pointsFromStart: true,
    recognises: (head) => MP4_ATOMS.test(head.text(4, 4)),
  },
  { demuxer: 'wv', times: 'exact', isCounted: true, recognises: begins('wvpk') },
  { demuxer: 'ape', times: 'exact', isCounted: true, recognises: begins('MAC ') },
  { demuxer: 'tta', times: 'exact', isCounted: true, recognises: begins('TTA1') },
  { demuxer: 'tak', times: 'none', recognises: begins('tBaK') },
  { demuxer: 'mpc8', times: 'none', cannotJump: true, measure: measureMusepack8, recognises: begins('MPCK') },
  { demuxer: 'mpc', times: 'none', cannotJump: true, measure: measureMusepack7, recognises: begins('MP+') },
  { demuxer: 'asf', times: 'none', recognises: beginsHex('3026b2758e66cf11a6d900aa0062ce6c') },
  { demuxer: 'matroska', times: 'rounded', recognises: beginsHex('1a45dfa3') },
  { demuxer: 'ogg', times: 'none', recognises: begins('OggS') },
  { demuxer: 'flac', times: 'none', recognises: begins('fLaC') },
  { demuxer: 'caf', times: 'exact', exactCodecs: /^(alac|pcm_.*)$/, measure: measureCaf, recognises: begins('caff') },
  { demuxer: 'au', times: 'exact', exactCodecs: /^pcm_/, isCounted: true, recognises: begins('.snd') },
  {
    demuxer: 'w64',
    times: 'exact',
    exactCodecs: /^pcm_/,
    isCounted: true,
    recognises: beginsHex('726966662e91cf11a5d628db04c10000'),
  },
  {
    demuxer: 'wav',
    times: 'none',
    cannotJump: true,
    recognises: (head) => /^(RIFF|RIFX|RF64|BW64)/.test(head.text(0, 4)) && begins('WAVE', 8)(head),
  },
  {
    demuxer: 'aiff',
    times: 'exact',
    exactCodecs: /^pcm_/,
    isCounted: true,
    recognises: (head) => begins('FORM')(head) && /^AIF[FC]/.test(head.text(8, 4)),
  },
  { demuxer: 'iff', times: 'none', recognises: (head) => begins('FORM')(head) && /^(8|16)SV/.test(head.text(8, 4)) },
  { demuxer: 'dsf', times: 'exact', measure: measureDsf, rate: 88_200, recognises: begins('DSD ') },
  { demuxer: 'iff', times: 'none', rate: 88_200, recognises: begins('FRM8') },
  { demuxer: 'aac', times: 'none', header: adtsFrame, recognises: isAdts },
  { demuxer: 'loas', times: 'none', recognises: ({ bytes }) => bytes[0] === 0x56 && ((bytes[1] ?? 0) & 0xe0) === 0xe0 },
  { demuxer: 'ac3', times: 'none', header: ac3Frame, options: SAME_NOISE, recognises: isAc3(0, 10) },
  { demuxer: 'eac3', times: 'none', header: eac3Frame, options: SAME_NOISE, recognises: isAc3(11, 16) },
  {
    demuxer: 'dts',
    times: 'none',
    header: dtsFrame,
    recognises: (head) => /^(7ffe8001|fe7f0180|1fffe800|ff1f00e8)/.test(hex(head.bytes.subarray(0, 4))),
  },
  { demuxer: 'truehd', times: 'none', recognises: beginsHex('f8726fba', 4) },
  { demuxer: 'mlp', times: 'none', recognises: beginsHex('f8726fbb', 4) },
  { demuxer: 'amr', times: 'none', recognises: begins('#!AMR') },
  { demuxer: 'rm', times: 'none', recognises: begins('.RMF') },
  { demuxer: 'voc', times: 'none', recognises: begins('Creative Voice File') },
  { demuxer: 'shn', times: 'none', recognises: begins('ajkg') },
  { demuxer: 'oma', times: 'none', recognises: begins('EA3') },
  { demuxer: 'flv', times: 'none', recognises: begins('FLV\x01') },
  { demuxer: 'avi', times: 'none', recognises: (head) => begins('RIFF')(head) && begins('AVI ', 8)(head) },
  { demuxer: 'mpegts', times: 'none', recognises: isTransportStream },
  { demuxer: 'mpeg', times: 'none', recognises: beginsHex('000001ba') },
];

/** The field's names of ffmpeg's codecs, where they are not just its own in capitals. */
const CODEC_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^aac/, 'AAC'],
  [/^wmalossless$/, 'WMA Lossless'],
  [/^wma/, 'WMA'],
  [/^wavpack$/, 'WavPack'],
  [/^musepack/, 'Musepack'],
  [/^ac3$/, 'AC-3'],
  [/^eac3$/, 'E-AC-3'],
  [/^(dsd_|dst$)/, 'DSD'],
  [/^speex$/, 'Speex'],
  [/^vorbis$/, 'Vorbis'],
  [/^opus$/, 'Opus'],
  [/^pcm_/, 'PCM'],
  [/^adpcm_/, 'ADPCM'],
  [/^truehd$/, 'TrueHD'],
  [/^cook$|^sipr$|^ra_/, 'RealAudio'],
];

export function codecName(codec: string): string {
  return CODEC_NAMES.find(([pattern]) => pattern.test(codec))?.[1] ?? codec.toUpperCase();
}
