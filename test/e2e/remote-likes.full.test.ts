/** Likes on the remote: hearts of rows and albums, menus, a selection, the Liked place, and another phone. */
import t from 'tap';
import type { Page } from 'playwright-core';
import { bodyOf } from '../../src/client/client.js';
import { bringAxe, violationsOf } from './axe.js';
import { livingRoom, openPhone } from './browser.js';
import type { Daemon } from './daemon.js';

const liked = async (daemon: Daemon): Promise<string> =>
  (await bodyOf(daemon.api.GET('/likes/tracks')))
    .map(({ title }) => title)
    .sort()
    .join();

const heart = (page: Page, name: string, pressed: boolean) =>
  page.getByRole('main').getByRole('button', { name: `Like ${name}`, exact: true, pressed });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function room(t: Parameters<typeof livingRoom>[0]) {
  const all = await livingRoom(t, '/#/library/tracks');
  await all.daemon.until('scanned', async () => (await bodyOf(all.daemon.api.GET('/tracks'))).length === 3);
  await all.page.reload();
  return all;
}

t.test('a track is liked with one touch, found with one more, and unliked with a way back', async (t) => {
  const { page, daemon, complaints } = await room(t);
  await bringAxe(page);
  const lists: string[] = [];
  await heart(page, 'two.mp3', false).waitFor();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/tracks') lists.push(request.url());
  });
  await heart(page, 'two.mp3', false).tap();
  await heart(page, 'two.mp3', true).waitFor();
  await page.getByText('Added to Liked: two.mp3').waitFor();
  t.equal(await liked(daemon), 'two.mp3');
  t.strictSame(lists, [], 'the list is not loaded again');
  t.strictSame(await violationsOf(page), []);

  await page.getByRole('link', { name: 'Liked', exact: true }).tap();
  await heart(page, 'two.mp3', true).waitFor();
  t.equal(await page.getByRole('main').getByRole('listitem').count(), 1);
  t.strictSame(await violationsOf(page), []);
  await heart(page, 'two.mp3', true).tap();
  await page.getByText('Removed from Liked: two.mp3').waitFor();
  t.equal(await liked(daemon), '');
  await heart(page, 'two.mp3', false).waitFor();
  await button(page, 'Undo').tap();
  await heart(page, 'two.mp3', true).waitFor();
  await daemon.until('it is liked again', async () => (await liked(daemon)) === 'two.mp3');
  await button(page, 'Play').first().tap();
  await daemon.until('it plays', async () => (await daemon.currentTrack())?.title === 'two.mp3');
  t.strictSame(complaints, []);
});

t.test('menus and a selection like too, and another phone follows', async (t) => {
  const { page, daemon, complaints } = await room(t);
  const { page: other } = await openPhone(t, daemon.base, 'dark', '/#/library/tracks');
  const { page: list } = await openPhone(t, daemon.base, 'light', '/#/library/liked');
  await list.getByText('No liked tracks').waitFor();
  await heart(other, 'one.mp3', false).waitFor();
  await button(page, 'More about one.mp3').tap();
  await button(page, 'Like').tap();
  await heart(other, 'one.mp3', true).waitFor();
  await heart(list, 'one.mp3', true).waitFor();
  await button(page, 'More about one.mp3').tap();
  await button(page, 'Unlike').waitFor();
  await button(page, 'Select').tap();
  await page.locator('.tap').filter({ hasText: 'three.mp3' }).tap();
  await button(page, 'Like the selection').tap();
  await page.getByText('Added to Liked: three.mp3').waitFor();
  await heart(other, 'three.mp3', true).waitFor();
  t.equal(await liked(daemon), 'one.mp3,three.mp3');
  await button(page, 'Undo').tap();
  await heart(other, 'three.mp3', false).waitFor();
  t.equal(await liked(daemon), 'one.mp3');
  t.strictSame(complaints, []);
});

t.test('albums are liked in the grid and on their own screen; a refusal takes the heart back', async (t) => {
  const { page, daemon } = await room(t);
  await page.goto(`${daemon.base}/#/library`);
  await heart(page, 'Unknown album', false).tap();
  await heart(page, 'Unknown album', true).waitFor();
  await page.goto(`${daemon.base}/#/library/liked/albums`);
  await page.getByRole('link', { name: /Unknown album/ }).tap();
  await heart(page, 'Unknown album', true).waitFor();
  await page.route('**/like', (route) => route.abort());
  await heart(page, 'Unknown album', true).tap();
  await page.getByText('The box does not answer.').waitFor();
  await heart(page, 'Unknown album', true).waitFor();
  t.equal((await bodyOf(daemon.api.GET('/likes/albums'))).length, 1);
});
