/** Cover art for pictures of the web remote, painted on a canvas of Chromium: a drawing and colours for each number. */
import type { Browser } from 'playwright-core';

const EDGE = 640;

/** Paints the cover with the number `at`; `context` is the drawing context of a square canvas of `edge` pixels. */
const PAINT = `(context, edge, at) => {
  let state = at * 2654435761 + 1;
  const random = () => ((state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0), state / 2 ** 32);
  const hue = Math.round(at * 137.5) % 360;
  const tone = (turn, saturation, light) => 'hsl(' + ((hue + turn) % 360) + ' ' + saturation + '% ' + light + '%)';
  const disc = (x, y, radius, colour) => {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x * edge, y * edge, radius * edge, 0, 7);
    context.fill();
  };
  const sky = context.createLinearGradient(0, 0, edge * 0.3, edge);
  sky.addColorStop(0, tone(0, 45, 24));
  sky.addColorStop(1, tone(40, 65, 62));
  context.fillStyle = sky;
  context.fillRect(0, 0, edge, edge);
  const drawings = [
    () => {
      disc(0.62, 0.42, 0.2, tone(45, 85, 80));
      for (let hill = 0; hill < 5; hill++) {
        context.fillStyle = tone(hill * 9, 45, 46 - hill * 8);
        context.beginPath();
        context.moveTo(0, edge);
        for (let x = 0; x <= 1.001; x += 0.02) {
          const y = 0.5 + hill * 0.1 + 0.05 * Math.sin(x * (5 + hill) + at + hill * 2);
          context.lineTo(x * edge, y * edge);
        }
        context.lineTo(edge, edge);
        context.fill();
      }
    },
    () => {
      for (let ring = 9; ring > 0; ring--) disc(0.5, 0.5, ring * 0.048, tone(ring * 14, 60, 22 + ring * 6));
    },
    () => {
      for (let x = 0; x < 6; x++) for (let y = 0; y < 6; y++) {
        disc((x + 0.5) / 6, (y + 0.5) / 6, 0.02 + 0.055 * random(), tone(random() * 70, 70, 45 + 40 * random()));
      }
    },
    () => {
      for (let band = 0; band < 9; band++) {
        context.save();
        context.translate(edge / 2, edge / 2);
        context.rotate(-0.6);
        context.fillStyle = tone(band * 13, 62, 30 + band * 5);
        context.fillRect(-edge, edge * (band * 0.14 - 0.6), edge * 2, edge * (0.03 + 0.1 * random()));
        context.restore();
      }
    },
    () => {
      for (let leaf = 0; leaf < 7; leaf++) {
        context.globalAlpha = 0.55;
        disc(random(), random(), 0.12 + 0.22 * random(), tone(leaf * 22, 70, 40 + 30 * random()));
        context.globalAlpha = 1;
      }
    },
  ];
  drawings[at % drawings.length]();
}`;

/** Paints covers. @returns JPEG files */
export async function paintCovers(browser: Browser, count: number): Promise<Buffer[]> {
  const page = await browser.newPage();
  try {
    const addresses = await page.evaluate<string[]>(`Array.from({ length: ${count} }, (_, at) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: ${EDGE}, height: ${EDGE} });
      (${PAINT})(canvas.getContext('2d'), ${EDGE}, at);
      return canvas.toDataURL('image/jpeg', 0.9);
    })`);
    return addresses.map((address) => Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
  } finally {
    await page.close();
  }
}
