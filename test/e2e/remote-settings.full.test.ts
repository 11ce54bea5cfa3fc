/**
 * Outputs and settings on the web remote with the real daemon: set on the page, effective at once, and shown again
 * afterwards.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { mp3 } from '../library/scan/rig.js';
import { livingRoom, openPhone } from './browser.js';
import { PrivateBus, timedatedTrouble } from '../dbus/private-bus.js';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';
import { createHouse } from './daemon.js';
import { Finger, middleOf } from './finger.js';
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
  await daemon.until(
    'the volume is moved here, too',
    async () => (await volume.getAttribute('aria-valuemax')) === '100',
  );

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
  const savedSettings = async () => bodyOf(daemon.api.GET('/settings'));
  await page.getByRole('switch', { name: 'Play on after a power cut' }).click();
  await page.getByRole('combobox', { name: 'Level by' }).selectOption('album');
  await page.getByRole('slider', { name: 'Pre-amp' }).fill('-35');
  await page.getByRole('combobox', { name: 'Crossfade' }).selectOption('always');
  await page.getByRole('slider', { name: 'Fade in' }).fill('4');
  await page.getByRole('combobox', { name: 'Repeat' }).selectOption('all');
  await daemon.until('the last is in force', async () => (await savedSettings()).repeat_mode === 1);
  t.match(await savedSettings(), {
    ...{ resume_on_start: true, crossfade: 5, crossfade_fade_in_duration: 4, repeat_mode: 1 },
    replaygain_settings: { type: 1, preamp: -35 },
  });

  await show(page, 'settings/sound', 'Sound');
  await page.getByRole('switch', { name: 'On', exact: true }).click();
  await page.getByRole('slider', { name: '1 kHz' }).fill('60');
  await page.getByRole('slider', { name: 'Bass' }).fill('-6');
  await daemon.until('the bass is in force', async () => (await savedSettings()).bass === -6);
  t.match(await savedSettings(), { eq_enabled: true, eq_band_settings: { 5: { cutoff: 1000, gain: 60 } } });
  await page.getByRole('img', { name: /1 kHz: \+6\.0 dB/ }).waitFor();
  await page.getByRole('button', { name: /^Set it so that nothing clips/ }).click();
  await daemon.until('it is taken off', async () => (await savedSettings()).eq_precut >= 60);
  await page.getByRole('button', { name: 'Flat' }).click();
  await daemon.until('all are flat', async () =>
    (await savedSettings()).eq_band_settings.every(({ gain }) => gain === 0),
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await daemon.until('and as they were', async () => (await savedSettings()).eq_band_settings[5]?.gain === 60);

  await show(page, 'settings/box', 'This box');
  await page.getByRole('textbox', { name: /^Name/ }).fill('Küche <b>');
  await page.getByRole('textbox', { name: /^Name/ }).blur();
  await daemon.until('it is called so', async () => (await savedSettings()).player_name === 'Küche <b>');
  await page.getByRole('textbox', { name: /^More addresses/ }).fill('Jukebox, music.example.org');
  await page.getByRole('textbox', { name: /^More addresses/ }).blur();
  await daemon.until('it has more addresses', async () => (await savedSettings()).http_names.length === 2);

  await daemon.stop('SIGKILL');
  const again = await start();
  const { page: other } = await openPhone(t, again.base, 'dark', '/#/settings/playback');
  await other.getByRole('switch', { name: 'Play on after a power cut', checked: true }).waitFor();
  t.equal(await other.getByRole('combobox', { name: 'Level by' }).inputValue(), '1');
  t.equal(await other.getByRole('slider', { name: 'Pre-amp' }).inputValue(), '-35');
  await show(other, 'settings/box', 'This box');
  const name = other.getByRole('textbox', { name: /^Name/ });
  await again.until('the name is shown', async () => (await name.inputValue()) !== '');
  t.equal(await name.inputValue(), 'Küche <b>');
  t.equal(await other.getByRole('textbox', { name: /^More addresses/ }).inputValue(), 'jukebox, music.example.org');
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

t.test('the library is scanned from the page, which shows the result', async (t) => {
  const { page, daemon, library } = await livingRoom(t, '/#/settings/folders');
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
  t.match((await daemon.get('/system/pin')).body, { set: true });

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

  const folder = join(library, '..', 'state', 'backups');
  await mkdir(folder, { recursive: true });
  await copyFile(file, join(folder, 'tonearm-backup-2026-11-26T12-00-00.json'));
  const [{ id: again }] = (await daemon.get('/saved-playlists')).body as [{ id: string }];
  await daemon.ask('DELETE', `/saved-playlists/${again}`);
  await page.getByRole('button', { name: 'Automatic backups' }).click();
  const sheet = page.getByRole('dialog', { name: 'Automatic backups' });
  await sheet.getByText('This box cannot copy backups to a stick').waitFor();
  t.equal(await sheet.getByRole('switch').isDisabled(), true);
  await sheet.getByRole('button', { name: /kB|byte/ }).click();
  await page.getByRole('dialog', { name: 'Restore this backup?' }).getByRole('button', { name: 'Restore' }).click();
  await daemon.until(
    'it is restored',
    async () => ((await daemon.get('/saved-playlists')).body as object[]).length === 1,
  );
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Remove the PIN' }).click();
  await page.getByText('No PIN is set.').waitFor();
  t.match((await daemon.get('/system/pin')).body, { set: false });

  await page.getByRole('button', { name: 'Switch off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch off' });
  await dialog.getByText('Only somebody at the box can switch it on again.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

t.test('a band of the equaliser moves by touch and by keyboard; its curve follows, and is there again', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t, '/#/settings/sound');
  const band = page.getByRole('slider', { name: '1 kHz' });
  const gain = async () => (await bodyOf(daemon.api.GET('/settings'))).eq_band_settings[5]?.gain ?? NaN;
  const curve = () => page.locator('.curve .line').getAttribute('d');
  await band.waitFor();
  const flat = await curve();
  await band.press('ArrowRight');
  await band.press('ArrowRight');
  await daemon.until('two steps up', async () => (await gain()) === 10);
  await page.getByRole('img', { name: /1 kHz: \+1\.0 dB/ }).waitFor();
  const lifted = await curve();
  t.not(lifted, flat);

  // Scrolled so that the bar at the bottom does not cover it.
  await page.evaluate(`document.querySelector('[aria-label="1 kHz"]').scrollIntoView({ block: 'center' })`);
  const finger = await Finger.of(page);
  const from = await middleOf(band);
  const { width } = (await band.boundingBox())!;
  await finger.drag(from, { x: from.x - width / 4, y: from.y });
  await daemon.until('it is far below', async () => (await gain()) < -40);
  await daemon.until('the curve follows', async () => ![flat, lifted].includes(await curve()));
  const said = async () => ((await gain()) / 10).toFixed(1) + ' dB';
  await daemon.until('and it says so', async () => (await band.getAttribute('aria-valuetext')) === (await said()));
  const drawn = await curve();
  await page.reload();
  await band.waitFor();
  t.equal(await band.getAttribute('aria-valuetext'), await said());
  t.equal(await curve(), drawn);
  t.strictSame(complaints, []);
});

const skip = await timedatedTrouble();

t.test('the clock gets the zone that is chosen, and the network or the phone to set it', { skip }, async (t) => {
  const house = await createHouse(t);
  const bus = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, bus);
  systemd.networkTime = true;
  await bus.setZone('Europe/Lisbon');
  const daemon = await house.start({ environment: { DBUS_SYSTEM_BUS_ADDRESS: bus.address } });
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/#/settings/time', {
    timezoneId: 'Asia/Kolkata',
  });
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.waitFor();
  t.equal(await zone.inputValue(), 'Europe/Lisbon');
  await zone.selectOption('America/New_York');
  await page.getByText('The clock is set.').waitFor();
  t.match(await bus.zone(), /America\/New_York$/);
  await page.getByRole('button', { name: /^Use the time zone of this phone: Asia\/(?:Kolkata|Calcutta)/ }).click();
  await daemon.until('it is that of the phone', async () => /Kolkata|Calcutta/.test((await bus.zone()) ?? ''));
  const weekday = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata', weekday: 'long' }).format(Date.now());
  await page.getByText(new RegExp(`^${weekday}`)).waitFor();

  t.equal(await page.getByRole('button', { name: 'Set to the time of this phone' }).count(), 0);
  const network = page.getByRole('switch', { name: /^Set automatically/ });
  await network.click();
  await page.getByRole('button', { name: 'Set to the time of this phone' }).waitFor();
  t.equal(systemd.networkTime, false);
  await network.click();
  await page.getByRole('switch', { name: /^Set automatically/, checked: true }).waitFor();
  t.equal(systemd.networkTime, true);
  t.strictSame(complaints, []);
});

t.test('a PIN that one phone sets is asked for on another, until it is removed', async (t) => {
  const { page, daemon } = await livingRoom(t, '/#/settings/box');
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  await page.getByLabel('New PIN: 4 characters or more').fill('2468');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('A PIN is set.', { exact: true }).waitFor();

  const { page: other } = await openPhone(t, daemon.base, 'dark', '/#/settings/box');
  await other.getByText('A PIN is set.', { exact: true }).waitFor();
  const remove = other.getByRole('button', { name: 'Remove the PIN' });
  await remove.click();
  const asking = other.getByRole('dialog', { name: 'PIN of the box' });
  await asking.getByLabel('PIN').fill('1111');
  await asking.getByRole('button', { name: 'Continue' }).click();
  await asking.getByText('This was not the PIN.').waitFor();
  await asking.getByRole('button', { name: 'Close' }).click();
  await other.getByText('This is not the PIN.').waitFor();
  t.match((await daemon.get('/system/pin')).body, { set: true }, 'nothing was done without it');
  await remove.click();
  await asking.getByLabel('PIN').fill('2468');
  await asking.getByRole('button', { name: 'Continue' }).click();
  await other.getByText('No PIN is set.').waitFor();
  t.match((await daemon.get('/system/pin')).body, { set: false });
});

t.test('a PIN is asked for before settings where that was chosen, and once for all of them', async (t) => {
  const { page, daemon } = await livingRoom(t, '/#/settings/box');
  await page.getByText(/^The box was just switched on: a first PIN can be set for \d+ more min\.$/).waitFor();
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  const form = page.getByRole('dialog', { name: 'Set a PIN' });
  await form.getByLabel('New PIN: 4 characters or more').fill('2468');
  await form.getByLabel('What needs the PIN').selectOption('changes');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('A PIN is set.', { exact: true }).waitFor();
  t.match((await daemon.get('/system/pin')).body, { set: true, level: 'changes' });

  const { page: otherPage } = await openPhone(t, daemon.base, 'dark', '/#/settings/playback');
  await otherPage.getByRole('switch', { name: 'Fade on pause and stop' }).click();
  const asking = otherPage.getByRole('dialog', { name: 'PIN of the box' });
  await asking.getByRole('button', { name: 'Close' }).click();
  await otherPage.getByText('This needs the PIN of the box.').waitFor();
  t.equal((await bodyOf(daemon.api.GET('/settings'))).fade_on_stop, false);

  await page.getByLabel('What needs the PIN').selectOption('box');
  await daemon.until('the level is another', async () =>
    JSON.stringify((await daemon.get('/system/pin')).body).includes('"box"'),
  );
  await otherPage.getByRole('switch', { name: 'Fade on pause and stop' }).click();
  await daemon.until('it is set', async () => (await bodyOf(daemon.api.GET('/settings'))).fade_on_stop);
});

t.test('a box that failed and came back offers no first PIN, and says how to get there', async (t) => {
  const house = await createHouse(t);
  await (await house.start()).stop('SIGKILL');
  const daemon = await house.start();
  const { page } = await openPhone(t, daemon.base, 'light', '/#/settings/box');
  await page.getByText(/^The first PIN is set by somebody at the box: unplug it/).waitFor();
  t.equal(await page.getByRole('button', { name: 'Set a PIN' }).count(), 0);
  t.match(await daemon.put('/system/pin', { pin: '1234' }), { status: 403, body: { code: 'PRESENCE_NEEDED' } });
  await writeFile(join(house.library, '..', 'state', 'allow-pin'), '');
  await page.reload();
  await page.getByRole('button', { name: 'Set a PIN' }).waitFor();
  t.match(await daemon.put('/system/pin', { pin: '1234' }), { status: 204 });
});

t.test('About describes the appliance, and the phone saves its diagnostics', async (t) => {
  const { page, daemon } = await livingRoom(t, '/#/settings/about');
  const { version } = await bodyOf(daemon.api.GET('/version'));
  await page.getByText(version, { exact: true }).waitFor();
  await page.getByRole('link', { name: daemon.base }).waitFor();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download diagnostics/ }).click();
  const kept = JSON.parse(await readFile(await (await downloaded).path(), 'utf8')) as object;
  t.ok(JSON.stringify(kept).includes(version));
});

t.test('a setting is found, changed and left by keyboard alone', async (t) => {
  const { page, daemon } = await livingRoom(t, '/#/more');
  const savedSettings = async () => bodyOf(daemon.api.GET('/settings'));
  const tabTo = async (wanted: RegExp): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      const name = await page.evaluate<string>(`(() => {
        const { activeElement } = document;
        const label = activeElement.labels?.[0]?.innerText;
        return activeElement.getAttribute('aria-label') ?? label ?? activeElement.innerText ?? '';
      })()`);
      if (wanted.test(name)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`never focused: ${wanted.source}`);
  };
  await page.getByRole('heading', { name: 'More', exact: true }).waitFor();
  await tabTo(/^Playback/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Playback', exact: true }).waitFor();
  await tabTo(/^Fade on pause and stop/);
  await page.keyboard.press('Space');
  await daemon.until('it fades', async () => (await savedSettings()).fade_on_stop);
  await page.goBack();
  await page.getByRole('heading', { name: 'More', exact: true }).waitFor();
  await tabTo(/^Sound/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sound', exact: true }).waitFor();
  await tabTo(/^Bass/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await daemon.until('the bass is two up', async () => (await savedSettings()).bass === 2);
  t.match(await savedSettings(), { fade_on_stop: true, bass: 2 });
});
