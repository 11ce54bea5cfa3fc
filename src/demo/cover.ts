/** Paints the cover of a demo album as a PNG. */
import { deflateSync } from 'node:zlib';
import { type Scene } from './albums.js';
import { seededRandom } from './random.js';
import { pngFile } from '../png.js';

type Colour = readonly [red: number, green: number, blue: number];

const SIZE = 512;
/** Samples a side of every pixel, against jagged edges. */
const OVERSAMPLE = 2;

/** A square PNG, the same bytes every time. */
export function renderCover(scene: Scene): Buffer {
  const colourAt = scene === 'harbour' ? harbour() : orbit();
  const pixels = new Uint8Array(SIZE * SIZE * 3);
  for (let row = 0; row < SIZE; row += 1) {
    for (let column = 0; column < SIZE; column += 1) {
      const sum = [0, 0, 0];
      for (let part = 0; part < OVERSAMPLE * OVERSAMPLE; part += 1) {
        const x = (column + ((part % OVERSAMPLE) + 0.5) / OVERSAMPLE) / SIZE;
        const y = (row + (Math.floor(part / OVERSAMPLE) + 0.5) / OVERSAMPLE) / SIZE;
        colourAt(x, y).forEach((value, channel) => (sum[channel] = (sum[channel] ?? 0) + value));
      }
      pixels.set(
        sum.map((value) => Math.round(value / OVERSAMPLE ** 2)),
        (row * SIZE + column) * 3,
      );
    }
  }
  return encodePng(SIZE, SIZE, pixels);
}

/** The colour at a point of the unit square, y downwards. */
type Painting = (x: number, y: number) => Colour;

const mix = (from: Colour, to: Colour, amount: number): Colour => [
  from[0] + (to[0] - from[0]) * amount,
  from[1] + (to[1] - from[1]) * amount,
  from[2] + (to[2] - from[2]) * amount,
];

/** A sun going down behind rows of waves, each darker than the one behind it. */
function harbour(): Painting {
  const bands = 12;
  const waves = 6;
  return (x, y) => {
    const height = (wave: number) =>
      0.58 +
      0.075 * wave +
      (0.012 + 0.004 * wave) * Math.sin(x * (9 - wave) + wave * 1.9) +
      0.006 * Math.sin(x * 31 + wave);
    for (let wave = waves - 1; wave >= 0; wave -= 1) {
      if (y > height(wave)) return mix([232, 138, 108], [16, 34, 66], (wave + 1) / waves);
    }
    if (Math.hypot(x - 0.64, y - 0.5) < 0.17) return [255, 226, 168];
    return mix([44, 52, 108], [250, 166, 120], Math.floor((y / 0.62) * bands) / bands);
  };
}

/** Rings round a planet, a satellite on each, stars behind. */
function orbit(): Painting {
  const random = seededRandom(7);
  const stars = Array.from({ length: 90 }, () => ({
    x: random.next(),
    y: random.next(),
    size: 0.001 + 0.0025 * random.next(),
  }));
  const rings = [0.2, 0.28, 0.37, 0.47].map((radius, index) => ({
    radius,
    angle: 0.6 + index * 1.75,
    size: 0.022 - 0.002 * index,
  }));
  return (x, y) => {
    const dx = x - 0.5;
    const dy = y - 0.5;
    const distance = Math.hypot(dx, dy);
    for (const { radius, angle, size } of rings) {
      const across = Math.abs(dx - radius * Math.cos(angle));
      const down = Math.abs(dy - radius * Math.sin(angle));
      if (across + down < size) return dx - radius * Math.cos(angle) < 0 ? [255, 244, 214] : [244, 190, 92];
    }
    if (distance < 0.125) return dx + dy * 0.6 < 0.02 ? [98, 214, 200] : [44, 140, 156];
    if (rings.some(({ radius }) => Math.abs(distance - radius) < 0.0018)) return [112, 108, 184];
    if (stars.some((star) => (x - star.x) ** 2 + (y - star.y) ** 2 < star.size ** 2)) return [226, 226, 246];
    return mix([38, 28, 84], [14, 12, 40], Math.min(1, Math.floor(distance * 16) / 11));
  };
}

/** A PNG of 8-bit RGB pixels (W3C PNG, third edition), row by row from the top; `pixels` is width × height × 3. */
function encodePng(width: number, height: number, pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB, deflate, adaptive filters, not interlaced
  const stride = 3 * width;
  const rows = Buffer.alloc(height * (stride + 1));
  for (let row = 0; row < height; row += 1) {
    const to = row * (stride + 1);
    rows[to] = 2; // filter "Up": each byte minus the one above it, modulo 256
    for (let at = 0; at < stride; at += 1) {
      const above = row === 0 ? 0 : (pixels[(row - 1) * stride + at] ?? 0);
      rows[to + 1 + at] = (pixels[row * stride + at] ?? 0) - above;
    }
  }
  return pngFile([
    ['IHDR', header],
    ['IDAT', deflateSync(rows, { level: 9 })],
  ]);
}
