/** Radio on the web remote with the real daemon: stations added by address, found in a directory, and played. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { listed, startDirectory, uuid } from '../radio/directory-server.js';
import { page as answering } from '../radio/web-site.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';
import { serve } from './web-server.js';

/** PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

t.test('a station is kept by its address, plays with a touch, and is removed and brought back', async (t) => {
  const { library, start } = await createHouse(t);
  const outside = join(library, '..', 'outside');
  await mkdir(outside);
  await makeMp3(join(outside, 'station.mp3'), { seconds: 30, seed: 640 });
  const web = await serve(t, outside);
  const daemon = await start({ environment: { TONEARM_STREAM_ALLOW: '127.0.0.0/8' } });
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/radio');
  const kept = async () => (await bodyOf(daemon.api.GET('/radio/stations'))).map(({ name }) => name);
  await page.getByRole('button', { name: 'Add by address' }).first().click();
  await page.getByRole('textbox', { name: 'Address of the stream' }).fill(`${web.base}/station.mp3`);
  await page.getByRole('textbox', { name: /^Name/ }).fill('Harbour <b>');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('list', { name: 'My stations' })
    .getByRole('button', { name: /^Harbour <b>/ })
    .click();
  await daemon.until('playing', async () => (await daemon.elapsed()) > 0);
  t.match(await daemon.currentTrack(), { title: 'Harbour <b>' });
  t.strictSame(await kept(), ['Harbour <b>']);

  await page.getByRole('button', { name: 'More about Harbour <b>' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No station yet.').waitFor();
  t.strictSame(await kept(), []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByRole('list', { name: 'My stations' })
    .getByRole('button', { name: /^Harbour <b>/ })
    .waitFor();
  t.strictSame(await kept(), ['Harbour <b>']);
  t.strictSame(complaints, []);
});

t.test('a station of the directory is found by name, played, and saved with its logo', async (t) => {
  const { library, start } = await createHouse(t);
  const outside = join(library, '..', 'outside');
  await mkdir(outside);
  await makeMp3(join(outside, 'wave.mp3'), { seconds: 30, seed: 641 });
  const web = await serve(t, outside);
  const directory = await startDirectory(t);
  directory.pages.set('/logo.png', answering('image/png', PNG));
  const url = `${web.base}/wave.mp3`;
  const more = { url, url_resolved: url, favicon: `${directory.address}/logo.png`, tags: 'jazz,night', votes: 99 };
  const others = Array.from({ length: 40 }, (_, at) => listed(at + 2, `Wave <i>${at}</i>`, { votes: 40 - at }));
  directory.stations = [listed(1, 'Wave of the harbour', more), ...others];
  const daemon = await start({
    environment: { TONEARM_STREAM_ALLOW: '127.0.0.0/8', TONEARM_RADIO_DIRECTORY: directory.address },
  });
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/radio');
  await page.getByRole('button', { name: 'Find stations' }).first().tap();
  const search = page.getByRole('searchbox');
  await search.fill('wave');
  const found = page.getByRole('list', { name: 'Find stations' }).locator('> li');
  await page.getByText('jazz, night · MP3 128 kbit/s').waitFor();
  t.equal(await found.count(), 30);
  await page.getByRole('button', { name: 'More stations' }).tap();
  await page.getByText('Wave <i>39</i>').waitFor();
  t.equal(await found.count(), 41, 'each once');

  await page.getByRole('button', { name: /^Wave of the harbour/ }).tap();
  await daemon.until('playing', async () => (await daemon.elapsed()) > 0);
  t.match(await daemon.currentTrack(), { title: 'Wave of the harbour' });
  await daemon.until('the directory counts it', () =>
    Promise.resolve(directory.asked.includes(`/json/url/${uuid(1)}`)),
  );
  await page.getByRole('button', { name: 'Keep Wave of the harbour' }).tap();
  await page.getByText('Wave of the harbour is kept.').waitFor();
  await found.first().getByRole('button', { name: 'Kept', disabled: true }).waitFor();
  t.match(await bodyOf(daemon.api.GET('/radio/stations')), [
    { name: 'Wave of the harbour', url, tags: ['jazz', 'night'], directory_id: uuid(1) },
  ]);
  await page.getByRole('button', { name: 'Back' }).tap();
  await page
    .getByRole('list', { name: 'My stations' })
    .getByRole('button', { name: /^Wave of the harbour/ })
    .waitFor();
  const shown = "document.querySelector('.list-row .cover img')?.naturalWidth ?? 0";
  await daemon.until('its logo is seen', async () => (await page.evaluate<number>(shown)) > 0);

  t.strictSame(
    // A logo that does not load in time is left out until it is requested again.
    complaints.filter((text) => !/status of 404/.test(text)),
    [],
  );
});

t.test('a directory that cannot be asked is said to be so, and is asked again', async (t) => {
  const { start } = await createHouse(t);
  const directory = await startDirectory(t, [listed(1, 'Wave')]);
  const search = directory.pages.get('/json/stations/search')!;
  directory.pages.set('/json/stations/search', answering('text/plain', 'broken', 500));
  const daemon = await start({
    environment: { TONEARM_STREAM_ALLOW: '127.0.0.0/8', TONEARM_RADIO_DIRECTORY: directory.address },
  });
  const { page } = await openPhone(t, daemon.base, 'light', '/#/radio/find');
  await page.getByRole('searchbox').fill('wave');
  await page.getByText('The directory of stations cannot be reached now.').waitFor();
  directory.pages.set('/json/stations/search', search);
  await page.getByRole('button', { name: 'Try again' }).tap();
  await page.getByRole('button', { name: /^Wave/ }).waitFor();
  await page.getByRole('searchbox').fill('nothing of the kind');
  await page.getByText('No station was found.').waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByText('radio-browser.info').waitFor();
});

t.test('a directory that is switched off is said to be so, and stations are kept all the same', async (t) => {
  const { start } = await createHouse(t);
  const daemon = await start({ environment: { TONEARM_RADIO_DIRECTORY: 'off' } });
  const { page } = await openPhone(t, daemon.base, 'light', '/#/radio/find');
  await page.getByRole('searchbox').fill('wave');
  await page.getByText(/^The directory is switched off on this box\./).waitFor();
  await page.getByRole('button', { name: 'Back' }).tap();
  const tab = async (name: RegExp): Promise<void> => {
    for (let presses = 0; presses < 40; presses++) {
      const focused = await page.evaluate<string>(
        'document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText',
      );
      if (name.test(focused)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`never focused: ${name.source}`);
  };
  // From here on by keyboard only.
  await page.getByText('No station yet.').waitFor();
  await tab(/^Add by address/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('http://radio.invalid/one');
  await page.keyboard.press('Tab');
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^One/ }).waitFor();
  await bodyOf(daemon.api.POST('/radio/stations', { body: { name: 'Two', url: 'http://radio.invalid/two' } }));
  await page.getByRole('button', { name: /^Two/ }).waitFor();
  await tab(/^More about Two/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Two' }).waitFor();
  await tab(/^(?:Move up|Up)/);
  await page.keyboard.press('Enter');
  const order = async () => (await bodyOf(daemon.api.GET('/radio/stations'))).map(({ name }) => name).join();
  await daemon.until('the second is first', async () => (await order()) === 'Two,One');
  // The menu that is opened next uses the index that the page shows.
  await page
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: /^More about Two/ })
    .waitFor();
  await tab(/^More about Two/);
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('dialog', { name: 'Two' }).waitFor();
  await tab(/^Remove/);
  await page.keyboard.press('Enter');
  await daemon.until('it is gone', async () => (await order()) === 'One');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await tab(/^Undo/);
  await page.keyboard.press('Enter');
  await daemon.until('the station is back at its index', async () => (await order()) === 'Two,One');
});
