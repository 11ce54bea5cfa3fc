/** The remote's outputs and settings against the real daemon: set on the page, in force at once, there again afterwards. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { mp3 } from '../library/scan/rig.js';
import { livingRoom, openPhone } from './browser.js';
import { createHouse } from './daemon.js';
import { device, KITCHEN, startPlaying, WITH_KITCHEN } from './kitchen.js';

const show = async (page: Page, screen: string, title: string): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/#/${screen}`);
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
};

t.test('an output is chosen with a touch, and gets its own limit; full level asks first', async (t) => {
  const house = await createHouse(t, {}, {});
  const { daemon } = await startPlaying(house, 60, 610);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/more');
  await page.getByRole('link', { name: /^Outputs/ }).click();
  await page.getByRole('button', { name: /^Kitchen DAC/ }).click();
  await page.getByRole('button', { name: /^Kitchen DAC/, pressed: true }).waitFor();
  t.match(await device(daemon), { id: KITCHEN, is_current_device: true });
  t.equal(await daemon.playbackStatus(), 1, 'and it plays on');

  await page.getByRole('button', { name: 'More about Kitchen DAC' }).click();
  const limit = page.getByRole('slider', { name: 'Volume limit' });
  await limit.waitFor();
  await limit.fill('100');
  await daemon.until('the limit holds', async () => (await daemon.volume()).volume <= 100);
  t.match(await device(daemon), { volume_limit: 100 });
  t.equal((await house.rigs[1]!.mixerState()).left, 100, 'it was turned down');
  await page.getByText('39%').waitFor();
  const volume = page.getByRole('slider', { name: 'Volume', exact: true });
  t.equal(await volume.getAttribute('aria-valuemax'), '100', 'the volume is moved here, too');

  await limit.fill('255');
  await daemon.until('there is none any more', async () =>
    JSON.stringify(await device(daemon)).includes('"volume_limit":255'),
  );
  const mode = page.getByRole('combobox', { name: /^Volume control/ });
  await mode.selectOption('fixed');
  await page.getByRole('dialog', { name: 'Fix the volume at full level?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  t.match(await device(daemon), { volume_mode: 'hardware' }, 'not without a yes');
  t.equal(await mode.inputValue(), 'hardware');
  await mode.selectOption('fixed');
  await page.getByRole('button', { name: 'Yes, at full level' }).click();
  await page.getByText('An output fixed at full level has no limit.').waitFor();
  t.match(await device(daemon), { volume_mode: 'fixed' });

  await daemon.stop();
  const again = await house.start({ environment: WITH_KITCHEN });
  t.match(await device(again), { id: KITCHEN, volume_mode: 'fixed' });
  t.strictSame(
    complaints.filter((text) => !/net::ERR_|EventSource/.test(text)),
    [],
  );
});

t.test('without Bluetooth the page says why, and what may help', async (t) => {
  const { page } = await livingRoom(t, '/#/outputs');
  await page.getByText('The Bluetooth service of the box does not run. A restart may help.').waitFor();
  t.equal(await page.getByRole('button', { name: 'Find speakers' }).count(), 0);
});

t.test('settings are in force at once, and are read back by another page and after a restart', async (t) => {
  const { page, daemon, start, complaints } = await livingRoom(t, '/#/settings/playback');
  const told = async () => bodyOf(daemon.api.GET('/settings'));
  await page.getByRole('switch', { name: 'Resume playback when the box starts' }).click();
  await page.getByRole('combobox', { name: 'Level by' }).selectOption('album');
  await page.getByRole('slider', { name: 'Pre-amp' }).fill('-35');
  await page.getByRole('combobox', { name: 'Crossfade' }).selectOption('always');
  await page.getByRole('slider', { name: 'Fade in' }).fill('4');
  await page.getByRole('combobox', { name: 'Repeat' }).selectOption('all');
  await daemon.until('the last is in force', async () => (await told()).repeat_mode === 1);
  t.match(await told(), {
    ...{ resume_on_start: true, crossfade: 5, crossfade_fade_in_duration: 4, repeat_mode: 1 },
    replaygain_settings: { type: 1, preamp: -35 },
  });

  await show(page, 'settings/sound', 'Sound');
  await page.getByRole('switch', { name: 'On', exact: true }).click();
  await page.getByRole('slider', { name: '1 kHz' }).fill('60');
  await page.getByRole('slider', { name: 'Bass' }).fill('-6');
  await daemon.until('the bass is in force', async () => (await told()).bass === -6);
  t.match(await told(), { eq_enabled: true, eq_band_settings: { 5: { cutoff: 1000, gain: 60 } } });
  await page.getByRole('img', { name: /1 kHz: \+6\.0 dB/ }).waitFor();
  await page.getByRole('button', { name: /^Set it so that nothing clips/ }).click();
  await daemon.until('it is taken off', async () => (await told()).eq_precut >= 60);
  await page.getByRole('button', { name: 'Flat' }).click();
  await daemon.until('all are flat', async () => (await told()).eq_band_settings.every(({ gain }) => gain === 0));
  await page.getByRole('button', { name: 'Undo' }).click();
  await daemon.until('and as they were', async () => (await told()).eq_band_settings[5]?.gain === 60);

  await show(page, 'settings/box', 'This box');
  await page.getByRole('textbox', { name: /^Name/ }).fill('Küche <b>');
  await page.getByRole('textbox', { name: /^Name/ }).blur();
  await daemon.until('it is called so', async () => (await told()).player_name === 'Küche <b>');

  await daemon.stop('SIGKILL');
  const again = await start();
  const { page: other } = await openPhone(t, again.base, 'dark', '/#/settings/playback');
  await other.getByRole('switch', { name: 'Resume playback when the box starts', checked: true }).waitFor();
  t.equal(await other.getByRole('combobox', { name: 'Level by' }).inputValue(), '1');
  t.equal(await other.getByRole('slider', { name: 'Pre-amp' }).inputValue(), '-35');
  await show(other, 'settings/box', 'This box');
  t.equal(await other.getByRole('textbox', { name: /^Name/ }).inputValue(), 'Küche <b>');
  t.strictSame(
    complaints.filter((text) => !/net::ERR_|EventSource/.test(text)),
    [],
  );
});

t.test('a refusal takes a setting back, and says why', async (t) => {
  const { page, daemon } = await livingRoom(t, '/#/settings/playback');
  await page.route('**/settings', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: JSON.stringify({ status: 503, code: 'OF_LATER', detail: 'It could not be saved.' }),
        })
      : route.continue(),
  );
  const fade = page.getByRole('switch', { name: 'Fade on pause and stop' });
  await fade.click();
  await page.getByText('It could not be saved.').waitFor();
  await page.getByRole('switch', { name: 'Fade on pause and stop', checked: false }).waitFor();
  t.equal((await bodyOf(daemon.api.GET('/settings'))).fade_on_stop, false);
});

t.test('the library is scanned from the page, which tells what came of it', async (t) => {
  const { page, daemon, library } = await livingRoom(t, '/#/settings/library');
  await page.getByText('3 tracks').waitFor();
  await writeFile(join(library, 'four.mp3'), mp3({ TIT2: 'Four' }));
  await page.getByRole('button', { name: 'Scan now' }).click();
  await page.getByText('4 tracks').waitFor();
  await page.getByText(/^Last scan: .*, 4 files\.$/).waitFor();
  t.match(await bodyOf(daemon.api.GET('/scan')), { scanning: false, last: { files: 4 } });
});

t.test('a PIN is set, asked for and removed; a backup needs it, and brings back what it holds', async (t) => {
  const { page, daemon, library } = await livingRoom(t, '/#/settings/box');
  await page.getByText('No PIN is set.').waitFor();
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  await page.getByLabel('New PIN: 4 characters or more').fill('2468');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('A PIN is set.', { exact: true }).waitFor();
  t.strictSame((await daemon.get('/system/pin')).body, { set: true });

  await daemon.ask('POST', '/saved-playlists/from-queue', { name: 'Kept' });
  await page.reload();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a backup' }).click();
  await page.getByRole('dialog', { name: 'PIN of the box' }).getByLabel('PIN').fill('2468');
  await page.getByRole('button', { name: 'Continue' }).click();
  const download = await downloaded;
  t.match(download.suggestedFilename(), /^tonearm-backup-\d{4}-\d\d-\d\d\.json$/);
  const file = join(library, '..', 'backup.json');
  await download.saveAs(file);
  t.match(JSON.parse(await readFile(file, 'utf8')), { playlists: [{ name: 'Kept' }] });

  const [{ id }] = (await daemon.get('/saved-playlists')).body as [{ id: string }];
  await daemon.ask('DELETE', `/saved-playlists/${id}`);
  await page.getByLabel('Restore a backup…').setInputFiles(file);
  await page.getByRole('dialog', { name: 'Restore this backup?' }).getByRole('button', { name: 'Restore' }).click();
  await page.getByText('The backup is restored.').waitFor();
  t.match((await daemon.get('/saved-playlists')).body, [{ name: 'Kept' }]);

  await page.getByRole('button', { name: 'Remove the PIN' }).click();
  await page.getByText('No PIN is set.').waitFor();
  t.strictSame((await daemon.get('/system/pin')).body, { set: false });

  await page.getByRole('button', { name: 'Switch off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch off' });
  await dialog.getByText('Only somebody at the box can switch it on again.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});
