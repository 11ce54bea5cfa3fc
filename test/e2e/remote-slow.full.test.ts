/** Web remote over a slow link: the requested state is shown at once, and never jumps back. */
import t, { type Test } from 'tap';
import type { Page } from 'playwright-core';
import { bodyOf } from '../../src/client/client.js';
import { startWebSite } from '../radio/web-site.js';
import { livingRoom, openPhone } from './browser.js';

/** Delays requests to an address before they reach the box, until they are released. */
async function hold(page: Page, address: string | RegExp) {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  let asked = 0;
  await page.route(address, async (route) => {
    asked++;
    if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  return {
    asked: () => asked,
    /** Releases one request, or all from now on. */
    one: () => waiting.shift()?.(),
    letGo: () => {
      isOpen = true;
      for (const go of waiting.splice(0)) go();
    },
  };
}

/** Records each value that an element shows, frame by frame. */
async function record(page: Page, expression: string): Promise<() => Promise<unknown[]>> {
  await page.evaluate(`{
    const values = (window.recorded = []);
    (function look() {
      const value = ${expression};
      if (values.at(-1) !== value) values.push(value);
      requestAnimationFrame(look);
    })();
  }`);
  return () => page.evaluate<unknown[]>('window.recorded');
}

const FILL = 'parseFloat(document.querySelector(".volume .fill").style.width)';

/** Text of an element two frames later. */
function shown<Value>(page: Page, expression: string): Promise<Value> {
  return page.evaluate<Value>(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(${expression}))))`,
  );
}

const isRising = (values: readonly unknown[]): boolean =>
  values.every((value, at) => at === 0 || Number(value) >= Number(values[at - 1]) - 0.6);

async function quietRoom(t: Test) {
  const room = await livingRoom(t);
  await room.daemon.put('/player/volume/level', { percent: 30 });
  const volume = room.page.getByRole('slider', { name: 'Volume' });
  await room.page.getByText('30%', { exact: true }).waitFor();
  return { ...room, volume };
}

t.test('a drag of the volume never runs back, and the slider says what it shows', async (t) => {
  const { page, daemon, volume, complaints } = await quietRoom(t);
  const orders = await hold(page, '**/player/volume/level');
  const { x, y, width, height } = (await volume.boundingBox())!;
  const values = await record(page, FILL);
  await page.mouse.move(x + 10, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 10 + width / 4, y + height / 2, { steps: 20 });
  t.ok(Math.abs((await shown<number>(page, FILL)) - 55) < 2, 'before anything was answered');
  const now = Number(await volume.getAttribute('aria-valuenow'));
  await page.mouse.up();
  t.ok(Math.abs((await shown<number>(page, FILL)) - 55) < 2, 'and when the finger has gone');
  await daemon.until('an order is sent', () => Promise.resolve(orders.asked() > 0));
  t.equal(orders.asked(), 1, 'one is on its way');
  orders.one();
  await daemon.until('the newest follows', async () => Promise.resolve(orders.asked() === 2));
  t.ok(Math.abs((await shown<number>(page, FILL)) - 55) < 2);
  orders.letGo();
  await daemon.until('the box has it', async () => Math.abs(((await daemon.volume()).percent ?? 0) - 55) < 2);
  const { volume: level } = await daemon.volume();
  t.ok(Math.abs(now - level) < 25, `${now} was shown for ${level}`);
  await daemon.until(
    'the slider shows the level',
    async () => Number(await volume.getAttribute('aria-valuenow')) === level,
  );
  const seen = await values();
  t.ok(isRising(seen), seen.join());
  t.equal(orders.asked(), 2);
  t.strictSame(complaints, []);
});

t.test('steps add up while none is answered, and another person’s change wins in the end', async (t) => {
  const { page, daemon, volume, complaints } = await quietRoom(t);
  const orders = await hold(page, /\/player\/volume$/);
  const { volume: before } = await daemon.volume();
  const louder = page.getByRole('button', { name: 'Louder' });
  for (let touch = 0; touch < 3; touch++) await louder.tap();
  await volume.press('ArrowRight');
  await volume.press('PageUp');
  t.equal(Number(await volume.getAttribute('aria-valuenow')), before + 9);
  t.equal((await daemon.volume()).volume, before, 'the box knows nothing of it');
  await daemon.until('an order is sent', () => Promise.resolve(orders.asked() > 0));
  t.equal(orders.asked(), 1);
  orders.letGo();
  await daemon.until('it is louder', async () => (await daemon.volume()).volume === before + 9);
  t.equal(orders.asked(), 2, 'the others went together');
  await daemon.put('/player/volume/level', { level: 7 });
  await daemon.until('the slider follows', async () => Number(await volume.getAttribute('aria-valuenow')) === 7);
  t.strictSame(complaints, []);
});

t.test('nothing louder than allowed is shown, and a refusal takes back what was shown', async (t) => {
  const { page, daemon, volume } = await quietRoom(t);
  const { id } = (await bodyOf(daemon.api.GET('/devices'))).find(({ is_current_device: isCurrent }) => isCurrent)!;
  const { volume: before } = await daemon.volume();
  await daemon.put(`/devices/${id}/volume-limit`, { volume_limit: before + 2 });
  await page.getByText('(up to').waitFor();
  let refuse = (): void => undefined;
  const held = new Promise<void>((resolve) => (refuse = resolve));
  await page.route(/\/player\/volume$/, async (route) => {
    await held;
    const detail = 'The volume of this output is fixed.';
    const body = JSON.stringify({ type: 'about:blank', title: 'Conflict', status: 409, code: 'VOLUME_FIXED', detail });
    await route.fulfill({ status: 409, contentType: 'application/problem+json', body });
  });
  for (let touch = 0; touch < 5; touch++) await page.getByRole('button', { name: 'Louder' }).tap();
  t.equal(Number(await volume.getAttribute('aria-valuenow')), before + 2);
  refuse();
  await daemon.until('it is as before', async () => Number(await volume.getAttribute('aria-valuenow')) === before);
});

t.test('a requested position is shown until it is played, and the next track before it begins', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t);
  await daemon.put('/player/play');
  await page.getByText('1:00', { exact: true }).waitFor();
  const seeks = await hold(page, '**/player/ff-rewind*');
  const seek = page.getByRole('slider', { name: 'Position' });
  const at = 'Number(document.querySelector(".seek input").value)';
  const { x, y, width, height } = (await seek.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  t.ok((await shown<number>(page, at)) > 25_000);
  const positions = await record(page, at);
  await seek.press('ArrowRight');
  const sought = await shown<number>(page, at);
  t.ok(sought > 30_000);
  seeks.letGo();
  await daemon.until('playing there', async () => (await daemon.elapsed()) >= sought);
  await daemon.until('it goes on from there', async () => (await shown<number>(page, at)) > sought);
  const seen = await positions();
  t.ok(isRising(seen), `it never ran back: ${seen.join()}`);

  const skips = await hold(page, '**/player/next');
  const title = 'document.querySelector(".now-title h2").innerText';
  const titles = await record(page, title);
  await page.getByRole('button', { name: 'Next' }).tap();
  t.equal(await shown(page, title), 'two.mp3');
  t.equal(await shown(page, at), 0);
  await page.getByRole('button', { name: 'Next' }).tap();
  t.equal(await shown(page, title), 'three.mp3');
  t.match(await daemon.currentTrack(), { title: 'one.mp3' });
  skips.letGo();
  await daemon.until('playing', async () => (await daemon.currentTrack())?.title === 'three.mp3');
  await daemon.until('time passes', async () => (await shown<number>(page, at)) > 0);
  t.strictSame(await titles(), ['one.mp3', 'two.mp3', 'three.mp3']);
  t.strictSame(complaints, []);
});

t.test('shuffle, repeat and play show at once, in the order in which they were touched', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t);
  const settings = await hold(page, /\/settings$/);
  const controls = page.getByRole('group', { name: 'Playback' });
  await controls.getByRole('button', { name: 'Shuffle' }).tap();
  for (const mode of ['off', 'all']) await controls.getByRole('button', { name: `Repeat: ${mode}` }).tap();
  await controls.getByRole('button', { name: 'Repeat: one track' }).waitFor();
  t.equal(await controls.getByRole('button', { name: 'Shuffle' }).getAttribute('aria-pressed'), 'true');
  await daemon.until('an order is sent', () => Promise.resolve(settings.asked() > 0));
  t.equal(settings.asked(), 1);
  settings.letGo();
  const box = async () => (await bodyOf(daemon.api.GET('/settings'))) as Record<string, unknown>;
  await daemon.until('the box has all of it', async () => {
    const { playlist_shuffle: shuffled, repeat_mode: mode } = await box();
    return shuffled === true && mode === 2;
  });
  const plays = await hold(page, '**/player/play*');
  await controls.getByRole('button', { name: 'Play', exact: true }).tap();
  await controls.getByRole('button', { name: 'Pause' }).tap();
  await controls.getByRole('button', { name: 'Play', exact: true }).waitFor();
  plays.letGo();
  await daemon.until('it pauses', async () => (await daemon.playbackStatus()) === 3);
  t.strictSame(complaints, []);
});

t.test('a stream that hangs when the phone wakes is given up, and the page is in step without a reload', async (t) => {
  const { page, daemon, volume, complaints } = await quietRoom(t);
  const look = (hidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
  await look(true);
  let attempts = 0;
  await page.route('**/events', async (route) => {
    // The first request never reaches the box.
    if (attempts++ > 0) await route.continue();
  });
  await daemon.put('/player/volume/level', { level: 9 });
  await look(false);
  await daemon.until('it is in step', async () => Number(await volume.getAttribute('aria-valuenow')) === 9);
  t.equal(attempts, 2);
  t.equal(await page.getByText('Not connected').count(), 0);
  t.strictSame(complaints, []);
});

t.test('logos that never come leave room for a touch', async (t) => {
  const site = await startWebSite(t);
  for (let at = 0; at < 30; at++) site.pages.set(`/${at}.png`, () => undefined);
  const { page, daemon, complaints } = await livingRoom(t, '/#/queue', { TONEARM_STREAM_ALLOW: '127.0.0.0/8' });
  for (let at = 0; at < 30; at++) {
    const facts = { url: `${site.address}/${at}`, name: `Station ${at}`, logo: `${site.address}/${at}.png` };
    t.equal((await daemon.ask('POST', '/radio/stations', facts)).status, 201);
  }
  let [open, most, ended] = [0, 0, 0];
  const isLogo = (url: string): boolean => url.includes('/logo');
  page.on('request', (request) => {
    if (isLogo(request.url())) most = Math.max(most, ++open);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => {
      if (!isLogo(request.url())) return;
      open--;
      ended++;
    });
  }
  await page.evaluate('location.hash = "#/radio"');
  await page.getByRole('button', { name: /^Station 3\b/ }).waitFor();
  await daemon.until('a logo is asked for', async () => Promise.resolve(site.asked.length > 0));
  await page.getByRole('button', { name: 'Play', exact: true }).tap();
  await daemon.until('it plays', async () => (await daemon.playbackStatus()) === 1);
  await daemon.until('the next ones have their turn', async () => Promise.resolve(ended >= 3));
  t.ok(most <= 3, `${most} at a time`);
  t.strictSame(
    complaints.filter((text) => !text.includes('404')),
    [],
  );
});

t.test('a like is shown at once, and arrives on another phone', async (t) => {
  const { page, daemon, complaints } = await livingRoom(t);
  await daemon.put('/scan-library');
  await daemon.put('/player/play');
  const other = await openPhone(t, daemon.base, 'light', '/#/now');
  const heart = (of: Page, pressed: boolean) => of.getByRole('button', { name: 'Like', pressed });
  await heart(other.page, false).waitFor();
  const likes = await hold(page, '**/like');
  await heart(page, false).tap();
  await heart(page, true).waitFor();
  t.equal(await heart(other.page, true).count(), 0);
  likes.letGo();
  await heart(other.page, true).waitFor();
  await heart(other.page, true).tap();
  await heart(page, false).waitFor();
  t.strictSame([...complaints, ...other.complaints], []);
});
