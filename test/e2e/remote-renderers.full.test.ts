/** A UPnP renderer from the phone: chosen in two touches, loaded with the queue, louder by the page's own slider. */
import t from 'tap';
import { multicastTrouble } from '../renderers/announcer.js';
import { openPhone } from './browser.js';
import { rendererHouse } from './renderer-house.js';

t.test(
  'a renderer is chosen in two touches, plays, and has its volume on the page',
  { timeout: 240_000, skip: await multicastTrouble() },
  async (t) => {
    const house = await rendererHouse(t);
    const { renderer, daemon, tracks, find, appear } = house;
    await appear();
    await daemon.play(tracks);
    await daemon.put('/player/play');
    const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/library');
    const outputs = page.getByRole('dialog', { name: 'Outputs' });
    await page.getByRole('button', { name: /^Where the box plays/ }).tap();
    await outputs.getByRole('button', { name: /^Kitchen/ }).tap();
    await outputs.waitFor({ state: 'detached' });
    await daemon.until('it plays there', async () => (await find())?.is_current_device === true);
    await renderer.until(() => renderer.played.length > 0);
    const before = renderer.volume;
    await page.getByRole('button', { name: /^Where the box plays/ }).tap();
    await outputs.getByRole('button', { name: 'Louder' }).tap();
    await renderer.until(() => renderer.volume > before);
    t.strictSame(complaints, []);
  },
);
