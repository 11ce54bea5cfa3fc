/** The manifest of the remote, and the icons that it and the page name. */
import { readFile } from 'node:fs/promises';
import t from 'tap';
import { ICON_EDGES, MANIFEST } from '../../src/http/manifest.js';

const PAGE = new URL('../../src/web/remote/index.html', import.meta.url);

const edgesIn = (text: string): number[] =>
  [...text.matchAll(/\/icons\/(\d+)\.png/g)].map(([, edge]) => Number(edge)).sort((one, other) => one - other);

t.test('each icon that the page of the remote or the manifest names is served, and no other one', async (t) => {
  const page = edgesIn(await readFile(PAGE, 'utf8'));
  const manifest = edgesIn(JSON.stringify(MANIFEST));
  t.strictSame(page, [180], 'iOS takes the icon from the page');
  t.strictSame(manifest, [192, 512], 'sizes that Chromium asks for');
  t.strictSame([...page, ...manifest], ICON_EDGES);
});

t.test('an icon names the size that it has', async (t) => {
  for (const { src, sizes } of MANIFEST.icons.slice(1)) t.equal(sizes, `${edgesIn(src).join()}x${edgesIn(src).join()}`);
});

t.test('the picture has the colour of the page behind it', async (t) => {
  const { background_color: back, theme_color: theme, icons } = MANIFEST;
  t.match(back, /^#[\da-f]{6}$/);
  t.equal(theme, back);
  t.match(decodeURIComponent(icons[0].src), `width='32' height='32' fill='${back}'`);
});
