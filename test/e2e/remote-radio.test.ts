/** Radio on the remote against the real daemon: a station is kept by its address, and plays. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { openPhone } from './browser.js';
import { createHouse } from './daemon.js';
import { serve } from './web-server.js';

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
  await page.getByRole('button', { name: /^Harbour <b>/ }).click();
  await daemon.until('it is heard', async () => (await daemon.elapsed()) > 0);
  t.match(await daemon.currentTrack(), { title: 'Harbour <b>' });
  t.strictSame(await kept(), ['Harbour <b>']);

  await page.getByRole('button', { name: 'More about Harbour <b>' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No station yet.').waitFor();
  t.strictSame(await kept(), []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: /^Harbour <b>/ }).waitFor();
  t.strictSame(await kept(), ['Harbour <b>']);
  t.strictSame(complaints, []);
});
