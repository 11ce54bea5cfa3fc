/**
 * Errors on the web remote are explained and lose nothing: covers, disks, files, a daemon that dies, very long names.
 */
import { chmod, mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { flac, mp3 } from '../library/scan/rig.js';
import { livingRoom, openPhone } from './browser.js';
import { createHouse } from './daemon.js';

/** Runs as root without the capability to write to read-only folders. */
const BOUND = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];
const launcher = process.geteuid?.() === 0 ? BOUND : [];

t.test('a cover that does not decode is replaced by the placeholder record everywhere', async (t) => {
  const { library, start } = await createHouse(t);
  // The cover of this track is a JPEG with only its beginning and end.
  const file = join(library, 'a.mp3');
  await writeFile(file, mp3({ TIT2: 'Title', TPE1: 'Artist', TALB: 'Album' }, true));
  const daemon = await start();
  await daemon.until('it is scanned', async () => (await bodyOf(daemon.api.GET('/albums'))).length === 1);
  const [album] = await bodyOf(daemon.api.GET('/albums'));
  t.match(album, { album_art: /./ }, 'there is something to be shown');
  await daemon.play([file]);
  const { page } = await openPhone(t, daemon.base);
  for (const [screen, cover] of [
    ['library', '.cell .cover'],
    [`library/albums/${album!.id}`, '.album-head .cover'],
    ['library/tracks', '.list-row .cover'],
    ['now', '.now-art > .cover'],
  ] as const) {
    await page.goto(`${daemon.base}/#/${screen}`);
    await page.locator(cover).first().locator('.icon').waitFor();
    t.equal(await page.locator(cover).locator('img').count(), 0, screen);
  }
});

t.test('a disk that is full during an upload is reported; sent data stays, and the upload resumes', async (t) => {
  const { library, start } = await createHouse(t);
  const daemon = await start();
  const phone = join(library, '..', 'phone');
  await mkdir(phone);
  const files = ['one.mp3', 'two.mp3'].map((name) => join(phone, name));
  for (const file of files) await writeFile(file, mp3({ TIT2: file }));
  const { page } = await openPhone(t, daemon.base, 'light', '/#/add');
  // Answer of the daemon when its disk is full (test/http/uploads-routes.test.ts).
  const full = { title: 'Insufficient Storage', status: 507, code: 'NO_SPACE', detail: 'There is no room left.' };
  await page.route('**/uploads/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 507, contentType: 'application/problem+json', body: JSON.stringify(full) })
      : route.continue(),
  );
  await page.getByLabel('Choose files').setInputFiles(files);
  await page.getByRole('alert').getByText('The disk of the box is full.').waitFor();
  t.strictSame(
    (await readdir(library)).filter((name) => name.endsWith('.mp3')),
    [],
  );
  await page.unroute('**/uploads/*');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Done: 2 files were added.').waitFor();
  t.strictSame((await readdir(library)).filter((name) => name.endsWith('.mp3')).sort(), ['one.mp3', 'two.mp3']);
});

t.test('into folders that nobody may write to nothing is added, and the page says so', async (t) => {
  const { library, start } = await createHouse(t);
  const file = join(library, '..', 'new.mp3');
  await writeFile(file, mp3({ TIT2: 'New' }));
  await chmod(library, 0o555);
  const daemon = await start({ launcher });
  const { page } = await openPhone(t, daemon.base, 'light', '/#/add');
  await page.getByLabel('Choose files').setInputFiles(file);
  await page
    .getByText(/cannot be written to|can be written to/i)
    .first()
    .waitFor();
  t.strictSame(await readdir(library), []);
  await chmod(library, 0o755);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Done: 1 file was added.').waitFor();
  t.strictSame(
    (await readdir(library)).filter((name) => name.endsWith('.mp3')),
    ['new.mp3'],
  );
});

t.test('what a scan could not read is listed as it is called, and goes when it is mended', async (t) => {
  const { library, start } = await createHouse(t);
  const name = '<img src=x onerror=hacked=1>.flac';
  await writeFile(join(library, name), 'not a flac');
  await writeFile(join(library, 'good.mp3'), mp3({ TIT2: 'Good' }));
  const daemon = await start();
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/settings/library');
  const problems = page.getByRole('region', { name: 'What could not be read' });
  await problems.getByText(join(library, name)).waitFor();
  await problems.getByText('1 file could not be read').waitFor();
  t.equal(await page.evaluate('window.hacked'), undefined);
  await writeFile(join(library, name), flac('Mended'));
  await page.getByRole('button', { name: 'Scan now' }).click();
  await daemon.until('it is a track', async () => (await bodyOf(daemon.api.GET('/tracks'))).length === 2);
  await problems.waitFor({ state: 'detached' });
  t.strictSame(complaints, []);
});

t.test('a daemon that dies during a command is reported, and no earlier change is lost', async (t) => {
  const { page, daemon, start, files } = await livingRoom(t, '/#/queue');
  await daemon.until('the library is scanned', async () => (await bodyOf(daemon.api.GET('/tracks'))).length === 3);
  await page.getByRole('button', { name: 'Save as playlist' }).click();
  await page.getByLabel('Name of the playlist').fill('Kept');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Kept” is saved as a playlist.').waitFor();

  // The server accepts connections but does not answer any more.
  daemon.process.kill('SIGSTOP');
  const asked = page.waitForRequest('**/saved-playlists/from-queue');
  await page.getByRole('button', { name: 'Save as playlist' }).click();
  await page.getByLabel('Name of the playlist').fill('Lost');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await asked;
  await daemon.stop('SIGKILL');
  await page.getByText('The box does not answer.').waitFor();
  await page.getByText('Not connected. Trying again…').waitFor();
  t.equal(await page.getByText('“Lost” is saved').count(), 0, 'nothing is said to be done that was not');

  const again = await start({ environment: { TONEARM_HTTP_PORT: new URL(daemon.base).port } });
  await page.getByText('Not connected').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Queue (3)' }).waitFor();
  const names = (await bodyOf(again.api.GET('/saved-playlists'))).map(({ name }) => name);
  t.ok(names.includes('Kept'));
  const rows = (await again.get('/playlists/current/tracks')).body as { path: string }[];
  t.strictSame(
    rows.map(({ path }) => path),
    files,
  );
  await page.getByRole('button', { name: /^two\.mp3/ }).click();
  await again.until('it obeys', async () => (await again.currentTrack())?.path === files[1]);
});

t.test('endless names are taken as far as a name goes, and break no screen', async (t) => {
  const { page, daemon } = await livingRoom(t, '/#/playlists');
  await daemon.until('the library is scanned', async () => (await bodyOf(daemon.api.GET('/tracks'))).length === 3);
  const endless = `<b>${'endless'.repeat(1429)}`;
  const fits = async (what: string): Promise<void> => {
    // A phone widens its viewport to the content, so the width is compared with that of the screen.
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, `${what} is no wider than the phone`);
  };
  for (const [way, rows, amount] of [
    ['From the queue', '/saved-playlists', 1],
    ['Folder', '/saved-playlists/folders', 2],
  ] as const) {
    await page.getByRole('button', { name: 'New playlist' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: way, exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.insertText(endless);
    await page.getByRole('button', { name: 'Save' }).click();
    const links = page.getByRole('link', { name: /^<b>endless/ });
    await links.nth(amount - 1).waitFor();
    await fits(way);
    t.match((await daemon.get(rows)).body, [{ name: endless.slice(0, 250) }]);
    await page
      .getByRole('button', { name: /^More about <b>endless/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).waitFor();
    await fits(`the menu of ${way}`);
    await page.keyboard.press('Escape');
    await links.first().click();
    await page.getByRole('heading', { name: /^<b>endless/ }).waitFor();
    await fits(`the page of ${way}`);
    await page.goBack();
  }
  await page.goto(`${daemon.base}/#/radio`);
  await page.getByRole('button', { name: 'Add by address' }).first().click();
  await page.getByRole('textbox', { name: 'Address of the stream' }).fill('http://radio.invalid/wave');
  await page.getByRole('textbox', { name: /^Name/ }).focus();
  await page.keyboard.insertText(endless);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^<b>endless/ }).waitFor();
  await fits('a station');

  await page.goto(`${daemon.base}/#/playlists/new-smart`);
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.insertText(endless);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.notice').waitFor();
  await fits('its notice');
  const own = async () =>
    (await bodyOf(daemon.api.GET('/smart-playlists'))).find(({ is_system: isOfSystem }) => !isOfSystem);
  await daemon.until('it is kept', async () => (await own()) !== undefined);
  t.match(await own(), { name: endless.slice(0, 200) });
});

t.test('a song that is damaged is passed over, and the page says which', async (t) => {
  const { library, start } = await createHouse(t);
  const files = ['one.mp3', 'two.mp3'].map((name) => join(library, name));
  await makeMp3(files[1]!, { seconds: 20, seed: 77 });
  await writeFile(files[0]!, mp3({ TIT2: 'One' }).subarray(0, 200));
  const daemon = await start();
  await daemon.play(files);
  const { page } = await openPhone(t, daemon.base, 'light', '/#/now');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page
    .locator('.notice')
    .getByText(/^Skipped one\.mp3: /)
    .waitFor();
  await daemon.until('the next one sounds', async () => (await daemon.currentTrack())?.path === files[1]);
});

t.test('a page says that settings were lost, until somebody has read it, and shows what is below it', async (t) => {
  const { library, start } = await createHouse(t);
  const daemon = await start();
  await daemon.stop();
  await truncate(join(library, '..', 'state', 'state.db'));
  const next = await start();
  const { page } = await openPhone(t, next.base);
  const bar = page.locator('.box-notice');
  await bar.waitFor();
  t.match(await bar.innerText(), /settings/i);
  t.ok((await page.locator('nav').boundingBox())?.height, 'the tabs are on the screen');
  await bar.getByRole('button').click();
  await bar.waitFor({ state: 'detached' });
  t.strictSame((await next.get('/system/notices')).body, []);
  await page.reload();
  await page.locator('nav').waitFor();
  t.equal(await bar.count(), 0, 'it stays read');
});
