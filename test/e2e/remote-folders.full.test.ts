/** Library folders on the page: added, left out, removed; and music that is dropped on it or copied into its network folder. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import type { Page } from 'playwright-core';
import { bodyOf } from '../../src/client/client.js';
import { mp3, putAlbum } from '../library/scan/rig.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';
import { createHouse, type Daemon } from './daemon.js';
import { openDesktop } from './desktop.js';

/** A daemon with a song in its library, and a folder of more music beside that. */
async function houseWithMore(t: Test) {
  const house = await createHouse(t);
  await putAlbum(join(house.library, 'Own'), 'Nova', 'Own', 1);
  await putAlbum(join(house.library, 'Spoken'), 'Nova', 'Spoken', 1);
  const more = join(dirname(house.library), 'More music');
  await putAlbum(more, 'Nova', 'Added', 2);
  const daemon = await house.start();
  await hasTitles(daemon, 'Own 1', 'Spoken 1');
  return { ...house, more, daemon };
}

const hasTitles = (daemon: Daemon, ...titles: readonly string[]): Promise<void> =>
  daemon.until(`the library has ${titles.join()}`, async () => {
    const tracks = await bodyOf(daemon.api.GET('/tracks'));
    return tracks.map(({ title }) => title).join() === titles.join();
  });

t.test('a folder is added and removed, and one is left out and taken in again', async (t) => {
  const { daemon, more, library } = await houseWithMore(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/settings/folders');
  await page.getByRole('button', { name: 'Add a folder' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a folder' });
  await sheet.getByRole('button', { name: dirname(library).split('/').at(-1)! }).click();
  await sheet.getByText('in the library already').waitFor();
  await sheet.getByRole('button', { name: 'More music' }).click();
  await sheet.getByRole('button', { name: 'Use this folder' }).click();
  await page.getByText('More music is in the library now').waitFor();
  await hasTitles(daemon, 'Added 1', 'Added 2', 'Own 1', 'Spoken 1');
  await page.locator('.root', { hasText: more }).getByText('2 tracks').waitFor();

  await page.getByRole('button', { name: 'Leave a folder out' }).click();
  const chooser = page.getByRole('dialog', { name: 'Leave a folder out' });
  await chooser.getByRole('button', { name: /^music/ }).click();
  await chooser.getByRole('button', { name: 'Spoken' }).click();
  await chooser.getByRole('button', { name: 'Leave this folder out' }).click();
  await hasTitles(daemon, 'Added 1', 'Added 2', 'Own 1');
  await page.getByRole('button', { name: 'Take Spoken in again' }).click();
  await hasTitles(daemon, 'Added 1', 'Added 2', 'Own 1', 'Spoken 1');
  await writeFile(join(library, 'Spoken', '.nomedia'), '');
  await hasTitles(daemon, 'Added 1', 'Added 2', 'Own 1');
  await page.getByText('by a file .nomedia in it').waitFor();

  await page.getByRole('button', { name: 'Remove More music' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await hasTitles(daemon, 'Own 1');
  await page.locator('.root', { hasText: more }).waitFor({ state: 'detached' });
  t.equal((await readdir(more)).length, 2, 'and no file is touched');
  t.strictSame(complaints, []);
});

/** Files and folders of this machine, held over the middle of the page. */
async function drag(page: Page, type: 'dragEnter' | 'dragOver' | 'drop', files: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  await session.detach();
}

t.test('files and folders that are dropped on the page of a computer come into the library', async (t) => {
  const { daemon, library } = await houseWithMore(t);
  const phone = join(dirname(library), 'computer');
  await mkdir(join(phone, 'Album', 'CD 1'), { recursive: true });
  await writeFile(join(phone, 'Album', 'CD 1', '1.mp3'), mp3({ TIT2: 'Dropped' }));
  await writeFile(join(phone, 'Album', 'notes.txt'), 'no music');
  await writeFile(join(phone, 'alone.mp3'), mp3({ TIT2: 'Alone' }));
  const { page, complaints } = await openDesktop(t, daemon.base, '/#/library');
  const files = [join(phone, 'Album'), join(phone, 'alone.mp3')];
  // The second script of the page, which takes what is dropped, also has this screen.
  await page.getByText('Own', { exact: true }).first().waitFor();
  await drag(page, 'dragEnter', files);
  await drag(page, 'dragOver', files);
  await page.getByText('Drop music here').waitFor();
  await bringAxe(page);
  t.strictSame(await violationsOf(page), []);
  await drag(page, 'drop', files);
  await page.getByRole('heading', { name: 'Add music' }).waitFor();
  await page.getByText('Done: 2 files were added.').waitFor();
  await page.getByText('Not music, a playlist or a picture').waitFor();
  t.equal(await page.getByText('Drop music here').count(), 0);
  await hasTitles(daemon, 'Alone', 'Dropped', 'Own 1', 'Spoken 1');
  t.ok((await readFile(join(library, 'Album', 'CD 1', '1.mp3'))).length > 0);
  t.match(complaints, [/status of 400/], 'but for what the browser says of the notes');
  t.equal(complaints.length, 1);
});

t.test('the network folder is switched on with a password, and says where it is', async (t) => {
  const { daemon, library } = await houseWithMore(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/add');
  await page.getByRole('switch', { name: 'Network folder (WebDAV)' }).click();
  const sheet = page.getByRole('dialog', { name: 'Set a password' });
  await sheet.getByLabel('Password, 8 characters or more').fill('correct horse');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('switch', { name: 'Network folder (WebDAV)', checked: true }).waitFor();
  const { port } = await bodyOf(daemon.api.GET('/system/network-folder'));
  await page.getByText(`dav://${new URL(daemon.base).hostname}:${port}/`).waitFor();
  const authorization = `Basic ${Buffer.from('tonearm:correct horse').toString('base64')}`;
  const address = `http://127.0.0.1:${port}/Copied.mp3`;
  const put = await fetch(address, { method: 'PUT', body: mp3({ TIT2: 'Copied' }), headers: { authorization } });
  t.equal(put.status, 201);
  await hasTitles(daemon, 'Copied', 'Own 1', 'Spoken 1');
  t.strictSame(
    (await readdir(join(library, 'Uploads'))).filter((name) => !name.startsWith('.')),
    ['Copied.mp3'],
  );
  await page.getByRole('switch', { name: 'Network folder (WebDAV)' }).click();
  await page.getByRole('switch', { name: 'Network folder (WebDAV)', checked: false }).waitFor();
  await t.rejects(fetch(address), 'nobody listens any more');
  t.strictSame(complaints, []);
});
