/** The first run: shown once, on a new box, to a new phone; music, output and name on one screen. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { StandInSystemd } from '../dbus/stand-in-systemd.js';
import { makeMp3 } from '../fixtures/mp3.js';
import { listed, startDirectory } from '../radio/directory-server.js';
import { openPhone } from './browser.js';
import { createHouse, type Daemon, type House } from './daemon.js';
import { device, KITCHEN, WITH_KITCHEN } from './kitchen.js';
import { serve } from './web-server.js';

/** Starts a daemon without music and without a name, whose first scan is over. */
async function newBox(t: Test) {
  const house = await createHouse(t, {}, {});
  const daemon = await house.start({ environment: { ...WITH_KITCHEN, TONEARM_RADIO_DIRECTORY: 'off' } });
  await scanned(daemon);
  return { ...house, daemon };
}

function scanned(daemon: Daemon): Promise<void> {
  return daemon.until('it is scanned', async () => (await bodyOf(daemon.api.GET('/scan'))).last !== null);
}

async function makeAlbum({ library }: House, seconds: number, folder = '.'): Promise<string> {
  const file = join(library, folder, 'one.mp3');
  await mkdir(join(library, folder), { recursive: true });
  const tags = ['--id3v2-only', '--tt', 'First Ferry', '--ta', 'Marlow Tide', '--tl', 'Harbour Lights'];
  await makeMp3(file, { seconds, seed: 90, lame: tags });
  return file;
}

const playerName = async (daemon: Daemon) => (await bodyOf(daemon.api.GET('/settings'))).player_name;
const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome' });
const done = (page: Page) => page.getByRole('button', { name: 'Done' }).first();
/** Without a message bus there is no clock to set, and without a directory there are no stations. */
const unforeseen = (complaints: readonly string[]) => complaints.filter((text) => !/status of 50[0-9]/.test(text));
/** Screen at the bare address, once all answers that decide it have arrived. */
async function firstScreen(page: Page): Promise<string | null> {
  await page.locator('.spinner').waitFor({ state: 'detached' });
  await page.waitForTimeout(1000);
  return page.locator('#page h1').first().textContent();
}

t.test('one screen asks a new box where it plays and what it is called, and shows ways to music, once', async (t) => {
  const { daemon } = await newBox(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/', { isNew: true });
  await welcome(page).waitFor();
  await page.getByRole('button', { name: /^Kitchen DAC/ }).tap();
  await page.getByRole('button', { name: /^Kitchen DAC/, pressed: true }).waitFor();
  t.match(await device(daemon), { id: KITCHEN });
  await page.getByRole('link', { name: /^On this phone/ }).waitFor();
  await page.getByRole('link', { name: /^Listen to a radio/ }).waitFor();
  t.equal(await page.getByText('Play something now').count(), 0, 'there is nothing yet');

  const name = page.getByRole('textbox');
  await name.tap();
  await name.pressSequentially('Küche');
  // As in Safari on iOS, where a touch on a button does not take the focus from a field.
  await page.evaluate('document.querySelector(".bar .text-button").click()');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await daemon.until('it is called so', async () => (await playerName(daemon)) === 'Küche');

  for (const each of [page, (await openPhone(t, daemon.base, 'light', '/', { isNew: true })).page]) {
    await each.goto(daemon.base);
    await each.reload();
    t.equal(await firstScreen(each), 'Home');
  }
  t.strictSame(unforeseen(complaints), []);
});

t.test('it can be left at once, and is not shown to that phone again', async (t) => {
  const { daemon } = await newBox(t);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/', { isNew: true });
  await welcome(page).waitFor();
  await done(page).tap();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.goto(daemon.base);
  await page.reload();
  t.equal(await firstScreen(page), 'Home');
  t.equal(await playerName(daemon), '');
  const { page: other } = await openPhone(t, daemon.base, 'light', '/', { isNew: true });
  await welcome(other).waitFor();
  // A link leads away from it for good, too.
  await other.getByRole('link', { name: /^On this phone/ }).tap();
  await other.getByRole('heading', { name: 'Add music' }).waitFor();
  await other.goto(daemon.base);
  await other.reload();
  t.equal(await firstScreen(other), 'Home');
  t.strictSame(unforeseen(complaints), []);
});

t.test('a box with an album is new, too: one touch plays it, and the screen stays', async (t) => {
  const house = await createHouse(t);
  const file = await makeAlbum(house, 60);
  const daemon = await house.start({ environment: { TONEARM_RADIO_DIRECTORY: 'off' } });
  await scanned(daemon);
  const { page, complaints } = await openPhone(t, daemon.base, 'light', '/', { isNew: true });
  await welcome(page).waitFor();
  await page.getByRole('button', { name: 'Harbour Lights Marlow Tide' }).tap();
  await daemon.until('it plays', async () => (await daemon.playbackStatus()) === 1);
  t.match(await daemon.currentTrack(), { path: file });
  await page.locator('.list-row[aria-current]').getByText('Harbour Lights').waitFor();
  await welcome(page).waitFor();
  t.strictSame(unforeseen(complaints), []);
});

t.test('a stick and a station near play by one touch', async (t) => {
  const house = await createHouse(t);
  const file = await makeAlbum(house, 60, 'stick');
  const outside = join(house.library, '..', 'outside');
  await mkdir(outside);
  await makeMp3(join(outside, 'wave.mp3'), { seconds: 30, seed: 660 });
  const url = `${(await serve(t, outside)).base}/wave.mp3`;
  const directory = await startDirectory(t, [
    listed(1, 'Wave', { url, url_resolved: url, clickcount: 90, countrycode: 'DE' }),
    listed(2, 'Far away', { clickcount: 99, countrycode: 'FR' }),
  ]);
  const bus = await PrivateBus.start(t);
  const systemd = await StandInSystemd.start(t, bus);
  systemd.units.set('tonearm-stick@sda1.service', { active: 'active', status: `is mounted under ${house.library}` });
  const daemon = await house.start({
    environment: {
      ...{ TONEARM_STREAM_ALLOW: '127.0.0.0/8', TONEARM_RADIO_DIRECTORY: directory.address, TZ: 'UTC' },
      DBUS_SYSTEM_BUS_ADDRESS: bus.address,
    },
  });
  await scanned(daemon);
  const { page } = await openPhone(t, daemon.base, 'light', '/', { isNew: true, locale: 'en-DE' });
  await welcome(page).waitFor();
  await page.getByRole('button', { name: 'USB stick 1 track' }).tap();
  await daemon.until('the stick plays', async () => (await daemon.currentTrack())?.path === file);
  await page.getByRole('button', { name: /^Wave/ }).tap();
  await daemon.until('the station plays', async () => (await daemon.currentTrack())?.path === url);
  t.equal(await page.getByRole('button', { name: /^Far away/ }).count(), 0);
});

t.test('the box gets the time zone of the phone, unless one was chosen', async (t) => {
  const { daemon } = await newBox(t);
  for (const isChosen of [false, true]) {
    const { page } = await openPhone(t, daemon.base, 'light', '/#/nowhere', {
      isNew: true,
      timezoneId: 'Europe/Lisbon',
    });
    const sent: unknown[] = [];
    // Whether a zone was chosen is read from /etc of this machine, which no test changes.
    await page.route('**/system/time', (route) => {
      if (route.request().method() === 'GET') {
        const clock = { time: '2026-11-22T18:30:00Z', ntp: true, ntp_available: true, synchronised: true };
        return route.fulfill({ json: { ...clock, timezone: 'Etc/UTC', timezone_chosen: isChosen } });
      }
      sent.push(route.request().postDataJSON());
      return route.fulfill({ status: 204 });
    });
    const asked = page.waitForResponse('**/system/time');
    await page.goto(daemon.base + '/#/welcome');
    await asked;
    await page.waitForTimeout(500);
    t.strictSame(sent, isChosen ? [] : [{ timezone: 'Europe/Lisbon' }]);
  }
});

t.test('a box with a name, one that has played, or one opened at another screen is not begun with', async (t) => {
  const house = await createHouse(t);
  await makeAlbum(house, 2);
  const daemon = await house.start({ environment: { TONEARM_RADIO_DIRECTORY: 'off' } });
  await scanned(daemon);
  const { page: elsewhere } = await openPhone(t, daemon.base, 'light', '/#/outputs', { isNew: true });
  t.equal(await firstScreen(elsewhere), 'Outputs');
  await daemon.put('/settings', { player_name: 'Kitchen' });
  const { page: named } = await openPhone(t, daemon.base, 'light', '/', { isNew: true });
  t.equal(await firstScreen(named), 'Home');
  await daemon.put('/settings', { player_name: '' });
  const [track] = await bodyOf(daemon.api.GET('/tracks'));
  await daemon.ask('POST', `/track-stats/${track!.id}/played`, {});
  await daemon.until('the track was played', async () => {
    return (await bodyOf(daemon.api.GET('/home'))).recently_played.length > 0;
  });
  const { page: used } = await openPhone(t, daemon.base, 'light', '/', { isNew: true });
  t.equal(await firstScreen(used), 'Home');
});
