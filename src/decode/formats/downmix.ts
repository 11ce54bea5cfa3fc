/**
 * How loud each channel of a file is in the left and the right loudspeaker.
 *
 * Coefficients: ITU-R BS.775-3, annex 4, table 2 (centre and each surround at -3 dB, a single surround at -6 dB on each
 * side; the LFE channel is left out), then divided by the loudest sum, so that the mix cannot clip. Channels and their
 * order: WAVEFORMATEXTENSIBLE, `dwChannelMask`; a mask of 0, or one that names too few, gets the usual one.
 */

export interface MixGains {
  /** A gain for each channel, in the order of the file. */
  readonly left: readonly number[];
  readonly right: readonly number[];
}

const FULL = [1, 0] as const;
const RIGHT = [0, 1] as const;
const CENTRE = [Math.SQRT1_2, Math.SQRT1_2] as const;
const LEFT_SURROUND = [Math.SQRT1_2, 0] as const;
const RIGHT_SURROUND = [0, Math.SQRT1_2] as const;
const ONE_SURROUND = [0.5, 0.5] as const;
const NONE = [0, 0] as const;

/** By the bits of `dwChannelMask`, from the lowest: front, LFE, back, front of centre, back centre, side, top. */
const BY_SPEAKER: readonly (readonly [number, number])[] = [
  FULL,
  RIGHT,
  CENTRE,
  NONE,
  LEFT_SURROUND,
  RIGHT_SURROUND,
  FULL,
  RIGHT,
  ONE_SURROUND,
  LEFT_SURROUND,
  RIGHT_SURROUND,
  ONE_SURROUND,
  LEFT_SURROUND,
  CENTRE,
  RIGHT_SURROUND,
  LEFT_SURROUND,
  ONE_SURROUND,
  RIGHT_SURROUND,
];

/** By the number of channels: 1.0, 2.0, 3.0, quad, 5.0, 5.1, 6.1, 7.1. */
const USUAL_MASKS = [0, 0x4, 0x3, 0x7, 0x33, 0x37, 0x3f, 0x70f, 0x63f];

function speakersOf(mask: number): number[] {
  return BY_SPEAKER.flatMap((_, bit) => (((mask >>> bit) & 1) === 0 ? [] : [bit]));
}

/** @param mask `dwChannelMask`; 0 when the file does not say */
export function mixGains(channels: number, mask: number): MixGains {
  const said = speakersOf(mask);
  const speakers = said.length >= channels ? said : speakersOf(USUAL_MASKS[channels] ?? 0x3);
  // More channels than speakers that were named: those further back are not heard.
  const gains = Array.from({ length: channels }, (_, at) => BY_SPEAKER[speakers[at] ?? -1] ?? NONE);
  const sum = (side: 0 | 1) => gains.reduce((total, gain) => total + gain[side], 0);
  const loudest = Math.max(sum(0), sum(1)) || 1;
  const normalised = (side: 0 | 1) => gains.map((gain) => gain[side] / loudest);
  return { left: normalised(0), right: normalised(1) };
}
