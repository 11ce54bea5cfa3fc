/** A UPnP renderer from the phone: chosen in two touches, loaded with the queue, louder by the page's own slider. */
import { setTimeout as delay } from 'node:timers/promises';
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

t.test(
  'a renderer that does not answer, that somebody else plays to or that is gone is named, with what helps',
  { timeout: 240_000, skip: await multicastTrouble() },
  async (t) => {
    const { renderer, announcer, daemon, tracks, find, appear, udn } = await rendererHouse(t, 'Pantry');
    await appear();
    await daemon.play(tracks);
    const { page } = await openPhone(t, daemon.base, 'light', '/#/now');
    const outputs = page.getByRole('dialog', { name: 'Outputs' });
    const pantry = outputs.getByRole('button', { name: /^Pantry/ });
    const trouble = page.locator('.trouble');
    const current = page.getByRole('button', { name: /^Where the box plays/ });
    await current.tap();
    await pantry.getByText('Network player').waitFor();
    renderer.instead = (_, response) => {
      response.destroy();
      return true;
    };
    await pantry.tap();
    await pantry.getByText('Pantry is not there. Switch it on, or choose another output.').waitFor();
    await outputs.getByRole('button', { name: 'Close' }).tap();
    await outputs.waitFor({ state: 'detached' });
    await page.goto(`${daemon.base}/#/outputs/${udn}`);
    await page.getByRole('button', { name: 'Play here' }).tap();
    await page.getByRole('status').getByText('Pantry is not there.').waitFor();
    renderer.instead = () => false;
    renderer.onCall = (action) => (action === 'GetVolume' ? delay(1000) : undefined);
    await page.getByRole('button', { name: 'Play here' }).tap();
    await page.getByRole('button', { name: 'Where the box plays: Connecting…' }).waitFor();
    await page.getByRole('button', { name: 'Where the box plays: Pantry' }).waitFor();
    renderer.onCall = () => undefined;
    await daemon.put('/devices/builtin/connect');
    await page.goto(`${daemon.base}/#/now`);
    await current.tap();
    await pantry.tap();
    await outputs.waitFor({ state: 'detached' });
    await daemon.put('/player/play');
    await renderer.until(() => renderer.state === 'PLAYING' && renderer.elapsed() > 2000);

    renderer.takeOver('http://127.0.0.1:9/other.mp3');
    await trouble.getByText('Something else plays on Pantry.').waitFor();
    await current.tap();
    t.match(await outputs.getByRole('listitem').first().textContent(), /^Pantry/, 'the current one is first');
    await pantry.getByText('Something else plays on Pantry.').waitFor();
    await outputs.getByRole('button', { name: 'Close' }).tap();
    await outputs.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Play', exact: true }).tap();
    await daemon.until('it plays again', async () => (await daemon.playbackStatus()) === 1);
    await trouble.getByText('Pantry').waitFor({ state: 'detached' });

    announcer.devices.delete(udn);
    announcer.byebye(udn);
    renderer.close();
    await daemon.until('it is gone', async () => (await find())?.is_present === false);
    await trouble.getByText('Pantry is not there. Switch it on, or choose another output.').waitFor();
    await page.getByText('Not connected').waitFor();
    t.equal(await page.getByText('no volume control').count(), 0);
    await current.tap();
    await pantry.getByText('Not connected').waitFor();
    t.equal(await outputs.getByText('no volume control').count(), 0);
  },
);
