/** The web remote by keyboard: shortcuts, a way past the sidebar, and a focus that is never lost. */
import t, { type Test } from 'tap';
import type { Page } from 'playwright-core';
import { bodyOf } from '../../src/client/client.js';
import { houseWith } from './albums-house.js';
import { focused, openDesktop, tabTo } from './desktop.js';
import type { Daemon } from './daemon.js';

const NAMES = ['Harbour', 'Satellites', 'Orchard', 'Lighthouse', 'Tide'];

async function desk(t: Test, path = '/#/library') {
  const house = await houseWith(t, NAMES);
  const { daemon } = house;
  const tracks = await bodyOf(daemon.api.GET('/tracks', { params: { query: { limit: 15 } } }));
  await daemon.play(tracks.map(({ path }) => path));
  await daemon.put('/playlists/start');
  const desktop = await openDesktop(t, daemon.base, path);
  await desktop.page.locator('#page h1').waitFor();
  await desktop.page.locator('.player-bar').getByRole('button', { name: 'Pause' }).waitFor();
  return { ...house, ...desktop };
}

const titleNow = async (daemon: Daemon) => (await daemon.currentTrack())?.title;
const isAt = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

t.test('space plays and pauses, arrows seek, skip and change the volume', async (t) => {
  const { page, daemon, complaints } = await desk(t);
  const first = await titleNow(daemon);
  await page.keyboard.press('Space');
  await daemon.until('it is paused', async () => (await daemon.playbackStatus()) === 3);
  const before = await daemon.elapsed();
  await page.keyboard.press('ArrowRight');
  await daemon.until('five seconds on', async () => Math.abs((await daemon.elapsed()) - before - 5000) < 600);
  await page.keyboard.press('ArrowRight');
  await daemon.until('and five more', async () => Math.abs((await daemon.elapsed()) - before - 10_000) < 600);
  await page.keyboard.press('ArrowLeft');
  await daemon.until('five back', async () => Math.abs((await daemon.elapsed()) - before - 5000) < 600);
  const { volume } = await daemon.volume();
  await page.keyboard.press('ArrowDown');
  await daemon.until('quieter', async () => (await daemon.volume()).volume === volume - 1);
  await page.keyboard.press('ArrowUp');
  await daemon.until('louder', async () => (await daemon.volume()).volume === volume);
  await page.keyboard.press('Shift+ArrowRight');
  await daemon.until('the next one', async () => (await titleNow(daemon)) !== first);
  await page.keyboard.press('Shift+ArrowLeft');
  await daemon.until('the first one', async () => (await titleNow(daemon)) === first);
  await page.keyboard.press('Space');
  await daemon.until('it plays', async () => (await daemon.playbackStatus()) === 1);
  t.equal(await page.evaluate('scrollY'), 0, 'the page stays where it is');
  t.strictSame(complaints, []);
});

t.test('after a click the space bar pauses, and a button that was reached with Tab is pressed', async (t) => {
  const { page, daemon, complaints } = await desk(t, '/#/library/tracks');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Tide 2/ })
    .click();
  await daemon.until('it plays', async () => (await titleNow(daemon)) === 'Tide 2');
  await page.keyboard.press('Space');
  await daemon.until('it is paused', async () => (await daemon.playbackStatus()) === 3);
  t.equal(await titleNow(daemon), 'Tide 2');
  await tabTo(page, /^More about Tide 2/);
  await page.keyboard.press('Space');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  t.equal(await daemon.playbackStatus(), 3, 'nothing plays');
  t.strictSame(complaints, []);
});

t.test('while somebody types, keys are letters; a slider keeps its arrows', async (t) => {
  const { page, daemon, complaints } = await desk(t);
  await page.keyboard.press('/');
  await isAt(page, 'Search');
  await daemon.until('the field has the focus', () =>
    page.evaluate<boolean>("document.activeElement.getAttribute('type') === 'search'"),
  );
  await page.keyboard.type('a ?/');
  t.equal(await page.getByRole('searchbox').inputValue(), 'a ?/');
  t.equal(await page.getByRole('dialog').count(), 0);
  t.equal(await daemon.playbackStatus(), 1, 'it still plays');
  // From elsewhere the old question is marked, so that the next letter replaces it.
  await page.evaluate("location.hash = '#/radio'");
  await isAt(page, 'Radio');
  await page.evaluate("document.querySelector('#page h1').focus()");
  await page.keyboard.press('/');
  await daemon.until('the question is marked', () =>
    page.evaluate<boolean>('document.activeElement.selectionEnd === 4 && document.activeElement.selectionStart === 0'),
  );
  const { volume } = await daemon.volume();
  await page.getByRole('slider', { name: 'Volume' }).focus();
  await page.keyboard.press('ArrowLeft');
  await daemon.until('a step, and only that', async () => (await daemon.volume()).volume === volume - 1);
  t.strictSame(complaints, []);
});

t.test('? lists the keys, and there single characters are switched off, for good', async (t) => {
  const { page, complaints } = await desk(t);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Play or pause').waitFor();
  await list.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  t.not(await focused(page), 'BODY');
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  t.equal(await list.count(), 0);
  await page.reload();
  await isAt(page, 'Albums');
  await page.keyboard.press('/');
  t.equal(await page.evaluate('location.hash'), '#/library');
  await page.evaluate("location.hash = '#/more'");
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await list.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await isAt(page, 'Search');
  t.strictSame(complaints, []);
});

t.test('from the start of the page an album is found and plays with at most twelve keys', async (t) => {
  const { page, daemon, complaints } = await desk(t, '/');
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys++;
    await page.keyboard.press(key);
  };
  await press('/');
  await isAt(page, 'Search');
  await daemon.until('the field has the focus', () =>
    page.evaluate<boolean>("document.activeElement.getAttribute('type') === 'search'"),
  );
  for (const letter of 'orc') await press(letter);
  await page.getByRole('link', { name: /^Orchard/ }).waitFor();
  keys += await tabTo(page, /^Orchard/);
  await press('Enter');
  await isAt(page, 'Orchard');
  keys += await tabTo(page, /^Play$/);
  await press('Enter');
  await daemon.until('it plays', async () => (await titleNow(daemon)) === 'Orchard 1');
  t.ok(keys <= 12, `${keys} keys`);
  t.strictSame(complaints, []);
});

t.test('the first Tab of the document skips the sidebar, whose links lead to their titles', async (t) => {
  const { page, daemon, complaints } = await desk(t);
  await page.locator('.cell').first().waitFor();
  // As from the address bar.
  await page.evaluate("document.body.tabIndex = -1, document.body.focus(), document.body.removeAttribute('tabindex')");
  await page.keyboard.press('Tab');
  t.equal(await focused(page), 'Skip to content');
  t.ok(await page.locator('.skip').isVisible());
  await page.keyboard.press('Enter');
  t.equal(await focused(page), 'Albums');
  t.equal(await page.evaluate('location.hash'), '#/library', 'the screen stays');
  await page.getByRole('link', { name: 'Tracks' }).focus();
  await page.keyboard.press('Enter');
  await isAt(page, 'Tracks');
  await daemon.until('the title has the focus', async () => (await focused(page)) === 'Tracks');
  t.strictSame(complaints, []);
});

t.test('the focus is never lost: on the way back, behind a sheet, after a row has gone', async (t) => {
  const { page, daemon, complaints } = await desk(t);
  const isOn = (wanted: RegExp) =>
    daemon.until(`${wanted.source} has the focus`, async () => wanted.test(await focused(page)));
  await page.getByRole('link', { name: /^Orchard/ }).focus();
  await page.keyboard.press('Enter');
  await isAt(page, 'Orchard');
  await isOn(/^Orchard$/);
  await page.goBack();
  await isAt(page, 'Albums');
  await isOn(/^Orchard/);
  // A row of the queue is removed by a key: the same button of the next row has the focus.
  await page.evaluate("location.hash = '#/queue'");
  await isAt(page, /^Queue/);
  const entry = (at: number) => page.locator(`main li[aria-posinset="${at}"]`);
  const name = async (at: number) => (await entry(at).locator('.title').innerText()).trim();
  await entry(4).locator('.tap').waitFor();
  const [third, fourth] = [await name(3), await name(4)];
  await page.getByRole('button', { name: `Move ${third}` }).focus();
  await page.keyboard.press('Delete');
  await isOn(new RegExp(`^Move ${fourth}`));
  await page.getByRole('button', { name: 'Clear' }).focus();
  await page.keyboard.press('Enter');
  await entry(2).waitFor({ state: 'detached' });
  t.not(await focused(page), 'BODY');
  // A playlist that is deleted in its menu.
  await bodyOf(daemon.api.POST('/saved-playlists', { body: { name: 'One' } }));
  await bodyOf(daemon.api.POST('/saved-playlists', { body: { name: 'Two' } }));
  await page.evaluate("location.hash = '#/playlists'");
  await page.getByRole('button', { name: 'More about One' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('One', { exact: true }).waitFor({ state: 'detached' });
  await daemon.until('the focus is somewhere', async () => (await focused(page)) !== 'BODY');
  t.strictSame(complaints, []);
});
