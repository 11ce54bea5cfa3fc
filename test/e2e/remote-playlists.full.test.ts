/** Playlists on the remote against the real daemon: from the queue, smart ones with their preview, folders, files. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { livingRoom } from './browser.js';
import type { Daemon } from './daemon.js';

async function names(daemon: Daemon): Promise<string[]> {
  return (await bodyOf(daemon.api.GET('/saved-playlists'))).map(({ name }) => name);
}

t.test('the queue becomes a playlist, which is opened, played, renamed, deleted and brought back', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t, '/#/playlists');
  await daemon.until('the library is scanned', async () => (await bodyOf(daemon.api.GET('/tracks'))).length === 3);
  await page.getByRole('button', { name: 'New playlist' }).first().click();
  await page.getByRole('button', { name: 'From the queue' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Sunday <i>');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: /^Sunday <i>/ }).click();
  await page.getByRole('heading', { name: 'Sunday <i>' }).waitFor();
  await page.getByRole('button', { name: /^two\.mp3/ }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await daemon.until('it plays', async () => (await daemon.playbackStatus()) === 1);
  t.match(await daemon.currentTrack(), { title: 'one.mp3' });
  await page.getByRole('button', { name: /^three\.mp3/ }).click();
  await daemon.until('its third track plays', async () => (await daemon.currentTrack())?.title === 'three.mp3');

  await page.getByRole('button', { name: 'More about Sunday <i>' }).click();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Monday');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Monday' }).waitFor();

  await page.getByRole('button', { name: 'More about two.mp3' }).click();
  await page.getByRole('button', { name: 'Remove from this playlist' }).click();
  await page.getByRole('button', { name: /^two\.mp3/ }).waitFor({ state: 'detached' });
  // The button that restores the replaced queue may still be shown.
  await page.getByText('two.mp3 is removed.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  const shown = page.locator('.virtual .title');
  await daemon.until(
    'it is shown at its place',
    async () => (await shown.allTextContents()).join() === 'one.mp3,two.mp3,three.mp3',
  );
  const [{ id }] = (await daemon.get('/saved-playlists')).body as [{ id: string }];
  const tracks = await bodyOf(daemon.api.GET('/saved-playlists/{id}/tracks', { params: { path: { id } } }));
  t.strictSame(
    tracks.map(({ title }) => title),
    ['one.mp3', 'two.mp3', 'three.mp3'],
    'at its place',
  );

  const titles = async () => {
    const found = await bodyOf(daemon.api.GET('/saved-playlists/{id}/tracks', { params: { path: { id } } }));
    return found.map(({ title }) => title).join();
  };
  for (const [way, wanted] of [
    ['Move up', 'one.mp3,three.mp3,two.mp3'],
    ['Move up', 'three.mp3,one.mp3,two.mp3'],
    ['Move down', 'one.mp3,three.mp3,two.mp3'],
  ] as const) {
    await page.getByRole('button', { name: 'More about three.mp3' }).click();
    await page.getByRole('button', { name: way }).click();
    await daemon.until(`it is ${wanted}`, async () => (await titles()) === wanted);
    await daemon.until('and shown so', async () => (await shown.allTextContents()).join() === wanted);
  }
  await page.getByRole('button', { name: 'More about one.mp3' }).click();
  t.equal(await page.getByRole('button', { name: 'Move up' }).count(), 0, 'the first goes no further up');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More about Monday' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Monday is deleted.').waitFor();
  t.strictSame(await names(daemon), []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: /^Monday.*3 tracks/ }).waitFor();
  t.strictSame(await names(daemon), ['Monday']);
  t.strictSame(complaints, []);
});

t.test('rules show what they match while they are made, and are changed later', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t, '/#/playlists/new-smart');
  await daemon.until('the library is scanned', async () => (await bodyOf(daemon.api.GET('/tracks'))).length === 3);
  const [{ path }] = (await daemon.get('/tracks')).body as [{ path: string }];
  t.ok(path);
  await page.reload();
  await page.getByText('3 tracks', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'What' }).selectOption('year');
  await page.getByRole('combobox', { name: 'How' }).selectOption('is more than');
  await page.getByText('No track matches now.').waitFor();
  await page.getByRole('combobox', { name: 'What' }).selectOption('length (minutes)');
  await page.getByRole('combobox', { name: 'How' }).selectOption('is less than');
  await page.getByRole('spinbutton', { name: 'Value' }).fill('1.5');
  await page.getByText('3 tracks', { exact: true }).waitFor();
  await page.getByRole('spinbutton', { name: /^Limit/ }).fill('2');
  await page.getByText('2 tracks', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Short ones');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: /^Short ones.*2 tracks/ }).click();
  await page.getByRole('button', { name: 'Edit rules' }).click();
  await page.getByRole('spinbutton', { name: /^Limit/ }).fill('1');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Short ones' }).waitFor();
  await page.getByText('1 track', { exact: true }).waitFor();
  const all = await bodyOf(daemon.api.GET('/smart-playlists'));
  t.match(
    all.find(({ name }) => name === 'Short ones'),
    {
      rules: { limit: 1, conditions: [{ field: 'duration_ms', operator: 'less_than', value: 90_000 }] },
      track_count: 1,
    },
  );

  const made = async () => {
    const found = await bodyOf(daemon.api.GET('/smart-playlists'));
    return found.find(({ name }) => name === 'Short ones')?.rules;
  };
  const rules = await made();
  await page.getByRole('button', { name: 'More about Short ones' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Short ones is deleted.').waitFor();
  t.equal(await made(), undefined);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: /^Short ones.*1 track/ }).waitFor();
  t.strictSame(await made(), rules, 'with all of its rules');
  t.strictSame(complaints, []);
});

t.test('playlists go into folders, come from files and go into files', async (t) => {
  const { page, daemon, library } = await livingRoom(t, '/#/playlists');
  await daemon.until('the library is scanned', async () => (await bodyOf(daemon.api.GET('/tracks'))).length === 3);
  const file = join(library, '..', 'Kitchen.m3u8');
  await writeFile(file, '#EXTM3U\ntwo.mp3\nmissing.mp3\none.mp3\n');
  await page.getByRole('button', { name: 'New playlist' }).first().click();
  await page.getByLabel('Import a file (M3U, PLS, XSPF)').setInputFiles(file);
  await page.getByText('“Kitchen” is saved. 1 track is not in the library.').waitFor();
  await page.getByRole('button', { name: 'New playlist' }).first().click();
  await page.getByRole('button', { name: 'Folder', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('House');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'House' }).waitFor();
  await page.getByRole('button', { name: 'More about Kitchen' }).click();
  await page.getByRole('button', { name: 'Move to a folder' }).click();
  await page.getByRole('button', { name: 'House', exact: true }).click();
  await page.getByRole('link', { name: /^Kitchen/ }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'House' }).click();
  await page.getByRole('link', { name: /^Kitchen.*2 tracks/ }).waitFor();

  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More about Kitchen' }).click();
  await page.getByRole('button', { name: 'Export as M3U8' }).click();
  const download = await downloaded;
  t.equal(download.suggestedFilename(), 'Kitchen.m3u8');
  t.match(await readFile(await download.path(), 'utf8'), /two\.mp3[^]*one\.mp3/);

  await page.getByRole('button', { name: 'More about House' }).click();
  await page.getByRole('button', { name: 'Delete the folder' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the folder' }).click();
  // The screen of the folder shows this link too.
  await page.getByRole('heading', { name: 'Playlists', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'House' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^Kitchen/ }).waitFor();
  t.strictSame(await bodyOf(daemon.api.GET('/saved-playlists/folders')), [], 'the playlist stays');
});

t.test('a playlist of a folder plays with one touch, is queued and is saved', async (t) => {
  const { page, daemon, library, complaints } = await livingRoom(t, '/#/library/folders');
  await daemon.until('the library is scanned', async () => (await bodyOf(daemon.api.GET('/tracks'))).length === 3);
  await writeFile(join(library, 'Evening.m3u'), 'three.mp3\ngone.mp3\none.mp3\n');
  await page.reload();
  const row = page.getByRole('button', { name: /^Evening\.m3u/ });
  await row.click();
  await daemon.until('it plays', async () => (await daemon.currentTrack())?.title === 'three.mp3');
  t.equal((await bodyOf(daemon.api.GET('/playlists/amount'))).amount, 2);
  await page.getByText('1 entry of the playlist was not found.').waitFor();

  await page.getByRole('button', { name: 'More about Evening.m3u' }).click();
  await page.getByRole('button', { name: 'Add to queue' }).click();
  await daemon.until('it is queued', async () => (await bodyOf(daemon.api.GET('/playlists/amount'))).amount === 4);
  await page.getByRole('button', { name: 'More about Evening.m3u' }).click();
  await page.getByRole('button', { name: 'Save as playlist' }).click();
  await page.getByText('“Evening” is saved. 1 track is not in the library.').waitFor();
  t.strictSame(await names(daemon), ['Evening']);

  await page.getByRole('button', { name: /^two\.mp3/ }).click();
  await daemon.until('the folder plays', async () => (await daemon.currentTrack())?.title === 'two.mp3');
  t.equal((await bodyOf(daemon.api.GET('/playlists/amount'))).amount, 3, 'its tracks alone');
  t.strictSame(complaints, []);
});
