/** Now-playing screen: all of it fits in the window of every phone, and the cover can be swiped. */
import t from 'tap';
import type { Page } from 'playwright-core';
import { livingRoom } from './browser.js';

const WINDOWS = [
  [390, 844],
  [390, 664],
  [375, 553],
  [360, 640],
  [320, 568],
  [844, 390],
  [768, 1024],
] as const;

/** Lists controls that are not completely in the window, or are covered by another element. */
const HIDDEN = `(() => {
  const controls = document.querySelectorAll('#page :is(a, button, input, [role=slider]):not(:disabled)');
  const trouble = [];
  for (const control of controls) {
    const { left, top, right, bottom, width, height } = control.getBoundingClientRect();
    const name = control.getAttribute('aria-label') ?? control.innerText;
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) trouble.push(name + ': outside');
    if (Math.min(width, height) < 43.5) trouble.push([name, 'is', width, 'by', height].join(' '));
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!control.contains(hit)) trouble.push(name + ': below ' + hit?.className);
  }
  if (controls.length < 14) trouble.push(controls.length + ' controls');
  if (document.documentElement.scrollWidth > innerWidth) trouble.push('scrolls sideways');
  const main = document.querySelector('main');
  if (main.scrollHeight > main.clientHeight) trouble.push('scrolls by ' + (main.scrollHeight - main.clientHeight));
  return trouble;
})()`;

const hidden = (page: Page) => page.evaluate<string[]>(HIDDEN);

t.test('every control is in the window and can be touched', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t);
  await daemon.put('/scan-library');
  await daemon.put('/player/play');
  await page.getByRole('button', { name: 'Like' }).waitFor();
  for (const text of [1, 2]) {
    await page.evaluate(`document.documentElement.style.fontSize = '${text * 100}%'`);
    for (const [width, height] of WINDOWS) {
      if (text === 2 && height < 500) continue;
      await page.setViewportSize({ width, height });
      t.strictSame(await hidden(page), [], `${width} by ${height}, text of ${text * 100} %`);
    }
  }
  await page.evaluate("document.documentElement.style.fontSize = ''");
  await page.setViewportSize({ width: 320, height: 568 });
  // A notice is shown for 8 s, which is too short for seven windows.
  await page.evaluate('window.setTimeout = ((wait) => (act, ms) => wait(act, ms === 8000 ? 600000 : ms))(setTimeout)');
  await page.evaluate("location.hash = '#/queue'");
  await page.getByRole('button', { name: 'Remove three.mp3' }).tap();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.evaluate("location.hash = '#/now'");
  await page.getByRole('button', { name: 'Like' }).waitFor();
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    t.strictSame(await hidden(page), [], `${width} by ${height}, with a notice`);
  }
  t.equal(await page.getByRole('button', { name: 'Undo' }).count(), 1);
  t.strictSame(complaints, []);
});

async function swipe(page: Page, selector: string, by: readonly [number, number]): Promise<void> {
  const element = page.locator(selector);
  let [before, box] = [await element.boundingBox(), await element.boundingBox()];
  // The cover may still move back from the last swipe.
  while (box!.x !== before!.x || box!.y !== before!.y || box!.x < 0) {
    before = box;
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    box = await element.boundingBox();
  }
  const { x, y, width, height } = box!;
  const [fromX, fromY] = [x + width / 2, y + height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: fromX + by[0] * part, y: fromY + by[1] * part }],
    });
  await touch('touchStart', 0);
  for (let step = 1; step <= 10; step++) await touch('touchMove', step / 10);
  await touch('touchEnd', 1);
  await session.detach();
}

t.test('a swipe over the cover skips, one down closes, and the small player does the same', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t, '/#/library');
  await daemon.put('/player/play');
  const plays = (title: string) =>
    daemon.until(`${title} plays`, async () => (await daemon.currentTrack())?.title === title);
  await plays('one.mp3');
  await swipe(page, '.mini > a:first-child', [-180, 0]);
  await plays('two.mp3');
  await swipe(page, '.mini > a:first-child', [0, -60]);
  await page.getByRole('heading', { name: 'Now playing' }).waitFor();
  await swipe(page, '.now-art', [-180, 10]);
  await plays('three.mp3');
  await swipe(page, '.now-art', [180, 10]);
  await plays('two.mp3');
  await swipe(page, '.now-art', [20, -5]);
  await swipe(page, '.now-art', [5, 220]);
  await page.getByRole('heading', { name: 'Library' }).waitFor();
  t.match(await daemon.currentTrack(), { title: 'two.mp3' }, 'a short one does nothing');
  t.strictSame(complaints, []);
});
