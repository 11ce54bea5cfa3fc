/** Now-playing screen: all of it fits in the window of every phone, and the cover can be swiped. */
import t from 'tap';
import type { Page } from 'playwright-core';
import { livingRoom } from './browser.js';
import { hidden, KEEP_NOTICES, setWindow, WINDOWS, type WindowSize } from './controls.js';
import { removeFromQueue } from './queue-row.js';

/** Windows besides those of all screens, with text of usual size and of twice the size. */
const MORE: readonly WindowSize[] = [
  [390, 844, 100],
  [768, 1024, 100],
  [768, 1024, 200],
  [390, 664, 200],
  [375, 553, 200],
  [360, 640, 200],
  [320, 568, 200],
];

/** Ways in which not all of the screen is seen at once. */
const SCROLLS = `(() => {
  const trouble = [];
  const count = document.querySelectorAll('#page :is(a, button, input, [role=slider]):not(:disabled)').length;
  if (count < 14) trouble.push(count + ' controls');
  if (document.documentElement.scrollWidth > innerWidth) trouble.push('scrolls sideways');
  const main = document.querySelector('main');
  if (main.scrollHeight > main.clientHeight) trouble.push('scrolls by ' + (main.scrollHeight - main.clientHeight));
  return trouble;
})()`;

t.test('every control is in the window and can be touched, with a notice, too', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t);
  await daemon.put('/scan-library');
  await daemon.put('/player/play');
  const like = page.getByRole('button', { name: 'Like' });
  const undo = page.getByRole('button', { name: 'Undo' });
  const areSeen = async (what: string): Promise<void> => {
    await like.waitFor();
    for (const window of [...WINDOWS, ...MORE]) {
      const name = await setWindow(page, window);
      const trouble = [...(await hidden(page, '#page')), ...(await page.evaluate<string[]>(SCROLLS))];
      t.strictSame(trouble, [], name + what);
    }
  };
  await areSeen('');
  t.equal(await undo.count(), 0);
  await page.evaluate(KEEP_NOTICES);
  await page.evaluate("location.hash = '#/queue'");
  await removeFromQueue(page, 'three.mp3');
  await undo.waitFor();
  await page.evaluate("location.hash = '#/now'");
  await areSeen(', with a notice');
  t.equal(await undo.count(), 1);
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
