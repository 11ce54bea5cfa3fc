import t from 'tap';
import { isSameStream, parseMpegHeader, type MpegHeader } from '../../src/formats/mpeg-header.js';

/** ISO/IEC 11172-3 table 3-B.? and 13818-3: kbit/s by index, one line a column of the standard's table. */
const KBITS = {
  'MPEG-1 layer I': '32 64 96 128 160 192 224 256 288 320 352 384 416 448',
  'MPEG-1 layer II': '32 48 56 64 80 96 112 128 160 192 224 256 320 384',
  'MPEG-1 layer III': '32 40 48 56 64 80 96 112 128 160 192 224 256 320',
  'MPEG-2 layer I': '32 48 56 64 80 96 112 128 144 160 176 192 224 256',
  'MPEG-2 layer II': '8 16 24 32 40 48 56 64 80 96 112 128 144 160',
  'MPEG-2 layer III': '8 16 24 32 40 48 56 64 80 96 112 128 144 160',
};
const RATES = { 3: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000], 0: [11_025, 12_000, 8000] };

/** A header taken apart bit by bit, by the book. */
function byTheBook(bytes: readonly number[]): MpegHeader | undefined {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const field = (from: number, length: number) => parseInt(bits.slice(from, from + length), 2);
  const [sync, id, layerCode, index, rateCode] = [field(0, 11), field(11, 2), field(13, 2), field(16, 4), field(20, 2)];
  if (sync !== 0x7ff || id === 1 || layerCode === 0 || index === 0 || index === 15 || rateCode === 3) return undefined;
  const layer = ({ 3: 1, 2: 2, 1: 3 } as const)[layerCode as 1 | 2 | 3];
  const column = `MPEG-${id === 3 ? '1' : '2'} layer ${'I'.repeat(layer)}` as keyof typeof KBITS;
  const bitrate = Number(KBITS[column].split(' ')[index - 1]);
  const sampleRate = RATES[id as 0 | 2 | 3][rateCode] ?? NaN;
  const samplesPerFrame = layer === 1 ? 384 : layer === 2 || id === 3 ? 1152 : 576;
  const padding = field(22, 1);
  const length =
    layer === 1
      ? 4 * (Math.floor((12 * bitrate * 1000) / sampleRate) + padding)
      : Math.floor(((samplesPerFrame / 8) * bitrate * 1000) / sampleRate) + padding;
  const version = ({ 3: 1, 2: 2, 0: 2.5 } as const)[id as 0 | 2 | 3];
  return { version, layer, sampleRate, bitrate, channels: field(24, 2) === 3 ? 1 : 2, length, samplesPerFrame };
}

t.test('every header of every version and layer is what the standard says, and every other is none', async (t) => {
  let headers = 0;
  for (let second = 0; second < 256; second++) {
    for (let third = 0; third < 256; third++) {
      for (const fourth of [0x00, 0x40, 0x80, 0xc0, 0xff]) {
        const bytes = [0xff, second, third, fourth];
        const wanted = byTheBook(bytes);
        const got = parseMpegHeader(Uint8Array.from(bytes), 0);
        if (wanted !== undefined) headers++;
        if (JSON.stringify(got) !== JSON.stringify(wanted)) t.strictSame(got, wanted, bytes.join(' '));
      }
    }
  }
  // 9 pairs of version and layer × 14 bit rates × 3 rates × padding × private bit × CRC × 5 endings.
  t.equal(headers, 9 * 14 * 3 * 2 * 2 * 2 * 5);
});

t.test('a header begins with 0xff, wherever it lies', async (t) => {
  const header = [0xff, 0xfb, 0x90, 0x00];
  t.equal(parseMpegHeader(Uint8Array.from([1, 2, ...header]), 2)?.length, 417);
  t.equal(parseMpegHeader(Uint8Array.from([1, 2, ...header]), 1), undefined);
  for (let first = 0; first < 255; first++) {
    if (parseMpegHeader(Uint8Array.from([first, ...header.slice(1)]), 0)) t.fail(`0x${first.toString(16)}`);
  }
});

t.test('a header that is cut off is none', async (t) => {
  t.equal(parseMpegHeader(Uint8Array.from([0xff]), 0), undefined);
  t.equal(parseMpegHeader(Uint8Array.from([0xff, 0xfb]), 0), undefined);
  t.equal(parseMpegHeader(Uint8Array.from([]), 0), undefined);
});

t.test('frames of one stream may differ in bit rate, padding and channels only', async (t) => {
  const header = (...bytes: number[]) => {
    const parsed = parseMpegHeader(Uint8Array.from(bytes), 0);
    if (parsed === undefined) throw new Error('no header');
    return parsed;
  };
  const first = header(0xff, 0xfb, 0x90, 0x00);
  t.ok(isSameStream(first, header(0xff, 0xfa, 0xe2, 0xc0)));
  t.notOk(isSameStream(first, header(0xff, 0xfb, 0x94, 0x00)), 'another sampling rate');
  t.notOk(isSameStream(first, header(0xff, 0xfd, 0x90, 0x00)), 'another layer');
  t.notOk(isSameStream(first, header(0xff, 0xf3, 0x90, 0x00)), 'another version');
});
