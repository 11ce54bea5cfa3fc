/**
 * The exact length of a layer III file from its information frame: audio frames counted by the encoder, less the delay
 * and padding that it added. music-metadata counts whole frames, the information frame among them.
 * Sources: ISO/IEC 11172-3 section 2.4.1.3 (header), Xing's VBR header SDK, the LAME tag specification.
 */
import { open, type FileHandle } from 'node:fs/promises';

/** Longer than header, side information, Xing tag with its table, and LAME tag together. */
const FRAME_HEAD = 256;
const SAMPLE_RATES = [[11_025, 12_000, 8000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]];

/** Where the audio begins: behind an ID3v2 tag, if there is one (ID3v2.4 section 3.1: size in four times seven bits). */
async function audioOffset(file: FileHandle): Promise<number> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(10), 0, 10, 0);
  if (bytesRead < 10 || buffer.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (buffer.readUInt8(at) & 0x7f), 0);
  const footer = (buffer.readUInt8(5) & 0x10) === 0 ? 0 : 10;
  return 10 + size + footer;
}

/** Encoder delay and padding in samples, 12 bits each, behind the encoder's nine-letter name; 0 when not given. */
function trimOf(lame: Buffer): number {
  if (lame.length < 24 || !/^[A-Z][\w.]{3}/i.test(lame.toString('latin1', 0, 4))) return 0;
  const bits = lame.readUIntBE(21, 3);
  return (bits >> 12) + (bits & 0xfff);
}

/** Milliseconds, rounded down, from the head of the first frame; undefined when it is no information frame. */
export function lengthOfInformationFrame(head: Buffer): number | undefined {
  if (head.length < FRAME_HEAD || (head.readUInt16BE(0) & 0xffe6) !== 0xffe2) return undefined;
  const version = (head.readUInt8(1) >> 3) & 3;
  const mono = head.readUInt8(3) >> 6 === 3;
  const rate = SAMPLE_RATES[version]?.[(head.readUInt8(2) >> 2) & 3];
  if (rate === undefined) return undefined;
  const full = version === 3;
  const tag = 4 + (full ? (mono ? 17 : 32) : mono ? 9 : 17);
  const name = head.toString('latin1', tag, tag + 4);
  const flags = head.readUInt32BE(tag + 4);
  if ((name !== 'Xing' && name !== 'Info') || (flags & 1) === 0) return undefined;
  const lame = tag + 12 + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  const coded = head.readUInt32BE(tag + 8) * (full ? 1152 : 576);
  const trim = trimOf(head.subarray(lame));
  return Math.floor(((trim < coded ? coded - trim : coded) * 1000) / rate);
}

/** The length of a file in ms, or undefined when its head does not say it. @throws the file system's errors */
export async function readInformationLength(path: string): Promise<number | undefined> {
  const file = await open(path);
  try {
    const head = await file.read(Buffer.alloc(FRAME_HEAD), 0, FRAME_HEAD, await audioOffset(file));
    return lengthOfInformationFrame(head.buffer.subarray(0, head.bytesRead));
  } finally {
    await file.close();
  }
}
