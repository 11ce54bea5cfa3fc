/**
 * The picture of the remote on the home screen of a phone, as a PNG (W3C PNG, third edition): a record, as in the manifest.
 * Phones that take no SVG for it show a photograph of the page instead. Drawn when it is first asked for. Thread: main, a
 * few milliseconds.
 */
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { pngFile } from '../png.js';

type Colour = readonly [red: number, green: number, blue: number];

const BACK: Colour = [0x16, 0x15, 0x14];
const RECORD: Colour = [0x33, 0x33, 0x33];
const LABEL: Colour = [0xe8, 0xa3, 0x3d];
/** Radii, in parts of the edge: what any mask of a phone leaves (W3C Manifest, "safe zone") holds all of it. */
const RECORD_RADIUS = 12 / 32;
const LABEL_RADIUS = 4 / 32;
/** From one colour to the next where they meet. */
const SHADES = 16;

/** @param edge pixels, an even number */
export async function drawIcon(edge: number): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits, palette, deflate, adaptive filters, not interlaced
  const palette = Buffer.from([...shades(BACK, RECORD), ...shades(RECORD, LABEL), ...LABEL]);
  return pngFile([
    ['IHDR', header],
    ['PLTE', palette],
    ['IDAT', await promisify(deflate)(rowsOf(edge), { level: 9 })],
  ]);
}

/** Without the last one. */
function shades(from: Colour, to: Colour): number[] {
  return Array.from({ length: SHADES }, (_, shade) =>
    from.map((part, at) => Math.round(part + (((to[at] ?? part) - part) * shade) / SHADES)),
  ).flat();
}

/** A quarter is reckoned, the rest mirrors it; each row begins with its filter, none. */
function rowsOf(edge: number): Buffer {
  const half = edge / 2;
  const rows = Buffer.alloc(edge * (edge + 1));
  for (let y = 0; y < half; y++) {
    const row = y * (edge + 1) + 1;
    for (let x = 0; x < half; x++) {
      const shade = shadeAt(Math.hypot(half - x - 0.5, half - y - 0.5), edge);
      rows[row + x] = shade;
      rows[row + edge - 1 - x] = shade;
    }
    rows.copyWithin((edge - 1 - y) * (edge + 1), row - 1, row + edge);
  }
  return rows;
}

/** Index in the palette, so far from the middle. */
function shadeAt(distance: number, edge: number): number {
  const cover = (radius: number): number => Math.max(0, Math.min(1, radius * edge - distance + 0.5));
  return Math.round(SHADES * (cover(RECORD_RADIUS) + cover(LABEL_RADIUS)));
}
