/** Shuffle and a random album on the page, with their taps counted, and Undo of each. */
import t, { type Test } from 'tap';
import type { Locator } from 'playwright-core';
import { bodyOf } from '../../src/client/client.js';
import { houseWith } from './albums-house.js';
import { openPhone } from './browser.js';

const HARBOUR = ['Harbour 1', 'Harbour 2', 'Harbour 3'];
const SATELLITES = ['Satellites 1', 'Satellites 2', 'Satellites 3'];

async function room(t: Test, path = '/') {
  const { daemon } = await houseWith(t, ['Harbour', 'Satellites']);
  const phone = await openPhone(t, daemon.base, 'light', path);
  const { page } = phone;
  const taps = { count: 0 };
  const tap = async (on: Locator): Promise<void> => {
    taps.count++;
    await on.tap();
  };
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const titles = async (): Promise<string[]> =>
    ((await daemon.get('/playlists/current/tracks')).body as { title: string }[]).map(({ title }) => title);
  const isPlaying = (tracks: readonly string[]) =>
    daemon.until(`${tracks.join()} play`, async () => {
      const found = (await titles()).sort().join() === [...tracks].sort().join();
      return found && (await daemon.playbackStatus()) === 1;
    });
  const undo = page.getByRole('button', { name: 'Undo' });
  return { daemon, ...phone, taps, tap, button, titles, isPlaying, undo };
}

t.test('a random album takes at most two touches, and is shown', async (t) => {
  const { daemon, page, taps, tap, button, titles, complaints } = await room(t);
  await tap(button('Random album'));
  await daemon.until('an album plays', async () => (await daemon.playbackStatus()) === 1);
  const drawn = (await titles()).join();
  t.ok([HARBOUR.join(), SATELLITES.join()].includes(drawn), drawn);
  await page.getByRole('heading', { level: 1, name: drawn.startsWith('Harbour') ? 'Harbour' : 'Satellites' }).waitFor();
  t.ok(taps.count <= 2, `${taps.count} touches`);
  t.strictSame(complaints, []);
});

t.test('library, album, artist, genre and playlists are shuffled, every track once', async (t) => {
  const { daemon, page, button, isPlaying, complaints } = await room(t);
  const [album] = (await bodyOf(daemon.api.GET('/albums'))).filter(({ title }) => title === 'Harbour');
  const [artist] = (await bodyOf(daemon.api.GET('/artists'))).filter(({ name }) => name === 'Band 1');
  const [genre] = await bodyOf(daemon.api.GET('/genres'));
  const ids = (await bodyOf(daemon.api.GET('/tracks'))).map(({ id }) => id);
  const body = { name: 'Mine', track_ids: ids.slice(0, 2) };
  const saved = await bodyOf(daemon.api.POST('/saved-playlists', { body }));
  const rules = { match_type: 'all' } as const;
  const smart = await bodyOf(daemon.api.POST('/smart-playlists', { body: { name: 'Rules', rules } }));
  for (const [address, name, tracks] of [
    ['library', 'Shuffle all', [...HARBOUR, ...SATELLITES]],
    [`library/albums/${album?.id}`, 'Shuffle', HARBOUR],
    [`library/artists/${artist?.id}`, 'Shuffle', SATELLITES],
    [`library/artists/${artist?.id}`, 'Play', SATELLITES],
    [`library/genres/${genre?.id}`, 'Shuffle', [...HARBOUR, ...SATELLITES]],
    [`playlists/saved/${saved.id}`, 'Shuffle', HARBOUR.slice(0, 2)],
    [`playlists/smart/${smart.id}`, 'Shuffle', [...HARBOUR, ...SATELLITES]],
  ] as const) {
    await page.goto(`${daemon.base}/#/${address}`);
    await button(name).tap();
    await isPlaying(tracks);
    const { seed } = (await daemon.get('/playlists/current')).body as { seed: number };
    t.equal(seed !== 0, name !== 'Play', `${address}: ${name}`);
  }
  t.strictSame(complaints, []);
});

t.test('Undo gives back a queue after a shuffle, also a stopped one, and after a playlist', async (t) => {
  const { daemon, page, button, titles, isPlaying, undo, complaints } = await room(t);
  const [first] = await bodyOf(daemon.api.GET('/tracks'));
  const made = await bodyOf(
    daemon.api.POST('/saved-playlists', { body: { name: 'One', track_ids: [first?.id ?? ''] } }),
  );
  const isSatellites = () =>
    daemon.until('the queue is back', async () => (await titles()).join() === SATELLITES.join());
  await page.getByRole('link', { name: /Satellites/ }).tap();
  await page.getByRole('button', { name: /^Satellites 2/ }).tap();
  await isPlaying(SATELLITES);
  await daemon.put('/player/ff-rewind?newtime=4000');
  await daemon.until('its middle sounds', async () => (await daemon.elapsed()) >= 4000);
  await page.locator('.mini', { hasText: 'Satellites 2' }).waitFor();

  await page.goto(`${daemon.base}/#/library`);
  await button('Shuffle all').tap();
  await isPlaying([...HARBOUR, ...SATELLITES]);
  await undo.tap();
  await isSatellites();
  await daemon.until('as before', async () => (await daemon.currentTrack())?.title === 'Satellites 2');
  t.ok((await daemon.elapsed()) >= 3500, 'from where it was');

  await page.goto(`${daemon.base}/#/playlists/saved/${made.id}`);
  await button('Play').tap();
  await isPlaying([first?.title ?? '']);
  await undo.tap();
  await isSatellites();
  await daemon.until('as before', async () => (await daemon.currentTrack())?.title === 'Satellites 2');
  t.equal(await daemon.playbackStatus(), 1);

  await daemon.put('/player/stop');
  await page.locator('.mini').getByRole('button', { name: 'Play', exact: true }).waitFor();
  for (const name of ['Play', 'Shuffle']) {
    await button(name).tap();
    await isPlaying([first?.title ?? '']);
    await undo.tap();
    await isSatellites();
    await daemon.until('it is stopped as before', async () => (await daemon.playbackStatus()) === 0);
  }
  t.strictSame(complaints, []);
});
