/**
 * Reads IEC 958 subframes as ALSA has them (SNDRV_PCM_FORMAT_IEC958_SUBFRAME_LE): 32 bits for each channel, of which 0–3
 * are the preamble, 4–27 the sample, then validity, user data, channel status and parity. A block is 192 frames, and
 * carries 192 bits of channel status (IEC 60958-1 section 5, IEC 60958-3 section 5).
 */

/** Preambles as alsa-lib writes them (pcm_iec958.c): the start of a block, the first and the second channel of other frames. */
const PREAMBLE = { block: 0x8, first: 0x2, second: 0x4 } as const;
const BLOCK = 192;

/** Code of the sample rate, the low four bits of the fourth byte (IEC 60958-3, bits 24 to 27). */
const RATES: Readonly<Record<number, number>> = {
  0b0000: 44_100,
  0b0010: 48_000,
  0b0011: 32_000,
  0b1000: 88_200,
  0b1010: 96_000,
  0b1100: 176_400,
  0b1110: 192_000,
};

export interface Iec958 {
  /** Samples of 24 bits, interleaved, left-justified in 32. */
  readonly samples: Buffer;
  /** Channel status of each whole block: 24 bytes. */
  readonly statuses: readonly Buffer[];
  /** Violations of the format that a receiver would not accept; the first ten. */
  readonly mistakes: readonly string[];
}

export function readSubframes(capture: Buffer): Iec958 {
  const mistakes: string[] = [];
  const samples = Buffer.alloc(capture.length);
  const statuses: Buffer[] = [];
  let status = Buffer.alloc(BLOCK / 8);
  let inBlock = 0;
  for (let at = 0; at < capture.length; at += 4) {
    const word = capture.readUInt32LE(at);
    const isFirst = at % 8 === 0;
    const mistake = (text: string): void => {
      if (mistakes.length < 10) mistakes.push(`frame ${at >> 3}, ${isFirst ? 'left' : 'right'}: ${text}`);
    };
    const preamble = word & 0xf;
    if (isFirst && preamble === PREAMBLE.block) {
      if (inBlock !== 0 && inBlock !== BLOCK) mistake(`a block of ${inBlock} frames`);
      if (inBlock === BLOCK) statuses.push(status);
      status = Buffer.alloc(BLOCK / 8);
      inBlock = 0;
    } else if (preamble !== (isFirst ? PREAMBLE.first : PREAMBLE.second)) mistake(`preamble ${preamble}`);
    if (at === 0 && preamble !== PREAMBLE.block) mistake('not the start of a block');
    if (ones(word >>> 4) % 2 !== 0) mistake('parity');
    if ((word & 0x1000_0000) !== 0) mistake('not valid');
    if (isFirst && inBlock < BLOCK && (word & 0x4000_0000) !== 0) {
      const byte = inBlock >> 3;
      status.writeUInt8(status.readUInt8(byte) | (1 << (inBlock & 7)), byte);
    }
    if (!isFirst) inBlock += 1;
    samples.writeInt32LE((word << 4) & 0xffff_ff00, at);
  }
  return { samples, statuses, mistakes };
}

/** Reads the sample rate from the channel status of a block. @returns undefined for an unknown code */
export function rateIn(status: Buffer): number | undefined {
  return RATES[status.readUInt8(3) & 0xf];
}

function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest >>>= 1) count += rest & 1;
  return count;
}
