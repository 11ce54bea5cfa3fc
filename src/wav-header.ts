/** The header of a WAV file of 16-bit samples. Source: RIFF/WAVE. Pure. */

export const WAV_HEADER_BYTES = 44;

/** @param sound bytes of all samples */
export function wavHeader(rate: number, channels: number, sound: number): Buffer {
  const frame = channels * 2;
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(sound + WAV_HEADER_BYTES - 8, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * frame, 28);
  header.writeUInt16LE(frame, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(sound, 40);
  return header;
}
