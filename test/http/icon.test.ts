/** The icon of the remote, pixel by pixel: what of the record an eye would miss. */
import { inflateSync } from 'node:zlib';
import t from 'tap';
import { drawIcon } from '../../src/http/icon.js';
import { crc32 } from '../../src/png.js';

interface Picture {
  readonly chunks: readonly string[];
  readonly header: readonly number[];
  /** The colour of a pixel. */
  readonly at: (x: number, y: number) => string;
  /** Index of a pixel in the palette. */
  readonly shade: (x: number, y: number) => number;
  readonly palette: readonly string[];
  readonly filters: readonly number[];
}

async function draw(edge: number): Promise<Picture> {
  const png = await drawIcon(edge);
  const found = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    if (crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) throw new Error('a checksum is wrong');
    found.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end));
    at = end + 4;
  }
  const colours = found.get('PLTE')?.toString('hex').match(/.{6}/g) ?? [];
  const rows = inflateSync(found.get('IDAT') ?? Buffer.alloc(0));
  if (rows.length !== edge * (edge + 1)) throw new Error(`${rows.length} bytes of pixels`);
  const shade = (x: number, y: number): number => rows[y * (edge + 1) + 1 + x] ?? -1;
  return {
    chunks: [...found.keys()],
    header: [...(found.get('IHDR') ?? [])],
    at: (x, y) => colours[shade(x, y)] ?? 'none',
    shade,
    palette: colours,
    filters: Array.from({ length: edge }, (_, y) => rows[y * (edge + 1)] ?? -1),
  };
}

t.test('it is a PNG with a palette of 33 colours', async (t) => {
  const { chunks, header, palette, filters } = await draw(64);
  t.strictSame(chunks, ['IHDR', 'PLTE', 'IDAT', 'IEND']);
  t.strictSame(header, [0, 0, 0, 64, 0, 0, 0, 64, 8, 3, 0, 0, 0]);
  t.equal(palette.length, 33);
  t.strictSame(
    [palette[0], palette[8], palette[16], palette[24], palette[32]],
    [...['161514', '252424', '333333', '8e6b38', 'e8a33d']],
  );
  t.ok(
    filters.every((filter) => filter === 0),
    'no row is filtered',
  );
});

t.test('it shows a record with its label, in the middle and the same from all sides', async (t) => {
  const edge = 64;
  const { at, shade } = await draw(edge);
  for (let y = 0; y < edge; y++) {
    for (let x = 0; x < edge; x++) {
      const distance = Math.hypot(x + 0.5 - edge / 2, y + 0.5 - edge / 2);
      const cover = (radius: number): number => Math.max(0, Math.min(1, radius - distance + 0.5));
      const expected = Math.round(16 * (cover(24) + cover(8)));
      if (shade(x, y) !== expected) t.equal(shade(x, y), expected, `${x}, ${y}`);
    }
  }
  const colours = [0, 7, 8, 31, 32, 39, 40, 55, 56, 63].map((x) => at(x, 32));
  const [back, record, label] = ['161514', '333333', 'e8a33d'];
  t.strictSame(colours, [back, back, record, label, label, label, record, record, back, back]);
});

t.test('its edges are soft, at every size', async (t) => {
  for (const edge of [32, 180, 192, 512]) {
    const { shade } = await draw(edge);
    const row = Array.from({ length: edge }, (_, x) => shade(x, edge / 2));
    const shades = new Set(Array.from({ length: edge * edge }, (_, at) => shade(at % edge, Math.floor(at / edge))));
    t.strictSame(row, [...row].reverse(), `${edge}: it mirrors itself`);
    t.strictSame([shade(0, 0), shade(edge / 2, edge / 2)], [0, 32]);
    t.ok(shades.size > 10, `${edge}: ${[...shades].join(' ')}`);
  }
});
