/** AirPlay is switched on on the page, which then shows what a sender plays; shairport-sync is that of Debian. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { openReceiver } from '../airplay/airplay-rig.js';
import { shairportTrouble } from '../airplay/real-shairport.js';
import { bringAxe, violationsOf } from './axe.js';
import { openPhone } from './browser.js';

const PICTURE = fileURLToPath(new URL('../../.github/now-playing.jpg', import.meta.url));
const skip = await shairportTrouble();

t.test(
  'switched on in the settings, it shows title, artist and cover of a sender',
  { skip, timeout: 300_000 },
  async (t) => {
    const { daemon, connect } = await openReceiver(t);
    const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/settings/box');
    const toggle = page.getByRole('switch', { name: 'Let Apple devices play here by AirPlay' });
    await toggle.waitFor();
    t.equal(await toggle.isChecked(), false);
    await toggle.tap();
    await daemon.until('it is set', async () => {
      const { airplay_enabled: isSet } = (await daemon.get('/settings')).body as { airplay_enabled: boolean };
      return isSet;
    });
    await bringAxe(page);
    t.strictSame(await violationsOf(page), []);
    await page.evaluate("location.hash = '#/now'");
    await page.getByRole('heading', { name: 'one' }).waitFor();
    const sender = await connect();
    sender.play(() => [0.25, -0.25]);
    await sender.texts({ minm: 'Launch Window', asar: 'Nova Kestrel', asal: 'Paper Satellites' });
    await sender.progress(180);
    await sender.cover('image/jpeg', await readFile(PICTURE));
    await page.getByRole('heading', { name: 'Launch Window' }).waitFor();
    const title = page.locator('.now-title');
    await title.getByText('Nova Kestrel').waitFor();
    await title.getByText('Paper Satellites').waitFor();
    const cover = page.locator('.now-art img');
    await cover.waitFor();
    t.match(await cover.getAttribute('src'), /^\/covers\/r[0-9a-f]{40}\?/);
    const width = "document.querySelector('.now-art img')?.naturalWidth ?? 0";
    await daemon.until('it is drawn', async () => (await page.evaluate<number>(width)) > 0);
    await sender.texts({ minm: 'Second Burn', asar: 'Nova Kestrel', asal: 'Paper Satellites' });
    await page.getByRole('heading', { name: 'Second Burn' }).waitFor();
    await sender.leave();
    await page.getByRole('heading', { name: 'one' }).waitFor();
    t.strictSame(complaints, []);
  },
);
