import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { houseWith, tags } from './albums-house.js';
import { openPhone } from './browser.js';
import { createHouse, type Daemon } from './daemon.js';

const titleOf = async (daemon: Daemon) => (await daemon.currentTrack())?.title;

t.test('from the address to the third track of an album it takes two touches', async (t) => {
  const { daemon } = await houseWith(t, ['Harbour', 'Satellites']);
  const { page, complaints } = await openPhone(t, daemon.base);
  await page.getByRole('link', { name: /Satellites/ }).tap();
  await page.getByRole('button', { name: /^Satellites 3/ }).tap();
  await daemon.until('the third track sounds', async () => (await titleOf(daemon)) === 'Satellites 3');
  t.equal(await daemon.playbackStatus(), 1);
  const queue = (await daemon.get('/playlists/current/tracks')).body as { title: string }[];
  t.strictSame(
    queue.map(({ title }) => title),
    ['Satellites 1', 'Satellites 2', 'Satellites 3'],
  );
  t.strictSame(complaints, []);
});

t.test('a screen that is open follows the library, and never goes back to loading', async (t) => {
  const { daemon, library } = await houseWith(t, ['Harbour', 'Satellites']);
  const { page, complaints } = await openPhone(t, daemon.base);
  await page.getByRole('link', { name: /Satellites/ }).tap();
  const play = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });
  await play('Satellites 3').waitFor();
  for (const number of [4, 5]) {
    const lame = tags(`Satellites ${number}`, 'Band 1', 'Satellites', number);
    await makeMp3(join(library, 'album 1', `${number}.mp3`), { seconds: 30, seed: 40 + number, lame });
    await daemon.put('/scan-library');
    await play(`Satellites ${number}`).waitFor();
    t.equal(await page.locator('.spinner').count(), 0);
  }
  await page.goto(`${daemon.base}/#/library`);
  await page.getByRole('link', { name: /Satellites/ }).waitFor();
  await mkdir(join(library, 'album 2'));
  const lame = tags('Quay 1', 'Band 2', 'Quay', 1);
  await makeMp3(join(library, 'album 2', '1.mp3'), { seconds: 30, seed: 60, lame });
  await daemon.put('/scan-library');
  await page.getByRole('link', { name: /Quay/ }).waitFor();
  t.strictSame(complaints, []);
});

t.test('play means play, and Undo gives back the queue and what played, from where it was', async (t) => {
  const { daemon } = await houseWith(t, ['Harbour', 'Satellites']);
  const { page, complaints } = await openPhone(t, daemon.base);
  const titles = async () =>
    ((await daemon.get('/playlists/current/tracks')).body as { title: string }[]).map(({ title }) => title).join();
  const satellites = 'Satellites 1,Satellites 2,Satellites 3';
  await page.getByRole('link', { name: /Satellites/ }).tap();
  await page.getByRole('button', { name: /^Satellites 2/ }).tap();
  await daemon.until('it sounds', async () => (await titleOf(daemon)) === 'Satellites 2');
  await daemon.put('/player/ff-rewind?newtime=4000');
  await daemon.until('its middle sounds', async () => (await daemon.elapsed()) >= 4000);
  await page.locator('.mini', { hasText: 'Satellites 2' }).waitFor();

  await page.goBack();
  await page.getByRole('link', { name: /Harbour/ }).tap();
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).tap();
  await daemon.until('it plays at once', async () => (await titleOf(daemon)) === 'Harbour 1');
  t.equal(await page.getByRole('dialog').count(), 0, 'without a question');
  await page.getByRole('button', { name: 'Undo' }).tap();
  await daemon.until('it is as before', async () => (await titles()) === satellites);
  await daemon.until('and sounds', async () => (await titleOf(daemon)) === 'Satellites 2');
  t.ok((await daemon.elapsed()) >= 3500, 'from where it was');
  t.equal(await daemon.playbackStatus(), 1);

  await daemon.put('/player/pause');
  await page.locator('.mini').getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.getByRole('button', { name: /^Harbour 3/ }).tap();
  await daemon.until('it plays', async () => (await titleOf(daemon)) === 'Harbour 3');
  await page.getByRole('button', { name: 'Undo' }).tap();
  await daemon.until('it is paused as before', async () => (await daemon.playbackStatus()) === 3);
  t.equal(await titleOf(daemon), 'Satellites 2');
  t.strictSame(complaints, []);
});

t.test('search finds as somebody types, and a late answer to other letters is dropped', async (t) => {
  const { daemon } = await houseWith(t, ['Harbour', 'Satellites']);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/search');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/search?q=har&*', async (route) => {
    await held;
    await route.continue();
  });
  const field = page.getByRole('searchbox');
  const asked = page.waitForRequest('**/search?q=har&*');
  await field.fill('har');
  await asked;
  await field.fill('sat');
  await page.getByRole('button', { name: /^Satellites 1/ }).waitFor();
  release();
  await page.waitForResponse('**/search?q=har&*');
  await page.getByRole('button', { name: /^Satellites 1/ }).waitFor();
  t.equal(await page.getByText('Harbour 1').count(), 0);
  await field.fill('zzz');
  await page.getByText('Nothing found for “zzz”.').waitFor();
  t.strictSame(complaints, []);
});

t.test('the whole way from the library to a quieter room is gone by keyboard alone', async (t) => {
  const { daemon } = await houseWith(t, ['Harbour', 'Satellites']);
  const { page, complaints } = await openPhone(t, daemon.base);
  await page.getByRole('link', { name: /Satellites/ }).waitFor();
  const focused = () =>
    page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText');
  const tabTo = async (wanted: RegExp): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      if (wanted.test(await focused())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`never focused: ${wanted.source}`);
  };
  await tabTo(/^Satellites/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Satellites 3/ }).waitFor();
  await tabTo(/^More about Satellites 3/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  t.equal(await focused(), 'Play now', 'the menu has the focus');
  const isInPage = "document.getElementById('page').contains(document.activeElement)";
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Shift+Tab');
    if (await page.evaluate(isInPage)) t.fail('the focus has left the menu');
  }
  await page.keyboard.press('Escape');
  t.match(await focused(), /^More about Satellites 3/, 'and comes back');
  await page.keyboard.press('Shift+Tab');
  t.match(await focused(), /^Like/, 'the heart of the row');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await daemon.until('it sounds', async () => (await titleOf(daemon)) === 'Satellites 3');
  await page.locator('.mini', { hasText: 'Satellites 3' }).waitFor();
  await tabTo(/^Open what plays now/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Satellites 3' }).waitFor();
  const before = (await daemon.volume()).volume;
  await tabTo(/^Volume$/);
  await page.keyboard.press('ArrowLeft');
  await daemon.until('it is a step quieter', async () => (await daemon.volume()).volume === before - 1);
  await page.keyboard.press('Shift+Tab');
  t.strictSame(complaints, []);
});

t.test('markup in tags is shown as text and never executed', async (t) => {
  const house = await createHouse(t);
  const long = 'endless '.repeat(1250);
  const hostile = [
    '<img src=x onerror="document.title=1;hacked=1">',
    '</script><script>hacked=1</script>',
    '\u202Egnirts desrever\u202C {title} $& &amp;',
    '🎺👩‍👩‍👧‍👦 日本語 עברית',
    long,
  ];
  for (const [at, title] of hostile.entries()) {
    const lame = ['--id3v2-utf16', ...tags(title, title, 'javascript:hacked=1', at + 1)];
    await makeMp3(join(house.library, `${at}.mp3`), { seconds: 20, seed: at, lame });
  }
  const daemon = await house.start();
  await daemon.until(
    'the library is scanned',
    async () => (await bodyOf(daemon.api.GET('/tracks'))).length === hostile.length,
  );
  const all = await bodyOf(daemon.api.GET('/tracks'));
  await daemon.play(all.map(({ path }) => path));
  const { page, complaints } = await openPhone(t, daemon.base);
  const screens = ['library', 'library/artists', 'library/tracks', 'library/folders', 'now', 'queue', 'search'];
  for (const [at, track] of all.entries()) {
    await daemon.put(`/playlists/start?start_index=${at}`);
    for (const screen of screens) {
      await page.goto(`${daemon.base}/#/${screen}`);
      await page.locator('#page h1').waitFor();
      if (screen === 'search') await page.getByRole('searchbox').fill(track.title.slice(0, 40));
      await page.waitForTimeout(50);
      t.equal(await page.evaluate('window.hacked'), undefined, `${screen}, ${track.title.slice(0, 30)}`);
      t.equal(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
        0,
        'nothing is wider than the phone',
      );
    }
    await page.goto(`${daemon.base}/#/now`);
    await daemon.until(
      'it is shown as it is',
      async () => (await page.locator('.now h2').textContent()) === track.title,
    );
  }
  t.strictSame(complaints, []);
});

t.test('whoever sleeps wakes with what is so now, also after the daemon was started anew', async (t) => {
  const house = await createHouse(t);
  const files = ['one.mp3', 'two.mp3'].map((name) => join(house.library, name));
  for (const [at, file] of files.entries()) await makeMp3(file, { seconds: 60, seed: 70 + at });
  const daemon = await house.start();
  await daemon.play(files);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/now');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('heading', { name: 'one', exact: true }).waitFor();
  const look = (hidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
  await look(true);
  await daemon.stop('SIGKILL');
  const again = await house.start({ environment: { TONEARM_HTTP_PORT: new URL(daemon.base).port } });
  await again.put('/playlists/start?start_index=1');
  await again.until('the other one sounds', async () => (await again.currentTrack())?.path === files[1]);
  // The page requests the state because it became visible; while hidden it did not.
  const woken = page.waitForRequest('**/events');
  await look(false);
  await woken;
  await page.getByRole('heading', { name: 'two', exact: true }).waitFor();
  t.equal(await page.getByText('Not connected').count(), 0);
  t.strictSame(
    complaints.filter((text) => !/net::ERR_|EventSource/.test(text)),
    [],
  );
});

t.test('what was asked for while the box was away is done once when it is back', async (t) => {
  const house = await createHouse(t);
  const file = join(house.library, 'one.mp3');
  await makeMp3(file, { seconds: 60, seed: 80 });
  const daemon = await house.start();
  await daemon.play([file]);
  const { page } = await openPhone(t, daemon.base, 'light', '/#/now');
  // Until the first event the page has no state to show.
  await page.getByRole('button', { name: 'Play', exact: true, disabled: false }).waitFor();
  const port = new URL(daemon.base).port;
  await daemon.stop();
  await page.getByText('Not connected. Trying again…').waitFor();
  await page.getByText(new URL(daemon.base).host).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByText('The box does not answer.').waitFor();
  const again = await house.start({ environment: { TONEARM_HTTP_PORT: port } });
  await again.until('it plays', async () => (await again.playbackStatus()) === 1);
  await page.getByRole('button', { name: 'Pause' }).waitFor();
});
