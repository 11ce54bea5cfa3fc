/** The way back: each open sheet is one history entry, which Back closes, and only that. */
import t, { type Test } from 'tap';
import { livingRoom } from './browser.js';

/** A phone that went from the library to the queue, where it opens the menu of a track. */
async function phoneWithMenu(t: Test) {
  const phone = await livingRoom(t, '/#/library');
  const { page, daemon } = phone;
  await daemon.put('/scan-library');
  // A menu shows what its track was when it was opened: before the scan nothing led to the artist.
  await page.reload();
  await page.setViewportSize({ width: 390, height: 400 });
  // The page's policy forbids `waitForFunction`, which evaluates a string in it.
  const until = (condition: string) => daemon.until(condition, () => page.evaluate<boolean>(condition));
  const isAt = (name: RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor();
  await isAt(/^Library/);
  await page.evaluate("location.hash = '#/queue'");
  await isAt(/^Queue/);
  const row = page.locator('.virtual > li', { hasText: 'two.mp3' }).locator('.tap');
  const menu = page.getByRole('dialog', { name: 'two.mp3' });
  const open = async (): Promise<void> => {
    await row.click({ button: 'right' });
    await menu.waitFor();
    await until('history.state.depth === 1');
  };
  /** The sheet is closed, and its entry is left. */
  const isClosed = async (): Promise<void> => {
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until('history.state.depth === 0');
  };
  return { ...phone, until, isAt, row, menu, open, isClosed };
}

t.test('Back closes a sheet and only that, and Forward does not open it again', async (t) => {
  const { page, isAt, row, open, isClosed, complaints } = await phoneWithMenu(t);
  await page.evaluate('scrollTo(0, 40)');
  await row.focus();
  await open();
  await page.goBack();
  await isClosed();
  await isAt(/^Queue/);
  t.equal(await page.evaluate('scrollY'), 40, 'the list stays where it was');
  t.match(await page.evaluate('document.activeElement.textContent'), /two/, 'the focus is back');
  await page.goForward();
  await isClosed();
  await isAt(/^Queue/);
  await page.goBack();
  await isAt(/^Library/);
  t.strictSame(complaints, []);
});

t.test('a sheet that is closed in another way leaves no entry behind', async (t) => {
  const { page, isAt, menu, open, isClosed, complaints } = await phoneWithMenu(t);
  const ways = {
    button: () => menu.getByRole('button', { name: 'Close' }).tap(),
    escape: () => page.keyboard.press('Escape'),
    beside: () => page.touchscreen.tap(200, 10),
  };
  for (const close of Object.values(ways)) {
    await open();
    await close();
    await isClosed();
  }
  await open();
  await menu.getByRole('button', { name: 'Add to playlist' }).tap();
  await page.getByRole('dialog', { name: 'Add to playlist' }).waitFor();
  t.equal(await page.evaluate('history.state.depth'), 1, 'a sheet that takes the place of another has its entry');
  await page.goBack();
  await isClosed();
  await isAt(/^Queue/);
  await page.goBack();
  await isAt(/^Library/);
  t.strictSame(complaints, []);
});

t.test('from the screen that a menu opened, Back leads to the list without the menu', async (t) => {
  const { page, until, isAt, menu, open, isClosed, complaints } = await phoneWithMenu(t);
  await open();
  await menu.getByRole('button', { name: 'Go to artist' }).tap();
  await until("location.hash.startsWith('#/library/artists/')");
  await page.goBack();
  await isAt(/^Queue/);
  await isClosed();
  await open();
  // An address that is typed in leaves the entry of the sheet, which is passed over on the way back.
  await page.evaluate("location.hash = '#/more'");
  await isAt(/^More/);
  t.equal(await page.getByRole('dialog').count(), 0);
  await page.goBack();
  await isAt(/^Queue/);
  await isClosed();
  await page.goBack();
  await isAt(/^Library/);
  t.strictSame(complaints, []);
});

t.test('a page that is loaded anew with a sheet open shows the screen without it', async (t) => {
  const { page, isAt, open, isClosed, complaints } = await phoneWithMenu(t);
  await open();
  await page.reload();
  await isAt(/^Queue/);
  await isClosed();
  await page.goBack();
  await isAt(/^Library/);
  t.strictSame(complaints, []);
});
