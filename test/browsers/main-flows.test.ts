/** The main flows of the web remote in a window of a phone, in each engine that Debian has. */
import t, { type Test } from 'tap';
import { bodyOf } from '../../src/client/client.js';
import { houseWith } from '../e2e/albums-house.js';
import { hidden } from '../e2e/controls.js';
import type { Daemon } from '../e2e/daemon.js';
import { startChromium } from './chromium.js';
import { type Driver, EnginePage, type Window } from './engine.js';
import { startFirefox } from './firefox.js';
import { startWebKit } from './webkit.js';

const ENGINES: Readonly<Record<string, (window: Window) => Promise<Driver>>> = {
  Chromium: startChromium,
  Firefox: startFirefox,
  WebKitGTK: startWebKit,
};
const WINDOW = { width: 390, height: 664 };
const PLAYING = 1;
const PAUSED = 3;

type Flow = (t: Test, page: EnginePage, daemon: Daemon) => Promise<void>;

async function plays(daemon: Daemon, title: string): Promise<void> {
  await daemon.until(`${title} plays`, async () => {
    const [track, status] = [await daemon.currentTrack(), await daemon.playbackStatus()];
    return track?.title === title && status === PLAYING;
  });
}

const FLOWS: Readonly<Record<string, Flow>> = {
  async 'Home shows the albums, and one of them plays'(_t, page, daemon) {
    await page.driver.goto(daemon.base);
    await page.find('heading', 'Home');
    await page.press('link', 'Orchard…', 'main');
    await page.find('heading', 'Orchard');
    await page.press('button', 'Play', 'main');
    await plays(daemon, 'Orchard 1');
  },

  async 'an album of the library plays, and pauses'(_t, page, daemon) {
    await page.driver.goto(daemon.base);
    await page.press('link', 'Library', 'nav');
    await page.press('link', 'Satellites…', 'main');
    await page.press('button', 'Play', 'main');
    await plays(daemon, 'Satellites 1');
    await page.press('button', 'Pause', '.mini');
    await daemon.until('it pauses', async () => (await daemon.playbackStatus()) === PAUSED);
    await page.find('button', 'Play', '.mini');
  },

  async 'every control of Now Playing can be pressed, and the volume follows'(t, page, daemon) {
    await page.driver.goto(daemon.base);
    await page.press('link', 'Open what plays now…', '.mini');
    await page.find('heading', 'Satellites 1');
    t.strictSame(await hidden(page.driver, '.now'), [], page.name);
    const { volume } = await daemon.volume();
    await page.press('button', 'Louder');
    await daemon.until('it is louder', async () => (await daemon.volume()).volume === volume + 1);
  },

  async 'Back and Escape close a sheet, and only that'(t, page, daemon) {
    await page.driver.goto(daemon.base);
    await page.press('link', 'Open what plays now…', '.mini');
    for (const close of [() => page.driver.back(), () => page.driver.key('Escape')]) {
      await page.press('button', 'Sleep timer');
      await page.find('button', 'Off', 'dialog');
      await close();
      await page.until('the sheet is closed', "document.querySelector('dialog[open]') === null");
      t.equal(await page.driver.evaluate('location.hash'), '#/now', page.name);
      await page.find('heading', 'Satellites 1');
    }
  },

  async 'what is typed is found, and plays'(_t, page, daemon) {
    await page.driver.goto(`${daemon.base}/#/search`);
    await page.press('searchbox', '…');
    await page.driver.type('Orchard 2');
    await page.press('button', 'Play Orchard 2', 'main');
    await plays(daemon, 'Orchard 2');
  },

  async 'a track is added to a new playlist'(t, page, daemon) {
    await page.driver.goto(`${daemon.base}/#/library/tracks`);
    await page.press('button', 'More about Harbour 3', 'main');
    await page.press('button', 'Add to playlist', 'dialog');
    await page.press('button', 'New playlist…', 'dialog');
    await page.find('textbox', 'Name of the playlist', 'dialog');
    // The field has the focus, and its text is selected.
    await page.driver.type('Mine');
    await page.driver.key('Enter');
    await page.until('the sheet is closed', "document.querySelector('dialog[open]') === null");
    t.match(await bodyOf(daemon.api.GET('/saved-playlists')), [{ name: 'Mine', track_count: 1 }], page.name);
  },
};

for (const [engine, start] of Object.entries(ENGINES)) {
  t.test(engine, async (t) => {
    const { daemon } = await houseWith(t, ['Harbour', 'Satellites', 'Orchard']);
    // A box without a name would begin with the first run.
    await daemon.put('/settings', { player_name: 'Kitchen' });
    const driver = await start(WINDOW);
    t.teardown(() => driver.close());
    const page = new EnginePage(`${engine} ${driver.version}`, driver);
    t.comment(page.name);
    for (const [name, flow] of Object.entries(FLOWS)) await t.test(`${engine}: ${name}`, (t) => flow(t, page, daemon));
    t.strictSame(await driver.complaints(), [], `${page.name} complains of nothing`);
  });
}
