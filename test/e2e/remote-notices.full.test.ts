/** Notices: they cover no control, let touches through, and can be undone with a finger and by keyboard. */
import { mkdirSync } from 'node:fs';
import t from 'tap';
import { bringAxe, violationsOf } from './axe.js';
import { livingRoom } from './browser.js';
import { hidden, KEEP_NOTICES, setWindow, WINDOWS } from './controls.js';
import { removeFromQueue } from './queue-row.js';

/** Folder for pictures of what a test shows; none when empty. */
const PICTURES = process.env['TONEARM_TEST_PICTURES'] ?? '';

t.test('no control of the small player, the tabs or a sheet is below a notice', async (t) => {
  const { page, complaints } = await livingRoom(t, '/#/queue');
  const undo = page.getByRole('button', { name: 'Undo' });
  const picture = async (name: string): Promise<void> => {
    if (PICTURES === '') return;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}/${name}.png` });
  };
  await page.evaluate(KEEP_NOTICES);
  await bringAxe(page);
  await removeFromQueue(page, 'three.mp3');
  await undo.waitFor();
  for (const window of WINDOWS) {
    const name = await setWindow(page, window);
    t.strictSame(await hidden(page, '.dock'), [], name);
    t.strictSame(await hidden(page, '.head'), [], name);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const [row, notice] = [await page.locator('.virtual > li').last().boundingBox(), await undo.boundingBox()];
    t.ok(row!.y + row!.height <= notice!.y, `${name}: the last row can be scrolled to above the notice`);
    await picture(`notice-${window.join('-')}`);
  }
  t.strictSame(await violationsOf(page), []);
  await page.evaluate('scrollTo(0, 0)');
  await setWindow(page, WINDOWS[0]!);
  await page.locator('.virtual > li', { hasText: 'two.mp3' }).locator('.tap').click({ button: 'right' });
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Close' }).waitFor();
  for (const window of WINDOWS) {
    const name = await setWindow(page, window);
    await sheet.getByRole('button', { name: 'Close' }).focus();
    t.strictSame(await hidden(page, '.sheet > .bar'), [], `${name}: a sheet`);
    t.strictSame(await hidden(page, '.notice'), [], `${name}: Undo above a sheet`);
    const [top, notice] = [await sheet.locator('h2').boundingBox(), await undo.boundingBox()];
    t.ok(notice!.y + notice!.height <= top!.y, `${name}: they do not overlap`);
    await picture(`sheet-and-notice-${window.join('-')}`);
  }
  t.strictSame(await violationsOf(page), []);
  t.equal(await undo.count(), 1, 'one notice');
  await setWindow(page, WINDOWS[3]!);
  await undo.tap();
  await page.getByText('three.mp3').waitFor();
  t.equal(await sheet.count(), 1, 'it can be undone with the sheet open');
  t.strictSame(complaints, []);
});

t.test('a touch on the text of a notice reaches the row below', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t, '/#/queue');
  await page.evaluate(KEEP_NOTICES);
  await page.setViewportSize({ width: 390, height: 390 });
  await removeFromQueue(page, 'three.mp3');
  const text = await page.locator('.notice span').boundingBox();
  const row = await page.locator('.virtual > li', { hasText: 'two.mp3' }).boundingBox();
  // Scrolled so that the row lies below the notice.
  await page.setViewportSize({ width: 390, height: Math.round(390 - text!.y + row!.y) });
  const notice = await page.locator('.notice').boundingBox();
  await page.touchscreen.tap(notice!.x + notice!.width / 2, row!.y + row!.height / 2);
  await daemon.until('the row plays', async () => (await daemon.currentTrack())?.title === 'two.mp3');
  t.equal(await page.getByRole('button', { name: 'Undo' }).count(), 1);
  t.strictSame(complaints, []);
});

t.test('Undo is reached with Tab, pressed by Ctrl+Z, and leaves the focus on the page', async (t) => {
  const { page, complaints } = await livingRoom(t, '/#/queue');
  const undo = page.getByRole('button', { name: 'Undo' });
  const handle = page.getByRole('button', { name: 'Move three.mp3' });
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  await handle.focus();
  await page.keyboard.press('Delete');
  await undo.waitFor();
  await page.keyboard.press('Control+z');
  await handle.waitFor();
  t.equal(await undo.count(), 0);
  await handle.focus();
  await page.keyboard.press('Delete');
  await undo.waitFor();
  for (let presses = 0; presses < 40 && (await focused()) !== 'Undo'; presses++) await page.keyboard.press('Tab');
  t.equal(await focused(), 'Undo');
  await page.keyboard.press('Enter');
  await handle.waitFor();
  t.match(await focused(), /^Queue/, 'the focus is on the title');
  t.strictSame(complaints, []);
});
