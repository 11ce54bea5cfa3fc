/**
 * Uploads two hundred songs from the page of a phone, with a kill of the daemon and a reload of the page: all arrive
 * and can be played.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { mp3 } from '../library/scan/rig.js';
import { openPhone } from './browser.js';
import { createHouse, type Daemon } from './daemon.js';

const SONGS = 200;

/** Makes files of the phone, each with a different title. */
async function makeSongs(folder: string): Promise<string[]> {
  await mkdir(folder);
  const files = Array.from({ length: SONGS }, (_, at) => join(folder, `${at} song.mp3`));
  for (const [at, file] of files.entries()) {
    await writeFile(file, mp3({ TIT2: `Song ${at}`, TPE1: 'Artist', TALB: 'From the phone', TRCK: String(at) }));
  }
  return files;
}

const choose = (page: Page, files: readonly string[]) => page.getByLabel('Choose files').setInputFiles([...files]);

async function added(daemon: Daemon): Promise<number> {
  const all = await bodyOf(daemon.api.GET('/uploads'));
  return all.filter(({ state }) => state === 'added').length;
}

t.test('two hundred songs go on after a daemon that was killed and after a page that was reloaded', async (t) => {
  const { library, start } = await createHouse(t);
  const files = await makeSongs(join(library, '..', 'phone'));
  let daemon = await start();
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/add');
  page.on('dialog', (dialog) => void dialog.accept());
  await choose(page, files);
  await page.getByText(/ of 200 files$/).waitFor();
  await daemon.until('some are there', async () => (await added(daemon)) > 20);
  await daemon.stop('SIGKILL');
  await page.getByText('The box does not answer. It goes on by itself').waitFor();
  daemon = await start({ environment: { TONEARM_HTTP_PORT: new URL(daemon.base).port } });
  await daemon.until('more are there, without a touch', async () => (await added(daemon)) > 80);

  await page.reload();
  await page.getByRole('heading', { name: 'Add music' }).waitFor();
  t.equal(await page.getByText('of 200 files').count(), 0, 'another page knows of no files');
  const before = await added(daemon);
  t.ok(before < SONGS, `${before} before the page was reloaded`);
  await choose(page, files);
  await page.getByText('200 of 200 files').waitFor();
  await page.getByRole('status').getByText('Done: 200 files were added.').waitFor();

  const names = (await readdir(library)).filter((name) => name.endsWith('.mp3'));
  t.equal(names.length, SONGS, 'each once');
  for (const file of files) {
    const name = file.split('/').pop()!;
    if (!(await readFile(join(library, name))).equals(await readFile(file))) t.fail(`${name} is another file`);
  }
  const titles = async () => (await bodyOf(daemon.api.GET('/tracks'))).map(({ title }) => title).sort();
  await daemon.until('all are in the library', async () => (await titles()).length === SONGS);
  t.strictSame(await titles(), files.map((_, at) => `Song ${at}`).sort());

  await page.getByRole('link', { name: 'To the library' }).click();
  await page.getByRole('link', { name: /From the phone/ }).click();
  await page.getByRole('button', { name: /^Song 2 / }).click();
  // The transition may be as short as a frame or two, so the test checks only that it begins and that each one is
  // shown.
  await daemon.until('the queue is there', async () => (await daemon.get('/playlists/amount')).text.includes('200'));
  t.notMatch(daemon.text, /track (?:skipped|ends early)/);
  t.strictSame(
    complaints.filter((text) => !/net::ERR_|EventSource|status of 50/.test(text)),
    [],
  );
});

t.test('existing, hidden and non-music files are reported, and do not stop the rest', async (t) => {
  const { library, start } = await createHouse(t);
  const daemon = await start();
  const phone = join(library, '..', 'phone');
  await mkdir(phone);
  const song = mp3({ TIT2: 'Known', TPE1: 'Artist', TALB: 'Album' });
  await writeFile(join(library, 'known.mp3'), song);
  const files = {
    'known.mp3': song,
    'new.mp3': mp3({ TIT2: 'New' }),
    'fake.mp3': Buffer.from('no music'),
    'note.txt': 'x',
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(phone, name), bytes);
  const { page } = await openPhone(t, daemon.base, 'light', '/#/add');
  await choose(
    page,
    Object.keys(files).map((name) => join(phone, name)),
  );
  await page.getByText('Done: 1 file was added. 1 was already there. 2 were skipped.').waitFor();
  await page.getByText('skipped: Damaged, or not music').waitFor();
  await page.getByText('skipped: Not music, a playlist or a picture').waitFor();
  await page.getByText('already there').first().waitFor();
  await page.getByRole('button', { name: 'Clear the list' }).click();
  await page.getByText('Done: ').waitFor({ state: 'detached' });
  t.strictSame((await readdir(library)).filter((name) => name.endsWith('.mp3')).sort(), ['known.mp3', 'new.mp3']);
});

t.test('a box with a PIN asks for it before it takes music, and a wrong one is said', async (t) => {
  const { library, start } = await createHouse(t);
  const daemon = await start();
  const file = join(library, '..', 'new.mp3');
  await writeFile(file, mp3({ TIT2: 'New' }));
  await daemon.put('/system/pin', { pin: '4711' });
  const { page } = await openPhone(t, daemon.base, 'light', '/#/add');
  await choose(page, [file]);
  const dialog = page.getByRole('dialog', { name: 'PIN of the box' });
  await dialog.getByLabel('PIN').fill('0000');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('This was not the PIN.').waitFor();
  await dialog.getByLabel('PIN').fill('4711');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Done: 1 file was added.').waitFor();

  // Without the PIN the page explains this, and the upload can go on later.
  await writeFile(file, mp3({ TIT2: 'Newer' }));
  await page.reload();
  await choose(page, [file]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('alert').getByText('This needs the PIN of the box.').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await dialog.getByLabel('PIN').fill('4711');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Done: 1 file was added.').waitFor();
});
