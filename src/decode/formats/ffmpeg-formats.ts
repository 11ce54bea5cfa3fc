/** The containers that ffmpeg reads for us: how far their timestamps can be trusted, and what else is known of them. */
import { textAt } from '../../formats/bytes.js';
import { ac3Frame, adtsFrame, dtsFrame, eac3Frame, type FrameHeader } from '../../formats/frame-headers.js';
import { measureCaf, measureDsf, measureMusepack7, measureMusepack8, type Measured } from './container-lengths.js';

export interface FfmpegFormat {
  /** The one that is forced on the file (`ffmpeg -demuxers`). */
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
  /** The header says where in the file the sound lies: a tag that was put in front has made that wrong. */
  readonly pointsFromStart?: boolean;
  /** Frames a second that come out where the file's own rate is no PCM rate. */
  readonly rate?: number;
}

/** AC-3 fills what was left out with noise: made of each frame's own bytes it is the same wherever decoding began. */
const SAME_NOISE = ['-cons_noisegen', '1'];
/** PCM frames a second that DSD is decoded to. */
const DSD_RATE = 88_200;

/** By their demuxers; of all others nothing is known. */
const FORMATS: Readonly<Record<string, Partial<FfmpegFormat>>> = {
  mov: { times: 'exact', isCounted: true, pointsFromStart: true },
  wv: { times: 'exact', isCounted: true },
  ape: { times: 'exact', isCounted: true },
  tta: { times: 'exact', isCounted: true },
  mpc8: { cannotJump: true, measure: measureMusepack8 },
  mpc: { cannotJump: true, measure: measureMusepack7 },
  matroska: { times: 'rounded' },
  caf: { times: 'exact', exactCodecs: /^(alac|pcm_.*)$/, measure: measureCaf },
  au: { times: 'exact', exactCodecs: /^pcm_/, isCounted: true },
  w64: { times: 'exact', exactCodecs: /^pcm_/, isCounted: true },
  wav: { cannotJump: true },
  aiff: { times: 'exact', exactCodecs: /^pcm_/, isCounted: true },
  dsf: { times: 'exact', measure: measureDsf, rate: DSD_RATE },
  aac: { header: adtsFrame },
  ac3: { header: ac3Frame, options: SAME_NOISE },
  eac3: { header: eac3Frame, options: SAME_NOISE },
  dts: { header: dtsFrame },
};

/** @param head the first bytes of the file, behind tags */
export function ffmpegFormat(demuxer: string, head?: Uint8Array): FfmpegFormat {
  // DFF, a container of DSD, is one of the kinds of IFF.
  const isDff = head !== undefined && textAt(head, 0, 4) === 'FRM8';
  return { demuxer, times: 'none', ...FORMATS[demuxer], ...(isDff && { rate: DSD_RATE }) };
}

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
