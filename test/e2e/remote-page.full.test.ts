import t from 'tap';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';

const LARGEST_COMPRESSED = 150 * 1000;
/** Smallest size of a touch target in CSS pixels (WCAG 2.2, "Target Size (Enhanced)"). */
const FINGER = 44;
/** Background colours of the icons. */
const BACK = [22, 21, 20];
const RECORD = [51, 51, 51];
const LABEL = [232, 163, 61];

t.test('the page is one small file that asks for no other but its manifest and icon', async (t) => {
  const { start } = await createHouse(t);
  const { base } = await start();
  const first = await fetch(`${base}/`);
  const html = await first.text();
  t.equal(first.status, 200);
  t.equal(first.headers.get('content-type'), 'text/html; charset=utf-8');
  t.equal(first.headers.get('content-encoding'), 'gzip');
  t.ok(Number(first.headers.get('content-length')) < LARGEST_COMPRESSED);
  t.notMatch(html, /(?:src|href)="(?!data:|\/manifest\.webmanifest"|\/icons\/180\.png")/);
});

t.test('a browser shows its icons, and its policy lets it', async (t) => {
  const { start } = await createHouse(t);
  const { base } = await start();
  const { page, complaints } = await openPhone(t, base);
  const named = await page.getAttribute('link[rel=apple-touch-icon]', 'href');
  t.equal(named, '/icons/180.png');
  for (const edge of [180, 192, 512]) {
    const pixels = await page.evaluate<unknown>(`(async () => {
      const image = new Image();
      image.src = '/icons/${edge}.png';
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      const at = (x, y) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3);
      return [[width, height], at(0, 0), at(width - 1, height - 1), at(width / 2, height / 2), at(width / 4, height / 2)];
    })()`);
    t.strictSame(pixels, [[edge, edge], BACK, BACK, LABEL, RECORD]);
  }
  t.strictSame(complaints, []);
});

t.test('everything to touch has a name and room for a finger, in light and in dark', async (t) => {
  const { start } = await createHouse(t);
  const { base } = await start();
  for (const scheme of ['light', 'dark'] as const) {
    const { page, complaints } = await openPhone(t, base, scheme);
    for (const [screen, title, least] of [
      ['library', 'Library', 10],
      ['now', 'Now playing', 10],
      ['queue', 'The queue is empty', 4],
      ['search', 'Search', 4],
    ] as const) {
      await page.goto(`${base}/#/${screen}`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      const controls = page.locator('button:visible, input:visible, select:visible, a:visible, [role=slider]:visible');
      const all = await controls.all();
      t.ok(all.length >= least, `${screen} has ${all.length}`);
      for (const control of all) {
        // What was loading may have taken the place of some.
        if (!(await control.isVisible())) continue;
        const { width, height } = (await control.boundingBox())!;
        const name = (await control.ariaSnapshot()).split('\n')[0] ?? '';
        t.ok(width >= FINGER && height >= FINGER, `${screen}: ${name} is ${width} × ${height}`);
        t.match(name, /"[^"]+"/, `${name} has a name`);
      }
      const back = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      t.equal(back, scheme === 'light' ? 'rgb(246, 244, 241)' : 'rgb(22, 21, 20)');
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      t.equal(overflow, 0, 'nothing is wider than the phone');
    }
    t.strictSame(complaints, []);
  }
});
